//! Tensor, policy and predicates against an independent reference.
// Cells and masks hold small whole numbers, which are equal or not.
#![allow(clippy::float_cmp)]

use crate::support::{golden, play};
use kempelen_rules::fen::FenStyle;
use kempelen_rules::{Chess, Game, uci};
use kempelen_zero::encode::{board_to_tensor, board_to_words, planes, tensor_len, unpack};
use kempelen_zero::policy::{index_to_move, legal_mask, move_to_index};
use kempelen_zero::{GameLine, Learnable, status};
use serde_json::Value;

fn games() -> impl Iterator<Item = (Value, Game<Chess>)> {
    let cases = golden();
    assert_eq!(cases.len(), 150);
    cases.into_iter().map(|case| {
        let moves = case["moves"].as_array().expect("moves").iter().map(|m| m.as_str().expect("a move"));
        let game = play(case["start"].as_str().expect("a FEN"), moves);
        let style = FenStyle { always_en_passant: true, ..FenStyle::default() };
        assert_eq!(case["fen"], game.position().fen_with(style));
        (case, game)
    })
}

/// The tensor that the runs `[first index, length, value]` describe.
fn expected(case: &Value, len: usize) -> Vec<f32> {
    let mut tensor = vec![0.0; len];
    for run in case["runs"].as_array().expect("runs") {
        let first = run[0].as_u64().expect("an index") as usize;
        let length = run[1].as_u64().expect("a length") as usize;
        tensor[first..first + length].fill(run[2].as_f64().expect("a value") as f32);
    }
    tensor
}

#[test]
fn tensors_are_equal() {
    for (case, game) in games() {
        let steps = case["history_steps"].as_u64().expect("a number") as usize;
        let expected = expected(&case, tensor_len(steps));
        // A buffer full of rubbish shows that every cell is written.
        let mut tensor = vec![f32::NAN; tensor_len(steps)];
        board_to_tensor(&game, steps, &mut tensor).expect("room");
        assert!(tensor == expected, "{}", case["fen"]);
        tensor.fill(f32::NAN);
        board_to_tensor(&GameLine::from(&game), steps, &mut tensor).expect("room");
        assert!(tensor == expected, "a line: {}", case["fen"]);
        let mut words = vec![!0; planes(steps)];
        board_to_words(&game, steps, &mut words).expect("room");
        tensor.fill(f32::NAN);
        unpack::<Chess, _>(&words, steps, &mut tensor).expect("room");
        assert!(tensor == expected, "packed: {}", case["fen"]);
    }
}

#[test]
fn policies_are_equal() {
    for (case, game) in games() {
        let position = game.position();
        let policy = case["policy"].as_object().expect("a map");
        assert_eq!(position.legal_moves().len(), policy.len());
        let mut mask = vec![f32::NAN; Chess::POLICY_LEN];
        legal_mask(position, &mut mask);
        assert_eq!(mask.iter().sum::<f32>(), policy.len() as f32);
        for m in position.legal_moves() {
            let text = uci::write(position, m, uci::Castling::Natural);
            let index = move_to_index(position, m);
            assert_eq!(policy[&text], index, "{text} in {position}");
            assert_eq!(index_to_move(position, index), Some(m), "{index} in {position}");
            assert_eq!(mask[index], 1.0);
        }
    }
}

#[test]
fn predicates_are_equal() {
    for (case, game) in games() {
        assert_eq!(case["repetitions"], game.repetitions());
        assert_eq!(case["in_check"], status::is_in_check(&game), "{}", case["fen"]);
        assert_eq!(case["checkmate"], status::is_checkmate(&game), "{}", case["fen"]);
        assert_eq!(case["stalemate"], status::is_stalemate(&game), "{}", case["fen"]);
        assert_eq!(case["draw"], status::is_draw(&game), "{}", case["fen"]);
        assert_eq!(case["game_over"], status::is_game_over(&game), "{}", case["fen"]);
        assert_eq!(case["result"].as_f64(), status::game_result(&game).map(f64::from), "{}", case["fen"]);
    }
}
