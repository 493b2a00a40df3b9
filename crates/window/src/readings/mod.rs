//! Readings of a trace for people.

mod diff;
mod line;
mod log;
mod picture;
mod stats;
mod why;

pub use diff::diff;
pub use line::{line, tell};
pub use log::{LogOptions, log};
pub(crate) use picture::main_line;
pub use picture::{PictureOptions, picture};
pub use stats::stats;
pub use why::{why, why_not};
