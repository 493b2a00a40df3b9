/** Which part of the scene is in sight, and where things are on the screen. */

import type { Scene } from './scene';

/** The room for one level, and where the first one begins. */
export const COLUMN = 116;
export const MARGIN = 34;
/** A node with a name needs so many pixels. */
export const NAMED = 13;
/** Rows are no taller than this when the picture chooses, nor taller than that when the reader does. */
const TALL = 28;
const TALLEST = 60;

export class Viewport {
  /** The first row, how many pixels a row has, and how far the levels are moved to the left. */
  private first = 0;
  private scale = 1;
  private left = 0;

  constructor(
    private readonly scene: Scene,
    private readonly canvas: { readonly clientWidth: number; readonly clientHeight: number },
  ) {}

  get height(): number {
    return this.canvas.clientHeight || 1;
  }

  get width(): number {
    return this.canvas.clientWidth || 1;
  }

  /** Where a node stands from left to right: its middle in a tree, and the edge of its area in an icicle. */
  x(i: number): number {
    return (this.scene.mode === 'tree' ? MARGIN : 4) + this.scene.layout.level[i]! * COLUMN - this.left;
  }

  /** Where a row is from top to bottom. */
  y(row: number): number {
    return (row - this.first) * this.scale;
  }

  /** How tall some rows are. */
  tall(rows: number): number {
    return rows * this.scale;
  }

  /** The level and the row at a point, as fractions. */
  at(x: number, y: number): { level: number; row: number } {
    const begin = this.scene.mode === 'tree' ? MARGIN - COLUMN / 2 : 4;
    return { level: (x + this.left - begin) / COLUMN, row: this.first + y / this.scale };
  }

  /** The last level that is in sight, as a fraction. */
  get lastLevel(): number {
    return (this.left + this.width - MARGIN) / COLUMN;
  }

  /** The part of all rows that is in sight: where it begins, and how long it is. */
  get part(): { begin: number; length: number } {
    const { rows } = this.scene;
    return { begin: this.first / rows, length: this.height / this.scale / rows };
  }

  /** Shows all of it. */
  fit(): void {
    this.first = 0;
    this.left = 0;
    this.scale = Math.min(TALL, this.least);
  }

  /** Makes rows taller or smaller; the row at a point stays where it is. */
  zoom(factor: number, at = this.height / 2): void {
    const row = this.first + at / this.scale;
    this.scale = Math.min(TALLEST, Math.max(Math.min(this.least, TALL), this.scale * factor));
    this.first = row - at / this.scale;
    this.clamp();
  }

  pan(dx: number, dy: number): void {
    this.first -= dy / this.scale;
    this.left -= dx;
    this.clamp();
  }

  /** Brings a part of the whole, from 0 at the top to 1 at the bottom, into the middle. */
  center(part: number): void {
    this.first = part * this.scene.rows - this.height / 2 / this.scale;
    this.clamp();
  }

  /** Brings a node into sight; `always` also where it is in sight already. */
  reveal(i: number, always: boolean): void {
    const { scene } = this;
    const span = scene.span(i);
    if (this.tall(span) < NAMED || always) {
      // So near that the node has room for its name, but not nearer than its whole family needs.
      const parent = scene.parent(i);
      const family = parent >= 0 ? scene.span(parent) : span;
      this.scale = Math.min(TALL, Math.max((NAMED + 3) / span, Math.min(TALL, (this.height * 0.8) / family)));
    }
    const y = this.y(scene.middle(i));
    if (y < 20 || y > this.height - 20 || always) this.first = scene.middle(i) - this.height / 2 / this.scale;
    const column = MARGIN + scene.layout.level[i]! * COLUMN;
    const x = column - this.left;
    if (x < 10 || x > this.width - COLUMN) this.left = column - this.width / 2;
    this.clamp();
  }

  /** Comes back to where there is something to see. */
  clamp(): void {
    const most = Math.max(0, this.scene.rows - (this.height - 8) / this.scale);
    this.first = Math.min(most, Math.max(0, this.first));
    const wide = MARGIN + (this.scene.layout.width + 1) * COLUMN;
    this.left = Math.min(Math.max(0, wide - this.width), Math.max(0, this.left));
  }

  /** The scale at which all rows are in sight. */
  private get least(): number {
    return Math.max(40, this.height - 8) / Math.max(1, this.scene.rows);
  }
}
