//! The table of positions seen before.

use std::collections::HashMap;

use kempelen_rules::{Color, Move};
use kempelen_trace::Bound;

use super::evaluation::MakrukAiValue;

/// What is known of a position.
#[derive(Clone, Copy)]
pub(super) struct MakrukAiEntry {
    pub(super) depth: u8,
    /// Mates counted from the position itself.
    pub(super) value: MakrukAiValue,
    /// From White's side.
    pub(super) bound: Bound,
    pub(super) best: Option<Move>,
}

/// A bound from White's side, as the side to move sees it.
pub(super) fn seen_by(bound: Bound, mover: Color) -> Bound {
    match bound {
        Bound::Exact => Bound::Exact,
        Bound::Lower => mover.pick(Bound::Lower, Bound::Upper),
        Bound::Upper => mover.pick(Bound::Upper, Bound::Lower),
    }
}

/// The table. When it is full, everything is dropped, as in the original.
#[derive(Default)]
pub(super) struct MakrukAiTable {
    known: HashMap<u64, MakrukAiEntry>,
}

/// So many positions fit.
const CAPACITY: usize = 1_000_000;

impl MakrukAiTable {
    pub(super) fn get(&self, key: u64) -> Option<MakrukAiEntry> {
        self.known.get(&key).copied()
    }

    pub(super) fn put(&mut self, key: u64, known: MakrukAiEntry) {
        if self.known.len() >= CAPACITY {
            self.known.clear();
        }
        self.known.insert(key, known);
    }
}

impl MakrukAiEntry {
    /// Whether this settles a search to a depth within a window.
    pub(super) fn settles(
        self,
        depth: u8,
        alpha: MakrukAiValue,
        beta: MakrukAiValue,
        value: MakrukAiValue,
    ) -> bool {
        self.depth >= depth
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            }
    }
}
