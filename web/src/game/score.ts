/** What a line is worth, for people. All scores are White's. */

import type { Pv } from '../api/types';

/** As `+0.31`, `-2.40`, `#3`, `#-2`. */
export function scoreText(pv: Pick<Pv, 'cp' | 'mate' | 'bound'> | undefined): string {
  if (!pv) return '';
  const bound = pv.bound === 'lower' ? '≥' : pv.bound === 'upper' ? '≤' : '';
  if (pv.mate !== undefined) return `${bound}#${pv.mate}`;
  if (pv.cp === undefined) return '?';
  return bound + (pv.cp > 0 ? '+' : pv.cp < 0 ? '−' : '') + (Math.abs(pv.cp) / 100).toFixed(2);
}

/** Where there is little room: `0.3`, `12`, `#3`; the sign is told by the place. */
export function shortScore(pv: Pick<Pv, 'cp' | 'mate'> | undefined): string {
  if (!pv) return '';
  if (pv.mate !== undefined) return `#${Math.abs(pv.mate)}`;
  const pawns = Math.abs(pv.cp ?? 0) / 100;
  return pawns >= 10 ? pawns.toFixed(0) : pawns.toFixed(1);
}

/** In words: `White is better by 0.31`. */
export function scoreWords(pv: Pick<Pv, 'cp' | 'mate'> | undefined): string {
  if (!pv) return 'not known';
  if (pv.mate !== undefined) {
    if (pv.mate === 0) return 'checkmate';
    return `${pv.mate > 0 ? 'White' : 'Black'} mates in ${Math.abs(pv.mate)}`;
  }
  const cp = pv.cp ?? 0;
  if (Math.abs(cp) < 10) return 'even';
  return `${cp > 0 ? 'White' : 'Black'} is better by ${(Math.abs(cp) / 100).toFixed(2)}`;
}

/** White's share of an eval bar, from 0 to 1: a pawn counts most near the middle. */
export function share(pv: Pick<Pv, 'cp' | 'mate'> | undefined): number {
  if (!pv) return 0.5;
  if (pv.mate !== undefined) return pv.mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-(pv.cp ?? 0) / 250));
}

export function count(n: number): string {
  if (n < 10_000) return String(n);
  if (n < 1_000_000) return `${(n / 1000).toFixed(0)}k`;
  return n < 1e9 ? `${(n / 1e6).toFixed(1)}M` : `${(n / 1e9).toFixed(2)}G`;
}

export function seconds(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}

const GLYPHS: Record<number, string> = {
  1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!', 10: '=', 13: '∞', 14: '⩲', 15: '⩱', 16: '±', 17: '∓', 18: '+−', 19: '−+',
};

export const glyphText = (glyph: number): string => GLYPHS[glyph] ?? `$${glyph}`;
