/** Play: a game against a machine. */

import * as api from '../api/client';
import { Live } from '../api/live';
import type { Analysis, Engine, Side, Variant } from '../api/types';
import { Board } from '../board/board';
import { speak } from '../board/names';
import { count, scoreText, seconds } from '../game/score';
import { MoveList } from '../game/movelist';
import { lastSquares, picture, squaresOf } from '../game/tree';
import type { View } from '../router';
import { href, navigate } from '../router';
import { Listeners, add, button, el, fill, save, toggle } from '../ui/dom';
import { complain, note, say } from '../ui/say';
import { store, stored } from '../ui/theme';
import { clockText } from './clock';
import { Game } from './game';
import { type Plan, Setup } from './setup';

/** A machine takes a draw when it stands no better than this, in hundredths of a pawn. */
const CONTENT = 20;

export class PlayView implements View {
  readonly title = 'Play';
  readonly element = el('div', { class: 'room play' });
  private readonly live = new Live();
  private readonly board = new Board(uci => void this.humanMoves(uci), { label: 'Chess board; arrow keys move, Enter picks' });
  private readonly moves = new MoveList(node => this.goTo(node.id), { thai: () => this.thai });
  private readonly listeners = new Listeners();
  private readonly side = el('div', { class: 'side' });
  private readonly status = el('p', { class: 'status', role: 'status' });
  private readonly thought = el('div', { class: 'thought' });
  private readonly counting = el('p', { class: 'counting' });
  private readonly trouble = el('p', { class: 'trouble', role: 'alert' });
  private readonly clocks: Record<Side, HTMLElement> = { white: el('time', { class: 'clock' }), black: el('time', { class: 'clock' }) };
  private readonly bars = { top: el('div', { class: 'player' }), bottom: el('div', { class: 'player' }) };
  private game: Game | undefined;
  private engines: Engine[] = [];
  private timer = 0;
  private thinking = false;
  private showThoughts = stored('thoughts') !== 'off';
  private thai = stored('thai') === 'on';

  constructor(private readonly query: URLSearchParams) {
    add(
      this.element,
      el('div', { class: 'table' }, this.bars.top, this.board.element, this.bars.bottom),
      this.side,
    );
    this.listeners.on(document, 'keydown', (event: KeyboardEvent) => this.key(event));
    void this.open();
  }

  leave(): void {
    clearInterval(this.timer);
    this.game?.clock?.pause();
    this.game?.save();
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
    const saved = wanted ? undefined : await Game.saved(this.engines);
    if (saved) this.take(saved);
    else this.choose();
  }

  /** Shows the choice of a game. */
  private choose(): void {
    this.live.drop('play');
    const plan: Partial<Plan> = {};
    const engine = this.query.get('engine') ?? this.game?.engine.id ?? stored('engine');
    if (engine && this.engines.some(e => e.id === engine)) plan.engine = engine;
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
    fill(this.side, setup.element);
    if (!this.game) this.board.show({ variant: plan.variant ?? 'chess', fen: picture0(plan.variant ?? 'chess') });
    setup.element.querySelector('select')?.focus();
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
    const game = new Game(plan, this.engines.find(e => e.id === plan.engine)!, human);
    this.query.forEach((_, name) => this.query.delete(name));
    history.replaceState(null, '', '/play');
    this.take(game);
    say(`A game against ${game.engine.name}. You play ${human}.`);
  }

  /** Sits down at a game. */
  private take(game: Game): void {
    this.game = game;
    this.live.drop('play');
    this.thinking = false;
    this.board.flip(game.human);
    this.furnish();
    clearInterval(this.timer);
    this.timer = window.setInterval(() => this.tick(), 100);
    game.clock?.start(game.turn);
    void this.proceed();
  }

  /** Lays out what stands beside the board. */
  private furnish(): void {
    const game = this.game!;
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
    const thoughts = toggle('Show its thoughts', this.showThoughts, on => {
      this.showThoughts = on;
      store('thoughts', on ? 'on' : 'off');
      this.thought.hidden = !on;
    });
    this.thought.hidden = !this.showThoughts;
    fill(
      this.side,
      el('section', { class: 'panel' }, this.status, this.counting, this.thought, form, this.trouble),
      el('section', { class: 'panel grow' }, this.moves.element),
      el(
        'section',
        { class: 'panel controls' },
        el(
          'div',
          { class: 'row' },
          button('Take back', () => this.takeBack(), { title: 'Take the last move back (Backspace)' }),
          button('Redo', () => this.redo()),
          button('Hint', () => void this.hint(), { title: 'Ask the modern engine (h)' }),
          button('Flip', () => this.flip(), { title: 'Turn the board (f)' }),
        ),
        el(
          'div',
          { class: 'row' },
          button('Offer a draw', () => void this.offerDraw()),
          button('Resign', () => this.resign()),
          button('New game', () => this.choose()),
        ),
        el(
          'div',
          { class: 'row' },
          button('Save PGN', () => void this.savePgn()),
          button('Analyse', () => this.analyse()),
          button('Open its doors', () => this.doors(), { title: 'See how the machine chose its last move' }),
        ),
        thoughts,
        game.plan.variant === 'makruk' &&
          toggle('Thai notation', this.thai, on => {
            this.thai = on;
            store('thai', on ? 'on' : 'off');
            this.moves.show(game.tree);
          }),
      ),
    );
  }

