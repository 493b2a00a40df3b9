/** Going through the nodes that are in sight. */

import type { Scene } from './scene';
import type { Viewport } from './viewport';

/**
 * Goes through what is in sight. Nodes of at least a pixel are `seen`; of smaller ones only the first in each pixel of its level is,
 * as a `speck`, and what is below them is not looked at.
 */
export function walk(
  scene: Scene,
  viewport: Viewport,
  seen: (i: number, y: number, height: number) => void,
  speck: (i: number, y: number) => void,
): void {
  const { level, width } = scene.layout;
  const limit = scene.entered;
  const { height: bottom, lastLevel } = viewport;
  const last = new Int32Array(width + 2).fill(-1);
  for (let i = 0; i < limit; ) {
    const y = viewport.y(scene.top(i));
    const height = viewport.tall(scene.span(i));
    if (y > bottom) break;
    if (y + height < 0) {
      i = scene.end(i);
      continue;
    }
    const column = level[i]!;
    if (height < 1) {
      const pixel = Math.floor(y);
      if (last[column] !== pixel) {
        last[column] = pixel;
        speck(i, y);
      }
      i = scene.end(i);
      continue;
    }
    seen(i, y, height);
    // What is right of the picture has everything below it right of the picture too.
    i = column > lastLevel ? scene.end(i) : i + 1;
  }
}

/** The node at a point of the picture. */
export function hit(scene: Scene, viewport: Viewport, x: number, y: number): number | undefined {
  const { level, row } = viewport.at(x, y);
  if (Math.floor(level) < 0 || row < 0 || row >= scene.rows) return undefined;
  const limit = scene.entered;
  let here = 0;
  for (let depth = 0; depth < Math.floor(level); depth++) {
    const end = Math.min(scene.end(here), limit);
    let child = here + 1;
    while (child < end && scene.top(child) + scene.span(child) <= row) child = scene.end(child);
    if (child >= end) return scene.mode === 'tree' ? scene.from + here : undefined;
    here = child;
  }
  return scene.from + here;
}
