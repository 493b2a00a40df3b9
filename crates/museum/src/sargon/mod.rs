//! SARGON by Dan and Kathe Spracklen, in the form of their book of 1978, for the Z80.
//!
//! The winner of the first microcomputer tournament: a fixed-depth alpha-beta search whose strength sits in its
//! static evaluation, which counts out an exchange on every square of the board. The machine here plays the same
//! moves with the same scores after the same number of evaluations, slips included: attack lists that run into
//! each other, a queen whose square is out of date, a register lost whenever a piece is pinned.
//!
//! The rooms in reading order:
//! - [`SargonPiece`] bytes, cells ([`SargonSquare`]), the board, move entries, and the work memory that several tables share;
//! - move generation (GENMOV), making and unmaking moves (MOVE, UNMOVE);
//! - attack lists (ATTACK), pins (PINFND), exchanges (XCHNG), the evaluation ([`Points`], label POINTS);
//! - the search (FNDMOV, SORTM, ASCEND) and the book (BOOK);
//! - around the machine: setting up a FEN, the principal variation, [`SargonWatch`] and [`Interfere`].
//!
//! What it does not know, as the original: under-promotion, draws by repetition or by the fifty-move rule, clocks.

mod board;
mod machine;
mod memory;
mod moves;
mod piece;
mod square;

mod generate;
mod make;

mod attack;
mod exchange;
mod pins;
mod points;
mod survey;

mod book;
mod search;

mod game;

mod aloud;
mod engine;
mod line;
mod setup;
mod watch;

#[cfg(test)]
mod tests;

pub use engine::entry;
pub use game::{MoveTable, PlyMax, Sargon, SargonEvaluation, SargonMoveError, SargonThought};
pub use memory::Pin;
pub use moves::{Half, RankedMove, SargonMove};
pub use piece::{PieceKind, SargonColor, SargonPiece};
pub use points::Points;
pub use setup::{BookUse, SargonSetupError};
pub use square::SargonSquare;
pub use watch::{Comparison, HandsOff, Here, Interfere, SargonEvent, SargonWatch};
