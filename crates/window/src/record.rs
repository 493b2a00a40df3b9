//! Asks an engine a question and writes down what it says.

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use kempelen_engine::{Ask, Engine, EngineError, Info, Limits, Report, Stop};
use kempelen_rules::{AnyGame, AnyPosition, Move};
use kempelen_trace::{Answer, FileError, Header, Keep, Recording, Scale, Trace, Why};

/// A question to an engine.
pub struct Question<'a> {
    /// The game so far; its last position is the one to think about.
    pub game: &'a AnyGame,
    /// When to stop.
    pub limits: Limits,
    /// The only moves to consider, or none for all.
    pub only: &'a [Move],
    /// The engine's options that were set, by name and value.
    pub options: &'a [(String, String)],
    /// How it can be told to stop.
    pub stop: &'a Stop,
}

impl<'a> Question<'a> {
    /// A question without anything special about it.
    pub fn new(game: &'a AnyGame, limits: Limits, stop: &'a Stop) -> Self {
        Self { game, limits, only: &[], options: &[], stop }
    }

    fn header(&self, engine: &dyn Engine, keep: &Keep) -> Header {
        let start = self.game.start();
        Header {
            options: self.options.to_vec(),
            moves: uci_line(start, self.game.moves()),
            limits: limits_in_words(&self.limits),
            only: self.only.iter().map(|&m| self.game.position().uci(m)).collect(),
            scale: engine.scale(),
            kept: kept_in_words(keep, &self.game.position()),
            ..Header::new(engine.about().id, self.game.variant(), &start.fen())
        }
    }

    fn ask(
        &self,
        engine: &mut dyn Engine,
        trace: &mut Trace,
        tell: &mut dyn FnMut(&Info),
    ) -> Result<Report, EngineError> {
        let mut ask = Ask::new(self.game, self.limits, self.stop, tell);
        ask.only = self.only;
        let scale = engine.scale();
        let report = engine.think_aloud(ask, trace)?;
        if trace.tally().events == 0 {
            self.explain(&report, scale, trace);
        }
        Ok(report)
    }

    /// What there is to say where an engine has nothing to think about: the game is over, or its book has the move.
    fn explain(&self, report: &Report, scale: Scale, trace: &mut Trace) {
        let position = self.game.position();
        if position.legal_moves().is_empty() {
            let (score, why) =
                if position.in_check() { (-scale.mate, Why::Mate) } else { (0, Why::Stalemate) };
            trace.note_at_once(None, score, why);
        } else if report.details.from_book {
            trace.note_at_once(report.best, 0, Why::Book);
        }
    }
}

/// Records an engine's thoughts on a question.
///
/// # Errors
/// When the engine cannot answer it.
pub fn record(
    engine: &mut dyn Engine,
    question: &Question<'_>,
    keep: Keep,
) -> Result<Recording, EngineError> {
    record_and_tell(engine, question, keep, &mut |_| {}).map(|(recording, _)| recording)
}

/// Records an engine's thoughts while somebody follows them, and gives its answer too.
///
/// # Errors
/// When the engine cannot answer.
pub fn record_and_tell(
    engine: &mut dyn Engine,
    question: &Question<'_>,
    keep: Keep,
    tell: &mut dyn FnMut(&Info),
) -> Result<(Recording, Report), EngineError> {
    let header = question.header(engine, &keep);
    let mut trace = Trace::keeping(keep);
    let report = question.ask(engine, &mut trace, tell)?;
    let answer = Some(answer(&question.game.position(), &report));
    let (events, tally) = trace.into_parts();
    Ok((Recording { header, events, tally, answer, cut: None }, report))
}

/// Records into a file. What is kept whole goes out as it comes, so that there is no bound to its length and a search
/// that dies leaves what it said (under a name that ends in `.part`). The file gets its name when it is complete.
///
/// # Errors
/// When the engine cannot answer, or the file cannot be written.
pub fn record_to_file(
    engine: &mut dyn Engine,
    question: &Question<'_>,
    keep: Keep,
    path: &Path,
) -> Result<Answer, RecordError> {
    let draft = FileDraft::new(path);
    if keep != Keep::whole() {
        let recording = record(engine, question, keep)?;
        recording.write(BufWriter::new(File::create(&draft.part)?))?;
        draft.publish()?;
        return Ok(recording.answer.unwrap_or_default());
    }
    let header = question.header(engine, &keep);
    let mut trace = Trace::streaming(BufWriter::new(File::create(&draft.part)?), &header)?;
    let report = question.ask(engine, &mut trace, &mut |_| {})?;
    let answer = answer(&question.game.position(), &report);
    trace.finish(Some(&answer))?;
    draft.publish()?;
    Ok(answer)
}

/// Opens a recording.
///
/// # Errors
/// When the file cannot be read, or is no trace.
pub fn open(path: &Path) -> Result<Recording, FileError> {
    Recording::read(io::BufReader::with_capacity(1 << 20, File::open(path)?))
}

/// Why nothing was recorded.
#[derive(Debug)]
pub enum RecordError {
    /// The engine cannot answer.
    Engine(EngineError),
    /// The file cannot be written.
    Io(io::Error),
}

impl std::fmt::Display for RecordError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Engine(error) => error.fmt(f),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RecordError {}

impl From<EngineError> for RecordError {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

impl From<io::Error> for RecordError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// A file that is being written beside the place where it will stand.
struct FileDraft<'a> {
    path: &'a Path,
    part: PathBuf,
}

impl<'a> FileDraft<'a> {
    fn new(path: &'a Path) -> Self {
        let mut part = path.as_os_str().to_owned();
        part.push(format!(".{}.part", std::process::id()));
        Self { path, part: part.into() }
    }

    fn publish(self) -> io::Result<()> {
        fs::rename(&self.part, self.path)
    }
}

fn answer(position: &AnyPosition, report: &Report) -> Answer {
    Answer {
        best: report.best.map(|m| position.uci(m)),
        pv: uci_line(*position, report.pv()),
        score: report.score().map(|score| score.to_string()),
        nodes: report.nodes,
        milliseconds: u64::try_from(report.time.as_millis()).unwrap_or(u64::MAX),
    }
}

/// Moves in UCI's spelling, as far as they are legal.
fn uci_line(mut position: AnyPosition, moves: &[Move]) -> Vec<String> {
    let mut texts = Vec::new();
    for &m in moves {
        if !position.is_legal(m) {
            break;
        }
        texts.push(position.uci(m));
        position = position.play(m);
    }
    texts
}

fn limits_in_words(limits: &Limits) -> Vec<(String, String)> {
    [
        ("depth", limits.depth.map(|depth| depth.to_string())),
        ("nodes", limits.nodes.map(|nodes| nodes.to_string())),
        ("milliseconds", limits.time.map(|time| time.as_millis().to_string())),
        ("mate", limits.mate.map(|mate| mate.to_string())),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some((name.to_owned(), value?)))
    .collect()
}

fn kept_in_words(keep: &Keep, position: &AnyPosition) -> String {
    let mut words = Vec::new();
    if let Some(plies) = keep.plies {
        words.push(format!("down to ply {plies}"));
    }
    if let Some(sample) = keep.sample {
        words.push(format!("one in {sample} of the nodes two plies from the root"));
    }
    if !keep.line.is_empty() {
        words.push(format!("behind {}", position.san_line(&keep.line).join(" ")));
    }
    if let Some(memory) = keep.memory {
        words.push(format!("in {} MB of memory", memory.max(Keep::LEAST_MEMORY) as f64 / f64::from(1 << 20)));
    }
    words.join(", ")
}
