//! The transposition table: what was found out about positions met before, shared by all threads without
//! locks.
//!
//! Different orders of the same moves lead to the same position; with a table (Richard Greenblatt's Mac Hack,
//! 1967) its search is done once. A position is named by its Zobrist key, and the entry says how deep it was
//! searched, with what score, whether that is exact or a bound, and which move was best. The last is worth
//! most: it is tried first when the position comes up again, in the next iteration at the latest.
//!
//! The table is never large enough. Four entries share a cluster of one cache line, and a new one takes the
//! place of the least valuable: shallow ones before deep ones, and the deep ones of old searches after a
//! while.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use kempelen_rules::Move;
use kempelen_trace::Bound;

use crate::memory::{LargePages, Zeroed, prefetch};
use crate::params::Params;
use crate::score::Score;

/// What is known of a position: an entry of the [`TranspositionTable`], unpacked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableEntry {
    /// The best move; none where no move has ever beaten alpha.
    pub(crate) m: Option<Move>,
    /// With mates counted from the node.
    pub(crate) score: Score,
    /// The static evaluation before correction; none where the side was in check.
    pub(crate) eval: Option<Score>,
    /// How deep the search was that found it; 0 for quiescence, and -1 where nothing was searched.
    pub(crate) depth: i32,
    /// Whether the score is exact, or what it bounds.
    pub(crate) bound: Option<Bound>,
    /// Whether the node was once on a principal variation.
    pub(crate) was_pv: bool,
}

/// The transposition table. Threads read and write it at the same time and without waiting; an entry that two
/// of them have torn is seen to be torn, and nothing else can go wrong.
pub(crate) struct TranspositionTable {
    clusters: LargePages<Cluster>,
    /// Counts searches; entries of older ones are replaced first.
    age: AtomicU8,
}

/// Four entries in one cache line.
#[repr(align(64))]
struct Cluster([TableSlot; 4]);

/// An entry in two words. The first is the key combined with the data, so that an entry torn by two threads
/// writing at once does not match any position (Hyatt and Mann, 2002).
struct TableSlot {
    lock: AtomicU64,
    data: AtomicU64,
}

const _: () = assert!(size_of::<Cluster>() == 64);

// SAFETY: atomics of zero are valid, shareable and need no drop.
#[allow(unsafe_code)]
unsafe impl Zeroed for Cluster {}

const AGES: u8 = 32;
/// The evaluation of a position where the side to move is in check.
const NO_EVAL: i16 = i16::MIN;

impl TranspositionTable {
    /// A table of so many megabytes, or nothing where the system has not got them.
    pub(crate) fn new(megabytes: usize) -> Option<Self> {
        let clusters = (megabytes.max(1) << 20) / size_of::<Cluster>();
        Some(Self { clusters: LargePages::new(clusters)?, age: AtomicU8::new(0) })
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        for slot in self.clusters.iter().flat_map(|cluster| &cluster.0) {
            slot.lock.store(0, Ordering::Relaxed);
            slot.data.store(0, Ordering::Relaxed);
        }
        self.age.store(0, Ordering::Relaxed);
    }

    /// A new search begins; what is in the table grows older.
    pub(crate) fn grow_older(&self) {
        self.age.store((self.age.load(Ordering::Relaxed) + 1) % AGES, Ordering::Relaxed);
    }

    /// Where a position belongs.
    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        // The high bits choose the cluster; the product is always below the length.
        &self.clusters[((u128::from(key) * self.clusters.len() as u128) >> 64) as usize]
    }

    /// Warms the cache for a position that will be asked for soon.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<TableEntry> {
        self.cluster(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (slot.lock.load(Ordering::Relaxed) ^ data == key && data != 0).then(|| PackedEntry(data).unpack())
        })
    }

    /// Stores what was found out. The least valuable entry of the cluster makes room: shallow ones of old
    /// searches.
    pub(crate) fn put(&self, key: u64, mut known: TableEntry, params: &Params) {
        let age = self.age.load(Ordering::Relaxed);
        let cluster = self.cluster(key);
        let mut victim = &cluster.0[0];
        let mut least = i32::MAX;
        for slot in &cluster.0 {
            let data = slot.data.load(Ordering::Relaxed);
            let old = PackedEntry(data);
            if slot.lock.load(Ordering::Relaxed) ^ data == key && data != 0 {
                let before = old.unpack();
                known.m = known.m.or(before.m);
                // A much deeper result of this search is worth more than a fresh shallow bound.
                let exact = known.bound == Some(Bound::Exact);
                let deeper = params.table_deeper + if known.was_pv { params.table_deeper_pv } else { 0 };
                if !exact && old.age() == age && known.depth + deeper <= before.depth {
                    return;
                }
                victim = slot;
                break;
            }
            let years = i32::from((age + AGES - old.age()) % AGES);
            let worth = if data == 0 { i32::MIN } else { old.depth() - params.table_age * years };
            if worth < least {
                (least, victim) = (worth, slot);
            }
        }
        let data = PackedEntry::pack(known, age).0;
        victim.lock.store(key ^ data, Ordering::Relaxed);
        victim.data.store(data, Ordering::Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths, judged by its beginning.
    pub(crate) fn fullness(&self) -> u16 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = self.clusters.len().min(250);
        let used = self.clusters[..sample]
            .iter()
            .flat_map(|cluster| &cluster.0)
            .filter(|slot| {
                let data = slot.data.load(Ordering::Relaxed);
                data != 0 && PackedEntry(data).age() == age
            })
            .count();
        (used * 1000 / (sample * 4)) as u16
    }
}

