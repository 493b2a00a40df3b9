/** Analyse: any position, with any machine, and two side by side. */

import * as api from '../api/client';
import { Live } from '../api/live';
import type { Engine, Pv, State, Variant } from '../api/types';
import { type Arrow, Board } from '../board/board';
import { speak } from '../board/names';
import { start960 } from '../game/chess960';
import { MoveList } from '../game/movelist';
import { openingOf } from '../game/openings';
import { scoreText, share } from '../game/score';
import { GameTree, type Node, STARTS, lastSquares, picture, squaresOf } from '../game/tree';
import { Keeper } from '../library/keeper';
import { seated, sit } from '../library/seat';
import { type Entry, get, searchesOf } from '../library/store';
import { CHOICES, GAMES } from '../rules/games';
import type { View } from '../router';
import { href, navigate } from '../router';
import { Listeners, add, button, choice, el, toggle } from '../ui/dom';
import { EvalBar } from '../ui/evalbar';
import { askText } from '../ui/ask';
import { complain, note, say } from '../ui/say';
import { store, stored } from '../ui/theme';
import { Editor } from './editor';
import { Files, copy } from './files';
import { Match } from './match';
import { menu } from './menu';
import { Panel } from './panel';
import { Preview } from './preview';
import { Terms } from './terms';

export class AnalyseView implements View {
  readonly title = 'Analyse';
  readonly element = el('div', { class: 'room analyse' });
  private readonly live = new Live();
  private readonly board = new Board(uci => void this.play(uci), { label: 'Board for analysis; arrow keys move, Enter picks' });
  private readonly bar = new EvalBar();
  private readonly preview = new Preview();
  private readonly terms = new Terms();
  private readonly status = el('p', { class: 'status', role: 'status' });
  private readonly threatText = el('p', { class: 'threat' });
  private readonly trouble = el('p', { class: 'trouble', role: 'alert' });
  private readonly listeners = new Listeners();
  private readonly moves = new MoveList(node => this.goTo(node), {
    menu: (node, event) => this.menu(node, event),
    recorded: node => this.searches.has(this.shownTree.path(node).join(' ')),
  });
  private readonly opening = el('p', { class: 'opening muted' });
  private readonly editing = el('div', { class: 'ending' });
  private readonly names = el('p', { class: 'names' });
  /** Another game than ours may be shown: one of a match. */
  private shownTree: GameTree;
  private keeper: Keeper;
  /** Whether what is there was only opened, and nothing done to it. */
  private fresh = false;
  /** The game that this was made from. */
  private origin: string | undefined;
  private searches = new Set<string>();
  private readonly files: Files;
  private panels: Panel[] = [];
  private engines: Engine[] = [];
  private match: Match | undefined;
  private tree: GameTree;
  private state: State | undefined;
  private showArrows = stored('arrows') !== 'off';
  private showThreat = false;
  private threat: Pv | undefined;

  constructor(query: URLSearchParams) {
    this.tree = fromQuery(query);
    this.shownTree = this.tree;
    this.keeper = this.keep();
    this.files = new Files({
      variant: () => this.tree.variant,
      fen: () => this.state?.fen ?? this.tree.start,
      game: () => this.tree,
      setFen: fen => this.setFen(fen),
      setGame: tree => this.take(tree),
    });
    void this.open(query);
  }

  leave(): void {
    this.match?.stop();
    if (this.keeper.isKept) this.keeper.save();
    this.listeners.off();
    this.live.close();
    this.preview.destroy();
    this.board.destroy();
  }

  private async open(query: URLSearchParams): Promise<void> {
    let engines: Engine[];
    try {
      engines = await api.engines();
      this.engines = engines;
    } catch (error) {
      complain(error);
      return;
    }
    const hooks = {
      changed: () => this.drawAnalysis(),
      follow: (moves: string[]) => this.follow(moves),
      orientation: () => this.board.side,
    };
    this.panels = [new Panel('left', this.live, engines, this.preview, hooks)];
    this.match = new Match(this.live, engines, {
      variant: () => this.tree.variant,
      start: () => (this.tree.here === this.tree.root ? this.tree.start : this.state?.fen ?? ''),
      show: (tree, check) => this.showMatch(tree, check),
    });
    try {
      await this.recall(query);
    } catch (error) {
      this.trouble.textContent = error instanceof Error ? error.message : String(error);
    }
    this.furnish(engines, hooks);
    this.listeners.on(document, 'keydown', (event: KeyboardEvent) => this.key(event));
    await this.look();
  }

