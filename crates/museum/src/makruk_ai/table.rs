//! The table of positions seen before.

use std::collections::HashMap;

use kempelen_rules::{Color, Move};
use kempelen_trace as trace;

use super::evaluation::Value;

/// What is known of a position.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) depth: u8,
    /// Mates counted from the position itself.
    pub(super) value: Value,
    pub(super) bound: Bound,
    pub(super) best: Option<Move>,
}

/// What a stored value means, from White's side.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    Lower,
    Upper,
}

impl Bound {
    /// The same from the side to move.
    pub(super) fn seen_by(self, mover: Color) -> trace::Bound {
        match self {
            Self::Exact => trace::Bound::Exact,
            Self::Lower => mover.pick(trace::Bound::Lower, trace::Bound::Upper),
            Self::Upper => mover.pick(trace::Bound::Upper, trace::Bound::Lower),
        }
    }
}

/// The table. When it is full, everything is dropped, as in the original.
#[derive(Default)]
pub(super) struct Table {
    known: HashMap<u64, Known>,
}

/// So many positions fit.
const CAPACITY: usize = 1_000_000;

impl Table {
    pub(super) fn get(&self, key: u64) -> Option<Known> {
        self.known.get(&key).copied()
    }

    pub(super) fn put(&mut self, key: u64, known: Known) {
        if self.known.len() >= CAPACITY {
            self.known.clear();
        }
        self.known.insert(key, known);
    }
}

impl Known {
    /// Whether this settles a search to a depth within a window.
    pub(super) fn settles(self, depth: u8, alpha: Value, beta: Value, value: Value) -> bool {
        self.depth >= depth
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            }
    }
}
