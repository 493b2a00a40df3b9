/**
 * Traces: what a search said, from bytes to columns of numbers.
 *
 * A file is `KTRACE\r\n`, two bytes of version, and chunks (a letter, length, checksum, content). Events are a tag and short
 * numbers. Here they become one row for each node, in the order in which nodes were entered, so that everything below a node is a
 * run of rows behind it; and one row for each event, for going through the search in time.
 */

/** Why a node was left, or a move passed over; the numbers are those of the file. */
export const WHY = [
  'searched', 'beta', 'table', 'null move', 'reverse futility', 'razoring', 'probcut', 'multi-cut', 'mate distance', 'horizon',
  'stand pat', 'mate', 'stalemate', 'repetition', 'fifty moves', 'counting', 'material', 'tablebase', 'stopped', 'late move',
  'futility', 'exchange', 'history', 'illegal', 'excluded', 'king captured', 'expanded', 'collision', 'counted', 'book', 'lot',
] as const;

/** How a node was searched. */
export const HOW = ['root', 'full', 'scout', 'reduced', 'again', 'null', 'probe', 'verify', 'quiescence', 'order'] as const;

export const Why = { Searched: 0, Beta: 1, Table: 2, NullMove: 3, Horizon: 9, StandPat: 10, Mate: 11, Stopped: 18 } as const;
export const How = { Root: 0, Null: 5, Probe: 6, Verify: 7, Quiescence: 8, Order: 9 } as const;

/** What an event is. */
export const Kind = { Iteration: 0, Enter: 1, Static: 2, Table: 3, Skip: 4, Best: 5, Leave: 6, Dropped: 7 } as const;

export interface Header {
  engine: string;
  variant: 'chess' | 'makruk';
  fen: string;
  moves: string[];
  limits: string[];
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

/** Something a node said itself. */
export type Note =
  | { kind: 'static'; score: number }
  | { kind: 'table'; score: number; bound: number; depth: number; move: number }
  | { kind: 'skip'; move: number; why: number }
  | { kind: 'best'; move: number; score: number }
  | { kind: 'dropped'; nodes: number }
  | { kind: 'child'; node: number };

export class TraceError extends Error {}

/** The bytes end in the middle of an event. */
class Cut extends TraceError {}

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

/** Reads the chunks of a file. */
export function readFile(buffer: ArrayBuffer): { header: Header; answer: Answer | undefined; bytes: Uint8Array; cut: boolean } {
  const all = new Uint8Array(buffer);
  const view = new DataView(buffer);
  const text = new TextDecoder();
  if (all.length < 10 || text.decode(all.subarray(0, 8)) !== 'KTRACE\r\n') throw new TraceError('This is not a trace of Kempelen.');
  if (view.getUint16(8, true) !== 1) throw new TraceError('This trace was written by a later version.');
  let header: Header | undefined;
  let answer: Answer | undefined;
  const parts: Uint8Array[] = [];
  let cut = true;
  for (let at = 10; at + 9 <= all.length; ) {
    const kind = String.fromCharCode(all[at]!);
    const length = view.getUint32(at + 1, true);
    const content = all.subarray(at + 9, Math.min(at + 9 + length, all.length));
    if (kind === 'H') header = readHeader(text.decode(content));
    else if (kind === 'E') parts.push(content);
    else if (kind === 'A') answer = readAnswer(text.decode(content));
    else if (kind === 'Z') cut = false;
    at += 9 + length;
  }
  if (!header) throw new TraceError('This trace is cut off before its first event.');
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return { header, answer, bytes, cut };
}

function facts(text: string): Map<string, string[]> {
  const all = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const space = line.indexOf(' ');
    if (space < 0) continue;
    const key = line.slice(0, space);
    all.set(key, [...(all.get(key) ?? []), line.slice(space + 1)]);
  }
  return all;
}

const words = (text: string | undefined): string[] => (text ?? '').split(' ').filter(word => word !== '');

function readHeader(text: string): Header {
  const all = facts(text);
  const one = (key: string) => all.get(key)?.[0] ?? '';
  const [perPawn = 100, infinite = 2147483647, mate = 0, matePlies = 0, won = 0] = words(one('scale')).map(Number);
  return {
    engine: one('engine'),
    variant: one('variant') === 'makruk' ? 'makruk' : 'chess',
    fen: one('fen'),
    moves: words(one('moves')),
    limits: all.get('limit') ?? [],
    scale: { perPawn, infinite, mate, matePlies, won },
    kept: one('kept'),
  };
}

