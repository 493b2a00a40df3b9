//! Where a trace comes from: a file, or a search made now.

use std::path::Path;

use clap::Args;
use kempelen_engine::Stop;
use kempelen_rules::{AnyGame, AnyPosition, Move};
use kempelen_trace::{FileError, Keep, Recording};
use kempelen_window::{Question, RecordError, TreeError};

use crate::engine::{EngineChoice, ThinkingBudget};
use crate::failure::Failure;
use crate::rules::RulesArg;

/// What to search, and how much of it to keep.
#[derive(Args)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    choice: EngineChoice,

    /// The game [default: what the FEN looks like].
    #[arg(long, value_enum, ignore_case = true)]
    variant: Option<RulesArg>,

    /// The position; the start of the game if left out.
    #[arg(long)]
    fen: Option<String>,

    /// Moves to play before thinking, in one text; can be given several times.
    #[arg(long, value_name = "MOVES")]
    moves: Vec<String>,

    #[command(flatten)]
    budget: ThinkingBudget,

    #[command(flatten)]
    bounds: Bounds,
}

/// How much of a search is kept.
#[derive(Args)]
struct Bounds {
    /// Keep nothing below this ply.
    #[arg(long, value_name = "N")]
    max_ply: Option<u16>,

    /// Of the nodes two plies from the root, keep one in N whole.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,

    /// Keep whole only what stands on this line of play and behind it.
    #[arg(long, value_name = "MOVES")]
    line: Option<String>,

    /// Keep what fits into so many megabytes: the root, the principal variation and its siblings before all.
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: Option<u32>,
}

/// Without any bound, a reading that makes its own search keeps no more than this, in megabytes.
const USUAL_MEMORY: usize = 512;

impl SearchArgs {
    /// Whether anything was said of a search, so that there is no file.
    fn is_asked_for(&self) -> bool {
        self.choice.engine.is_some()
            || !self.choice.options.is_empty()
            || self.variant.is_some()
            || self.fen.is_some()
            || !self.moves.is_empty()
            || !self.budget.is_empty()
    }

    /// The game that leads to the position of the search.
    fn game(&self) -> Result<AnyGame, Failure> {
        let fen = self.fen.as_deref();
        let mut game = AnyGame::new(RulesArg::asked_or_guessed(self.variant, fen).position(fen)?);
        for text in self.moves.iter().flat_map(|text| text.split_whitespace()) {
            game.play(game.position().read_move(text).map_err(Failure::input)?);
        }
        Ok(game)
    }

    fn keep(&self, position: &AnyPosition) -> Result<Keep, Failure> {
        let Bounds { max_ply, sample, line, memory } = &self.bounds;
        let words: Vec<&str> = line.iter().flat_map(|text| text.split_whitespace()).collect();
        Ok(Keep {
            plies: *max_ply,
            sample: *sample,
            line: read_line(position, &words)?,
            memory: memory.map(|megabytes| (megabytes as usize) << 20),
        })
    }

    fn options(&self) -> Result<Vec<(String, String)>, Failure> {
        let options = self.choice.options()?;
        Ok(options.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
    }

    /// Searches, and keeps the trace in memory.
    fn record(&self) -> Result<Recording, Failure> {
        let mut engine = self.choice.open()?;
        let (game, options, stop) = (self.game()?, self.options()?, Stop::new());
        let mut keep = self.keep(&game.position())?;
        if keep == Keep::whole() {
            keep.memory = Some(USUAL_MEMORY << 20);
        }
        let limits = self.budget.limits(&*engine);
        let question = Question { options: &options, ..Question::new(&game, limits, &stop) };
        Ok(kempelen_window::record(&mut *engine, &question, keep)?)
    }

    /// Searches, and writes the trace into a file.
    pub(crate) fn record_to_file(&self, path: &Path) -> Result<kempelen_trace::Answer, Failure> {
        let mut engine = self.choice.open()?;
        let (game, options, stop) = (self.game()?, self.options()?, Stop::new());
        let keep = self.keep(&game.position())?;
        let limits = self.budget.limits(&*engine);
        let question = Question { options: &options, ..Question::new(&game, limits, &stop) };
        kempelen_window::record_to_file(&mut *engine, &question, keep, path).map_err(|error| match error {
            RecordError::Engine(error) => error.into(),
            RecordError::Io(error) => Failure::Run(format!("{}: {error}", path.display())),
        })
    }

    /// Asks for another engine or another depth.
    pub(crate) fn vary(&mut self, engine: Option<String>, depth: Option<u8>) {
        if engine.is_some() {
            // The options were the first one's.
            self.choice.options.clear();
            self.choice.engine = engine;
        }
        self.budget.depth = depth.or(self.budget.depth);
    }

    /// The trace that a reading is of. The first word is its file, unless a search was asked for; the other words are
    /// left over.
    pub(crate) fn trace<'w>(&self, words: &'w [String]) -> Result<(Recording, &'w [String]), Failure> {
        if self.is_asked_for() {
            return Ok((self.record()?, words));
        }
        let Some((path, rest)) = words.split_first() else {
            return Err(Failure::input(
                "there is no trace to read: name its file, or an --engine and a --fen",
            ));
        };
        Ok((open(path)?, rest))
    }
}

/// Opens a trace.
pub(crate) fn open(path: &str) -> Result<Recording, Failure> {
    kempelen_window::open(Path::new(path))
        .map_err(|error: FileError| Failure::Input(format!("{path}: {error}")))
}

/// Reads a line of play.
pub(crate) fn read_line(position: &AnyPosition, words: &[impl AsRef<str>]) -> Result<Vec<Move>, Failure> {
    let mut here = *position;
    words
        .iter()
        .map(|word| {
            let m = here.read_move(word.as_ref()).map_err(Failure::input)?;
            here = here.play(m);
            Ok(m)
        })
        .collect()
}

impl From<TreeError> for Failure {
    fn from(error: TreeError) -> Self {
        Self::input(error)
    }
}
