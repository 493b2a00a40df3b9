/** A match between two machines, with a live table. */

import * as api from '../api/client';
import type { Live } from '../api/live';
import type { Engine, SearchRequest, State, Variant } from '../api/types';
import { plays } from '../play/setup';
import { GameTree, STARTS } from '../game/tree';
import { Keeper, complainOnce } from '../library/keeper';
import { putSearch } from '../library/store';
import { href } from '../router';
import { button, choice, el, fill, save } from '../ui/dom';
import { complain } from '../ui/say';
import { eloText } from './elo';

export interface MatchHooks {
  variant: () => Variant;
  /** The position to start from, if it is not the usual one. */
  start: () => string;
  show: (tree: GameTree, check: string | null) => void;
}

interface Player {
  engine: string;
  level: number;
}

interface Line {
  /** In the library. */
  id: string;
  number: number;
  white: string;
  black: string;
  result: string;
  reason: string;
  plies: number;
}

/** Games longer than this are given up as drawn. */
const LONGEST = 400;
/** A machine that has no time of its own thinks no longer than this, in milliseconds. */
const MOST_TIME = 10_000;

export class Match {
  readonly element = el('details', { class: 'panel match' }, el('summary', {}, 'A match between two machines'));
  private readonly table = el('div', { class: 'live', 'aria-live': 'polite' });
  private readonly form = el('div', {});
  private readonly players: [Player, Player];
  private games = 4;
  private random = 4;
  private running = false;
  private run = 0;
  private readonly lines: Line[] = [];
  private readonly trees: GameTree[] = [];

  constructor(
    private readonly live: Live,
    private readonly engines: Engine[],
    private readonly hooks: MatchHooks,
  ) {
    this.players = [{ engine: engines[0]!.id, level: 0 }, { engine: (engines[1] ?? engines[0])!.id, level: -1 }];
    this.element.append(this.form, this.table);
    this.render();
  }

  stop(): void {
    this.running = false;
    this.run += 1;
    this.live.drop('match-0');
    this.live.drop('match-1');
    this.render();
  }

  private machine(player: Player): Engine {
    return this.engines.find(engine => engine.id === player.engine) ?? this.engines[0]!;
  }

  private name(player: Player): string {
    const engine = this.machine(player);
    return `${engine.name} (${engine.levels[player.level]?.name ?? ''})`;
  }

  private render(): void {
    const variant = this.hooks.variant();
    const able = this.engines.filter(engine => plays(engine, variant));
    const row = (player: Player, title: string) => {
      if (!able.some(engine => engine.id === player.engine)) player.engine = able[0]!.id;
      const engine = this.machine(player);
      if (!engine.levels[player.level]) player.level = engine.levels.findIndex(level => level.usual);
      return el('div', { class: 'row' },
        choice(title, able.map(e => [e.id, `${e.name} (${e.year})`] as const), player.engine, id => {
          player.engine = id;
          player.level = -1;
          this.render();
        }),
        choice('Level', engine.levels.map((level, i) => [String(i), level.name] as const), String(player.level), i => {
          player.level = Number(i);
        }));
    };
    fill(
      this.form,
      row(this.players[0], 'First'),
      row(this.players[1], 'Second'),
      el('div', { class: 'row' },
        choice('Games', ['2', '4', '10', '20', '50'].map(n => [n, n] as const), String(this.games), n => (this.games = Number(n))),
        choice('Moves by lot', ['0', '2', '4', '6', '8'].map(n => [n, n] as const), String(this.random), n => (this.random = Number(n)), { title: 'So many half-moves are drawn by lot before each pair of games' })),
      el('div', { class: 'row' },
        this.running
          ? button('Stop the match', () => this.stop())
          : button('Begin the match', () => void this.begin(), { class: 'primary' }),
        this.lines.length > 0 && button('Download PGN', () => void this.download())),
    );
  }

  private async begin(): Promise<void> {
    const run = ++this.run;
    this.running = true;
    this.lines.length = 0;
    this.trees.length = 0;
    this.render();
    this.show();
    const variant = this.hooks.variant();
    const start = this.hooks.start() || STARTS[variant];
    let opening: string[] = [];
    try {
      for (let number = 1; number <= this.games && this.run === run; number++) {
        // Each opening is played twice, with colours exchanged.
        if (number % 2 === 1) opening = await this.draw(variant, start);
        const [white, black] = number % 2 === 1 ? [0, 1] as const : [1, 0] as const;
        await this.play(run, number, variant, start, opening, white, black);
      }
    } catch (error) {
      if (this.run === run) complain(error);
    }
    if (this.run === run) {
      this.running = false;
      this.render();
    }
  }

