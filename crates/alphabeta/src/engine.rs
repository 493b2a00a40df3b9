//! The engine as the world sees it: options, memory between moves, threads.
//!
//! What lives longer than a search is here: the transposition table, the histories and evaluators of each
//! thread, the numbers of each game. A search borrows all of it, runs, and gives it back. The game and the
//! evaluator become types here, once for each search; below, nobody asks again.

use std::mem::take;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use kempelen_engine::{
    About, Ask, Capability, Engine, EngineError, Handicap, Info, Judgement, Limits, OptionError, OptionSet,
    OptionSpec, RegistryEntry, Report, Score, ScoredLine,
};
use kempelen_eval::Evaluator;
use kempelen_nnue::Nnue;
use kempelen_rules::{
    AnyGame, AnyPosition, Chess, Game, Move, Position, Variant, VariantId, for_all_variants,
};
use kempelen_trace::{Mute, Observer, Scale, Trace};

use crate::evaluators::{AllEvaluators, EvaluationKind};
use crate::history::Histories;
use crate::judgement;
use crate::options::Options;
use crate::params::GameParams;
use crate::score;
use crate::strength::Strength;
use crate::tablebase::{EndgameTables, NoTables, Syzygy, TablebaseResult};
use crate::thread::{SearchCommon, SearchThread, SearchedRootMove, SharedSearch};
use crate::time::TimeBudget;
use crate::transposition::TranspositionTable;

/// The label of the modern engine.
pub const ABOUT: About = About {
    id: "kempelen",
    name: "Kempelen",
    year: 2026,
    authors: &["the Kempelen authors"],
    variants: &VariantId::ALL,
    capabilities: &[
        Capability::ThinksUntilStopped,
        Capability::UsesClock,
        Capability::PlaysWeaker(Handicap::Rating { limit: "UCI_LimitStrength", rating: "UCI_Elo" }),
        Capability::ShowsLines,
        Capability::Judges,
    ],
    provenance: "Our own: a principal variation search with a hand-written evaluation, for all games.",
    gaps: &[],
};

/// The modern engine as the cabinet keeps it: its label, and how to make one.
///
/// ```
/// let entry = kempelen_alphabeta::entry();
/// let engine = (entry.make)();
/// assert_eq!(engine.about().id, "kempelen");
/// assert!(engine.options().iter().any(|option| option.is_named("Threads")));
/// ```
pub fn entry() -> RegistryEntry {
    RegistryEntry { about: ABOUT, make: || Box::new(Kempelen::default()) }
}

/// The modern engine.
///
/// It keeps what it learned from move to move of a game, and forgets it for another one. Asked for a depth or
/// a number of nodes, one thread gives the same answer every time, unless the game went on in between.
///
/// ```
/// use kempelen_alphabeta::Kempelen;
/// use kempelen_engine::{Ask, Engine, Info, Limits, Stop};
/// use kempelen_rules::{AnyGame, AnyPosition, VariantId};
///
/// let game = AnyGame::new(AnyPosition::start(VariantId::Makruk));
/// let mut engine = Kempelen::default();
/// engine.set_option("MultiPV", "2")?;
/// let report = engine.think(Ask::new(&game, Limits::depth(5), &Stop::new(), &mut |_: &Info| {}))?;
/// assert_eq!(report.lines.len(), 2);
/// assert_eq!(report.best, report.lines[0].pv.first().copied());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Kempelen {
    options: Options,
    /// The numbers of each game.
    params: [GameParams; VariantId::ALL.len()],
    syzygy: Option<Syzygy>,
    evaluators: AllEvaluators,
    /// Made when first needed, so that an engine that is only asked for its name costs nothing.
    table: Option<TranspositionTable>,
    histories: Vec<Histories>,
    /// Nothing has been learned since the memory was last cleared.
    fresh: bool,
    last_game: Option<(VariantId, Vec<u64>)>,
}

