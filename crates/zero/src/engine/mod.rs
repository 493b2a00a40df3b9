//! The zero worker as an engine: options, memory between moves, reports.

mod budget;
mod crew;
mod options;
mod report;

use std::path::Path;
use std::time::Instant;

use kempelen_engine::{
    About, Ask, Capability, Engine, EngineError, Info, Limits, OptionError, OptionSet, OptionSpec,
    RegistryEntry, Report, Score, ScoredLine,
};
use kempelen_rules::{AnyGame, Game, Move, Position, VariantId};
use kempelen_trace::{Mute, Observer, Trace};

use crate::backend::{self, Backend, BackendKind, Model};
use crate::cache::{Cache, Likeness};
use crate::learnable::Learnable;
use crate::random::of_task;
use crate::search::Search;
use budget::SearchBudget;
use crew::Crew;
use options::ZeroOptions;

/// The label of the zero engine.
pub const ABOUT: About = About {
    id: "zero",
    name: "Kempelen Zero",
    year: 2026,
    authors: &["the Kempelen authors"],
    variants: &VariantId::ALL,
    capabilities: &[
        Capability::ThinksUntilStopped,
        Capability::UsesClock,
        Capability::ShowsLines,
        Capability::NeedsModel,
        Capability::CountsPlayouts,
    ],
    provenance: "Our own: Monte Carlo tree search over the answers of a network, in the manner of AlphaZero (2017), \
                 with a solver for forced lines.",
    gaps: &["Without a model (option Model) it knows nothing but the rules and what follows from them."],
};

/// The zero engine, to be had by its id.
pub fn entry() -> RegistryEntry {
    RegistryEntry { about: ABOUT, make: || Box::new(Zero::default()) }
}

/// The zero engine.
#[derive(Default)]
pub struct Zero {
    options: ZeroOptions,
    /// One at most for each game, made when it is first needed: until then the engine costs nothing.
    kept: Vec<AnyKeptSearch>,
}

/// What it keeps between moves of one game.
struct KeptSearch<V: Learnable> {
    search: Search<V>,
    cache: Cache,
    /// One for each thread.
    backends: Vec<Box<dyn Backend>>,
    /// The positions of the game it thought about last.
    last_game: Vec<u64>,
}

impl Engine for Zero {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn options(&self) -> Vec<OptionSpec> {
        self.options.specs()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let before = self.options.clone();
        self.options.set(name, value)?;
        if self.options.needs_other_memory(&before) {
            self.kept.clear();
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.kept.iter_mut().for_each(AnyKeptSearch::forget);
    }

    fn think(&mut self, ask: Ask<'_>) -> Result<Report, EngineError> {
        self.run(ask, Mute)
    }

