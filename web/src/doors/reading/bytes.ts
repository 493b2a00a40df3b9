/** Numbers out of bytes, one after the other. */

import { TraceError } from '../trace';

/** The bytes end in the middle of an event. */
export class CutOff extends TraceError {}

export class ByteReader {
  at = 0;

  constructor(readonly bytes: Uint8Array) {}

  get more(): boolean {
    return this.at < this.bytes.length;
  }

  byte(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw new CutOff('An event is cut off.');
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

  /** The number of a reason: in the tag or, where it does not fit, behind it. */
  reason(tag: number): number {
    const number = tag & 31;
    return number === 31 ? this.byte() : number;
  }
}
