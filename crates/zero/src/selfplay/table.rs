//! One game in flight.

use kempelen_rules::random::SplitMix64;
use kempelen_rules::variant::Draws;
use kempelen_rules::{End, Game, GameKind, Move, Position};
use kempelen_trace::Mute;

use super::SelfplayRecipe;
use crate::dataset::{Ending, GameRecord, Ply};
use crate::learnable::Learnable;
use crate::random::of_task;
use crate::search::{GatherContext, PlayoutCounts, Proof, Search, Settings, Ticket, Walk};
use crate::status;

/// A table at which one game after the other is played.
pub(super) struct SelfplayTable<V: Learnable> {
    pub(super) search: Search<V>,
    game: Game<V>,
    random: SplitMix64,
    record: GameRecord,
    /// Whether the search at hand is one to learn from.
    full: bool,
    /// Whether giving up is only noted.
    plays_through: bool,
    /// For each side, how many times in a row it thought badly of its position.
    low: [u32; 2],
    /// What searches of this table have done since somebody asked.
    pub(super) tally: TableTally,
}

/// What searches have done.
#[derive(Clone, Copy, Default)]
pub(super) struct TableTally {
    pub(super) moves: u64,
    pub(super) playouts: u64,
    pub(super) cached: u64,
    pub(super) full_trees: u64,
}

/// What a table has to say when it is its turn.
pub(super) enum Turn {
    /// It waits for the value of the position that was added to the batch.
    Asked(Ticket),
    /// Its game is over.
    Over(GameRecord),
}

impl<V: Learnable> SelfplayTable<V> {
    /// A table with the game of this number.
    pub(super) fn new(recipe: &SelfplayRecipe, index: u64) -> Self {
        let mut table = Self {
            search: Search::new(recipe.search, 0),
            game: Game::default(),
            random: SplitMix64::new(0),
            record: empty_record(index),
            full: false,
            plays_through: false,
            low: [0; 2],
            tally: TableTally::default(),
        };
        table.set_up(recipe, index);
        table
    }

    /// Begins the game of this number. All of its dice follow from the run's seed and the number.
    pub(super) fn set_up(&mut self, recipe: &SelfplayRecipe, index: u64) {
        let mut random = of_task(recipe.seed, index);
        self.search.clear();
        self.search.seed(SplitMix64::new(random.next_u64()));
        self.plays_through = recipe.resignation.is_some_and(|resign| random.chance(resign.play_through));
        self.record = empty_record(index);
        self.low = [0; 2];
        self.game = opening(recipe, &mut random);
        if recipe.random_plies > 0 || recipe.shuffled {
            self.record.start = Some(self.game.position().fen());
            self.game = Game::new(*self.game.position());
        }
        self.random = random;
        self.begin_search(recipe);
    }

    fn begin_search(&mut self, recipe: &SelfplayRecipe) {
        self.full = self.random.chance(recipe.full_share);
        let settings =
            if self.full { recipe.search } else { Settings { noise: None, gumbel: None, ..recipe.search } };
        self.search.set(settings);
        self.search.begin(&self.game, &[], self.target(recipe) as usize);
    }

    fn target(&self, recipe: &SelfplayRecipe) -> u32 {
        if self.full { recipe.visits } else { recipe.quick_visits }
    }

    /// Plays on until a position has to be valued or the game is over.
    pub(super) fn play(&mut self, recipe: &SelfplayRecipe, desk: &mut GatherContext<'_>) -> Turn {
        loop {
            let enough = self.search.proof().is_some() || self.search.root_visits() >= self.target(recipe);
            if !enough {
                match self.search.gather(desk, &mut Mute) {
                    Walk::Asked(ticket) => return Turn::Asked(ticket),
                    Walk::Done | Walk::Collision => continue,
                    Walk::Full => self.tally.full_trees += 1,
                }
            }
            if let Some(ending) = self.choose(recipe) {
                self.record.ending = ending;
                let next = empty_record(self.record.index);
                return Turn::Over(std::mem::replace(&mut self.record, next));
            }
            self.begin_search(recipe);
        }
    }

    /// Ends a search: gives up, or plays a move. Says how the game ended if it did.
    fn choose(&mut self, recipe: &SelfplayRecipe) -> Option<Ending> {
        let PlayoutCounts { playouts, cached, .. } = self.search.counts();
        self.tally.playouts += playouts;
        self.tally.cached += cached;
        let value = self.search.root_chances().value;
        if self.gives_up(recipe, value) {
            return Some(Ending::Resigned { winner: !self.game.position().turn() });
        }
        let temperature = recipe.temperature.at(self.game.moves().len());
        // A search that could not even begin leaves any move to be played.
        let m = self
            .search
            .sample(temperature)
            .or_else(|| self.game.position().legal_moves().first().copied())?;
        let policy = if self.full { self.policy() } else { Vec::new() };
        self.record.plies.push(Ply { m, value, visits: self.search.root_visits(), policy });
        self.game.play(m);
        self.tally.moves += 1;
        ending(&self.game)
            .or_else(|| (self.game.moves().len() >= recipe.most_plies).then_some(Ending::TooLong))
    }

