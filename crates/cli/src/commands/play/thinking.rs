//! An engine that thinks, and a player who can see that it does.

use std::io::Write;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use kempelen_engine::{Ask, Engine, EngineError, Info, Limits, Report, Stop};
use kempelen_rules::AnyGame;

use super::thought::ThoughtSoFar;
use crate::words;

/// A search goes deep, and so does its stack.
pub(super) const STACK: usize = 64 << 20;

/// Asks an engine for a move and shows how it gets on.
///
/// On a terminal one line tells it all and is rewritten; elsewhere there is a line for every step. Whatever the engine
/// says or does not say, something moves.
pub(super) fn think(
    engine: &mut dyn Engine,
    game: &AnyGame,
    limits: Limits,
    terminal: bool,
    output: &mut impl Write,
) -> std::io::Result<Result<Report, EngineError>> {
    let name = engine.about().name;
    let mut follower = Follower::new(name, ThoughtSoFar::new(game.position(), limits));
    let (sender, receiver) = channel();
    let stop = Stop::new();
    thread::scope(|scope| {
        let mut tell = move |info: &Info| {
            // Nobody listens after the end.
            let _ = sender.send(info.clone());
        };
        let stop = &stop;
        let worker = thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, move || engine.think(Ask::new(game, limits, stop, &mut tell)))?;
        let shown = follower.follow(&receiver, terminal, output);
        if shown.is_err() {
            // Whoever does not look any more does not wait either.
            stop.stop();
        }
        let answer = worker.join().unwrap_or_else(|_| Err(EngineError::Failed(format!("{name} has failed"))));
        shown.map(|()| answer)
    })
}

/// Shows a search that runs, line by line.
struct Follower {
    name: &'static str,
    thought: ThoughtSoFar,
    start: Instant,
}

impl Follower {
    /// How long the line on a terminal stays as it is if the engine says nothing.
    const TICK: Duration = Duration::from_millis(200);
    /// How long it stays at least, however much the engine says.
    const BLINK: Duration = Duration::from_millis(50);
    /// How long a pipe may hear nothing.
    const SILENCE: Duration = Duration::from_secs(5);

    fn new(name: &'static str, thought: ThoughtSoFar) -> Self {
        Self { name, thought, start: Instant::now() }
    }

    /// Shows what comes until the engine is done.
    fn follow(
        &mut self,
        infos: &std::sync::mpsc::Receiver<Info>,
        terminal: bool,
        output: &mut impl Write,
    ) -> std::io::Result<()> {
        let mut spoken = Instant::now();
        let mut drawn = None;
        loop {
            let info = infos.recv_timeout(Self::TICK);
            let news = info.as_ref().is_ok_and(|info| self.thought.note(info, self.start.elapsed()));
            if terminal {
                if drawn.is_none_or(|drawn: Instant| drawn.elapsed() >= Self::BLINK) {
                    write!(output, "\r\x1b[K{}", clip(&self.status()))?;
                    output.flush()?;
                    drawn = Some(Instant::now());
                }
            } else if news || spoken.elapsed() >= Self::SILENCE {
                let text =
                    if news { format!("  {}", self.thought.found()) } else { format!("  {}", self.status()) };
                writeln!(output, "{text}")?;
                output.flush()?;
                spoken = Instant::now();
            }
            if matches!(info, Err(RecvTimeoutError::Disconnected)) {
                break;
            }
        }
        if terminal {
            write!(output, "\r\x1b[K")?;
        }
        Ok(())
    }

    fn status(&self) -> String {
        let elapsed = self.start.elapsed();
        let mut text = format!("{} thinks, {}", self.name, words::time(elapsed));
        if let Some(left) = self.thought.left(elapsed) {
            text.extend([", about ", &words::time(left), " left"]);
        }
        let found = self.thought.found();
        if !found.is_empty() {
            text.push_str(":  ");
            text.push_str(&found);
        }
        text
    }
}

/// As much of a text as fits on a line of a terminal.
fn clip(text: &str) -> String {
    let columns = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok()).unwrap_or(80_usize);
    text.chars().take(columns.max(20) - 1).collect()
}
