//! Where a trace comes from: a file, or a search made now.

use std::path::Path;

use clap::Args;
use kempelen_engine::{Capability, Engine, Report, Stop};
use kempelen_rules::{AnyGame, AnyPosition, Move};
use kempelen_trace::{FileError, Header, Keep, Recording};
use kempelen_window::{ExactAnswer, Question, RecordError, TreeError, Weighing, same_effort, weigh};

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

    /// Searches, and keeps the trace in memory. The engine and its report are left to ask further.
    fn record(&self, game: AnyGame) -> Result<(Recording, Witness), Failure> {
        let mut engine = self.choice.open()?;
        let (options, stop) = (self.options()?, Stop::new());
        let mut keep = self.keep(&game.position())?;
        if keep == Keep::whole() {
            keep.memory = Some(USUAL_MEMORY << 20);
        }
        let limits = self.budget.limits(&*engine);
        let question = Question { options: &options, ..Question::new(&game, limits, &stop) };
        let (recording, report) =
            kempelen_window::record_and_tell(&mut *engine, &question, keep, &mut |_| {})?;
        Ok((recording, Witness { engine, game, report }))
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

    /// The search of the same position by another engine or to another depth. Whatever is not said is as in the first.
    pub(crate) fn second(
        mut self,
        first: &Header,
        engine: Option<String>,
        depth: Option<u8>,
    ) -> Result<Recording, Failure> {
        if !self.is_asked_for() {
            self.choice.engine = Some(first.engine.clone());
            self.choice.options =
                first.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        }
        if engine.is_some() {
            // The options were the first one's.
            self.choice.options.clear();
            self.choice.engine = engine;
        }
        if self.budget.is_empty() {
            self.budget = budget_of(first);
        }
        if depth.is_some() {
            self.budget = ThinkingBudget { depth, ..ThinkingBudget::default() };
        }
        Ok(self.record(kempelen_window::game_of(first)?)?.0)
    }

    /// The trace that a reading is of. The first word is its file, unless a search was asked for; the other words are
    /// left over.
    pub(crate) fn trace<'w>(&self, words: &'w [String]) -> Result<(Recording, &'w [String]), Failure> {
        let (recording, _, rest) = self.trace_and_witness(words)?;
        Ok((recording, rest))
    }

    /// The same, and who can be asked further where the search was made now.
    pub(crate) fn trace_and_witness<'w>(
        &self,
        words: &'w [String],
    ) -> Result<(Recording, Option<Witness>, &'w [String]), Failure> {
        if self.is_asked_for() {
            let (recording, witness) = self.record(self.game()?)?;
            return Ok((recording, Some(witness), words));
        }
        let Some((path, rest)) = words.split_first() else {
            return Err(Failure::input(
                "there is no trace to read: name its file, or an --engine and a --fen",
            ));
        };
        Ok((open(path)?, None, rest))
    }
}

/// The limits under which a trace was made.
fn budget_of(header: &Header) -> ThinkingBudget {
    let of = |wanted: &str| {
        let found = header.limits.iter().find(|(name, _)| name == wanted);
        found.and_then(|(_, value)| value.parse::<u64>().ok())
    };
    ThinkingBudget {
        depth: of("depth").and_then(|depth| u8::try_from(depth).ok()),
        nodes: of("nodes"),
        movetime: of("milliseconds"),
    }
}

/// An engine that has just searched, and can be asked about single moves.
pub(crate) struct Witness {
    engine: Box<dyn Engine>,
    game: AnyGame,
    report: Report,
}

impl Witness {
    /// A search that has to look at all other moves may take this many times the nodes of the first.
    const MOST_TIMES: u64 = 4;
    const LEAST_NODES: u64 = 50_000;

    /// Weighs the chosen move, the runner-up and an asked move; nothing where the machine gives no scores.
    pub(crate) fn weigh(mut self, asked: Option<Move>) -> Result<Option<Weighing>, Failure> {
        let chosen = ExactAnswer::of_report(&self.report).filter(|_| !self.report.details.from_book);
        let Some(chosen) = chosen else { return Ok(None) };
        let mut limits = same_effort(&*self.engine, &self.report);
        if self.engine.about().can(Capability::ThinksUntilStopped) && limits.nodes.is_none() {
            let nodes = self.report.nodes.saturating_mul(Self::MOST_TIMES);
            limits.nodes = Some(nodes.max(Self::LEAST_NODES));
        }
        let stop = Stop::new();
        let question = Question::new(&self.game, limits, &stop);
        Ok(Some(weigh(&mut *self.engine, &question, &chosen, asked)?))
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
