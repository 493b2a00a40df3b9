use kempelen_rules::{AnyPosition, Chess, Color, Makruk, Move};

use crate::{Finding, IllegalAt, Line, MaterialLedger, motifs};

/// A line of any game, for the edges where the game is a value.
#[derive(Clone, Debug)]
pub enum AnyLine {
    /// A line of chess.
    Chess(Line<Chess>),
    /// A line of makruk.
    Makruk(Line<Makruk>),
}

/// Runs the same expression for whichever game it is.
macro_rules! with_line {
    ($any:expr, $name:ident => $body:expr) => {
        match $any {
            AnyLine::Chess($name) => $body,
            AnyLine::Makruk($name) => $body,
        }
    };
}

impl AnyLine {
    /// The line of these moves; see [`Line::new`].
    ///
    /// # Errors
    /// At the first move that is not legal.
    pub fn new(start: AnyPosition, moves: &[Move]) -> Result<Self, IllegalAt> {
        Ok(match start {
            AnyPosition::Chess(start) => Self::Chess(Line::new(start, moves)?),
            AnyPosition::Makruk(start) => Self::Makruk(Line::new(start, moves)?),
        })
    }

    /// The same line, told as the success of this side.
    pub fn solved_by(self, solver: Color) -> Self {
        match self {
            Self::Chess(line) => Self::Chess(line.solved_by(solver)),
            Self::Makruk(line) => Self::Makruk(line.solved_by(solver)),
        }
    }

    /// The side whose success the line is.
    pub fn solver(&self) -> Color {
        with_line!(self, line => line.solver())
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        with_line!(self, line => line.moves())
    }

    /// The position after so many moves.
    pub fn board(&self, plies: usize) -> Option<AnyPosition> {
        with_line!(self, line => line.boards().get(plies).map(|&board| board.into()))
    }

    /// What the line is about.
    pub fn motifs(&self) -> Vec<Finding> {
        with_line!(self, line => motifs(line))
    }

    /// Its material, move by move.
    pub fn ledger(&self) -> MaterialLedger {
        with_line!(self, line => MaterialLedger::of(line))
    }

    /// A finding of this line in words.
    pub fn words(&self, finding: &Finding) -> String {
        with_line!(self, line => finding.words(line))
    }
}
