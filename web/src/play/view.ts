/** Play: a game against a machine. */

import * as api from '../api/client';
import { Live } from '../api/live';
import type { Engine, Side, Variant } from '../api/types';
import { Board } from '../board/board';
import { speak } from '../board/names';
import { menu } from '../analyse/menu';
import { MoveList, step, wayOf } from '../game/movelist';
import { openingOf } from '../game/openings';
import { type Node, lastSquares, picture } from '../game/tree';
import { beat } from '../ladder/progress';
import { hold, seated, sit } from '../library/seat';
import { list } from '../library/store';
import { GAMES } from '../rules/games';
import type { View } from '../router';
import { href, navigate } from '../router';
import { inCheck } from '../rules/san';
import { nameOf } from '../rules/squares';
import { ask } from '../ui/ask';
import { Listeners, add, button, el, fill, save, toggle } from '../ui/dom';
import { complain, note, say } from '../ui/say';
import { play as sound, setSounds, soundsOn } from '../ui/sound';
import { store, stored } from '../ui/theme';
import { Hints, answerDraw } from './advice';
import { Bars } from './bars';
import { controls } from './controls';
import { Game } from './game';
import { type Plan, Setup } from './setup';
import { showThought } from './thought';
import { lastOf, sheet } from './sheet';

export class PlayView implements View {
  readonly title = 'Play';
  readonly element = el('div', { class: 'room play' });
  private readonly live = new Live();
  private readonly board = new Board(uci => void this.humanMoves(uci), { label: 'Chess board; arrow keys move, Enter picks' });
  private readonly moves = new MoveList(node => this.look(node), {
    thai: () => this.thai,
    ahead: true,
    menu: (node, event) => this.menu(node, event),
    recorded: node => this.game?.searches.has(this.game.tree.path(node).join(' ')) ?? false,
  });
  private readonly listeners = new Listeners();
  private readonly side = el('div', { class: 'side' });
  private readonly status = el('p', { class: 'status', role: 'status' });
  private readonly opening = el('p', { class: 'opening muted' });
  private readonly end = el('div', { class: 'ending' });
  private readonly thought = el('div', { class: 'thought' });
  private readonly counting = el('p', { class: 'counting' });
  private readonly trouble = el('p', { class: 'trouble', role: 'alert' });
  private readonly bars = new Bars();
  private readonly hints = new Hints();
  private game: Game | undefined;
  /** The place somebody looks at, if it is not where the game stands. */
  private looking: Node | undefined;
  private release = () => {};
  private engines: Engine[] = [];
  private timer = 0;
  private thinking = false;
  private gone = false;
  private showThoughts = stored('thoughts') !== 'off';
  private thai = stored('thai') === 'on';

  constructor(private readonly query: URLSearchParams) {
    add(this.element, el('div', { class: 'table' }, this.bars.top, this.board.element, this.bars.bottom), this.side);
    this.listeners.on(document, 'keydown', (event: KeyboardEvent) => this.key(event));
    // Every move is saved already; this saves the clock.
    this.listeners.on(window, 'pagehide', () => this.game?.save());
    void this.open();
  }

  leave(): void {
    this.gone = true;
    clearInterval(this.timer);
    this.game?.clock?.pause();
    this.game?.save();
    this.release();
    this.listeners.off();
    this.live.close();
    this.board.destroy();
  }

  private async open(): Promise<void> {
    try {
      this.engines = await api.engines();
    } catch (error) {
      complain(error);
      return;
    }
    const wanted = this.query.get('engine') !== null || this.query.get('fen') !== null;
    const asked = this.query.get('game') ?? (wanted ? null : seated('play'));
    const game = asked ? await this.fetch(asked) : wanted ? undefined : await this.latest();
    if (this.gone) return;
    if (asked && !game && this.query.has('game')) note('This game is not in the library of this browser.', 'error');
    if (game) await this.take(game);
    else this.choose();
  }

  private fetch(id: string): Promise<Game | undefined> {
    return Game.from(id, this.engines, moved => this.seat(moved));
  }

  /** The game played last, if it is not over and no other tab has it. */
  private async latest(): Promise<Game | undefined> {
    const [entry] = (await list().catch(() => [])).filter(({ kind }) => kind === 'game');
    if (!entry || entry.result !== '*' || entry.plies === 0) return undefined;
    const release = await hold(entry.id);
    release?.();
    return release ? this.fetch(entry.id) : undefined;
  }

  /** Notes which game this tab has, in the address too. */
  private seat(id: string): void {
    sit('play', id);
    history.replaceState(null, '', href('/play', { game: id }));
    this.release();
    void hold(id).then(release => {
      if (this.gone) release?.();
      else this.release = release ?? (() => {});
    });
  }