  /** Some moves by lot; none that ends the game. */
  private async draw(variant: Variant, fen: string): Promise<string[]> {
    const moves: string[] = [];
    for (let ply = 0; ply < this.random; ply++) {
      const { legal, outcome } = await api.state({ variant, fen, moves });
      if (outcome || legal.length === 0) return moves.slice(0, -1);
      moves.push(legal[Math.floor(Math.random() * legal.length)]!.uci);
    }
    const { outcome } = await api.state({ variant, fen, moves });
    return outcome ? [] : moves;
  }

  private async play(run: number, number: number, variant: Variant, start: string, opening: string[], white: 0 | 1, black: 0 | 1): Promise<void> {
    const tree = new GameTree(variant, start);
    const names = [this.name(this.players[white]), this.name(this.players[black])] as const;
    tree.tags = { Event: 'A match of machines', Site: 'Kempelen', Round: String(number), White: names[0], Black: names[1], Date: new Date().toISOString().slice(0, 10).replaceAll('-', '.') };
    let state: State = await api.state({ variant, fen: start, moves: opening });
    for (const move of state.moves) tree.play(move.uci, move.san);
    const keeper = new Keeper('match', () => ({ variant, white: names[0], black: names[1], result: tree.result, plies: tree.here.ply, tree: tree.keep() }));
    let verdict: { result: string; reason: string } | undefined;
    while (this.run === run && !verdict) {
      this.hooks.show(tree, state.check);
      if (state.outcome) {
        verdict = { result: state.outcome.result, reason: state.outcome.text };
        break;
      }
      if (tree.here.ply >= LONGEST) {
        verdict = { result: '1/2-1/2', reason: 'given up as drawn' };
        break;
      }
      const mover = state.turn === 'white' ? white : black;
      const { thought, file } = await this.live.move(`match-${mover}`, this.question(mover, variant, start, tree.path()));
      if (this.run !== run) return;
      if (!thought.best) {
        verdict = { result: state.turn === 'white' ? '0-1' : '1-0', reason: thought.resigns ?? 'no move' };
        break;
      }
      tree.play(thought.best.uci, thought.best.san);
      if (file) await putSearch(keeper.id, tree.path(), file).catch(complainOnce);
      keeper.save();
      state = await api.state({ variant, fen: start, moves: tree.path() });
    }
    if (!verdict || this.run !== run) return;
    tree.result = verdict.result;
    keeper.save();
    this.trees.push(tree);
    this.lines.push({ id: keeper.id, number, white: names[0], black: names[1], result: verdict.result, reason: verdict.reason, plies: tree.here.ply });
    this.show();
  }

  private question(mover: 0 | 1, variant: Variant, fen: string, moves: string[]): SearchRequest {
    const player = this.players[mover];
    const engine = this.machine(player);
    const { movetime = MOST_TIME, options } = engine.levels[player.level]!;
    return { engine: engine.id, variant, fen, moves, movetime, ...(options ? { options } : {}) };
  }

  private show(): void {
    const [first, second] = [this.name(this.players[0]), this.name(this.players[1])];
    const scores = this.lines.map((line, i) => (i % 2 === 0 ? white(line) : 1 - white(line)));
    const [wins, draws, losses] = [1, 0.5, 0].map(p => scores.filter(score => score === p).length);
    const total = scores.reduce((a, b) => a + b, 0);
    fill(
      this.table,
      el('table', {},
        el('thead', {}, el('tr', {}, ...['Machine', '+', '=', '−', 'Points'].map(text => el('th', {}, text)))),
        el('tbody', {},
          el('tr', {}, el('td', {}, first), el('td', {}, wins), el('td', {}, draws), el('td', {}, losses), el('td', {}, `${total} of ${scores.length}`)),
          el('tr', {}, el('td', {}, second), el('td', {}, losses), el('td', {}, draws), el('td', {}, wins), el('td', {}, `${scores.length - total} of ${scores.length}`)))),
      scores.length > 1 && el('p', { class: 'muted' }, eloText(scores)),
      el('ol', { class: 'results' }, ...[...this.lines].reverse().slice(0, 50).map(line =>
        el('li', { value: line.number }, `${line.white} – ${line.black}: `, el('a', { href: href('/analyse', { game: line.id }), title: 'Look through it, with its doors' }, line.result), ` ${line.reason}, ${Math.ceil(line.plies / 2)} moves`))),
    );
  }

  private async download(): Promise<void> {
    const texts: string[] = [];
    try {
      for (const tree of this.trees) texts.push(await api.writeGame(tree.record()));
      save('kempelen-match.pgn', texts.join('\n'), 'application/x-chess-pgn');
    } catch (error) {
      complain(error);
    }
  }
}

const white = (line: Line) => (line.result === '1-0' ? 1 : line.result === '0-1' ? 0 : 0.5);
