/**
 * The men, drawn for this project. Each drawing is a body and the lines on it, in a square of a hundred; White is ivory with dark
 * lines, Black is ebony with light ones, so that they differ in more than one way.
 */

import type { Men } from '../rules/games';
import type { Side } from '../rules/squares';

interface Drawing {
  /** Filled and outlined. */
  body: string[];
  /** Only drawn. */
  lines: string[];
}

const BASE = 'M22 88 c0-5 3-8 8-9 h40 c5 1 8 4 8 9 z';

const HORSE: Drawing = {
  body: [
    BASE,
    'M31 79 c-1-14 12-21 15-34 c-5 4-8 5-12 9 c-3 3-6 7-10 6 c-5-1-7-6-5-11 c2-6 7-10 8-17 c0-4 1-7 4-10 c-1-4 0-8 2-11 l8 7 '
      + 'c2-1 4-1.5 6-2 l4-8 c4 3 6 6 7 9 c15 7 20 24 17 45 c-1 7-2 12-4 17 z',
  ],
  lines: ['M57 21 c10 8 14 21 11 38', 'M24 53 l2.5-2', 'M38 31.5 a1.6 1.6 0 1 0 .1 0 z'],
};

/** Chess, by letter. */
const CHESS: Record<string, Drawing> = {
  p: {
    body: [BASE, 'M33 79 c6-8 10-17 11-28 h12 c1 11 5 20 11 28 z', 'M37 51 c0-4 4-6 6-7 a14 14 0 1 1 14 0 c2 1 6 3 6 7 z'],
    lines: ['M44 51 h12'],
  },
  n: HORSE,
  b: {
    body: [
      BASE,
      'M34 79 c4-4 6-9 6-13 h20 c0 4 2 9 6 13 z',
      'M36 66 c-1-2 0-4 2-5 c-6-5-9-11-9-18 c0-9 7-17 16-24 a6 6 0 1 1 10 0 c9 7 16 15 16 24 c0 7-3 13-9 18 c2 1 3 3 2 5 z',
    ],
    lines: ['M38 61 h24', 'M58 27 L48 43'],
  },
  r: {
    body: [BASE, 'M31 79 c3-8 4-18 4-29 h30 c0 11 1 21 4 29 z', 'M28 50 l-3-28 h11 l1 8 h7 l1-8 h10 l1 8 h7 l1-8 h11 l-3 28 z'],
    lines: ['M27.5 40 h45'],
  },
  q: {
    body: [
      BASE,
      'M30 79 L17 38 L34 55 L35 27 L46 52 L50 23 L54 52 L65 27 L66 55 L83 38 L70 79 z',
      'M17 38 m-5 0 a5 5 0 1 0 10 0 a5 5 0 1 0 -10 0',
      'M35 26 m-5 0 a5 5 0 1 0 10 0 a5 5 0 1 0 -10 0',
      'M50 20 m-5.5 0 a5.5 5.5 0 1 0 11 0 a5.5 5.5 0 1 0 -11 0',
      'M65 26 m-5 0 a5 5 0 1 0 10 0 a5 5 0 1 0 -10 0',
      'M83 38 m-5 0 a5 5 0 1 0 10 0 a5 5 0 1 0 -10 0',
    ],
    lines: ['M27.5 70 c15 4 30 4 45 0'],
  },
  k: {
    body: [
      BASE,
      'M46.5 27 v-5 h-6 v-7 h6 v-6 h7 v6 h6 v7 h-6 v5 z',
      'M30 79 c-3-8-15-16-14-29 c1-14 22-18 34-4 c12-14 33-10 34 4 c1 13-11 21-14 29 z',
      'M50 46 c-9-9-8-16 0-21 c8 5 9 12 0 21 z',
    ],
    lines: ['M28 71 c15 4 29 4 44 0', 'M50 47 v22'],
  },
};

const LOTUS = 'M20 88 c0-5 4-8 10-9 h40 c6 1 10 4 10 9 z';

