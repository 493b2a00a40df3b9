//! `kempelen match`.

use std::fs;
use std::path::PathBuf;

use crate::support::{refusal, stdout};
use serde_json::Value;

/// A path of this test alone, where nothing is yet.
fn scratch(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path.into_os_string().into_string().expect("text")
}

/// A foreign program that behaves as told.
fn foreign(manner: &str) -> String {
    format!("cmd:sh \"{}/../uci/tests/programs/engine.sh\" {manner}", env!("CARGO_MANIFEST_DIR"))
}

const TWO: [&str; 5] = ["match", "--engine", "sameshi:name=New", "--engine", "octave:depth=1"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&TWO[..], more].concat()
}

#[test]
fn tells_of_every_game_and_ends_with_a_table() {
    let text = stdout(&with(&["--depth", "1", "--games", "3", "--max-plies", "60"]), b"");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "Kempelen match: 4 games of chess, depth=1, octave depth=1, 1000 openings");
    for (line, start) in lines[1..5].iter().zip(["1.1: New", "1.2: octave", "2.1: New", "2.2: octave"]) {
        assert!(line.starts_with(start), "{line}");
    }
    assert!(
        lines[5].starts_with("engine ") && lines[6].starts_with("New ") && lines[7].starts_with("octave ")
    );
    assert!(!text.contains('\x1b'), "nothing for terminals");
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let play = |seed| {
        let more = ["--depth", "1", "--games", "4", "--max-plies", "40", "--json", "--openings", "random"];
        let text = stdout(&with(&[&more[..], &["--seed", seed]].concat()), b"");
        let mut value: Value = serde_json::from_str(&text).expect("JSON");
        // Only the speed may differ.
        for engine in value["engines"].as_array_mut().expect("engines") {
            engine["nps"] = Value::Null;
        }
        value
    };
    let once = play("5");
    assert_eq!(once, play("5"));
    assert_eq!((&once["games"], &once["settings"]["seed"]), (&4.into(), &5.into()));
}

#[test]
fn a_match_is_recorded_and_resumed() {
    let (pgn, summary) = (scratch("match.pgn"), scratch("match.json"));
    let play = |games, resume: &[&str]| {
        let more =
            ["--depth", "1", "--max-plies", "40", "--pgn", &pgn, "--summary", &summary, "--games", games];
        stdout(&with(&[&more[..], resume].concat()), b"")
    };
    play("2", &[]);
    let first = fs::read_to_string(&pgn).expect("a file");
    assert_eq!(first.matches("[Round ").count(), 2);
    let text = play("6", &["--resume"]);
    assert!(text.contains("2 games found in the record"), "{text}");
    let whole = fs::read_to_string(&pgn).expect("a file");
    assert!(whole.starts_with(&first) && whole.matches("[Round ").count() == 6);
    let value: Value = serde_json::from_str(&fs::read_to_string(&summary).expect("a file")).expect("JSON");
    assert_eq!(value["games"], 6);
    // Without --resume nothing is touched.
    let output = crate::support::run(&with(&["--depth", "1", "--pgn", &pgn]), b"");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(fs::read_to_string(&pgn).expect("a file"), whole);
}

#[test]
fn foreign_programs_are_judged_too() {
    for (manner, fault) in [("illegal", "illegal"), ("crash", "crashes"), ("deaf", "stalled")] {
        let engine = format!("{}:name=Fake,movetime=50", foreign(manner));
        let arguments =
            ["match", "--engine", &engine, "--engine", "sameshi:depth=1", "--games", "2", "--json"];
        let text = stdout(&[&arguments[..], &["--plies", "0"]].concat(), b"");
        let value: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(value["engines"][0]["losses"], 2, "{manner}: {text}");
        assert_eq!(value["engines"][0]["faults"][fault], 2, "{manner}: {text}");
    }
}

/// A machine that is asked directly and one that is asked through UCI play the same game with either colour, so that
/// every pair is level.
#[test]
fn a_machine_behind_a_protocol_is_the_same_machine() {
    let distant = format!("cmd:\"{}\" uci --engine sameshi:name=distant", env!("CARGO_BIN_EXE_kempelen"));
    let arguments = ["match", "--engine", "sameshi", "--engine", &distant, "--depth", "2", "--games", "12"];
    let text = stdout(&[&arguments[..], &["--concurrency", "2", "--json"]].concat(), b"");
    let value: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["pairings"][0]["pairs"], serde_json::json!([0, 0, 6, 0, 0]), "{text}");
    assert_ne!(value["pairings"][0]["draws"], 12, "something was decided");
    assert!(value["engines"].as_array().expect("engines").iter().all(|engine| engine["faults"]["time"] == 0));
}

#[test]
fn openings_come_from_files() {
    let book = scratch("book.epd");
    fs::write(&book, "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n").expect("a file");
    let pgn = scratch("book.pgn");
    let more = ["--depth", "1", "--games", "2", "--openings", &book, "--max-plies", "2", "--pgn", &pgn];
    stdout(&with(&more), b"");
    let text = fs::read_to_string(&pgn).expect("a file");
    assert_eq!(text.matches("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]").count(), 2);
}

#[test]
fn nonsense_is_refused_in_a_line() {
    for (arguments, words) in [
        (&["match"][..], "--engine"),
        (&["match", "--engine", "sameshi"], "at least two engines"),
        (&["match", "--engine", "sameshi", "--engine", "deep-blue"], "deep-blue"),
        (&["match", "--engine", "sameshi", "--engine", "octave:Hash=3"], "there is no option \"Hash\""),
        (&with(&["--tc", "x"]), "\"x\" is no value for tc"),
        (&with(&["--variant", "go"]), "go"),
        (&with(&["--variant", "makruk"]), "does not play makruk"),
        (&with(&["--sprt", "elo0=5", "elo1=1"]), "--sprt: elo0 (5) must be below elo1 (1)"),
        (&with(&["--resign", "score"]), "--resign: \"score\" is not of the form name=value"),
        (&with(&["--openings", "/nowhere.epd"]), "cannot read /nowhere.epd"),
        (&with(&["--resume"]), "--pgn"),
        (&with(&["--games", "0"]), "0"),
    ] {
        let text = refusal(arguments, b"");
        assert!(text.contains(words), "{arguments:?}: {text}");
    }
    // A program that is not there is no bad request but a failure.
    let output = crate::support::run(&["match", "--engine", "sameshi", "--engine", "cmd:/nowhere"], b"");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("nowhere: /nowhere does not start"),
        "{output:?}"
    );
}
