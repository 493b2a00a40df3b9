/**
 * The picture of a search: a tree whose nodes can be walked, or an icicle whose areas are nodes.
 *
 * Drawing goes through the nodes in their order and steps over everything that is out of sight, or smaller than a pixel. So a
 * picture costs what can be seen of it, however large the tree is.
 */

import type { Names } from '../names';
import { type Palette, palette } from '../palette';
import type { Trace } from '../trace';
import { listen } from './gestures';
import { drawGhosts } from './ghosts';
import { drawIcicle } from './icicle';
import { Overview } from './overview';
import { mark } from './paint';
import { type Ghost, type Mode, Scene, type Step } from './scene';
import { drawSvg } from './svg';
import { drawTree } from './tree';
import { Viewport } from './viewport';
import { hit } from './walk';

export class Picture {
  readonly canvas = document.createElement('canvas');
  onPick: (node: number) => void = () => {};
  onHover: (node: number | undefined) => void = () => {};

  private readonly scene: Scene;
  private readonly viewport: Viewport;
  private readonly small: Overview;
  private readonly context: CanvasRenderingContext2D;
  private palette: Palette = palette();
  private frame = 0;
  private drawn = 0;
  private sized = false;
  private readonly observer: ResizeObserver;

  constructor(trace: Trace, names: Names) {
    this.context = this.canvas.getContext('2d', { alpha: false })!;
    this.canvas.tabIndex = 0;
    this.canvas.className = 'picture';
    this.canvas.setAttribute('role', 'application');
    this.canvas.setAttribute('aria-label', 'The tree of the search. Arrow keys walk: right to the best move, left back, up and down to other moves. Plus and minus zoom.');
    this.scene = new Scene(trace, names);
    this.viewport = new Viewport(this.scene, this.canvas);
    this.small = new Overview(this.scene, this.viewport);
    listen(this);
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.canvas);
    this.show(this.scene.round);
  }

  destroy(): void {
    this.observer.disconnect();
    cancelAnimationFrame(this.frame);
  }

  /** The whole of it, small, to be put beside it. */
  get overview(): HTMLCanvasElement {
    return this.small.canvas;
  }

  get mode(): Mode {
    return this.scene.mode;
  }

  setMode(mode: Mode): void {
    const { scene } = this;
    scene.mode = mode;
    this.fit();
    if (scene.has(scene.selected) && scene.selected > scene.from) this.reveal(scene.selected, false);
  }

  /** Which search of the root is shown. */
  get shown(): number {
    return this.scene.round;
  }

  /** Shows one search of the root. */
  show(round: number): void {
    const { scene } = this;
    scene.show(round);
    this.small.forget();
    this.canvas.dataset['nodes'] = String(scene.to - scene.from);
    this.fit();
  }

  /** Shows the search as it was at an event. */
  showMoment(event: number): void {
    this.scene.time = event;
    this.redraw();
  }

  showGhosts(ghosts: readonly Ghost[]): void {
    this.scene.ghosts = ghosts;
    this.redraw();
  }

  /** Chooses a node and brings it into sight. */
  select(node: number, move = true): void {
    const { scene } = this;
    scene.selected = node;
    scene.ghosts = [];
    if (!scene.has(node)) this.show(scene.trace.rounds.findLastIndex(round => round.root <= node));
    if (move) this.reveal(node, false);
    this.redraw();
  }

  /** Brings a node into sight; `always` also where it is in sight already. */
  reveal(node: number, always: boolean): void {
    this.viewport.reveal(node - this.scene.from, always);
    this.redraw();
  }

  /** Shows all of it. */
  fit(): void {
    this.viewport.fit();
    this.redraw();
  }

  zoom(factor: number, at?: number): void {
    this.viewport.zoom(factor, at);
    this.redraw();
  }

  pan(dx: number, dy: number): void {
    this.viewport.pan(dx, dy);
    this.redraw();
  }

  /** Brings a part of the whole, from 0 at the top to 1 at the bottom, into the middle. */
  center(part: number): void {
    this.viewport.center(part);
    this.redraw();
  }

  /** The node at a point of the picture. */
  hit(x: number, y: number): number | undefined {
    return hit(this.scene, this.viewport, x, y);
  }

  /** Marks the node at a point, or none. */
  hover(point: { x: number; y: number } | undefined): void {
    const node = point ? this.hit(point.x, point.y) : undefined;
    if ((node ?? -1) === this.scene.hovered) return;
    this.scene.hovered = node ?? -1;
    this.onHover(node);
    this.redraw();
  }

  /** The node where a step from the chosen one leads. */
  neighbour(step: Step): number {
    return this.scene.neighbour(step);
  }

  recolor(): void {
    this.palette = palette();
    this.small.forget();
    this.redraw();
  }

  /** The picture as it is now, as SVG. */
  svg(): string {
    return drawSvg(this.scene, this.viewport, this.palette);
  }

  private redraw(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      const start = performance.now();
      this.draw();
      this.small.draw(this.palette);
      // For those who measure; old entries are let go.
      if (++this.drawn % 500 === 0) performance.clearMeasures('draw tree');
      performance.measure('draw tree', { start, end: performance.now() });
    });
  }

  private draw(): void {
    const { context, scene, viewport, palette: colors } = this;
    const { width, height } = viewport;
    const ratio = this.canvas.width / width;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = colors.paper;
    context.fillRect(0, 0, width, height);
    const drawNodes = scene.mode === 'tree' ? drawTree : drawIcicle;
    drawNodes(context, scene, viewport, colors);
    context.strokeStyle = colors.focus;
    context.lineWidth = 1.5;
    mark(context, scene, viewport, scene.hovered);
    context.lineWidth = 3;
    mark(context, scene, viewport, scene.selected);
    drawGhosts(context, scene, viewport, colors);
  }

  private resize(): void {
    const ratio = Math.min(2, devicePixelRatio || 1);
    for (const canvas of [this.canvas, this.overview]) {
      canvas.width = Math.max(1, Math.round(canvas.clientWidth * ratio));
      canvas.height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    }
    this.small.forget();
    // Only now is it known how large the picture is.
    if (!this.sized && this.canvas.clientHeight > 0) {
      this.sized = true;
      this.fit();
      if (this.scene.selected >= 0) this.reveal(this.scene.selected, false);
    }
    this.viewport.clamp();
    this.redraw();
  }
}
