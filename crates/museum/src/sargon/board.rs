//! The board of 120 bytes (label BOARDA), with the sets that find pieces quickly.

use super::piece::{PieceKind, SargonColor, SargonPiece};
use super::square::{SargonSquare, SargonSquareSet};

/// The cells, and for every kind of piece the set of squares where it stands. [`SargonBoard::put`] is the only way to
/// change a cell, and it keeps the two together.
///
/// The array is longer than the original's 120 cells: with 256 of them any byte is a valid cell number, and the
/// cells that are not squares all hold the border.
#[derive(Clone)]
pub(super) struct SargonBoard {
    cells: [SargonPiece; 256],
    sets: [u64; 16],
}

impl SargonBoard {
    pub(super) fn empty() -> Self {
        let mut board = Self { cells: [SargonPiece::BORDER; 256], sets: [0; 16] };
        for square in SargonSquare::all() {
            board.cells[square.0 as usize] = SargonPiece::EMPTY;
            board.sets[set_index(SargonPiece::EMPTY)] |= square.bit();
        }
        board
    }

    /// Puts a piece, or nothing, on a square.
    #[inline]
    pub(super) fn put(&mut self, square: SargonSquare, piece: SargonPiece) {
        let cell = &mut self.cells[square.0 as usize];
        self.sets[set_index(*cell)] ^= square.bit();
        self.sets[set_index(piece)] ^= square.bit();
        *cell = piece;
    }

    /// The squares where pieces of a colour and kind stand.
    pub(super) fn of(&self, color: SargonColor, kind: PieceKind) -> SargonSquareSet {
        SargonSquareSet(self.sets[set_index(SargonPiece::new(color, kind))])
    }

    /// The squares where pieces of a kind stand, whatever their colour.
    pub(super) fn both(&self, kind: PieceKind) -> SargonSquareSet {
        self.of(SargonColor::White, kind) | self.of(SargonColor::Black, kind)
    }

    /// The squares where a side has pieces.
    pub(super) fn side(&self, color: SargonColor) -> SargonSquareSet {
        let first = set_index(SargonPiece::new(color, PieceKind::Pawn));
        SargonSquareSet(self.sets[first..first + 6].iter().fold(0, |all, set| all | set))
    }
}

/// A piece's place among the sets: its kind, plus 8 for Black.
const fn set_index(piece: SargonPiece) -> usize {
    (piece.0 & 7 | (piece.0 & SargonPiece::BLACK) >> 4) as usize
}

impl std::ops::Index<SargonSquare> for SargonBoard {
    type Output = SargonPiece;
    #[inline]
    fn index(&self, square: SargonSquare) -> &SargonPiece {
        &self.cells[square.0 as usize]
    }
}
