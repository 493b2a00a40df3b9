/** The picture as it is now, as SVG. */

import { type Group, type Palette, SHAPES } from '../palette';
import { inscription } from './icicle';
import type { Scene } from './scene';
import { type Link, hasName, link, radius } from './tree';
import { COLUMN, NAMED, type Viewport } from './viewport';
import { walk } from './walk';

export function drawSvg(scene: Scene, viewport: Viewport, colors: Palette): string {
  const parts = scene.mode === 'tree' ? tree(scene, viewport, colors) : icicle(scene, viewport, colors);
  const { width, height } = viewport;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif"><rect width="100%" height="100%" fill="${colors.paper}"/>${parts.join('')}</svg>`;
}

function tree(scene: Scene, viewport: Viewport, colors: Palette): string[] {
  const lines: string[] = [];
  const parts: string[] = [];
  walk(
    scene,
    viewport,
    (i, _, height) => {
      const group = scene.group(i);
      const [x, y] = [viewport.x(i), viewport.y(scene.middle(i))];
      const line = link(scene, viewport, i);
      if (line) lines.push(group === 'best' ? path(line, colors.best, 2) : path(line, colors.edge, 1));
      parts.push(shape(group, x, y, radius(height), colors));
      if (hasName(scene, i, height)) parts.push(text(x + 9, y, `${scene.name(i)} ${scene.score(i)}`, colors.ink, group === 'best' ? 700 : 500));
    },
    (i, y) => parts.push(`<rect x="${(viewport.x(i) - COLUMN / 2).toFixed(1)}" y="${y.toFixed(1)}" width="${COLUMN / 2}" height="1" fill="${colors[scene.group(i)]}" opacity="0.45"/>`),
  );
  // What was found last lies lowest, and all lines lie below all nodes.
  return [...lines.reverse(), ...parts];
}

function icicle(scene: Scene, viewport: Viewport, colors: Palette): string[] {
  const parts: string[] = [];
  const area = (i: number, y: number, height: number, more = '') =>
    parts.push(`<rect x="${viewport.x(i).toFixed(1)}" y="${y.toFixed(1)}" width="${COLUMN - 2}" height="${height.toFixed(1)}" fill="${colors[scene.group(i)]}"${more}/>`);
  walk(
    scene,
    viewport,
    (i, y, height) => {
      area(i, y, Math.max(0.6, height - 1));
      if (height >= NAMED) parts.push(text(viewport.x(i) + 5, Math.max(y, 0) + Math.min(height / 2, 10), inscription(scene, i), colors.paper, 600));
    },
    (i, y) => area(i, y, 1, ' opacity="0.45"'),
  );
  return parts;
}

function path({ from, to, bend }: Link, stroke: string, width: number): string {
  const [above, below] = [from.y.toFixed(1), to.y.toFixed(1)];
  return `<path d="M${from.x} ${above}C${bend[0]} ${above} ${bend[1]} ${below} ${to.x} ${below}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;
}

function text(x: number, y: number, words: string, fill: string, weight: number): string {
  return `<text x="${x.toFixed(1)}" y="${(y + 4).toFixed(1)}" font-size="12" font-weight="${weight}" fill="${fill}">${escape(words)}</text>`;
}

const escape = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function shape(group: Group, x: number, y: number, r: number, colors: Palette): string {
  const fill = group === 'searched' ? colors.paper : colors[group];
  const paint = `fill="${fill}" stroke="${colors[group]}" stroke-width="1.6"`;
  switch (SHAPES[group]) {
    case 'square': return `<rect x="${x - r * 0.9}" y="${y - r * 0.9}" width="${r * 1.8}" height="${r * 1.8}" ${paint}/>`;
    case 'diamond': return `<path d="M${x} ${y - r * 1.25}l${r * 1.25} ${r * 1.25}l${-r * 1.25} ${r * 1.25}l${-r * 1.25} ${-r * 1.25}z" ${paint}/>`;
    default: return `<circle cx="${x}" cy="${y.toFixed(1)}" r="${SHAPES[group] === 'dot' ? r * 0.6 : r}" ${paint}/>`;
  }
}
