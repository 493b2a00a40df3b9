use std::path::{Path, PathBuf};
use std::{fmt, io};

/// What is wrong with a shard, or with reading or writing it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShardFault {
    /// The system refused; the text says why.
    Io(String),
    /// There is no such file or folder.
    Missing,
    /// It is no shard of games.
    Foreign,
    /// It has a version that is not known here.
    Version(u32),
    /// It ends before it should.
    CutOff,
    /// It is not what was written; the text says what does not fit.
    Damaged(String),
    /// It has games of another kind than was asked for, or of one that is not played here.
    OtherGame(String),
    /// It is there already, and is left alone.
    Exists,
    /// Another process writes there.
    Busy,
    /// It belongs to a run with other settings; the text says which.
    OtherRun(String),
    /// A game that was to be written has a move that is not legal.
    IllegalMove(String),
    /// There is nothing to read.
    NoShards,
}

/// A fault, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DatasetError {
    /// The file or folder.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: ShardFault,
}

impl ShardFault {
    pub(crate) fn damaged(what: impl Into<String>) -> Self {
        Self::Damaged(what.into())
    }

    /// The same fault with the place where it was found.
    #[must_use]
    pub fn at(self, path: &Path) -> DatasetError {
        DatasetError { path: path.to_owned(), fault: self }
    }
}

impl From<io::Error> for ShardFault {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::CutOff,
            io::ErrorKind::NotFound => Self::Missing,
            _ => Self::Io(error.to_string()),
        }
    }
}

impl fmt::Display for ShardFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(reason) => f.write_str(reason),
            Self::Missing => f.write_str("there is no such file or folder"),
            Self::Foreign => f.write_str("this is no shard of games"),
            Self::Version(version) => {
                write!(f, "this has version {version} of the format, which is not known here")
            }
            Self::CutOff => f.write_str("this is cut off: its end is missing"),
            Self::Damaged(what) => write!(f, "this is damaged: {what}"),
            Self::OtherGame(game) => write!(f, "this has games of {game}"),
            Self::Exists => f.write_str("this is there already, and is not overwritten"),
            Self::Busy => f.write_str("another process writes there"),
            Self::OtherRun(what) => write!(f, "this belongs to a run with other settings: {what}"),
            Self::IllegalMove(m) => write!(f, "the move {m} is not legal"),
            Self::NoShards => f.write_str("there are no shards of games"),
        }
    }
}

impl fmt::Display for DatasetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.fault)
    }
}

impl std::error::Error for ShardFault {}
impl std::error::Error for DatasetError {}