  /** Shows the choice of a game; what goes on stays in the library. */
  private choose(): void {
    const plan: Partial<Plan> = {};
    const engine = this.query.get('engine') ?? this.game?.engine.id ?? stored('engine');
    if (engine && this.engines.some(e => e.id === engine)) plan.engine = engine;
    // Whoever comes for the first time meets a friendly level.
    else plan.level = 0;
    if (this.query.has('level')) plan.level = Number(this.query.get('level'));
    const variant = this.query.get('variant') as Variant | null;
    if (variant ?? this.game) plan.variant = variant ?? this.game!.plan.variant;
    const fen = this.query.get('fen');
    if (fen) plan.start = fen;
    if (this.game) {
      plan.color = this.game.human;
      plan.level = this.game.plan.level;
      plan.pace = this.game.plan.pace;
    }
    const setup = new Setup(this.engines, plan, chosen => void this.begin(chosen));
    const { game } = this;
    fill(this.side, setup.element, game && el('p', {}, button('Back to the game', () => this.furnish(game))));
    if (!game) this.board.show({ variant: plan.variant ?? 'chess', fen: picture0(plan.variant ?? 'chess') });
    setup.element.querySelector('select')?.focus();
  }

  private async newGame(): Promise<void> {
    const { game } = this;
    if (game && !game.end && game.tree.here.ply > 0 && !(await ask('Leave this game?', 'Yes, a new game', 'It stays in the library and can be taken up again.'))) return;
    this.choose();
  }

  private async begin(plan: Plan): Promise<void> {
    try {
      await api.state({ variant: plan.variant, fen: plan.start });
    } catch (error) {
      complain(error);
      return;
    }
    store('engine', plan.engine);
    const human: Side = plan.color === 'random' ? (Math.random() < 0.5 ? 'white' : 'black') : plan.color;
    this.game?.clock?.pause();
    this.game?.save();
    const game = new Game(plan, this.engines.find(e => e.id === plan.engine)!, human, moved => this.seat(moved));
    for (const name of [...this.query.keys()]) this.query.delete(name);
    await this.take(game);
    say(`A game against ${game.engine.name}. You play ${human}.`);
  }

  /** Sits down at a game. */
  private async take(game: Game): Promise<void> {
    this.live.drop('play');
    this.game = game;
    this.looking = undefined;
    this.thinking = false;
    this.seat(game.id);
    this.board.flip(game.human);
    this.furnish(game);
    clearInterval(this.timer);
    this.timer = window.setInterval(() => this.tick(), 100);
    if (!game.end) game.clock?.start(game.turn);
    await this.proceed();
  }

  /** Lays out what stands beside the board. */
  private furnish(game: Game): void {
    const input = el('input', {
      type: 'text',
      id: 'typed',
      autocomplete: 'off',
      spellcheck: false,
      autocapitalize: 'off',
      placeholder: 'Nf3, e2e4, e2-e4',
      'aria-label': 'Type a move',
      enterkeyhint: 'go',
    });
    const form = el('form', {
      class: 'typed',
      onsubmit: (event: Event) => {
        event.preventDefault();
        const text = input.value.trim();
        if (text !== '') void this.humanMoves(text).then(played => played && (input.value = ''));
      },
    }, input, el('button', { type: 'submit' }, 'Play'));
    this.thought.hidden = !this.showThoughts;
    fill(
      this.side,
      el('section', { class: 'panel' }, this.status, this.counting, this.thought, form, this.trouble),
      this.end,
      el('section', { class: 'panel grow' }, this.opening, this.moves.element),
      this.controls(game),
    );
    this.show();
  }

  private controls(game: Game): HTMLElement {
    return controls({
      walk: way => this.walk(way),
      flip: () => this.flip(),
      takeBack: () => this.takeBack(),
      redo: () => this.redo(),
      hint: () => void this.hint(),
      offerDraw: () => void this.offerDraw(),
      resign: () => void this.resign(),
      newGame: () => void this.newGame(),
      savePgn: () => void this.savePgn(),
      analyse: () => this.analyse(),
      doors: () => this.doors(),
    }, [
      toggle('Show its thoughts', this.showThoughts, on => {
        this.showThoughts = on;
        store('thoughts', on ? 'on' : 'off');
        this.thought.hidden = !on;
      }),
      toggle('Sounds', soundsOn(), setSounds),
      GAMES[game.plan.variant].thai && toggle('Thai notation', this.thai, on => {
        this.thai = on;
        store('thai', on ? 'on' : 'off');
        this.moves.show(game.tree, this.place, game.tree.here);
      }),
    ]);
  }

  /** The place that is shown. */
  private get place(): Node {
    return this.looking ?? this.game!.tree.here;
  }

  /** Brings the page up to date, and lets the machine think if it is its turn. */
  private async proceed(): Promise<void> {
    const game = this.game!;
    try {
      await game.look();
    } catch (error) {
      complain(error);
    }
    if (this.game !== game || this.gone) return;
    this.show();
    if (!game.end && game.turn === game.machine && game.tree.here.children.length === 0) this.machineThinks();
  }

