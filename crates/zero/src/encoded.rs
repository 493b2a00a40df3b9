use std::collections::BTreeMap;

use kempelen_rules::fen::FenStyle;
use kempelen_rules::{Game, uci};
use serde::Serialize;

use crate::encode::{EncodeError, MOST_STEPS, board_to_tensor, tensor_len};
use crate::policy::move_to_index;
use crate::{Learnable, status};

/// What a network sees of a game, for other programs. The names are those of the trainers' files.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[allow(clippy::struct_excessive_bools)]
pub struct Encoded {
    /// The FEN it started from.
    pub start: String,
    /// The moves played, in UCI's spelling.
    pub moves: Vec<String>,
    /// The FEN of the last position.
    pub fen: String,
    /// How many positions the planes show.
    pub history_steps: usize,
    /// The cells of the planes that are not zero, as runs of equal ones: first index, length, value.
    pub runs: Vec<(usize, usize, f32)>,
    /// The index of every legal move.
    pub policy: BTreeMap<String, usize>,
    /// How often the position has occurred.
    pub repetitions: usize,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Whether it is mated.
    pub checkmate: bool,
    /// Whether it has no move, and is not in check.
    pub stalemate: bool,
    /// Whether the game is drawn.
    pub draw: bool,
    /// Whether the game is over.
    pub game_over: bool,
    /// The result for the side to move, if it is.
    pub result: Option<f32>,
}

impl Encoded {
    /// The last position of a game with so many steps of its history.
    ///
    /// # Errors
    /// When the history is longer than can be encoded.
    pub fn of<V: Learnable>(game: &Game<V>, steps: usize) -> Result<Self, EncodeError> {
        let position = game.position();
        let write = |position, m| uci::write(position, m, uci::Castling::Natural);
        // A history that is too long is refused before any memory is asked for.
        let mut tensor = vec![0.0; tensor_len(steps.min(MOST_STEPS))];
        board_to_tensor(game, steps, &mut tensor)?;
        Ok(Self {
            start: game.start().fen_with(EVERY_DOUBLE_STEP),
            moves: game.positions().iter().zip(game.moves()).map(|(before, &m)| write(before, m)).collect(),
            fen: position.fen_with(EVERY_DOUBLE_STEP),
            history_steps: steps,
            runs: runs(&tensor),
            policy: position
                .legal_moves()
                .into_iter()
                .map(|m| (write(position, m), move_to_index(position, m)))
                .collect(),
            repetitions: game.repetitions(),
            in_check: status::is_in_check(game),
            checkmate: status::is_checkmate(game),
            stalemate: status::is_stalemate(game),
            draw: status::is_draw(game),
            game_over: status::is_game_over(game),
            result: status::game_result(game),
        })
    }
}

/// The trainers' FEN names the square behind every double step, whether or not anything can capture there.
const EVERY_DOUBLE_STEP: FenStyle = FenStyle { shredder: false, always_en_passant: true };

/// The cells that are not zero, as runs of equal ones.
fn runs(tensor: &[f32]) -> Vec<(usize, usize, f32)> {
    let mut first = 0;
    let mut runs = Vec::new();
    for run in tensor.chunk_by(|a, b| a.to_bits() == b.to_bits()) {
        if run[0] != 0.0 {
            runs.push((first, run.len(), run[0]));
        }
        first += run.len();
    }
    runs
}
