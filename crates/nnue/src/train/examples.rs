use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use kempelen_dataset::{DatasetError, LabelledPosition, PositionFilter, SHARD_EXTENSION, WhiteResult};
use kempelen_dataset::{positions, shards, text};
use kempelen_rules::{Position, Variant};

use super::PackedPosition;

/// Labelled positions: those to learn from, and a few that are held back to measure by.
///
/// They come from shards (files, or folders of them), or from lines of text, all seen from White:
///
/// - `FEN;RESULT;SCORE`, where the result is 0.0, 0.5 or 1.0: a position, taken as it is;
/// - `FEN;RESULT;MOVE SCORE MOVE SCORE ...`, where the result is 0, 1 or 2: a whole game, filtered as those of shards.
///
/// ```
/// use kempelen_dataset::PositionFilter;
/// use kempelen_nnue::train::Examples;
/// use kempelen_rules::Chess;
///
/// let lines = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1;1.0;640\n\
///              4k3/8/8/8/3p4/4P3/8/4K3 w - - 0 30;2;e1f2 90 d4e3 60 f2e3 70 e8e7 75\n";
/// let mut examples = Examples::default();
/// examples.read_text::<Chess>(lines.as_bytes(), PositionFilter::default())?;
/// let all: Vec<_> = examples.held_back.iter().chain(&examples.training).map(|one| one.score()).collect();
/// assert_eq!(all, [640, 90, -75]);
/// # Ok::<(), kempelen_nnue::train::ExamplesError>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Examples {
    /// What is learned from.
    pub training: Vec<PackedPosition>,
    /// What is held back. Neighbours go together, because those of one game are alike.
    pub held_back: Vec<PackedPosition>,
    read: usize,
}

/// Why labelled positions could not be read.
#[derive(Debug)]
pub enum ExamplesError {
    /// A shard is none, or damaged.
    Shard(DatasetError),
    /// A file cannot be read.
    File(PathBuf, io::Error),
    /// The line of this number is no labelled position or game.
    Line(u64, String),
    /// A line of a file.
    LineOf(PathBuf, u64, String),
}

impl fmt::Display for ExamplesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shard(error) => write!(f, "{error}"),
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Line(number, reason) => write!(f, "line {number}: {reason}"),
            Self::LineOf(path, number, reason) => write!(f, "{}, line {number}: {reason}", path.display()),
        }
    }
}

impl std::error::Error for ExamplesError {}

impl From<DatasetError> for ExamplesError {
    fn from(error: DatasetError) -> Self {
        Self::Shard(error)
    }
}

impl Examples {
    /// So many neighbours are held back together, or learned from.
    const NEIGHBOURS: usize = 4096;
    /// One in so many of these groups is held back.
    const HELD_BACK: usize = 64;

    /// Reads files and folders in the order they are given.
    ///
    /// # Errors
    /// When one cannot be read, or says something else.
    pub fn read<V: Variant>(
        &mut self,
        from: &[PathBuf],
        filter: PositionFilter,
    ) -> Result<(), ExamplesError> {
        for path in from {
            if path.is_dir() || path.extension().is_some_and(|extension| extension == SHARD_EXTENSION) {
                for labelled in positions::<V>(shards(std::slice::from_ref(path))?, filter) {
                    self.push(&labelled?);
                }
            } else {
                self.read_file::<V>(path, filter)?;
            }
        }
        Ok(())
    }

    fn read_file<V: Variant>(&mut self, path: &Path, filter: PositionFilter) -> Result<(), ExamplesError> {
        let file = File::open(path).map_err(|error| ExamplesError::File(path.to_owned(), error))?;
        self.read_text::<V>(BufReader::with_capacity(1 << 20, file), filter).map_err(|error| match error {
            ExamplesError::Line(number, reason) => ExamplesError::LineOf(path.to_owned(), number, reason),
            ExamplesError::File(_, error) => ExamplesError::File(path.to_owned(), error),
            other => other,
        })
    }

    /// Reads lines of text. A last line without an end is passed over: somebody may still be writing it.
    ///
    /// # Errors
    /// When a line cannot be read, or says something else.
    pub fn read_text<V: Variant>(
        &mut self,
        mut lines: impl BufRead,
        filter: PositionFilter,
    ) -> Result<(), ExamplesError> {
        let mut line = String::new();
        for number in 1.. {
            line.clear();
            let read = lines.read_line(&mut line);
            read.map_err(|error| ExamplesError::File(PathBuf::new(), error))?;
            if !line.ends_with('\n') {
                break;
            }
            let text = line.trim_end();
            if !text.is_empty() {
                self.read_line::<V>(text, filter).map_err(|reason| ExamplesError::Line(number, reason))?;
            }
        }
        Ok(())
    }

    fn read_line<V: Variant>(&mut self, line: &str, filter: PositionFilter) -> Result<(), String> {
        let mut fields = line.rsplitn(3, ';');
        let (Some(last), Some(result), Some(fen)) = (fields.next(), fields.next(), fields.next()) else {
            return Err("three fields are wanted: FEN;RESULT;SCORE, or a game".to_owned());
        };
        if last.contains(' ') {
            let game = text::read_game::<V>(line).map_err(|error| error.0)?;
            game.positions(filter).for_each(|labelled| self.push(&labelled));
            return Ok(());
        }
        let position: Position<V> = fen.parse().map_err(|error| format!("{fen:?}: {error}"))?;
        let result = match result {
            "0.0" => WhiteResult::Lost,
            "0.5" => WhiteResult::Drawn,
            "1.0" => WhiteResult::Won,
            _ => return Err(format!("{result:?} is no result: 0.0, 0.5 or 1.0")),
        };
        let score = last.parse().map_err(|_| format!("{last:?} is no score"))?;
        self.push(&LabelledPosition { position, score, result });
        Ok(())
    }

    fn push<V: Variant>(&mut self, labelled: &LabelledPosition<V>) {
        let LabelledPosition { position, score, result } = labelled;
        if let Some(packed) = PackedPosition::new(position, i32::from(*score), *result as u8) {
            let group = self.read / Self::NEIGHBOURS;
            self.read += 1;
            let held_back = group.is_multiple_of(Self::HELD_BACK);
            if held_back { &mut self.held_back } else { &mut self.training }.push(packed);
        }
    }
}
