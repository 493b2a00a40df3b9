/** Analyse: any position, with any machine, and two side by side. */

import * as api from '../api/client';
import { Live } from '../api/live';
import type { Engine, Pv, State, Variant } from '../api/types';
import { type Arrow, Board } from '../board/board';
import { speak } from '../board/names';
import { start960 } from '../game/chess960';
import { MoveList } from '../game/movelist';
import { scoreText, share } from '../game/score';
import { GameTree, type Node, STARTS, lastSquares, picture, squaresOf } from '../game/tree';
import type { View } from '../router';
import { href, navigate } from '../router';
import { Listeners, add, button, choice, el, toggle } from '../ui/dom';
import { EvalBar } from '../ui/evalbar';
import { complain, say } from '../ui/say';
import { store, stored } from '../ui/theme';
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
  private readonly moves = new MoveList(node => this.goTo(node), { menu: (node, event) => this.menu(node, event) });
  private readonly files: Files;
  private panels: Panel[] = [];
  private match: Match | undefined;
  private tree: GameTree;
  private state: State | undefined;
  private showArrows = stored('arrows') !== 'off';
  private showThreat = false;
  private threat: Pv | undefined;

  constructor(query: URLSearchParams) {
    this.tree = fromQuery(query);
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
    this.listeners.off();
    this.live.close();
    this.preview.destroy();
    this.board.destroy();
  }

  private async open(query: URLSearchParams): Promise<void> {
    let engines: Engine[];
    try {
      engines = await api.engines();
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
    this.furnish(engines, hooks);
    this.listeners.on(document, 'keydown', (event: KeyboardEvent) => this.key(event));
    try {
      await this.follow0(query);
    } catch (error) {
      this.trouble.textContent = error instanceof Error ? error.message : String(error);
    }
    await this.look();
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
          button('Play from here', () => navigate(href('/play', { variant: this.tree.variant, fen: this.state?.fen }))),
          button('Open the doors here', () => navigate(href('/doors', { variant: this.tree.variant, fen: this.startOrNone(), moves: this.tree.path().join(' ') }))))),
      el('div', { class: 'side' },
        el('section', { class: 'panel' },
          el('div', { class: 'row' },
            choice('Game', [['chess', 'Chess'], ['chess960', 'Chess960'], ['makruk', 'Makruk']], this.tree.variant, variant => this.restart(variant), { name: 'variant' }),
            button('Copy link', () => void copy(location.href)),
          ),
          this.status, typed, this.trouble, this.threatText,
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
        el('section', { class: 'panel grow' }, this.moves.element),
        this.terms.element,
        this.match!.element,
        el('details', { class: 'fold', open: true }, el('summary', {}, 'FEN and PGN'), this.files.element)),
    );
    document.body.append(this.preview.element);
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
    const query = { variant: tree.variant === 'chess' ? undefined : tree.variant, fen: this.startOrNone(), moves: tree.path().join(' ') };
    history.replaceState(null, '', href('/analyse', query));
    this.paint();
    this.files.show(this.state.fen);
    for (const panel of this.panels) panel.look(this.place());
    this.terms.look({ variant: tree.variant, fen: tree.start, moves: tree.path() });
    this.lookForThreat();
  }

  private paint(): void {
    const { tree, state } = this;
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
    if (this.tree.variant !== 'makruk') fields[3] = '-';
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
      tree.play(played.uci, played.san);
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
    menu(event, [
      ['Make this the main line', () => this.tree.promote(node)],
      ['Delete from here', () => this.tree.remove(node)],
      ['Good move (!)', () => (node.glyphs = [1])],
      ['Mistake (?)', () => (node.glyphs = [2])],
      ['Interesting (!?)', () => (node.glyphs = [5])],
      ['No mark', () => (node.glyphs = [])],
      ['Comment…', () => {
        const text = prompt('Comment', node.comments.join(' '));
        if (text !== null) node.comments = text.trim() === '' ? [] : [text.trim()];
      }],
    ], () => void this.look());
  }

  private async setFen(fen: string): Promise<void> {
    const variant = this.tree.variant;
    const state = await api.state({ variant, fen: fen === '' ? STARTS[variant] : fen });
    this.take(new GameTree(variant, state.fen));
  }

  private take(tree: GameTree): void {
    this.tree = tree;
    this.tree.toStart();
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

