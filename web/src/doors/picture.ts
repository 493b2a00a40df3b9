/**
 * The picture of a search: a tree whose nodes can be walked, or an icicle whose areas are nodes.
 *
 * Drawing goes through the nodes in their order and steps over everything that is out of sight, or smaller than a pixel. So a
 * picture costs what can be seen of it, however large the tree is.
 */

import { listen } from './gestures';
import { type Layout, density, enteredBy, layOutTree } from './layout';
import type { Names } from './names';
import { type Group, type Palette, SHAPES, groupOf, palette, trace as outline } from './palette';
import { type Trace, showScore } from './trace';

export type Mode = 'tree' | 'icicle';

/** Steps from a node to another. */
export type Step = 'root' | 'back' | 'best' | 'next' | 'previous';

export interface Ghost {
  san: string;
  text: string;
}

/** The room for one level, and where the first one begins. */
const COLUMN = 116;
const MARGIN = 34;
/** A node with a name needs so many pixels. */
const NAMED = 13;

export class Picture {
  readonly canvas = document.createElement('canvas');
  readonly overview = document.createElement('canvas');
  onPick: (node: number) => void = () => {};
  onHover: (node: number | undefined) => void = () => {};
  mode: Mode = 'tree';
  selected = -1;
  /** The moment in the search that is shown, as the number of an event. */
  time = Number.MAX_SAFE_INTEGER;
  ghosts: readonly Ghost[] = [];

  private readonly context: CanvasRenderingContext2D;
  private readonly layouts = new Map<number, Layout>();
  private round = 0;
  /** The principal variation. */
  private readonly main = new Set<number>();
  private palette: Palette = palette();
  /** What is in sight: the first row, how many pixels a row has, and how far the levels are moved to the left. */
  private first = 0;
  private scale = 1;
  private left = 0;
  private hovered = -1;
  private frame = 0;
  private drawn = 0;
  private sized = false;
  private readonly observer: ResizeObserver;
  private strip: ImageData | undefined;

