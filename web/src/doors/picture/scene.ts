/** What there is to draw: one search of the root, as it was at a moment. */

import type { Names } from '../names';
import { type Group, groupOf } from '../palette';
import { type Trace, showScore } from '../trace';
import { type Layout, enteredBy, layOutTree } from './layout';

export type Mode = 'tree' | 'icicle';

/** Steps from a node to another. */
export type Step = 'root' | 'back' | 'best' | 'next' | 'previous';

/** A move that nobody searched. */
export interface Ghost {
  san: string;
  text: string;
}

/** Nodes are numbers of the trace; where an `i` is asked for, they are counted from the root of the search that is shown. */
export class Scene {
  mode: Mode = 'tree';
  selected = -1;
  hovered = -1;
  /** The moment in the search that is shown, as the number of an event. */
  time = Number.MAX_SAFE_INTEGER;
  /** The moves at the chosen node that were never searched. */
  ghosts: readonly Ghost[] = [];
  /** Which search of the root it is, its first node, and the first that is no longer of it. */
  round = -1;
  from = 0;
  to = 0;
  layout!: Layout;
  /** The principal variation. */
  private readonly main = new Set<number>();

  constructor(
    readonly trace: Trace,
    readonly names: Names,
  ) {
    this.show(trace.rounds.length - 1);
  }

  /** Shows one search of the root. */
  show(round: number): void {
    const { rounds, nodes } = this.trace;
    const shown = Math.max(0, Math.min(round, rounds.length - 1));
    if (shown === this.round) return;
    this.round = shown;
    this.from = rounds[shown]!.root;
    this.to = rounds[shown + 1]?.root ?? nodes.count;
    this.layout = layOutTree(nodes, this.from, this.to);
    this.main.clear();
    for (let node = this.from; node >= 0; node = nodes.best[node]!) this.main.add(node);
  }

  has(node: number): boolean {
    return node >= this.from && node < this.to;
  }

  /** How many nodes of the search were entered by the moment that is shown. */
  get entered(): number {
    return Math.min(this.to, enteredBy(this.trace.nodes, this.time)) - this.from;
  }

  /** All rows of the picture. */
  get rows(): number {
    return this.mode === 'tree' ? this.layout.height : this.to - this.from;
  }

  /** The first row of a node, how many it has, and where its middle is. */
  top(i: number): number {
    return this.mode === 'tree' ? this.layout.top[i]! : i;
  }

  span(i: number): number {
    return this.mode === 'tree' ? this.layout.rows[i]! : this.end(i) - i;
  }

  middle(i: number): number {
    return this.mode === 'tree' ? this.layout.middle[i]! : this.top(i) + this.span(i) / 2;
  }

  /** The first behind all that is below a node. */
  end(i: number): number {
    return this.trace.nodes.end[this.from + i]! - this.from;
  }

  /** The node above, less than 0 at the root. */
  parent(i: number): number {
    return this.trace.nodes.parent[this.from + i]! - this.from;
  }

  /** The kind of a node at the moment that is shown. */
  group(i: number): Group {
    const node = this.from + i;
    if (this.trace.nodes.left[node]! > this.time) return 'open';
    return this.main.has(node) ? 'best' : groupOf(this.trace.nodes, node);
  }

  isMain(i: number): boolean {
    return this.main.has(this.from + i);
  }

  name(i: number): string {
    return this.names.move(this.from + i);
  }

  score(i: number): string {
    const { nodes, header } = this.trace;
    const node = this.from + i;
    if (nodes.left[node]! > this.time) return '…';
    return showScore(header.scale, nodes.score[node]!, this.names.whiteToMove(node));
  }

  /** The node where a step from the chosen one leads. */
  neighbour(step: Step): number {
    const { nodes } = this.trace;
    const here = this.has(this.selected) ? this.selected : this.from;
    const [parent, best] = [nodes.parent[here]!, nodes.best[here]!];
    switch (step) {
      case 'root': return this.from;
      case 'back': return parent >= 0 ? parent : here;
      case 'best': return best >= 0 ? best : here + 1 < nodes.end[here]! ? here + 1 : here;
      case 'next': return parent >= 0 && nodes.end[here]! < nodes.end[parent]! ? nodes.end[here]! : here;
      case 'previous': {
        let before = here;
        for (let child = parent + 1; parent >= 0 && child < here; child = nodes.end[child]!) before = child;
        return before;
      }
    }
  }
}
