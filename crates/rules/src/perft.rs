//! Counting the lines of play to a depth: the classic test of a move generator.

use std::sync::Mutex;

use crate::{Move, Position, Variant};

/// How many lines of `depth` moves there are from here.
///
/// The last ply is counted in bulk: its moves are not played.
///
/// ```
/// # use kempelen_rules::{Chess, Makruk, Position, perft::perft};
/// assert_eq!(perft(&Position::<Chess>::default(), 4), 197_281);
/// assert_eq!(perft(&Position::<Makruk>::default(), 3), 12_012);
/// ```
pub fn perft<V: Variant>(position: &Position<V>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => {
            let mut nodes = 0;
            for m in position.legal_moves() {
                let mut next = position.duplicate();
                next.make(m);
                // The last ply is counted here and not by a call, since there are most of them.
                nodes += if depth == 2 { next.count_moves() } else { perft(&next, depth - 1) };
            }
            nodes
        }
    }
}

/// How to count.
#[derive(Clone, Copy, Debug)]
pub struct PerftOptions {
    /// How many threads share the moves at the root, at least 1.
    pub threads: usize,
    /// Megabytes of memory for counts of positions met before, in all; 0 for none.
    pub hash_mb: usize,
}

impl Default for PerftOptions {
    fn default() -> Self {
        Self { threads: 1, hash_mb: 0 }
    }
}

/// The count below each legal move, in the order of generation.
///
/// ```
/// use kempelen_rules::perft::{PerftOptions, divide};
/// use kempelen_rules::{Chess, Position};
///
/// let below = divide(&Position::<Chess>::default(), 3, PerftOptions::default());
/// assert_eq!(below.len(), 20);
/// assert_eq!(below.iter().map(|(_, count)| count).sum::<u64>(), 8_902);
/// ```
pub fn divide<V: Variant>(position: &Position<V>, depth: u32, options: PerftOptions) -> Vec<(Move, u64)> {
    let moves = position.legal_moves();
    let threads = options.threads.clamp(1, moves.len().max(1));
    let queue = Mutex::new(moves.iter().copied().enumerate());
    let counts = Mutex::new(vec![0; moves.len()]);
    let take = || queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next();
    let work = || {
        let mut table = PerftTable::new(options.hash_mb / threads);
        while let Some((i, m)) = take() {
            let count = table.perft(&position.play(m), depth.saturating_sub(1));
            counts.lock().unwrap_or_else(std::sync::PoisonError::into_inner)[i] = count;
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    let counts = counts.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    moves.into_iter().zip(counts).collect()
}

/// Counts of positions met before. A slot holds the last that came.
struct PerftTable {
    slots: Vec<PerftSlot>,
}

#[derive(Clone, Copy, Default)]
struct PerftSlot {
    key: u64,
    depth: u32,
    count: u64,
}

impl PerftTable {
    fn new(megabytes: usize) -> Self {
        let count = megabytes.saturating_mul(1 << 20) / size_of::<PerftSlot>();
        let mut slots = Vec::new();
        // Where there is not so much memory, counting takes longer and is no less right.
        if slots.try_reserve_exact(count).is_ok() {
            slots.resize(count, PerftSlot::default());
        }
        Self { slots }
    }

    fn perft<V: Variant>(&mut self, position: &Position<V>, depth: u32) -> u64 {
        if depth < 2 || self.slots.is_empty() {
            return perft(position, depth);
        }
        // The high bits choose the slot, so that nearby keys do not share one.
        let index = ((u128::from(position.key()) * self.slots.len() as u128) >> 64) as usize;
        let slot = self.slots[index];
        if slot.key == position.key() && slot.depth == depth {
            return slot.count;
        }
        let count =
            position.legal_moves().into_iter().map(|m| self.perft(&position.play(m), depth - 1)).sum();
        self.slots[index] = PerftSlot { key: position.key(), depth, count };
        count
    }
}
