/**
 * Where the nodes of a tree lie, as columns of numbers: a node has the rows of all leaves below it, and stands in their middle.
 *
 * Nothing here depends on how the picture is zoomed; drawing asks for what is in sight and steps over the rest.
 */

import type { Nodes } from '../trace';

export interface Layout {
  /** The first row of leaves of a node. */
  top: Uint32Array;
  /** How many rows it has. */
  rows: Uint32Array;
  /** Where the node itself stands, in rows. */
  middle: Float32Array;
  /** How many nodes stand above it. */
  level: Uint16Array;
  /** All rows, and the deepest level. */
  height: number;
  width: number;
}

/** Lays out the nodes of one search of the root: rows `from` to `to`. */
export function layOutTree(nodes: Nodes, from: number, to: number): Layout {
  const count = to - from;
  const top = new Uint32Array(count);
  const rows = new Uint32Array(count);
  const middle = new Float32Array(count);
  const level = new Uint16Array(count);
  let height = 0;
  let width = 0;
  // Nodes are in the order in which they were entered, so that leaves come from top to bottom.
  for (let i = 0; i < count; i++) {
    top[i] = height;
    const leaf = nodes.end[from + i] === from + i + 1;
    if (leaf) {
      rows[i] = 1;
      height += 1;
    }
    const parent = nodes.parent[from + i]! - from;
    if (parent >= 0) {
      level[i] = level[parent]! + 1;
      if (level[i]! > width) width = level[i]!;
    }
  }
  // From the end backwards every node comes after all below it.
  const first = new Float32Array(count).fill(-1);
  const last = new Float32Array(count);
  for (let i = count - 1; i >= 0; i--) {
    if (rows[i] === 1 && first[i] === -1 && nodes.end[from + i] === from + i + 1) middle[i] = top[i]! + 0.5;
    else middle[i] = (first[i]! + last[i]!) / 2;
    const parent = nodes.parent[from + i]! - from;
    if (parent < 0) continue;
    rows[parent] = rows[parent]! + rows[i]!;
    if (first[parent] === -1) last[parent] = middle[i]!;
    first[parent] = middle[i]!;
  }
  return { top, rows, middle, level, height, width };
}

/** How many nodes there are in each cell of a grid over the whole tree: levels across, rows down. */
export function density(layout: Layout, rows: number): { cells: Float32Array; columns: number; rows: number; most: number } {
  const columns = layout.width + 1;
  const cells = new Float32Array(columns * rows);
  const scale = rows / Math.max(1, layout.height);
  let most = 0;
  for (let i = 0; i < layout.middle.length; i++) {
    const row = Math.min(rows - 1, Math.floor(layout.middle[i]! * scale));
    const cell = row * columns + layout.level[i]!;
    const value = cells[cell]! + 1;
    cells[cell] = value;
    if (value > most) most = value;
  }
  return { cells, columns, rows, most };
}

/** The number of nodes entered up to an event. */
export function enteredBy(nodes: Nodes, event: number): number {
  let [low, high] = [0, nodes.count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (nodes.entered[middle]! <= event) low = middle + 1;
    else high = middle;
  }
  return low;
}
