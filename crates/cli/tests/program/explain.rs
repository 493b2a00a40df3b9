//! `kempelen explain`.

use crate::support::{refusal, stdout};
use serde_json::Value;

const SCHOLAR: &str = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";

#[test]
fn a_move_is_explained_in_three_sentences() {
    let question = ["explain", "--fen", SCHOLAR, "--move", "Be7", "--nodes", "20000"];
    let text = stdout(&question, b"");
    assert!(text.starts_with("3...Be7 allows mate: 4.Qxf7# ends the game.\n"), "{text}");
    assert!((2..=4).contains(&text.lines().count()), "{text}");
    let details = stdout(&[&question[..], &["--details"]].concat(), b"");
    assert!(details.starts_with(&text) && details.contains("choice    depth"), "{details}");
}

#[test]
fn cases_are_answered_line_by_line() {
    let cases = format!(
        "{{\"fen\": \"{SCHOLAR}\", \"move\": \"f8e7\", \"nodes\": 20000, \"id\": 1}}\nnonsense\n{{\"fen\": \"{SCHOLAR}\", \"move\": \"e1e2\"}}\n"
    );
    let text = stdout(&["explain", "--cases", "-"], cases.as_bytes());
    let answers: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), 3);
    let first = &answers[0];
    assert_eq!(first["move"], "f8e7");
    assert_eq!(first["verdict"], "allows mate in 1");
    assert_eq!(first["refutation"], serde_json::json!(["h5f7"]));
    assert!(first["swing_cp"].as_i64().is_some_and(|swing| swing > 9000), "{first}");
    assert!(first["motifs"].as_array().is_some_and(|motifs| motifs.contains(&"mateIn1".into())), "{first}");
    assert!(first["best"] != "f8e7" && first["sentences"].is_array(), "{first}");
    assert!(answers[1..].iter().all(|answer| answer["error"].is_string()), "{answers:?}");
}

#[test]
fn a_machine_that_gives_no_score_says_so() {
    let sentence = refusal(&["explain", "--engine", "mint", "--move", "e4"], b"");
    assert!(sentence.contains("gives no score"), "{sentence}");
    assert!(refusal(&["explain", "--move", "e5"], b"").contains("e5"));
}