  private show(): void {
    const game = this.game!;
    const { state, tree } = game;
    const { place } = this;
    const now = this.looking === undefined;
    const over = game.end !== undefined;
    this.board.show({
      variant: game.plan.variant,
      fen: picture(place.position),
      last: lastSquares(place),
      check: now ? state?.check : checked(place),
      legal: now ? state?.legal : undefined,
      movable: over || this.thinking || !now ? undefined : game.human,
      premove: !over && now && game.turn === game.machine ? game.human : undefined,
    });
    this.board.arrows([]);
    this.moves.show(tree, place, tree.here);
    this.bars.show(game, place, this.board.side);
    this.showStatus();
    const counting = now ? state?.counting : undefined;
    this.counting.hidden = !counting;
    if (counting) {
      const you = counting.side === game.human;
      const who = you ? 'You count' : `${game.engine.name} counts`;
      fill(this.counting, el('strong', {}, `${who}: ${counting.count} of ${counting.limit}`), ` (a draw after ${counting.limit} moves without mate)`);
    }
    fill(this.end, over && sheet(game, {
      rematch: () => void this.begin({ ...game.plan, color: game.machine }),
      analyse: () => this.analyse(),
      doors: () => this.doors(lastOf(game)),
      another: () => this.choose(),
    }));
  }

  private showStatus(): void {
    const game = this.game!;
    const opening = game.plan.variant === 'chess' ? openingOf(this.place) : undefined;
    this.opening.hidden = !opening;
    if (opening) this.opening.textContent = `${opening.code} ${opening.name}`;
    const end = game.end;
    this.status.classList.toggle('over', end !== undefined);
    if (end) fill(this.status, el('strong', {}, end.result.replace('1/2-1/2', '½–½').replace('-', '–')), ' ', sentence(end.text));
    else if (this.thinking) fill(this.status, el('span', { class: 'pulse' }), `${game.engine.name} is thinking…`);
    else if (game.turn === game.human) {
      fill(this.status, `Your move${game.state?.check ? ': you are in check' : ''}.`);
    } else fill(this.status, `${game.engine.name} to move.`, ' ', button('Let it move', () => this.machineThinks()));
    if (this.looking && !end) add(this.status, ' ', button('Back to the game', () => this.look(game.tree.here), { class: 'back' }));
  }

  private tick(): void {
    const { game } = this;
    const out = game && this.bars.tick(game);
    if (!game || !out) return;
    this.live.drop('play');
    this.thinking = false;
    game.timeOver(out);
    this.ended();
  }

  /** A move of the human's, from the board or typed. Says whether it could be played. */
  private async humanMoves(text: string): Promise<boolean> {
    const game = this.game;
    if (!game) return false;
    const refuse = (reason: string) => {
      this.trouble.textContent = reason;
      this.show();
      return false;
    };
    if (game.end) return refuse('The game is over.');
    if (this.thinking || game.turn !== game.human) return refuse(`It is ${game.engine.name}'s turn.`);
    this.looking = undefined;
    try {
      await game.play(text);
    } catch (error) {
      return refuse(error instanceof Error ? sentence(error.message) : String(error));
    }
    this.trouble.textContent = '';
    sound(game.tree.here);
    this.show();
    if (game.end) this.ended();
    else this.machineThinks();
    return true;
  }

  private machineThinks(): void {
    const game = this.game!;
    if (this.thinking || game.end) return;
    this.thinking = true;
    fill(this.thought);
    this.show();
    this.live.play('play', game.question(), {
      queued: () => fill(this.status, 'All machines are busy; waiting for one…'),
      info: analysis => showThought(this.thought, analysis),
      error: error => {
        this.thinking = false;
        complain(error);
        this.show();
      },
      done: (thought, file) => {
        this.thinking = false;
        if (this.game !== game) return;
        showThought(this.thought, thought);
        if (thought.best) void this.machineMoves(thought.best.uci, thought.best.san, file);
        else {
          game.resign(game.machine, thought.resigns ? `${game.engine.name} resigns: ${thought.resigns}` : `${game.engine.name} has no move and resigns`);
          this.ended();
        }
      },
    });
  }

  private async machineMoves(uci: string, san: string, file: ArrayBuffer | undefined): Promise<void> {
    const game = this.game!;
    try {
      await game.play(uci);
      if (file) await game.keepSearch(file);
    } catch (error) {
      complain(error);
      return;
    }
    if (this.gone) return;
    say(`${game.engine.name}: ${speak(san, game.plan.variant)}`);
    sound(game.tree.here);
    this.moves.refresh();
    this.show();
    if (game.end) this.ended();
    else if (!this.looking) this.board.playPremove();
  }

