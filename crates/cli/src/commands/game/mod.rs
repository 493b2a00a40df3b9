//! `kempelen game`: play moves and see what the laws say.

mod report;

use std::fmt::Display;
use std::io::Write;

use clap::Args;
use kempelen_rules::uci::MoveError;
use kempelen_rules::{AnyGame, AnyPosition, Move};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::input::{self, RequestLines, TooLong};
use crate::rules::RulesArg;
use report::{History, Now};

/// Play moves and see what the laws say.
///
/// Shows the position after the moves: board, FEN, the moves in algebraic notation, what is legal now, check,
/// repetition, counting, and whether the game is over.
#[derive(Args)]
#[command(
    after_help = "With --games, each line of the input is a JSON object with `start` (a FEN), `moves` (in \
UCI's spelling, separated by spaces) and, if wanted, `variant`. Each gets a line of output in the same order: `nlegal`, \
`check` and `fens` (one for each position, the first before any move), `san`, `final_fen`, `end` and `result`; or \
`error` and `ply`, the number of moves that could be played.\n\n\
Example: kempelen game --moves e4 e5 Nf3"
)]
pub(crate) struct GameArgs {
    /// The FEN to start from; the start of the game if left out.
    #[arg(long, value_name = "FEN", conflicts_with = "games")]
    start: Option<String>,

    /// The moves, in UCI's spelling (e2e4) or in algebraic notation (Nf3).
    #[arg(long, value_name = "MOVE", num_args = 0.., conflicts_with = "games")]
    moves: Vec<String>,

    /// The game [default: what the FEN looks like].
    #[arg(long, value_enum, ignore_case = true)]
    variant: Option<RulesArg>,

    /// Print one JSON object.
    #[arg(long)]
    json: bool,

    /// Read games from a file, a JSON object a line; `-` is standard input.
    #[arg(long, value_name = "FILE")]
    games: Option<String>,
}

impl GameArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        match &self.games {
            Some(path) => self.run_many(path, output),
            None => self.run_one(output),
        }
    }

    fn run_one(&self, output: &mut impl Write) -> Result<(), Failure> {
        let rules = RulesArg::asked_or_guessed(self.variant, self.start.as_deref());
        let moves = self.moves.iter().flat_map(|text| text.split_whitespace());
        let game = play(rules.position(self.start.as_deref())?, moves, AnyPosition::read_move)
            .map_err(|(ply, error)| Failure::Input(format!("move {}: {error}", ply + 1)))?;
        let now = Now::of(&game, rules);
        if !self.json {
            return Ok(now.show(&game, output)?);
        }
        serde_json::to_writer(&mut *output, &Everything { history: History::of(&game), now })?;
        Ok(writeln!(output)?)
    }

    /// Answers each line before the next is read, so that a program may ask and wait in turn.
    fn run_many(&self, path: &str, output: &mut impl Write) -> Result<(), Failure> {
        let mut lines = RequestLines::new(input::open(path)?);
        let (mut asked, mut understood) = (0, 0);
        while let Some(line) = lines.next()? {
            let answer = match line {
                Ok(line) => self.answer(line),
                Err(TooLong) => Err(GameRefusal::of_line(TooLong)),
            };
            asked += 1;
            understood += usize::from(answer.as_ref().map_or_else(|refusal| refusal.understood, |_| true));
            match answer {
                Ok(history) => serde_json::to_writer(&mut *output, &history)?,
                Err(refusal) => serde_json::to_writer(&mut *output, &refusal)?,
            }
            writeln!(output)?;
            output.flush()?;
        }
        match (asked, understood) {
            (0, _) => Err(Failure::input("there are no games in the input")),
            (_, 0) => Err(Failure::input("no line of the input could be read as a game")),
            _ => Ok(()),
        }
    }

    fn answer(&self, line: &[u8]) -> Result<History, GameRefusal> {
        let line: GameQuestion = serde_json::from_slice(line).map_err(GameRefusal::of_line)?;
        let fen = line.start.as_deref();
        let asked = line.variant.as_deref().map(RulesArg::from_name).transpose();
        let rules = RulesArg::asked_or_guessed(asked.map_err(GameRefusal::of_line)?.or(self.variant), fen);
        let start = rules.position(fen).map_err(GameRefusal::of_line)?;
        let moves = line.moves.unwrap_or_default();
        moves
            .play(start)
            .map(|game| History::of(&game))
            .map_err(|(ply, error)| GameRefusal::of_move(ply, &error))
    }
}

/// Plays moves one after the other; where one cannot be played, tells how many could.
fn play<'a>(
    start: AnyPosition,
    moves: impl Iterator<Item = &'a str>,
    read: fn(&AnyPosition, &str) -> Result<Move, MoveError>,
) -> Result<AnyGame, (usize, MoveError)> {
    let mut game = AnyGame::new(start);
    for (ply, text) in moves.enumerate() {
        game.play(read(&game.position(), text).map_err(|error| (ply, error))?);
    }
    Ok(game)
}

/// A line of input. It may say more than we ask for.
#[derive(Deserialize)]
#[serde(expecting = "an object with `start` and `moves`")]
struct GameQuestion {
    start: Option<String>,
    moves: Option<MoveTexts>,
    variant: Option<String>,
}

/// Moves in UCI's spelling.
#[derive(Deserialize)]
#[serde(untagged, expecting = "moves are a text or a list of texts")]
pub(super) enum MoveTexts {
    Text(String),
    List(Vec<String>),
}

impl Default for MoveTexts {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

impl MoveTexts {
    /// Plays them; where one cannot be played, tells how many could.
    pub(super) fn play(&self, start: AnyPosition) -> Result<AnyGame, (usize, MoveError)> {
        play(start, self.texts().into_iter(), AnyPosition::read_uci)
    }

    /// One by one.
    pub(super) fn texts(&self) -> Vec<&str> {
        match self {
            Self::Text(text) => text.split_whitespace().collect(),
            Self::List(texts) => texts.iter().map(String::as_str).collect(),
        }
    }
}

/// What is said of a line that could not be played through.
#[derive(Serialize)]
struct GameRefusal {
    error: String,
    ply: usize,
    /// Whether at least the start could be read.
    #[serde(skip)]
    understood: bool,
}

impl GameRefusal {
    fn of_line(reason: impl Display) -> Self {
        Self { error: reason.to_string(), ply: 0, understood: false }
    }

    fn of_move(ply: usize, error: &MoveError) -> Self {
        Self { error: error.to_string(), ply, understood: true }
    }
}

/// What `--json` prints of one game.
#[derive(Serialize)]
struct Everything {
    #[serde(flatten)]
    history: History,
    #[serde(flatten)]
    now: Now,
}
