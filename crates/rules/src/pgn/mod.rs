//! Portable Game Notation: games in files, with variations, comments and annotation glyphs, in both our games.
//!
//! [`read`] goes through a file game by game; a [`Record`] is one of them, and its `Display` is the text.
//!
//! ```
//! use kempelen_rules::pgn;
//!
//! let text = "[White \"Philidor\"]\n\n1. e4 e5 2. f4 {a gambit} exf4 (2... d5) 3. Bc4 *\n";
//! let games: Vec<pgn::Record> = pgn::read(text.as_bytes()).collect::<Result<_, _>>()?;
//! assert_eq!(games[0].tag("White"), Some("Philidor"));
//! assert!(games[0].to_string().contains("2. f4 {a gambit} 2... exf4 (2... d5) 3. Bc4 *"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod read;
mod tree;
mod words;
mod write;

pub use read::{Games, SalvagedGame, read};
pub use tree::{Outcome, PgnNode, Record};

use std::fmt;

use crate::fen::FenError;
use crate::uci::MoveError;
use crate::variant::VariantError;

/// The tags that a record writes from what it knows.
const OWN_TAGS: [&str; 4] = ["Result", "Variant", "SetUp", "FEN"];

/// Why a game cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnError {
    /// The line of the file where reading failed, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: PgnProblem,
}

/// What can be wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PgnProblem {
    /// The game is none of ours.
    Variant(VariantError),
    /// It starts from no position.
    Fen(FenError),
    /// What stands for a move is none, or no legal one.
    Move(MoveError),
    /// A tag is longer than any that is meant seriously.
    LongTag,
    /// A comment does not end.
    OpenComment,
    /// A variation does not end.
    OpenVariation,
    /// A variation stands where there is no move to take back.
    EarlyVariation,
    /// A variation ends that did not begin.
    StrayBracket,
    /// The file could not be read on.
    Source(String),
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.problem {
            PgnProblem::Source(error) => write!(f, "{error}"),
            problem => write!(f, "line {}: {problem}", self.line),
        }
    }
}

impl fmt::Display for PgnProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variant(error) => error.fmt(f),
            Self::Fen(error) => error.fmt(f),
            Self::Move(error) => error.fmt(f),
            Self::LongTag => f.write_str("a tag is too long"),
            Self::OpenComment => f.write_str("a comment has no end"),
            Self::OpenVariation => f.write_str("a variation has no end"),
            Self::EarlyVariation => f.write_str("a variation stands before any move"),
            Self::StrayBracket => f.write_str("a variation ends that did not begin"),
            Self::Source(error) => f.write_str(error),
        }
    }
}

impl std::error::Error for PgnError {}
