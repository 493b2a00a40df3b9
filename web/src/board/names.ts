/** The men and their moves in words, for those who listen. */

import { GAMES } from '../rules/games';
import { type Man, type Position, type Variant, roleOf, sideOf } from '../rules/position';
import { type Square, nameOf } from '../rules/squares';

export function nameOfRole(role: string, variant: Variant): string {
  return GAMES[variant].names[role] ?? role;
}

export function nameOfMan(man: Man, promoted: boolean, variant: Variant): string {
  const name = promoted ? 'promoted bia' : nameOfRole(roleOf(man), variant);
  return `${sideOf(man)} ${name}`;
}

/** What stands on a square, as `e4, white knight`. */
export function describe(position: Position, square: Square, variant: Variant): string {
  const man = position.men[square]!;
  return man === '' ? nameOf(square) : `${nameOf(square)}, ${nameOfMan(man, position.promoted.has(square), variant)}`;
}

/** A move in words: `Nxf3+` is `knight takes f3, check`. */
export function speak(san: string, variant: Variant): string {
  if (san.startsWith('O-O-O')) return 'castles queenside' + ending(san);
  if (san.startsWith('O-O')) return 'castles kingside' + ending(san);
  const match = /^([A-Z]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=([A-Z]))?/.exec(san);
  if (!match) return san;
  const [, role = '', from = '', takes, to, becomes] = match;
  const who = nameOfRole(role === '' ? 'p' : role.toLowerCase(), variant);
  const origin = from === '' ? '' : ` from ${from}`;
  const change = becomes ? ` and becomes a ${nameOfRole(becomes.toLowerCase(), variant)}` : '';
  return `${who}${origin} ${takes ? 'takes' : 'to'} ${to}${change}${ending(san)}`;
}

function ending(san: string): string {
  return san.endsWith('#') ? ', checkmate' : san.endsWith('+') ? ', check' : '';
}
