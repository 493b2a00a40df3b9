//! `kempelen explain`: what is wrong with a move, or right, in a player's words.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;
use kempelen_coach::{ExplainError, Matter, MoveExplanation, blind_spot, explain};
use kempelen_engine::{Capability, Engine, Limits, Stop};
use kempelen_rules::{AnyGame, AnyPosition, Color};
use serde::{Deserialize, Serialize};

use crate::engine::{EngineChoice, ThinkingBudget};
use crate::failure::Failure;
use crate::input::{self, RefusedLine, RequestLines};
use crate::rules::RulesArg;

/// How many nodes a machine looks at for its own choice where nobody says how long.
const USUAL_NODES: u64 = 200_000;

/// Explain a move in three sentences: what speaks against it, which motif that is, and what is better.
///
/// The machine is asked for its own choice and then, to the same depth, about the move. What a machine of the museum
/// cannot see is told by the modern engine.
#[derive(Args)]
#[command(
    after_help = "With --cases, each line of the input is a JSON object with `fen`, `move` and, if wanted, `nodes` and \
`variant`. Each gets a line of output in the same order: `move`, `verdict` (`as good`, `slightly worse`, `inaccuracy`, \
`mistake`, `blunder`, `allows mate in 3`, ...), `best`, `refutation` (the answer to the move and what follows, in UCI's \
spelling), `swing_cp` (what the move loses, in hundredths of a pawn; a mate counts as a hundred pawns), `motifs`, \
`sentences`, `score` and `best_score` (for the side to move), `depth`, `nodes` and `milliseconds`; or `error`.\n\n\
Example: kempelen explain --fen 'r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3' --move Be7"
)]
pub(crate) struct ExplainArgs {
    /// The position before the move; the start of the game if left out.
    #[arg(long, conflicts_with = "cases")]
    fen: Option<String>,

    /// The move, in UCI's spelling (e2e4) or in algebraic notation (Nf3).
    #[arg(long = "move", value_name = "MOVE", required_unless_present = "cases", conflicts_with = "cases")]
    text: Option<String>,

    /// Read cases from a file, a JSON object a line; `-` is standard input.
    #[arg(long, value_name = "FILE")]
    cases: Option<String>,

    /// The game, where a case does not name it [default: what the FEN looks like].
    #[arg(long, value_enum, ignore_case = true)]
    variant: Option<RulesArg>,

    /// Show what the sentences are made of, too: lines, choices by depth, and what moved in the judgement.
    #[arg(long)]
    details: bool,

    /// Print one JSON object.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    choice: EngineChoice,
    #[command(flatten)]
    budget: ThinkingBudget,
}

impl ExplainArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let mut house = House::open(&self.choice)?;
        let Some(path) = &self.cases else { return self.run_one(&mut house, output) };
        let mut lines = RequestLines::new(input::open(path)?);
        let (mut asked, mut answered) = (0, 0);
        while let Some(line) = lines.next()? {
            asked += 1;
            match line.map_err(Failure::input).and_then(|line| self.answer(&mut house, line)) {
                Ok(answer) => {
                    answered += 1;
                    serde_json::to_writer(&mut *output, &answer)?;
                }
                Err(error) => serde_json::to_writer(&mut *output, &RefusedLine { error: error.to_string() })?,
            }
            writeln!(output)?;
            output.flush()?;
        }
        match (asked, answered) {
            (0, _) => Err(Failure::input("there are no cases in the input")),
            (_, 0) => Err(Failure::input("no case of the input could be answered")),
            _ => Ok(()),
        }
    }

    fn run_one(&self, house: &mut House, output: &mut impl Write) -> Result<(), Failure> {
        let text = self.text.as_deref().unwrap_or_default();
        let game = self.game(self.fen.as_deref(), None)?;
        let answer = house.explain(&game, text, self.budget)?;
        if self.json {
            serde_json::to_writer(&mut *output, &ExplainAnswer::of(&game.position(), &answer))?;
            return Ok(writeln!(output)?);
        }
        for sentence in &answer.told.sentences {
            writeln!(output, "{sentence}")?;
        }
        if self.details {
            show_details(&game.position(), &answer.told, output)?;
        }
        Ok(())
    }

    fn answer(&self, house: &mut House, line: &[u8]) -> Result<ExplainAnswer, Failure> {
        let case: ExplainCase = serde_json::from_slice(line)
            .map_err(|error| Failure::Input(format!("the line is no case: {error}")))?;
        let game = self.game(Some(&case.fen), case.variant.as_deref())?;
        let asked =
            ThinkingBudget { nodes: case.nodes.map(|nodes| nodes.max(1)), ..ThinkingBudget::default() };
        let answer = house.explain(&game, &case.text, asked.or(self.budget))?;
        Ok(ExplainAnswer::of(&game.position(), &answer))
    }

    fn game(&self, fen: Option<&str>, variant: Option<&str>) -> Result<AnyGame, Failure> {
        let asked = variant.map(RulesArg::from_name).transpose()?.or(self.variant);
        Ok(AnyGame::new(RulesArg::asked_or_guessed(asked, fen).position(fen)?))
    }
}