  constructor(
    private readonly trace: Trace,
    private readonly names: Names,
  ) {
    this.context = this.canvas.getContext('2d', { alpha: false })!;
    this.canvas.tabIndex = 0;
    this.canvas.className = 'picture';
    this.canvas.setAttribute('role', 'application');
    this.canvas.setAttribute('aria-label', 'The tree of the search. Arrow keys walk: right to the best move, left back, up and down to other moves. Plus and minus zoom.');
    this.overview.className = 'overview';
    this.overview.setAttribute('aria-hidden', 'true');
    listen(this);
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.canvas);
    this.show(trace.rounds.length - 1);
  }

  destroy(): void {
    this.observer.disconnect();
    cancelAnimationFrame(this.frame);
  }

  /** Shows one search of the root. */
  show(round: number): void {
    this.round = Math.max(0, Math.min(round, this.trace.rounds.length - 1));
    this.main.clear();
    for (let node = this.from; node >= 0; node = this.trace.nodes.best[node]!) this.main.add(node);
    this.strip = undefined;
    this.canvas.dataset['nodes'] = String(this.to - this.from);
    this.fit();
  }

  get shown(): number {
    return this.round;
  }

  private get from(): number {
    return this.trace.rounds[this.round]!.root;
  }

  private get to(): number {
    return this.trace.rounds[this.round + 1]?.root ?? this.trace.nodes.count;
  }

  private get layout(): Layout {
    let layout = this.layouts.get(this.round);
    if (!layout) {
      layout = layOutTree(this.trace.nodes, this.from, this.to);
      this.layouts.clear();
      this.layouts.set(this.round, layout);
    }
    return layout;
  }

  private get height(): number {
    return this.canvas.clientHeight || 1;
  }

  private get width(): number {
    return this.canvas.clientWidth || 1;
  }

  /** All rows of the picture. */
  private get rows(): number {
    return this.mode === 'tree' ? this.layout.height : this.to - this.from;
  }

  private top(i: number): number {
    return this.mode === 'tree' ? this.layout.top[i]! : i;
  }

  private span(i: number): number {
    return this.mode === 'tree' ? this.layout.rows[i]! : this.trace.nodes.end[this.from + i]! - this.from - i;
  }

  setMode(mode: Mode): void {
    this.mode = mode;
    this.fit();
    if (this.selected > this.from) this.reveal(this.selected, false);
  }

  /** Shows all of it. */
  fit(): void {
    this.first = 0;
    this.left = 0;
    this.scale = Math.min(28, this.least);
    this.redraw();
  }

  /** The scale at which all rows are in sight. */
  private get least(): number {
    return Math.max(40, this.height - 8) / Math.max(1, this.rows);
  }

  zoom(factor: number, at = this.height / 2): void {
    const row = this.first + at / this.scale;
    this.scale = Math.min(60, Math.max(Math.min(this.least, 28), this.scale * factor));
    this.first = row - at / this.scale;
    this.clamp();
    this.redraw();
  }

  pan(dx: number, dy: number): void {
    this.first -= dy / this.scale;
    this.left -= dx;
    this.clamp();
    this.redraw();
  }

  private clamp(): void {
    const most = Math.max(0, this.rows - (this.height - 8) / this.scale);
    this.first = Math.min(most, Math.max(0, this.first));
    const wide = MARGIN + (this.layout.width + 1) * COLUMN;
    this.left = Math.min(Math.max(0, wide - this.width), Math.max(0, this.left));
  }

  /** Chooses a node and brings it into sight. */
  select(node: number, move = true): void {
    this.selected = node;
    this.ghosts = [];
    if (node < this.from || node >= this.to) {
      const round = this.trace.rounds.findLastIndex(r => r.root <= node);
      this.show(round);
    }
    if (move) this.reveal(node, false);
    this.redraw();
  }

  /** Brings a node into sight; `always` also where it is in sight already. */
  reveal(node: number, always: boolean): void {
    const i = node - this.from;
    const span = this.span(i);
    const height = span * this.scale;
    if (height < NAMED || always) {
      // So near that the node has room for its name, but not nearer than its whole family needs.
      const parent = this.trace.nodes.parent[node]! - this.from;
      const family = parent >= 0 ? this.span(parent) : span;
      this.scale = Math.min(28, Math.max((NAMED + 3) / span, Math.min(28, (this.height * 0.8) / family)));
    }
    const y = (this.middle(i) - this.first) * this.scale;
    if (y < 20 || y > this.height - 20 || always) this.first = this.middle(i) - this.height / 2 / this.scale;
    const x = MARGIN + this.layout.level[i]! * COLUMN - this.left;
    if (x < 10 || x > this.width - COLUMN) this.left = MARGIN + this.layout.level[i]! * COLUMN - this.width / 2;
    this.clamp();
    this.redraw();
  }

  private middle(i: number): number {
    return this.mode === 'tree' ? this.layout.middle[i]! : this.top(i) + this.span(i) / 2;
  }

  recolor(): void {
    this.palette = palette();
    this.strip = undefined;
    this.redraw();
  }

  redraw(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      const start = performance.now();
      this.draw();
      this.drawOverview();
      // For those who measure; old entries are let go.
      if (++this.drawn % 500 === 0) performance.clearMeasures('draw tree');
      performance.measure('draw tree', { start, end: performance.now() });
    });
  }

  private resize(): void {
    const ratio = Math.min(2, devicePixelRatio || 1);
    for (const canvas of [this.canvas, this.overview]) {
      canvas.width = Math.max(1, Math.round(canvas.clientWidth * ratio));
      canvas.height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    }
    this.strip = undefined;
    // Only now is it known how large the picture is.
    if (!this.sized && this.canvas.clientHeight > 0) {
      this.sized = true;
      this.fit();
      if (this.selected >= 0) this.reveal(this.selected, false);
    }
    this.clamp();
    this.redraw();
  }

  private draw(): void {
    const { context, palette: colors } = this;
    const ratio = this.canvas.width / this.width;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = colors.paper;
    context.fillRect(0, 0, this.width, this.height);
    if (this.mode === 'tree') this.drawTree();
    else this.drawIcicle();
    if (this.ghosts.length > 0) this.drawGhosts();
  }

  /**
   * Goes through what is in sight. Nodes of at least a pixel are `seen`; of smaller ones only the first in each pixel of its level is,
   * as a `speck`, and what is below them is not looked at.
   */
  private walk(seen: (i: number, y: number, height: number) => void, speck: (i: number, y: number) => void): void {
    const { nodes } = this.trace;
    const { level } = this.layout;
    const { from, scale, first } = this;
    const limit = Math.min(this.to, enteredBy(nodes, this.time)) - from;
    const bottom = this.height;
    const right = this.left + this.width;
    const last = new Int32Array(this.layout.width + 2).fill(-1);
    for (let i = 0; i < limit; ) {
      const y = (this.top(i) - first) * scale;
      const height = this.span(i) * scale;
      const end = nodes.end[from + i]! - from;
      if (y > bottom) break;
      if (y + height < 0) {
        i = end;
        continue;
      }
      const column = level[i]!;
      if (height < 1) {
        const pixel = Math.floor(y);
        if (last[column] !== pixel) {
          last[column] = pixel;
          speck(i, y);
        }
        i = end;
        continue;
      }
      seen(i, y, height);
      // What is right of the picture has everything below it right of the picture too.
      i = MARGIN + column * COLUMN > right ? end : i + 1;
    }
  }

  private x(i: number): number {
    return MARGIN + this.layout.level[i]! * COLUMN - this.left;
  }

  private drawTree(): void {
    const { context, palette: colors, from, scale, first } = this;
    const { nodes } = this.trace;
    const { middle } = this.layout;
    const edges = new Path2D();
    const strong = new Path2D();
    const specks = new Map<Group, Path2D>();
    const shapes = new Map<Group, Path2D>();
    const labels: number[] = [];
    const link = (i: number, path: Path2D) => {
      const parent = nodes.parent[from + i]! - from;
      if (parent < 0) return;
      const [x, y] = [this.x(i), (middle[i]! - first) * scale];
      const [px, py] = [this.x(parent), (middle[parent]! - first) * scale];
      const bend = px + COLUMN * 0.62;
      path.moveTo(px + 5, py);
      path.bezierCurveTo(bend, py, bend - COLUMN * 0.1, y, x - 5, y);
    };
    this.walk(
      (i, _, height) => {
        const node = from + i;
        const group = this.group(node);
        const y = (middle[i]! - first) * scale;
        link(i, group === 'best' || group === 'open' ? strong : edges);
        const radius = height > NAMED ? 4.6 : height > 5 ? 3 : 1.6;
        let path = shapes.get(group);
        if (!path) shapes.set(group, (path = new Path2D()));
        outline(path, SHAPES[group], this.x(i), y, radius);
        if (this.hasName(node, height)) labels.push(i);
      },
      i => {
        const group = this.group(from + i);
        let path = specks.get(group);
        if (!path) specks.set(group, (path = new Path2D()));
        const y = (middle[i]! - first) * scale;
        path.rect(this.x(i) - COLUMN * 0.5, y, COLUMN * 0.5, 1);
      },
    );
    context.lineWidth = 1;
    context.strokeStyle = colors.edge;
    context.stroke(edges);
    context.lineWidth = 2;
    context.strokeStyle = colors.best;
    context.stroke(strong);
    context.globalAlpha = 0.45;
    for (const [group, path] of specks) {
      context.fillStyle = colors[group];
      context.fill(path);
    }
    context.globalAlpha = 1;
    for (const [group, path] of shapes) {
      context.fillStyle = group === 'searched' ? colors.paper : colors[group];
      context.strokeStyle = colors[group];
      context.lineWidth = 1.6;
      context.fill(path);
      context.stroke(path);
    }
    this.drawLabels(labels);
    this.mark(this.hovered, 1.5);
    this.mark(this.selected, 3);
  }

  private drawLabels(labels: readonly number[]): void {
    const { context, palette: colors, from, scale, first } = this;
    const { middle } = this.layout;
    context.textBaseline = 'middle';
    for (const i of labels) {
      const node = from + i;
      const [x, y] = [this.x(i) + 8, (middle[i]! - first) * scale];
      if (y < -8 || y > this.height + 8 || x > this.width) continue;
      const best = this.group(node) === 'best';
      const bold = `${best ? 700 : 500} 12px ${FONT}`;
      const plain = `11px ${FONT}`;
      const [name, score] = [this.names.move(node), this.scoreOf(node)];
      context.font = bold;
      const offset = context.measureText(name).width + 5;
      context.font = plain;
      const width = offset + context.measureText(score).width;
      // The lines to the next nodes begin behind the words.
      context.fillStyle = colors.paper;
      context.fillRect(x - 2, y - 6, width + 4, 12);
      context.fillStyle = colors.muted;
      context.fillText(score, x + offset, y);
      context.font = bold;
      context.fillStyle = colors.ink;
      context.fillText(name, x, y);
    }
  }

  private drawIcicle(): void {
    const { context, palette: colors, from } = this;
    const areas = new Map<Group, Path2D>();
    const specks = new Map<Group, Path2D>();
    const labels: [number, number, number][] = [];
    const put = (map: Map<Group, Path2D>, group: Group, x: number, y: number, height: number) => {
      let path = map.get(group);
      if (!path) map.set(group, (path = new Path2D()));
      path.rect(x, y, COLUMN - 1.5, height);
    };
    this.walk(
      (i, y, height) => {
        put(areas, this.group(from + i), this.x(i) - MARGIN + 4, y, Math.max(0.6, height - (height > 4 ? 1 : 0)));
        if (height >= NAMED) labels.push([i, Math.max(y, 0), Math.min(height, this.height - Math.max(y, 0), y + height)]);
      },
      (i, y) => put(specks, this.group(from + i), this.x(i) - MARGIN + 4, y, 1),
    );
    for (const [map, alpha] of [[specks, 0.5], [areas, 0.8]] as const) {
      context.globalAlpha = alpha;
      for (const [group, path] of map) {
        context.fillStyle = colors[group];
        context.fill(path);
      }
    }
    context.globalAlpha = 1;
    context.textBaseline = 'middle';
    for (const [i, y, height] of labels) {
      if (height < NAMED) continue;
      const node = from + i;
      const group = this.group(node);
      context.font = `600 12px ${FONT}`;
      context.fillStyle = colors.paper;
      const text = `${SIGNS[group]} ${this.names.move(node)} ${this.scoreOf(node)}`;
      context.fillText(text, this.x(i) - MARGIN + 9, y + Math.min(height / 2, 10), COLUMN - 12);
    }
    this.mark(this.hovered, 1.5);
    this.mark(this.selected, 3);
  }

  /** A frame around a node. */
  private mark(node: number, width: number): void {
    if (node < this.from || node >= this.to) return;
    const { context } = this;
    const i = node - this.from;
    context.strokeStyle = this.palette.focus;
    context.lineWidth = width;
    context.beginPath();
    if (this.mode === 'tree') {
      const y = (this.middle(i) - this.first) * this.scale;
      context.arc(this.x(i), y, 8, 0, Math.PI * 2);
    } else {
      const height = Math.max(3, this.span(i) * this.scale);
      context.rect(this.x(i) - MARGIN + 4, (this.top(i) - this.first) * this.scale, COLUMN - 1.5, height);
    }
    context.stroke();
  }

  /** The moves that nobody searched, as stubs at the node. */
  private drawGhosts(): void {
    const { context, palette: colors } = this;
    const i = this.selected - this.from;
    if (i < 0 || this.selected >= this.to || this.mode !== 'tree') return;
    const x = this.x(i);
    const y = (this.middle(i) - this.first) * this.scale;
    const shown = this.ghosts.slice(0, 14);
    const rows = shown.length + (this.ghosts.length > shown.length ? 1 : 0);
    const top = Math.min(Math.max(6, y + 12), Math.max(6, this.height - rows * 14 - 10));
    const left = Math.min(x + 16, this.width - 150);
    context.globalAlpha = 0.94;
    context.fillStyle = colors.paper;
    context.fillRect(left, top - 4, 142, rows * 14 + 8);
    context.globalAlpha = 1;
    context.strokeStyle = colors.ghost;
    context.setLineDash([3, 3]);
    context.lineWidth = 1;
    context.strokeRect(left, top - 4, 142, rows * 14 + 8);
    context.beginPath();
    context.moveTo(x, y + 8);
    context.lineTo(left + 8, top - 4);
    context.stroke();
    context.setLineDash([]);
    context.font = `italic 11px ${FONT}`;
    context.fillStyle = colors.muted;
    shown.forEach((ghost, row) => context.fillText(`◌ ${ghost.san}  ${ghost.text}`, left + 6, top + row * 14 + 6, 132));
    if (rows > shown.length) context.fillText(`and ${this.ghosts.length - shown.length} more`, left + 6, top + shown.length * 14 + 6);
  }

  /** The kind of a node at the moment that is shown. */
  private group(node: number): Group {
    if (this.trace.nodes.left[node]! > this.time) return 'open';
    return this.main.has(node) ? 'best' : groupOf(this.trace.nodes, node);
  }

  /** Whether a node of the tree has its name beside it: where there is room, and always on the principal variation. */
  private hasName(node: number, height: number): boolean {
    return height >= NAMED || this.main.has(node);
  }

  private scoreOf(node: number): string {
    if (this.trace.nodes.left[node]! > this.time) return '…';
    return showScore(this.trace.header.scale, this.trace.nodes.score[node]!, this.names.whiteToMove(node));
  }

  /** All of the tree at a glance: how dense it is at each level, and which part is in sight. */
  private drawOverview(): void {
    const { overview } = this;
    if (overview.clientWidth === 0) return;
    const context = overview.getContext('2d')!;
    const [width, height] = [overview.width, overview.height];
    if (!this.strip) {
      const { cells, columns, rows, most } = density(this.layout, height);
      const image = context.createImageData(width, height);
      const [r, g, b] = rgb(this.palette.searched);
      const scale = 255 / Math.log(1 + most);
      for (let y = 0; y < rows; y++) {
        for (let x = 0; x < width; x++) {
          const value = cells[y * columns + Math.floor((x * columns) / width)]!;
          const at = (y * width + x) * 4;
          image.data[at] = r;
          image.data[at + 1] = g;
          image.data[at + 2] = b;
          image.data[at + 3] = value === 0 ? 0 : 40 + Math.min(215, Math.log(1 + value) * scale);
        }
      }
      this.strip = image;
    }
    context.clearRect(0, 0, width, height);
    context.putImageData(this.strip, 0, 0);
    const ratio = height / overview.clientHeight;
    const y = (this.first / this.rows) * height;
    const h = Math.max(4 * ratio, (this.height / this.scale / this.rows) * height);
    context.strokeStyle = this.palette.focus;
    context.lineWidth = 2 * ratio;
    context.strokeRect(ratio, Math.min(y, height - h) + ratio, width - 2 * ratio, Math.min(h, height) - 2 * ratio);
  }

  /** The picture as it is now, as SVG. */
  svg(): string {
    const { palette: colors, from, scale, first } = this;
    const { nodes } = this.trace;
    const parts: string[] = [];
    const text = (x: number, y: number, words: string, fill: string, weight = 500) =>
      parts.push(`<text x="${x.toFixed(1)}" y="${(y + 4).toFixed(1)}" font-size="12" font-weight="${weight}" fill="${fill}">${escape(words)}</text>`);
    this.walk(
      (i, y, height) => {
        const node = from + i;
        const group = this.group(node);
        const x = this.x(i);
        if (this.mode === 'icicle') {
          parts.push(`<rect x="${(x - MARGIN + 4).toFixed(1)}" y="${y.toFixed(1)}" width="${COLUMN - 2}" height="${Math.max(0.6, height - 1).toFixed(1)}" fill="${colors[group]}"/>`);
          if (height >= NAMED) text(x - MARGIN + 9, Math.max(y, 0) + Math.min(height / 2, 10), `${SIGNS[group]} ${this.names.move(node)} ${this.scoreOf(node)}`, colors.paper, 600);
          return;
        }
        const middle = (this.middle(i) - first) * scale;
        const parent = nodes.parent[node]! - from;
        if (parent >= 0) {
          const [px, py] = [this.x(parent), (this.middle(parent) - first) * scale];
          const strong = group === 'best';
          parts.unshift(`<path d="M${px + 5} ${py.toFixed(1)}C${px + COLUMN * 0.62} ${py.toFixed(1)} ${px + COLUMN * 0.52} ${middle.toFixed(1)} ${x - 5} ${middle.toFixed(1)}" fill="none" stroke="${strong ? colors.best : colors.edge}" stroke-width="${strong ? 2 : 1}"/>`);
        }
        parts.push(svgShape(group, x, middle, height > NAMED ? 4.6 : height > 5 ? 3 : 1.6, colors));
        if (this.hasName(node, height)) text(x + 9, middle, `${this.names.move(node)} ${this.scoreOf(node)}`, colors.ink, group === 'best' ? 700 : 500);
      },
      (i, y) => parts.push(`<rect x="${(this.x(i) - COLUMN / 2).toFixed(1)}" y="${y.toFixed(1)}" width="${COLUMN / 2}" height="1" fill="${colors[this.group(from + i)]}" opacity="0.45"/>`),
    );
    const { width, height } = this;
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif"><rect width="100%" height="100%" fill="${colors.paper}"/>${parts.join('')}</svg>`;
  }

  /** The node at a point of the picture. */
  hit(x: number, y: number): number | undefined {
    const { nodes } = this.trace;
    const { from } = this;
    const column = this.mode === 'tree' ? Math.round((x + this.left - MARGIN) / COLUMN) : Math.floor((x + this.left - 4) / COLUMN);
    const row = this.first + y / this.scale;
    if (column < 0 || row < 0 || row >= this.rows) return undefined;
    let node = 0;
    const limit = enteredBy(nodes, this.time) - from;
    for (let depth = 0; depth < column; depth++) {
      let child = node + 1;
      const end = nodes.end[from + node]! - from;
      while (child < end && child < limit && this.top(child) + this.span(child) <= row) child = nodes.end[from + child]! - from;
      if (child >= end || child >= limit) return this.mode === 'tree' ? from + node : undefined;
      node = child;
    }
    return from + node;
  }

  /** Marks the node at a point, or none. */
  hover(point: { x: number; y: number } | undefined): void {
    const node = point ? (this.hit(point.x, point.y) ?? -1) : -1;
    if (node === this.hovered) return;
    this.hovered = node;
    this.onHover(node < 0 ? undefined : node);
    this.redraw();
  }

  /** Brings a part of the whole, from 0 at the top to 1 at the bottom, into the middle. */
  center(part: number): void {
    this.first = part * this.rows - this.height / 2 / this.scale;
    this.clamp();
    this.redraw();
  }

  /** The node where a step from the chosen one leads. */
  neighbour(step: Step): number {
    const { nodes } = this.trace;
    const here = this.selected >= this.from && this.selected < this.to ? this.selected : this.from;
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

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
const SIGNS: Record<Group, string> = { best: '●', answer: '●', searched: '○', cut: '■', table: '◆', quiet: '·', open: '★' };

/** The parts of a colour as the theme writes it. */
function rgb(text: string): [number, number, number] {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(text.length === 4 ? text.replace(/[0-9a-f]/gi, '$&$&') : text);
  return hex ? [parseInt(hex[1]!, 16), parseInt(hex[2]!, 16), parseInt(hex[3]!, 16)] : [80, 110, 140];
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function svgShape(group: Group, x: number, y: number, r: number, colors: Palette): string {
  const fill = group === 'searched' ? colors.paper : colors[group];
  const paint = `fill="${fill}" stroke="${colors[group]}" stroke-width="1.6"`;
  switch (SHAPES[group]) {
    case 'square': return `<rect x="${x - r * 0.9}" y="${y - r * 0.9}" width="${r * 1.8}" height="${r * 1.8}" ${paint}/>`;
    case 'diamond': return `<path d="M${x} ${y - r * 1.25}l${r * 1.25} ${r * 1.25}l${-r * 1.25} ${r * 1.25}l${-r * 1.25} ${-r * 1.25}z" ${paint}/>`;
    default: return `<circle cx="${x}" cy="${y.toFixed(1)}" r="${SHAPES[group] === 'dot' ? r * 0.6 : r}" ${paint}/>`;
  }
}
