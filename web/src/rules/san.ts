/** Moves as people write them. */

import {
  type MoveBits,
  type Position,
  castledSquares,
  fromOf,
  isCastling,
  play,
  promotionOf,
  roleOf,
  sideOf,
  toOf,
} from './position';
import { GAMES, type Variant } from './games';
import { type Side, type Square, fileOf, nameOf, other, rankOf, squareAt } from './squares';

type Step = readonly [file: number, rank: number];

const DIAGONAL: readonly Step[] = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
const STRAIGHT: readonly Step[] = [[1, 0], [-1, 0], [0, 1], [0, -1]];
const ALL: readonly Step[] = [...DIAGONAL, ...STRAIGHT];
const JUMPS: readonly Step[] = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]];

/** The steps of a man, and whether it slides along them. */
function stepsOf(role: string, side: Side): [steps: readonly Step[], slides: boolean] {
  const ahead = side === 'white' ? 1 : -1;
  switch (role) {
    case 'p': return [[[1, ahead], [-1, ahead]], false];
    case 'n': return [JUMPS, false];
    case 'b': return [DIAGONAL, true];
    case 'r': return [STRAIGHT, true];
    case 'q': return [ALL, true];
    case 's': return [[...DIAGONAL, [0, ahead]], false];
    case 'm': return [DIAGONAL, false];
    default: return [ALL, false];
  }
}

/** The roles as which a man moves: the ai-wok is three men in one. */
function kindsOf(letter: string, variant: Variant): string[] {
  return letter === 'a' ? ['r', 'n', 'm'] : [GAMES[variant].like[letter] ?? letter];
}

/** The squares that the man on a square attacks. */
export function attacks(position: Position, from: Square): Square[] {
  const man = position.men[from]!;
  const seen: Square[] = [];
  for (const kind of kindsOf(roleOf(man), position.variant)) {
    const [steps, slides] = stepsOf(kind, sideOf(man));
    for (const [df, dr] of steps) {
      let square = squareAt(fileOf(from) + df, rankOf(from) + dr);
      while (square >= 0) {
        seen.push(square);
        if (!slides || position.men[square] !== '') break;
        square = squareAt(fileOf(square) + df, rankOf(square) + dr);
      }
    }
  }
  return seen;
}

/** Whether a side attacks a square. */
export function isAttacked(position: Position, square: Square, by: Side): boolean {
  return position.men.some((man, from) => man !== '' && sideOf(man) === by && attacks(position, from).includes(square));
}

/** Whether the king of a side is attacked. */
export function inCheck(position: Position, side: Side): boolean {
  const king = position.men.indexOf(side === 'white' ? 'K' : 'k');
  return king >= 0 && isAttacked(position, king, other(side));
}

/** The legal moves of the side to move, but for castling, which never helps a king out of mate. */
function* plainMoves(position: Position): Generator<MoveBits> {
  const side = position.turn;
  for (let from = 0; from < 64; from++) {
    const man = position.men[from]!;
    if (man === '' || sideOf(man) !== side) continue;
    for (const to of targets(position, from)) {
      if (roleOf(man) === 'k' && !mayStep(position, from, to)) continue;
      const m = from | (to << 6);
      if (!inCheck(play(position, m), side)) yield m;
    }
  }
}

/** Whether a king may leave its square: in some games one in check may only take the single man that checks it. */
function mayStep(position: Position, king: Square, to: Square): boolean {
  if (GAMES[position.variant].kingFlees) return true;
  const enemy = other(position.turn);
  const checkers = position.men.flatMap((man, from) =>
    man !== '' && sideOf(man) === enemy && attacks(position, from).includes(king) ? [from] : [],
  );
  return checkers.length === 0 || (checkers.length === 1 && checkers[0] === to);
}

function targets(position: Position, from: Square): Square[] {
  const man = position.men[from]!;
  const side = sideOf(man);
  const free = (square: Square) => position.men[square] === '';
  const enemy = (square: Square) => !free(square) && sideOf(position.men[square]!) !== side;
  if (roleOf(man) !== 'p') return attacks(position, from).filter(to => free(to) || enemy(to));
  const takes = attacks(position, from).filter(to => enemy(to) || (to === position.passed && to >= 0));
  const ahead = side === 'white' ? 8 : -8;
  const steps: Square[] = [];
  if (from + ahead >= 0 && from + ahead < 64 && free(from + ahead)) {
    steps.push(from + ahead);
    const home = rankOf(from) === (side === 'white' ? 1 : 6);
    if (!position.makruk && home && free(from + 2 * ahead)) steps.push(from + 2 * ahead);
  }
  return [...takes, ...steps];
}

/** A legal move in algebraic notation. */
export function san(position: Position, m: MoveBits): string {
  const after = play(position, m);
  let mark = '';
  if (inCheck(after, after.turn)) mark = plainMoves(after).next().done ? '#' : '+';
  return plainSan(position, m) + mark;
}

function plainSan(position: Position, m: MoveBits): string {
  const [from, to] = [fromOf(m), toOf(m)];
  if (!position.makruk && isCastling(position, m)) return fileOf(castledSquares(m)[0]) === 6 ? 'O-O' : 'O-O-O';
  const man = position.men[from]!;
  const role = roleOf(man);
  const captures = position.men[to] !== '' || (role === 'p' && to === position.passed && to >= 0);
  const target = (captures ? 'x' : '') + nameOf(to);
  if (role === 'p') {
    const becomes = promotionOf(m, position.variant);
    return (captures ? nameOf(from)[0] : '') + target + (becomes === '' ? '' : '=' + becomes.toUpperCase());
  }
  return role.toUpperCase() + origin(position, m) + target;
}

/** What tells this man from others of its kind that could go there too. */
function origin(position: Position, m: MoveBits): string {
  const [from, to] = [fromOf(m), toOf(m)];
  const rivals: Square[] = [];
  for (let square = 0; square < 64; square++) {
    const rival = square !== from && position.men[square] === position.men[from];
    if (!rival || !attacks(position, square).includes(to)) continue;
    if (!inCheck(play(position, square | (to << 6)), position.turn)) rivals.push(square);
  }
  if (rivals.length === 0) return '';
  if (rivals.every(square => fileOf(square) !== fileOf(from))) return nameOf(from)[0]!;
  if (rivals.every(square => rankOf(square) !== rankOf(from))) return nameOf(from)[1]!;
  return nameOf(from);
}
