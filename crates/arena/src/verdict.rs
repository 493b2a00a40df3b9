use std::fmt;
use std::time::Duration;

use kempelen_rules::{Color, End};

use crate::stats::WinDrawLoss;

/// How a game of a match ended, and for which reason.
#[derive(Clone, PartialEq, Debug)]
pub enum GameVerdict {
    /// By the laws of the game.
    Board(End),
    /// A side gave up.
    Resigned {
        /// The side that did.
        loser: Color,
        /// What it had to say.
        reason: String,
    },
    /// The scores of the engines left no doubt who wins.
    Decided {
        /// The side that stood better.
        winner: Color,
    },
    /// The scores of the engines stayed level for long.
    Level,
    /// The game reached the greatest length of the match: a draw.
    TooLong,
    /// A side lost for what it did off the board.
    Forfeit {
        /// The side.
        loser: Color,
        /// What it did.
        fault: EngineFault,
    },
}

/// What an engine can do wrong.
#[derive(Clone, PartialEq, Debug)]
pub enum EngineFault {
    /// It answered after its time.
    Time {
        /// How much too late.
        over: Duration,
    },
    /// It never answered and was abandoned.
    Stalled,
    /// It played what the laws do not allow.
    Illegal(String),
    /// It went down, for this reason.
    Crashed(String),
    /// It cannot play this position, as it declares itself.
    Unable(String),
}

impl GameVerdict {
    /// The side that won, or nobody.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Self::Board(end) => end.winner(),
            Self::Decided { winner } => Some(*winner),
            Self::Resigned { loser, .. } | Self::Forfeit { loser, .. } => Some(!*loser),
            Self::Level | Self::TooLong => None,
        }
    }

    /// What it is worth to a side.
    pub fn outcome(&self, side: Color) -> WinDrawLoss {
        outcome(self.winner(), side)
    }

    /// The kind of ending.
    pub fn termination(&self) -> Termination {
        match self {
            Self::Board(_) => Termination::Normal,
            Self::Resigned { .. } => Termination::Resignation,
            Self::Decided { .. } | Self::Level | Self::TooLong => Termination::Adjudication,
            Self::Forfeit { fault, .. } => match fault {
                EngineFault::Time { .. } => Termination::Time,
                EngineFault::Stalled => Termination::Stalled,
                EngineFault::Illegal(_) => Termination::Illegal,
                EngineFault::Crashed(_) => Termination::Crash,
                EngineFault::Unable(_) => Termination::Unable,
            },
        }
    }
}

/// What a result is worth to a side.
pub(crate) fn outcome(winner: Option<Color>, side: Color) -> WinDrawLoss {
    match winner {
        None => WinDrawLoss::Draw,
        Some(winner) if winner == side => WinDrawLoss::Win,
        Some(_) => WinDrawLoss::Loss,
    }
}

/// A sentence for people.
impl fmt::Display for GameVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(end) => end.fmt(f),
            Self::Resigned { loser, reason } if reason.is_empty() => write!(f, "{loser} resigns"),
            Self::Resigned { loser, reason } => write!(f, "{loser} resigns: {reason}"),
            Self::Decided { winner } => write!(f, "{winner} wins by adjudication"),
            Self::Level => f.write_str("a draw by adjudication"),
            Self::TooLong => f.write_str("a draw by adjudication: the game is too long"),
            Self::Forfeit { loser, fault } => write!(f, "{loser} {fault}"),
        }
    }
}

impl fmt::Display for EngineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time { over } => write!(f, "loses on time, {} ms late", over.as_millis()),
            Self::Stalled => f.write_str("does not answer"),
            Self::Illegal(text) => write!(f, "plays an illegal move: {text}"),
            Self::Crashed(reason) => write!(f, "crashes: {reason}"),
            Self::Unable(reason) => write!(f, "cannot go on: {reason}"),
        }
    }
}

/// The kinds of ending, as the PGN tag `Termination` names them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Termination {
    /// On the board.
    Normal,
    /// A side gave up.
    Resignation,
    /// The match ended it.
    Adjudication,
    /// A side exceeded its time.
    Time,
    /// A side never answered.
    Stalled,
    /// A side played an illegal move.
    Illegal,
    /// A side went down.
    Crash,
    /// A side cannot play the position.
    Unable,
}

impl Termination {
    /// Every kind.
    pub const ALL: [Self; 8] = [
        Self::Normal,
        Self::Resignation,
        Self::Adjudication,
        Self::Time,
        Self::Stalled,
        Self::Illegal,
        Self::Crash,
        Self::Unable,
    ];

    /// The value of the tag. Where the PGN standard has a word, it is that word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Resignation => "resignation",
            Self::Adjudication => "adjudication",
            Self::Time => "time forfeit",
            Self::Stalled => "stalled",
            Self::Illegal => "rules infraction",
            Self::Crash => "abandoned",
            Self::Unable => "unable",
        }
    }

    /// The kind of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether the engine must be started afresh: it is gone, or nobody knows which game it is playing.
    pub(crate) fn breaks_engine(self) -> bool {
        matches!(self, Self::Stalled | Self::Illegal | Self::Crash)
    }
}
