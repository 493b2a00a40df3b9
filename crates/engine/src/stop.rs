use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A handle on a search that runs elsewhere: to stop it, or to turn pondering into thinking.
///
/// Clones share one state. Each search gets a fresh one, so that two engines in one process never stop each other.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<StopFlags>);

#[derive(Default, Debug)]
struct StopFlags {
    stopped: AtomicBool,
    hit: AtomicBool,
}

impl Stop {
    /// A search that nobody has stopped.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the search to end with what it has.
    pub fn stop(&self) {
        self.0.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Ordering::Relaxed)
    }

    /// Says that the opponent played the expected move, so that the clock now runs.
    pub fn hit(&self) {
        self.0.hit.store(true, Ordering::Relaxed);
    }

    /// Whether that was said.
    #[inline]
    pub fn is_hit(&self) -> bool {
        self.0.hit.load(Ordering::Relaxed)
    }
}