  /** Keeps what is analysed from the first change on. */
  private keep(entry?: Entry): Keeper {
    const draft = () => {
      const { tree } = this;
      const { White: white = '', Black: black = '' } = tree.tags;
      return { variant: tree.variant, white, black, result: tree.result, plies: tree.line(mainEnd(tree)).length, tree: tree.keep(), origin: this.origin };
    };
    return new Keeper(entry?.kind ?? 'analysis', draft, () => this.address(), entry);
  }

  /** Something has changed that is worth keeping. */
  private touched(): void {
    this.fresh = false;
    this.tree.version += 1;
    this.keeper.save();
    sit('analyse', this.keeper.id);
    this.address();
  }

  /** Brings back what the address, or this tab, had before it: the whole tree, and the place in it. */
  private async recall(query: URLSearchParams): Promise<void> {
    const id = query.get('game') ?? query.get('from') ?? (query.size === 0 ? seated('analyse') : null);
    const entry = id ? await get(id).catch(() => undefined) : undefined;
    if (entry) {
      this.tree = GameTree.of(entry.tree);
      this.origin = entry.kind === 'game' ? entry.id : entry.origin;
      if (entry.kind !== 'game') this.keeper = this.keep(entry);
      this.searches = await searchesOf(this.origin ?? entry.id).catch(() => new Set<string>());
      if (entry.kind !== 'game') sit('analyse', entry.id);
      if (!query.has('moves')) return;
    } else if (query.has('game') || query.has('from')) note('This game is not in the library of this browser; here is the position alone.');
    await this.follow0(query);
  }

  private furnish(engines: Engine[], hooks: ConstructorParameters<typeof Panel>[4]): void {
    const panels = el('div', { class: 'panels' }, this.panels[0]!.element);
    const second = toggle('Two machines side by side', false, on => {
      if (on) {
        const panel = new Panel('right', this.live, engines, this.preview, hooks, stored('right.engine') ?? engines[1]?.id);
        this.panels.push(panel);
        panels.append(panel.element);
        panel.look(this.place());
        panel.start();
      } else {
        const panel = this.panels.pop()!;
        panel.stop();
        panel.element.remove();
      }
      panels.classList.toggle('two', on);
      this.drawAnalysis();
    });
    const input = el('input', { type: 'text', id: 'typed', autocomplete: 'off', spellcheck: false, placeholder: 'Nf3, e2e4, e2-e4', 'aria-label': 'Type a move' });
    const typed = el('form', {
      class: 'typed',
      onsubmit: (event: Event) => {
        event.preventDefault();
        if (input.value.trim() !== '') void this.play(input.value.trim()).then(played => played && (input.value = ''));
      },
    }, input, el('button', { type: 'submit' }, 'Play'));
    add(
      this.element,
      el('div', { class: 'table' },
        el('div', { class: 'with-bar' }, this.bar.element, this.board.element),
        el('div', { class: 'row tools' },
          button('|◀', () => this.go(() => this.tree.toStart()), { 'aria-label': 'To the start', title: 'To the start (Home)' }),
          button('◀', () => this.go(() => this.tree.back()), { 'aria-label': 'Back', title: 'Back (←)' }),
          button('▶', () => this.go(() => this.tree.forward()), { 'aria-label': 'Forward', title: 'Forward (→)' }),
          button('▶|', () => this.go(() => this.tree.toEnd()), { 'aria-label': 'To the end', title: 'To the end (End)' }),
          button('Flip', () => this.flip(), { title: 'Turn the board (f)' }),
          button('Edit', () => this.edit(), { title: 'Set up a position by hand' }),
          button('Play from here', () => navigate(href('/play', { variant: this.tree.variant, fen: this.state?.fen }))),
          button('Open the doors here', () => navigate(href('/doors', { variant: this.tree.variant, fen: this.startOrNone(), moves: this.tree.path().join(' ') }))))),
      el('div', { class: 'side' },
        this.editing,
        el('section', { class: 'panel' },
          el('div', { class: 'row' },
            choice('Game', CHOICES, this.tree.variant, variant => this.restart(variant), { name: 'variant' }),
            button('Copy link', () => void copy(this.link()), { title: 'The position with its moves, for anybody' }),
          ),
          this.names, this.status, typed, this.trouble, this.threatText,
          el('div', { class: 'row' },
            toggle('Arrows', this.showArrows, on => {
              this.showArrows = on;
              store('arrows', on ? 'on' : 'off');
              this.drawAnalysis();
            }),
            toggle('Threat', false, on => {
              this.showThreat = on;
              this.lookForThreat();
            }, { title: 'What would the other side do if it were its turn?' }),
            second)),
        panels,
        el('section', { class: 'panel grow' }, this.opening, this.moves.element),
        this.terms.element,
        this.match!.element,
        el('details', { class: 'fold', open: true }, el('summary', {}, 'FEN and PGN'), this.files.element)),
    );
    document.body.append(this.preview.element);
  }

