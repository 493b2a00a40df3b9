/** The events of a search in words. */

import type { Names } from './names';
import { HOW, WHY } from './reasons';
import { Kind, type Trace, showScore } from './trace';

export function eventWords(trace: Trace, names: Names, event: number): string {
  const kind = trace.events.kind[event];
  const node = trace.events.node[event]!;
  const { nodes } = trace;
  const name = () => (nodes.parent[node]! < 0 ? 'the root' : names.move(node));
  switch (kind) {
    case Kind.Iteration: {
      const round = trace.rounds.find(r => r.root >= node);
      return round ? `a search to depth ${round.depth} begins` : 'a search begins';
    }
    case Kind.Enter: return `enters ${name()} (${HOW[nodes.how[node]!]})`;
    case Kind.Static: return `judges ${name()}`;
    case Kind.Table: return `the table knows ${name()}`;
    case Kind.Skip: return `passes a move over at ${name()}`;
    case Kind.Best: return `a new best move at ${name()}`;
    case Kind.Leave: return `leaves ${name()} with ${showScore(trace.header.scale, nodes.score[node]!, names.whiteToMove(node))}: ${WHY[nodes.why[node]!]}`;
    case Kind.Dropped: return `nodes below ${name()} were not kept`;
    default: return '';
  }
}
