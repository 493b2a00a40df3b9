//! The modern search: one for both games, told as steps.
//!
//! [`Kempelen`] is the engine. Inside, a search is generic over the game, the evaluator and the observer; all that does
//! not change while it runs is a type. Start reading at `search`, the spine, and follow the names.

pub mod bench;
mod danger;
pub mod datagen;
mod declare;
mod engine;
mod evaluators;
mod exchange;
mod history;
mod memory;
mod order;
mod params;
mod quiesce;
mod root;
mod score;
mod search;
mod steps;
mod strength;
mod tablebase;
mod thread;
mod time;
mod transposition;

pub use declare::Technique;
pub use engine::{ABOUT, Kempelen, entry};
pub use params::Params;
