//! Gumbel noise and sequential halving at the root (Danihelka, Guez, Schrittwieser and Silver, 2022).
//!
//! Instead of spreading visits by a formula, the root draws some of its moves by chance in proportion to their priors,
//! gives each of them the same visits, drops the worse half, and goes on with the rest. It improves on its priors
//! even with very few visits.
//!
//! Everything here is kept by the *slot* of a move, its place among the moves of the root, and never by its policy index:
//! the two orders have nothing to do with each other.

use super::tree::MoveStats;
use crate::random::Distributions;
use kempelen_rules::random::SplitMix64;

/// How the root is searched.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GumbelSettings {
    /// How many moves to begin with.
    pub considered: usize,
    /// How much a value weighs against a prior: `(visit_weight + most visits) * value_scale * value`.
    pub visit_weight: f32,
    /// The other factor of the same.
    pub value_scale: f32,
}

impl Default for GumbelSettings {
    fn default() -> Self {
        Self { considered: 16, visit_weight: 50.0, value_scale: 0.5 }
    }
}

/// The plan of one search of the root.
#[derive(Clone, Debug)]
pub(crate) struct Gumbel {
    settings: GumbelSettings,
    /// A draw for every slot.
    noise: Vec<f32>,
    plan: Plan,
}

impl Gumbel {
    /// A plan for a root with so many moves and a search of so many playouts.
    pub(crate) fn new(
        settings: GumbelSettings,
        moves: usize,
        playouts: usize,
        random: &mut SplitMix64,
    ) -> Self {
        Self {
            settings,
            noise: (0..moves).map(|_| random.gumbel()).collect(),
            plan: Plan::new(settings.considered.clamp(1, moves.max(1)), playouts),
        }
    }

    /// The slot to visit in this playout of the search, counted from 0.
    pub(crate) fn next(&self, playout: usize, root: &RootView<'_>) -> usize {
        // Beyond its plan the search goes on to share visits evenly.
        let wanted = self.plan.visits_before(playout);
        let wanted = wanted.filter(|&wanted| root.stats.visits.contains(&wanted));
        let wanted = wanted.or_else(|| root.stats.visits.iter().min().copied());
        let scores = self.scores(root);
        let visits = |slot: &usize| root.stats.visits[*slot];
        first_best(
            (0..scores.len()).filter(|slot| Some(visits(slot)) == wanted && !root.lost[*slot]),
            &scores,
        )
        .or_else(|| first_best((0..scores.len()).filter(|&slot| !root.lost[slot]), &scores))
        .unwrap_or(0)
    }

    /// The slot to play: of those visited most, the one with the best score.
    pub(crate) fn choice(&self, root: &RootView<'_>) -> Option<usize> {
        let scores = self.scores(root);
        let alive = || (0..scores.len()).filter(|&slot| !root.lost[slot]);
        let most = alive().map(|slot| root.stats.visits[slot]).max()?;
        first_best(alive().filter(|&slot| root.stats.visits[slot] == most), &scores)
    }

    fn scores(&self, root: &RootView<'_>) -> Vec<f32> {
        let gains = gains(self.settings, root);
        (0..gains.len())
            .map(|slot| self.noise[slot] + root.priors[slot].max(TINY).ln() + gains[slot])
            .collect()
    }
}

/// What is known of the root, slot by slot.
pub(crate) struct RootView<'a> {
    pub(crate) priors: &'a [f32],
    pub(crate) stats: MoveStats<'a>,
    /// Moves that are certain to lose.
    pub(crate) lost: &'a [bool],
    /// What the network says of the root itself.
    pub(crate) value: f32,
}

/// A prior that is nothing at all still has a logarithm.
const TINY: f32 = 1e-12;

/// The policy that the search found better than its priors: each prior is raised or lowered by what its move gained.
pub(crate) fn improved_policy(settings: GumbelSettings, root: &RootView<'_>) -> Vec<f32> {
    let gains = gains(settings, root);
    let mut logits: Vec<f32> =
        root.priors.iter().zip(&gains).map(|(prior, gain)| prior.max(TINY).ln() + gain).collect();
    crate::policy::softmax(&mut logits);
    logits
}

