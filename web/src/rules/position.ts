/**
 * Where the men stand, and what a move does to them. The laws themselves are the server's; this is what is needed to show a
 * line of play, and to write its moves, without asking for each.
 */

import { GAMES, type Variant } from './games';
import { type Side, type Square, fileOf, nameOf, other, rankOf, squareAt, squareOf } from './squares';

export type { Variant };

/** A letter as in a FEN: upper case is White's. */
export type Man = string;

export interface Position {
  readonly variant: Variant;
  /** Whether it is makruk or a relative: no castling, no double steps. */
  readonly makruk: boolean;
  /** A letter for each square, or ''. */
  readonly men: readonly Man[];
  /** Squares of men that were pawns once and are shown as such. */
  readonly promoted: ReadonlySet<Square>;
  readonly turn: Side;
  /** Rooks that may still castle. */
  readonly castling: ReadonlySet<Square>;
  /** The square behind a pawn that has just taken two steps, or -1. */
  readonly passed: Square;
}

/** A move as the traces have it: from 6 bits, to 6 bits, promotion 3 bits. Castling is the king taking its rook. */
export type MoveBits = number;

const ROLES = ['p', 'n', 'b', 'r', 'q', 's', 'm', 'k'];

export const fromOf = (m: MoveBits): Square => m & 63;
export const toOf = (m: MoveBits): Square => (m >> 6) & 63;
/** The letter of what a pawn becomes, or ''. */
export const promotionOf = (m: MoveBits, variant: Variant): string => (m >> 12 === 0 ? '' : letterOf(ROLES[m >> 12]!, variant));

/** The letter of a role in a game, and the role of a letter. A game that calls one role by another's letter has no other. */
function letterOf(role: string, variant: Variant): string {
  const { like, names } = GAMES[variant];
  return role in names ? role : (Object.keys(like).find(letter => like[letter] === role) ?? (role === 'q' ? 'a' : role));
}

function roleBits(letter: string, variant: Variant): number {
  return Math.max(ROLES.indexOf(letter === 'a' ? 'q' : (GAMES[variant].like[letter] ?? letter)), 0);
}

export const sideOf = (man: Man): Side => (man === man.toUpperCase() ? 'white' : 'black');
export const roleOf = (man: Man): string => man.toLowerCase();
export const isMakruk = (variant: Variant): boolean => GAMES[variant].men === 'makruk';

/** Reads the parts of a FEN that a picture needs. What is broken reads as empty squares; the server judges FENs. */
export function readFen(fen: string, variant: Variant): Position {
  const [board = '', turn = 'w', castling = '-', passed = '-'] = fen.trim().split(/\s+/);
  const men: Man[] = new Array<Man>(64).fill('');
  const promoted = new Set<Square>();
  board.split('/').forEach((row, i) => {
    let file = 0;
    for (const c of row) {
      const square = squareAt(file, 7 - i);
      if (c >= '1' && c <= '8') file += Number(c);
      else if (c === '~') promoted.add(squareAt(file - 1, 7 - i));
      else if (square >= 0) {
        men[square] = c;
        file += 1;
      }
    }
  });
  const makruk = isMakruk(variant);
  return {
    variant,
    makruk,
    men,
    promoted,
    turn: turn === 'b' ? 'black' : 'white',
    castling: makruk ? new Set() : readCastling(castling, men),
    passed: makruk ? -1 : squareOf(passed),
  };
}

function readCastling(text: string, men: readonly Man[]): Set<Square> {
  const rooks = new Set<Square>();
  for (const c of text) {
    const white = c === c.toUpperCase();
    const rank = white ? 0 : 7;
    const king = men.indexOf(white ? 'K' : 'k');
    const files = [...Array(8).keys()].filter(file => men[squareAt(file, rank)] === (white ? 'R' : 'r'));
    const letter = c.toLowerCase();
    const file =
      letter === 'k'
        ? files.filter(f => f > fileOf(king)).at(-1)
        : letter === 'q'
          ? files.find(f => f < fileOf(king))
          : letter >= 'a' && letter <= 'h'
            ? letter.charCodeAt(0) - 97
            : undefined;
    if (file !== undefined) rooks.add(squareAt(file, rank));
  }
  return rooks;
}