/// An entry's word: move 16 bits, score 16, evaluation 16, depth 8, bound 2, was-PV 1, age 5.
#[derive(Clone, Copy)]
struct PackedEntry(u64);

impl PackedEntry {
    fn pack(known: TableEntry, age: u8) -> Self {
        let m = known.m.map_or(0, |m| m.bits().get());
        let eval = known.eval.map_or(NO_EVAL, |eval| eval as i16);
        let bound = match known.bound {
            None => 0,
            Some(Bound::Upper) => 1,
            Some(Bound::Lower) => 2,
            Some(Bound::Exact) => 3,
        };
        let depth = known.depth.clamp(-128, 127) as i8 as u8;
        Self(
            u64::from(m)
                | u64::from(known.score as i16 as u16) << 16
                | u64::from(eval as u16) << 32
                | u64::from(depth) << 48
                | bound << 56
                | u64::from(known.was_pv) << 58
                | u64::from(age) << 59,
        )
    }

    fn unpack(self) -> TableEntry {
        let eval = (self.0 >> 32) as i16;
        TableEntry {
            m: Move::from_bits(self.0 as u16),
            score: Score::from((self.0 >> 16) as i16),
            eval: (eval != NO_EVAL).then_some(Score::from(eval)),
            depth: self.depth(),
            bound: match self.0 >> 56 & 3 {
                1 => Some(Bound::Upper),
                2 => Some(Bound::Lower),
                3 => Some(Bound::Exact),
                _ => None,
            },
            was_pv: self.0 >> 58 & 1 == 1,
        }
    }

    fn depth(self) -> i32 {
        i32::from((self.0 >> 48) as i8)
    }

    fn age(self) -> u8 {
        (self.0 >> 59) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kempelen_rules::Square;

    fn known(depth: i32, score: Score) -> TableEntry {
        let m = Some(Move::new(Square::E2, Square::E4));
        TableEntry { m, score, eval: Some(-17), depth, bound: Some(Bound::Lower), was_pv: true }
    }

    #[test]
    fn what_is_put_is_got() {
        let table = TranspositionTable::new(1).expect("a megabyte");
        let entry = known(13, -30_997);
        table.put(0xDEAD_BEEF_0123_4567, entry, &Params::default());
        assert_eq!(table.get(0xDEAD_BEEF_0123_4567), Some(entry));
        assert_eq!(table.get(0xDEAD_BEEF_0123_4568), None);
        let in_check = TableEntry { eval: None, m: None, depth: -1, ..entry };
        table.put(7, in_check, &Params::default());
        assert_eq!(table.get(7), Some(in_check));
        table.clear();
        assert_eq!(table.get(7), None);
    }

    #[test]
    fn old_and_shallow_entries_make_room() {
        let table = TranspositionTable::new(1).expect("a megabyte");
        // Keys that differ only in their low bits share a cluster.
        for key in 1..=4 {
            table.put(key, known(10 + key as i32, 0), &Params::default());
        }
        table.put(5, known(1, 0), &Params::default());
        assert_eq!(table.get(1), None, "the shallowest of the four");
        table.grow_older();
        table.put(6, known(1, 0), &Params::default());
        assert_eq!(table.get(5), None, "the shallowest of an older search");
        assert!(table.get(4).is_some());
    }

    #[test]
    fn fullness_is_of_this_search() {
        let table = TranspositionTable::new(1).expect("a megabyte");
        assert_eq!(table.fullness(), 0);
        for i in 0..100_000u64 {
            table.put(i.wrapping_mul(0x9E37_79B9_7F4A_7C15), known(5, 0), &Params::default());
        }
        assert!(table.fullness() > 600);
        table.grow_older();
        assert_eq!(table.fullness(), 0);
    }
}
