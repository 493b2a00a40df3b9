//! `kempelen review`: a whole game, move by move, in a player's words.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use kempelen_coach::{
    ExplainError, GameReview, ReviewError, ReviewQuestion, ReviewShape, annotated, page, review,
};
use kempelen_engine::{Capability, Engine, Limits, Stop};
use kempelen_rules::VariantId;
use kempelen_rules::pgn;

use crate::engine::{EngineChoice, ThinkingBudget};
use crate::failure::Failure;
use crate::input;

/// How many nodes a machine looks at in each position where nobody says how long.
const USUAL_NODES: u64 = 100_000;

/// Review a game: every move judged, mistakes explained, and which machine of which year would have found your moves.
///
/// Prints the game with glyphs, scores, sentences and refutations as PGN, or JSON. Progress goes to standard error. Where the
/// file is broken, what came before is reviewed, and the fault is said; the exit code is then 2.
#[derive(Args)]
#[command(after_help = "Example: kempelen review game.pgn --html game.html > annotated.pgn")]
pub(crate) struct ReviewArgs {
    /// The PGN file; `-` is standard input.
    file: String,

    /// Which game of the file, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    game: u32,

    /// Print JSON instead of PGN.
    #[arg(long)]
    json: bool,

    /// Write a page to this file, too: graph, turning points, better moves to be found.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Leave out the museum's verdict.
    #[arg(long)]
    no_museum: bool,

    #[command(flatten)]
    choice: EngineChoice,
    #[command(flatten)]
    budget: ThinkingBudget,
}

impl ReviewArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let mut games = pgn::read(input::open(&self.file)?);
        let game = (0..self.game).map(|_| games.next_salvaged()).last().flatten();
        let game =
            game.ok_or_else(|| Failure::Input(format!("there is no game {} in {}", self.game, self.file)))?;
        let fault = game.error.map(Failure::input);
        let record = game.record;
        if let Some(fault) = fault.as_ref().filter(|_| record.moves().next().is_none()) {
            return Err(Failure::input(fault));
        }
        let mut engine = self.choice.open()?;
        let is_limited = !engine.about().can(Capability::ThinksUntilStopped);
        let limits = if self.budget.is_empty() && !is_limited {
            Limits::nodes(USUAL_NODES)
        } else {
            self.budget.limits(&*engine)
        };
        let mut museum = if self.no_museum { Vec::new() } else { museum(record.start().variant()) };
        let (stop, progress) = (Stop::new(), ReviewProgress::new());
        let question = ReviewQuestion { record: &record, limits, stop: &stop };
        let done = review(&mut *engine, &mut museum, &question, &mut |so_far| progress.show(so_far))?;
        progress.end();
        if let Some(path) = &self.html {
            write_whole(path, &page(&record, &done))?;
        }
        if self.json {
            serde_json::to_writer(&mut *output, &ReviewShape::new(&record, &done))?;
            writeln!(output)?;
        } else {
            write!(output, "{}", annotated(&record, &done))?;
        }
        output.flush()?;
        match (fault, done.trouble) {
            (Some(fault), _) => Err(fault),
            (None, Some(trouble)) => Err(Failure::Run(trouble)),
            (None, None) => Ok(()),
        }
    }
}

/// The machines that play this game and look as far as they were built to.
fn museum(variant: VariantId) -> Vec<Box<dyn Engine>> {
    let registry = kempelen_cabinet::registry();
    let of_old = registry
        .entries()
        .iter()
        .filter(|entry| !entry.about.can(Capability::ThinksUntilStopped) && entry.about.plays(variant));
    of_old.map(|entry| (entry.make)()).collect()
}

/// Writes a file under another name first, so that nobody finds half of it.
fn write_whole(path: &Path, text: &str) -> Result<(), Failure> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    let written = fs::write(&part, text).and_then(|()| fs::rename(&part, path));
    written.map_err(|error| Failure::Run(format!("{}: {error}", path.display())))
}

/// A line that tells how far a review is, and when it will be done.
struct ReviewProgress {
    start: Instant,
    is_terminal: bool,
}

impl ReviewProgress {
    fn new() -> Self {
        Self { start: Instant::now(), is_terminal: io::stderr().is_terminal() }
    }

    fn show(&self, so_far: &GameReview) {
        let (done, all) = (so_far.moves.len(), so_far.game.moves().len());
        // A file needs a line only now and then.
        if !self.is_terminal && done % 10 != 0 && done != all {
            return;
        }
        let left = self.start.elapsed().as_secs_f64() / done.max(1) as f64 * (all - done) as f64;
        let line = format!("move {done} of {all}, about {left:.0} s left");
        // Nobody is left to tell if even this fails.
        let _ = if self.is_terminal {
            write!(io::stderr(), "\r\x1b[K{line}")
        } else {
            writeln!(io::stderr(), "{line}")
        };
    }

    fn end(&self) {
        if self.is_terminal {
            let _ = writeln!(io::stderr());
        }
    }
}

impl From<ReviewError> for Failure {
    fn from(error: ReviewError) -> Self {
        match error {
            ReviewError::Judge(ExplainError::Engine(error)) => error.into(),
            error => Self::input(error),
        }
    }
}
