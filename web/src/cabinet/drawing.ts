/** The automaton's cabinet with its doors open, drawn for this page. */

import { svgEl } from '../ui/dom';

export function cabinet(): SVGElement {
  const line = (d: string, extra: Record<string, unknown> = {}) => svgEl('path', { d, ...extra });
  const cog = (x: number, y: number, r: number, teeth: number) => {
    const points: string[] = [];
    for (let i = 0; i < teeth * 2; i++) {
      const radius = i % 2 === 0 ? r : r * 0.82;
      for (const turn of [-0.22, 0.22]) {
        const angle = ((i + turn * 1.6) / (teeth * 2)) * Math.PI * 2;
        points.push(`${(x + radius * Math.cos(angle)).toFixed(1)},${(y + radius * Math.sin(angle)).toFixed(1)}`);
      }
    }
    return svgEl('g', { class: 'cog' }, svgEl('polygon', { points: points.join(' ') }), svgEl('circle', { cx: x, cy: y, r: r * 0.3 }));
  };
  const squares: SVGElement[] = [];
  for (let i = 0; i < 8; i++) {
    for (let j = 0; j < 3; j++) {
      if ((i + j) % 2 === 0) continue;
      // The board lies on the top, seen from above at a slant.
      const x = (u: number, v: number) => 96 + u * 16 + v * 6 - 3 * 6;
      const y = (v: number) => 68 - v * 7;
      squares.push(svgEl('polygon', { points: `${x(i, j)},${y(j)} ${x(i + 1, j)},${y(j)} ${x(i + 1, j + 1)},${y(j + 1)} ${x(i, j + 1)},${y(j + 1)}`, class: 'fill' }));
    }
  }
  return svgEl(
    'svg',
    { viewBox: '0 0 320 230', class: 'drawing', role: 'img', 'aria-label': 'A wooden cabinet with a chess board on top; its doors stand open and show wheels' },
    // The top with its board.
    line('M36 76 L58 42 H262 L284 76 Z', { class: 'wood' }),
    line('M78 68 L96 47 H224 L242 68', { class: 'thin' }),
    ...squares,
    // The body.
    line('M36 76 H284 V84 H36 Z', { class: 'wood' }),
    line('M44 84 H276 V196 H44 Z', { class: 'inside' }),
    line('M128 84 V172', {}),
    line('M44 172 H276', {}),
    line('M52 178 H268 V190 H52 Z', { class: 'wood' }),
    line('M150 184 H170', { class: 'brass' }),
    // Wheels, behind the doors.
    cog(86, 118, 22, 12),
    cog(106, 148, 14, 9),
    cog(66, 152, 12, 8),
    cog(176, 128, 30, 16),
    cog(220, 116, 18, 11),
    cog(226, 150, 20, 12),
    line('M150 160 h40 M150 165 h40', { class: 'thin' }),
    // The doors, open.
    line('M44 86 L12 98 V188 L44 170 Z', { class: 'wood' }),
    line('M38 96 L18 103 V176 L38 164 Z', { class: 'thin' }),
    line('M276 86 L308 98 V188 L276 170 Z', { class: 'wood' }),
    line('M282 96 L302 103 V176 L282 164 Z', { class: 'thin' }),
    svgEl('circle', { cx: 17, cy: 142, r: 2.2, class: 'knob' }),
    svgEl('circle', { cx: 303, cy: 142, r: 2.2, class: 'knob' }),
    // Feet.
    line('M52 196 l-3 18 h12 l3-18 M256 196 l3 18 h12 l-3-18', { class: 'wood' }),
    // A man on the board.
    line('M156 58 c0-5 2-7 4-12 a5 5 0 1 1 4 0 c2 5 4 7 4 12 z', { class: 'man' }),
  );
}
