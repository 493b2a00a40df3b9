//! Networks that judge positions: small enough to be asked at every node of a search, and kept up to date move by
//! move (*NNUE*, Yu Nasu 2018).
//!
//! A [`Nnue`] is read from a file and never changes. [`NetworkEvaluator`] goes with a search, as the hand-written
//! evaluation does.
//!
//! ```
//! use kempelen_eval::Evaluator;
//! use kempelen_nnue::{NetworkEvaluator, NetworkFile, Nnue};
//! use kempelen_rules::{Chess, Position};
//!
//! // A network that counts rooks: one hidden neuron is on for each side as far as it has rooks.
//! let mut file = NetworkFile::empty("chess", 64);
//! for square in 0..64 {
//!     file.inputs[(3 * 64 + square) * 64] = 100;
//! }
//! (file.output[0], file.output[64]) = (64, -64);
//! let mut evaluator = NetworkEvaluator::<Chess>::new(Nnue::new(file)?);
//!
//! let rook_up: Position<Chess> = "4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1".parse()?;
//! evaluator.begin(&rook_up);
//! assert_eq!(evaluator.evaluate(&rook_up), 61); // (100 / 255)² of 400
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Invariants: all kinds of processors give the same evaluations to the bit; sums that were kept in step are those
//! that would be made anew; no network that a file can hold overflows.

mod network;

mod by_man;
mod cpu;
mod embedded;
mod evaluator;
mod features;
mod file;
mod simd;
pub mod train;

pub use by_man::{JudgedByMan, by_man};
pub use cpu::Cpu;
pub use evaluator::NetworkEvaluator;
pub use features::INPUTS;
pub use file::{NetworkFile, NetworkFileError};
pub use network::{Nnue, OUTPUT_ONE};