/// What the values of the moves add to their logits. A move that was not visited is taken to be worth what the visited
/// ones and the network together say of the position.
fn gains(settings: GumbelSettings, root: &RootView<'_>) -> Vec<f32> {
    let stats = root.stats;
    let all: u32 = stats.visits.iter().sum();
    let visited = || (0..stats.visits.len()).filter(|&slot| stats.visits[slot] > 0);
    let weight: f32 = visited().map(|slot| root.priors[slot]).sum();
    let weighted: f32 = visited().map(|slot| root.priors[slot] * stats.values[slot].max(-1.0)).sum();
    let mixed = if weight > 0.0 {
        (root.value + all as f32 * weighted / weight) / (1.0 + all as f32)
    } else {
        root.value
    };
    let most = stats.visits.iter().max().copied().unwrap_or(0) as f32;
    let scale = (settings.visit_weight + most) * settings.value_scale;
    stats
        .visits
        .iter()
        .zip(stats.values)
        .map(|(&visits, &value)| scale * if visits > 0 { value.max(-1.0) } else { mixed })
        .collect()
}

/// For every playout how often the move to be visited must have been visited before: `considered` moves share the
/// playouts, then the better half of them, and so on down to two.
///
/// Only the rounds are kept, a few dozen at most, however many playouts there will be.
#[derive(Clone, Debug)]
struct Plan {
    rounds: Vec<HalvingRound>,
    playouts: usize,
}

/// A part of a plan in which as many moves are visited, one after the other, again and again.
#[derive(Clone, Copy, Debug)]
struct HalvingRound {
    /// Its first playout.
    first: usize,
    moves: usize,
    /// How often these moves were visited before it.
    visits: usize,
}

impl Plan {
    fn new(considered: usize, playouts: usize) -> Self {
        let halvings = (considered as f64).log2().ceil().max(1.0);
        let mut rounds = Vec::new();
        let (mut first, mut moves, mut visits) = (0_usize, considered, 0_usize);
        while first < playouts {
            rounds.push(HalvingRound { first, moves, visits });
            let each = ((playouts as f64 / (halvings * moves as f64)) as usize).max(1);
            first = first.saturating_add(each.saturating_mul(moves));
            visits = visits.saturating_add(each);
            moves = moves.div_ceil(2).max(2.min(considered));
        }
        Self { rounds, playouts }
    }

    /// How often the move of this playout must have been visited; nothing beyond the plan.
    fn visits_before(&self, playout: usize) -> Option<u32> {
        if playout >= self.playouts {
            return None;
        }
        let round = self.rounds[..self.rounds.partition_point(|round| round.first <= playout)].last()?;
        let visits = round.visits.saturating_add((playout - round.first) / round.moves);
        Some(u32::try_from(visits).unwrap_or(u32::MAX))
    }
}

