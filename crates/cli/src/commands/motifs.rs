//! `kempelen motifs`: what a line is about.

use std::io::Write;

use clap::Args;
use kempelen_motifs::{AnyLine, Finding, MaterialLedger, names};
use kempelen_rules::{AnyGame, AnyPosition, SquareSet};
use serde::{Deserialize, Serialize};

use super::game::MoveTexts;
use crate::failure::Failure;
use crate::input::{self, RefusedLine, RequestLines};
use crate::rules::RulesArg;

/// Say what a line is about: fork, pin, sacrifice, the name of a mate, and who does what to whom.
///
/// The motifs are those of the side that makes the last move of the line, so a line may begin with the mistake that it
/// refutes. docs/motifs.md has the definitions.
#[derive(Args)]
#[command(
    after_help = "With --lines, each line of the input is a JSON object with `fen`, `moves` (in UCI's spelling, a list \
or one text) and, if wanted, `variant`. Each gets a line of output in the same order: `motifs` (their names), `solver` (w or \
b), `gain` (what the solver wins, in hundredths of a pawn, the last exchange played out) and `findings`, each with `motif`, \
`ply` and `move` (the move of the line that shows it, the first = 0), `fen` (the board to look at), the squares `by`, \
`targets` and `behind` on that board, and `words`; or `error`.\n\n\
Example: kempelen motifs --fen 'r3k3/p4ppp/1p6/1N6/8/8/PP3PPP/6K1 w q - 0 1' --moves b5c7 e8d7 c7a8"
)]
pub(crate) struct MotifsArgs {
    /// The position before the line; the start of the game if left out.
    #[arg(long, conflicts_with = "lines")]
    fen: Option<String>,

    /// The moves, in UCI's spelling (e2e4) or in algebraic notation (Nf3).
    #[arg(long, value_name = "MOVE", num_args = 0.., conflicts_with = "lines")]
    moves: Vec<String>,

    /// Read lines from a file, a JSON object a line; `-` is standard input.
    #[arg(long, value_name = "FILE")]
    lines: Option<String>,

    /// The game, where a line does not name it [default: what the FEN looks like].
    #[arg(long, value_enum, ignore_case = true)]
    variant: Option<RulesArg>,

    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

impl MotifsArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        match &self.lines {
            Some(path) => self.run_many(path, output),
            None => self.run_one(output),
        }
    }

    fn run_one(&self, output: &mut impl Write) -> Result<(), Failure> {
        let mut game = AnyGame::new(self.start(self.fen.as_deref(), None)?);
        for (ply, text) in self.moves.iter().flat_map(|text| text.split_whitespace()).enumerate() {
            let m = game.position().read_move(text);
            game.play(m.map_err(|error| Failure::Input(format!("move {}: {error}", ply + 1)))?);
        }
        let line = AnyLine::new(game.start(), game.moves()).map_err(Failure::input)?;
        if self.json {
            serde_json::to_writer(&mut *output, &MotifsAnswer::of(&line))?;
            return Ok(writeln!(output)?);
        }
        Ok(show(&line, output)?)
    }

    /// Answers each line before the next is read, so that a program may ask and wait in turn.
    fn run_many(&self, path: &str, output: &mut impl Write) -> Result<(), Failure> {
        let mut lines = RequestLines::new(input::open(path)?);
        let (mut asked, mut answered) = (0, 0);
        while let Some(line) = lines.next()? {
            asked += 1;
            match line.map_err(Failure::input).and_then(|line| self.answer(line)) {
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
            (0, _) => Err(Failure::input("there are no lines in the input")),
            (_, 0) => Err(Failure::input("no line of the input could be understood")),
            _ => Ok(()),
        }
    }

    fn answer(&self, line: &[u8]) -> Result<MotifsAnswer, Failure> {
        let question: MotifsQuestion = serde_json::from_slice(line)
            .map_err(|error| Failure::Input(format!("the line is no question: {error}")))?;
        let start = self.start(Some(&question.fen), question.variant.as_deref())?;
        let game = question
            .moves
            .play(start)
            .map_err(|(ply, error)| Failure::Input(format!("move {}: {error}", ply + 1)))?;
        let line = AnyLine::new(start, game.moves()).map_err(Failure::input)?;
        Ok(MotifsAnswer::of(&line))
    }

    fn start(&self, fen: Option<&str>, variant: Option<&str>) -> Result<AnyPosition, Failure> {
        let asked = variant.map(RulesArg::from_name).transpose()?.or(self.variant);
        RulesArg::asked_or_guessed(asked, fen).position(fen)
    }
}

/// A line of input. It may say more than we ask for.
#[derive(Deserialize)]
struct MotifsQuestion {
    fen: String,
    moves: MoveTexts,
    variant: Option<String>,
}

/// What is printed of a line.
#[derive(Serialize)]
struct MotifsAnswer {
    motifs: Vec<&'static str>,
    solver: char,
    gain: i32,
    findings: Vec<ToldFinding>,
}

#[derive(Serialize)]
struct ToldFinding {
    motif: &'static str,
    ply: usize,
    #[serde(rename = "move")]
    m: String,
    fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    targets: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    behind: Option<String>,
    words: String,
}

impl MotifsAnswer {
    fn of(line: &AnyLine) -> Self {
        let found = line.motifs();
        Self {
            motifs: names(&found),
            solver: line.solver().letter(),
            gain: line.ledger().gain(),
            findings: found.iter().map(|finding| ToldFinding::of(line, finding)).collect(),
        }
    }
}

impl ToldFinding {
    fn of(line: &AnyLine, finding: &Finding) -> Self {
        let squares = |set: SquareSet| set.into_iter().map(|square| square.to_string()).collect();
        Self {
            motif: finding.motif.name(),
            ply: finding.ply,
            m: move_of(line, finding, AnyPosition::uci),
            fen: line.board(finding.board).map(|board| board.fen()).unwrap_or_default(),
            by: finding.by.map(|square| square.to_string()),
            targets: squares(finding.targets),
            behind: finding.behind.map(|square| square.to_string()),
            words: line.words(finding),
        }
    }
}

/// The move that shows a motif, in a spelling.
fn move_of(
    line: &AnyLine,
    finding: &Finding,
    write: impl Fn(&AnyPosition, kempelen_rules::Move) -> String,
) -> String {
    let played = line.board(finding.ply).zip(line.moves().get(finding.ply));
    played.map(|(board, &m)| write(&board, m)).unwrap_or_default()
}

fn show(line: &AnyLine, output: &mut impl Write) -> std::io::Result<()> {
    let found = line.motifs();
    if found.is_empty() {
        writeln!(output, "no motif that has a name")?;
    }
    for finding in &found {
        let san = move_of(line, finding, AnyPosition::san);
        writeln!(output, "{:<18} {san:<8} {}", finding.motif, line.words(finding))?;
    }
    let MaterialLedger { start, end, settled, .. } = line.ledger();
    let pawns = |hundredths: i32| f64::from(hundredths) / 100.0;
    writeln!(
        output,
        "material           {:+.1} for {} at first, {:+.1} at the end, {:+.1} when exchanges are over",
        pawns(start),
        line.solver(),
        pawns(end),
        pawns(settled)
    )
}
