//! What a run shows of itself.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use kempelen_dataset::{GamesStats, HowEnded};

/// A line that tells how far a run is: renewed on a terminal, and now and then a new one elsewhere.
pub(super) struct DatagenProgress {
    terminal: bool,
    last: Mutex<Instant>,
}

impl DatagenProgress {
    pub(super) fn new() -> Self {
        Self { terminal: io::stderr().is_terminal(), last: Mutex::new(Instant::now()) }
    }

    pub(super) fn show(&self, stats: &GamesStats) {
        let seldom = if self.terminal { Duration::from_millis(200) } else { Duration::from_mins(1) };
        let Ok(mut last) = self.last.lock() else { return };
        if last.elapsed() < seldom {
            return;
        }
        *last = Instant::now();
        // Nobody is left to tell if even this fails.
        let _ = if self.terminal {
            write!(io::stderr(), "\r\x1b[K{}", line(stats))
        } else {
            writeln!(io::stderr(), "{}", line(stats))
        };
    }

    /// Leaves the line.
    pub(super) fn end(&self) {
        if self.terminal {
            let _ = writeln!(io::stderr());
        }
    }
}

fn line(stats: &GamesStats) -> String {
    let [lost, drawn, won] = stats.results;
    let left = stats.time_left().map_or_else(|| "?".to_owned(), clock);
    format!(
        "{}/{} games, {:.0} half-moves/s, {:.0} quiet, {left} left; +{won} ={drawn} -{lost}, length {:.0}, {} doubled",
        stats.games_before + stats.games,
        stats.games_wanted,
        stats.per_second(stats.plies),
        stats.per_second(stats.quiet),
        stats.average_length(),
        stats.doubled
    )
}

/// Hours and minutes, or minutes and seconds.
fn clock(time: Duration) -> String {
    match time.as_secs() {
        seconds if seconds < 3600 => format!("{}:{:02} min", seconds / 60, seconds % 60),
        seconds => format!("{}:{:02} h", seconds / 3600, seconds / 60 % 60),
    }
}

/// The statistics of a run for people.
pub(super) fn summary(stats: &GamesStats, output: &mut impl Write) -> io::Result<()> {
    let before = match stats.games_before {
        0 => String::new(),
        games => format!(" ({games} were there before)"),
    };
    writeln!(output, "Games      {}{before}", stats.games)?;
    if stats.games == 0 {
        return Ok(());
    }
    contents(stats, output)?;
    writeln!(output, "Openings   {} drawn anew, {} games began like another", stats.dropped, stats.doubled)?;
    writeln!(
        output,
        "Speed      {:.2} games/s, {:.0} half-moves/s, {:.0} quiet positions/s, in {}",
        stats.per_second(stats.games),
        stats.per_second(stats.plies),
        stats.per_second(stats.quiet),
        clock(stats.time)
    )
}

/// What is in games.
pub(super) fn contents(stats: &GamesStats, output: &mut impl Write) -> io::Result<()> {
    let [lost, drawn, won] = stats.results;
    writeln!(output, "Results    White {won}, draws {drawn}, Black {lost}")?;
    let endings: Vec<String> = HowEnded::ALL
        .into_iter()
        .zip(stats.endings)
        .filter(|&(_, games)| games > 0)
        .map(|(ended, games)| format!("{} {games}", ended.name()))
        .collect();
    writeln!(output, "Endings    {}", endings.join(", "))?;
    writeln!(
        output,
        "Length     {:.1} half-moves on average; a tenth has less than {}, half {}, nine tenths {}",
        stats.average_length(),
        stats.length_at(0.1) + 10,
        stats.length_at(0.5) + 10,
        stats.length_at(0.9) + 10
    )?;
    writeln!(output, "Positions  {}, {} of them quiet", stats.plies, stats.quiet)
}
