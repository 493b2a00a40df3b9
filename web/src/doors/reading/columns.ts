/** Columns of numbers that grow, a row for each node and one for each event. */

import type { Events, Nodes } from '../trace';

type Numbers = Int32Array | Uint32Array | Int16Array | Uint16Array | Uint8Array | Float64Array;

/** Columns by their names, all of the same length. */
type Arrays = Record<string, Numbers>;

function enlarge<T extends Arrays>(columns: T, length: number): T {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => {
    const larger = new (column.constructor as new (length: number) => Numbers)(length);
    larger.set(column);
    return [name, larger];
  })) as T;
}

function shorten<T extends Arrays>(columns: T, length: number): T {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column.subarray(0, length)])) as T;
}

export class Columns<T extends Arrays> {
  /** How many rows are in use. */
  count = 0;

  /** `now` holds the columns; they are others after a row was added. */
  constructor(public now: T, private length: number) {}

  /** Adds a row of zeros and returns its number. */
  add(): number {
    if (this.count === this.length) {
      this.length *= 2;
      this.now = enlarge(this.now, this.length);
    }
    return this.count++;
  }

  finish(): T & { count: number } {
    return { count: this.count, ...shorten(this.now, this.count) };
  }
}

/** Rows for nodes; `n` is a guess at how many there will be. */
export function nodeColumns(n: number): Columns<Omit<Nodes, 'count'>> {
  return new Columns({
    parent: new Int32Array(n),
    end: new Uint32Array(n),
    move: new Uint16Array(n),
    how: new Uint8Array(n),
    why: new Uint8Array(n),
    ply: new Uint16Array(n),
    depth: new Int16Array(n),
    alpha: new Int32Array(n),
    beta: new Int32Array(n),
    score: new Int32Array(n),
    entered: new Uint32Array(n),
    left: new Uint32Array(n),
    offset: new Uint32Array(n),
    offsetEnd: new Uint32Array(n),
    size: new Float64Array(n),
    best: new Int32Array(n),
  }, n);
}

/** Rows for events. */
export function eventColumns(n: number): Columns<Omit<Events, 'count'>> {
  return new Columns({ kind: new Uint8Array(n), node: new Uint32Array(n) }, n);
}
