use kempelen_rules::Variant;
use kempelen_rules::variant::DrawCount;

use crate::batch::Prediction;
use crate::line::{GameLine, Past};

/// What networks said of positions, to be asked again without them.
///
/// It lives between searches and between games, so that a tree that was thrown away is quickly rebuilt. The oldest
/// answers make room for new ones.
#[derive(Clone, Debug)]
pub struct Cache {
    /// Each key has a few places side by side.
    slots: Vec<[CacheSlot; WAYS]>,
    /// Priors of all answers, written round and round.
    priors: Vec<f32>,
    /// How many priors have ever been written.
    written: u64,
    hits: u64,
    asked: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct CacheSlot {
    key: u64,
    /// How many priors had been written before its own.
    place: u64,
    value: f32,
    draw: f32,
    /// How many moves; 0 where the slot is empty.
    count: u16,
}

/// What two positions must have in common for one answer to serve both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Likeness {
    /// All that a network with so many steps of history sees: the answer is exactly what it would say.
    Sight {
        /// The steps.
        steps: usize,
    },
    /// The position and its repetitions, however it was reached: transpositions count as one, though a network that
    /// sees the history might tell them apart.
    Position,
}

/// Places for each key.
const WAYS: usize = 4;

/// Moves of a position, as they come; it only decides how the memory is divided.
const USUAL_MOVES: usize = 32;

impl Cache {
    /// A cache of at most so many megabytes; with 0 it never remembers.
    pub fn new(megabytes: usize) -> Self {
        let entry = size_of::<CacheSlot>() + USUAL_MOVES * size_of::<f32>();
        let groups = (megabytes << 20) / (entry * WAYS);
        Self {
            slots: vec![[CacheSlot::default(); WAYS]; groups],
            priors: vec![0.0; groups * WAYS * USUAL_MOVES],
            written: 0,
            hits: 0,
            asked: 0,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.fill([CacheSlot::default(); WAYS]);
        (self.written, self.hits, self.asked) = (0, 0, 0);
    }

    /// The bytes it takes.
    pub fn bytes(&self) -> usize {
        self.slots.len() * WAYS * size_of::<CacheSlot>() + self.priors.len() * size_of::<f32>()
    }

    /// Whether it ever remembers.
    #[inline]
    pub fn is_off(&self) -> bool {
        self.slots.is_empty()
    }

    /// The share of questions it could answer.
    pub fn hit_rate(&self) -> f64 {
        self.hits as f64 / self.asked.max(1) as f64
    }

    /// What was said of the position with this key, if it has so many moves.
    pub fn find(&mut self, key: u64, moves: usize) -> Option<Prediction<'_>> {
        self.asked += 1;
        let group = self.slots.get(self.index(key)?)?;
        let slot = *group.iter().find(|slot| slot.count > 0 && slot.key == key)?;
        let overwritten = self.written - slot.place > self.priors.len() as u64;
        if usize::from(slot.count) != moves || overwritten {
            return None;
        }
        self.hits += 1;
        let start = (slot.place % self.priors.len() as u64) as usize;
        Some(Prediction { value: slot.value, draw: slot.draw, priors: &self.priors[start..start + moves] })
    }

    /// Remembers what was said.
    pub fn keep(&mut self, key: u64, said: Prediction<'_>) {
        let Some(index) = self.index(key) else { return };
        let (len, count) = (self.priors.len(), said.priors.len());
        if count == 0 || count > len {
            return;
        }
        // Priors of one position stay together: what does not fit at the end begins anew.
        let start = (self.written % len as u64) as usize;
        if start + count > len {
            self.written += (len - start) as u64;
        }
        let place = self.written;
        let start = (place % len as u64) as usize;
        self.priors[start..start + count].copy_from_slice(said.priors);
        self.written += count as u64;
        let group = &mut self.slots[index];
        let own = group.iter().position(|slot| slot.count == 0 || slot.key == key);
        let oldest = || (0..WAYS).min_by_key(|&way| group[way].place).unwrap_or(0);
        let way = own.unwrap_or_else(oldest);
        group[way] = CacheSlot { key, place, value: said.value, draw: said.draw, count: count as u16 };
    }

