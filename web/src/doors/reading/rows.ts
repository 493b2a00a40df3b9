/**
 * Events become one row for each node, in the order in which nodes were entered, so that everything below a node is a run of rows
 * behind it; and one row for each event, for going through the search in time.
 */

import { How, Why } from '../reasons';
import { Kind, type Round, type Trace, TraceError } from '../trace';
import { CutOff } from './bytes';
import { eventColumns, nodeColumns } from './columns';
import { EventReader } from './events';
import { type TraceFile, readFile } from './file';

/** Lays the events of a tree search out in rows. */
export function layOut(buffer: ArrayBuffer): Trace {
  const file = readFile(buffer);
  const rows = new Rows(file);
  rows.fill();
  return rows.finish();
}

class Rows {
  private readonly nodes;
  private readonly events;
  private readonly event: EventReader;
  private readonly rounds: Round[] = [];
  /** The nodes from the root to the one where the search is. */
  private readonly open: number[] = [];
  /** The depth that the next search of the root was announced with. */
  private depth = 0;

  constructor(private readonly file: TraceFile) {
    const guess = Math.max(64, file.bytes.length >> 5);
    this.nodes = nodeColumns(guess);
    this.events = eventColumns(guess * 4);
    this.event = new EventReader(file.bytes);
  }

  fill(): void {
    const { event } = this;
    try {
      while (event.more) {
        const offset = event.at;
        const kind = event.next();
        const node = this.take(kind, offset);
        const row = this.events.add();
        this.events.now.kind[row] = kind;
        this.events.now.node[row] = node;
      }
    } catch (error) {
      // What was cut off reads up to the cut.
      if (!(error instanceof CutOff && this.file.cut)) throw error;
    }
    while (this.open.length > 0) this.close(this.open.pop()!);
  }

  finish(): Trace {
    if (this.nodes.count === 0) throw new TraceError('The trace has no nodes: the machine said nothing.');
    return { ...this.file, nodes: this.nodes.finish(), events: this.events.finish(), rounds: this.rounds };
  }

  /** Takes an event in, and returns the node that it belongs to. */
  private take(kind: number, offset: number): number {
    const here = this.open.at(-1) ?? -1;
    const { event } = this;
    switch (kind) {
      case Kind.Enter:
        return this.enter(here, offset);
      case Kind.Leave:
        this.leave(here);
        break;
      case Kind.Iteration:
        this.depth = event.depth;
        return this.nodes.count;
      case Kind.Best:
        if (here >= 0) this.nodes.now.best[here] = this.lastVisit(here, event.move);
        break;
      case Kind.Dropped:
        if (here >= 0) this.nodes.now.size[here]! += event.nodes;
        break;
    }
    return Math.max(here, 0);
  }

  private enter(parent: number, offset: number): number {
    const { event } = this;
    const row = this.nodes.add();
    const columns = this.nodes.now;
    columns.how[row] = event.how;
    columns.move[row] = event.move;
    columns.depth[row] = event.depth;
    columns.alpha[row] = event.alpha;
    columns.beta[row] = event.beta;
    columns.parent[row] = parent;
    columns.why[row] = Why.Stopped;
    columns.ply[row] = parent < 0 ? 0 : columns.ply[parent]! + (event.move !== 0 || event.how === How.Null ? 1 : 0);
    columns.entered[row] = this.events.count;
    columns.offset[row] = offset;
    columns.size[row] = 1;
    columns.best[row] = -1;
    if (parent < 0) this.rounds.push({ root: row, depth: this.depth });
    this.open.push(row);
    return row;
  }

  private leave(row: number): void {
    if (row < 0) throw new TraceError('The events do not nest.');
    this.nodes.now.score[row] = this.event.score;
    this.nodes.now.why[row] = this.event.why;
    this.close(row);
    this.open.pop();
  }

  private close(row: number): void {
    const columns = this.nodes.now;
    columns.end[row] = this.nodes.count;
    columns.left[row] = this.events.count;
    columns.offsetEnd[row] = this.event.at;
    const parent = columns.parent[row]!;
    if (parent >= 0) columns.size[parent]! += columns.size[row]!;
  }

  /** The last child of a node by a move: children lie behind each other, so that one steps from one to the next. */
  private lastVisit(node: number, move: number): number {
    const columns = this.nodes.now;
    let found = -1;
    for (let child = node + 1; child < this.nodes.count; child = columns.end[child]!) {
      if (columns.move[child] === move) found = child;
      if (columns.end[child] === 0) break;
    }
    return found;
  }
}
