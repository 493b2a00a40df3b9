//! `kempelen suite`: positions with known answers.

mod grade;
mod table;

use std::io::Write;
use std::time::Duration;

use clap::Args;
use kempelen_engine::{Ask, Engine, Info, Report, Stop};
use kempelen_rules::epd::Epd;
use kempelen_rules::{AnyGame, Move};
use serde_json::{Value, json};

use crate::engine::{EngineChoice, ThinkingBudget};
use crate::failure::Failure;
use crate::input::{self, RequestLines, TooLong};
use crate::rules::RulesArg;
use grade::SuiteTask;
use table::SuiteTable;

/// Try an engine on a test suite: positions whose best moves are known.
///
/// A position is a line of EPD with `bm` (the best moves) or `am` (moves to avoid). Where it gives points to several
/// moves, as the Strategic Test Suite does (`c0 "f5=100, Bf2=46"`, or `c8` and `c9`), those are added up. The time to
/// solution is when the engine found a right move that it did not leave again.
#[derive(Args)]
#[command(after_help = "Example: kempelen suite wac.epd --engine sargon --movetime 500")]
pub(crate) struct SuiteArgs {
    /// The file; `-` is standard input.
    file: String,

    #[command(flatten)]
    choice: EngineChoice,

    #[command(flatten)]
    budget: ThinkingBudget,

    /// The game.
    #[arg(long, value_enum, default_value_t = RulesArg::CHESS, ignore_case = true)]
    variant: RulesArg,

    /// Print a JSON object for each position, and one with the summary at the end.
    #[arg(long)]
    json: bool,
}

impl SuiteArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let mut lines = RequestLines::new(input::open(&self.file)?);
        let mut engine = self.choice.open()?;
        let mut table = SuiteTable::default();
        let mut number = 0;
        while let Some(line) = lines.next()? {
            number += 1;
            let line = line.map_err(|TooLong| self.refuse(number, &TooLong))?;
            let text = String::from_utf8_lossy(line);
            if text.starts_with('#') {
                continue;
            }
            let epd =
                Epd::read(self.variant.variant(), &text).map_err(|error| self.refuse(number, &error))?;
            let task = SuiteTask::of(&epd, number).map_err(|error| self.refuse(number, &error))?;
            let result = try_task(&mut *engine, &task, self.budget);
            self.tell(&task, &result, output)?;
            output.flush()?;
            table.add(&task, &result);
        }
        if table.is_empty() {
            return Err(Failure::Input(format!("{}: there are no positions in it", self.file)));
        }
        if self.json {
            serde_json::to_writer(&mut *output, &json!({"summary": table.as_json(engine.about().name)}))?;
            return Ok(writeln!(output)?);
        }
        Ok(table.show(engine.about().name, output)?)
    }

    fn refuse(&self, line: usize, reason: &dyn std::fmt::Display) -> Failure {
        Failure::Input(format!("{}, line {line}: {reason}", self.file))
    }

    fn tell(&self, task: &SuiteTask, result: &TaskOutcome, output: &mut impl Write) -> Result<(), Failure> {
        if self.json {
            serde_json::to_writer(&mut *output, &as_json(task, result))?;
            return Ok(writeln!(output)?);
        }
        let mark = if result.solved { "ok" } else { "--" };
        let played = result.best.map_or("no move".to_owned(), |m| task.position.san(m));
        let time = result.found.map_or(String::new(), |found| format!("{:.2} s", found.as_secs_f64()));
        let points = task.most_points().map_or(String::new(), |most| format!("{:>4}/{most}", result.points));
        let wanted = if result.solved { String::new() } else { format!("  {}", task.wanted()) };
        let trouble = result.trouble.as_ref().map_or(String::new(), |why| format!("  ({why})"));
        Ok(writeln!(output, "{mark} {:<32} {played:<8} {time:>8} {points}{wanted}{trouble}", task.id)?)
    }
}

/// What became of a task.
pub(super) struct TaskOutcome {
    best: Option<Move>,
    solved: bool,
    points: u32,
    /// When it found a right move for good.
    found: Option<Duration>,
    nodes: u64,
    time: Duration,
    /// Why there is no answer.
    trouble: Option<String>,
}

fn try_task(engine: &mut dyn Engine, task: &SuiteTask, budget: ThinkingBudget) -> TaskOutcome {
    engine.new_game();
    let game = AnyGame::new(task.position);
    let limits = budget.limits(engine);
    // When the first move of the line last became a right one.
    let mut found: Option<Duration> = None;
    let mut watch = |info: &Info| {
        if let Some((1, line)) = &info.line
            && let Some(&m) = line.pv.first()
        {
            found = if task.is_right(m) { found.or(Some(info.time)) } else { None };
        }
    };
    let (report, trouble) = match engine.think(Ask::new(&game, limits, &Stop::new(), &mut watch)) {
        Ok(report) => {
            let trouble = report.resigns.clone();
            (report, trouble)
        }
        Err(error) => (Report::default(), Some(error.to_string())),
    };
    let solved = report.best.is_some_and(|m| task.is_right(m));
    TaskOutcome {
        best: report.best,
        solved,
        points: report.best.map_or(0, |m| task.points(m)),
        // An engine that says nothing on the way has found it when it says so.
        found: solved.then(|| found.unwrap_or(report.time)),
        nodes: report.nodes,
        time: report.time,
        trouble,
    }
}

fn as_json(task: &SuiteTask, result: &TaskOutcome) -> Value {
    let mut value = json!({
        "id": task.id,
        "fen": task.position.fen(),
        "best": result.best.map(|m| task.position.uci(m)),
        "solved": result.solved,
        "solution_ms": result.found.map(|found| found.as_millis() as u64),
        "nodes": result.nodes,
        "ms": result.time.as_millis() as u64,
    });
    if let Some(most) = task.most_points() {
        value["points"] = result.points.into();
        value["most_points"] = most.into();
    }
    if let Some(why) = &result.trouble {
        value["error"] = why.as_str().into();
    }
    value
}
