//! Games to learn from, on disk and as tensors.
//!
//! Self-play writes [`GameRecord`]s into *shards*: files of a few dozen games, as moves and not as planes, compressed and
//! with checksums. A position takes 25 to 40 bytes there, where its planes, policy and value would take 47,140.
//! [`Samples`] replays the games and yields what a trainer needs; [`export`] writes it into files that others read.

mod archive;
mod code;
pub mod export;
mod log;
mod samples;
mod shard;
mod store;

pub use samples::{Samples, TrainingSample};
pub use shard::{Shard, ShardHeader, read_header, read_shard, write_shard};
pub use store::{RunInfo, Store};

use std::fmt;
use std::path::{Path, PathBuf};

use kempelen_rules::{Color, End, Move};

/// A game as self-play leaves it.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRecord {
    /// Its number in the run, from 0.
    pub index: u64,
    /// The FEN of its start; nothing for the start of the game.
    pub start: Option<String>,
    /// What was played, and what the searches said.
    pub plies: Vec<Ply>,
    /// How it ended.
    pub ending: Ending,
    /// The half-move at which a side would have given up, had it been allowed to, and that side.
    pub would_resign: Option<(u32, Color)>,
}

/// A move of a game, and the search that chose it.
#[derive(Clone, PartialEq, Debug)]
pub struct Ply {
    /// The move.
    pub m: Move,
    /// What the search thought the position worth to the side to move. It is kept in thousandths.
    pub value: f32,
    /// Visits of the root.
    pub visits: u32,
    /// How much each move deserves to be learned: visits, or anything in proportion. Empty where the search was a quick
    /// one, from which nothing is learned. Moves that deserve nothing may be left out.
    pub policy: Vec<(Move, u32)>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// By the rules.
    Rules(End),
    /// A side gave up.
    Resigned {
        /// The other side.
        winner: Color,
    },
    /// It was broken off as too long, and counts as a draw.
    TooLong,
}

impl Ending {
    /// The side that won.
    pub fn winner(self) -> Option<Color> {
        match self {
            Self::Rules(end) => end.winner(),
            Self::Resigned { winner } => Some(winner),
            Self::TooLong => None,
        }
    }

    /// What the game was worth to a side: 1, 0 or -1.
    pub fn value(self, side: Color) -> f32 {
        match self.winner() {
            None => 0.0,
            Some(winner) if winner == side => 1.0,
            Some(_) => -1.0,
        }
    }

    /// One word for programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rules(end) => end.name(),
            Self::Resigned { .. } => "resigned",
            Self::TooLong => "too_long",
        }
    }
}

/// What is wrong with a file of games, or with a folder of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DataError {
    /// The system refused.
    Io {
        /// What.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The file is no shard.
    NotAShard(PathBuf),
    /// The shard has a version that is not known here.
    Version {
        /// Which file.
        path: PathBuf,
        /// Its version.
        version: u32,
    },
    /// The shard ends before it should.
    CutOff(PathBuf),
    /// The shard is not what was written.
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What does not fit.
        what: String,
    },
    /// The shard is of another game.
    OtherGame {
        /// Which file.
        path: PathBuf,
        /// Its game.
        variant: String,
    },
    /// The file is there already, and is left alone.
    Exists(PathBuf),
    /// Another process writes to this folder.
    Busy(PathBuf),
    /// The folder belongs to a run with other settings.
    OtherRun {
        /// The folder.
        path: PathBuf,
        /// The first setting that differs.
        what: String,
    },
}

impl DataError {
    pub(crate) fn io(path: &Path, error: &std::io::Error) -> Self {
        Self::Io { path: path.to_owned(), reason: error.to_string() }
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, reason } => write!(f, "{}: {reason}", path.display()),
            Self::NotAShard(path) => write!(f, "{} is no shard of games", path.display()),
            Self::Version { path, version } => {
                write!(f, "{} has version {version} of the format, which is not known here", path.display())
            }
            Self::CutOff(path) => {
                write!(f, "{} is cut off: its end is missing{}", path.display(), remedy(path))
            }
            Self::Damaged { path, what } => {
                write!(f, "{} is damaged: {what}{}", path.display(), remedy(path))
            }
            Self::OtherGame { path, variant } => write!(f, "{} has games of {variant}", path.display()),
            Self::Exists(path) => write!(f, "{} is there already, and is not overwritten", path.display()),
            Self::Busy(path) => write!(f, "another process writes to {}", path.display()),
            Self::OtherRun { path, what } => {
                write!(f, "{} belongs to a run with other settings: {what}", path.display())
            }
        }
    }
}

impl std::error::Error for DataError {}

/// What can be done about a shard that is not what it was.
fn remedy(path: &Path) -> &'static str {
    if path.extension().is_some_and(|extension| extension == SHARD) {
        "; remove it, and the selfplay command of its folder plays its games again"
    } else {
        ""
    }
}

/// How the names of shards end, and those of logs of games that wait for their shard.
const SHARD: &str = "kz";
const LOG: &str = "log";
