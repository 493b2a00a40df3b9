//! How long a machine may think.
//!
//! The originals know only a depth. A cabinet with several guests needs two more: a number of nodes, and a
//! hand that can be raised at any time. Neither changes a search that ends before it is reached. And a referee
//! may forbid moves that a machine would like to play.

use std::fmt;

use kempelen_rules::Move;

/// A depth, and what may end the search before it is done.
///
/// ```
/// use kempelen_museum::{limits::MachineLimits, placement::Placement, sameshi};
/// use kempelen_trace::Mute;
///
/// let position = sameshi::SameshiPosition::from(&Placement::start());
/// let report = position.think_within(MachineLimits::depth(5).with_nodes(1000), &mut Mute);
/// assert!(!report.finished && report.nodes == 1000);
/// ```
#[derive(Clone, Copy)]
pub struct MachineLimits<'a> {
    /// The depth of the search in plies.
    pub depth: u8,
    /// The number of nodes after which the machine gives up.
    pub nodes: Option<u64>,
    /// Asked now and then; `true` ends the search.
    pub stop: Option<&'a dyn Fn() -> bool>,
    /// The only moves that may be played, if not all.
    pub only: Option<&'a [Move]>,
}

impl<'a> MachineLimits<'a> {
    /// A depth, and all the time in the world.
    pub fn depth(depth: u8) -> Self {
        Self { depth, nodes: None, stop: None, only: None }
    }

    /// The same, but for so many nodes at most.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..self }
    }

    /// The same, but only until this says `true`.
    #[must_use]
    pub fn with_stop(self, stop: &'a dyn Fn() -> bool) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// The same, but with no other moves than these.
    #[must_use]
    pub fn with_only(self, only: &'a [Move]) -> Self {
        Self { only: Some(only), ..self }
    }
}

impl fmt::Debug for MachineLimits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("depth", &self.depth)
            .field("nodes", &self.nodes)
            .field("stop", &self.stop.is_some())
            .field("only", &self.only)
            .finish()
    }
}

/// The nodes of one search, counted against its limits.
pub(crate) struct NodeBudget<'a> {
    limits: MachineLimits<'a>,
    nodes: u64,
    exhausted: bool,
}

impl<'a> NodeBudget<'a> {
    /// A hand is looked for once in so many nodes, so that looking costs nothing.
    const NODES_BETWEEN_LOOKS: u64 = 1024;

    pub(crate) fn new(limits: MachineLimits<'a>) -> Self {
        Self { limits, nodes: 0, exhausted: false }
    }

    /// Counts one node, unless the search has come to its limit.
    pub(crate) fn spend(&mut self) {
        let spent = self.limits.nodes.is_some_and(|limit| self.nodes >= limit);
        let looks = self.nodes.is_multiple_of(Self::NODES_BETWEEN_LOOKS);
        let stopped = looks && self.limits.stop.is_some_and(|stop| stop());
        self.exhausted |= spent || stopped;
        self.nodes += u64::from(!self.exhausted);
    }

    /// Whether a move may be played at the root.
    pub(crate) fn allows(&self, m: Move) -> bool {
        self.limits.only.is_none_or(|only| only.contains(&m))
    }

    /// Whether the search must end now. Once true, it stays true.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.exhausted
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }
}