  /** Brings the page up to date, and lets the machine think if it is its turn. */
  private async proceed(): Promise<void> {
    const game = this.game!;
    try {
      await game.look();
    } catch (error) {
      complain(error);
    }
    if (this.game !== game) return;
    this.show();
    if (!game.end && game.turn === game.machine && game.tree.here.children.length === 0) this.machineThinks();
  }

  private show(): void {
    const game = this.game!;
    const { state, tree } = game;
    const atEnd = game.end !== undefined;
    this.board.show({
      variant: game.plan.variant,
      fen: picture(tree.here.position),
      last: lastSquares(tree.here),
      check: state?.check,
      legal: state?.legal,
      movable: atEnd || this.thinking ? undefined : game.human,
    });
    this.board.arrows([]);
    this.moves.show(tree);
    this.players();
    this.showStatus();
    const counting = state?.counting;
    this.counting.hidden = !counting;
    if (counting) {
      const you = counting.side === game.human;
      const who = you ? 'You count' : `${game.engine.name} counts`;
      fill(this.counting, el('strong', {}, `${who}: ${counting.count} of ${counting.limit}`), ` (a draw after ${counting.limit} moves without mate)`);
    }
  }

  private showStatus(): void {
    const game = this.game!;
    const end = game.end;
    this.status.classList.toggle('over', end !== undefined);
    if (end) fill(this.status, el('strong', {}, end.result.replace('1/2-1/2', '½–½').replace('-', '–')), ' ', sentence(end.text));
    else if (this.thinking) fill(this.status, el('span', { class: 'pulse' }), `${game.engine.name} is thinking…`);
    else if (game.turn === game.human) {
      fill(this.status, `Your move${game.state?.check ? ': you are in check' : ''}.`);
    } else fill(this.status, `${game.engine.name} to move.`, ' ', button('Let it move', () => this.machineThinks()));
  }

  private players(): void {
    const game = this.game!;
    const bar = (side: Side) => {
      const mine = side === game.human;
      const name = mine ? 'You' : game.engine.name;
      const turn = game.turn === side && !game.end;
      return [
        el('span', { class: `disc ${side}`, title: side === 'white' ? 'White' : 'Black' }),
        el('span', { class: turn ? 'name turn' : 'name' }, name, turn && el('span', { class: 'unseen' }, ' (to move)')),
        !mine && el('span', { class: 'muted' }, game.level.name),
        game.clock && this.clocks[side],
      ];
    };
    const top: Side = this.board.side === 'white' ? 'black' : 'white';
    fill(this.bars.top, ...bar(top));
    fill(this.bars.bottom, ...bar(this.board.side));
    this.tick();
  }

  private tick(): void {
    const game = this.game;
    if (!game?.clock) return;
    for (const side of ['white', 'black'] as const) {
      const left = game.clock.remaining(side);
      this.clocks[side].textContent = clockText(left);
      this.clocks[side].classList.toggle('low', left < 20_000);
      this.clocks[side].classList.toggle('running', game.clock.turn === side);
      if (left === 0 && game.clock.turn === side && !game.end) {
        this.live.drop('play');
        this.thinking = false;
        game.timeOver(side);
        this.ended();
      }
    }
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
    try {
      await game.play(text);
    } catch (error) {
      return refuse(error instanceof Error ? sentence(error.message) : String(error));
    }
    this.trouble.textContent = '';
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
    this.live.search('play', game.question(), {
      queued: () => fill(this.status, 'All machines are busy; waiting for one…'),
      info: analysis => this.showThought(analysis),
      error: error => {
        this.thinking = false;
        complain(error);
        this.show();
      },
      done: thought => {
        this.thinking = false;
        if (this.game !== game) return;
        this.showThought(thought);
        if (thought.best) void this.machineMoves(thought.best.uci, thought.best.san);
        else {
          game.resign(game.machine, thought.resigns ? `${game.engine.name} resigns: ${thought.resigns}` : `${game.engine.name} has no move and resigns`);
          this.ended();
        }
      },
    });
  }

  private async machineMoves(uci: string, san: string): Promise<void> {
    const game = this.game!;
    try {
      await game.play(uci);
    } catch (error) {
      complain(error);
      return;
    }
    say(`${game.engine.name}: ${speak(san, game.plan.variant)}`);
    this.show();
    if (game.end) this.ended();
  }

