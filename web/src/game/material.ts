/** Men that are no longer on the board, and what the difference is worth. */

import { type Position, roleOf, sideOf } from '../rules/position';
import type { Side } from '../rules/squares';

/** In pawns, by letter; makruk's as its players count them. */
const CHESS: Record<string, number> = { p: 1, n: 3, b: 3, r: 5, q: 9 };
const MAKRUK: Record<string, number> = { p: 1, m: 1.5, q: 1.5, s: 2.5, b: 2.5, n: 3, r: 5, a: 9.5 };
const ORDER = 'aqrsbnmp';

export interface Material {
  /** The letters of the men that each side has lost, the greatest first. */
  lost: Record<Side, string[]>;
  /** What White has more, in pawns. */
  balance: number;
}

/** What has been captured since a start. A pawn that became something else is a pawn less and no loss. */
export function material(start: Position, now: Position): Material {
  const values = now.makruk ? MAKRUK : CHESS;
  const [before, after] = [countMen(start), countMen(now)];
  const lost: Record<Side, string[]> = { white: [], black: [] };
  for (const side of ['white', 'black'] as const) {
    let promoted = 0;
    for (const role of ORDER) {
      const gone = before[side](role) - after[side](role);
      if (role === 'p') {
        for (let i = 0; i < gone - promoted; i++) lost[side].push(role);
      } else if (gone < 0) promoted -= gone;
      else for (let i = 0; i < gone; i++) lost[side].push(role);
    }
  }
  const worth = (side: Side) => [...ORDER].reduce((sum, role) => sum + (values[role] ?? 0) * after[side](role), 0);
  return { lost, balance: worth('white') - worth('black') };
}

function countMen(position: Position): Record<Side, (role: string) => number> {
  const counts = new Map<string, number>();
  for (const man of position.men) if (man !== '') counts.set(sideOf(man) + roleOf(man), (counts.get(sideOf(man) + roleOf(man)) ?? 0) + 1);
  return { white: role => counts.get('white' + role) ?? 0, black: role => counts.get('black' + role) ?? 0 };
}
