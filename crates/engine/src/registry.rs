use crate::{About, Engine};

/// A machine that can be had by its id.
#[derive(Clone, Copy)]
pub struct RegistryEntry {
    /// Its label.
    pub about: About,
    /// Makes one.
    pub make: fn() -> Box<dyn Engine>,
}

/// All machines of the cabinet.
#[derive(Clone, Default)]
pub struct Registry {
    entries: Vec<RegistryEntry>,
}

impl Registry {
    /// A cabinet with these machines, in this order; the first is the default.
    pub fn new(entries: Vec<RegistryEntry>) -> Self {
        Self { entries }
    }

    /// The machines.
    pub fn entries(&self) -> &[RegistryEntry] {
        &self.entries
    }

    /// The machine of an id, in any case.
    pub fn find(&self, id: &str) -> Option<&RegistryEntry> {
        self.entries.iter().find(|entry| entry.about.id.eq_ignore_ascii_case(id.trim()))
    }
}