  /** An address that means the same in every browser. */
  private link(): string {
    const { tree } = this;
    return location.origin + href('/analyse', { variant: tree.variant === 'chess' ? undefined : tree.variant, fen: this.startOrNone(), moves: tree.path().join(' ') });
  }

  private startOrNone(): string | undefined {
    return this.tree.start === STARTS[this.tree.variant] ? undefined : this.tree.start;
  }

  private place(): Parameters<Panel['look']>[0] {
    const { tree } = this;
    return { variant: tree.variant, fen: tree.start, moves: tree.path(), position: tree.here.position, ply: tree.here.ply, start: tree.start };
  }

  /** Plays the moves of the address. */
  private async follow0(query: URLSearchParams): Promise<void> {
    const moves = (query.get('moves') ?? '').split(/[ ,+]/).filter(move => move !== '');
    const state = await api.state({ variant: this.tree.variant, fen: this.tree.start, moves });
    this.tree.toStart();
    for (const move of state.moves) this.tree.play(move.uci, move.san);
  }

  private async look(): Promise<void> {
    const { tree } = this;
    const node = tree.here;
    this.threat = undefined;
    this.paint();
    try {
      const state = await api.state({ variant: tree.variant, fen: tree.start, moves: tree.path() });
      if (this.tree !== tree || tree.here !== node) return;
      this.state = state;
    } catch (error) {
      this.trouble.textContent = error instanceof Error ? error.message : String(error);
      return;
    }
    this.address();
    this.paint();
    this.files.show(this.state.fen);
    for (const panel of this.panels) panel.look(this.place());
    this.terms.look({ variant: tree.variant, fen: tree.start, moves: tree.path() });
    this.lookForThreat();
  }

  /** The address of what is shown: the position for everybody, and the entry of the library for this browser. */
  private address(): void {
    const { tree } = this;
    const query = { variant: tree.variant === 'chess' ? undefined : tree.variant, fen: this.startOrNone(), moves: tree.path().join(' ') };
    const kept = this.keeper.isKept || seated('analyse') === this.keeper.id;
    history.replaceState(null, '', href('/analyse', { ...query, game: kept ? this.keeper.id : undefined, from: kept ? undefined : this.origin }));
  }

  private paint(): void {
    const { tree, state } = this;
    this.shownTree = tree;
    const current = state && state.moves.length === tree.here.ply ? state : undefined;
    this.board.show({
      variant: tree.variant,
      fen: picture(tree.here.position),
      last: lastSquares(tree.here),
      check: current?.check,
      legal: current?.legal,
      movable: current && !current.outcome ? tree.here.position.turn : undefined,
    });
    this.moves.show(tree);
    const { White: white, Black: black } = tree.tags;
    this.names.hidden = !white && !black;
    this.names.textContent = `${white ?? '?'} – ${black ?? '?'}`;
    const opening = tree.variant === 'chess' ? openingOf(tree.here) : undefined;
    this.opening.hidden = !opening;
    if (opening) this.opening.textContent = `${opening.code} ${opening.name}`;
    const turn = tree.here.position.turn === 'white' ? 'White' : 'Black';
    const counting = current?.counting ? ` Count: ${current.counting.count} of ${current.counting.limit} (${current.counting.side} counts).` : '';
    this.status.textContent = current?.outcome ? `${current.outcome.result}: ${current.outcome.text}` : `${turn} to move${current?.check ? ', in check' : ''}.${counting}`;
    this.drawAnalysis();
  }

