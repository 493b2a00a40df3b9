//! What the manual of Microchess wished for.
//!
//! Peter Jennings closed his manual of 1976 with a list of improvements for its readers to make. This machine has them:
//!
//! * special moves: it castles, captures in passing and promotes, because it plays by the laws;
//! * a search of three plies with alpha-beta, captures played out behind it;
//! * a sum ([`Evaluation`]) that asks for other things in the opening, the middle game and the end;
//! * all five openings of the tapes at once, as one [`Book`](book::Book).
//!
//! Nothing here is the original's but the openings and some of the weights; it is what a reader of the manual might have
//! written with more memory.

pub mod book;
mod engine;
mod evaluation;
mod search;

pub use engine::entry;
pub use evaluation::{ImprovedEvaluation, Phase};
pub use search::{ImprovedResult, ImprovedScore, think};

/// The depth at which it plays.
pub const DEPTH: u8 = 3;
