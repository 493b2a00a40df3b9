//! The engine as the world sees it: options, memory between moves, threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use kempelen_engine::{
    About, Ask, Engine, EngineError, Info, Limits, Line, OptionError, OptionSpec, Report, Score,
};
use kempelen_eval::{Evaluator, Hand};
use kempelen_rules::{AnyGame, Game, Move, Variant, VariantId};
use kempelen_trace::{Mute, Observer, Trace};

use crate::history::Histories;
use crate::params::Params;
use crate::table::Table;
use crate::time::Budget;
use crate::worker::{Reductions, RootMove, Shared, Worker};

/// The label of the modern engine.
pub const ABOUT: About = About {
    id: "kempelen",
    name: "Kempelen",
    year: 2026,
    authors: &["the Kempelen authors"],
    variants: &[VariantId::Chess, VariantId::Makruk],
    provenance: "Our own: a principal variation search with a hand-written evaluation, for both games.",
    gaps: &[],
};

/// The modern engine.
pub struct Kempelen {
    hash_mb: usize,
    threads: usize,
    lines: usize,
    overhead: Duration,
    params: Params,
    /// Made when first needed, so that an engine that is only asked for its name costs nothing.
    table: Option<Table>,
    histories: Vec<Histories>,
    last_game: Option<(VariantId, Vec<u64>)>,
}

impl Default for Kempelen {
    fn default() -> Self {
        Self {
            hash_mb: 16,
            threads: 1,
            lines: 1,
            overhead: Duration::from_millis(20),
            params: Params::default(),
            table: None,
            histories: Vec::new(),
            last_game: None,
        }
    }
}

impl Engine for Kempelen {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn options(&self) -> Vec<OptionSpec> {
        let mut options = vec![
            OptionSpec::spin("Hash", 16, 1..=65_536, "Megabytes for the transposition table."),
            OptionSpec::spin("Threads", 1, 1..=256, "Threads that search at once."),
            OptionSpec::button("Clear Hash", "Forgets all positions searched before."),
            OptionSpec::spin("MultiPV", 1, 1..=256, "How many lines to show."),
            OptionSpec::spin("Move Overhead", 20, 0..=5000, "Milliseconds kept back for each move."),
        ];
        if cfg!(feature = "tune") {
            options.extend(Params::options());
        }
        options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let Some(spec) = self.options().into_iter().find(|spec| spec.is_named(name)) else {
            return self.params.set(name, value);
        };
        let value = spec.accept(value)?;
        let number = value.parse::<usize>().unwrap_or_default();
        match spec.name.as_str() {
            "Hash" => {
                self.hash_mb = number;
                self.table = None;
            }
            "Threads" => self.threads = number,
            "Clear Hash" => self.new_game(),
            "MultiPV" => self.lines = number,
            "Move Overhead" => self.overhead = Duration::from_millis(number as u64),
            _ => return self.params.set(name, &value),
        }
        Ok(())
    }

    fn new_game(&mut self) {
        if let Some(table) = &self.table {
            table.clear();
        }
        for histories in &mut self.histories {
            histories.clear();
        }
        self.last_game = None;
    }

    fn think(&mut self, ask: Ask<'_>) -> Result<Report, EngineError> {
        self.run(ask, Mute)
    }

    fn think_aloud(&mut self, ask: Ask<'_>, trace: &mut Trace) -> Result<Report, EngineError> {
        self.run(ask, trace)
    }
}

impl Kempelen {
    fn run(&mut self, ask: Ask<'_>, watch: impl Observer) -> Result<Report, EngineError> {
        match ask.game {
            AnyGame::Chess(game) => self.search(game, Hand::default(), ask, watch),
            AnyGame::Makruk(game) => self.search(game, Hand::default(), ask, watch),
        }
    }

