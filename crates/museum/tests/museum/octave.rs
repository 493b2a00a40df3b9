//! The Octave game against its original, and against the words of its description.

use crate::common::{Dice, octave_at, squares_of};
use kempelen_museum::limits::MachineLimits;
use kempelen_museum::octave::{DEPTH, OctaveEvaluation, OctavePosition, OctaveValue};
use kempelen_rules::{Color, Move, Piece, Role, Square};
use kempelen_trace::{Event, Mute, Trace};
use serde::Deserialize;

#[derive(Deserialize)]
struct Row {
    id: String,
    source: String,
    fen: String,
    depth: u8,
    /// The side to move: +1 for White, -1 for Black.
    color: i8,
    static_eval: f64,
    value: f64,
    #[serde(rename = "move")]
    best: String,
}

fn rows() -> Vec<Row> {
    let data = include_str!("../../data/octave/positions.jsonl");
    data.lines().map(|line| serde_json::from_str(line).expect("the data is JSON")).collect()
}

#[test]
fn finds_every_move_and_value_of_the_original_to_the_last_bit() {
    let rows = rows();
    assert_eq!(rows.len(), 63);
    let mut wrong = Vec::new();
    for row in rows {
        let position = octave_at(&row.fen);
        assert_eq!(position.turn().forward(), row.color);
        let report = position.think(row.depth);
        let best = report.best.map(squares_of);
        let same = best.as_deref() == Some(row.best.as_str())
            && report.value.0.to_bits() == row.value.to_bits()
            && report.static_eval.0.to_bits() == row.static_eval.to_bits();
        if !same {
            wrong.push(format!("{}: {} {} {} but {report:?}", row.id, row.best, row.value, row.static_eval));
        }
    }
    assert!(wrong.is_empty(), "{} differ\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn black_shuns_the_mate_and_white_does_not() {
    let mates = |position: &OctavePosition, m: Move| {
        let next = position.try_play(m.from(), m.to()).expect("a legal move");
        next.legal_moves().is_empty() && next.is_in_check(next.turn())
    };
    let (mut shunned, mut given) = (0, 0);
    for row in rows().iter().filter(|row| row.source.starts_with("mate-in-1")) {
        let position = octave_at(&row.fen);
        let can_mate = position.legal_moves().iter().any(|&m| mates(&position, m));
        let best = position.think(row.depth).best.expect("there is a move");
        match position.turn() {
            Color::Black if can_mate && !mates(&position, best) => shunned += 1,
            Color::White if mates(&position, best) => given += 1,
            _ => panic!("{}: {best}", row.id),
        }
    }
    assert_eq!((shunned, given), (9, 3));
}

#[test]
fn black_mates_at_the_horizon_by_accident_only() {
    // Ra1 mates. At depth 1 it is an ordinary position, judged by its men and moves; deeper, it is the worst
    // of all.
    let position = octave_at("4k3/8/8/8/8/8/r4PPP/6K1 b");
    let mate = Move::new(Square::A2, Square::A1);
    assert!(position.try_play(Square::A2, Square::A1).unwrap().legal_moves().is_empty());
    assert_ne!(position.think(1).value, OctaveValue::MATED);
    assert_ne!(position.think(2).best, Some(mate));
    assert_ne!(position.think(3).best, Some(mate));
}

/// The moves in the order of generation, in one string.
fn moves(fen: &str) -> String {
    octave_at(fen).legal_moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn moves_from(fen: &str, from: &str) -> String {
    moves(fen).split(' ').filter(|m| m.starts_with(from)).collect::<Vec<_>>().join(" ")
}

#[test]
fn moves_come_in_the_order_of_the_original() {
    assert_eq!(moves_from("k7/8/8/8/8/1p1p4/2P5/7K w", "c2"), "c2c3 c2c4 c2b3 c2d3");
    assert_eq!(moves_from("k7/2p5/1P1P4/8/8/8/8/7K b", "c7"), "c7c6 c7c5 c7b6 c7d6");
    assert_eq!(moves_from("K7/8/8/8/3N4/8/8/k7 w", "d4"), "d4e6 d4c6 d4e2 d4c2 d4f5 d4b5 d4f3 d4b3");
    assert_eq!(moves_from("8/8/8/3K4/8/8/8/k7 w", "d5"), "d5d6 d5d4 d5e5 d5c5 d5e6 d5c6 d5e4 d5c4");
    assert_eq!(
        moves_from("7k/8/8/8/8/1p6/8/1Q5K w", "b1"),
        "b1b2 b1b3 b1c1 b1d1 b1e1 b1f1 b1g1 b1a1 b1c2 b1d3 b1e4 b1f5 b1g6 b1h7 b1a2",
    );
    // Rows from White's first, columns from a: the man on a1 before the man on h1 before the man on a2.
    assert_eq!(moves("7k/8/8/8/8/8/P7/N6K w"), "a1b3 a1c2 h1h2 h1g1 h1g2 a2a3 a2a4");
}

#[test]
fn pawns_step_twice_from_their_own_row_only() {
    assert_eq!(moves_from("k7/8/4p3/8/8/8/8/K7 b", "e6"), "e6e5");
    assert_eq!(moves_from("k7/4p3/8/8/8/8/8/K7 b", "e7"), "e7e6 e7e5");
    assert_eq!(moves_from("k7/4p3/8/4N3/8/8/8/K7 b", "e7"), "e7e6");
    assert_eq!(moves_from("k7/4p3/4N3/8/8/8/8/K7 b", "e7"), "");
    assert_eq!(moves_from("k7/8/8/8/8/8/8/K3P3 w", "e1"), "e1e2");
}

#[test]
fn pawns_become_queens_without_a_word() {
    let position = octave_at("8/7K/8/8/2R5/8/kp6/8 b");
    assert!(position.legal_moves().contains(&Move::promotion(Square::B2, Square::B1, Role::Queen)));
    let queen = Piece::new(Color::Black, Role::Queen);
    assert_eq!(position.try_play(Square::B2, Square::B1).unwrap().piece_on(Square::B1), Some(queen));
    // A pawn that stands on its last row already has nowhere to go, and attacks nothing.
    assert_eq!(moves_from("k6P/8/8/8/8/8/8/K7 w", "h8"), "");
    assert_eq!(
        OctaveEvaluation::of(&octave_at("k6P/8/8/8/8/8/8/K7 w")).position.to_bits(),
        (-(7.0 * 0.1_f64)).to_bits()
    );
}

#[test]
fn there_is_no_castling_and_no_en_passant() {
    assert_eq!(moves_from("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1"), "e1e2 e1f1 e1d1 e1f2 e1d2");
    assert_eq!(moves_from("k7/8/8/3pP3/8/8/8/K7 w - d6 0 1", "e5"), "e5e6");
}

#[test]
fn big_men_are_taken_first_by_code_and_not_by_value() {
    // Knight and bishop are worth three pawns each, but the bishop's code is higher. The search takes it
    // first, then the knight on a1, and then goes on in the order of generation.
    let mut trace = Trace::new();
    octave_at("6k1/8/8/8/r2B4/8/8/N6K b").think_within(MachineLimits::depth(1), &mut trace);
    let tried: Vec<_> = trace
        .replay()
        .filter_map(|event| match event {
            Event::Enter { m, .. } => m.map(|m| m.to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(tried[..3], ["a4d4", "a4a1", "a4a5"]);
}

#[test]
fn the_evaluation_is_always_from_blacks_side_and_ignores_the_turn() {
    let (white, black) = (
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b",
    );
    assert_eq!(OctaveEvaluation::of(&octave_at(white)), OctaveEvaluation::of(&octave_at(black)));
    let parts = OctaveEvaluation::of(&octave_at(black));
    // Black has 20 moves and White 30. White's pawns stand seven times on row 2 and once on row 4, Black's
    // all on row 7.
    assert_eq!(parts.material.to_bits(), 0.0_f64.to_bits());
    assert_eq!(parts.mobility.to_bits(), (-10.0 * 0.1_f64).to_bits());
    assert!((parts.position + 0.2).abs() < 1e-9);
}

#[test]
fn a_side_without_a_king_is_mated() {
    let report = |fen| octave_at(fen).think(DEPTH);
    assert_eq!(
        (report("8/8/8/8/8/8/8/K7 b").best, report("8/8/8/8/8/8/8/K7 b").value),
        (None, OctaveValue::MATED)
    );
    assert_eq!(
        (report("8/8/8/8/8/8/8/K7 w").best, report("8/8/8/8/8/8/8/K7 w").value),
        (None, OctaveValue::OPPONENT_MATED)
    );
    assert_eq!(report("8/8/8/8/8/8/8/8 w").value, OctaveValue::MATED);
    // The depth comes before any question of mate.
    assert_eq!(octave_at("8/8/8/8/8/8/8/K7 b").think(0).value, OctaveValue(-999.0 + -3.0 * 0.1));
}

#[test]
fn mate_and_stalemate_have_no_move() {
    let mated = octave_at("R5k1/5ppp/8/8/8/8/8/4K3 b").think(DEPTH);
    assert_eq!((mated.best, mated.value), (None, OctaveValue::MATED));
    let white_mated = octave_at("4k3/8/8/8/8/8/5PPP/r5K1 w").think(DEPTH);
    assert_eq!((white_mated.best, white_mated.value), (None, OctaveValue::MATED));
    let stalemate = octave_at("7k/5Q2/6K1/8/8/8/8/8 b").think(DEPTH);
    assert_eq!((stalemate.best, stalemate.value), (None, OctaveValue::DRAW));
    // The side that is not to move is mated: the laws of chess do not allow it, but the machine has an
    // answer.
    let opponent_mated = octave_at("R5k1/5ppp/8/8/8/8/8/4K3 w").think(DEPTH);
    assert_eq!((opponent_mated.best, opponent_mated.value), (None, OctaveValue::OPPONENT_MATED));
}

#[test]
fn a_search_ends_at_its_limit() {
    let position = octave_at("qQqQqQqQ/QqQqQqQq/qQqQkQqQ/8/8/QqQqKqQq/qQqQqQqQ/QqQqQqQq b");
    let report = position.think_within(MachineLimits::depth(u8::MAX).with_nodes(3000), &mut Mute);
    assert!(report.nodes <= 3000);
    let position = octave_at("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w");
    let report = position.think_within(MachineLimits::depth(u8::MAX).with_nodes(3000), &mut Mute);
    assert_eq!((report.nodes, report.finished), (3000, false));
    let stopped = position.think_within(MachineLimits::depth(DEPTH).with_stop(&|| true), &mut Mute);
    assert_eq!((stopped.nodes, stopped.value), (0, stopped.static_eval));
    assert_eq!(stopped.best.map(|m| m.to_string()).as_deref(), Some("b1c3"));
}

#[test]
fn odd_positions_are_answered() {
    let mut dice = Dice::new(2);
    for men in (0..200).map(|n| n % 64) {
        let position = OctavePosition::from(&dice.odd_placement(men));
        let report = position.think_within(MachineLimits::depth(DEPTH).with_nodes(2000), &mut Mute);
        assert!(report.value.0.is_finite(), "{position:?}");
        assert!(report.best.is_none_or(|m| position.legal_moves().contains(&m)), "{position:?}");
    }
}
