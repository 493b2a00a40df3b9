/** A game between a person and a machine: what has been played, whose turn it is, how it ended. */

import * as api from '../api/client';
import type { Engine, Level, Played, SearchRequest, Side, State } from '../api/types';
import { GameTree } from '../game/tree';
import { other } from '../rules/squares';
import { Clock, type Pace } from './clock';
import type { Plan } from './setup';

/** How a game ended that the board does not tell: on time, by resignation, by agreement. */
export interface Verdict {
  result: '1-0' | '0-1' | '1/2-1/2';
  text: string;
}

/** What is kept to take a game up again. */
interface Saved {
  plan: Plan;
  human: Side;
  moves: string[];
  verdict?: Verdict | undefined;
  left?: Record<Side, number> | undefined;
}

export class Game {
  readonly tree: GameTree;
  readonly clock: Clock | undefined;
  state: State | undefined;
  verdict: Verdict | undefined;

  constructor(
    readonly plan: Plan,
    readonly engine: Engine,
    readonly human: Side,
    left?: Record<Side, number>,
  ) {
    this.tree = new GameTree(plan.variant, plan.start);
    this.clock = plan.pace ? new Clock(plan.pace, left) : undefined;
    this.tree.tags = this.tags();
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
    // What was to come before is no longer so.
    for (const child of [...this.tree.here.children]) if (child.uci !== played.uci) this.tree.remove(child);
    thai(this.tree.play(played.uci, played.san), played);
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
    if (this.clock) {
      request.clock = { remaining: Math.round(this.clock.remaining(this.machine)), increment: this.clock.pace.increment };
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
    const end = this.tree;
    const line = [...end.path()];
    const saved: Saved = { plan: this.plan, human: this.human, moves: line, verdict: this.verdict, left: this.clock?.snapshot() };
    try {
      localStorage.setItem('kempelen.game', JSON.stringify(saved));
    } catch {
      // Then it is lost when the page is left.
    }
  }

  /** The game that was going on when the page was left. */
  static async saved(engines: Engine[]): Promise<Game | undefined> {
    try {
      const text = localStorage.getItem('kempelen.game');
      if (!text) return undefined;
      const saved = JSON.parse(text) as Saved;
      const engine = engines.find(e => e.id === saved.plan.engine);
      if (!engine) return undefined;
      const game = new Game(saved.plan, engine, saved.human, saved.left);
      const state = await api.state({ variant: saved.plan.variant, fen: saved.plan.start, moves: saved.moves });
      for (const move of state.moves) thai(game.tree.play(move.uci, move.san), move);
      game.state = state;
      game.verdict = saved.verdict;
      return game;
    } catch {
      return undefined;
    }
  }
}

function thai(node: { thai?: string }, played: Played | undefined): void {
  if (played?.thai) node.thai = played.thai;
}

export type { Pace };