    /// What is to be learned: the visits, or what Gumbel's search makes of the priors; and of a certain win that alone.
    fn policy(&self) -> Vec<(Move, u32)> {
        /// What probabilities are multiplied with, to be kept as whole numbers.
        const WHOLE: f32 = 1000.0;
        if let (Some(Proof::Win(_)), Some(best)) = (self.search.proof(), self.search.best()) {
            return vec![(best, 1)];
        }
        let weights: Vec<(Move, u32)> = if self.search.settings().gumbel.is_some() {
            self.search.policy().into_iter().map(|(m, share)| (m, (share * WHOLE).round() as u32)).collect()
        } else {
            self.search.root_moves().iter().map(|m| (m.m, m.visits)).collect()
        };
        weights.into_iter().filter(|&(_, weight)| weight > 0).collect()
    }

    fn gives_up(&mut self, recipe: &SelfplayRecipe, value: f32) -> bool {
        let Some(resign) = recipe.resignation else { return false };
        let side = self.game.position().turn();
        let low = &mut self.low[side.index()];
        *low = if value < resign.below { *low + 1 } else { 0 };
        if *low < resign.times {
            return false;
        }
        if self.record.would_resign.is_none() {
            self.record.would_resign = Some((self.game.moves().len() as u32, side));
        }
        !self.plays_through
    }
}

fn empty_record(index: u64) -> GameRecord {
    GameRecord { index, start: None, plies: Vec::new(), ending: Ending::TooLong, would_resign: None }
}

/// How a game ended by the rules of the zero worker.
fn ending<V: Learnable>(game: &Game<V>) -> Option<Ending> {
    let position = game.position();
    let end = if status::is_checkmate(game) {
        End::Checkmate { winner: !position.turn() }
    } else if status::is_stalemate(game) {
        End::Stalemate
    } else if V::is_dead(position) {
        End::InsufficientMaterial
    } else if game.repetitions() >= 3 {
        End::Threefold
    } else {
        V::count_runs_out(position, Draws::Claimed)?
    };
    Some(Ending::Rules(end))
}

/// A game after so many moves drawn from all legal ones alike. One that ends before is drawn again, with fewer moves after
/// some vain attempts.
fn opening<V: Learnable>(recipe: &SelfplayRecipe, random: &mut SplitMix64) -> Game<V> {
    const ATTEMPTS: usize = 20;
    let (mut plies, mut attempts) = (recipe.random_plies, 0);
    let start = if recipe.shuffled { shuffled(random) } else { Position::default() };
    loop {
        let mut game = Game::new(start);
        while ending(&game).is_none() {
            if game.moves().len() >= plies {
                return game;
            }
            let moves = game.position().legal_moves();
            game.play(moves[random.below(moves.len())]);
        }
        attempts += 1;
        if attempts % ATTEMPTS == 0 {
            plies /= 2;
        }
    }
}

/// One of the 960 first positions. Other games than chess have none, and are refused before it comes to that.
fn shuffled<V: Learnable>(random: &mut SplitMix64) -> Position<V> {
    let kind = GameKind::Chess960;
    kind.start(random.below(kind.starts())).fen().parse().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kempelen_rules::{Chess, Color};
    use std::collections::HashSet;

    #[test]
    fn a_side_gives_up_only_when_it_means_it() {
        use super::super::Resignation;
        let resignation = Resignation { below: -0.9, times: 2, play_through: 0.0 };
        let recipe = SelfplayRecipe { resignation: Some(resignation), ..SelfplayRecipe::default() };
        let mut table = SelfplayTable::<Chess>::new(&recipe, 0);
        assert!(!table.gives_up(&recipe, -0.95), "once is not enough");
        assert!(!table.gives_up(&recipe, -0.5));
        assert!(!table.gives_up(&recipe, -0.95), "the row was broken");
        assert!(table.gives_up(&recipe, -0.99));
        assert_eq!(table.record.would_resign, Some((0, Color::White)));
        table.plays_through = true;
        assert!(!table.gives_up(&recipe, -0.99), "it is noted, and the game goes on");
        assert!(
            !SelfplayTable::<Chess>::new(&SelfplayRecipe::default(), 0)
                .gives_up(&SelfplayRecipe::default(), -1.0)
        );
    }

    #[test]
    fn openings_are_legal_and_differ() {
        let of = |recipe: &SelfplayRecipe, seed| opening::<Chess>(recipe, &mut SplitMix64::new(seed));
        let recipe = SelfplayRecipe { random_plies: 6, ..SelfplayRecipe::default() };
        let fens: HashSet<String> = (0..20).map(|seed| of(&recipe, seed).position().fen()).collect();
        assert!(fens.len() > 15);
        // No game goes on for so long, and yet there is an opening.
        let recipe = SelfplayRecipe { random_plies: 1_000_000, ..recipe };
        assert!(of(&recipe, 1).moves().len() < 10_000);
        let recipe = SelfplayRecipe { random_plies: 0, shuffled: true, ..recipe };
        let starts: HashSet<String> = (0..100).map(|seed| of(&recipe, seed).position().fen()).collect();
        assert!(starts.len() > 80, "{}", starts.len());
        assert!(starts.iter().all(|fen| fen.contains("/pppppppp/8/8/8/8/PPPPPPPP/")));
    }
}