  /** The bar and the arrows. */
  private drawAnalysis(): void {
    const [first, second] = this.panels;
    this.bar.show(first?.best ?? second?.best, this.board.side);
    this.bar.element.hidden = !this.panels.some(panel => panel.isOn || panel.best);
    const arrows: Arrow[] = [];
    const { position } = this.tree.here;
    const add = (pv: Pv | undefined, brush: Arrow['brush'], weight = 1) => {
      const move = pv?.moves.split(' ')[0];
      if (!move) return;
      const [from, to] = squaresOf(position, move);
      if (!arrows.some(arrow => arrow.from === from && arrow.to === to)) arrows.push({ from, to, brush, label: scoreText(pv), weight });
    };
    if (this.showArrows) {
      const pvs = first?.analysis?.pvs ?? [];
      const turn = position.turn === 'white' ? 1 : -1;
      const best = share(pvs[0]) * turn;
      pvs.forEach((pv, i) => add(pv, i === 0 ? 'best' : 'other', i === 0 ? 1 : Math.max(0.2, 1 - (best - share(pv) * turn) * 4)));
      add(second?.best, 'hint');
    }
    if (this.threat) add(this.threat, 'threat');
    this.board.arrows(arrows);
  }

  private lookForThreat(): void {
    this.live.drop('threat');
    this.threat = undefined;
    this.threatText.textContent = '';
    const { state } = this;
    if (!this.showThreat || !state || state.outcome) return this.drawAnalysis();
    if (state.check) {
      this.threatText.textContent = 'The king is in check: that is the threat.';
      return this.drawAnalysis();
    }
    const fields = state.fen.split(' ');
    fields[1] = fields[1] === 'w' ? 'b' : 'w';
    if (GAMES[this.tree.variant].men === 'chess') fields[3] = '-';
    this.live.search('threat', { engine: 'kempelen', variant: this.tree.variant, fen: fields.join(' '), movetime: 1500 }, {
      info: analysis => this.hearThreat(analysis.pvs[0]),
      done: thought => this.hearThreat(thought.pvs[0]),
      error: error => (this.threatText.textContent = `No threat can be shown: ${error.message}`),
    });
  }

  private hearThreat(pv: Pv | undefined): void {
    this.threat = pv;
    this.threatText.textContent = pv?.san[0] ? `Threat: ${pv.san.slice(0, 4).join(' ')} (${scoreText(pv)})` : '';
    this.drawAnalysis();
  }

  /** Plays a move in any spelling. Says whether it could be played. */
  private async play(text: string): Promise<boolean> {
    const { tree } = this;
    this.trouble.textContent = '';
    try {
      const state = await api.state({ variant: tree.variant, fen: tree.start, moves: [...tree.path(), text] });
      const played = state.moves.at(-1)!;
      const before = tree.version;
      tree.play(played.uci, played.san);
      if (tree.version !== before) this.touched();
      this.state = state;
      say(speak(played.san, tree.variant));
    } catch (error) {
      this.trouble.textContent = error instanceof Error ? error.message : String(error);
      this.paint();
      return false;
    }
    await this.look();
    return true;
  }

  /** Takes a line of a machine into the moves. */
  private follow(moves: string[]): void {
    for (const move of moves) this.tree.play(move);
    this.touched();
    void this.look();
  }

  private go(step: () => void): void {
    step();
    const { san } = this.tree.here;
    if (san) say(speak(san, this.tree.variant));
    void this.look();
  }

  private goTo(node: Node): void {
    this.go(() => (this.tree.here = node));
  }

  private menu(node: Node, event: MouseEvent): void {
    if (this.shownTree !== this.tree) return;
    const recorded = this.searches.has(this.tree.path(node).join(' '));
    menu(event, [
      ...(recorded ? [['Open its doors', () => this.doors(node)] as [string, () => void]] : []),
      ['Make this the main line', () => this.tree.promote(node)],
      ['Delete from here', () => this.tree.remove(node)],
      ['Good move (!)', () => (node.glyphs = [1])],
      ['Mistake (?)', () => (node.glyphs = [2])],
      ['Interesting (!?)', () => (node.glyphs = [5])],
      ['No mark', () => (node.glyphs = [])],
      ['Comment…', () => void askText('Comment', node.comments.join(' ')).then(text => {
        if (text === undefined) return;
        node.comments = text === '' ? [] : [text];
        this.touched();
        void this.look();
      })],
    ], () => {
      if (this.element.isConnected) {
        this.touched();
        void this.look();
      }
    });
  }

