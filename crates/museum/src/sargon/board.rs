//! The board of 120 bytes (label BOARDA), with the sets that find pieces quickly.

use super::piece::{Color, Kind, Piece};
use super::square::{Square, SquareSet};

/// The cells, and for every kind of piece the set of squares where it stands. [`Board::put`] is the only way to
/// change a cell, and it keeps the two together.
///
/// The array is longer than the original's 120 cells: with 256 of them any byte is a valid cell number, and the
/// cells that are not squares all hold the border.
#[derive(Clone)]
pub(super) struct Board {
    cells: [Piece; 256],
    sets: [u64; 16],
}

impl Board {
    pub(super) fn empty() -> Self {
        let mut board = Self { cells: [Piece::BORDER; 256], sets: [0; 16] };
        for square in Square::all() {
            board.cells[square.0 as usize] = Piece::EMPTY;
            board.sets[set_index(Piece::EMPTY)] |= square.bit();
        }
        board
    }

    /// Puts a piece, or nothing, on a square.
    #[inline]
    pub(super) fn put(&mut self, square: Square, piece: Piece) {
        let cell = &mut self.cells[square.0 as usize];
        self.sets[set_index(*cell)] ^= square.bit();
        self.sets[set_index(piece)] ^= square.bit();
        *cell = piece;
    }

    /// The squares where pieces of a colour and kind stand.
    pub(super) fn of(&self, color: Color, kind: Kind) -> SquareSet {
        SquareSet(self.sets[set_index(Piece::new(color, kind))])
    }

    /// The squares where pieces of a kind stand, whatever their colour.
    pub(super) fn both(&self, kind: Kind) -> SquareSet {
        self.of(Color::White, kind) | self.of(Color::Black, kind)
    }

    /// The squares where a side has pieces.
    pub(super) fn side(&self, color: Color) -> SquareSet {
        let first = set_index(Piece::new(color, Kind::Pawn));
        SquareSet(self.sets[first..first + 6].iter().fold(0, |all, set| all | set))
    }
}

/// A piece's place among the sets: its kind, plus 8 for Black.
const fn set_index(piece: Piece) -> usize {
    (piece.0 & 7 | (piece.0 & Piece::BLACK) >> 4) as usize
}

impl std::ops::Index<Square> for Board {
    type Output = Piece;
    #[inline]
    fn index(&self, square: Square) -> &Piece {
        &self.cells[square.0 as usize]
    }
}
