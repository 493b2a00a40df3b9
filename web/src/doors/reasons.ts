/** Reasons and ways by their numbers in a trace. Written by `make reasons` from `crates/trace/src/reasons.rs`. */

/** The version of the files that this page reads. */
export const VERSION = 2;

/** Why a node was left, a move passed over, or a playout ended. */
export const Why = {
  Searched: 0, Beta: 1, Table: 2, NullMove: 3, ReverseFutility: 4, Razoring: 5, ProbCut: 6, MultiCut: 7, MateDistance: 8,
  Horizon: 9, StandPat: 10, Mate: 11, Stalemate: 12, Repetition: 13, FiftyMoves: 14, Counting: 15, Material: 16,
  Tablebase: 17, Stopped: 18, LateMove: 19, Futility: 20, Exchange: 21, History: 22, Illegal: 23, Excluded: 24,
  KingCaptured: 25, Expanded: 26, Collision: 27, Counted: 28, Book: 29, Lot: 30,
} as const;

/** What reasons are called. */
export const WHY: readonly string[] = [
  'searched', 'beta', 'table', 'null move', 'reverse futility', 'razoring', 'probcut', 'multi-cut', 'mate distance',
  'horizon', 'stand pat', 'mate', 'stalemate', 'repetition', 'fifty moves', 'counting', 'material', 'tablebase', 'stopped',
  'late move', 'futility', 'exchange', 'history', 'illegal', 'excluded', 'king captured', 'expanded', 'collision',
  'counted', 'book', 'lot',
];

/** What a node looks like. */
export type Look = 'searched' | 'cut' | 'table' | 'quiet';

/** What nodes look like that were left for a reason. */
export const LOOK: readonly Look[] = [
  'searched', 'cut', 'table', 'cut', 'cut', 'searched', 'cut', 'cut', 'cut', 'quiet', 'quiet', 'searched', 'searched',
  'searched', 'searched', 'searched', 'searched', 'table', 'searched', 'searched', 'searched', 'searched', 'searched',
  'searched', 'searched', 'searched', 'searched', 'searched', 'searched', 'searched', 'searched',
];

/** How a node was searched. */
export const How = {
  Root: 0, Full: 1, Scout: 2, Reduced: 3, Again: 4, Null: 5, Probe: 6, Singular: 7, Quiescence: 8, Order: 9,
  Verification: 10,
} as const;

/** What ways are called. */
export const HOW: readonly string[] = [
  'root', 'full', 'scout', 'reduced', 'again', 'null', 'probe', 'singular', 'quiescence', 'order', 'verification',
];