    fn think_aloud(&mut self, ask: Ask<'_>, trace: &mut Trace) -> Result<Report, EngineError> {
        self.run(ask, trace)
    }
}

impl Zero {
    fn run(&mut self, mut ask: Ask<'_>, watch: impl Observer + Send) -> Result<Report, EngineError> {
        let variant = ask.game.variant();
        let number = self.kept.iter().position(|kept| kept.variant() == variant);
        if number.is_none() {
            self.kept.push(AnyKeptSearch::open(variant, &self.options)?);
        }
        let number = number.unwrap_or(self.kept.len() - 1);
        self.kept[number].think(&self.options, &mut ask, watch)
    }
}

macro_rules! any_kept_search {
    ([$($(#[$doc:meta])* $game:ident,)*]) => {
        /// What is kept of any game.
        enum AnyKeptSearch {
            $($game(KeptSearch<kempelen_rules::$game>),)*
        }

        impl AnyKeptSearch {
            fn open(variant: VariantId, options: &ZeroOptions) -> Result<Self, EngineError> {
                Ok(match variant {
                    $(VariantId::$game => Self::$game(KeptSearch::open(options)?),)*
                })
            }

            fn variant(&self) -> VariantId {
                match self {
                    $(Self::$game(_) => VariantId::$game,)*
                }
            }

            fn forget(&mut self) {
                match self {
                    $(Self::$game(kept) => kept.forget(),)*
                }
            }

            fn think(
                &mut self,
                options: &ZeroOptions,
                ask: &mut Ask<'_>,
                watch: impl Observer + Send,
            ) -> Result<Report, EngineError> {
                match (self, ask.game) {
                    $((Self::$game(kept), AnyGame::$game(game)) => kept.think(options, game, ask, watch),)*
                    (_, game) => {
                        Err(EngineError::Variant { engine: ABOUT.name.to_owned(), variant: game.variant() })
                    }
                }
            }
        }
    };
}
kempelen_rules::for_all_variants! { any_kept_search {} }

impl<V: Learnable> KeptSearch<V> {
    fn open(options: &ZeroOptions) -> Result<Self, EngineError> {
        let failed = |error: backend::BackendError| EngineError::Failed(error.to_string());
        if options.kind() != BackendKind::Uniform && options.model.is_empty() {
            let reason =
                format!("the backend {} needs a model: set the option Model to its file", options.kind());
            return Err(EngineError::Settings(reason));
        }
        let backends: Result<Vec<Box<dyn Backend>>, _> = if options.kind() == BackendKind::Uniform {
            (0..options.threads).map(|_| Ok(Box::new(backend::Uniform) as Box<dyn Backend>)).collect()
        } else {
            let model = Model::read(Path::new(&options.model), V::ID).map_err(failed)?;
            let open = || backend::open_on(options.device, options.kind(), &model, options.precision);
            (0..options.threads).map(|_| open()).collect()
        };
        let backends = backends.map_err(failed)?;
        // Without a model there is nothing worth remembering.
        let cache_mb = if options.kind() == BackendKind::Uniform { 0 } else { options.cache_mb };
        Ok(Self {
            search: Search::new(options.settings(), 0),
            cache: Cache::new(cache_mb),
            backends,
            last_game: Vec::new(),
        })
    }

    fn forget(&mut self) {
        self.search.clear();
        self.cache.clear();
        self.last_game.clear();
    }

    fn think(
        &mut self,
        options: &ZeroOptions,
        game: &Game<V>,
        ask: &mut Ask<'_>,
        watch: impl Observer + Send,
    ) -> Result<Report, EngineError> {
        let start = Instant::now();
        let legal = game.position().legal_moves();
        if !legal.iter().any(|m| ask.only.is_empty() || ask.only.contains(m)) {
            return Ok(no_moves(game.position()));
        }
        self.prepare(options, game, &ask.limits);
        let budget = SearchBudget::new(&ask.limits, options, start);
        let planned = budget.playouts.min(u64::from(u32::MAX)) as usize;
        self.search.begin(game, ask.only, planned);
        let words = self.words();
        (ask.tell)(&Info { text: Some(words.clone()), ..Info::default() });
        let crew = Crew {
            budget,
            stop: ask.stop,
            batch: options.batch,
            likeness: Likeness::Position,
            lines: options.lines,
        };
        let outcome = crew.search(&mut self.search, &mut self.cache, &mut self.backends, ask.tell, watch);
        if let Err(error) = outcome {
            self.search.clear();
            return Err(EngineError::Failed(error.to_string()));
        }
        // Who is stopped before the first playout still owes a move.
        let allowed = |m: &Move| ask.only.is_empty() || ask.only.contains(m);
        let best = self.choose(options, game).or_else(|| legal.iter().copied().find(allowed));
        let lines = report::lines(&self.search, options.lines, best);
        for (i, line) in lines.iter().enumerate() {
            (ask.tell)(&report::info(&self.search, start, Some((i + 1, line.clone()))));
        }
        Ok(Report {
            best,
            ponder: lines.first().and_then(|line| line.pv.get(1)).copied(),
            nodes: self.search.counts().playouts,
            time: start.elapsed(),
            details: report::details(&self.search, &self.cache, game.position(), &words).into(),
            lines,
            resigns: None,
        })
    }

    /// Forgets what would make the answer depend on what was asked before: a question bounded by nodes gets the same answer
    /// every time, unless the game went on in between.
    fn prepare(&mut self, options: &ZeroOptions, game: &Game<V>, limits: &Limits) {
        let keys: Vec<u64> = game.positions().iter().map(Position::key).collect();
        let goes_on = keys.len() > self.last_game.len() && keys.starts_with(&self.last_game);
        if !goes_on && limits.are_timeless() {
            self.forget();
        }
        self.search.set(options.settings());
        // A seed that is the same for all moves of a game would play the same dice again and again.
        self.search.seed(of_task(options.seed, keys.len() as u64));
        self.last_game = keys;
    }

    /// The move to play: by chance in the opening, if so wanted.
    fn choose(&mut self, options: &ZeroOptions, game: &Game<V>) -> Option<Move> {
        let early = game.moves().len() < options.temperature_plies;
        self.search.sample(if early { options.temperature.value() } else { 0.0 })
    }

    /// What it plays with, in words.
    fn words(&self) -> String {
        match self.backends.first() {
            Some(backend) if backend.has_model() => format!("{}, {} threads", backend.name(), self.backends.len()),
            _ => "zero plays without a model: all moves are equal until the rules decide (set the option Model)"
                .to_owned(),
        }
    }
}

/// The answer where there is nothing to choose from.
fn no_moves<V: Learnable>(position: &Position<V>) -> Report {
    let mated = position.in_check() && !position.can_move();
    let score = if mated { Score::Mate(0) } else { Score::Cp(0) };
    Report { lines: vec![ScoredLine { score: Some(score), ..ScoredLine::default() }], ..Report::default() }
}
