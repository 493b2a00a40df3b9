//! `kempelen encode`: what a network sees of a game.

use std::io::Write;

use clap::Args;
use kempelen_rules::with_game;
use kempelen_zero::Encoded;
use kempelen_zero::encode::DEFAULT_STEPS;
use serde::Deserialize;

use super::game::MoveTexts;
use crate::failure::Failure;
use crate::input::{self, RefusedLine, RequestLines};
use crate::rules::RulesArg;

/// Turn games into the tensors and policy indices that a network learns from.
///
/// Each line of the input is a JSON object with `start` (a FEN), `moves` (in UCI's spelling, a list or one text) and
/// `history_steps`; what is left out is the start of the game, no moves, and 8. Each gets a line of output in the same
/// order.
#[derive(Args)]
#[command(
    after_help = "A line of output says what the input said, and `fen` (the last position), `runs` (the cells of \
its tensor that are not zero, as [first index, length, value]), `policy` (the index of every legal move), `repetitions`, \
`in_check`, `checkmate`, `stalemate`, `draw`, `game_over` and `result` (seen by the side to move, or null); or `error`.\n\n\
Example: echo '{\"moves\": \"e2e4 e7e5\", \"history_steps\": 2}' | kempelen encode --games -"
)]
pub(crate) struct EncodeArgs {
    /// Read games from a file, a JSON object a line; `-` is standard input.
    #[arg(long, value_name = "FILE")]
    games: String,

    /// The game, where a line does not name it [default: what the FEN looks like].
    #[arg(long, value_enum, ignore_case = true)]
    variant: Option<RulesArg>,
}

impl EncodeArgs {
    /// Answers each line before the next is read, so that a program may ask and wait in turn.
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let mut lines = RequestLines::new(input::open(&self.games)?);
        let (mut asked, mut answered) = (0, 0);
        while let Some(line) = lines.next()? {
            asked += 1;
            let answer = line.map_err(|error| error.to_string()).and_then(|line| self.answer(line));
            match answer {
                Ok(encoded) => {
                    answered += 1;
                    serde_json::to_writer(&mut *output, &encoded)?;
                }
                Err(error) => serde_json::to_writer(&mut *output, &RefusedLine { error })?,
            }
            writeln!(output)?;
            output.flush()?;
        }
        match (asked, answered) {
            (0, _) => Err(Failure::input("there are no games in the input")),
            (_, 0) => Err(Failure::input("no line of the input could be read as a game")),
            _ => Ok(()),
        }
    }

    fn answer(&self, line: &[u8]) -> Result<Encoded, String> {
        let line: EncodeQuestion = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        let fen = line.start.as_deref();
        let asked = line.variant.as_deref().map(RulesArg::from_name).transpose();
        let asked = asked.map_err(|error| error.to_string())?.or(self.variant);
        let rules = RulesArg::asked_or_guessed(asked, fen);
        let start = rules.position(fen).map_err(|error| error.to_string())?;
        let game = line.moves.unwrap_or_default().play(start);
        let game = game.map_err(|(ply, error)| format!("move {}: {error}", ply + 1))?;
        let steps = line.history_steps.unwrap_or(DEFAULT_STEPS);
        with_game!(&game, game => Encoded::of(game, steps)).map_err(|error| error.to_string())
    }
}

/// A line of input. It may say more than we ask for.
#[derive(Deserialize)]
struct EncodeQuestion {
    start: Option<String>,
    moves: Option<MoveTexts>,
    history_steps: Option<usize>,
    variant: Option<String>,
}
