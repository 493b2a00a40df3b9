//! `kempelen think`: one answer per position.

use std::io::Write;

use clap::Args;
use kempelen_cabinet::json::details_to_json;
use kempelen_engine::{Ask, Capability, Engine, Handicap, OwnTerms, Report, Score, Stop};
use kempelen_rules::{AnyGame, AnyPosition};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::game::MoveTexts;
use super::own_terms;
use crate::engine::{EngineChoice, ThinkingBudget};
use crate::failure::Failure;
use crate::input::{self, RequestLines, TooLong};
use crate::rules::RulesArg;
use crate::words;

/// Ask an engine for its move, its score and its line, one answer per position.
#[derive(Args)]
#[command(
    after_help = "With --fens, each line of the input is a FEN, or a JSON object with `fen` and, as wanted, `moves`, \
`variant`, `depth`, `nodes`, `movetime` and `options` (an object). Each gets a line of output in the same order: `fen`, \
`best`, `score` ({\"cp\": n} or {\"mate\": n}, seen from the side to move), `pv`, `nodes`, `ms`, and what the engine \
adds; or `error`. Microchess also takes its own piece lists `board` and `bk` (16 bytes in hexadecimal each), with \
`computer` (w or b) and `level`.\n\n\
Example: kempelen think --engine sameshi --fen '7k/5Q2/6K1/8/8/8/8/8 w - - 0 1' --depth 3"
)]
pub(crate) struct ThinkArgs {
    #[command(flatten)]
    choice: EngineChoice,

    /// The game [default: what the FEN looks like].
    #[arg(long, value_enum, ignore_case = true)]
    variant: Option<RulesArg>,

    /// The position; the start of the game if left out.
    #[arg(long, conflicts_with = "fens")]
    fen: Option<String>,

    /// Read positions from a file, one a line; `-` is standard input.
    #[arg(long, value_name = "FILE")]
    fens: Option<String>,

    /// Moves to play before thinking, in UCI's spelling or in algebraic notation.
    #[arg(long, value_name = "MOVE", num_args = 0.., conflicts_with = "fens")]
    moves: Vec<String>,

    #[command(flatten)]
    budget: ThinkingBudget,

    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

impl ThinkArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        match &self.fens {
            Some(path) => self.run_many(path, output),
            None => self.run_one(output),
        }
    }

    fn run_one(&self, output: &mut impl Write) -> Result<(), Failure> {
        let question = ThinkQuestion {
            fen: self.fen.clone(),
            moves: Some(MoveTexts::List(
                self.moves.iter().flat_map(|text| text.split_whitespace()).map(str::to_owned).collect(),
            )),
            ..ThinkQuestion::default()
        };
        let mut engine = self.choice.open()?;
        let terms = self.fen.clone().filter(|_| self.moves.is_empty()).map(OwnTerms::Fen);
        let own = terms.and_then(|terms| think_in_own_terms(&mut *engine, &terms, self.budget));
        let (fen, position, report) = if let Some(report) = own {
            (self.fen.clone().unwrap_or_default(), None, report?)
        } else {
            let game = self.game(&question)?;
            (game.position().fen(), Some(game.position()), think(&mut *engine, &game, self.budget)?)
        };
        if self.json {
            serde_json::to_writer(&mut *output, &ThinkAnswer::new(fen, position.as_ref(), report))?;
            return Ok(writeln!(output)?);
        }
        Ok(show(&*engine, position.as_ref(), &report, output)?)
    }

    /// Answers each line before the next is read, so that a program may ask and wait in turn.
    fn run_many(&self, path: &str, output: &mut impl Write) -> Result<(), Failure> {
        let mut engine = self.choice.open()?;
        let mut lines = RequestLines::new(input::open(path)?);
        while let Some(line) = lines.next()? {
            let answer = match line {
                Ok(line) => self.answer(&mut engine, line),
                Err(TooLong) => Err(Failure::input(TooLong)),
            };
            let answer = answer.unwrap_or_else(|failure| json!({"error": failure.to_string()}).to_string());
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
        Ok(())
    }

    /// The line of output for a line of input.
    fn answer(&self, engine: &mut Box<dyn Engine>, line: &[u8]) -> Result<String, Failure> {
        let text = str::from_utf8(line).map_err(|_| Failure::input("the line is not UTF-8"))?;
        let fields: Map<String, Value> = if text.starts_with('{') {
            serde_json::from_str(text).map_err(|error| bad_line(&error))?
        } else {
            Map::from_iter([("fen".to_owned(), text.into())])
        };
        let mut question = ThinkQuestion::deserialize(&fields).map_err(|error| bad_line(&error))?;
        if let Some(level) = question.level.take()
            && let Some(Handicap::Levels(option)) = engine.about().handicap()
        {
            question.options.insert(option.to_owned(), level);
        }
        let budget = question.budget.or(self.budget);
        let mut apart;
        let engine = if question.options.is_empty() {
            &mut **engine
        } else {
            // What is set for one line must not last for the next.
            apart = self.choice.open()?;
            for (name, value) in &question.options {
                apart.set_option(name, &plain(value)).map_err(Failure::input)?;
            }
            &mut *apart
        };
        let fen = question.fen.clone();
        let terms =
            engine.about().can(Capability::HasOwnTerms).then(|| own_terms::read(&fields)).transpose()?;
        let own = terms.flatten().and_then(|terms| think_in_own_terms(engine, &terms, budget));
        if let Some(report) = own {
            return Ok(serde_json::to_string(&ThinkAnswer::new(fen.unwrap_or_default(), None, report?))?);
        }
        let fen = fen.ok_or_else(|| Failure::input("there is no `fen`"))?;
        let game = self.game(&question)?;
        let report = think(engine, &game, budget)?;
        // A FEN is given back as it came; after moves the question is about another position.
        let fen = if game.moves().is_empty() { fen } else { game.position().fen() };
        Ok(serde_json::to_string(&ThinkAnswer::new(fen, Some(&game.position()), report))?)
    }

    /// The game that a question is about.
    fn game(&self, question: &ThinkQuestion) -> Result<AnyGame, Failure> {
        let fen = question.fen.as_deref();
        let asked = question.variant.as_deref().map(RulesArg::from_name).transpose()?;
        let rules = RulesArg::asked_or_guessed(asked.or(self.variant), fen);
        let mut game = AnyGame::new(rules.position(fen)?);
        for text in question.moves.iter().flat_map(MoveTexts::texts) {
            game.play(game.position().read_move(text).map_err(Failure::input)?);
        }
        Ok(game)
    }
}