/** Makruk, by letter; `+m` is a bia that has been promoted: the shell lies on its back. */
const MAKRUK: Record<string, Drawing> = {
  p: {
    body: ['M24 82 c0-6 3-9 8-10 h36 c5 1 8 4 8 10 z', 'M29 72 c0-17 8-27 21-27 s21 10 21 27 z', 'M50 45 m-5 -3 a5 5 0 1 1 10 0 a5 5 0 1 1 -10 0'],
    lines: ['M36 65 c2-8 6-12 12-14'],
  },
  '+m': {
    body: ['M21 47 c0 20 11 34 29 34 s29-14 29-34 z', 'M21 47 a29 11 0 1 0 58 0 a29 11 0 1 0 -58 0', 'M50 13 l9 13 h-18 z'],
    lines: ['M33 47 a17 5.5 0 1 0 34 0 a17 5.5 0 1 0 -34 0', 'M34 68 c4 5 9 8 16 8 s12-3 16-8'],
  },
  m: {
    body: [
      'M27 86 c0-5 3-7 8-8 h30 c5 1 8 3 8 8 z',
      'M33 78 c-3-17 2-28 17-38 c15 10 20 21 17 38 z',
      'M50 34 m-6 0 a6 6 0 1 0 12 0 a6 6 0 1 0 -12 0',
    ],
    lines: ['M34 66 c10 4 22 4 32 0', 'M50 48 v8'],
  },
  s: {
    body: [
      LOTUS,
      'M25 79 c0-22 8-33 19-43 l6-9 l6 9 c11 10 19 21 19 43 z',
      'M44 36 c-1-7 2-12 6-19 c4 7 7 12 6 19 z',
    ],
    lines: ['M29 65 h42', 'M35 50 h30', 'M50 36 v14'],
  },
  n: HORSE,
  r: {
    body: [LOTUS, 'M33 79 c-2-10-2-17-1-25 h36 c1 8 1 15-1 25 z', 'M17 41 c0-6 4-9 9-9 h48 c5 0 9 3 9 9 c0 8-5 13-13 13 H30 c-8 0-13-5-13-13 z'],
    lines: ['M20 42 h60', 'M40 32 v9', 'M60 32 v9', 'M33 67 h34'],
  },
  k: {
    body: [
      LOTUS,
      'M26 79 c1-12 5-19 11-25 h26 c6 6 10 13 11 25 z',
      'M35 54 c-1-6 3-10 6-14 h18 c3 4 7 8 6 14 z',
      'M42 40 c0-5 2-8 4-11 h8 c2 3 4 6 4 11 z',
      'M46 29 l4-21 l4 21 z',
    ],
    lines: ['M30 68 h40', 'M36 47 h28', 'M43 34 h14'],
  },
};

/** The ai-wok: a rua with the crown of a khun. */
const AI_WOK: Drawing = {
  body: [LOTUS, 'M33 79 c-2-10-2-17-1-25 h36 c1 8 1 15-1 25 z', 'M22 46 c0-5 3-7 8-7 h40 c5 0 8 2 8 7 c0 6-4 8-10 8 H32 c-6 0-10-2-10-8 z', 'M38 39 l-4-14 l9 6 l7-18 l7 18 l9-6 l-4 14 z'],
  lines: ['M33 67 h34', 'M25 46 h50'],
};

/** Makruk's men under the letters of all its family: ASEAN chess calls khon and met B and Q. */
const FAMILY: Record<string, Drawing> = { ...MAKRUK, a: AI_WOK, b: MAKRUK.s!, q: MAKRUK.m! };

export const ROLES: Record<Men, Record<string, Drawing>> = { chess: CHESS, makruk: FAMILY };

interface Paint {
  fill: string;
  edge: string;
  line: string;
}

const PAINT: Record<Side, Paint> = {
  white: { fill: '#fbf5e6', edge: '#2a1f17', line: '#2a1f17' },
  black: { fill: '#3a312c', edge: '#120d0a', line: '#e6d6b8' },
};

/** The inside of an SVG of a hundred by a hundred. */
export function markup(game: Men, role: string, side: Side): string {
  const drawing = ROLES[game][role] ?? ROLES[game].p!;
  const { fill, edge, line } = PAINT[side];
  const body = drawing.body.map(d => `<path d="${d}"/>`).join('');
  const lines = drawing.lines.map(d => `<path d="${d}"/>`).join('');
  return (
    `<g stroke-width="3.4" stroke-linejoin="round" stroke-linecap="round" fill="${fill}" stroke="${edge}">${body}`
    + `<g fill="none" stroke="${line}" stroke-width="2.8">${lines}</g></g>`
  );
}

export function svg(game: Men, role: string, side: Side): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${markup(game, role, side)}</svg>`;
}

export function dataUrl(game: Men, role: string, side: Side): string {
  return `data:image/svg+xml,${encodeURIComponent(svg(game, role, side))}`;
}

/** The rules by which the board shows the men. */
function rules(): string {
  const out: string[] = [];
  for (const game of ['chess', 'makruk'] as const) {
    for (const role of Object.keys(ROLES[game])) {
      for (const side of ['white', 'black'] as const) {
        const promoted = role.startsWith('+');
        const letter = role.replace('+', '');
        const selector = `.men-${game} piece.${letter}-piece${promoted ? '.promoted' : ''}.${side}`;
        out.push(`${selector}{background-image:url("${dataUrl(game, role, side)}")}`);
      }
    }
  }
  // Whoever knows chess may have its men on a makruk board.
  for (const [letter, role] of [['s', 'b'], ['m', 'q'], ['r', 'r'], ['n', 'n'], ['p', 'p'], ['k', 'k']] as const) {
    for (const side of ['white', 'black'] as const) {
      out.push(`[data-men=chess] .men-makruk piece.${letter}-piece.${side}:not(.promoted){background-image:url("${dataUrl('chess', role, side)}")}`);
    }
  }
  return out.join('\n');
}

/** Dresses the men of this document. */
export function dressMen(target: Document = document): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules());
  target.adoptedStyleSheets = [...target.adoptedStyleSheets, sheet];
}
