//! `kempelen eval`.

use crate::support::{refusal, stdout};
use serde_json::Value;

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout(&[&["eval", "--json"], arguments].concat(), b"")).expect("JSON")
}

const FEN: &str = "6k1/5ppp/8/3p4/3P4/5N2/5PPP/6K1 w - - 0 1";

#[test]
fn the_terms_of_the_modern_engine_add_up() {
    let value = json(&["--fen", FEN]);
    let of = |side: &str| -> i64 {
        let terms = value["terms"].as_array().expect("terms").iter();
        terms.map(|term| term[side]["value"].as_i64().expect("a value")).sum()
    };
    let adjustments = value["adjustments"].as_array().expect("adjustments").iter();
    let adjusted: i64 = adjustments.map(|item| item["value"].as_i64().expect("a value")).sum();
    assert_eq!(value["score"], of("white") - of("black") + adjusted);
    let table = stdout(&["eval", "--fen", FEN], b"");
    assert!(
        table.contains(&format!("score {:+} for White", value["score"].as_i64().expect("a score"))),
        "{table}"
    );
}

/// The values are the original's, which sees everything from Black.
#[test]
fn the_octave_game_judges_as_the_original_did() {
    let rows = include_str!("../../../museum/data/octave/positions.jsonl");
    for line in rows.lines().take(12) {
        let row: Value = serde_json::from_str(line).expect("JSON");
        let value = json(&["--engine", "octave", "--fen", row["fen"].as_str().expect("a FEN")]);
        assert_eq!(value["score"].as_f64().map(|white| 0.0 - white), row["static_eval"].as_f64(), "{row}");
    }
}

/// By hand: a knight is three pawns, to which each machine adds what else it knows of.
#[test]
fn the_old_machines_tell_their_parts() {
    const MAKRUK: &str = "4k3/8/8/8/8/8/8/3KN3 w - - 0 1";
    for (engine, fen, variant, knight) in [
        ("sameshi", FEN, "chess", 3.0),
        ("octave", FEN, "chess", 3.0),
        ("microchess-improved", FEN, "chess", 300.0),
        ("sargon", FEN, "chess", 24.0),
        ("makruk-ai", MAKRUK, "makruk", 3.0),
    ] {
        let value = json(&["--engine", engine, "--fen", fen, "--variant", variant]);
        let terms = value["terms"].as_array().expect("terms").iter();
        let total: f64 = terms.map(|term| term["value"].as_f64().expect("a value")).sum();
        assert!((total - value["score"].as_f64().expect("a score")).abs() < 1e-9, "{value}");
        assert_eq!(value["terms"][0]["value"], knight, "{value}");
    }
    let table = stdout(&["eval", "--engine", "sargon"], b"");
    assert!(table.starts_with("SARGON, in eighths of a pawn, for White\nmaterial"), "{table}");
}

#[test]
fn a_fen_says_which_game_it_is() {
    let fen = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";
    assert_eq!(json(&["--fen", fen]), json(&["--fen", fen, "--variant", "makruk"]));
    let text = stdout(&["game", "--start", fen, "--moves", "e4"], b"");
    assert!(text.contains("PPPP1PPP"), "{text}");
}

#[test]
fn who_does_not_judge_says_so() {
    assert!(
        refusal(&["eval", "--engine", "microchess"], b"").contains("Microchess does not judge positions")
    );
    assert!(refusal(&["eval", "--engine", "sargon", "--variant", "makruk"], b"").contains("makruk"));
    assert!(refusal(&["eval", "--engine", "turk"], b"").contains("turk"));
    assert!(refusal(&["eval", "--fen", "hello"], b"").contains("FEN"));
}
