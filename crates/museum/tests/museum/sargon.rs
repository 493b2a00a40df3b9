//! SARGON against the figures of the original.

use crate::sargon_data::{Known, MoveRow, SearchRow, StaticRow, json, json_lines, json_lines_gz};
use kempelen_museum::sargon::{BookUse, PlyMax, Sargon, SargonThought};

fn plymax(plies: u8) -> PlyMax {
    PlyMax::new(plies).expect("a depth of the golden data")
}

fn set_up(fen: &str) -> Sargon {
    Sargon::from_fen(fen, BookUse::Closed).expect("a position of the golden data")
}

fn uci_line(thought: &SargonThought) -> String {
    thought.pv.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Compares every field of every row and names all rows that differ.
fn check_searches(rows: &[SearchRow]) {
    let mut wrong = Vec::new();
    for row in rows {
        let mut sargon = set_up(&row.fen);
        let moveno = sargon.moveno();
        let thought = sargon.think(plymax(row.plymax)).expect("a golden position has moves");
        let ours = SearchRow {
            fen: row.fen.clone(),
            plymax: row.plymax,
            moveno,
            best: thought.best.to_string(),
            score_raw: thought.score_raw,
            score_cp: thought.score_cp,
            pv: uci_line(&thought),
            nodes: thought.nodes,
            genmovs: thought.genmovs,
            mv0: thought.mv0,
            bc0: thought.bc0,
            ovf: thought.overflows,
        };
        if ours != *row {
            wrong.push(format!("expected {row:?}\n     got {ours:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {} differ\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

#[test]
fn searches_agree_in_every_field() {
    let rows = json_lines_gz("searches.jsonl.gz");
    assert_eq!(rows.len(), 600);
    check_searches(&rows);
}

#[test]
fn adversarial_searches_agree_in_every_field() {
    let rows = json_lines_gz("adversarial.jsonl.gz");
    assert_eq!(rows.len(), 210);
    check_searches(&rows);
}

#[test]
fn evaluations_agree_in_every_part() {
    let rows: Vec<StaticRow> = json_lines_gz("static.jsonl.gz");
    assert_eq!(rows.len(), 400);
    for row in rows {
        let evaluation = set_up(&row.fen).evaluate();
        let points = evaluation.points;
        let pins: Vec<_> = evaluation.pins.iter().map(|pin| (pin.square.cell(), pin.direction)).collect();
        let ours = StaticRow {
            fen: row.fen.clone(),
            moveno: evaluation.moveno,
            color: points.color.byte(),
            npins: pins.len(),
            pins,
            mtrl: points.material,
            brdc: points.control,
            ptsl: points.loss,
            ptsw1: points.win,
            ptsw2: points.second_win,
            ptsck: points.mover_hangs.into(),
            points: points.value,
        };
        assert_eq!(ours, row);
    }
}

#[test]
fn move_lists_agree_in_order_and_value() {
    let rows: Vec<MoveRow> = json_lines_gz("moves.jsonl.gz");
    assert_eq!(rows.len(), 60);
    for row in rows {
        let sargon = set_up(&row.fen);
        let table = sargon.move_table();
        let ours = MoveRow {
            fen: row.fen.clone(),
            moveno: sargon.moveno(),
            in_check: table.in_check.into(),
            mv0: table.mv0,
            bc0: table.bc0,
            moves: table.generated.iter().map(|m| (m.mv.to_string(), m.mv.first.flags, m.value)).collect(),
            sorted: table.sorted.iter().map(|m| m.mv.to_string()).collect(),
        };
        assert_eq!(ours, row);
    }
}

#[test]
fn published_positions_get_the_published_moves() {
    let known: Known = json("known.json");
    assert_eq!(known.retro_1978_tests.len(), 37);
    // One machine for all of them: the coin for White's first move is tossed twice in the list.
    let mut sargon = Sargon::new();
    for test in &known.retro_1978_tests {
        let book = if test.book { BookUse::Open } else { BookUse::Closed };
        sargon.set_up(&test.fen, book).expect("a published position");
        let thought = sargon.think(plymax(test.plymax)).expect("a published position has moves");
        assert_eq!(thought.best.to_string(), test.best, "{test:?}");
        assert_eq!(thought.from_book, test.book, "{test:?}");
        match &test.oracle {
            // The published scores of mates come from an observer that does not know mates.
            None => assert_eq!(thought.score_cp, test.score_cp, "{test:?}"),
            Some(oracle) => {
                assert_eq!(thought.best.to_string(), oracle.best, "{test:?}");
                assert_eq!(thought.score_raw, oracle.score_raw, "{test:?}");
                assert_eq!(thought.score_cp, oracle.score_cp, "{test:?}");
                assert_eq!(uci_line(&thought), oracle.pv, "{test:?}");
                assert_eq!(thought.nodes, oracle.nodes, "{test:?}");
                assert_eq!(thought.best.to_string() == test.best, oracle.move_ok, "{test:?}");
                assert_eq!(thought.score_cp == test.score_cp, oracle.cp_ok, "{test:?}");
            }
        }
    }
}

#[test]
fn games_agree_move_for_move() {
    let games: Vec<crate::sargon_data::Game> = json_lines("games.jsonl");
    assert_eq!(games.len(), 6);
    for game in games {
        let opening = game.opening.split(' ').count();
        let mut sargon = Sargon::new();
        let mut scores = Vec::new();
        for (index, expected) in game.moves.split(' ').enumerate() {
            if index >= opening {
                let plies = if index % 2 == 0 { game.white_ply } else { game.black_ply };
                let thought = sargon.think(plymax(plies)).expect("the game goes on");
                assert_eq!(thought.best.to_string(), expected, "half-move {index} of {}", game.moves);
                scores.push(thought.score_raw);
            }
            sargon.play(expected).expect("a move of the game");
        }
        assert_eq!(scores, game.score_raw);
        let over = sargon.legal_moves().is_empty();
        assert_eq!(over && sargon.in_check(), game.result.len() == 3, "{}", game.result);
    }
}