function readAnswer(text: string): Answer {
  const all = facts(text);
  const one = (key: string) => all.get(key)?.[0] ?? '';
  return { best: one('best'), pv: words(one('pv')), score: one('score'), nodes: Number(one('nodes')), ms: Number(one('ms')) };
}

/** Reads numbers out of bytes, one after the other. */
export class Eye {
  at = 0;

  constructor(readonly bytes: Uint8Array) {}

  get more(): boolean {
    return this.at < this.bytes.length;
  }

  byte(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw new Cut('An event is cut off.');
    this.at += 1;
    return byte;
  }

  /** Base 128, the high bit for "more follows". */
  number(): number {
    let byte = this.byte();
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    let factor = 128;
    do {
      byte = this.byte();
      value += (byte & 0x7f) * factor;
      factor *= 128;
    } while (byte >= 0x80 && factor < 2 ** 63);
    return value;
  }

  signed(): number {
    const folded = this.number();
    return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
  }

  move(): number {
    return this.byte() | (this.byte() << 8);
  }
}

/** Columns that grow. */
class Growing<T extends { length: number; set(from: T): void }> {
  constructor(
    public array: T,
    private readonly make: (length: number) => T,
  ) {}

  room(length: number): void {
    if (length < this.array.length) return;
    const more = this.make(this.array.length * 2);
    more.set(this.array);
    this.array = more;
  }
}

const grow = {
  i32: (n: number) => new Growing(new Int32Array(n), k => new Int32Array(k)),
  u32: (n: number) => new Growing(new Uint32Array(n), k => new Uint32Array(k)),
  i16: (n: number) => new Growing(new Int16Array(n), k => new Int16Array(k)),
  u16: (n: number) => new Growing(new Uint16Array(n), k => new Uint16Array(k)),
  u8: (n: number) => new Growing(new Uint8Array(n), k => new Uint8Array(k)),
  f64: (n: number) => new Growing(new Float64Array(n), k => new Float64Array(k)),
};

/** Whether events are told by playouts and not by nodes. */
export function isPlayouts(bytes: Uint8Array): boolean {
  return bytes.length > 0 && bytes[0]! >= 0x90;
}