  /** The search that chose a move of a game. */
  private doors(node: Node): void {
    const before = this.tree.line(node.parent);
    const position = node.parent!.position;
    const name = this.tree.tags[position.turn === 'white' ? 'White' : 'Black'] ?? '';
    navigate(href('/doors', { engine: engineOf(this.engines, name), variant: this.tree.variant, fen: this.tree.start, moves: before.map(step => step.uci).join(' '), played: node.uci, game: this.origin ?? this.keeper.id }));
  }

  /** Opens the board editor on the position that is shown. */
  private edit(): void {
    const close = () => this.editing.replaceChildren();
    const editor = new Editor(this.tree.variant, this.state?.fen ?? this.tree.start, {
      use: fen => void this.setFen(fen).then(close, complain),
      cancel: close,
    });
    this.editing.replaceChildren(editor.element);
    editor.element.scrollIntoView({ block: 'nearest' });
  }

  private async setFen(fen: string): Promise<void> {
    const variant = this.tree.variant;
    const state = await api.state({ variant, fen: fen === '' ? STARTS[variant] : fen });
    this.take(new GameTree(variant, state.fen));
  }

  /** Takes another game before it; the one before stays in the library. */
  private take(tree: GameTree): void {
    if (this.keeper.isKept && !this.fresh) this.keeper.save();
    this.tree = tree;
    this.tree.toStart();
    this.origin = undefined;
    this.searches = new Set();
    // Whoever leafs through a file does not want to find all of it in the library.
    if (!this.fresh) this.keeper = this.keep();
    sit('analyse', undefined);
    if (tree.root.children.length > 0) {
      this.touched();
      this.fresh = true;
    }
    this.state = undefined;
    const select = this.element.querySelector<HTMLSelectElement>('select[name=variant]');
    if (select) select.value = tree.variant;
    void this.look();
  }

  private restart(variant: Variant): void {
    this.match?.stop();
    this.take(new GameTree(variant, variant === 'chess960' ? start960(Math.floor(Math.random() * 960)) : STARTS[variant]));
  }

  private showMatch(tree: GameTree, check: string | null): void {
    this.board.show({ variant: tree.variant, fen: picture(tree.here.position), last: lastSquares(tree.here), check });
    this.board.arrows([]);
    this.shownTree = tree;
    this.moves.show(tree);
  }

  private flip(): void {
    this.board.flip();
    this.drawAnalysis();
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || /INPUT|SELECT|TEXTAREA/.test(target.tagName)) return;
    switch (event.key) {
      case 'ArrowLeft': this.go(() => this.tree.back()); break;
      case 'ArrowRight': this.go(() => this.tree.forward()); break;
      case 'Home': this.go(() => this.tree.toStart()); break;
      case 'End': this.go(() => this.tree.toEnd()); break;
      case 'd': if (this.searches.has(this.tree.path().join(' '))) this.doors(this.tree.here); break;
      case 'f': this.flip(); break;
      case 't': document.getElementById('typed')?.focus(); break;
      case 'a': this.panels[0]?.isOn ? this.panels[0].stop() : this.panels[0]?.start(); break;
      default: return;
    }
    event.preventDefault();
  }
}

function fromQuery(query: URLSearchParams): GameTree {
  const asked = query.get('variant') as Variant | null;
  const variant: Variant = asked && asked in STARTS ? asked : 'chess';
  return new GameTree(variant, query.get('fen') ?? STARTS[variant]);
}


/** The end of the main line. */
function mainEnd(tree: GameTree): Node {
  let node = tree.root;
  while (node.children[0]) node = node.children[0];
  return node;
}

/** The machine whose name a player has, as `SARGON (3 plies)`. */
function engineOf(engines: readonly Engine[], player: string): string | undefined {
  const matching = engines.filter(engine => player.startsWith(engine.name));
  return matching.sort((a, b) => b.name.length - a.name.length)[0]?.id;
}