fn bad_line(error: &serde_json::Error) -> Failure {
    Failure::Input(format!("the line is no question: {error}"))
}

/// Some machines understand more than the laws allow: a position as they themselves hold it, or one that no game can
/// lead to. Nothing comes of it where the question is an ordinary one.
fn think_in_own_terms(
    engine: &mut dyn Engine,
    terms: &OwnTerms,
    budget: ThinkingBudget,
) -> Option<Result<Report, Failure>> {
    let limits = budget.limits(engine);
    engine.think_in_own_terms(terms, limits).map(|answer| answer.map_err(Failure::from))
}

/// A line of input. It may say more than we ask for.
#[derive(Deserialize, Default)]
struct ThinkQuestion {
    fen: Option<String>,
    moves: Option<MoveTexts>,
    variant: Option<String>,
    #[serde(flatten)]
    budget: ThinkingBudget,
    /// Short for the option of that name, where the engine has one.
    level: Option<Value>,
    #[serde(default)]
    options: Map<String, Value>,
}

/// A value as one would type it.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Asks, with nothing left over from the question before.
fn think(engine: &mut dyn Engine, game: &AnyGame, budget: ThinkingBudget) -> Result<Report, Failure> {
    engine.new_game();
    let limits = budget.limits(engine);
    Ok(engine.think(Ask::new(game, limits, &Stop::new(), &mut |_| ()))?)
}

/// What is printed, in this order. What an engine says of itself under one of these names takes its place.
#[derive(Serialize)]
struct ThinkAnswer {
    fen: Value,
    best: Value,
    score: Value,
    pv: Value,
    nodes: Value,
    ms: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    resigns: Option<String>,
    #[serde(flatten)]
    details: Map<String, Value>,
}

impl ThinkAnswer {
    /// The answer about a position, or about one that only the machine knows.
    fn new(fen: String, position: Option<&AnyPosition>, report: Report) -> Self {
        let line: Vec<String> = match position {
            Some(position) => words::uci_line(position, report.pv()),
            None => report.pv().iter().map(ToString::to_string).collect(),
        };
        let best = report.best.map(|m| position.map_or_else(|| m.to_string(), |position| position.uci(m)));
        let score = report.score();
        let mut details = details_to_json(&report.details);
        let Report { nodes, time, resigns, .. } = report;
        let mut or = |name: &str, value: Value| details.remove(name).unwrap_or(value);
        Self {
            fen: or("fen", fen.into()),
            best: or("best", best.into()),
            score: or("score", score.map(score_as_json).into()),
            pv: or("pv", line.join(" ").into()),
            nodes: or("nodes", nodes.into()),
            ms: or("ms", (time.as_millis() as u64).into()),
            resigns,
            details,
        }
    }
}

fn score_as_json(score: Score) -> Value {
    match score {
        Score::Cp(cp) => json!({"cp": cp}),
        Score::Mate(moves) => json!({"mate": moves}),
    }
}

fn show(
    engine: &dyn Engine,
    position: Option<&AnyPosition>,
    report: &Report,
    output: &mut impl Write,
) -> std::io::Result<()> {
    let name = engine.about().name;
    match (report.best, &report.resigns) {
        (Some(m), _) => match position {
            Some(position) => writeln!(output, "{name} plays {} ({})", position.san(m), position.uci(m))?,
            None => writeln!(output, "{name} plays {m}")?,
        },
        (None, Some(why)) => writeln!(output, "{name} resigns: {why}")?,
        (None, None) => writeln!(output, "{name} has no move here")?,
    }
    if let Some(score) = report.score() {
        writeln!(output, "score  {} for the side to move", words::score(score))?;
    }
    if let Some(position) = position.filter(|_| !report.pv().is_empty()) {
        writeln!(output, "line   {}", words::san_line(position, report.pv()))?;
    }
    writeln!(output, "nodes  {} in {} ms", report.nodes, report.time.as_millis())?;
    for (name, value) in &details_to_json(&report.details) {
        match value {
            // A table, a row a line.
            Value::Array(rows) if rows.iter().all(Value::is_object) => {
                writeln!(output, "{name}")?;
                rows.iter().try_for_each(|row| writeln!(output, "  {row}"))?;
            }
            _ => writeln!(output, "{name:<6} {value}")?,
        }
    }
    Ok(())
}
