//! `kempelen encode`.

use std::io::Read;

use crate::support::{refusal, stdout};
use flate2::read::GzDecoder;
use serde_json::{Value, json};

fn ask(lines: &[Value]) -> Vec<Value> {
    let input = lines.iter().map(Value::to_string).collect::<Vec<_>>().join("\n");
    let text = stdout(&["encode", "--games", "-"], input.as_bytes());
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Whole lines, field by field, from nothing but what a user would say.
#[test]
fn golden_cases_are_answered_exactly() {
    let mut text = String::new();
    GzDecoder::new(&include_bytes!("../../../zero/data/zero.jsonl.gz")[..])
        .read_to_string(&mut text)
        .expect("compressed text");
    let cases: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let questions: Vec<Value> = cases
        .iter()
        .map(|case| {
            json!({"start": case["start"], "moves": case["moves"], "history_steps": case["history_steps"]})
        })
        .collect();
    let answers = ask(&questions);
    assert_eq!((answers.len(), cases.len()), (150, 150));
    for (answer, case) in answers.iter().zip(&cases) {
        assert!(answer == case, "{} after {}", case["start"], case["moves"]);
    }
}

#[test]
fn moves_may_be_one_text_and_makruk_is_recognised() {
    let answers = ask(&[
        json!({"moves": "e2e4 e7e5", "history_steps": 1}),
        json!({"start": "8/8/3k4/6P1/8/8/3K4/8 w - - 0 1", "moves": ["g5g6"], "variant": "makruk", "history_steps": 0}),
        json!({"start": "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"}),
    ]);
    assert_eq!(answers[0]["moves"], json!(["e2e4", "e7e5"]));
    assert_eq!(answers[0]["policy"]["g1f3"], 6 * 64 + 21);
    assert_eq!(answers[1]["fen"], "8/8/3k2M~1/8/8/8/3K4/8 b - 128 6 1");
    assert_eq!(answers[1]["draw"], true);
    assert_eq!(
        answers[1]["runs"],
        json!([[0, 64, 1.0], [64, 64, 6.0], [128, 64, 128.0], [192, 64, 122.0], [320, 64, 1.0]])
    );
    assert_eq!(answers[2]["policy"].as_object().map(serde_json::Map::len), Some(23));
    assert_eq!(answers[2]["history_steps"], 8);
}

#[test]
fn a_bad_line_is_answered_and_the_rest_go_on() {
    let answers = ask(&[
        json!({"moves": "e2e4 e2e4"}),
        json!({"start": "8/8/8/8/8/8/8/8 w - - 0 1"}),
        json!({"history_steps": -1}),
        json!({"history_steps": 1e300}),
        json!({"history_steps": 18446744073709551615_u64}),
        json!({"moves": {"e2e4": 1}}),
        json!([1]),
        json!({"variant": "go"}),
        json!({"moves": []}),
    ]);
    let errors: Vec<Option<&str>> = answers.iter().map(|answer| answer["error"].as_str()).collect();
    assert_eq!(errors[0], Some("move 2: \"e2e4\" is not a legal move here"));
    assert_eq!(errors[1], Some("White has no king; Black has no king"));
    assert_eq!(errors[4], Some("a history has at most 4096 steps, not 18446744073709551615"));
    assert_eq!(errors.iter().filter(|error| error.is_none()).count(), 1, "{errors:?}");
    assert_eq!(refusal(&["encode", "--games", "-"], b""), "there are no games in the input");
    assert_eq!(
        refusal(&["encode", "--games", "-"], b"\xff\n"),
        "no line of the input could be read as a game"
    );
    assert!(refusal(&["encode", "--games", "no such file"], b"").starts_with("no such file: "));
    assert!(refusal(&["encode"], b"").contains("--games"));
}
