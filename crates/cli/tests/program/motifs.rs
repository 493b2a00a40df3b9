//! `kempelen motifs`.

use crate::support::{refusal, stdout};
use serde_json::{Value, json};

fn ask(lines: &[&str]) -> Vec<Value> {
    let text = stdout(&["motifs", "--lines", "-"], lines.join("\n").as_bytes());
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn a_line_begins_with_the_mistake_or_with_its_refutation() {
    let answers = ask(&[
        r#"{"fen": "5rk1/1p3ppp/8/8/8/8/PP3PPP/3R2K1 b - - 0 1", "moves": "f8c8 d1d8 c8d8", "id": 1}"#,
        r#"{"fen": "5rk1/1p3ppp/8/8/8/8/PP3PPP/3R2K1 b - - 0 1", "moves": "f8a8 d1d8 a8d8"}"#,
        r#"{"fen": "3r2k1/1p3ppp/8/8/8/8/PP3PPP/3R2K1 w - - 0 1", "moves": ["d1d8"]}"#,
    ]);
    assert_eq!(answers[0]["solver"], "b");
    assert_eq!(answers[1]["gain"], 500);
    assert_eq!(
        answers[2],
        json!({
            "motifs": ["mateIn1", "backRankMate", "hangingPiece", "rookEndgame"],
            "solver": "w",
            "gain": 500,
            "findings": answers[2]["findings"],
        })
    );
}

#[test]
fn findings_name_men_and_squares() {
    let answers =
        ask(&[r#"{"fen": "r3k3/p4ppp/1p6/1N6/8/8/PP3PPP/6K1 w q - 0 1", "moves": "b5c7 e8d7 c7a8"}"#]);
    assert_eq!(
        answers[0]["findings"],
        json!([{
            "motif": "fork",
            "ply": 0,
            "move": "b5c7",
            "fen": "r3k3/p1N2ppp/1p6/8/8/8/PP3PPP/6K1 b q - 1 1",
            "by": "c7",
            "targets": ["a8", "e8"],
            "words": "the knight on c7 forks the rook on a8 and the king on e8",
        }])
    );
}

#[test]
fn a_bad_line_is_answered_and_the_rest_go_on() {
    let answers = ask(&[
        "nonsense",
        r#"{"fen": "startpos", "moves": "e2e4 e2e4"}"#,
        r#"{"fen": "startpos"}"#,
        r#"{"fen": "8/8", "moves": ""}"#,
        r#"{"fen": "startpos", "moves": [], "variant": "go"}"#,
        r#"{"fen": "r3k3/8/8/1N6/8/8/8/7K w - - 0 1", "moves": "b5c7 e8d7 c7a8", "variant": "makruk"}"#,
    ]);
    assert_eq!(answers.len(), 6);
    assert!(answers[..5].iter().all(|answer| answer["error"].is_string()), "{answers:?}");
    assert_eq!(answers[1]["error"], "move 2: \"e2e4\" is not a legal move here");
    assert_eq!(answers[5]["motifs"], json!(["fork"]));
}

#[test]
fn one_line_is_told_in_words() {
    let fen = "r3k3/p4ppp/1p6/1N6/8/8/PP3PPP/6K1 w q - 0 1";
    let text = stdout(&["motifs", "--fen", fen, "--moves", "Nc7+", "Kd7", "Nxa8"], b"");
    assert_eq!(
        text,
        "fork               Nc7+     the knight on c7 forks the rook on a8 and the king on e8\n\
         material           -2.0 for White at first, +3.0 at the end, +3.0 when exchanges are over\n"
    );
    assert!(refusal(&["motifs", "--fen", fen, "--moves", "Nc8"], b"").contains("move 1"));
    refusal(&["motifs", "--lines", "-"], b"");
    refusal(&["motifs", "--lines", "-"], b"[]\n");
}