  private ended(): void {
    const game = this.game!;
    this.live.drop('play');
    game.clock?.pause();
    game.save();
    this.show();
    if (game.end) {
      if (game.end.result === (game.human === 'white' ? '1-0' : '0-1')) beat(game.engine.id, game.level.name);
      sound('end');
      say(`The game is over. ${game.end.text}`);
    }
  }

  private takeBack(): void {
    const game = this.game;
    if (!game) return;
    this.live.drop('play');
    this.thinking = false;
    this.looking = undefined;
    if (!game.takeBack()) note('There is no move to take back.');
    else say('Taken back.');
    game.verdict = undefined;
    game.clock?.start(game.turn);
    void this.proceed().then(() => game.save());
  }

  private redo(): void {
    this.looking = undefined;
    if (!this.game?.redo()) note('There is nothing to play again.');
    else void this.proceed().then(() => this.game?.save());
  }

  /** Looks at a place; the game goes on where it stands. */
  private look(node: Node): void {
    this.looking = node === this.game!.tree.here ? undefined : node;
    if (node.san) say(speak(node.san, this.game!.plan.variant));
    this.show();
  }

  private walk(way: Parameters<typeof step>[3]): void {
    const { game } = this;
    if (game) this.look(step(game.tree, this.place, game.tree.here, way));
  }

  private flip(): void {
    this.board.flip();
    if (this.game) this.bars.show(this.game, this.place, this.board.side);
  }

  private async hint(): Promise<void> {
    const game = this.game;
    if (!game || game.end || game.turn !== game.human || this.looking) return;
    try {
      const hint = await this.hints.next(this.live, game);
      if (!hint || this.looking) return;
      this.board.arrows(hint.arrows);
      note(hint.text);
      say(hint.text);
    } catch (error) {
      complain(error);
    }
  }

  private async offerDraw(): Promise<void> {
    const game = this.game;
    if (!game || game.end) return;
    if (this.thinking) return note(`${game.engine.name} is thinking; offer it on your own move.`);
    const node = game.tree.here;
    try {
      const { takes, text } = await answerDraw(this.live, game);
      if (game.tree.here !== node || game.end) return;
      if (!takes) return note(text);
      game.finish({ result: '1/2-1/2', text });
      this.ended();
    } catch (error) {
      complain(error);
    }
  }

  private async resign(): Promise<void> {
    const game = this.game;
    if (!game || game.end || !(await ask('Resign this game?', 'Yes, resign')) || game.end) return;
    game.resign(game.human, `${game.human === 'white' ? 'White' : 'Black'} resigns`);
    this.thinking = false;
    this.ended();
  }

  private async savePgn(): Promise<void> {
    const game = this.game;
    if (!game) return;
    try {
      save(`kempelen-${game.engine.id}.pgn`, await api.writeGame(game.record()), 'application/x-chess-pgn');
    } catch (error) {
      complain(error);
    }
  }

  private analyse(at: Node = this.place): void {
    const game = this.game;
    if (!game) return;
    navigate(href('/analyse', { variant: game.plan.variant, fen: game.plan.start, moves: game.tree.path(at).join(' '), from: game.id }));
  }

  /** The search that chose a move of the machine: the one that is shown, or the last before it. */
  private doors(at: Node = this.place): void {
    const game = this.game;
    if (!game) return;
    const move = lastOf(game, at);
    if (!move) return note(`${game.engine.name} has not moved yet.`);
    const moves = game.tree.path(move.parent).join(' ');
    navigate(href('/doors', { engine: game.engine.id, variant: game.plan.variant, fen: game.plan.start, moves, played: move.uci, game: game.id }));
  }

  private menu(node: Node, event: MouseEvent): void {
    const machines = node.parent!.position.turn === this.game!.machine;
    menu(event, [
      ...(machines ? [['Open its doors', () => this.doors(node)] as [string, () => void]] : []),
      ['Analyse from here', () => this.analyse(node)],
    ], () => {});
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || /INPUT|SELECT|TEXTAREA/.test(target.tagName) || !this.game) return;
    const way = wayOf(event);
    if (way) this.walk(way);
    else if (event.key === 'Backspace') this.takeBack();
    else if (event.key === 'h') void this.hint();
    else if (event.key === 'f') this.flip();
    else if (event.key === 'd') this.doors();
    else if (event.key === 't' || event.key === '/') document.getElementById('typed')?.focus();
    else return;
    event.preventDefault();
  }
}

/** The square of a king in check at a place that the server has not been asked about. */
function checked({ position }: Node): string | undefined {
  if (!inCheck(position, position.turn)) return undefined;
  return nameOf(position.men.indexOf(position.turn === 'white' ? 'K' : 'k'));
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');
}

function picture0(variant: Variant): string {
  return GAMES[variant].start;
}
