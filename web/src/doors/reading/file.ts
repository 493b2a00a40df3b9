/** A trace's file: `KTRACE\r\n`, two bytes of version, and chunks (a letter, length, checksum, content). */

import { asVariant } from '../../rules/games';
import { VERSION } from '../reasons';
import { type Answer, type Header, TraceError } from '../trace';

/** What a file says, its events as bytes. */
export interface TraceFile {
  header: Header;
  answer: Answer | undefined;
  bytes: Uint8Array;
  /** Whether the file was cut off. */
  cut: boolean;
}

export function readFile(buffer: ArrayBuffer): TraceFile {
  const all = new Uint8Array(buffer);
  const view = new DataView(buffer);
  const text = new TextDecoder();
  if (all.length < 10 || text.decode(all.subarray(0, 8)) !== 'KTRACE\r\n') throw new TraceError('This is not a trace of Kempelen.');
  if (view.getUint16(8, true) !== VERSION) throw new TraceError('This trace was written by another version of the program.');
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
  return { header, answer, bytes: join(parts), cut };
}

/** Whether events are told by playouts and not by nodes. */
export function isPlayouts(bytes: Uint8Array): boolean {
  return bytes.length > 0 && bytes[0]! >= 0x90;
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
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
    variant: asVariant(one('variant')),
    fen: one('fen'),
    moves: words(one('moves')),
    limits: all.get('limit') ?? [],
    options: all.get('option') ?? [],
    scale: { perPawn, infinite, mate, matePlies, won },
    kept: one('kept'),
  };
}

function readAnswer(text: string): Answer {
  const all = facts(text);
  const one = (key: string) => all.get(key)?.[0] ?? '';
  return { best: one('best'), pv: words(one('pv')), score: one('score'), nodes: Number(one('nodes')), ms: Number(one('ms')) };
}
