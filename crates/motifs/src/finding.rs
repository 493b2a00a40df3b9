use kempelen_rules::{Square, SquareSet};

use crate::Motif;

/// A motif, and who does what to whom.
///
/// All squares are to be read on one board of the line, number [`board`](Self::board): men stand there on every one of
/// them, so that whatever is said of them can be checked by anyone who knows the rules.
///
/// | motif | `by` | `targets` | `behind` |
/// |---|---|---|---|
/// | mates | the man that gives check | the king | a man that helps |
/// | fork | the man that forks | the men forked | |
/// | pin, skewer | the slider | the man in front | the man behind it |
/// | xRayAttack | the slider | the man in between | the man attacked through it |
/// | discoveredAttack, discoveredCheck | the man uncovered | what it attacks | for a check, the man that moved away |
/// | doubleCheck | the man that moved | the king | the other man |
/// | hangingPiece, trappedPiece | an attacker | the man that is lost | |
/// | capturingDefender | the man that takes | the defender | what it protected |
/// | deflection | the man that draws away | the man drawn away | what is lost, where it stands there already |
/// | attraction | the man that strikes | the man drawn there | |
/// | interference | the man in between | the slider that is cut off | what it protected |
/// | intermezzo | the man that strikes first | what can wait | |
/// | clearance | the man that made way | | the man for which |
/// | sacrifice | the man given up | the man that takes it | |
/// | quietMove, defensiveMove, zugzwang, pawns, castling | the man that moved | in zugzwang the king | |
/// | exposedKing, kingsideAttack, queensideAttack | | the king | |
/// | attackingF2F7 | the man that takes | the king | |
/// | endgames, countRunsOut | | | |
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The motif.
    pub motif: Motif,
    /// The solver's move with which it happens, the first move of the line = 0.
    pub ply: usize,
    /// How many moves of the line had been played on the board where the squares are to be read.
    pub board: usize,
    /// The man that does it.
    pub by: Option<Square>,
    /// The men to whom it is done.
    pub targets: SquareSet,
    /// One more man that matters.
    pub behind: Option<Square>,
}

impl Finding {
    /// A motif of a move, on the board after it, with nobody named yet.
    pub(crate) fn after(motif: Motif, ply: usize) -> Self {
        Self { motif, ply, board: ply + 1, by: None, targets: SquareSet::EMPTY, behind: None }
    }

    /// A motif of a move, on the board before it, with nobody named yet.
    pub(crate) fn before(motif: Motif, ply: usize) -> Self {
        Self::after(motif, ply).on(ply)
    }

    /// The same with the squares to be read on another board.
    pub(crate) fn on(self, board: usize) -> Self {
        Self { board, ..self }
    }

    pub(crate) fn by(self, square: Square) -> Self {
        Self { by: Some(square), ..self }
    }

    pub(crate) fn target(self, square: Square) -> Self {
        self.targets(square.set())
    }

    pub(crate) fn targets(self, targets: SquareSet) -> Self {
        Self { targets, ..self }
    }

    pub(crate) fn behind(self, behind: impl Into<Option<Square>>) -> Self {
        Self { behind: behind.into(), ..self }
    }
}
