//! sameshi against its original, and against the words of its description.

use std::io::{BufRead, BufReader};

use crate::common::{Dice, sameshi_at};
use flate2::read::GzDecoder;
use kempelen_museum::limits::MachineLimits;
use kempelen_museum::sameshi::{DEPTH, SameshiPosition, SameshiScore};
use kempelen_rules::{Color, Piece, Role, Square};
use kempelen_trace::Mute;
use serde::Deserialize;

#[derive(Deserialize)]
struct Row {
    fen: String,
    best: String,
    score: i32,
}

#[test]
fn plays_every_move_of_the_original() {
    let file = include_bytes!("../../data/sameshi/depth5.jsonl.gz");
    let mut wrong = Vec::new();
    let mut rows = 0;
    for line in BufReader::new(GzDecoder::new(&file[..])).lines() {
        let row: Row = serde_json::from_str(&line.expect("the data is text")).expect("the data is JSON");
        let report = sameshi_at(&row.fen).think(DEPTH);
        let best = report.best.map(|m| m.to_string());
        rows += 1;
        if best.as_deref() != Some(row.best.as_str()) || report.score.0 != row.score {
            wrong.push(format!("{}: {} {} but {report:?}", row.fen, row.best, row.score));
        }
    }
    assert_eq!(rows, 500);
    assert!(wrong.is_empty(), "{} differ\n{}", wrong.len(), wrong.join("\n"));
}