impl Default for Kempelen {
    fn default() -> Self {
        Self {
            options: Options::default(),
            params: VariantId::ALL.map(GameParams::of),
            syzygy: None,
            evaluators: AllEvaluators::default(),
            table: None,
            histories: Vec::new(),
            fresh: true,
            last_game: None,
        }
    }
}

impl Engine for Kempelen {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn options(&self) -> Vec<OptionSpec> {
        let mut options = self.options.specs();
        if cfg!(feature = "tune") {
            let [params, ..] = &self.params;
            options.extend(params.params.options());
        }
        options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let before = self.options.clone();
        match self.options.set(name, value) {
            // What is no option of the engine may be a number of its search.
            Err(OptionError::Unknown(_)) => self.set_number(name, value),
            Err(error) => Err(error),
            Ok(()) => self.follow(before),
        }
    }

    fn scale(&self) -> Scale {
        Scale {
            per_pawn: 100,
            infinite: score::INFINITE,
            mate: score::MATE,
            mate_plies: score::MAX_PLY as i32,
            won: score::EVAL_BOUND + 1,
        }
    }

    fn new_game(&mut self) {
        self.last_game = None;
        if self.fresh {
            return;
        }
        self.fresh = true;
        if let Some(table) = &self.table {
            table.clear();
        }
        for histories in &mut self.histories {
            histories.clear();
        }
    }

