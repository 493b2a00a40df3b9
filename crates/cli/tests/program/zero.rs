//! The engine `zero` as a user meets it.

use crate::support::{refusal, run, stdout};
use serde_json::Value;

fn model(name: &str) -> String {
    format!("{}/../zero/data/models/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn it_stands_in_the_cabinet_and_says_when_it_has_no_model() {
    let cabinet: Value = serde_json::from_str(&stdout(&["engines", "--json"], b"")).expect("JSON");
    let engines = cabinet.as_array().or_else(|| cabinet["engines"].as_array()).expect("a list");
    let zero = engines.iter().find(|engine| engine["id"] == "zero").expect("zero");
    assert_eq!(
        zero["variants"],
        serde_json::json!(["chess", "makruk", "makpong", "ai-wok", "asean", "cambodian"])
    );
    let answer = stdout(&["think", "--engine", "zero", "--nodes", "50", "--json"], b"");
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    let words = answer["plays_with"].as_str().expect("words");
    assert!(words.contains("without a model"), "{words}");
    let game = stdout(&["uci", "--engine", "zero"], b"uci\nisready\nposition startpos\ngo nodes 100\nquit\n");
    assert!(
        game.lines().any(|line| line.starts_with("info string") && line.contains("without a model")),
        "{game}"
    );
    assert!(game.contains("\nbestmove "), "{game}");
}

#[test]
fn a_model_is_taken_and_a_bad_one_refused() {
    let option = format!("Model={}", model("material.onnx"));
    let fen = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1";
    let asked = ["think", "--engine", "zero", "--option", &option, "--fen", fen, "--nodes", "200", "--json"];
    let answer: Value = serde_json::from_str(&stdout(&asked, b"")).expect("JSON");
    assert_eq!(answer["best"], "e4d5");
    assert!(answer["plays_with"].as_str().is_some_and(|words| words.contains("material.onnx")));
    let option = format!("Model={}", model("bad-batch.onnx"));
    let asked = ["think", "--engine", "zero", "--option", &option, "--fen", fen, "--nodes", "200"];
    let output = run(&asked, b"");
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), text.lines().count()), (Some(1), 1), "{text}");
    assert!(text.contains("made for 1 at a time"), "{text}");
}

#[test]
fn options_are_checked() {
    let asked = ["think", "--engine", "zero", "--option", "Backend=tpu", "--nodes", "10"];
    assert!(refusal(&asked, b"").contains("tpu"));
    let asked = ["think", "--engine", "zero", "--option", "Batch=0", "--nodes", "10"];
    assert!(refusal(&asked, b"").contains("Batch"));
}

/// What the search says while it thinks follows from what it said before: visits, means, priors and choices.
#[test]
fn the_window_verifies_its_playouts() {
    let folder = std::env::temp_dir().join(format!("kempelen-zero-window-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let material = format!("Model={}", model("material.onnx"));
    let makruk = format!("Model={}", model("material-makruk.onnx"));
    let searches: [&[&str]; 6] = [
        &["--nodes", "800"],
        &["--fen", "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "--nodes", "500"],
        &["--option", &material, "--nodes", "600"],
        &["--option", &material, "--option", "Batch=1", "--option", "Noise=true", "--nodes", "400"],
        &["--variant", "makruk", "--option", &makruk, "--nodes", "400"],
        &["--option", "Gumbel=true", "--nodes", "200"],
    ];
    for (i, search) in searches.into_iter().enumerate() {
        let file = folder.join(format!("{i}.ktrace"));
        let file = file.to_str().expect("text");
        let mut record = vec!["window", "record", "--engine", "zero"];
        record.extend(search);
        record.extend(["-o", file]);
        stdout(&record, b"");
        let said = stdout(&["window", "verify", file], b"");
        assert!(said.trim_end().ends_with("sound"), "{search:?}: {said}");
        let checked: u64 =
            said.split_whitespace().next().and_then(|word| word.parse().ok()).expect("a number");
        assert!(checked >= 200 || i == 1, "{search:?}: {said}");
    }
    std::fs::remove_dir_all(&folder).expect("our own folder");
}
