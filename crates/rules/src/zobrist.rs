//! Numbers whose exclusive-or names a position (Albert Zobrist, 1970).

use crate::random::SplitMix64;
use crate::{Color, Piece, Square};

/// The number of a man on a square.
#[inline]
pub(crate) fn piece(piece: Piece, square: Square) -> u64 {
    PIECES[piece.index()][square.index()]
}

/// The number of the right that the man on this square has: of a rook to castle, or of a man to leap.
#[inline]
pub(crate) fn right(square: Square) -> u64 {
    RIGHTS[square.index()]
}

/// The number of an en-passant capture that is legal on this file.
#[inline]
pub(crate) fn en_passant(square: Square) -> u64 {
    EN_PASSANT[square.file() as usize]
}

/// The number of the side to move.
#[inline]
pub(crate) fn turn(color: Color) -> u64 {
    color.pick(0, BLACK_TO_MOVE)
}

static PIECES: [[u64; 64]; Piece::COUNT] = {
    let mut table = [[0; 64]; Piece::COUNT];
    let mut i = 0;
    while i < Piece::COUNT {
        table[i] = random(i as u64 * 64);
        i += 1;
    }
    table
};
static RIGHTS: [u64; 64] = random(0x1000);
static EN_PASSANT: [u64; 8] = random(0x2000);
const BLACK_TO_MOVE: u64 = random::<1>(0x3000)[0];

/// The numbers of the generator's sequence from a place in it.
const fn random<const N: usize>(place: u64) -> [u64; N] {
    let mut source = SplitMix64::at(0, place);
    let mut numbers = [0; N];
    let mut i = 0;
    while i < N {
        numbers[i] = source.next_u64();
        i += 1;
    }
    numbers
}
