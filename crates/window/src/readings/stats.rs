//! `stats`: what was counted, as tables and bars.

use std::fmt::Write;

use kempelen_trace::{How, Recording, Tally, Why};

use crate::style::{Ink, Style};

/// Nodes by ply and by reason, cutoffs, branching, use of the table: exact counts, whatever of the trace was kept.
pub fn stats(recording: &Recording, style: &Style) -> String {
    let mut sheet = Sheet { tally: &recording.tally, recording, style, text: String::new() };
    sheet.heading();
    if recording.tally.nodes() > 0 {
        sheet.rounds();
        sheet.plies();
        sheet.reasons();
        sheet.ways();
        sheet.skips();
        sheet.cutoffs();
        sheet.table();
    }
    sheet.playouts();
    sheet.text
}

struct Sheet<'r> {
    tally: &'r Tally,
    recording: &'r Recording,
    style: &'r Style,
    text: String,
}

impl Sheet<'_> {
    fn row(&mut self, text: &str, ink: Ink) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{}", self.style.line(text, ink));
    }

    fn section(&mut self, text: &str) {
        self.text.push('\n');
        self.row(text, Ink::Head);
    }

    fn heading(&mut self) {
        let header = &self.recording.header;
        let mut limits: Vec<String> =
            header.limits.iter().map(|(name, value)| format!("{name} {value}")).collect();
        limits.push(format!("{} nodes", self.tally.nodes()));
        self.row(&format!("{} on {}", header.engine, header.start), Ink::Head);
        if !header.moves.is_empty() {
            self.row(&format!("after {}", header.moves.join(" ")), Ink::Plain);
        }
        let bytes = self.recording.events.len();
        let kept = if header.kept.is_empty() { "everything".to_owned() } else { header.kept.clone() };
        self.row(
            &format!("{}, {} events; kept: {kept}, {bytes} bytes", limits.join(", "), self.tally.events),
            Ink::Plain,
        );
        if let Some(cut) = self.recording.cut {
            self.row(
                &format!("The trace is cut off at byte {cut}; the counts are of what there is."),
                Ink::Cut,
            );
        }
    }

    /// The searches of the root, and how much each was larger than the one before.
    fn rounds(&mut self) {
        self.section(&format!("{:<6} {:>12} {:>8} {:>10}", "depth", "nodes", "growth", "score"));
        let white = self.recording.header.scale;
        let mut before: Option<u64> = None;
        let depths: Vec<u8> = {
            let mut depths: Vec<u8> = self.tally.rounds.iter().map(|round| round.depth).collect();
            depths.dedup();
            depths
        };
        for depth in depths {
            let of_depth: Vec<_> = self.tally.rounds.iter().filter(|round| round.depth == depth).collect();
            let nodes: u64 = of_depth.iter().map(|round| round.nodes).fold(0, u64::saturating_add);
            let growth = before
                .filter(|&before| before > 0)
                .map_or_else(String::new, |before| format!("× {:.2}", nodes as f64 / before as f64));
            let score = of_depth.iter().rev().find_map(|round| round.score);
            let score = score.map_or_else(|| "-".to_owned(), |score| white.show_signed(score));
            self.row(&format!("{depth:<6} {nodes:>12} {growth:>8} {score:>10}"), Ink::Plain);
            before = Some(nodes);
        }
        self.row("(scores are of the side to move at the root)", Ink::Faint);
    }

    fn plies(&mut self) {
        self.section(&format!("{:<6} {:>12} {:>12} {:>10}", "ply", "nodes", "inner", "branching"));
        let most = self.tally.plies.iter().map(|ply| ply.nodes).max().unwrap_or(1);
        let tally = self.tally;
        for (ply, counts) in tally.plies.iter().enumerate() {
            let below = tally.plies.get(ply + 1).map_or(0, |below| below.nodes);
            let branching = if counts.inner > 0 {
                format!("{:.2}", below as f64 / counts.inner as f64)
            } else {
                String::new()
            };
            let left = format!("{ply:<6} {:>12} {:>12} {branching:>10}  ", counts.nodes, counts.inner);
            let room = self.style.width.saturating_sub(left.chars().count());
            self.row(&format!("{left}{}", bar(counts.nodes, most, room.min(60))), Ink::Plain);
        }
        let inner: u64 = tally.plies.iter().map(|ply| ply.inner).sum();
        if inner > 0 {
            let below: u64 = tally.plies.iter().skip(1).map(|ply| ply.nodes).sum();
            self.row(&format!("mean branching {:.2}", below as f64 / inner as f64), Ink::Plain);
        }
    }

    fn reasons(&mut self) {
        let tally = self.tally;
        let rows = Why::ALL.iter().map(|&why| (tally.left(why), why.name(), why.words()));
        self.share("nodes were left because", rows.collect());
    }

    fn ways(&mut self) {
        let rows = How::ALL.iter().map(|&how| (self.tally.ways[how as usize], how.name(), ""));
        self.share("nodes were searched as", rows.collect());
    }

    fn skips(&mut self) {
        let tally = self.tally;
        let rows = Why::ALL.iter().map(|&why| (tally.skipped(why), why.name(), why.words()));
        self.share("moves were passed over because", rows.collect());
    }

    /// A table of shares with bars, the greatest first.
    fn share(&mut self, title: &str, mut rows: Vec<(u64, &str, &str)>) {
        rows.retain(|row| row.0 > 0);
        rows.sort_by_key(|row| std::cmp::Reverse(row.0));
        let total: u64 = rows.iter().map(|row| row.0).fold(0, u64::saturating_add);
        if total == 0 {
            return;
        }
        self.section(&format!("{total} {title}"));
        let most = rows[0].0;
        for (count, word, words) in rows {
            let share = 100.0 * count as f64 / total as f64;
            let left = format!("  {word:<17} {count:>12} {share:>5.1} %  ");
            let bar = bar(count, most, 24);
            self.row(&format!("{left}{bar:<24} {words}"), Ink::Plain);
        }
    }

    fn cutoffs(&mut self) {
        let cutoffs = self.tally.cutoffs;
        let total: u64 = cutoffs.iter().sum();
        if total == 0 {
            return;
        }
        self.section(&format!("{total} cutoffs by a move"));
        for (count, which) in cutoffs.into_iter().zip(["the first", "the second", "the third", "a later one"])
        {
            let share = 100.0 * count as f64 / total as f64;
            self.row(
                &format!("  by {which:<12} {count:>12} {share:>5.1} %  {}", bar(count, total, 24)),
                Ink::Plain,
            );
        }
    }

    fn table(&mut self) {
        let [exact, lower, upper] = self.tally.table;
        let found = exact + lower + upper;
        if found == 0 {
            return;
        }
        let (nodes, used) = (self.tally.nodes().max(1), self.tally.left(Why::Table));
        let share = |count: u64| 100.0 * count as f64 / nodes as f64;
        self.section("transposition table");
        self.row(&format!("  found at {found} nodes ({:.1} %): {exact} exact, {lower} lower bounds, {upper} upper bounds", share(found)), Ink::Plain);
        self.row(&format!("  settled {used} nodes ({:.1} %)", share(used)), Ink::Plain);
    }

    fn playouts(&mut self) {
        let playouts = &self.tally.playouts.ended;
        let rows = Why::ALL
            .iter()
            .map(|&why| (playouts.get(why as usize).copied().unwrap_or(0), why.name(), why.words()));
        self.share("playouts ended with", rows.collect());
    }
}

/// A bar, full where the count is the most there is. The last eighths of a letter tell the rest.
fn bar(count: u64, most: u64, width: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (count as f64 / most.max(1) as f64 * width as f64 * 8.0).round() as usize;
    // Whatever there is can be seen.
    let eighths = eighths.max(usize::from(count > 0));
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

#[cfg(test)]
mod tests {
    use super::bar;

    #[test]
    fn bars_are_as_long_as_their_share() {
        assert_eq!(bar(10, 10, 4), "████");
        assert_eq!(bar(5, 10, 4), "██");
        assert_eq!(bar(1, 32, 4), "▏");
        assert_eq!(bar(1, 1_000_000, 4), "▏");
        assert_eq!(bar(0, 10, 4), "");
    }
}
