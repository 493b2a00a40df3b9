//! The root of a tree: where noise is mixed in, and from where moves are chosen.

use std::cmp::Ordering;

use kempelen_rules::random::SplitMix64;
use kempelen_rules::{Move, Position};

use super::Search;
use super::gumbel::{Gumbel, RootView, improved_policy};
use super::proof::Proof;
use super::select::{Puct, Terms};
use super::settings::{Noise, Settings};
use super::tree::{NodeIndex, PlayoutTree};
use crate::learnable::Learnable;
use crate::random::Distributions;

/// What only the root has.
#[derive(Clone, Debug)]
pub(super) struct Root<V: Learnable> {
    /// Where it is.
    pub(super) position: Option<Position<V>>,
    /// Whether nobody has asked for its value yet.
    pub(super) fresh: bool,
    /// Whether some of its moves are not considered.
    pub(super) restricted: bool,
    /// Visits, those under way included.
    pub(super) visits: u32,
    /// Its mean value for the side to move.
    pub(super) value: f32,
    /// The sum of the chances of a draw.
    pub(super) draws: f32,
    /// The priors by which it chooses, noise included.
    pub(super) priors: Vec<f32>,
    /// How many playouts the search will make.
    pub(super) planned: usize,
    pub(super) gumbel: Option<Gumbel>,
}

impl<V: Learnable> Default for Root<V> {
    fn default() -> Self {
        Self {
            position: None,
            fresh: false,
            restricted: false,
            visits: 0,
            value: 0.0,
            draws: 0.0,
            priors: Vec::new(),
            planned: 0,
            gumbel: None,
        }
    }
}

impl<V: Learnable> Root<V> {
    /// The same as for a move, see [`PlayoutTree::set_out`].
    #[inline]
    pub(super) fn set_out(&mut self, loss: f32) {
        self.visits += 1;
        self.value -= (loss + self.value) / self.visits as f32;
    }

    #[inline]
    pub(super) fn come_back(&mut self, loss: f32, value: f32, draw: f32) {
        self.value += (value + loss) / self.visits as f32;
        self.draws += draw;
    }

    pub(super) fn give_up(&mut self, loss: f32) {
        let sum = self.value * self.visits as f32 + loss;
        self.visits -= 1;
        self.value = if self.visits == 0 { 0.0 } else { sum / self.visits as f32 };
    }

    /// Takes over what the root knew of one of its moves, which becomes the root.
    pub(super) fn step_down(&mut self, tree: &PlayoutTree, slot: usize) {
        let stats = tree.stats(NodeIndex::ROOT);
        self.visits = stats.visits.get(slot).copied().unwrap_or(0);
        self.value = -stats.values.get(slot).copied().unwrap_or(0.0).max(-1.0);
        self.draws = stats.draws.get(slot).copied().unwrap_or(0.0);
    }

    /// Mixes noise into the priors.
    pub(super) fn mix(&mut self, noise: Noise, random: &mut SplitMix64) {
        let mut draw = vec![0.0; self.priors.len()];
        random.dirichlet(noise.alpha.into(), &mut draw);
        for (prior, noisy) in self.priors.iter_mut().zip(draw) {
            *prior += noise.weight * (noisy - *prior);
        }
    }

    /// Draws the plan of a search with sequential halving, or none.
    pub(super) fn draw_plan(&mut self, settings: &Settings, random: &mut SplitMix64) {
        let (moves, playouts) = (self.priors.len(), self.planned);
        self.gumbel = settings.gumbel.map(|settings| Gumbel::new(settings, moves, playouts, random));
    }

    /// The slot that the plan wants to be visited next.
    pub(super) fn planned_slot(&self, tree: &PlayoutTree) -> Option<usize> {
        let gumbel = self.gumbel.as_ref()?;
        // This playout has set out already, and the first of all was the root's own.
        let playout = (self.visits as usize).saturating_sub(2);
        let lost = lost(tree);
        Some(gumbel.next(playout, &view(tree, &lost)))
    }
}

