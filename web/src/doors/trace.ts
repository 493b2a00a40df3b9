/** Traces: what a search said, as columns of numbers. How they are read from bytes is told in `reading`. */

import type { Variant } from '../rules/games';
import { Why } from './reasons';

const STOPPED: number = Why.Stopped;

/** What an event is. */
export const Kind = { Iteration: 0, Enter: 1, Static: 2, Table: 3, Skip: 4, Best: 5, Leave: 6, Dropped: 7 } as const;

export interface Header {
  engine: string;
  variant: Variant;
  fen: string;
  moves: string[];
  limits: string[];
  /** What was set, as `Name value`. */
  options: string[];
  /** Units in a pawn, no bound, mate, plies of mate distance, won. */
  scale: Scale;
  kept: string;
}

export interface Scale {
  perPawn: number;
  infinite: number;
  mate: number;
  matePlies: number;
  won: number;
}

export interface Answer {
  best: string;
  pv: string[];
  score: string;
  nodes: number;
  ms: number;
}

/** One search of the root: its first row, and its nominal depth. */
export interface Round {
  root: number;
  depth: number;
}

export class TraceError extends Error {}

/** Rows for nodes. */
export interface Nodes {
  count: number;
  /** The row of the node above, or -1. */
  parent: Int32Array;
  /** The first row behind all that is below. */
  end: Uint32Array;
  /** The move that led here, or 0. */
  move: Uint16Array;
  how: Uint8Array;
  why: Uint8Array;
  ply: Uint16Array;
  depth: Int16Array;
  alpha: Int32Array;
  beta: Int32Array;
  score: Int32Array;
  /** The event that entered it, and the one that left it. */
  entered: Uint32Array;
  left: Uint32Array;
  /** Where its first event stands in the bytes, and where its last one ends. */
  offset: Uint32Array;
  offsetEnd: Uint32Array;
  /** Nodes below it and itself, those that were not kept included. */
  size: Float64Array;
  /** The row of the child whose move was its best at last, or -1. */
  best: Int32Array;
}

/** Rows for events. */
export interface Events {
  count: number;
  kind: Uint8Array;
  /** The node at which it happened. */
  node: Uint32Array;
}

export interface Trace {
  header: Header;
  answer: Answer | undefined;
  bytes: Uint8Array;
  nodes: Nodes;
  events: Events;
  rounds: Round[];
  /** Whether the file was cut off. */
  cut: boolean;
}

/**
 * The search of the root to begin with: the last that was gone through to its end. One that was stopped has looked at some moves
 * only, and one outside its window knows a bound and no score.
 */
export function lastComplete({ rounds, nodes }: Trace): number {
  const stopped = (i: number) => nodes.why[rounds[i]!.root] === STOPPED;
  const exact = (i: number) => {
    const { root } = rounds[i]!;
    return nodes.score[root]! > nodes.alpha[root]! && nodes.score[root]! < nodes.beta[root]!;
  };
  const all = [...rounds.keys()].reverse();
  return all.find(i => !stopped(i) && exact(i)) ?? all.find(i => !stopped(i)) ?? rounds.length - 1;
}

/** A score as people read it, from White's side. */
export function showScore(scale: Scale, score: number, whiteToMove: boolean): string {
  const value = whiteToMove ? score : -score;
  const minus = value < 0 ? '−' : '';
  const size = Math.abs(value);
  if (size >= scale.infinite) return `${minus}max`;
  if (scale.mate > 0 && size >= scale.mate - scale.matePlies) {
    return scale.matePlies > 0 ? `${minus}#${Math.ceil((scale.mate - size) / 2)}` : `${minus}#`;
  }
  if (scale.won > 0 && size >= scale.won) return `${minus}won`;
  if (scale.perPawn <= 1) return `${minus}${size}`;
  return minus + (size / scale.perPawn).toFixed(scale.perPawn === 8 ? 3 : 2);
}
