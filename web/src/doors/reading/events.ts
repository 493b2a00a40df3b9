/** The events of a tree search, from bytes: a tag and short numbers. */

import { Kind, TraceError } from '../trace';
import { ByteReader } from './bytes';

/**
 * Reads one event after the other. Its fields tell of the last event that was read, as far as events of that kind have them: there
 * are millions, and an object for each would be too many.
 */
export class EventReader {
  kind: number = Kind.Iteration;
  how = 0;
  why = 0;
  /** The move that is told of, or 0. */
  move = 0;
  depth = 0;
  alpha = 0;
  beta = 0;
  score = 0;
  bound = 0;
  /** How many nodes were not kept. */
  nodes = 0;
  private readonly from: ByteReader;

  constructor(bytes: Uint8Array) {
    this.from = new ByteReader(bytes);
  }

  get more(): boolean {
    return this.from.more;
  }

  /** Where the next event begins in the bytes. */
  get at(): number {
    return this.from.at;
  }

  set at(offset: number) {
    this.from.at = offset;
  }

  /** Reads an event and returns its kind. Where the bytes end in the middle of it, none of them are taken. */
  next(): number {
    const start = this.from.at;
    try {
      this.kind = this.read();
      return this.kind;
    } catch (error) {
      this.from.at = start;
      throw error;
    }
  }

  private read(): number {
    const { from } = this;
    const tag = from.byte();
    if (tag < 0x40) return this.enter(tag);
    if (tag < 0x60) {
      this.why = from.reason(tag);
      this.score = from.signed();
      return Kind.Leave;
    }
    if (tag < 0x80) {
      this.why = from.reason(tag);
      this.move = from.move();
      return Kind.Skip;
    }
    if (tag >= 0x88 && tag <= 0x8d) return this.table(tag);
    switch (tag) {
      case 0x80:
        this.depth = from.byte();
        return Kind.Iteration;
      case 0x81:
        this.score = from.signed();
        return Kind.Static;
      case 0x82:
        this.move = from.move();
        this.score = from.signed();
        return Kind.Best;
      case 0x83:
        this.nodes = from.number();
        return Kind.Dropped;
      default:
        throw new TraceError(`No event begins with byte ${tag}.`);
    }
  }

  private enter(tag: number): number {
    const { from } = this;
    this.how = tag >> 2;
    this.move = tag & 1 ? from.move() : 0;
    this.depth = from.signed();
    this.alpha = from.signed();
    this.beta = tag & 2 ? this.alpha + 1 : from.signed();
    return Kind.Enter;
  }

  private table(tag: number): number {
    this.bound = (tag >> 1) & 3;
    this.move = tag & 1 ? this.from.move() : 0;
    this.score = this.from.signed();
    this.depth = this.from.signed();
    return Kind.Table;
  }
}