    fn search<V: Variant, E: Evaluator<V>>(
        &mut self,
        game: &Game<V>,
        evaluator: E,
        ask: Ask<'_>,
        watch: impl Observer,
    ) -> Result<Report, EngineError> {
        let position = game.position();
        let start = Instant::now();
        let legal = position.legal_moves();
        let moves: Vec<Move> =
            legal.iter().copied().filter(|m| ask.only.is_empty() || ask.only.contains(m)).collect();
        if moves.is_empty() {
            let mated = legal.is_empty() && position.in_check();
            let score = if mated { Score::Mate(0) } else { Score::Cp(0) };
            let line = Line { score: Some(score), ..Line::default() };
            return Ok(Report { lines: vec![line], ..Report::default() });
        }
        self.prepare(game, &ask.limits)?;
        let Self { table: Some(table), histories, params, .. } = self else {
            return Err(EngineError::Failed("the search has no table".to_owned()));
        };
        table.grow_older();
        let shared = Shared {
            table,
            stop: ask.stop,
            halt: AtomicBool::new(false),
            nodes: (0..histories.len()).map(|_| AtomicU64::new(0)).collect(),
            start,
        };
        let reductions = Reductions::new(params);
        let roots: Vec<RootMove> = moves.into_iter().map(RootMove::new).collect();
        let budget = Budget::new(&ask.limits, self.overhead);
        let Some((own, others)) = histories.split_first_mut() else {
            return Err(EngineError::Failed("the search has no thread".to_owned()));
        };
        let positions = game.positions();
        let lines = self.lines;
        let mut main = Worker::new(
            0,
            &shared,
            params,
            &reductions,
            budget,
            evaluator.clone(),
            own,
            watch,
            positions,
            roots.clone(),
        );
        let best = std::thread::scope(|scope| {
            let helpers: Vec<_> = others
                .iter_mut()
                .enumerate()
                .map(|(i, histories)| {
                    let (shared, params, reductions) = (&shared, &*params, &reductions);
                    let (evaluator, roots) = (evaluator.clone(), roots.clone());
                    let limits = Limits { depth: ask.limits.depth, ..Limits::default() };
                    scope.spawn(move || {
                        let mut helper = Worker::new(
                            i + 1,
                            shared,
                            params,
                            reductions,
                            Budget::endless(),
                            evaluator,
                            histories,
                            Mute,
                            positions,
                            roots,
                        );
                        helper.deepen(&limits, lines, &mut |_: &Info| {});
                        shared.nodes[i + 1].store(helper.nodes, Ordering::Relaxed);
                    })
                })
                .collect();
            main.deepen(&ask.limits, lines, ask.tell);
            shared.halt.store(true, Ordering::Relaxed);
            shared.nodes[0].store(main.nodes, Ordering::Relaxed);
            for helper in helpers {
                // A helper that died has told nothing; the answer is the first thread's.
                let _ = helper.join();
            }
            main
        });
        let lines: Vec<Line> = best.root.iter().take(lines).map(|root| best.line(root)).collect();
        Ok(Report {
            best: best.root.first().map(|root| root.m),
            ponder: best.root.first().and_then(|root| root.pv.get(1).copied()),
            lines,
            nodes: shared.total_nodes(),
            time: start.elapsed(),
            ..Report::default()
        })
    }

    /// Makes what the search needs, and forgets what would make its answer depend on what was asked before: a
    /// question bounded by depth or nodes gets the same answer every time, unless the game went on in between.
    fn prepare<V: Variant>(&mut self, game: &Game<V>, limits: &Limits) -> Result<(), EngineError> {
        if self.table.is_none() {
            let table = Table::new(self.hash_mb).ok_or_else(|| {
                EngineError::Failed(format!("the system has no {} MB for the hash table", self.hash_mb))
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
        self.last_game = Some((V::ID, keys));
        self.histories.truncate(self.threads);
        while self.histories.len() < self.threads {
            self.histories.push(Histories::new());
        }
        Ok(())
    }
}
