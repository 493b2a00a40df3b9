/** What all drawing on the canvas shares. */

import type { Group, Palette } from '../palette';
import type { Scene } from './scene';
import { COLUMN, type Viewport } from './viewport';

export const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

/** A path for each kind of node: what has one colour is painted at once. */
export class Paths extends Map<Group, Path2D> {
  of(group: Group): Path2D {
    let path = this.get(group);
    if (!path) this.set(group, (path = new Path2D()));
    return path;
  }

  fill(context: CanvasRenderingContext2D, colors: Palette, alpha: number): void {
    context.globalAlpha = alpha;
    for (const [group, path] of this) {
      context.fillStyle = colors[group];
      context.fill(path);
    }
    context.globalAlpha = 1;
  }
}

/** A frame around a node. */
export function mark(context: CanvasRenderingContext2D, scene: Scene, viewport: Viewport, node: number): void {
  if (!scene.has(node)) return;
  const i = node - scene.from;
  const x = viewport.x(i);
  context.beginPath();
  if (scene.mode === 'tree') context.arc(x, viewport.y(scene.middle(i)), 8, 0, Math.PI * 2);
  else context.rect(x, viewport.y(scene.top(i)), COLUMN - 1.5, Math.max(3, viewport.tall(scene.span(i))));
  context.stroke();
}
