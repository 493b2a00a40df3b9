//! Which move a playout follows.

use super::settings::Settings;
use super::tree::{MoveStats, NodeIndex, PlayoutTree};

/// What speaks for following a move (*PUCT*, predictor and upper confidence bound for trees), in its parts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Puct {
    /// What it has been worth so far.
    pub q: f32,
    /// How much it deserves a look: `c * prior * sqrt(visits of the position) / (1 + visits of the move)`.
    pub u: f32,
}

impl Puct {
    /// The sum of both. The playout goes where it is greatest.
    #[inline]
    pub fn total(self) -> f32 {
        self.q + self.u
    }
}

/// What is the same for all moves of a position when one is chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    /// `c * sqrt(visits of the position)`.
    pub(crate) reach: f32,
    /// What a move is worth before it was visited.
    pub(crate) first_play: f32,
}

impl Terms {
    /// For a position with these visits and this value for its side to move.
    #[inline]
    pub(crate) fn new(settings: &Settings, visits: u32, value: f32) -> Self {
        Self {
            reach: settings.exploration * (visits as f32).sqrt(),
            first_play: settings.first_play.value(value),
        }
    }

    /// What speaks for one move.
    #[inline]
    pub(crate) fn puct(self, prior: f32, visits: u32, value: f32) -> Puct {
        // Visits stay far below 2^31; the signed conversion is the one that machines have.
        let visits = visits as i32 as f32;
        Puct { q: if visits > 0.0 { value } else { self.first_play }, u: self.reach * prior / (1.0 + visits) }
    }
}

/// The move of a node below the root that a playout follows.
///
/// Moves stand in the order of their priors. Of those not yet visited the first is the best, since all else is equal
/// among them; so only the visited ones and one more need a look.
#[inline]
pub(crate) fn best_below_root(tree: &PlayoutTree, id: NodeIndex, terms: Terms) -> usize {
    let considered = (tree.opened(id) + 1).min(tree.priors(id).len());
    best(&tree.priors(id)[..considered], tree.stats(id), terms)
}

/// The move of the root that a playout follows, with priors that may have noise in them.
#[inline]
pub(crate) fn best_of_root(tree: &PlayoutTree, priors: &[f32], terms: Terms) -> usize {
    best(priors, tree.stats(NodeIndex::ROOT), terms)
}

/// The first of the best moves. In two passes over eight moves at a time, which compilers turn into vectors.
#[inline]
fn best(priors: &[f32], stats: MoveStats<'_>, terms: Terms) -> usize {
    const LANES: usize = 8;
    let (visits, values) = (&stats.visits[..priors.len()], &stats.values[..priors.len()]);
    let mut best = (f32::NEG_INFINITY, 0);
    let (chunks, rest) = priors.as_chunks::<LANES>();
    for (i, chunk) in chunks.iter().enumerate() {
        let (visits, values) = (&visits[i * LANES..][..LANES], &values[i * LANES..][..LANES]);
        let mut totals = [0.0; LANES];
        for lane in 0..LANES {
            totals[lane] = terms.puct(chunk[lane], visits[lane], values[lane]).total();
        }
        let most =
            totals.iter().fold(f32::NEG_INFINITY, |most, &total| if total > most { total } else { most });
        if most > best.0 {
            let lane = totals.iter().position(|&total| total >= most).unwrap_or(0);
            best = (most, i * LANES + lane);
        }
    }
    let done = priors.len() - rest.len();
    for (i, &prior) in rest.iter().enumerate() {
        let total = terms.puct(prior, visits[done + i], values[done + i]).total();
        if total > best.0 {
            best = (total, done + i);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_are_those_of_the_formula() {
        let terms = Terms::new(&Settings::default(), 16, 0.5);
        let seen = terms.puct(0.2, 3, -0.25);
        assert!((seen.q + 0.25).abs() < 1e-6 && (seen.u - 1.25 * 0.2 * 4.0 / 4.0).abs() < 1e-6, "{seen:?}");
        let unseen = terms.puct(0.2, 0, 0.0);
        assert!((unseen.q - 0.3).abs() < 1e-6 && (unseen.u - 1.25 * 0.2 * 4.0).abs() < 1e-6, "{unseen:?}");
        assert!((unseen.total() - 1.3).abs() < 1e-6);
    }

    /// One pass, one move at a time.
    fn plainly(priors: &[f32], stats: MoveStats<'_>, terms: Terms) -> usize {
        let totals: Vec<f32> = (0..priors.len())
            .map(|i| terms.puct(priors[i], stats.visits[i], stats.values[i]).total())
            .collect();
        (0..totals.len()).fold(0, |best, i| if totals[i] > totals[best] { i } else { best })
    }

    #[test]
    fn eight_at_a_time_choose_as_one_at_a_time() {
        let mut random = kempelen_rules::random::SplitMix64::new(11);
        for len in (1..60).chain([218]) {
            for _ in 0..20 {
                let priors: Vec<f32> = (0..len).map(|_| random.unit() as f32).collect();
                let visits: Vec<u32> = (0..len).map(|_| random.below(4) as u32).collect();
                let values: Vec<f32> = (0..len).map(|_| random.below(3) as f32 - 1.0).collect();
                let stats = MoveStats { visits: &visits, values: &values, draws: &[] };
                let terms = Terms { reach: 2.0, first_play: -0.1 };
                assert_eq!(best(&priors, stats, terms), plainly(&priors, stats, terms), "{len}");
            }
        }
        let even = MoveStats { visits: &[1; 20], values: &[0.0; 20], draws: &[] };
        assert_eq!(best(&[0.05; 20], even, Terms { reach: 1.0, first_play: 0.0 }), 0, "the first of equals");
    }
}
