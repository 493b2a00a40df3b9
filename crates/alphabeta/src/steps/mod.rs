//! The rules of the search, each a small function.

mod look_up;
mod prune;
mod reduce;
mod skip;

pub(crate) use reduce::LateMoveReductions;