    fn index(&self, key: u64) -> Option<usize> {
        (!self.slots.is_empty()).then(|| ((u128::from(key) * self.slots.len() as u128) >> 64) as usize)
    }
}

impl Likeness {
    /// The key of the position now.
    pub fn key<V: Variant>(self, line: &GameLine<V>) -> u64 {
        let steps = match self {
            Self::Sight { steps } => steps,
            Self::Position => 1,
        };
        let mut key = 0;
        for age in 0..steps {
            let Some((position, occurred)) = line.seen(age) else { break };
            key = mix(key, position.key() ^ u64::from(occurred.min(3)));
        }
        if matches!(self, Self::Sight { .. }) {
            let position = line.position();
            let DrawCount { plies, limit } = position.draw_count();
            let numbers = [plies, limit, position.move_number()];
            key = mix(key, numbers.into_iter().fold(0, |sum, number| sum << 16 | u64::from(number)));
        }
        key
    }
}

/// One number of two, such that their order matters.
fn mix(a: u64, b: u64) -> u64 {
    let z = (a.rotate_left(23) ^ b).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z ^ z >> 29
}

#[cfg(test)]
mod tests {
    use super::*;
    use kempelen_rules::{Chess, Position, uci};

    fn line(moves: &str) -> GameLine<Chess> {
        let mut line = GameLine::new(Position::default());
        for text in moves.split_whitespace() {
            let m = uci::read(line.position(), text).expect("legal");
            line.push(m);
        }
        line
    }

    #[test]
    fn answers_are_found_again_until_they_are_overwritten() {
        let mut cache = Cache::new(1);
        let priors: Vec<f32> = (0..40).map(|i| i as f32).collect();
        let said = |i: u64| Prediction { value: i as f32, draw: 0.5, priors: &priors[..=i as usize % 40] };
        let key = |i: u64| mix(i, i);
        let total = 60_000;
        for i in 0..total {
            cache.keep(key(i), said(i));
            assert_eq!(cache.find(key(i), 1 + i as usize % 40), Some(said(i)));
        }
        let kept = (0..total).filter(|&i| cache.find(key(i), 1 + i as usize % 40).is_some()).count();
        for i in 0..total {
            if let Some(found) = cache.find(key(i), 1 + i as usize % 40) {
                assert_eq!(found, said(i), "what is found is whole");
            }
        }
        assert!((2000..total as usize / 2).contains(&kept), "{kept}");
        assert_eq!(cache.find(key(total - 1), 7), None, "another number of moves is another position");
        assert!(cache.bytes() <= 1 << 20);
        cache.clear();
        assert_eq!(cache.find(key(total - 1), 40), None);
    }

    #[test]
    fn no_memory_means_no_answers() {
        let mut cache = Cache::new(0);
        cache.keep(5, Prediction { value: 0.0, draw: 0.0, priors: &[1.0] });
        assert_eq!(cache.find(5, 1), None);
        assert_eq!(cache.bytes(), 0);
    }

    #[test]
    fn keys_tell_apart_what_they_should() {
        let here = line("e2e4 e7e5 g1f3 b8c6");
        let there = line("g1f3 b8c6 e2e4 e7e5");
        let sight = Likeness::Sight { steps: 8 };
        assert_eq!(here.position().key(), there.position().key());
        assert_eq!(Likeness::Position.key(&here), Likeness::Position.key(&there));
        assert_ne!(sight.key(&here), sight.key(&there), "the history is another");
        assert_eq!(sight.key(&here), sight.key(&here.clone()));
        // The draw counts differ, though the position does not.
        assert_ne!(Likeness::Sight { steps: 1 }.key(&here), Likeness::Sight { steps: 1 }.key(&there));
        let once = line("");
        let twice = line("g1f3 g8f6 f3g1 f6g8");
        assert_ne!(
            Likeness::Position.key(&once),
            Likeness::Position.key(&twice),
            "one of them is a repetition"
        );
    }
}
