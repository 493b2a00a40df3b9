//! The laws of chess and makruk.
//!
//! One [`Position`] plays both games; what differs between them is a type ([`Chess`], [`Makruk`]) and stands in
//! [`variant`]. Unvalidated, playable and historical state are three types: [`Setup`] is anything a FEN may say,
//! a [`Position`] can be played on, a [`Game`] remembers how it came about.
//!
//! ```
//! use kempelen_rules::{Chess, Game, Position, san};
//!
//! let mut game = Game::<Chess>::default();
//! for text in ["f3", "e5", "g4", "Qh4#"] {
//!     let m = san::read(game.position(), text)?;
//!     game.play(m);
//! }
//! assert_eq!(game.outcome().map(|end| end.result()), Some("0-1"));
//! # Ok::<(), san::SanError>(())
//! ```
//!
//! Invariant: nothing here does I/O, reads a clock, or fails on a valid position; only text and [`Setup`] can be
//! wrong.

mod color;
mod moves;
mod role;
mod set;
mod square;

pub mod attacks;
pub mod random;
mod zobrist;

pub mod variant;

mod count_by_hand;
mod game;
mod generate;
mod position;
mod setup;

pub mod epd;
pub mod fen;
pub mod perft;
pub mod pgn;
pub mod san;
mod text;
pub mod thai;
pub mod uci;

mod any;

pub use any::{AnyGame, AnyPosition};
pub use color::Color;
pub use count_by_hand::{CountCall, CountKeeping, CountRefusal};
pub use game::{End, Game, IllegalMove};
pub use moves::{Move, MoveList};
pub use position::Position;
pub use role::{Piece, Role};
pub use set::{SquareSet, Squares};
pub use setup::{Setup, SetupError, SetupProblem};
pub use square::{Square, SquareError};
pub use variant::{GameKind, Variant, VariantId};

macro_rules! games_by_name {
    ([$($(#[$doc:meta])* $game:ident,)*]) => {
        pub use variant::{$($game),*};
    };
}
for_all_variants! { games_by_name {} }
