/** What the nodes of a tree look like: a colour and a shape for each kind of end. */

import { color } from '../ui/theme';
import { How, LOOK, type Look } from './reasons';
import type { Nodes } from './trace';

export type Group = 'best' | 'answer' | Look | 'open';
export type Shape = 'disc' | 'square' | 'diamond' | 'dot' | 'ring' | 'star';

export const GROUPS: readonly (readonly [Group, Shape, string])[] = [
  ['best', 'disc', 'on the principal variation'],
  ['answer', 'disc', 'the best answer at its node'],
  ['searched', 'ring', 'searched, and not better'],
  ['cut', 'square', 'cut off: too good to be allowed'],
  ['table', 'diamond', 'known from the table'],
  ['quiet', 'dot', 'judged: the depth was used up, or nothing needed to be done'],
  ['open', 'star', 'being searched now'],
];

export const SHAPES = Object.fromEntries(GROUPS.map(([group, shape]) => [group, shape])) as Record<Group, Shape>;

/** The kind of a node that is not on the principal variation. */
export function groupOf(nodes: Nodes, node: number): Group {
  const parent = nodes.parent[node]!;
  if (parent >= 0 && nodes.best[parent] === node) return 'answer';
  const look = LOOK[nodes.why[node]!] ?? 'searched';
  return look === 'searched' && nodes.how[node] === How.Order ? 'quiet' : look;
}

export type Palette = Record<Group | 'edge' | 'ink' | 'muted' | 'paper' | 'ghost' | 'focus', string>;

/** The colours of the theme now. */
export function palette(): Palette {
  return {
    best: color('node-best'),
    answer: color('node'),
    cut: color('node-cut'),
    table: color('node-table'),
    quiet: color('node-quiet'),
    searched: color('node'),
    open: color('brass'),
    edge: color('edge'),
    ink: color('ink'),
    muted: color('muted'),
    paper: color('panel'),
    ghost: color('ghost'),
    focus: color('focus'),
  };
}

/** The outline of a shape around a point. */
export function trace(path: CanvasRenderingContext2D | Path2D, shape: Shape, x: number, y: number, r: number): void {
  switch (shape) {
    case 'square':
      path.rect(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8);
      break;
    case 'diamond':
      path.moveTo(x, y - r * 1.25);
      path.lineTo(x + r * 1.25, y);
      path.lineTo(x, y + r * 1.25);
      path.lineTo(x - r * 1.25, y);
      path.closePath();
      break;
    case 'star':
      for (let i = 0; i < 10; i++) {
        const angle = (i * Math.PI) / 5 - Math.PI / 2;
        const radius = i % 2 === 0 ? r * 1.5 : r * 0.65;
        const [px, py] = [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
        if (i === 0) path.moveTo(px, py);
        else path.lineTo(px, py);
      }
      path.closePath();
      break;
    default: {
      const radius = shape === 'dot' ? r * 0.6 : r;
      path.moveTo(x + radius, y);
      path.arc(x, y, radius, 0, Math.PI * 2);
    }
  }
}
