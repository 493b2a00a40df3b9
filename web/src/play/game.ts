/** A game between a person and a machine: what has been played, whose turn it is, how it ended. */

import * as api from '../api/client';
import type { Engine, Level, Played, SearchRequest, Side, State } from '../api/types';
import { GameTree } from '../game/tree';
import { type Draft, Keeper, complainOnce } from '../library/keeper';
import { type Entry, get, putSearch, searchesOf } from '../library/store';
import { other } from '../rules/squares';
import { Clock, type Pace } from './clock';
import type { Plan } from './setup';

/** How a game ended that the board does not tell: on time, by resignation, by agreement. */
export interface Verdict {
  result: '1-0' | '0-1' | '1/2-1/2';
  text: string;
}

export class Game {
  readonly tree: GameTree;
  readonly clock: Clock | undefined;
  state: State | undefined;
  verdict: Verdict | undefined;
  /** The lines to moves whose searches are kept. */
  searches = new Set<string>();
  private readonly keeper: Keeper;

  /** A new game, or one from the library. Its tree stands where the game stands, wherever somebody looks. */
  constructor(
    readonly plan: Plan,
    readonly engine: Engine,
    readonly human: Side,
    moved: (id: string) => void = () => {},
    entry?: Entry,
  ) {
    this.tree = entry ? GameTree.of(entry.tree) : new GameTree(plan.variant, plan.start);
    this.clock = plan.pace ? new Clock(plan.pace, entry?.play?.left) : undefined;
    this.verdict = entry?.play?.verdict;
    if (!entry) this.tree.tags = this.tags();
    this.keeper = new Keeper('game', () => this.draft(), moved, entry);
  }

  get id(): string {
    return this.keeper.id;
  }

  get machine(): Side {
    return other(this.human);
  }

  get turn(): Side {
    return this.tree.here.position.turn;
  }

  get level(): Level {
    return this.engine.levels[this.plan.level] ?? this.engine.levels.find(level => level.usual)!;
  }

  /** How it ended, or nothing while it goes on. */
  get end(): Verdict | undefined {
    const outcome = this.state?.outcome;
    return this.verdict ?? (outcome ? { result: outcome.result as Verdict['result'], text: outcome.text } : undefined);
  }

  /** Asks the laws about the place where the game stands. */
  async look(): Promise<State> {
    const node = this.tree.here;
    const state = await api.state({ variant: this.plan.variant, fen: this.plan.start, moves: this.tree.path() });
    if (this.tree.here === node) {
      this.state = state;
      this.tree.line().forEach((step, i) => thai(step, state.moves[i]));
    }
    return state;
  }

  /** Plays a move in any spelling, or says why it cannot be played. */
  async play(text: string): Promise<void> {
    const moves = [...this.tree.path(), text];
    const mover = this.turn;
    const state = await api.state({ variant: this.plan.variant, fen: this.plan.start, moves });
    const played = state.moves.at(-1)!;
    const before = this.tree.here;
    const node = this.tree.play(played.uci, played.san);
    thai(node, played);
    // What was taken back stays, as a variation.
    if (before.children[0] !== node) this.tree.promote(node);
    this.state = state;
    this.clock?.press(mover);
    if (this.end) this.clock?.pause();
    this.save();
  }

  /** Goes back to the last position in which the human was to move. */
  takeBack(): boolean {
    if (!this.tree.back()) return false;
    if (this.turn !== this.human && !this.tree.back()) return true;
    this.verdict = undefined;
    return true;
  }

  /** Plays again what was taken back. */
  redo(): boolean {
    if (!this.tree.forward()) return false;
    if (this.turn !== this.human) this.tree.forward();
    return true;
  }

  /** The question to the machine. */
  question(): SearchRequest {
    const { plan, level } = this;
    const request: SearchRequest = {
      engine: this.engine.id,
      variant: plan.variant,
      fen: plan.start,
      moves: this.tree.path(),
      options: { ...plan.options, ...level.options },
    };
    const { clock } = this;
    if (clock && level.movetime === undefined) {
      request.clock = { remaining: Math.round(clock.remaining(this.machine)), increment: clock.pace.increment };
    } else if (clock) {
      // A level that is a time keeps it, as long as the clock has it.
      request.movetime = Math.min(level.movetime!, Math.max(20, Math.round(clock.remaining(this.machine) / 20 + clock.pace.increment / 2)));
    } else {
      // A machine of fixed depth plays as it always did, if it takes no longer than that.
      request.movetime = level.movetime ?? 60_000;
    }
    return request;
  }

  resign(side: Side, reason: string): void {
    this.finish({ result: side === 'white' ? '0-1' : '1-0', text: reason });
  }

  finish(verdict: Verdict): void {
    this.verdict = verdict;
    this.tree.result = verdict.result;
    this.clock?.pause();
    this.save();
  }

  /** A flag has fallen. Without men to mate with, the other side cannot win. */
  timeOver(side: Side): void {
    const winner = other(side);
    const can = this.state?.canMate[winner] ?? true;
    const who = side === 'white' ? 'White' : 'Black';
    if (can) this.resign(side, `${who} has used up the time`);
    else this.finish({ result: '1/2-1/2', text: `${who} has used up the time, but the other side cannot mate: a draw` });
  }

  private tags(): Record<string, string> {
    const machine = `${this.engine.name} (${this.level.name})`;
    const [white, black] = this.human === 'white' ? ['You', machine] : [machine, 'You'];
    const date = new Date().toISOString().slice(0, 10).replaceAll('-', '.');
    const tags: Record<string, string> = { Event: 'A game at the cabinet', Site: 'Kempelen', Date: date, White: white, Black: black };
    if (this.plan.pace) tags['TimeControl'] = `${this.plan.pace.base / 1000}+${this.plan.pace.increment / 1000}`;
    return tags;
  }

  record(): ReturnType<GameTree['record']> {
    const end = this.end;
    return { ...this.tree.record(), result: end?.result ?? '*', tags: end ? { ...this.tree.tags, Termination: end.text } : this.tree.tags };
  }

  save(): void {
    this.keeper.save();
  }

  /** When everything is saved. */
  settled(): Promise<void> {
    return this.keeper.settled();
  }

  private draft(): Draft {
    const end = this.end;
    const { White: white = '', Black: black = '' } = this.tree.tags;
    const play = { plan: this.plan, human: this.human, verdict: this.verdict, left: this.clock?.snapshot() };
    return { variant: this.plan.variant, white, black, result: end?.result ?? '*', plies: this.tree.here.ply, tree: this.tree.keep(), play };
  }

  /** Keeps the search that chose the move where the game stands. */
  async keepSearch(file: ArrayBuffer): Promise<void> {
    const line = this.tree.path();
    try {
      await putSearch(this.id, line, file);
      this.searches.add(line.join(' '));
    } catch (error) {
      complainOnce(error);
    }
  }

  /** A game from the library, if it is one against a machine that is there. */
  static async from(id: string, engines: Engine[], moved: (id: string) => void): Promise<Game | undefined> {
    const entry = await get(id).catch(() => undefined);
    const engine = engines.find(e => e.id === entry?.play?.plan.engine);
    if (!entry?.play || !engine) return undefined;
    const game = new Game(entry.play.plan, engine, entry.play.human, moved, entry);
    game.searches = await searchesOf(id).catch(() => new Set<string>());
    return game;
  }
}

function thai(node: { thai?: string }, played: Played | undefined): void {
  if (played?.thai) node.thai = played.thai;
}

export type { Pace };
