//! What an engine is: the one door behind which every machine stands, old or new.
//!
//! An [`Engine`] is asked for a move ([`Ask`]) and answers with a [`Report`]. It never prints; what it has to say
//! while it thinks it tells a listener. The trait is object-safe on purpose: one virtual call per search, none per
//! node.

mod judgement;
mod limits;
mod options;
mod registry;
mod report;
mod stop;

pub use judgement::{Judgement, Part};
pub use limits::{Clock, Limits};
pub use options::{OptionError, OptionKind, OptionSpec};
pub use registry::{Entry, Registry};
pub use report::{Info, Line, Report, Score, ScoreBound};
pub use stop::Stop;

use std::fmt;

use kempelen_rules::{AnyGame, Move, VariantId};
use kempelen_trace::{Scale, Trace};
use serde_json::{Map, Value};

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

    /// Answers a question in the machine's own terms, given by name: a position as the machine itself holds it, or
    /// one that the laws of the game do not allow but the machine can hold. `None` when it has no terms of its own
    /// for what is asked; then [`think`](Self::think) is the way.
    ///
    /// The move of such an answer is the machine's, and no referee has seen it.
    ///
    /// # Errors
    /// When the question is in its terms but cannot be answered.
    fn think_in_own_terms(
        &mut self,
        _question: &Map<String, Value>,
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

/// What is written on a machine's label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct About {
    /// Its name on the command line.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// When it was made.
    pub year: u16,
    /// By whom.
    pub authors: &'static [&'static str],
    /// The games it plays.
    pub variants: &'static [VariantId],
    /// What it is and where our knowledge of it comes from.
    pub provenance: &'static str,
    /// What it cannot do.
    pub gaps: &'static [&'static str],
}

impl About {
    /// Whether it plays this game.
    pub fn plays(&self, variant: VariantId) -> bool {
        self.variants.contains(&variant)
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
    /// Something outside failed: a model, a file, another program.
    Failed(String),
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variant { engine, variant } => write!(f, "{engine} does not play {variant}"),
            Self::Position(reason) | Self::IllegalMove(reason) | Self::Failed(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for EngineError {}
