/** The moves of a tree in letters, and its positions; what was worked out is remembered. */

import type { Variant } from '../rules/games';
import { type Position, pass, play, playLine, readFen, writeUci } from '../rules/position';
import { san } from '../rules/san';
import { How } from './reasons';
import type { Trace } from './trace';

/** More is not kept; the pictures ask for a few hundred at a time. */
const MOST = 20_000;

export class Names {
  readonly root: Position;
  private readonly positions = new Map<number, Position>();
  private readonly texts = new Map<number, string>();

  constructor(private readonly trace: Trace) {
    this.root = playLine(readFen(trace.header.fen, trace.header.variant), trace.header.moves);
  }

  get variant(): Variant {
    return this.trace.header.variant;
  }

  /** Whether White is to move at a node. */
  whiteToMove(node: number): boolean {
    return (this.root.turn === 'white') === (this.trace.nodes.ply[node]! % 2 === 0);
  }

  position(node: number): Position {
    const known = this.positions.get(node);
    if (known) return known;
    const { nodes } = this.trace;
    const parent = nodes.parent[node]!;
    let here = parent < 0 ? this.root : this.position(parent);
    if (parent >= 0) {
      if (nodes.move[node] !== 0) here = play(here, nodes.move[node]!);
      else if (nodes.how[node] === How.Null) here = pass(here);
    }
    if (this.positions.size > MOST) this.positions.clear();
    this.positions.set(node, here);
    return here;
  }

  /** The move that led to a node: `Nf3`, `--` for a pass, `=` where the node above is looked at again. */
  move(node: number): string {
    const known = this.texts.get(node);
    if (known !== undefined) return known;
    const { nodes } = this.trace;
    const [parent, move] = [nodes.parent[node]!, nodes.move[node]!];
    let text: string;
    if (parent < 0) text = 'root';
    else if (move !== 0) text = san(this.position(parent), move);
    else text = nodes.how[node] === How.Null ? '--' : '=';
    if (this.texts.size > MOST) this.texts.clear();
    this.texts.set(node, text);
    return text;
  }

  /** The moves from the root to a node. */
  line(node: number): number[] {
    const path: number[] = [];
    for (let at = node; this.trace.nodes.parent[at]! >= 0; at = this.trace.nodes.parent[at]!) path.unshift(at);
    return path;
  }

  /** The squares of the move that led to a node. */
  uci(node: number): string {
    const { nodes } = this.trace;
    const parent = nodes.parent[node]!;
    return parent < 0 || nodes.move[node] === 0 ? '' : writeUci(this.position(parent), nodes.move[node]!);
  }
}
