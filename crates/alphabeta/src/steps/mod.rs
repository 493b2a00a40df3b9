//! The rules of the search, each a small function.
//!
//! | file | rules | what they do |
//! |---|---|---|
//! | `look_up` | draws, transposition table, endgame tables, static evaluation | what is known before a search |
//! | `prune` | razoring, reverse futility, null move, `ProbCut`, internal iterative reduction | settle a whole node |
//! | `skip` | late move, futility, exchange and history pruning | pass over single moves |
//! | `reduce` | late move reductions, singular extensions, multi-cut | say how deep a move is searched |
//!
//! To add a rule: write it here as a function that returns a [`NodeStep`](crate::search::NodeStep), list it
//! in the spine, declare its numbers in [`params`](crate::params) with the one that switches it off, and let
//! a match judge it.

mod look_up;
mod prune;
mod reduce;
mod skip;

pub(crate) use reduce::LateMoveReductions;
