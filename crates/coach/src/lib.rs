//! Moves explained in a player's words.
//!
//! [`explain`] asks a machine about a move and about its own choice, with an open window, and says in three sentences what
//! speaks against the move (or for it), which motif that is, and what would have been better:
//!
//! ```
//! use kempelen_alphabeta::Kempelen;
//! use kempelen_coach::{Matter, explain};
//! use kempelen_engine::{Limits, Stop};
//! use kempelen_rules::{AnyGame, AnyPosition, VariantId};
//!
//! let fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
//! let game = AnyGame::new(AnyPosition::from_fen(VariantId::Chess, fen)?);
//! let (stop, m) = (Stop::new(), game.position().read_move("Be7")?);
//! let told = explain(&mut Kempelen::default(), &Matter { game: &game, m, limits: Limits::depth(8), stop: &stop })?;
//! assert_eq!(told.verdict(), "allows mate in 1");
//! assert_eq!(told.sentences[0], "3...Be7 allows mate: 4.Qxf7# ends the game.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every sentence is made of facts that can be checked: legal moves, men on squares, material that the line really wins,
//! scores that the machine gave. Where the machine wavers, that is said too. Scores in sentences are White's.

mod explain;
mod listen;
mod point;
mod referee;
mod review;
mod sentences;
mod spoils;
mod terms;
mod text;

pub use explain::{ExplainError, Matter, MoveExplanation, explain};
pub use referee::blind_spot;
pub use review::{
    GameReview, ReviewError, ReviewQuestion, ReviewShape, ReviewedMove, ReviewedMoveShape, annotated,
    move_accuracy, page, review,
};
pub use spoils::Spoils;
pub use terms::TermShift;