/// Which moves of the root are certain to lose.
fn lost(tree: &PlayoutTree) -> Vec<bool> {
    let wins = |slot| tree.child(NodeIndex::ROOT, slot).and_then(|child| tree.proof(child));
    (0..tree.moves(NodeIndex::ROOT).len()).map(|slot| matches!(wins(slot), Some(Proof::Win(_)))).collect()
}

fn view<'a>(tree: &'a PlayoutTree, lost: &'a [bool]) -> RootView<'a> {
    RootView {
        priors: tree.priors(NodeIndex::ROOT),
        stats: tree.stats(NodeIndex::ROOT),
        lost,
        value: tree.value(NodeIndex::ROOT),
    }
}

/// What a search has to say of a move of the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootMove {
    /// The move.
    pub m: Move,
    /// How likely the network thinks it to be the best.
    pub prior: f32,
    /// The same with noise.
    pub noisy_prior: f32,
    /// How often it was visited.
    pub visits: u32,
    /// What it is worth to the side to move, if it was visited.
    pub chances: Option<Chances>,
    /// What speaks for visiting it next.
    pub puct: Puct,
    /// What is certain of it, for the side to move.
    pub proof: Option<Proof>,
}

/// What a position or move is worth to a side.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Chances {
    /// From -1, lost, to 1, won.
    pub value: f32,
    /// How likely a draw is.
    pub draw: f32,
}

impl Chances {
    /// Winning, drawing and losing in thousandths, with a sum of 1000.
    pub fn wdl(self) -> [u16; 3] {
        let draw = self.draw.clamp(0.0, 1.0 - self.value.abs().min(1.0));
        let win = (1000.0 * (1.0 - draw + self.value) / 2.0).round() as u16;
        let draw = ((1000.0 * draw).round() as u16).min(1000 - win.min(1000));
        [win, draw, 1000_u16.saturating_sub(win + draw)]
    }

    /// Hundredths of a pawn, by the curve that many programs of this kind use: half a pawn is about a value of 0.32.
    pub fn centipawns(self) -> i32 {
        const BEND: f32 = 1.563_754_2;
        (90.0 * (BEND * self.value.clamp(-1.0, 1.0)).tan()).round() as i32
    }
}

impl RootMove {
    /// The better move first: certain wins, the quickest first; then visits; certain losses last, the slowest first.
    fn rank(&self, other: &Self) -> Ordering {
        let class = |m: &Self| match m.proof {
            Some(Proof::Win(plies)) => (0, plies),
            Some(Proof::Loss(plies)) => (2, u16::MAX - plies),
            _ => (1, 0),
        };
        let value = |m: &Self| m.chances.map_or(f32::NEG_INFINITY, |chances| chances.value);
        class(self)
            .cmp(&class(other))
            .then(other.visits.cmp(&self.visits))
            .then(value(other).total_cmp(&value(self)))
            .then(other.prior.total_cmp(&self.prior))
    }
}

impl<V: Learnable> Search<V> {
    /// The moves of the root, the best first.
    pub fn root_moves(&self) -> Vec<RootMove> {
        let mut moves: Vec<RootMove> = self.slots().collect();
        let planned =
            self.root.gumbel.as_ref().and_then(|gumbel| gumbel.choice(&view(&self.tree, &lost(&self.tree))));
        let planned = planned.map(|slot| moves[slot].m);
        moves.sort_by(|a, b| {
            let first = |m: &RootMove| matches!(m.proof, Some(Proof::Win(_))) || Some(m.m) == planned;
            first(b).cmp(&first(a)).then_with(|| a.rank(b))
        });
        moves
    }

    /// The moves of the root in the order of the tree.
    fn slots(&self) -> impl Iterator<Item = RootMove> {
        let root = NodeIndex::ROOT;
        let expanded = self.tree.len() > 0 && !self.root.priors.is_empty();
        let moves = if expanded { self.tree.moves(root).len() } else { 0 };
        let terms = Terms::new(&self.settings, self.root.visits, self.root.value);
        (0..moves).map(move |slot| {
            let stats = self.tree.stats(root);
            let (visits, value) = (stats.visits[slot], stats.values[slot]);
            let noisy_prior = self.root.priors[slot];
            let below = self.tree.child(root, slot).and_then(|child| self.tree.proof(child));
            RootMove {
                m: self.tree.move_at(root, slot),
                prior: self.tree.priors(root)[slot],
                noisy_prior,
                visits,
                chances: (visits > 0)
                    .then(|| Chances { value: value.max(-1.0), draw: stats.draws[slot] / visits as f32 }),
                puct: terms.puct(noisy_prior, visits, value),
                proof: below.and_then(|proof| Proof::of_moves(std::iter::once(Some(proof)))),
            }
        })
    }