/** Where the men stand, as a FEN has it. */
export function writeBoard(position: Position): string {
  const rows: string[] = [];
  for (let rank = 7; rank >= 0; rank--) {
    let row = '';
    let empty = 0;
    for (let file = 0; file < 8; file++) {
      const square = squareAt(file, rank);
      const man = position.men[square]!;
      if (man === '') empty += 1;
      else {
        row += (empty || '') + man + (position.promoted.has(square) ? '~' : '');
        empty = 0;
      }
    }
    rows.push(row + (empty || ''));
  }
  return rows.join('/');
}

/** Reads `e2e4`, `e7e8q`, and castling in both spellings. */
export function readUci(position: Position, text: string): MoveBits {
  const from = squareOf(text.slice(0, 2));
  let to = squareOf(text.slice(2, 4));
  if (from < 0 || to < 0) return 0;
  const man = position.men[from]!;
  if (roleOf(man) === 'k' && !position.makruk && Math.abs(fileOf(from) - fileOf(to)) > 1 && position.men[to] === '') {
    const east = to > from;
    to = [...position.castling].find(rook => rankOf(rook) === rankOf(from) && rook > from === east) ?? to;
  }
  const promotion = text[4] ? roleBits(text[4].toLowerCase(), position.variant) : 0;
  return from | (to << 6) | (promotion << 12);
}

export function isCastling(position: Position, m: MoveBits): boolean {
  const [king, rook] = [position.men[fromOf(m)]!, position.men[toOf(m)]!];
  return roleOf(king) === 'k' && roleOf(rook) === 'r' && sideOf(king) === sideOf(rook);
}

/** The squares to which king and rook go. */
export function castledSquares(m: MoveBits): [king: Square, rook: Square] {
  const east = toOf(m) > fromOf(m);
  const rank = rankOf(fromOf(m));
  return [squareAt(east ? 6 : 2, rank), squareAt(east ? 5 : 3, rank)];
}

/** A move in UCI's spelling, castling as the king's two steps where that is understood. */
export function writeUci(position: Position, m: MoveBits): string {
  const natural = isCastling(position, m) && fileOf(fromOf(m)) === 4 && [0, 7].includes(fileOf(toOf(m)));
  const to = natural ? castledSquares(m)[0] : toOf(m);
  return nameOf(fromOf(m)) + nameOf(to) + promotionOf(m, position.variant);
}

/** The position after a pass. */
export function pass(position: Position): Position {
  return { ...position, turn: other(position.turn), passed: -1 };
}

/** The position after a move, which is taken to be legal. */
export function play(position: Position, m: MoveBits): Position {
  const men = position.men.slice();
  const promoted = new Set(position.promoted);
  const castling = new Set(position.castling);
  const [from, to] = [fromOf(m), toOf(m)];
  const man = men[from]!;
  const side = position.turn;
  let passed = -1;
  men[from] = '';
  if (!position.makruk && isCastling(position, m)) {
    const rook = men[to]!;
    men[to] = '';
    const [king, tower] = castledSquares(m);
    men[king] = man;
    men[tower] = rook;
  } else {
    if (roleOf(man) === 'p' && to === position.passed && men[to] === '') {
      men[squareAt(fileOf(to), rankOf(from))] = '';
    }
    if (roleOf(man) === 'p' && !position.makruk && Math.abs(to - from) === 16) passed = (from + to) / 2;
    const wasPromoted = promoted.delete(from);
    promoted.delete(to);
    const becomes = promotionOf(m, position.variant);
    men[to] = becomes === '' ? man : side === 'white' ? becomes.toUpperCase() : becomes;
    if (wasPromoted || (becomes !== '' && GAMES[position.variant].marksPromoted)) promoted.add(to);
  }
  if (roleOf(man) === 'k') {
    for (const rook of position.castling) if (rankOf(rook) === (side === 'white' ? 0 : 7)) castling.delete(rook);
  }
  castling.delete(from);
  castling.delete(to);
  return { ...position, men, promoted, turn: other(side), castling, passed };
}

/** The position after a line of moves in UCI's spelling. */
export function playLine(position: Position, moves: readonly string[]): Position {
  return moves.reduce((here, text) => play(here, readUci(here, text)), position);
}
