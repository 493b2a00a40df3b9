//! How networks are trained: on the processor, since the first layer is so sparse that it keeps up.
//!
//! Positions lie in memory, 32 bytes each, and are shuffled anew for every epoch. Threads share a batch and add up
//! their gradients in a fixed order, so that the same run gives the same network to the bit, interrupted or not.

mod trainer;

mod checkpoint;
mod curve;
mod examples;
mod gradient;
mod lanes;
mod model;
mod optimiser;
mod packed;

pub use checkpoint::CheckpointError;
pub use examples::{Examples, ExamplesError};
pub use packed::PackedPosition;
pub use trainer::{TrainSettings, Trainer, TrainerNews};
