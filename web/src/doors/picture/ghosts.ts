/** The moves that nobody searched, as stubs at the chosen node. */

import type { Palette } from '../palette';
import { FONT } from './paint';
import type { Scene } from './scene';
import type { Viewport } from './viewport';

/** So many are shown, in lines of this height and a box of this width. */
const MOST = 14;
const LINE = 14;
const WIDTH = 142;

export function drawGhosts(context: CanvasRenderingContext2D, scene: Scene, viewport: Viewport, colors: Palette): void {
  const { ghosts, selected } = scene;
  if (ghosts.length === 0 || !scene.has(selected) || scene.mode !== 'tree') return;
  const i = selected - scene.from;
  const [x, y] = [viewport.x(i), viewport.y(scene.middle(i))];
  const shown = ghosts.slice(0, MOST);
  const rows = shown.length + (ghosts.length > shown.length ? 1 : 0);
  const top = Math.min(Math.max(6, y + 12), Math.max(6, viewport.height - rows * LINE - 10));
  const left = Math.min(x + 16, viewport.width - 150);
  context.globalAlpha = 0.94;
  context.fillStyle = colors.paper;
  context.fillRect(left, top - 4, WIDTH, rows * LINE + 8);
  context.globalAlpha = 1;
  context.strokeStyle = colors.ghost;
  context.setLineDash([3, 3]);
  context.lineWidth = 1;
  context.strokeRect(left, top - 4, WIDTH, rows * LINE + 8);
  context.beginPath();
  context.moveTo(x, y + 8);
  context.lineTo(left + 8, top - 4);
  context.stroke();
  context.setLineDash([]);
  context.font = `italic 11px ${FONT}`;
  context.textBaseline = 'middle';
  context.fillStyle = colors.muted;
  shown.forEach((ghost, row) => context.fillText(`◌ ${ghost.san}  ${ghost.text}`, left + 6, top + row * LINE + 6, WIDTH - 10));
  if (rows > shown.length) context.fillText(`and ${ghosts.length - shown.length} more`, left + 6, top + shown.length * LINE + 6);
}