    fn judge(&self, game: &AnyGame) -> Result<Option<Judgement>, EngineError> {
        let kind = self.options.evaluation;
        macro_rules! judge_any {
            ([$($(#[$doc:meta])* $game:ident,)*]) => {
                match &game.position() {
                    $(AnyPosition::$game(position) => judgement::judge(position, &self.evaluators.$game, kind),)*
                }
            };
        }
        Ok(Some(for_all_variants! { judge_any {} }))
    }

    fn think(&mut self, ask: Ask<'_>) -> Result<Report, EngineError> {
        self.run(ask, Mute)
    }

    fn think_aloud(&mut self, ask: Ask<'_>, trace: &mut Trace) -> Result<Report, EngineError> {
        self.run(ask, trace)
    }
}

impl Kempelen {
    /// Does what follows from options that have changed.
    fn follow(&mut self, before: Options) -> Result<(), OptionError> {
        if self.options.hash_mb != before.hash_mb {
            self.table = None;
        }
        if self.options.clear_hash != before.clear_hash {
            self.new_game();
        }
        if self.options.syzygy_path != before.syzygy_path {
            match self.options.open_syzygy() {
                Ok(tables) => self.syzygy = tables,
                Err(error) => {
                    self.options = before;
                    return Err(error);
                }
            }
        }
        if self.options.eval_file != before.eval_file
            && let Err(error) = self.load_network()
        {
            self.options = before;
            return Err(error);
        }
        if (self.options.evaluation, &self.options.eval_file) != (before.evaluation, &before.eval_file) {
            // What was remembered are the values of another judge.
            self.new_game();
        }
        Ok(())
    }

    /// Judges by the network that the options name; without one, by the embedded ones.
    fn load_network(&mut self) -> Result<(), OptionError> {
        let file = self.options.open_network()?;
        let game = file.as_ref().map(|file| file.game.parse());
        let network = file.map(Nnue::new).transpose();
        match (network, game) {
            (Ok(None), _) => self.evaluators.unset_networks(),
            (Ok(network), Some(Ok(game))) => self.evaluators.set_network(game, network),
            _ => {
                return Err(OptionError::Value {
                    name: "EvalFile".to_owned(),
                    value: self.options.eval_file.clone(),
                    wanted: "a network for a game that is played here".to_owned(),
                });
            }
        }
        Ok(())
    }

    /// Chooses the types of a search: the game's, the evaluator's and the observer's. One choice for a
    /// search, none for a node.
    fn run(&mut self, mut ask: Ask<'_>, watch: impl Observer) -> Result<Report, EngineError> {
        // Taken out and put back, so that the search may borrow the rest.
        let (syzygy, mut evaluators) = (self.syzygy.take(), take(&mut self.evaluators));
        let threads = self.options.threads;
        let by_network = self.options.evaluation == EvaluationKind::Network;
        macro_rules! search_by {
            ($evaluators:expr, $game:expr, $tables:expr) => {
                match $evaluators.by_network(threads).filter(|_| by_network) {
                    Some(networks) => self.search($game, networks, $tables, &mut ask, watch),
                    None => self.search($game, $evaluators.hand(threads), $tables, &mut ask, watch),
                }
            };
        }
        macro_rules! search_any {
            ([$(#[$of_chess:meta])* Chess, $($(#[$doc:meta])* $game:ident,)*]) => {
                match ask.game {
                    AnyGame::Chess(game) => {
                        let tables: &dyn EndgameTables<Chess> = match &syzygy {
                            Some(syzygy) => syzygy,
                            None => &NoTables,
                        };
                        search_by!(evaluators.Chess, game, tables)
                    }
                    $(AnyGame::$game(game) => search_by!(evaluators.$game, game, &NoTables),)*
                }
            };
        }
        let report = for_all_variants! { search_any {} };
        (self.syzygy, self.evaluators) = (syzygy, evaluators);
        report
    }

    /// Sets a number of the search, in all games. Only builds with the feature `tune` show these numbers as
    /// options, since a GUI's list would drown in them; but all understand them, so that a match can be played
    /// between two settings of one program.
    fn set_number(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.params.iter_mut().try_for_each(|params| params.set(name, value))
    }

    /// A search with one evaluator for each thread: the first thread here, the others beside it (*Lazy SMP*).
    ///
    /// A rating to play at is put on top: such a player has few nodes, looks at more lines than were asked
    /// for, and chooses among them with a blurred eye.
    fn search<V: Variant, E: Evaluator<V>>(
        &mut self,
        game: &Game<V>,
        evaluators: &mut [E],
        tables: &dyn EndgameTables<V>,
        ask: &mut Ask<'_>,
        watch: impl Observer,
    ) -> Result<Report, EngineError> {
        let start = Instant::now();
        let (root, verdict) = root_moves(game.position(), ask.only, tables);
        if root.is_empty() {
            return Ok(no_moves(game.position()));
        }
        let strength = self.options.limit_strength.then(|| Strength::of(self.options.elo));
        let mut limits = ask.limits;
        let asked_lines = self.options.lines;
        let mut lines = asked_lines;
        if let Some(strength) = strength {
            limits.nodes = Some(limits.nodes.map_or(strength.nodes, |nodes| nodes.min(strength.nodes)));
            lines = lines.max(strength.lines());
        }
        self.prepare(game, &ask.limits)?;
        let Self { table: Some(table), histories, params, options, .. } = self else {
            return Err(EngineError::Failed("the search has no table".to_owned()));
        };
        let GameParams { params, reductions } = &params[V::ID as usize];
        for histories in histories.iter_mut() {
            histories.fade(params.history_kept);
        }
        let mut threads = histories.iter_mut().zip(evaluators);
        let others = threads.len().saturating_sub(1);
        let Some((own, evaluator)) = threads.next() else {
            return Err(EngineError::Failed("the search has no thread".to_owned()));
        };
        table.grow_older();
        let exhaustive = params.without_guesses();
        let params = if limits.mate.is_some() { &exhaustive } else { params };
        let shared = SharedSearch {
            table,
            stop: ask.stop,
            halt: AtomicBool::new(false),
            nodes: (0..=others).map(|_| AtomicU64::new(0)).collect(),
            start,
        };
        let common =
            SearchCommon { shared, params, reductions, tables, positions: game.positions(), root, verdict };
        let budget = TimeBudget::new(&limits, options.overhead, params);
        let mut main = SearchThread::new(0, &common, budget, evaluator, own, watch);
        // The lines that only a weakened player looks at are its own affair.
        let asked = |info: &Info| info.line.as_ref().is_none_or(|(number, _)| *number <= asked_lines);
        let tell = &mut |info: &Info| {
            if asked(info) {
                (ask.tell)(info);
            }
        };
        search_together(&mut main, &common, threads, &limits, lines, tell);
        if let Some(strength) = strength {
            let known = main.root.iter().take(lines).map(|root| (root.m, root.told().0));
            let chosen = strength.choose(known, game.position().key());
            main.root[..=chosen].rotate_right(1);
        }
        let best = &main.root[0];
        Ok(Report {
            best: Some(best.m),
            ponder: best.pv.get(1).copied(),
            lines: main.root.iter().take(asked_lines).map(|root| main.line(root)).collect(),
            nodes: common.shared.total_nodes(),
            time: start.elapsed(),
            ..Report::default()
        })
    }

    /// Makes what the search needs, and forgets what would make its answer depend on what was asked before: a
    /// question bounded by depth or nodes gets the same answer every time, unless the game went on in
    /// between.
    fn prepare<V: Variant>(&mut self, game: &Game<V>, limits: &Limits) -> Result<(), EngineError> {
        if self.table.is_none() {
            let table = TranspositionTable::new(self.options.hash_mb).ok_or_else(|| {
                EngineError::Failed(format!(
                    "the system has no {} MB for the hash table",
                    self.options.hash_mb
                ))
            })?;
            self.table = Some(table);
        }
        let keys: Vec<u64> = game.positions().iter().map(kempelen_rules::Position::key).collect();
        let goes_on = self.last_game.as_ref().is_some_and(|(variant, last)| {
            *variant == V::ID && keys.len() > last.len() && keys.starts_with(last)
        });
        let other_game = self.last_game.as_ref().is_some_and(|(variant, _)| *variant != V::ID);
        if other_game || !goes_on && limits.are_timeless() {
            self.new_game();
        }
        self.fresh = false;
        self.last_game = Some((V::ID, keys));
        self.histories.truncate(self.options.threads);
        while self.histories.len() < self.options.threads {
            self.histories.push(Histories::new());
        }
        Ok(())
    }
}

/// The moves to consider: those asked for, or all; and of these only the best, where the endgame tables know
/// them.
fn root_moves<V: Variant>(
    position: &Position<V>,
    only: &[Move],
    tables: &dyn EndgameTables<V>,
) -> (Vec<SearchedRootMove>, Option<TablebaseResult>) {
    let legal = position.legal_moves();
    if only.is_empty()
        && position.occupied().len() <= tables.most_men()
        && let Some((best, verdict)) = tables.best_moves(position)
    {
        return (best.into_iter().map(SearchedRootMove::new).collect(), Some(verdict));
    }
    let wanted = legal.into_iter().filter(|m| only.is_empty() || only.contains(m));
    (wanted.map(SearchedRootMove::new).collect(), None)
}

/// Lets the first thread search and the others beside it (*Lazy SMP*): they share the transposition table alone, and
/// what each finds there is its help to the others. The first one decides when it is over.
fn search_together<'a, V: Variant, E: Evaluator<V> + 'a>(
    main: &mut SearchThread<'_, V, E, impl Observer>,
    common: &'a SearchCommon<'a, V>,
    others: impl Iterator<Item = (&'a mut Histories, &'a mut E)>,
    limits: &Limits,
    lines: usize,
    tell: &mut dyn FnMut(&Info),
) {
    std::thread::scope(|scope| {
        for (number, (histories, evaluator)) in (1..).zip(others) {
            let limits = Limits { depth: limits.depth, ..Limits::default() };
            scope.spawn(move || {
                let mut helper =
                    SearchThread::new(number, common, TimeBudget::endless(), evaluator, histories, Mute);
                helper.iterative_deepening(&limits, lines, &mut |_: &Info| {});
                common.shared.nodes[number].store(helper.nodes, Ordering::Relaxed);
            });
        }
        main.iterative_deepening(limits, lines, tell);
        common.shared.nodes[0].store(main.nodes, Ordering::Relaxed);
        common.shared.halt.store(true, Ordering::Relaxed);
    });
}

/// The answer where there is nothing to choose from.
fn no_moves<V: Variant>(position: &Position<V>) -> Report {
    let mated = position.in_check() && !position.can_move();
    let score = if mated { Score::Mate(0) } else { Score::Cp(0) };
    Report { lines: vec![ScoredLine { score: Some(score), ..ScoredLine::default() }], ..Report::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kempelen_engine::Stop;
    use kempelen_eval::{HandCrafted, Judged, Weights, s};
    use kempelen_rules::uci;

    /// Walks along with a search, and is sure at every step that it stands where the search stands.
    struct Companion<V: Variant> {
        way: Vec<Position<V>>,
        deepest: usize,
        passes: usize,
    }

    impl<V: Variant> Evaluator<V> for Companion<V> {
        fn begin(&mut self, root: &Position<V>) {
            self.way = vec![*root];
        }

        fn descend(&mut self, before: &Position<V>, step: Option<Move>, after: &Position<V>) {
            assert_eq!(self.way.last(), Some(before));
            let reached = step.map_or_else(|| before.pass(), |m| before.play(m));
            assert_eq!(&reached, after);
            self.passes += usize::from(step.is_none());
            self.way.push(*after);
            self.deepest = self.deepest.max(self.way.len());
        }

        fn ascend(&mut self) {
            self.way.pop();
        }

        fn evaluate(&mut self, now: &Position<V>) -> i32 {
            assert_eq!(self.way.last(), Some(now));
            let men = |side| now.side(side).len() as i32;
            100 * (men(now.turn()) - men(!now.turn())) + (now.key() % 200) as i32
        }
    }

    fn is_followed<V: Variant>(moves: &str) {
        let mut game = Game::new(Position::<V>::default());
        for text in moves.split_whitespace() {
            let m = uci::read(game.position(), text).expect("a move");
            game.play(m);
        }
        // Only the limits and the stop of a question count here.
        let any = AnyGame::new(AnyPosition::start(V::ID));
        let (stop, mut tell) = (Stop::new(), |_: &Info| {});
        let mut engine = Kempelen::default();
        // The second search is broken off, and the third begins like any other.
        for limits in [Limits::depth(9), Limits::nodes(20_000), Limits::depth(9)] {
            let mut companions = [Companion { way: Vec::new(), deepest: 0, passes: 0 }];
            let mut ask = Ask::new(&any, limits, &stop, &mut tell);
            engine.search(&game, &mut companions, &NoTables, &mut ask, Mute).expect("an answer");
            let [companion] = companions;
            assert_eq!(companion.way, [*game.position()], "as many steps up as down");
            assert!(companion.deepest > 9, "quiescence steps too: {}", companion.deepest);
            assert!(companion.passes > 0, "null moves are steps");
        }
    }

    #[test]
    fn an_evaluator_is_told_of_every_step() {
        is_followed::<Chess>("e2e4 d7d5 e4d5");
        is_followed::<kempelen_rules::Makruk>("d3d4");
    }

    #[test]
    fn evaluators_live_on_from_move_to_move() {
        let mut engine = Kempelen::default();
        let tempo = Weights { tempo: s(500, 500), ..Chess::weights().clone() };
        engine.evaluators.Chess.hand(1)[0] = HandCrafted::with_weights(tempo);
        let game = AnyGame::new(AnyPosition::start(VariantId::Chess));
        for _ in 0..2 {
            let (stop, mut tell) = (Stop::new(), |_: &Info| {});
            let report = engine.think(Ask::new(&game, Limits::depth(1), &stop, &mut tell));
            let score = report.expect("an answer").score().expect("a score");
            assert!(score.as_cp() < -300, "who has moved has lost a precious tempo: {score:?}");
        }
    }
}
