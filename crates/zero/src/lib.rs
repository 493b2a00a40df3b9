//! The zero worker: what a program needs that learns a game by playing itself.
//!
//! [`encode`] turns positions into planes and [`policy`] moves into numbers, for a network to look at and to answer
//! with; [`status`] says when a game is over.

pub mod backend;
mod batch;
mod cache;
pub mod dataset;
mod drive;
pub mod encode;
mod encoded;
mod engine;
mod learnable;
mod line;
pub mod policy;
mod random;
pub mod search;
pub mod selfplay;
pub mod status;

pub use batch::{AnswerError, BackendInput, Batch, Numbers, Prediction};
pub use cache::{Cache, Likeness};
pub use drive::{RoundResult, SearchDriver};
pub use encoded::Encoded;
pub use engine::{ABOUT, Zero, entry};
pub use learnable::{GLOBAL_PLANES, Global, Learnable};
pub use line::{GameLine, Past};
