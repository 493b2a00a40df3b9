/** A square from 0 (a1) to 63 (h8), rank by rank. */
export type Square = number;

export type Side = 'white' | 'black';

export const other = (side: Side): Side => (side === 'white' ? 'black' : 'white');

export const fileOf = (square: Square): number => square & 7;
export const rankOf = (square: Square): number => square >> 3;

/** The square of a file and a rank, or -1 off the board. */
export function squareAt(file: number, rank: number): Square {
  return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? rank * 8 + file : -1;
}

export function nameOf(square: Square): string {
  return 'abcdefgh'[fileOf(square)]! + (rankOf(square) + 1);
}

/** The square of a name such as `e4`, or -1. */
export function squareOf(name: string): Square {
  return name.length === 2 ? squareAt(name.charCodeAt(0) - 97, name.charCodeAt(1) - 49) : -1;
}
