//! Makruk as another program plays it, ply by ply. Where the figures come from is told in `data/README.md`.

use std::io::Read;

use flate2::read::GzDecoder;
use kempelen_rules::variant::{DrawCount, Variant};
use kempelen_rules::{Color, End, Game, Makruk, Position, san, thai, uci};
use serde_json::Value;

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_else(|| panic!("{name} is text in {value}"))
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().unwrap_or_else(|| panic!("{name} is a list in {value}"))
}

/// A game from a FEN and the moves of a row.
fn play(fen: &str, moves: impl IntoIterator<Item = impl AsRef<str>>) -> Game<Makruk> {
    let mut game = Game::new(fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")));
    for text in moves {
        let m = uci::read(game.position(), text.as_ref())
            .unwrap_or_else(|error| panic!("{}: {error}", game.position()));
        game.play(m);
    }
    game
}

fn rules() -> Value {
    serde_json::from_str(include_str!("../../data/makruk_rules.json")).expect("JSON")
}

fn row_moves(row: &Value) -> impl Iterator<Item = &str> {
    list(row, "moves").iter().map(|m| m.as_str().expect("a move"))
}

#[test]
fn every_ply_of_every_game() {
    let mut lines = String::new();
    GzDecoder::new(&include_bytes!("../../data/makruk_games.jsonl.gz")[..])
        .read_to_string(&mut lines)
        .expect("compressed text");
    let (mut games, mut plies, mut fens) = (0, 0, 0);
    for line in lines.lines() {
        let row: Value = serde_json::from_str(line).expect("JSON");
        let id = &row["id"];
        let game = play(text(&row, "start"), text(&row, "moves").split_whitespace());
        let counts: Vec<u64> = game.positions().iter().map(Position::count_moves).collect();
        let wanted: Vec<u64> = list(&row, "nlegal").iter().filter_map(Value::as_u64).collect();
        assert_eq!(counts, wanted, "game {id}: legal moves");
        let checks: String = game.positions().iter().map(|p| if p.in_check() { '1' } else { '0' }).collect();
        assert_eq!(checks, text(&row, "check"), "game {id}: checks");
        if let Some(wanted) = row["fens"].as_array() {
            let found: Vec<String> = game.positions().iter().map(Position::fen).collect();
            assert_eq!(found, *wanted, "game {id}: FENs");
            fens += found.len();
        }
        if let Some(wanted) = row["san"].as_str() {
            let found: Vec<String> =
                game.positions().iter().zip(game.moves()).map(|(p, &m)| san::write(p, m)).collect();
            assert_eq!(found.join(" "), wanted, "game {id}: SAN");
        }
        assert_eq!(game.position().fen(), text(&row, "final_fen"), "game {id}");
        let over = text(&row, "termination");
        let wanted = match over {
            // Some games were played on after the count had run out, up to a cap of plies.
            "ply_cap" if counted_out(game.position()) => Some("counting"),
            "ply_cap" => None,
            "insufficient" => Some("insufficient_material"),
            other => Some(other),
        };
        assert_eq!(game.outcome().map(End::name), wanted, "game {id}");
        if over != "ply_cap" {
            assert_eq!(game.result(), text(&row, "result"), "game {id}");
        }
        games += 1;
        plies += counts.len();
    }
    assert_eq!(games, 160);
    assert!(plies > 20_000 && fens > 4_000, "{plies} positions, {fens} FENs");
}

fn counted_out(position: &Position<Makruk>) -> bool {
    let DrawCount { plies, limit } = position.draw_count();
    limit > 0 && plies > limit
}

/// Rows with a `count_started` other than 0 tell a program that counts on request when the count began. Ours is
/// automatic: the row is skipped where the program was told not to count yet (-1) and the count would have gone
/// on; the others agree either way.
#[test]
fn positions_after_moves() {
    let rules = rules();
    let mut checked = 0;
    for row in list(&rules, "fen_transitions") {
        let found = play(text(row, "fen"), row_moves(row)).position().fen();
        if row["count_started"] == -1 && found != row["expect"] {
            let (fen, wanted) = (text(row, "fen"), text(row, "expect"));
            assert_eq!(field(fen, 4), field(wanted, 4), "only a count that was held back is skipped");
            continue;
        }
        assert_eq!(found, text(row, "expect"), "{row}");
        checked += 1;
    }
    assert_eq!(checked, 10);
}

fn field(fen: &str, index: usize) -> Option<&str> {
    fen.split(' ').nth(index)
}

#[test]
fn counting_starts_and_ends_as_it_should() {
    let rules = rules();
    let mut checked = 0;
    for section in ["counting_edges", "limit_edges"] {
        for row in list(&rules, section) {
            let game = play(text(row, "fen"), row_moves(row));
            let position = game.position();
            assert_eq!(position.fen(), text(row, "expect"), "{row}");
            assert_eq!(Some(position.count_moves()), row["legal_after"].as_u64(), "{row}");
            if let Some(check) = row["in_check_after"].as_bool() {
                assert_eq!(position.in_check(), check, "{row}");
            }
            // The row tells of the count alone, and that even where the game is over for another reason.
            let ends = row["optional_game_end"][0].as_bool().expect("a truth value");
            assert_eq!(game.outcome() == Some(End::Counting), ends, "{row}");
            checked += 1;
        }
    }
    assert_eq!(checked, 16);
}

#[test]
fn who_can_still_mate() {
    let rules = rules();
    let rows = list(&rules, "insufficient_material_fsf");
    for row in rows {
        let position: Position<Makruk> = text(row, "fen").parse().expect("a position");
        for (side, name) in [(Color::White, "white_insufficient"), (Color::Black, "black_insufficient")] {
            assert_eq!(Some(!Makruk::can_mate(&position, side)), row[name].as_bool(), "{row}");
        }
        let draw = position.end() == Some(End::InsufficientMaterial);
        assert_eq!(Some(draw), row["draw"].as_bool(), "{row}");
    }
    assert_eq!(rows.len(), 22);
}

#[test]
fn moves_in_latin_and_thai_letters() {
    let rules = rules();
    let rows = list(&rules, "notation");
    for row in rows {
        let position: Position<Makruk> = text(row, "fen").parse().expect("a position");
        let m = uci::read(&position, text(row, "uci")).expect("a legal move");
        assert_eq!(san::write(&position, m), text(row, "san"));
        assert_eq!(thai::short(&position, m), text(row, "thai_san"), "{row}");
        assert_eq!(thai::long(&position, m), text(row, "thai_lan"), "{row}");
        for name in ["san", "lan"] {
            assert_eq!(san::read(&position, text(row, name)), Ok(m), "{row}");
        }
    }
    assert_eq!(rows.len(), 12);
}

/// Whatever the other program refuses, so do we; of what it accepts we refuse the one position with a bia beyond
/// its promotion rank.
#[test]
fn what_is_no_fen() {
    let rules = rules();
    for row in list(&rules, "fen_validation") {
        let fen = text(row, "fen");
        let parsed: Result<Position<Makruk>, _> = fen.parse();
        if fen.starts_with("rnsmksnr/8/ppPppppp") {
            let error = parsed.expect_err("a bia on the sixth rank").to_string();
            assert!(error.starts_with("a pawn of White cannot stand on c6"), "{error}");
        } else {
            assert_eq!(parsed.is_ok(), row["code"] == 1, "{row} {parsed:?}");
        }
    }
}

#[test]
fn people_count_whole_moves() {
    let position: Position<Makruk> = "8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1".parse().expect("a position");
    assert_eq!(position.draw_count().spoken(), Some((4, 44)));
    assert_eq!(Position::<Makruk>::default().draw_count().spoken(), None);
}
