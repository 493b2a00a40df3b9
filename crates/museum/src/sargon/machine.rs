//! The state that every routine of the program works on.

use super::board::SargonBoard;
use super::memory::{PinList, WorkMemory};
use super::moves::Half;
use super::piece::{PieceKind, SargonColor};
use super::square::SargonSquare;
use super::survey::Survey;

/// One board, one work memory, and the few variables that outlive a routine. Positions are never copied in a
/// search: making and unmaking a move may leave another queen square behind (see [`SargonMachine::unmake`]), and what
/// it leaves is part of the machine's later thoughts.
#[derive(Clone)]
pub(super) struct SargonMachine {
    /// Label BOARDA.
    pub(super) board: SargonBoard,
    pub(super) memory: WorkMemory,
    /// Label COLOR: the side to move, which in a position under evaluation is the side that has just moved.
    pub(super) color: SargonColor,
    /// Label MOVENO. It advances inside the search as well.
    pub(super) moveno: u8,
    /// The last move played in the game, which en passant looks at.
    pub(super) previous: Half,
    /// Label NPINS: how many entries of the pin list are valid.
    pub(super) pin_count: usize,
    /// Labels MV0 and BC0: what every evaluation of a search is measured against.
    pub(super) root: Baseline,
    /// How often an attack list lost an entry or grew into its neighbour since this counter was cleared.
    pub(super) overflows: u64,
    /// Set when an exchange read past the attack lists, which changes the bytes it reads.
    pub(super) overran: bool,
    pub(super) survey: Survey,
}

/// Material and board control of the position at the root of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Baseline {
    /// Label MV0.
    pub(super) material: u8,
    /// Label BC0.
    pub(super) control: u8,
}

impl SargonMachine {
    /// A machine with an empty board, White to move.
    pub(super) fn new() -> Self {
        Self {
            board: SargonBoard::empty(),
            memory: WorkMemory::new(),
            color: SargonColor::White,
            moveno: 1,
            previous: Half::EMPTY,
            pin_count: 0,
            root: Baseline::default(),
            overflows: 0,
            overran: false,
            survey: Survey::new(),
        }
    }

    /// Finds the royal pieces by scanning the board; of several queens the last one found is remembered. The
    /// original does this when a position is set up and never again.
    pub(super) fn find_royals(&mut self) {
        for square in SargonSquare::all() {
            let piece = self.board[square];
            if matches!(piece.kind(), PieceKind::King | PieceKind::Queen) {
                self.memory.set_royal(piece.color(), piece.kind(), square);
            }
        }
    }

    /// A copy for questions about the rules. Asking the machine itself would disturb its memory, and its idea of
    /// where the kings stand can be wrong: an eleventh pin is written over it.
    pub(super) fn referee(&self) -> Self {
        let mut referee = self.clone();
        referee.find_royals();
        referee
    }

    /// Label INCHK: whether a side's king is attacked.
    pub(super) fn in_check(&self, color: SargonColor) -> bool {
        self.is_attacked(self.memory.king(color), color.other())
    }

    /// The pins found by the last search for them.
    pub(super) fn pins(&self) -> PinList<'_> {
        self.memory.pins(self.pin_count)
    }
}
