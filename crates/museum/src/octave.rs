//! A chess game for GNU Octave: minimax in floating point.
//!
//! The original is a program of one file for a language of matrices. The player has White and normal letters,
//! the machine has Black and reverse video; a knight is an H for horse, a rook a C for castle. It thinks
//! three plies ahead and takes a minute or two over each move, because it generates everything anew at every
//! turn. This room gives the same moves and the same values, to the last bit, in milliseconds:
//!
//! * `board`: the men, their moves, check;
//! * [`Evaluation`]: material, mobility and position, always from Black's side;
//! * `search`: minimax with alpha-beta, captures of big men first;
//! * [`Dialogue`]: what it says to its player.
//!
//! # Gaps
//! * No castling, no en passant, no draws but stalemate. A pawn always becomes a queen.
//! * A mate at the horizon is an ordinary position, and there is no quiescence search.
//! * *The sign of mate.* The side to move that is mated always scores -9999, but values are from Black's
//!   side. So Black shuns the move that mates White, wherever the tree is deep enough to see it, and White
//!   mates as it should. Black mates only by accident, or when everything else is worse.
//!
//! # Kings
//! A side without a king is in check, whatever it does, and so it is mated.

mod board;
mod dialogue;
mod engine;
mod evaluation;
mod number;
mod search;

pub use board::OctavePosition;
pub use dialogue::OctaveDialogue;
pub use engine::entry;
pub use evaluation::{OctaveEvaluation, OctaveValue};
pub use search::OctaveReport;

/// The depth at which the original plays.
pub const DEPTH: u8 = 3;
