//! Which engine, set how, and how long it may think: the arguments that several commands share.

use std::time::Duration;

use clap::Args;
use kempelen_cabinet::OpenError;
use kempelen_engine::{Capability, Engine, EngineError, Limits};

use crate::failure::Failure;

/// How long an engine thinks that would go on for ever if nobody said when to stop.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// An engine of the command line.
#[derive(Args, Clone, Debug)]
pub(crate) struct EngineChoice {
    /// The engine: an id from `kempelen engines`, or cmd:PATH for any UCI program [default: the first of them].
    #[arg(long, value_name = "ID")]
    pub(crate) engine: Option<String>,

    /// Set an option of the engine; can be given several times.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub(crate) options: Vec<String>,
}

impl EngineChoice {
    /// The engine's name, as asked for or by default.
    pub(crate) fn name(&self) -> String {
        let default =
            || kempelen_cabinet::registry().entries().first().map_or("", |entry| entry.about.id).to_owned();
        self.engine.clone().unwrap_or_else(default)
    }

    /// Makes the engine, set as asked.
    pub(crate) fn open(&self) -> Result<Box<dyn Engine>, Failure> {
        let mut engine = kempelen_cabinet::open(&self.name())?;
        for (name, value) in self.options()? {
            engine.set_option(name, value).map_err(Failure::input)?;
        }
        Ok(engine)
    }

    /// The options by name and value.
    pub(crate) fn options(&self) -> Result<Vec<(&str, &str)>, Failure> {
        self.options
            .iter()
            .map(|text| {
                let pair = text.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
                pair.ok_or_else(|| Failure::Input(format!("an option is NAME=VALUE, not {text:?}")))
            })
            .collect()
    }
}

/// How long to think, on the command line or in a line of input.
#[derive(Args, Clone, Copy, PartialEq, Eq, Debug, Default, serde::Deserialize)]
pub(crate) struct ThinkingBudget {
    /// Think to this depth, in plies.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    pub(crate) depth: Option<u8>,

    /// Think for this many nodes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,

    /// Think for this many milliseconds.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    pub(crate) movetime: Option<u64>,
}

impl ThinkingBudget {
    /// This budget, and where it says nothing, another.
    pub(crate) fn or(self, other: Self) -> Self {
        if self.is_empty() { other } else { self }
    }

    pub(crate) fn is_empty(self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.movetime.is_none()
    }

    /// The limits for this engine. With none at all a machine of the museum keeps to its own depth, and any other
    /// gets a second.
    pub(crate) fn limits(self, engine: &dyn Engine) -> Limits {
        let time = self.movetime.map(|ms| Duration::from_millis(ms.clamp(1, 1 << 40)));
        let endless = self.is_empty() && engine.about().can(Capability::ThinksUntilStopped);
        let time = time.or(endless.then_some(USUAL_TIME));
        Limits { depth: self.depth.map(|depth| depth.max(1)), nodes: self.nodes, time, ..Limits::default() }
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Unknown { .. } => Self::input(error),
            OpenError::Start(error) => error.into(),
        }
    }
}

/// What an engine does not play is bad input; what breaks is a failure.
impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Variant { .. } | EngineError::Position(_) | EngineError::Settings(_) => {
                Self::input(error)
            }
            EngineError::IllegalMove(_) | EngineError::Failed(_) => Self::Run(error.to_string()),
        }
    }
}
