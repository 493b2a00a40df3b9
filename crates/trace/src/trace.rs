use crate::{Event, Observer};

/// Everything a search said, in order.
#[derive(Clone, Default, Debug)]
pub struct Trace {
    events: Vec<Event>,
}

impl Trace {
    /// A trace of nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The events in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }
}

impl Observer for Trace {
    #[inline]
    fn note(&mut self, event: impl FnOnce() -> Event) {
        self.events.push(event());
    }
}
