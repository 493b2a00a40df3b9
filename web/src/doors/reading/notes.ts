/** What a node said itself. */

import { Kind, type Trace } from '../trace';
import { EventReader } from './events';

export type Note =
  | { kind: 'static'; score: number }
  | { kind: 'table'; score: number; bound: number; depth: number; move: number }
  | { kind: 'skip'; move: number; why: number }
  | { kind: 'best'; move: number; score: number }
  | { kind: 'dropped'; nodes: number }
  | { kind: 'child'; node: number };

/** What a node said itself, with the nodes below it in their places. */
export function notes(trace: Trace, node: number): Note[] {
  const { nodes, bytes } = trace;
  const event = new EventReader(bytes);
  event.at = nodes.offset[node]!;
  // The first event is that the node was entered.
  event.next();
  const list: Note[] = [];
  let child = node + 1;
  while (event.at < nodes.offsetEnd[node]!) {
    if (child < nodes.end[node]! && nodes.offset[child] === event.at) {
      list.push({ kind: 'child', node: child });
      event.at = nodes.offsetEnd[child]!;
      child = nodes.end[child]!;
      continue;
    }
    event.next();
    const note = read(event);
    if (!note) return list;
    list.push(note);
  }
  return list;
}

function read({ kind, move, why, score, bound, depth, nodes }: EventReader): Note | undefined {
  switch (kind) {
    case Kind.Static: return { kind: 'static', score };
    case Kind.Table: return { kind: 'table', bound, move, score, depth };
    case Kind.Skip: return { kind: 'skip', why, move };
    case Kind.Best: return { kind: 'best', move, score };
    case Kind.Dropped: return { kind: 'dropped', nodes };
    // The node was left.
    default: return undefined;
  }
}
