//! Watching a machine of the museum think: node by node, in the words that all engines share, and at the root.
//!
//! What happens in the tree is told as [`Event`](kempelen_trace::Event)s to an [`Observer`]; nobody watching is
//! [`Mute`], and everything is kept by a [`Trace`]. No answer comes back from a watcher: watching cannot change thinking.

use kempelen_rules::Move;
use kempelen_trace::{Mute, Observer, Trace};

/// Somebody who watches a search with scores of type `S`.
pub trait Watch<S>: Observer {
    /// Is told how far the search has come, once for every move of the root.
    fn progress(&mut self, _: RootProgress<S>) {}
}

impl<S> Watch<S> for Mute {}

impl<S> Watch<S> for Trace {}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootProgress<S> {
    /// The move of the root that is looked at next, and its number from 1.
    pub next: (Move, usize),
    /// The best move so far and its score.
    pub best: Option<(Move, S)>,
    /// The nodes so far.
    pub nodes: u64,
}
