//! Monte Carlo tree search.
//!
//! A *playout* walks down the tree by [`Puct`] to a position not seen before, has it valued, and brings the value back up.
//! Walking and valuing are apart, so that many positions, of one tree or of many, can be valued at once:
//! [`Search::gather`] walks and asks, [`Search::apply`] brings the answer home. Positions that the rules decide are
//! never asked about, and what follows from them is worked out up to the root ([`Proof`]).

mod gumbel;
mod proof;
mod root;
mod select;
mod settings;
mod tree;

pub use gumbel::GumbelSettings;
pub use proof::Proof;
pub use root::{Chances, RootMove};
pub use select::Puct;
pub use settings::{DrawRules, FirstPlay, Noise, Settings};

use kempelen_rules::random::SplitMix64;
use kempelen_rules::variant::Draws;
use kempelen_rules::{End, Game, Move, MoveList};
use kempelen_trace::{Event, Fixed, Observer, Promise, Why};

use crate::batch::{Batch, Prediction};
use crate::cache::{Cache, Likeness};
use crate::learnable::Learnable;
use crate::line::GameLine;
use root::Root;
use select::{Terms, best_below_root, best_of_root};
use tree::{LOST, NodeIndex, NodeState, PlayoutTree};

/// A search of one game, with its tree.
#[derive(Clone, Debug)]
pub struct Search<V: Learnable> {
    settings: Settings,
    tree: PlayoutTree,
    /// The game up to the root; longer while a playout is on its way.
    line: GameLine<V>,
    /// The moves of the game before the root.
    base: usize,
    root: Root<V>,
    random: SplitMix64,
    counts: PlayoutCounts,
    /// The playout of which the observer heard last.
    told: u32,
}

/// What a search has done since it [began](Search::begin).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlayoutCounts {
    /// Playouts that came back.
    pub playouts: u64,
    /// Playouts that are still on their way.
    pub waiting: u64,
    /// Playouts that met another on its way and were given up.
    pub collisions: u64,
    /// Positions whose value was asked for.
    pub asked: u64,
    /// Positions whose value the cache knew.
    pub cached: u64,
    /// Half-moves of all playouts.
    pub plies: u64,
    /// Half-moves of the longest.
    pub deepest: u32,
}

/// What came of a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walk {
    /// It waits for the value of the position that was added to the batch.
    Asked(Ticket),
    /// It came back by itself.
    Done,
    /// It met another on its way and was given up.
    Collision,
    /// There is no memory for another.
    Full,
}

/// The claim of a playout to the value it waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ticket {
    node: NodeIndex,
    number: u32,
    key: u64,
}

/// What [`Search::gather`] needs besides the search.
pub struct GatherContext<'a> {
    /// Where positions are laid down to be valued.
    pub batch: &'a mut Batch,
    /// What was said before.
    pub cache: &'a mut Cache,
    /// For which positions that holds.
    pub likeness: Likeness,
}

impl<V: Learnable> Search<V> {
    /// A search that has not begun.
    pub fn new(settings: Settings, seed: u64) -> Self {
        Self {
            settings,
            tree: PlayoutTree::new(settings.tree_mb << 20),
            line: GameLine::new(kempelen_rules::Position::default()),
            base: 0,
            root: Root::default(),
            random: SplitMix64::new(seed),
            counts: PlayoutCounts::default(),
            told: 0,
        }
    }

