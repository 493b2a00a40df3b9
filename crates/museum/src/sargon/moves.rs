//! Move entries.

use super::piece::{PieceKind, SargonColor, SargonPiece};
use super::square::SargonSquare;
use std::fmt;

/// One displacement of one piece. Castling and en passant take two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Half {
    /// Where the piece stands before.
    pub from: SargonSquare,
    /// Where it stands after.
    pub to: SargonSquare,
    /// Bits 0 to 3 and bit 7 are the captured piece's byte; bit 4 says that the mover had not moved before, bit 5
    /// is a promotion, bit 6 says that a second half follows.
    pub flags: u8,
}

impl Half {
    pub(super) const FIRST_MOVE: u8 = 0x10;
    pub(super) const PROMOTION: u8 = 0x20;
    pub(super) const DOUBLE: u8 = 0x40;
    /// The bits that remember the captured piece.
    const CAPTURED: u8 = 0x8F;

    /// An entry that has not been filled in.
    pub(super) const EMPTY: Self = Self { from: SargonSquare::NOWHERE, to: SargonSquare::NOWHERE, flags: 0 };

    /// The captured piece, or an empty square.
    pub const fn captured(self) -> SargonPiece {
        SargonPiece(self.flags & Self::CAPTURED)
    }

    /// Whether the mover left its home square with this move.
    pub const fn is_first_move(self) -> bool {
        self.flags & Self::FIRST_MOVE != 0
    }

    /// Whether a pawn becomes a queen.
    pub const fn is_promotion(self) -> bool {
        self.flags & Self::PROMOTION != 0
    }

    /// Whether a second half follows.
    pub const fn is_double(self) -> bool {
        self.flags & Self::DOUBLE != 0
    }

    /// The colour whose queen this half captures.
    pub(super) fn captured_queen(self) -> Option<SargonColor> {
        let captured = self.captured();
        (captured.kind() == PieceKind::Queen).then(|| captured.color())
    }
}

/// A move. It prints in UCI notation; a promotion, which is always to a queen, ends in `q`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SargonMove {
    /// The move itself: for castling the king's part.
    pub first: Half,
    /// For castling the rook's part; for en passant the captured pawn, which goes nowhere.
    pub second: Half,
}

impl SargonMove {
    pub(super) const EMPTY: Self = Self { first: Half::EMPTY, second: Half::EMPTY };

    pub(super) const fn single(half: Half) -> Self {
        Self { first: half, second: Half::EMPTY }
    }
}

impl fmt::Display for SargonMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let promotion = if self.first.is_promotion() { "q" } else { "" };
        write!(f, "{}{}{promotion}", self.first.from, self.first.to)
    }
}

const _: () = assert!(size_of::<SargonMove>() == 6);

/// A move in a list, with the byte that orders it: low is good for the side that moves, 0 is an illegal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankedMove {
    /// The move.
    pub mv: SargonMove,
    /// Its value after sorting; 0 before.
    pub value: u8,
}
