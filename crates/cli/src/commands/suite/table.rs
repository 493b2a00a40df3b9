//! The summary of a suite.

use std::io::{self, Write};
use std::time::Duration;

use serde_json::{Value, json};

use super::TaskOutcome;
use super::grade::SuiteTask;

/// Results by theme, in the order in which the themes came.
#[derive(Default)]
pub(super) struct SuiteTable {
    rows: Vec<(String, SuiteRow)>,
}

/// The sums of some positions.
#[derive(Default, Clone, Copy)]
struct SuiteRow {
    positions: u32,
    solved: u32,
    points: u32,
    most_points: u32,
    /// The times to solution, of those that were solved.
    solution: Duration,
    time: Duration,
    nodes: u64,
}

impl SuiteRow {
    fn add(&mut self, other: Self) {
        self.positions += other.positions;
        self.solved += other.solved;
        self.points += other.points;
        self.most_points += other.most_points;
        self.solution += other.solution;
        self.time += other.time;
        self.nodes += other.nodes;
    }

    fn mean_solution(&self) -> Option<Duration> {
        (self.solved > 0).then(|| self.solution / self.solved)
    }
}

impl SuiteTable {
    pub(super) fn add(&mut self, task: &SuiteTask, result: &TaskOutcome) {
        let row = SuiteRow {
            positions: 1,
            solved: u32::from(result.solved),
            points: result.points,
            most_points: task.most_points().unwrap_or(0),
            solution: result.found.unwrap_or_default(),
            time: result.time,
            nodes: result.nodes,
        };
        match self.rows.iter_mut().find(|(theme, _)| theme == task.theme()) {
            Some((_, sum)) => sum.add(row),
            None => self.rows.push((task.theme().to_owned(), row)),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    fn total(&self) -> SuiteRow {
        let mut total = SuiteRow::default();
        self.rows.iter().for_each(|(_, row)| total.add(*row));
        total
    }

    pub(super) fn show(&self, engine: &str, output: &mut impl Write) -> io::Result<()> {
        let total = self.total();
        writeln!(output)?;
        let graded = total.most_points > 0;
        let points = if graded { "         points" } else { "" };
        writeln!(output, "{:<40} {:>12}{points}  to solution", engine, "solved")?;
        if self.rows.len() > 1 {
            for (theme, row) in &self.rows {
                show_row(theme, row, graded, output)?;
            }
        }
        show_row("all", &total, graded, output)?;
        let (nodes, seconds) = (total.nodes, total.time.as_secs_f64());
        writeln!(output, "{nodes} nodes in {seconds:.1} s")
    }

    pub(super) fn as_json(&self, engine: &str) -> Value {
        let row = |row: &SuiteRow| {
            let mut value = json!({
                "positions": row.positions,
                "solved": row.solved,
                "mean_solution_ms": row.mean_solution().map(|time| time.as_millis() as u64),
                "nodes": row.nodes,
                "ms": row.time.as_millis() as u64,
            });
            if row.most_points > 0 {
                value["points"] = row.points.into();
                value["most_points"] = row.most_points.into();
            }
            value
        };
        let mut value = row(&self.total());
        value["engine"] = engine.into();
        let themes = self.rows.iter().map(|(theme, sum)| (theme.clone(), row(sum)));
        value["themes"] = Value::Object(themes.collect());
        value
    }
}

fn show_row(name: &str, row: &SuiteRow, graded: bool, output: &mut impl Write) -> io::Result<()> {
    let percent = 100.0 * f64::from(row.solved) / f64::from(row.positions.max(1));
    let name: String = name.chars().take(40).collect();
    write!(output, "{name:<40} {:>5}/{:<4} {percent:>3.0}%", row.solved, row.positions)?;
    if graded {
        write!(output, " {:>6}/{:<6}", row.points, row.most_points)?;
    }
    match row.mean_solution() {
        Some(time) => writeln!(output, "  {:>8.2} s", time.as_secs_f64()),
        None => writeln!(output, "         -"),
    }
}