/** Lays the events of a tree search out in rows. */
export function layOut(buffer: ArrayBuffer): Trace {
  const { header, answer, bytes, cut } = readFile(buffer);
  const n = Math.max(64, bytes.length >> 5);
  const columns = {
    parent: grow.i32(n), end: grow.u32(n), move: grow.u16(n), how: grow.u8(n), why: grow.u8(n), ply: grow.u16(n), depth: grow.i16(n),
    alpha: grow.i32(n), beta: grow.i32(n), score: grow.i32(n), entered: grow.u32(n), left: grow.u32(n), offset: grow.u32(n),
    offsetEnd: grow.u32(n), size: grow.f64(n), best: grow.i32(n),
  };
  const all = Object.values(columns) as { room(length: number): void }[];
  const kinds = grow.u8(n * 4);
  const owners = grow.u32(n * 4);
  const rounds: Round[] = [];
  const eye = new Eye(bytes);
  const open: number[] = [];
  let [count, events, depth, room] = [0, 0, 0, n];

  const next = (): void => {
    const start = eye.at;
    const tag = eye.byte();
    const here = open.length === 0 ? -1 : open[open.length - 1]!;
    let kind: number;
    let owner = Math.max(here, 0);
    if (tag < 0x40) {
      const row = count;
      if (row >= room) {
        for (const column of all) column.room(row);
        room *= 2;
      }
      const move = tag & 1 ? eye.move() : 0;
      columns.how.array[row] = tag >> 2;
      columns.move.array[row] = move;
      columns.depth.array[row] = eye.signed();
      const alpha = eye.signed();
      columns.alpha.array[row] = alpha;
      columns.beta.array[row] = tag & 2 ? alpha + 1 : eye.signed();
      columns.parent.array[row] = here;
      columns.why.array[row] = Why.Stopped;
      columns.ply.array[row] = here < 0 ? 0 : columns.ply.array[here]! + (move !== 0 || tag >> 2 === How.Null ? 1 : 0);
      columns.entered.array[row] = events;
      columns.offset.array[row] = start;
      columns.size.array[row] = 1;
      columns.best.array[row] = -1;
      if (here < 0) rounds.push({ root: row, depth });
      open.push(row);
      count += 1;
      kind = Kind.Enter;
      owner = row;
    } else if (tag < 0x60) {
      if (here < 0) throw new TraceError('The events do not nest.');
      columns.score.array[here] = eye.signed();
      columns.why.array[here] = tag & 31;
      close(here);
      open.pop();
      kind = Kind.Leave;
    } else if (tag < 0x80) {
      eye.move();
      kind = Kind.Skip;
    } else if (tag === 0x80) {
      depth = eye.byte();
      kind = Kind.Iteration;
      owner = count;
    } else if (tag === 0x81) {
      eye.signed();
      kind = Kind.Static;
    } else if (tag === 0x82) {
      const move = eye.move();
      eye.signed();
      kind = Kind.Best;
      if (here >= 0) columns.best.array[here] = lastVisit(here, move);
    } else if (tag === 0x83) {
      if (here >= 0) columns.size.array[here] = columns.size.array[here]! + eye.number();
      else eye.number();
      kind = Kind.Dropped;
    } else if (tag >= 0x88 && tag <= 0x8d) {
      if (tag & 1) eye.move();
      eye.signed();
      eye.signed();
      kind = Kind.Table;
    } else throw new TraceError(`No event begins with byte ${tag}.`);
    kinds.room(events);
    owners.room(events);
    kinds.array[events] = kind;
    owners.array[events] = owner;
    events += 1;
  };
  try {
    while (eye.more) next();
  } catch (error) {
    // What was cut off reads up to the cut.
    if (!(error instanceof Cut && cut)) throw error;
  }
  while (open.length > 0) close(open.pop()!);

  function close(row: number): void {
    columns.end.array[row] = count;
    columns.left.array[row] = events;
    columns.offsetEnd.array[row] = eye.at;
    const parent = columns.parent.array[row]!;
    if (parent >= 0) columns.size.array[parent] = columns.size.array[parent]! + columns.size.array[row]!;
  }

  /** The last child of a node by a move: children lie behind each other, so that one steps from one to the next. */
  function lastVisit(node: number, move: number): number {
    let found = -1;
    for (let child = node + 1; child < count; child = columns.end.array[child]!) {
      if (columns.move.array[child] === move) found = child;
      if (columns.end.array[child] === 0) break;
    }
    return found;
  }

  if (count === 0) throw new TraceError('The trace has no nodes: the machine said nothing.');
  const nodes = Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, (column.array as Int32Array).subarray(0, count)]),
  ) as unknown as Omit<Nodes, 'count'>;
  return {
    header,
    answer,
    bytes,
    nodes: { count, ...nodes },
    events: { count: events, kind: kinds.array.subarray(0, events), node: owners.array.subarray(0, events) },
    rounds,
    cut,
  };
}

/** What a node said itself, with the nodes below it in their places. */
export function notes(trace: Trace, node: number): Note[] {
  const { nodes, bytes } = trace;
  const eye = new Eye(bytes);
  eye.at = nodes.offset[node]!;
  const stop = nodes.offsetEnd[node]!;
  const list: Note[] = [];
  let first = true;
  let child = node + 1;
  while (eye.at < stop) {
    if (!first && child < nodes.end[node]! && nodes.offset[child] === eye.at) {
      list.push({ kind: 'child', node: child });
      eye.at = nodes.offsetEnd[child]!;
      child = nodes.end[child]!;
      continue;
    }
    first = false;
    const tag = eye.byte();
    if (tag < 0x40) {
      if (tag & 1) eye.move();
      eye.signed();
      eye.signed();
      if (!(tag & 2)) eye.signed();
    } else if (tag < 0x60) return list;
    else if (tag < 0x80) list.push({ kind: 'skip', why: tag & 31, move: eye.move() });
    else if (tag === 0x81) list.push({ kind: 'static', score: eye.signed() });
    else if (tag === 0x82) list.push({ kind: 'best', move: eye.move(), score: eye.signed() });
    else if (tag === 0x83) list.push({ kind: 'dropped', nodes: eye.number() });
    else if (tag >= 0x88) {
      const move = tag & 1 ? eye.move() : 0;
      list.push({ kind: 'table', bound: (tag >> 1) & 3, move, score: eye.signed(), depth: eye.signed() });
    } else return list;
  }
  return list;
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