  private showThought(analysis: Analysis): void {
    const [pv] = analysis.pvs;
    const progress = analysis.current;
    fill(
      this.thought,
      el(
        'div',
        { class: 'figures' },
        // Some machines tell only their move.
        pv && (pv.cp !== undefined || pv.mate !== undefined) && el('b', {}, scoreText(pv)),
        analysis.depth > 0 && el('span', {}, `depth ${analysis.depth}`),
        analysis.nodes > 0 && el('span', {}, `${count(analysis.nodes)} positions`),
        el('span', {}, seconds(analysis.ms)),
      ),
      pv && el('div', { class: 'line' }, pv.san.slice(0, 10).join(' ')),
      progress && el('progress', { value: progress.number, max: progress.of, 'aria-label': `move ${progress.number} of ${progress.of}` }),
    );
  }

  private ended(): void {
    const game = this.game!;
    this.live.drop('play');
    game.clock?.pause();
    this.show();
    if (game.end) say(`The game is over. ${game.end.text}`);
  }

  private takeBack(): void {
    const game = this.game;
    if (!game) return;
    this.live.drop('play');
    this.thinking = false;
    if (!game.takeBack()) note('There is no move to take back.');
    else say('Taken back.');
    game.verdict = undefined;
    game.clock?.start(game.turn);
    void this.proceed().then(() => game.save());
  }

  private redo(): void {
    if (!this.game?.redo()) note('There is nothing to play again.');
    else void this.proceed();
  }

  private goTo(id: number): void {
    const game = this.game!;
    const node = game.tree.find(id);
    if (!node || this.thinking) return;
    game.tree.here = node;
    game.verdict = undefined;
    void this.proceed();
  }

  private flip(): void {
    this.board.flip();
    if (this.game) this.players();
  }

  private async hint(): Promise<void> {
    const game = this.game;
    if (!game || game.end || game.turn !== game.human) return;
    const node = game.tree.here;
    try {
      const thought = await this.live.think('hint', {
        engine: 'kempelen',
        variant: game.plan.variant,
        fen: game.plan.start,
        moves: game.tree.path(),
        movetime: 800,
      });
      if (game.tree.here !== node || !thought.best) return;
      const [from, to] = squaresOf(node.position, thought.best.uci);
      this.board.arrows([{ from, to, brush: 'hint' }]);
      note(`The modern engine would play ${thought.best.san}.`);
      say(`Hint: ${speak(thought.best.san, game.plan.variant)}`);
    } catch (error) {
      complain(error);
    }
  }

  /** A machine of the museum knows no draws; the modern engine judges whether it may be content. */
  private async offerDraw(): Promise<void> {
    const game = this.game;
    if (!game || game.end) return;
    if (this.thinking) return note(`${game.engine.name} is thinking; offer it on your own move.`);
    try {
      const thought = await this.live.think('hint', {
        engine: 'kempelen',
        variant: game.plan.variant,
        fen: game.plan.start,
        moves: game.tree.path(),
        movetime: 500,
      });
      const [pv] = thought.pvs;
      const white = pv?.mate !== undefined ? Math.sign(pv.mate) * 10_000 : (pv?.cp ?? 0);
      const machine = game.machine === 'white' ? white : -white;
      if (machine <= CONTENT) {
        game.finish({ result: '1/2-1/2', text: 'a draw by agreement' });
        this.ended();
      } else note(`${game.engine.name} declines: it stands better.`);
    } catch (error) {
      complain(error);
    }
  }

  private resign(): void {
    const game = this.game;
    if (!game || game.end) return;
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

  private analyse(): void {
    const game = this.game;
    if (!game) return;
    navigate(href('/analyse', { variant: game.plan.variant, fen: game.plan.start, moves: game.tree.path().join(' ') }));
  }

  /** The doors of the machine, on the position before its last move. */
  private doors(): void {
    const game = this.game;
    if (!game) return;
    const line = game.tree.line();
    const last = line.findLastIndex(node => node.parent!.position.turn === game.machine);
    const moves = line.slice(0, Math.max(last, 0)).map(node => node.uci).join(' ');
    navigate(href('/doors', { engine: game.engine.id, variant: game.plan.variant, fen: game.plan.start, moves }));
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || /INPUT|SELECT|TEXTAREA/.test(target.tagName) || !this.game) return;
    if (event.key === 'Backspace') this.takeBack();
    else if (event.key === 'h') void this.hint();
    else if (event.key === 'f') this.flip();
    else if (event.key === 't' || event.key === '/') document.getElementById('typed')?.focus();
    else return;
    event.preventDefault();
  }
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');
}

function picture0(variant: Variant): string {
  return variant === 'makruk' ? 'rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w' : 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w';
}
