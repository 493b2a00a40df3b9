//! An engine that thinks, and a player who can see that it does.

use std::io::Write;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use kempelen_engine::{Ask, Engine, EngineError, Info, Limits, Report, Stop};
use kempelen_rules::{AnyGame, AnyPosition};

use crate::words;

/// A search goes deep, and so does its stack.
const STACK: usize = 64 << 20;

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
    let mut progress = Progress::new(name, game.position());
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
        let shown = progress.follow(&receiver, terminal, output);
        if shown.is_err() {
            // Whoever does not look any more does not wait either.
            stop.stop();
        }
        let answer = worker.join().unwrap_or_else(|_| Err(EngineError::Failed(format!("{name} has failed"))));
        shown.map(|()| answer)
    })
}

/// What is known of a search that runs.
struct Progress {
    name: &'static str,
    position: AnyPosition,
    start: Instant,
    moves: usize,
    /// Depth, score and line.
    found: String,
    /// The number of the move that is looked at, and since when it is known.
    current: Option<(usize, Duration)>,
}

impl Progress {
    /// How long the line on a terminal stays as it is if the engine says nothing.
    const TICK: Duration = Duration::from_millis(200);
    /// How long it stays at least, however much the engine says.
    const BLINK: Duration = Duration::from_millis(50);
    /// How long a pipe may hear nothing.
    const SILENCE: Duration = Duration::from_secs(5);

    fn new(name: &'static str, position: AnyPosition) -> Self {
        let moves = position.legal_moves().len();
        Self { name, position, start: Instant::now(), moves, found: String::new(), current: None }
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
            let news = info.as_ref().is_ok_and(|info| self.note(info));
            if terminal {
                if drawn.is_none_or(|drawn: Instant| drawn.elapsed() >= Self::BLINK) {
                    write!(output, "\r\x1b[K{}", clip(&self.status()))?;
                    output.flush()?;
                    drawn = Some(Instant::now());
                }
            } else if news || spoken.elapsed() >= Self::SILENCE {
                let text = if news { format!("  {}", self.found) } else { format!("  {}", self.status()) };
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

    /// Takes note of what the engine says; whether there is something new to tell.
    fn note(&mut self, info: &Info) -> bool {
        if let Some((_, number)) = info.current {
            self.current = Some((number, self.start.elapsed()));
        }
        let Some((1, line)) = &info.line else { return false };
        if line.pv.is_empty() {
            return false;
        }
        let score = line.score.map_or(String::new(), |score| format!("{}  ", words::score(score)));
        let found = format!("depth {}  {score}{}", line.depth, words::san_line(&self.position, &line.pv));
        let news = found != self.found;
        self.found = found;
        news
    }

    fn status(&self) -> String {
        let elapsed = self.start.elapsed();
        let mut text = format!("{} thinks, {}", self.name, words::time(elapsed));
        if let Some(left) = self.left() {
            text.extend([", about ", &words::time(left), " left"]);
        }
        if !self.found.is_empty() {
            text.push_str(":  ");
            text.push_str(&self.found);
        }
        text
    }

    /// How long it may take to look at the other moves, if each takes as long as those before.
    fn left(&self) -> Option<Duration> {
        let (number, since) = self.current?;
        let done = u32::try_from(number.checked_sub(1)?).ok().filter(|&done| done > 0)?;
        let rest = u32::try_from(self.moves.saturating_sub(number) + 1).ok()?;
        Some((since / done * rest).saturating_sub(self.start.elapsed().saturating_sub(since)))
    }
}

/// As much of a text as fits on a line of a terminal.
fn clip(text: &str) -> String {
    let columns = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok()).unwrap_or(80_usize);
    text.chars().take(columns.max(20) - 1).collect()
}