    /// Visits of the root, those of earlier searches of the same game included.
    pub fn root_visits(&self) -> u32 {
        self.root.visits
    }

    /// What the root is worth to the side to move.
    pub fn root_chances(&self) -> Chances {
        match self.proof() {
            Some(proof) => {
                Chances { value: proof.value(), draw: if proof == Proof::Draw { 1.0 } else { 0.0 } }
            }
            None => {
                Chances { value: self.root.value, draw: self.root.draws / self.root.visits.max(1) as f32 }
            }
        }
    }

    /// What the search would have a network learn: the probability of every move of the root. It is the share of the
    /// visits, or what Gumbel's search makes of the priors.
    pub fn policy(&self) -> Vec<(Move, f32)> {
        if let Some(settings) = self.settings.gumbel.filter(|_| self.root.gumbel.is_some()) {
            let policy = improved_policy(settings, &view(&self.tree, &lost(&self.tree)));
            return self.tree.moves(NodeIndex::ROOT).zip(policy).collect();
        }
        let all: u32 = self.slots().map(|m| m.visits).sum();
        self.slots().map(|m| (m.m, m.visits as f32 / all.max(1) as f32)).collect()
    }

    /// The move to play.
    pub fn best(&self) -> Option<Move> {
        self.root_moves().first().map(|best| best.m)
    }

    /// A move by chance: the more often visited the likelier, and the less it matters the higher the temperature. At 0 it
    /// is the best move. A certain win is never left to chance, and a certain loss never chosen without need.
    pub fn sample(&mut self, temperature: f32) -> Option<Move> {
        let moves = self.root_moves();
        let best = *moves.first()?;
        let planned = self.root.gumbel.is_some();
        if temperature <= 0.0 || planned || matches!(best.proof, Some(Proof::Win(_) | Proof::Loss(_))) {
            return Some(best.m);
        }
        let most = f64::from(moves.iter().map(|m| m.visits).max()?.max(1));
        let weights: Vec<f64> = moves
            .iter()
            .map(|m| match m.proof {
                Some(Proof::Loss(_)) => 0.0,
                _ => (f64::from(m.visits) / most).powf(1.0 / f64::from(temperature)),
            })
            .collect();
        Some(self.random.weighted(&weights).map_or(best.m, |i| moves[i].m))
    }

    /// The line that the search expects after a move of the root, that move first.
    pub fn line_of(&self, m: Move) -> Vec<Move> {
        let mut line = Vec::new();
        let mut node = NodeIndex::ROOT;
        let mut slot = self.tree.moves(node).position(|own| own == m);
        while let Some(next) = slot {
            line.push(self.tree.move_at(node, next));
            let Some(child) = self.tree.child(node, next) else { break };
            node = child;
            slot = self.expected(node);
        }
        line
    }

    /// The slot that is expected to be played at a node below the root.
    fn expected(&self, node: NodeIndex) -> Option<usize> {
        let stats = self.tree.stats(node);
        let visited = (0..stats.visits.len()).filter(|&slot| stats.visits[slot] > 0);
        let proof = |slot: usize| self.tree.child(node, slot).and_then(|child| self.tree.proof(child));
        visited.min_by(|&a, &b| {
            let class = |slot| match proof(slot) {
                Some(Proof::Loss(plies)) => (0, plies),
                Some(Proof::Win(plies)) => (2, u16::MAX - plies),
                _ => (1, 0),
            };
            class(a).cmp(&class(b)).then(stats.visits[b].cmp(&stats.visits[a]))
        })
    }
}
