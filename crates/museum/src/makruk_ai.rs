//! A makruk program of 2025: minimax on bitboards.
//!
//! The original was written in TypeScript. This room keeps its judgement (men, tables, the centre, mobility), its
//! search (minimax with alpha-beta, a table of positions, captures played out) and its order of moves, and puts them on
//! correct rules:
//!
//! * [`evaluate_fast`], [`evaluate`], [`evaluate_with_mobility`]: three ways to judge a position;
//! * [`find_best_move`], [`iterative_deepening`], [`minimax`]: three ways to search it.
//!
//! # What is better here than in the original, on purpose
//! It scored stalemate as a loss, had no move to play when every move loses, and missed the check of a khon straight
//! ahead. Here stalemate is a draw, there is always a move, a shorter mate is better, and the count of makruk is known.
//!
//! # Gaps
//! No repetition: it walks into a third one, or past it, without noticing.

mod engine;
mod evaluation;
mod search;
mod table;

pub use engine::entry;
pub use evaluation::{MakrukAiValue, evaluate, evaluate_fast, evaluate_with_mobility};
pub use search::{
    MakrukAiOptions, MakrukAiResult, find_best_move, iterative_deepening, minimax, ordering_score,
};

/// The depth at which it plays.
pub const DEPTH: u8 = 4;
