use kempelen_rules::{AnyPosition, Color, Move, with_position};

use crate::{Finding, IllegalAt, Line, MaterialLedger, motifs};

macro_rules! any_line {
    ([$($(#[$doc:meta])* $game:ident,)*]) => {
        /// A line of any game, for the edges where the game is a value.
        #[derive(Clone, Debug)]
        pub enum AnyLine {
            $($(#[$doc])* $game(Line<kempelen_rules::$game>),)*
        }

        $(
            impl From<Line<kempelen_rules::$game>> for AnyLine {
                fn from(line: Line<kempelen_rules::$game>) -> Self {
                    Self::$game(line)
                }
            }
        )*
    };
}
kempelen_rules::for_all_variants! { any_line {} }

/// Runs the same expression for whichever game it is.
macro_rules! with_line {
    ($any:expr, $name:ident => $body:expr) => {
        kempelen_rules::for_all_variants! { match_line { $any, $name => $body } }
    };
}
macro_rules! match_line {
    ([$($(#[$doc:meta])* $game:ident,)*] $any:expr, $name:ident => $body:expr) => {
        match $any {
            $(AnyLine::$game($name) => $body,)*
        }
    };
}

impl AnyLine {
    /// The line of these moves; see [`Line::new`].
    ///
    /// # Errors
    /// At the first move that is not legal.
    pub fn new(start: AnyPosition, moves: &[Move]) -> Result<Self, IllegalAt> {
        Ok(with_position!(start, start => Line::new(start, moves)?.into()))
    }

    /// The same line, told as the success of this side.
    pub fn solved_by(self, solver: Color) -> Self {
        with_line!(self, line => line.solved_by(solver).into())
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