    /// Begins to think about the last position of a game, of which only some moves may be considered (none for all).
    ///
    /// What an earlier search of the same game knew is kept, unless the root gets noise: visits that were made without
    /// it would drown it. (What was asked then is in the cache.) A proven result is kept in any case.
    /// `playouts` is how many there will be, for roots that plan ahead.
    pub fn begin(&mut self, game: &Game<V>, only: &[Move], playouts: usize) {
        let followed = only.is_empty() && !self.root.restricted && self.follow(game);
        let noisy = self.settings.noise.is_some() || self.settings.gumbel.is_some();
        if !followed || noisy && self.proof().is_none() {
            self.line = GameLine::from(game);
            self.base = self.line.plies();
            self.plant(only);
        }
        self.counts = PlayoutCounts::default();
        self.told = 0;
        self.root.planned = playouts;
        if self.tree.len() > 0 && self.tree.state(NodeIndex::ROOT) == NodeState::Expanded {
            self.prepare_root();
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.tree.clear();
        self.root = Root::default();
        self.counts = PlayoutCounts::default();
    }

    /// Settings for searches that begin after this.
    pub fn set(&mut self, settings: Settings) {
        if settings.tree_mb != self.settings.tree_mb {
            self.tree = PlayoutTree::new(settings.tree_mb << 20);
            self.root = Root::default();
        }
        if settings.draws != self.settings.draws {
            self.clear();
        }
        self.settings = settings;
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Starts the random numbers of a seed.
    pub fn seed(&mut self, random: SplitMix64) {
        self.random = random;
    }

    /// What it has done.
    pub fn counts(&self) -> PlayoutCounts {
        self.counts
    }

    /// How many positions the tree has.
    pub fn nodes(&self) -> usize {
        self.tree.len()
    }

    /// The bytes that the tree has taken.
    pub fn bytes(&self) -> usize {
        self.tree.bytes()
    }

    /// The bytes that its positions fill.
    pub fn bytes_used(&self) -> usize {
        self.tree.bytes_used()
    }

    /// What is certain of the root.
    pub fn proof(&self) -> Option<Proof> {
        if self.tree.len() == 0 { None } else { self.tree.proof(NodeIndex::ROOT) }
    }

    /// Makes the tree that of a later position of the same game, if that is what `game` is.
    fn follow(&mut self, game: &Game<V>) -> bool {
        let positions = game.positions();
        let keys = self.line.keys();
        let same = |ply: usize| {
            let (now, then) = (&positions[ply], &self.root.position);
            then.is_some_and(|then| {
                then.draw_count() == now.draw_count() && then.move_number() == now.move_number()
            })
        };
        let fits = self.tree.len() > 0
            && positions.len() >= keys.len()
            && keys.iter().zip(positions).all(|(&key, position)| key == position.key())
            && same(keys.len() - 1);
        if !fits || self.counts.waiting > 0 {
            return false;
        }
        for &m in &game.moves()[self.base..] {
            let Some(slot) = self.tree.moves(NodeIndex::ROOT).position(|own| own == m) else { return false };
            self.root.step_down(&self.tree, slot);
            if !self.tree.climb(slot) {
                return false;
            }
            self.line.push(m);
            self.base += 1;
        }
        self.root.position = Some(*self.line.position());
        // A node where the game ends has no moves in the tree, though it may have some on the board.
        self.tree.state(NodeIndex::ROOT) == NodeState::Expanded
    }

    /// A tree of the root alone.
    fn plant(&mut self, only: &[Move]) {
        let legal = self.line.position().legal_moves();
        let moves: MoveList = legal.into_iter().filter(|m| only.is_empty() || only.contains(m)).collect();
        self.tree.clear();
        self.root =
            Root { position: Some(*self.line.position()), restricted: !only.is_empty(), ..Root::default() };
        if self.tree.make_room() {
            self.tree.plant(&moves);
            self.root.fresh = true;
        }
    }

    /// Draws noise, or a plan, for a root whose priors are known.
    fn prepare_root(&mut self) {
        self.tree.open(NodeIndex::ROOT);
        self.root.priors.clear();
        self.root.priors.extend_from_slice(self.tree.priors(NodeIndex::ROOT));
        self.root.draw_plan(&self.settings, &mut self.random);
        if let Some(noise) = self.settings.noise.filter(|_| self.settings.gumbel.is_none()) {
            self.root.mix(noise, &mut self.random);
        }
    }
}

/// # Down the tree
impl<V: Learnable> Search<V> {
    /// Starts a playout. If it comes to a position whose value nobody knows, that is added to the batch, and its answer
    /// is due to [`apply`](Self::apply). Where no answer can be had, [`clear`](Self::clear) is the way out.
    #[inline]
    pub fn gather(&mut self, desk: &mut GatherContext<'_>, watch: &mut impl Observer) -> Walk {
        if self.tree.len() == 0 || !self.tree.make_room() {
            return Walk::Full;
        }
        let number = (self.counts.playouts + self.counts.waiting + self.counts.collisions + 1) as u32;
        self.told = number;
        watch.note(|| Event::Playout { number });
        let walk = self.descend(number, desk, watch);
        self.line.truncate(self.base);
        walk
    }

    fn descend(&mut self, number: u32, desk: &mut GatherContext<'_>, watch: &mut impl Observer) -> Walk {
        if self.root.fresh {
            self.root.fresh = false;
            self.root.set_out(self.settings.virtual_loss);
            return self.ask(NodeIndex::ROOT, number, desk, watch);
        }
        let mut node = NodeIndex::ROOT;
        let (mut visits, mut value) = (self.root.visits, self.root.value);
        self.root.set_out(self.settings.virtual_loss);
        loop {
            match self.tree.state(node) {
                NodeState::Waiting => return self.collide(node, watch),
                NodeState::Over => {
                    let why = self.ending();
                    return self.settle(node, self.tree.value(node), why, watch);
                }
                NodeState::Expanded => {}
            }
            if node != NodeIndex::ROOT
                && let Some(proof) = self.tree.proof(node)
            {
                return self.settle(node, proof.value(), Why::Searched, watch);
            }
            self.tree.open(node);
            let terms = Terms::new(&self.settings, visits, value);
            let slot = self.choose(node, terms, watch);
            let stats = self.tree.stats(node);
            (visits, value) = (stats.visits[slot], -stats.values[slot]);
            self.line.push(self.tree.move_at(node, slot));
            self.tree.set_out(node, slot, self.settings.virtual_loss);
            let Some(child) = self.tree.child(node, slot) else {
                let child = self.tree.add(node, slot);
                return self.arrive(child, number, desk, watch);
            };
            node = child;
        }
    }

    /// The move to follow from a node.
    #[inline]
    fn choose(&self, node: NodeIndex, terms: Terms, watch: &mut impl Observer) -> usize {
        let slot = if node != NodeIndex::ROOT {
            best_below_root(&self.tree, node, terms)
        } else if let Some(slot) = self.root.planned_slot(&self.tree) {
            slot
        } else {
            best_of_root(&self.tree, &self.root.priors, terms)
        };
        let promise = |slot: usize| {
            let stats = self.tree.stats(node);
            let prior =
                if node == NodeIndex::ROOT { self.root.priors[slot] } else { self.tree.priors(node)[slot] };
            let Puct { q, u } = terms.puct(prior, stats.visits[slot], stats.values[slot]);
            Promise {
                m: self.tree.move_at(node, slot),
                visits: stats.visits[slot],
                prior: Fixed::from_f32(prior),
                value: Fixed::from_f32(q.max(-1.0)),
                bonus: Fixed::from_f32(u),
            }
        };
        if node == NodeIndex::ROOT {
            // What is certain to lose is not weighed any more.
            let lost = |sibling: usize| self.tree.stats(node).values[sibling] <= LOST / 2.0;
            for sibling in (0..self.root.priors.len()).filter(|&sibling| sibling != slot && !lost(sibling)) {
                watch.note(|| Event::Weigh(promise(sibling)));
            }
        }
        watch.note(|| Event::Select(promise(slot)));
        slot
    }

    /// A position that is new to the tree: the rules decide it, or its value is asked for.
    #[inline]
    fn arrive(
        &mut self,
        node: NodeIndex,
        number: u32,
        desk: &mut GatherContext<'_>,
        watch: &mut impl Observer,
    ) -> Walk {
        let moves = self.line.position().legal_moves();
        if moves.is_empty() {
            let (proof, why) = if self.line.position().in_check() {
                (Proof::Loss(0), Why::Mate)
            } else {
                (Proof::Draw, Why::Stalemate)
            };
            self.tree.end(node, proof.value(), Some(proof));
            self.spread_proof(node);
            return self.settle(node, proof.value(), why, watch);
        }
        if let Some(why) = self.drawn() {
            let certain = self.settings.draws == DrawRules::Spec || why != Why::Repetition;
            self.tree.end(node, 0.0, certain.then_some(Proof::Draw));
            self.spread_proof(node);
            return self.settle(node, 0.0, why, watch);
        }
        self.tree.give_moves(node, &moves);
        self.ask(node, number, desk, watch)
    }

    /// Which rule makes the position now a draw.
    #[inline]
    fn drawn(&self) -> Option<Why> {
        let position = self.line.position();
        let enough = match self.settings.draws {
            DrawRules::Spec => 3,
            DrawRules::Twofold => 2,
        };
        if self.line.repetitions() >= enough {
            Some(Why::Repetition)
        } else if let Some(end) = V::count_runs_out(position, Draws::Claimed) {
            Some(if end == End::Counting { Why::Counting } else { Why::FiftyMoves })
        } else {
            V::is_dead(position).then_some(Why::Material)
        }
    }

    /// Why the game is over in the position now.
    fn ending(&self) -> Why {
        let position = self.line.position();
        match (position.can_move(), position.in_check()) {
            (false, true) => Why::Mate,
            (false, false) => Why::Stalemate,
            _ => self.drawn().unwrap_or(Why::Searched),
        }
    }

    /// Looks the value of the position now up, or has it asked for.
    #[inline]
    fn ask(
        &mut self,
        node: NodeIndex,
        number: u32,
        desk: &mut GatherContext<'_>,
        watch: &mut impl Observer,
    ) -> Walk {
        let mut key = 0;
        if !desk.cache.is_off() {
            key = desk.likeness.key(&self.line);
            let moves = self.tree.moves(node).len();
            if let Some(said) = desk.cache.find(key, moves) {
                self.counts.cached += 1;
                self.expand(node, said, watch);
                return self.settle_with(node, said.value, said.draw, Why::Table, watch);
            }
        }
        desk.batch.add(&self.line, self.tree.moves(node));
        self.counts.asked += 1;
        self.counts.waiting += 1;
        self.count_plies();
        Walk::Asked(Ticket { node, number, key })
    }

    #[inline]
    fn count_plies(&mut self) {
        let plies = (self.line.plies() - self.base) as u32;
        self.counts.plies += u64::from(plies);
        self.counts.deepest = self.counts.deepest.max(plies);
    }

    /// Another playout waits for the value of this very position.
    fn collide(&mut self, node: NodeIndex, watch: &mut impl Observer) -> Walk {
        self.turn_back(node);
        self.counts.collisions += 1;
        watch.note(|| Event::Backup { value: Fixed::default(), why: Why::Collision });
        Walk::Collision
    }

    #[inline]
    fn settle(&mut self, node: NodeIndex, value: f32, why: Why, watch: &mut impl Observer) -> Walk {
        let draw = if value == 0.0 { 1.0 } else { 0.0 };
        self.settle_with(node, value, draw, why, watch)
    }

    /// A playout that need not wait comes back.
    #[inline]
    fn settle_with(
        &mut self,
        node: NodeIndex,
        value: f32,
        draw: f32,
        why: Why,
        watch: &mut impl Observer,
    ) -> Walk {
        self.count_plies();
        self.counts.playouts += 1;
        self.back_up(node, value, draw);
        watch.note(|| Event::Backup { value: Fixed::from_f32(value), why });
        Walk::Done
    }
}

/// # Up the tree
impl<V: Learnable> Search<V> {
    /// Brings an answer home.
    #[inline]
    pub fn apply(
        &mut self,
        ticket: Ticket,
        said: Prediction<'_>,
        cache: &mut Cache,
        watch: &mut impl Observer,
    ) {
        let Ticket { node, number, key } = ticket;
        if !cache.is_off() {
            cache.keep(key, said);
        }
        if self.told != number {
            self.told = number;
            watch.note(|| Event::Playout { number });
        }
        self.expand(node, said, watch);
        self.counts.waiting -= 1;
        self.counts.playouts += 1;
        self.back_up(node, said.value, said.draw);
        watch.note(|| Event::Backup { value: Fixed::from_f32(said.value), why: Why::Expanded });
    }

    #[inline]
    fn expand(&mut self, node: NodeIndex, said: Prediction<'_>, watch: &mut impl Observer) {
        self.tree.expand(node, said.value, said.priors);
        watch.note(|| Event::Expand { value: Fixed::from_f32(said.value) });
        self.tell_priors(node, self.tree.priors(node), watch);
        if node == NodeIndex::ROOT {
            self.prepare_root();
            if self.settings.noise.is_some() {
                self.tell_priors(node, &self.root.priors, watch);
            }
        }
    }

    #[inline]
    fn tell_priors(&self, node: NodeIndex, priors: &[f32], watch: &mut impl Observer) {
        for (m, &prior) in self.tree.moves(node).zip(priors) {
            watch.note(|| Event::Prior { m, prior: Fixed::from_f32(prior) });
        }
    }

    #[inline]
    fn back_up(&mut self, node: NodeIndex, value: f32, draw: f32) {
        let loss = self.settings.virtual_loss;
        let (mut at, mut value) = (node, value);
        while let Some((parent, slot)) = self.tree.parent(at) {
            value = -value;
            self.tree.come_back(parent, slot, loss, value, draw);
            at = parent;
        }
        self.root.come_back(loss, value, draw);
    }

    fn turn_back(&mut self, node: NodeIndex) {
        let loss = self.settings.virtual_loss;
        let mut at = node;
        while let Some((parent, slot)) = self.tree.parent(at) {
            self.tree.give_up(parent, slot, loss);
            at = parent;
        }
        self.root.give_up(loss);
    }

    /// Something may have become certain of a node; if so, something may follow for those above it.
    #[inline]
    fn spread_proof(&mut self, node: NodeIndex) {
        let mut at = node;
        while let Some(proof) = self.tree.proof(at) {
            self.tree.prove(at, proof);
            let Some((parent, _)) = self.tree.parent(at) else { break };
            let settled =
                matches!(proof, Proof::Loss(_)) || self.tree.opened(parent) == self.tree.moves(parent).len();
            let Some(follows) = settled.then(|| self.tree.proof_of_children(parent)).flatten() else { break };
            self.tree.prove(parent, follows);
            at = parent;
        }
    }
}
