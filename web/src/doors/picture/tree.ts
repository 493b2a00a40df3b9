/** The tree: nodes with lines to the nodes above them, and names where there is room. */

import { type Palette, SHAPES, trace as outline } from '../palette';
import { FONT, Paths } from './paint';
import type { Scene } from './scene';
import { COLUMN, NAMED, type Viewport } from './viewport';
import { walk } from './walk';

/** How large a node is that has so many pixels from top to bottom. */
export const radius = (height: number): number => (height > NAMED ? 4.6 : height > 5 ? 3 : 1.6);

/** Whether a node has its name beside it: where there is room, and always on the principal variation. */
export const hasName = (scene: Scene, i: number, height: number): boolean => height >= NAMED || scene.isMain(i);

/** A line from the node above: where it begins and where it ends, and how far right it is pulled on its way there. */
export interface Link {
  from: { x: number; y: number };
  to: { x: number; y: number };
  bend: readonly [number, number];
}

/** The line to a node, unless it is the root. */
export function link(scene: Scene, viewport: Viewport, i: number): Link | undefined {
  const parent = scene.parent(i);
  if (parent < 0) return undefined;
  const left = viewport.x(parent);
  return {
    from: { x: left + 5, y: viewport.y(scene.middle(parent)) },
    to: { x: viewport.x(i) - 5, y: viewport.y(scene.middle(i)) },
    bend: [left + COLUMN * 0.62, left + COLUMN * 0.52],
  };
}

interface Parts {
  edges: Path2D;
  strong: Path2D;
  specks: Paths;
  shapes: Paths;
  labels: number[];
}

export function drawTree(context: CanvasRenderingContext2D, scene: Scene, viewport: Viewport, colors: Palette): void {
  const parts = gather(scene, viewport);
  context.lineWidth = 1;
  context.strokeStyle = colors.edge;
  context.stroke(parts.edges);
  context.lineWidth = 2;
  context.strokeStyle = colors.best;
  context.stroke(parts.strong);
  parts.specks.fill(context, colors, 0.45);
  for (const [group, path] of parts.shapes) {
    context.fillStyle = group === 'searched' ? colors.paper : colors[group];
    context.strokeStyle = colors[group];
    context.lineWidth = 1.6;
    context.fill(path);
    context.stroke(path);
  }
  drawLabels(context, scene, viewport, colors, parts.labels);
}

function gather(scene: Scene, viewport: Viewport): Parts {
  const parts: Parts = { edges: new Path2D(), strong: new Path2D(), specks: new Paths(), shapes: new Paths(), labels: [] };
  walk(
    scene,
    viewport,
    (i, _, height) => {
      const group = scene.group(i);
      const line = link(scene, viewport, i);
      if (line) put(line, group === 'best' || group === 'open' ? parts.strong : parts.edges);
      outline(parts.shapes.of(group), SHAPES[group], viewport.x(i), viewport.y(scene.middle(i)), radius(height));
      if (hasName(scene, i, height)) parts.labels.push(i);
    },
    i => parts.specks.of(scene.group(i)).rect(viewport.x(i) - COLUMN / 2, viewport.y(scene.middle(i)), COLUMN / 2, 1),
  );
  return parts;
}

function put({ from, to, bend }: Link, path: Path2D): void {
  path.moveTo(from.x, from.y);
  path.bezierCurveTo(bend[0], from.y, bend[1], to.y, to.x, to.y);
}

function drawLabels(context: CanvasRenderingContext2D, scene: Scene, viewport: Viewport, colors: Palette, labels: readonly number[]): void {
  const { width: right, height: bottom } = viewport;
  context.textBaseline = 'middle';
  for (const i of labels) {
    const [x, y] = [viewport.x(i) + 8, viewport.y(scene.middle(i))];
    if (y < -8 || y > bottom + 8 || x > right) continue;
    const bold = `${scene.group(i) === 'best' ? 700 : 500} 12px ${FONT}`;
    const [name, score] = [scene.name(i), scene.score(i)];
    context.font = bold;
    const offset = context.measureText(name).width + 5;
    context.font = `11px ${FONT}`;
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