/// Who explains: a machine and, where it looks no further than it was built to, a stronger one as referee.
struct House {
    engine: Box<dyn Engine>,
    referee: Option<Box<dyn Engine>>,
}

/// An explanation and how long it took.
struct TimedExplanation {
    told: MoveExplanation,
    time: Duration,
}

impl House {
    fn open(choice: &EngineChoice) -> Result<Self, Failure> {
        let engine = choice.open()?;
        let is_limited = !engine.about().can(Capability::ThinksUntilStopped);
        let modern = EngineChoice { engine: None, options: Vec::new() };
        let referee = is_limited.then(|| modern.open()).transpose()?;
        Ok(Self { engine, referee })
    }

    fn explain(
        &mut self,
        game: &AnyGame,
        text: &str,
        budget: ThinkingBudget,
    ) -> Result<TimedExplanation, Failure> {
        let m = game.position().read_move(text).map_err(Failure::input)?;
        let (start, stop) = (Instant::now(), Stop::new());
        let is_limited = self.referee.is_some();
        let limits = if budget.is_empty() && !is_limited {
            Limits::nodes(USUAL_NODES)
        } else {
            budget.limits(&*self.engine)
        };
        self.engine.new_game();
        let mut told = explain(&mut *self.engine, &Matter { game, m, limits, stop: &stop })?;
        if let Some(referee) = &mut self.referee
            && referee.about().variants.contains(&game.variant())
        {
            let limits = if budget.is_empty() { Limits::nodes(USUAL_NODES) } else { limits };
            referee.new_game();
            let better = explain(&mut **referee, &Matter { game, m, limits, stop: &stop })?;
            let names = [self.engine.about().name, referee.about().name];
            told.sentences.extend(blind_spot(game, [&told, &better], names));
        }
        Ok(TimedExplanation { told, time: start.elapsed() })
    }
}

/// A line of input. It may say more than we ask for.
#[derive(Deserialize)]
struct ExplainCase {
    fen: String,
    #[serde(rename = "move")]
    text: String,
    nodes: Option<u64>,
    variant: Option<String>,
}

/// What is printed of a case.
#[derive(Serialize)]
struct ExplainAnswer {
    #[serde(rename = "move")]
    m: String,
    verdict: String,
    best: String,
    refutation: Vec<String>,
    swing_cp: i32,
    motifs: Vec<&'static str>,
    sentences: Vec<String>,
    score: String,
    best_score: String,
    depth: u8,
    nodes: u64,
    milliseconds: u64,
}

impl ExplainAnswer {
    fn of(start: &AnyPosition, answer: &TimedExplanation) -> Self {
        let TimedExplanation { told, time } = answer;
        let mut here = start.play(told.own.m);
        let refutation = told.refutation.iter().map(|&m| {
            let text = here.uci(m);
            here = here.play(m);
            text
        });
        Self {
            refutation: refutation.collect(),
            m: start.uci(told.own.m),
            verdict: told.verdict(),
            best: start.uci(told.best.m),
            swing_cp: told.swing(),
            motifs: told.motifs(),
            sentences: told.sentences.clone(),
            score: told.own.score.to_string(),
            best_score: told.best.score.to_string(),
            depth: told.own.depth,
            nodes: told.nodes,
            milliseconds: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
        }
    }
}

fn show_details(start: &AnyPosition, told: &MoveExplanation, output: &mut impl Write) -> std::io::Result<()> {
    let white = |score: kempelen_engine::Score| match start.turn() {
        Color::White => score,
        Color::Black => score.flip(),
    };
    writeln!(output, "\nScores are White's, as UCI writes them.")?;
    for (what, answer) in [("the move", &told.own), ("the best", &told.best)] {
        let line = start.san_line(&answer.line).join(" ");
        writeln!(
            output,
            "{what:<9} depth {:>2}  {:<10} {line}",
            answer.depth,
            white(answer.score).to_string()
        )?;
    }
    writeln!(output, "motifs    {}", told.motifs().join(", "))?;
    for &(depth, m, score) in &told.course {
        writeln!(output, "choice    depth {depth:>2}  {:<10} {}", white(score).to_string(), start.san(m))?;
    }
    for shift in &told.shifts {
        writeln!(output, "judgement {:+7.2}  {}", shift.shift / 100.0, shift.name)?;
    }
    Ok(())
}

impl From<ExplainError> for Failure {
    fn from(error: ExplainError) -> Self {
        match error {
            ExplainError::Engine(error) => error.into(),
            ExplainError::Illegal | ExplainError::Silent(_) => Self::input(error),
        }
    }
}
