//! What an engine is: the one door behind which every machine stands, old or new.
//!
//! An [`Engine`] is asked for a move ([`Ask`]) and answers with a [`Report`]. It never prints; what it has to say
//! while it thinks it tells a listener. The trait is object-safe on purpose: one virtual call per search, none per
//! node.
//!
//! What a machine is ([`About`], with its [capabilities](Capability)), what can be set ([`OptionSpec`], from one declaration
//! by [`options!`]), what it thinks of a position ([`Judgement`]) and what it adds to a report ([`Details`]) are types.
//! Whoever writes them as UCI, JSON or a page does so at the edge.
//!
//! A whole engine, asked for a move:
//!
//! ```
//! use kempelen_engine::{
//!     About, Ask, Engine, EngineError, Limits, ScoredLine, OptionError, OptionSet, OptionSpec, Report, Stop, options,
//! };
//! use kempelen_rules::{AnyGame, AnyPosition, VariantId};
//! use kempelen_trace::{Trace, Why};
//!
//! options! {
//!     /// What can be set.
//!     struct Options {
//!         /// Which of the legal moves it plays, counted from 0.
//!         "Choice" choice: usize = 0, in 0..=255;
//!     }
//! }
//!
//! /// Plays a move by its number.
//! #[derive(Default)]
//! struct Counter {
//!     options: Options,
//! }
//!
//! const ABOUT: About = About {
//!     id: "counter",
//!     name: "Counter",
//!     year: 2026,
//!     authors: &["you"],
//!     variants: &VariantId::ALL,
//!     capabilities: &[],
//!     provenance: "An example.",
//!     gaps: &["it does not think"],
//! };
//!
//! impl Engine for Counter {
//!     fn about(&self) -> &About {
//!         &ABOUT
//!     }
//!
//!     fn options(&self) -> Vec<OptionSpec> {
//!         self.options.specs()
//!     }
//!
//!     fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
//!         self.options.set(name, value)
//!     }
//!
//!     fn think(&mut self, ask: Ask<'_>) -> Result<Report, EngineError> {
//!         let moves = ask.game.position().legal_moves();
//!         let best = moves.get(self.options.choice % moves.len().max(1)).copied();
//!         let line = best.map(|m| ScoredLine { pv: vec![m], ..ScoredLine::default() });
//!         Ok(Report { best, lines: line.into_iter().collect(), ..Report::default() })
//!     }
//!
//!     fn think_aloud(&mut self, ask: Ask<'_>, trace: &mut Trace) -> Result<Report, EngineError> {
//!         let report = self.think(ask)?;
//!         trace.note_at_once(report.best, 0, Why::Lot);
//!         Ok(report)
//!     }
//! }
//!
//! let mut engine: Box<dyn Engine> = Box::new(Counter::default());
//! engine.set_option("choice", "3")?;
//! let game = AnyGame::new(AnyPosition::start(VariantId::Chess));
//! let report = engine.think(Ask::new(&game, Limits::default(), &Stop::new(), &mut |_| ()))?;
//! assert_eq!(report.best, Some(game.position().legal_moves()[3]));
//! assert_eq!(engine.options()[0].value, "3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod about;
mod details;
mod judgement;
mod limits;
mod option_set;
mod option_spec;
mod own_terms;
mod registry;
mod report;
mod stop;

pub use about::{About, Capability, Handicap};
pub use details::{Details, Figure, Figures, OwnChoice};
pub use judgement::{Beside, Breakdown, GamePhase, Judgement, JudgementPart, ManWorth, Share};
pub use limits::{GameClock, Limits};
pub use option_set::{OptionChoice, OptionSet, OptionValue, Presses, Thousandths};
pub use option_spec::{OptionError, OptionKind, OptionSpec, Remote, Resource};
pub use own_terms::OwnTerms;
pub use registry::{Registry, RegistryEntry};
pub use report::{Info, Report, Score, ScoreBound, ScoredLine};
pub use stop::Stop;

use std::fmt;

use kempelen_rules::{AnyGame, Move, VariantId};
use kempelen_trace::{Scale, Trace};

/// A machine that plays.
pub trait Engine: Send {
    /// Its label.
    fn about(&self) -> &About;

    /// What can be set, with the values now.
    fn options(&self) -> Vec<OptionSpec> {
        Vec::new()
    }

    /// Sets an option. Names are compared without regard to case.
    ///
    /// # Errors
    /// When there is no such option, or the value does not fit it.
    fn set_option(&mut self, name: &str, _value: &str) -> Result<(), OptionError> {
        Err(OptionError::Unknown(name.to_owned()))
    }

    /// What the scores in its traces mean.
    fn scale(&self) -> Scale {
        Scale::CENTIPAWNS
    }

    /// Forgets what it learned from earlier positions.
    fn new_game(&mut self) {}

    /// Chooses a move.
    ///
    /// # Errors
    /// When it cannot play this position at all; [`About::gaps`] says what is missing.
    fn think(&mut self, ask: Ask<'_>) -> Result<Report, EngineError>;

    /// The same, watched.
    ///
    /// # Errors
    /// As for [`think`](Self::think).
    fn think_aloud(&mut self, ask: Ask<'_>, trace: &mut Trace) -> Result<Report, EngineError>;

    /// What it thinks of the last position of a game before it looks ahead; nothing where it does not judge
    /// positions part by part.
    ///
    /// # Errors
    /// As for [`think`](Self::think).
    fn judge(&self, _game: &AnyGame) -> Result<Option<Judgement>, EngineError> {
        Ok(None)
    }

    /// Answers a question in the machine's own terms: a position as the machine itself holds it, or one that the laws of
    /// the game do not allow but the machine can hold. `None` when it has no terms of its own for what is asked; then
    /// [`think`](Self::think) is the way.
    ///
    /// The move of such an answer is the machine's, and no referee has seen it.
    ///
    /// # Errors
    /// When the question is in its terms but cannot be answered.
    fn think_in_own_terms(
        &mut self,
        _question: &OwnTerms,
        _limits: Limits,
    ) -> Option<Result<Report, EngineError>> {
        None
    }
}

/// A question to an engine.
pub struct Ask<'a> {
    /// The game so far; its last position is the one to think about.
    pub game: &'a AnyGame,
    /// When to stop.
    pub limits: Limits,
    /// The only moves to consider, or none for all.
    pub only: &'a [Move],
    /// How to be told to stop.
    pub stop: &'a Stop,
    /// Whom to tell of progress.
    pub tell: &'a mut dyn FnMut(&Info),
}

impl<'a> Ask<'a> {
    /// A question without a listener.
    pub fn new(game: &'a AnyGame, limits: Limits, stop: &'a Stop, tell: &'a mut dyn FnMut(&Info)) -> Self {
        Self { game, limits, only: &[], stop, tell }
    }
}

/// Why an engine gives no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineError {
    /// It does not play this game.
    Variant {
        /// The engine's name.
        engine: String,
        /// The game.
        variant: VariantId,
    },
    /// It cannot represent this position, for the reason given.
    Position(String),
    /// It answered with a move that the laws do not allow; this is what it said, and where.
    IllegalMove(String),
    /// Its options do not go together, for the reason given.
    Settings(String),
    /// Something outside failed: a model, a file, another program.
    Failed(String),
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variant { engine, variant } => write!(f, "{engine} does not play {variant}"),
            Self::Position(reason)
            | Self::Settings(reason)
            | Self::IllegalMove(reason)
            | Self::Failed(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for EngineError {}
