//! Readings of a trace for people.

mod continuation;
mod diff;
mod line;
mod log;
mod picture;
mod root_moves;
mod stats;
mod why;
mod why_not;

pub use diff::diff;
pub use line::{line, tell};
pub use log::{LogOptions, log};
pub(crate) use picture::main_line;
pub use picture::{PictureOptions, picture};
pub use stats::stats;
pub use why::why;
pub use why_not::why_not;
