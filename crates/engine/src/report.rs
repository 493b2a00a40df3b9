use std::fmt;
use std::time::Duration;

use kempelen_rules::Move;

use crate::Details;

/// A score, seen from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Mate in so many moves of the winner; below zero, being mated. Zero is being mated already.
    Mate(i32),
}

impl Score {
    /// The same score seen from the other side.
    #[must_use]
    pub fn flip(self) -> Self {
        match self {
            Self::Cp(cp) => Self::Cp(-cp),
            Self::Mate(moves) => Self::Mate(-moves),
        }
    }

    /// Centipawns, with mates beyond all of them, for those who need one number.
    pub fn as_cp(self) -> i32 {
        match self {
            Self::Cp(cp) => cp,
            Self::Mate(moves) if moves > 0 => 100_000 - moves,
            Self::Mate(moves) => -100_000 - moves,
        }
    }
}

/// As UCI writes it: `cp 31`, `mate -2`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cp(cp) => write!(f, "cp {cp}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// Whether a score is only a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ScoreBound {
    /// It is the score.
    #[default]
    Exact,
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
}

/// A line of play and what it is worth.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ScoredLine {
    /// The moves, the one to play first.
    pub pv: Vec<Move>,
    /// What it is worth.
    pub score: Option<Score>,
    /// Whether that is only a bound.
    pub bound: ScoreBound,
    /// Chances of winning, drawing and losing, in thousandths.
    pub wdl: Option<[u16; 3]>,
    /// The depth it was searched to.
    pub depth: u8,
    /// The deepest ply that was looked at.
    pub selective_depth: u8,
}

/// Progress of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// A line, and which of several it is (from 1).
    pub line: Option<(usize, ScoredLine)>,
    /// The move being looked at at the root, and its place in the list (from 1).
    pub current: Option<(Move, usize)>,
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u16,
    /// Positions found in endgame tables.
    pub tablebase_hits: u64,
    /// Something to say in words.
    pub text: Option<String>,
}

/// An engine's answer.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// The move to play; none when there is none, or when the engine gives up.
    pub best: Option<Move>,
    /// The answer it expects.
    pub ponder: Option<Move>,
    /// The lines it found, the best first. At least one where there is a move.
    pub lines: Vec<ScoredLine>,
    /// Nodes searched, as the engine counts them.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
    /// Why there is no move though the game goes on: the engine resigns, for this reason.
    pub resigns: Option<String>,
    /// What this engine has to say besides.
    pub details: Details,
}

impl Report {
    /// The score of the best line.
    pub fn score(&self) -> Option<Score> {
        self.lines.first().and_then(|line| line.score)
    }

    /// The best line.
    pub fn pv(&self) -> &[Move] {
        self.lines.first().map_or(&[], |line| &line.pv)
    }
}
