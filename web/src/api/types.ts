/** What the server answers with; /api/openapi.json describes it in full. */

import type { Variant } from '../rules/position';
import type { Side } from '../rules/squares';

export type { Side, Variant };

export interface Engine {
  id: string;
  name: string;
  year: number;
  authors: string[];
  variants: Variant[];
  /** What it can do besides choosing a move. */
  capabilities: string[];
  provenance: string;
  gaps: string[];
  options: EngineOption[];
  levels: Level[];
}

export interface EngineOption {
  name: string;
  help: string;
  type: 'check' | 'spin' | 'combo' | 'button';
  default: string;
  min?: number;
  max?: number;
  choices?: string[];
}

export interface Level {
  name: string;
  usual: boolean;
  movetime?: number;
  options?: Record<string, string>;
}

export interface Place {
  variant: Variant;
  fen?: string;
  moves?: string[];
}

export interface Played {
  uci: string;
  san: string;
  thai?: string;
  fen: string;
  check?: string;
}

export interface Legal {
  uci: string;
  san: string;
  from: string;
  to: string;
  rook?: string;
  promotion?: string;
}

export interface Outcome {
  result: string;
  reason: string;
  winner: Side | null;
  text: string;
}

export interface State {
  variant: Variant;
  start: string;
  fen: string;
  turn: Side;
  moveNumber: number;
  moves: Played[];
  legal: Legal[];
  check: string | null;
  repetitions: number;
  counting: { count: number; limit: number; side: Side } | null;
  /** Who has men to mate with. */
  canMate: Record<Side, boolean>;
  outcome: Outcome | null;
}

export interface SearchRequest extends Place {
  engine?: string;
  options?: Record<string, string | number | boolean>;
  depth?: number;
  nodes?: number;
  movetime?: number;
  clock?: { remaining: number; increment: number };
  multipv?: number;
  only?: string[];
}

export interface Pv {
  moves: string;
  san: string[];
  cp?: number;
  mate?: number;
  bound?: 'lower' | 'upper';
  wdl?: [number, number, number];
  depth: number;
}

export interface Analysis {
  fen: string;
  depth: number;
  selDepth: number;
  knodes: number;
  nodes: number;
  ms: number;
  hashfull: number;
  current?: { san: string; number: number; of: number };
  pvs: Pv[];
}

export interface Thought extends Analysis {
  engine: string;
  best: { uci: string; san: string } | null;
  ponder: { uci: string; san: string } | null;
  resigns?: string;
  details?: Record<string, unknown>;
}

export interface Evaluation {
  fen: string;
  cp: number;
  phase: number;
  terms: Term[];
  dangers: Term[];
  adjustments: { name: string; meaning: string; value: number }[];
}

export interface Term {
  name: string;
  meaning: string;
  white: Part;
  black: Part;
}

export interface Part {
  middle: number;
  end: number;
  value: number;
}

export interface RecordedMove {
  after: number;
  san: string;
  uci?: string;
  thai?: string;
  glyphs?: number[];
  comments?: string[];
  commentsBefore?: string[];
}

export interface RecordedGame {
  tags: Record<string, string>;
  variant?: Variant;
  fen?: string | null;
  result: string;
  comments?: string[];
  moves: RecordedMove[];
}

export interface GamesFile {
  /** A broken one has what came before the fault, and says what is wrong. */
  games: (RecordedGame & { error?: string; line?: number })[];
  left: number;
}

/** A recording as the server keeps it. */
export interface Recorded {
  id: number;
  engine: string;
  variant: Variant;
  fen: string;
  tree: boolean;
  nodes: number;
  total: number;
  bytes: number;
  kept: string;
  best: string | null;
  pv: string[];
  score: string | null;
  ms: number;
  cut: boolean;
}