/// The moves in the machine's order, in one string.
fn moves(fen: &str) -> String {
    sameshi_at(fen).legal_moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The moves that start on one square.
fn moves_from(fen: &str, from: &str) -> String {
    moves(fen).split(' ').filter(|m| m.starts_with(from)).collect::<Vec<_>>().join(" ")
}

#[test]
fn black_pawns_step_twice_from_rank_7_and_rank_6() {
    assert_eq!(moves_from("k7/4p3/8/8/8/8/8/K7 b", "e7"), "e7e6 e7e5");
    assert_eq!(moves_from("k7/8/4p3/8/8/8/8/K7 b", "e6"), "e6e5 e6e4");
    assert_eq!(moves_from("k7/8/8/4p3/8/8/8/K7 b", "e5"), "e5e4");
    // Both cells ahead must be empty.
    assert_eq!(moves_from("k7/8/4p3/8/4N3/8/8/K7 b", "e6"), "e6e5");
    assert_eq!(moves_from("k7/8/4p3/4N3/8/8/8/K7 b", "e6"), "");
}

#[test]
fn white_pawns_step_twice_from_rank_2_only() {
    assert_eq!(moves_from("k7/8/8/8/8/8/4P3/K7 w", "e2"), "e2e3 e2e4");
    assert_eq!(moves_from("k7/8/8/8/8/4P3/8/K7 w", "e3"), "e3e4");
    assert_eq!(moves_from("k7/8/8/8/4n3/8/4P3/K7 w", "e2"), "e2e3");
}

#[test]
fn a_pawn_on_the_last_rank_stays_a_pawn_and_is_frozen() {
    let before = sameshi_at("k7/7P/8/8/8/8/8/K7 w");
    let after = before.try_play(Square::H7, Square::H8).expect("a pawn steps to the last rank");
    assert_eq!(after.piece_on(Square::H8), Some(Piece::new(Color::White, Role::Pawn)));

    assert_eq!(moves_from("k6P/8/8/8/8/8/8/K7 w", "h8"), "");
    assert_eq!(moves_from("k7/8/8/8/8/8/8/K6p b", "h1"), "");
    // A side whose other men cannot move is stalemated in spite of its pawn.
    let stalemate = sameshi_at("k6P/8/8/8/8/6q1/8/7K w").think(DEPTH);
    assert_eq!((stalemate.best, stalemate.score), (None, SameshiScore::DRAW));
}

#[test]
fn there_is_no_castling_and_no_en_passant() {
    assert_eq!(moves_from("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1"), "e1d1 e1f1 e1e2 e1d2 e1f2");
    assert_eq!(moves_from("k7/8/8/3pP3/8/8/8/K7 w - d6 0 1", "e5"), "e5e6");
}

#[test]
fn moves_come_in_the_order_of_the_scan() {
    // Captures from a1 to h8, pawns towards the a-file first; then quiet moves the same way.
    assert_eq!(moves("k7/8/8/8/8/1p1p4/2P5/N6K w"), "a1b3 c2b3 c2d3 h1g1 h1h2 h1g2 c2c3 c2c4",);
    assert_eq!(moves("k7/2p5/1P1P4/8/8/8/8/7K b").split(' ').take(2).collect::<Vec<_>>(), ["c7b6", "c7d6"]);
    assert_eq!(moves_from("K7/8/8/8/3N4/8/8/k7 w", "d4"), "d4c2 d4e2 d4b3 d4f3 d4b5 d4f5 d4c6 d4e6");
    assert_eq!(
        moves_from("8/8/8/k7/8/1K6/8/3Q4 w", "d1"),
        "d1c1 d1b1 d1a1 d1e1 d1f1 d1g1 d1h1 d1d2 d1d3 d1d4 d1d5 d1d6 d1d7 d1d8 d1c2 d1e2 d1f3 d1g4 d1h5",
    );
}

#[test]
fn the_first_mate_found_is_kept_even_if_another_is_nearer() {
    // All king moves stalemate. Qe7 is the first queen move of the scan and forces mate; Qf8 would mate at
    // once.
    let report = sameshi_at("7k/5Q2/6K1/8/8/8/8/8 w").think(DEPTH);
    assert_eq!(report.best.map(|m| m.to_string()).as_deref(), Some("f7e7"));
    assert_eq!(report.score, -SameshiScore::MATED);
}

#[test]
fn neither_mate_nor_stalemate_is_seen_at_the_horizon() {
    // At depth 1 every move leads to the horizon, where a queen is nine pawns and a stalemate is not noticed.
    let report = sameshi_at("7k/5Q2/6K1/8/8/8/8/8 w").think(1);
    assert_eq!(report.best.map(|m| m.to_string()).as_deref(), Some("g6f6"));
    assert_eq!(report.score, SameshiScore(9));
}

#[test]
fn captures_are_played_out_at_the_horizon() {
    // The pawn is guarded, so the queen does not take it: material stays as it is.
    let guarded = sameshi_at("k7/8/2p5/3p4/8/8/8/K2Q4 w").think(1);
    assert_eq!((guarded.best.map(|m| m.to_string()), guarded.score), (Some("a1b1".into()), SameshiScore(7)));
    let hanging = sameshi_at("k7/8/8/3p4/8/8/8/K2Q4 w").think(1);
    assert_eq!((hanging.best.map(|m| m.to_string()), hanging.score), (Some("d1d5".into()), SameshiScore(9)));
}

#[test]
fn mate_and_stalemate_have_no_move() {
    let mated = sameshi_at("R5k1/5ppp/8/8/8/8/8/4K3 b").think(DEPTH);
    assert_eq!((mated.best, mated.score, mated.finished), (None, SameshiScore::MATED, true));
    let stalemate = sameshi_at("7k/5Q2/6K1/8/8/8/8/8 b").think(DEPTH);
    assert_eq!((stalemate.best, stalemate.score, stalemate.finished), (None, SameshiScore::DRAW, true));
}

#[test]
fn a_side_without_a_king_is_never_in_check() {
    let empty = sameshi_at("8/8/8/8/8/8/8/8 w").think(DEPTH);
    assert_eq!((empty.best, empty.score), (None, SameshiScore::DRAW));
    let kingless = sameshi_at("q7/8/8/8/8/8/8/7P w");
    assert!(!kingless.is_in_check());
    assert_eq!(kingless.think(1).score, SameshiScore(-8));
    // A king that may be taken is taken: 99 pawns.
    let report = sameshi_at("4k3/8/8/8/8/8/8/K3R3 w").think(1);
    assert_eq!((report.best.map(|m| m.to_string()), report.score), (Some("e1e8".into()), SameshiScore(104)));
}

#[test]
fn odd_positions_are_answered_with_a_move_of_its_own_rules() {
    let mut dice = Dice::new(1);
    for men in (0..400).map(|n| n % 64) {
        let position = SameshiPosition::from(&dice.odd_placement(men));
        let report = position.think_within(MachineLimits::depth(3).with_nodes(20_000), &mut Mute);
        assert!(report.nodes <= 20_000);
        let legal = position.legal_moves();
        match report.best {
            Some(m) => assert!(legal.contains(&m), "{position:?} {report:?}"),
            None => assert!(legal.is_empty(), "{position:?} {report:?}"),
        }
    }
}

#[test]
fn a_search_ends_at_its_limit() {
    let crowd = sameshi_at("qQqQqQqQ/QqQqQqQq/qQqQqQqQ/QqQqQqQq/qQqQqQqQ/QqQqQqQq/qQqQqQqQ/QqQqQqQq w");
    let report = crowd.think_within(MachineLimits::depth(u8::MAX).with_nodes(50_000), &mut Mute);
    assert_eq!((report.nodes, report.finished), (50_000, false));
    assert!(report.best.is_some_and(|m| crowd.legal_moves().contains(&m)));

    let stopped = crowd.think_within(MachineLimits::depth(DEPTH).with_stop(&|| true), &mut Mute);
    assert_eq!((stopped.nodes, stopped.finished, stopped.score), (0, false, SameshiScore(0)));
    assert_eq!(stopped.best, crowd.legal_moves().first().copied());
}

#[test]
fn a_limit_that_is_not_reached_changes_nothing() {
    let position = sameshi_at("r1bqkbnr/pp1pp1pp/n1p5/5p2/3P1N2/P7/1PP1PPPP/RNBQKB1R b");
    let free = position.think(4);
    assert!(free.finished);
    assert_eq!(position.think_within(MachineLimits::depth(4).with_nodes(free.nodes), &mut Mute), free);
    let cut = position.think_within(MachineLimits::depth(4).with_nodes(free.nodes - 1), &mut Mute);
    assert!(!cut.finished);
}
