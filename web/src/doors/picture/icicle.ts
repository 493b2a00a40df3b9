/** The icicle: every node is an area, as tall as all that is below it. */

import type { Group, Palette } from '../palette';
import { FONT, Paths } from './paint';
import type { Scene } from './scene';
import { COLUMN, NAMED, type Viewport } from './viewport';
import { walk } from './walk';

const SIGNS: Record<Group, string> = { best: '●', answer: '●', searched: '○', cut: '■', table: '◆', quiet: '·', open: '★' };

/** What is written in an area. */
export const inscription = (scene: Scene, i: number): string => `${SIGNS[scene.group(i)]} ${scene.name(i)} ${scene.score(i)}`;

/** A node whose area has room for words, and the part of it that is in sight. */
interface Label {
  i: number;
  y: number;
  height: number;
}

export function drawIcicle(context: CanvasRenderingContext2D, scene: Scene, viewport: Viewport, colors: Palette): void {
  const areas = new Paths();
  const specks = new Paths();
  const labels: Label[] = [];
  const bottom = viewport.height;
  const put = (paths: Paths, i: number, y: number, height: number) => paths.of(scene.group(i)).rect(viewport.x(i), y, COLUMN - 1.5, height);
  walk(
    scene,
    viewport,
    (i, y, height) => {
      put(areas, i, y, Math.max(0.6, height - (height > 4 ? 1 : 0)));
      if (height < NAMED) return;
      const shown = Math.max(y, 0);
      labels.push({ i, y: shown, height: Math.min(height, bottom - shown, y + height) });
    },
    (i, y) => put(specks, i, y, 1),
  );
  specks.fill(context, colors, 0.5);
  areas.fill(context, colors, 0.8);
  context.font = `600 12px ${FONT}`;
  context.textBaseline = 'middle';
  context.fillStyle = colors.paper;
  for (const { i, y, height } of labels) {
    if (height >= NAMED) context.fillText(inscription(scene, i), viewport.x(i) + 5, y + Math.min(height / 2, 10), COLUMN - 12);
  }
}