fn first_best(slots: impl Iterator<Item = usize>, scores: &[f32]) -> Option<usize> {
    slots.fold(None, |best, slot| match best {
        Some(best) if scores[slot] <= scores[best] => Some(best),
        _ => Some(slot),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(considered: usize, playouts: usize) -> Vec<u32> {
        let plan = Plan::new(considered, playouts);
        assert_eq!(plan.visits_before(playouts), None);
        (0..playouts).map(|playout| plan.visits_before(playout).expect("a number")).collect()
    }

    #[test]
    fn plans_halve() {
        // Four moves and 16 playouts: 2 visits each, then 4 more for each of two.
        assert_eq!(plan(4, 16), [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
        assert_eq!(plan(1, 3), [0, 1, 2]);
        assert_eq!(plan(16, 5), [0; 5]);
        assert_eq!(plan(2, 4), [0, 0, 1, 1]);
        assert!(plan(7, 0).is_empty());
    }

    /// The paper's own table of visits, drawn up number by number.
    #[test]
    fn rounds_say_what_a_table_would() {
        for considered in 1..40_usize {
            for playouts in 0..200 {
                let halvings = (considered as f64).log2().ceil().max(1.0);
                let (mut table, mut left, mut visits) = (Vec::new(), considered, 0);
                while table.len() < playouts {
                    for _ in 0..((playouts as f64 / (halvings * left as f64)) as usize).max(1) {
                        table.extend(std::iter::repeat_n(visits, left));
                        visits += 1;
                    }
                    left = left.div_ceil(2).max(2.min(considered));
                }
                table.truncate(playouts);
                assert_eq!(plan(considered, playouts), table, "{considered} moves, {playouts} playouts");
            }
        }
    }

    #[test]
    fn a_plan_without_an_end_takes_no_memory() {
        for considered in [1, 2, 3, 16, 218, 256] {
            for playouts in [1_000_000, u32::MAX as usize, usize::MAX - 1, usize::MAX] {
                let plan = Plan::new(considered, playouts);
                assert!(plan.rounds.len() < 64, "{considered}, {playouts}: {} rounds", plan.rounds.len());
                assert_eq!(plan.visits_before(0), Some(0));
                assert!(plan.visits_before(playouts - 1).is_some_and(|visits| visits > 0));
            }
        }
    }

    /// Plays the whole plan on fixed values, and returns visits by slot and the choice.
    fn search(priors: &[f32], worth: &[f32], playouts: usize, seed: u64) -> (Vec<u32>, usize, Gumbel) {
        let mut random = SplitMix64::new(seed);
        let gumbel = Gumbel::new(GumbelSettings::default(), priors.len(), playouts, &mut random);
        let (mut visits, mut values) = (vec![0; priors.len()], vec![0.0; priors.len()]);
        let (draws, lost) = (vec![0.0; priors.len()], vec![false; priors.len()]);
        for playout in 0..playouts {
            let stats = MoveStats { visits: &visits, values: &values, draws: &draws };
            let slot = gumbel.next(playout, &RootView { priors, stats, lost: &lost, value: 0.0 });
            visits[slot] += 1;
            values[slot] = worth[slot];
        }
        let stats = MoveStats { visits: &visits, values: &values, draws: &draws };
        let choice = gumbel.choice(&RootView { priors, stats, lost: &lost, value: 0.0 });
        (visits, choice.expect("a move"), gumbel)
    }

    #[test]
    fn equal_values_leave_the_draw_to_decide() {
        let priors = [0.4, 0.3, 0.1, 0.1, 0.05, 0.05];
        for seed in 0..50 {
            let (visits, choice, gumbel) = search(&priors, &[0.0; 6], 32, seed);
            let drawn: Vec<f32> = priors.iter().zip(&gumbel.noise).map(|(p, g)| p.ln() + g).collect();
            let most = (0..6).fold(0, |best, i| if drawn[i] > drawn[best] { i } else { best });
            assert_eq!(choice, most, "seed {seed}: {visits:?}");
        }
    }

    #[test]
    fn draws_are_in_proportion_to_the_priors() {
        let priors = [0.5, 0.25, 0.125, 0.125];
        let mut counts = [0; 4];
        for seed in 0..4000 {
            counts[search(&priors, &[0.0; 4], 4, seed).1] += 1;
        }
        for (count, prior) in counts.iter().zip(priors) {
            assert!((f64::from(*count) / 4000.0 - f64::from(prior)).abs() < 0.03, "{counts:?}");
        }
    }

    #[test]
    fn values_win_over_priors() {
        let mut worth = [-0.5; 16];
        worth[9] = 0.9;
        let mut found = 0;
        for seed in 0..50 {
            let (visits, choice, _) = search(&[1.0 / 16.0; 16], &worth, 64, seed);
            assert_eq!(visits.iter().sum::<u32>(), 64);
            found += usize::from(choice == 9);
        }
        assert_eq!(found, 50);
    }

    #[test]
    fn the_improved_policy_moves_towards_what_is_better() {
        let priors = [0.7, 0.2, 0.1];
        let stats = MoveStats { visits: &[4, 4, 0], values: &[-0.5, 0.5, 0.0], draws: &[0.0; 3] };
        let root = RootView { priors: &priors, stats, lost: &[false; 3], value: 0.0 };
        let policy = improved_policy(GumbelSettings::default(), &root);
        assert!((policy.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert!(policy[1] > 0.9 && policy[0] < 0.05, "{policy:?}");
        // Nothing visited: the policy stays what it was.
        let stats = MoveStats { visits: &[0; 3], values: &[0.0; 3], draws: &[0.0; 3] };
        let root = RootView { priors: &priors, stats, lost: &[false; 3], value: 0.3 };
        for (now, before) in improved_policy(GumbelSettings::default(), &root).iter().zip(priors) {
            assert!((now - before).abs() < 1e-6);
        }
    }
}
