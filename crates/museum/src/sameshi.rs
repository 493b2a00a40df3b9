//! sameshi (2026): an engine in two kilobytes.
//!
//! The original is a C header of 1,996 bytes; its author measured about 1170 Elo (1110 to 1225 with 95 %
//! confidence) in 240 games at depth 5. What fits into so little room is the heart of the matter:
//!
//! * a board of 10 x 12 cells, whose rim stops the sliders ([`Position`]);
//! * material, and nothing else, as judgement;
//! * fail-hard alpha-beta with all captures played out at the horizon (`search`).
//!
//! This room plays the same moves and finds the same scores, told in our own words.
//!
//! # Gaps
//! Some of what it lacks is a decision, some a slip; all of it is kept.
//! * No castling, no en passant, no repetition, no fifty-move rule.
//! * No promotion: a pawn on the last rank is frozen.
//! * A black pawn may make its double step from rank 6 as well as from rank 7.
//! * A mate is a mate: mates carry no distance, so the first one found is kept.
//! * At the horizon neither mate nor stalemate is noticed.
//!
//! So a move of this machine may be illegal by the laws of chess, and a referee has to say so.
//!
//! # Where the original is silent
//! It always has two kings. Here a side without a king cannot be in check, and is 99 pawns poorer. The
//! quiescence search has no depth limit, but it ends: every ply of it takes a man from the board. On boards
//! crowded with queens that would take longer than anybody lives, so [`Position::think`] has a [`PATIENCE`].

mod board;
mod dialogue;
mod engine;
mod search;

pub use board::SameshiPosition;
pub use dialogue::SameshiDialogue;
pub use engine::entry;
pub use search::{SameshiReport, SameshiScore};

/// The depth at which the original plays.
pub const DEPTH: u8 = 5;

/// The number of nodes after which [`Position::think`] gives up.
///
/// At depth 5 the hungriest of 500 positions from play takes 1.2 million nodes, and a middle game with captures
/// everywhere (the perft position known as Kiwipete) nine million.
pub const PATIENCE: u64 = 500_000_000;
