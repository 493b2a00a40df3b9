//! What a run shows of itself.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use kempelen_zero::selfplay::{Plant, SelfplayRecipe, SelfplayStats};

/// A line on the terminal that tells how far a run is; nothing where nobody looks.
pub(super) struct SelfplayProgress {
    on: bool,
    last: Option<Instant>,
}

impl SelfplayProgress {
    pub(super) fn new(plant: &Plant, recipe: &SelfplayRecipe) -> Self {
        let on = io::stderr().is_terminal();
        if on {
            let backend = plant.backends.first().map(|backend| backend.name()).unwrap_or_default();
            // Nobody is left to tell if even this fails.
            let _ = writeln!(
                io::stderr(),
                "{backend}; {} threads, {} games in flight; at most {} MB for trees and caches",
                plant.backends.len(),
                plant.in_flight,
                plant.most_megabytes(recipe)
            );
        }
        Self { on, last: None }
    }

    pub(super) fn show(&mut self, stats: &SelfplayStats) {
        const SELDOM: Duration = Duration::from_millis(200);
        if !self.on || self.last.is_some_and(|last| last.elapsed() < SELDOM) {
            return;
        }
        self.last = Some(Instant::now());
        let _ = write!(io::stderr(), "\r\x1b[K{}", line(stats));
    }

    /// Leaves the line.
    pub(super) fn end(&self) {
        if self.on && self.last.is_some() {
            let _ = writeln!(io::stderr());
        }
    }
}

/// A bar and the figures that matter, in 80 columns for most runs.
fn line(stats: &SelfplayStats) -> String {
    const WIDTH: u64 = 20;
    let done = stats.games_before + stats.games;
    let filled = (WIDTH * done / stats.games_wanted.max(1)).min(WIDTH) as usize;
    let bar = "#".repeat(filled) + &".".repeat(WIDTH as usize - filled);
    let [white, draws, black] = stats.results;
    format!(
        "[{bar}] {done}/{} games, {:.1} positions/s, {:.0} evaluations/s, {white}-{draws}-{black}",
        stats.games_wanted,
        stats.per_second(stats.moves),
        stats.per_second(stats.evaluations),
    )
}

/// The statistics for people.
pub(super) fn summary(stats: &SelfplayStats, output: &mut impl Write) -> io::Result<()> {
    let [white, draws, black] = stats.results;
    let before = match stats.games_before {
        0 => String::new(),
        games => format!(" ({games} were there before)"),
    };
    writeln!(output, "Games        {}{before}", stats.games)?;
    if stats.games == 0 {
        return Ok(());
    }
    writeln!(output, "Results      White {white}, draws {draws}, Black {black}")?;
    let endings: Vec<String> = stats.endings.iter().map(|(name, count)| format!("{name} {count}")).collect();
    writeln!(output, "Endings      {}", endings.join(", "))?;
    writeln!(output, "Length       {:.1} half-moves on average", stats.average_length())?;
    writeln!(output, "Positions    {}, {} of them to learn from", stats.positions, stats.samples)?;
    if stats.resigned() + stats.resignations_checked > 0 {
        writeln!(
            output,
            "Resigned     {}; of {} that were played to their end {} would have been wrong",
            stats.resigned(),
            stats.resignations_checked,
            stats.resignations_wrong
        )?;
        if stats.resignations_checked >= 20 && stats.wrong_resignations() > 0.05 {
            writeln!(output, "             more than one in twenty is wrong: --resign is too high")?;
        }
    }
    if stats.full_trees > 0 {
        writeln!(output, "Memory       {} searches ended early: --tree is too small", stats.full_trees)?;
    }
    writeln!(
        output,
        "Written      {} shards, {} bytes, {:.1} a position",
        stats.shards,
        stats.bytes,
        stats.bytes_per_position()
    )?;
    writeln!(
        output,
        "Speed        {:.2} games/s, {:.1} positions/s, {:.0} evaluations/s in batches of {:.1}",
        stats.per_second(stats.games),
        stats.per_second(stats.moves),
        stats.per_second(stats.evaluations),
        stats.evaluations as f64 / stats.batches.max(1) as f64
    )
}
