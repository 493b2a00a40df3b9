//! **Microchess**, by Peter R. Jennings, 1976: chess in 1.1 kilobytes on the KIM-1, a 6502 board with a hexadecimal
//! keypad and six digits of display.
//!
//! This room re-creates it move for move: the same candidates in the same order, every counter, the 8-bit sum with its
//! wraps, the book, the keypad, and all bugs.
//!
//! How it thinks ([`think`]):
//!
//! 1. It counts its moves and captures in the present position.
//! 2. For each candidate it counts the player's replies, follows their captures through an exchange of up to five men,
//!    and counts what it could do next itself if the player passed.
//! 3. [`Strategy`] adds all that up to a byte; the first candidate with the highest byte is played.
//!
//! There is no deeper search and no alpha-beta. [`Kim`] is the same machine with its keys and display.
//!
//! What it cannot do: castle (but for the book's king moves), capture en passant, promote, hold a second queen, know a
//! draw. Above a function stands the label under which the program of 1976 has it, if it has one.

mod board;
mod clock;
mod counts;
mod import;
mod key;
mod kim;
mod level;
mod notation;
mod openings;
mod search;
mod state;
mod strategy;
mod tables;
mod watch;

mod aloud;
mod engine;
mod figures;
mod seat;

pub use kempelen_rules::Color;

pub use board::{CAPTURED, MicrochessBoard, is_on_board, role_of};
pub use clock::Clock;
pub use counts::{Counters, MicrochessTally};
pub use engine::entry;
pub use import::ImportError;
pub use key::{KimKey, UnknownKey};
pub use kim::{Display, Kim, Pressed};
pub use level::{Level, UnknownLevel};
pub use notation::{Man, index_of, square_name, square_named};
pub use openings::{BookBytes, OPENINGS, Opening, UnknownOpening};
pub use search::{CountedCandidate, MicrochessThought, RESIGNS_BELOW, START_VALUE};
pub use state::{Chain, JanusState};
pub use strategy::{Bonus, QUIET, Ruling, Sign, Strategy, StrategyMove, TERMS, Term};
pub use tables::Tables;
pub use watch::{CandidateVerdict, MicrochessEvent, MicrochessWatch, StepOutcome};

/// GO: thinks about a position as the untouched machine does.
///
/// ```
/// use kempelen_museum::microchess::{MicrochessBoard, Color, Level, think};
/// use kempelen_trace::Mute;
///
/// let thought = think(&MicrochessBoard::START, Level::NORMAL, &mut Mute);
/// let best = thought.best.unwrap();
/// assert_eq!(best.uci(Color::White).as_deref(), Some("e2e4"));
/// assert_eq!(thought.best_value, 0xD0);
/// assert_eq!(thought.candidates.len(), 20);
/// ```
pub fn think(board: &MicrochessBoard, level: Level, watch: &mut impl MicrochessWatch) -> MicrochessThought {
    think_with(board, level, &Tables::ORIGINAL, watch)
}

/// A thought with the sum behind the value of each of its candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The thought.
    pub thought: MicrochessThought,
    /// For each of its candidates the sum, term by term.
    pub sums: Vec<Strategy>,
}

/// Thinks about a position and lays open how each value came about.
///
/// ```
/// use kempelen_museum::microchess::{MicrochessBoard, Level, explain};
///
/// let explanation = explain(&MicrochessBoard::START, Level::NORMAL);
/// let first = &explanation.sums[0];
/// assert_eq!(first.value, explanation.thought.candidates[0].value);
/// assert_eq!(first.terms.map(|term| term.name)[..3], ["constant", "WMOB", "WMAXC"]);
/// ```
pub fn explain(board: &MicrochessBoard, level: Level) -> Explanation {
    let thought = think(board, level, &mut kempelen_trace::Mute);
    let sums =
        thought.candidates.iter().map(|candidate| thought.strategy(candidate, &Tables::ORIGINAL)).collect();
    Explanation { thought, sums }
}

/// As [`think`], in a machine whose tables may have been overwritten.
pub fn think_with(
    board: &MicrochessBoard,
    level: Level,
    tables: &Tables,
    watch: &mut impl MicrochessWatch,
) -> MicrochessThought {
    search::think(board, level, tables, watch)
}
