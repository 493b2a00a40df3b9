//! `kempelen think` and `kempelen engines`.

use std::io::{BufRead, BufReader, Read, Write};

use crate::support::{kempelen, refusal, run, stdout};
use flate2::read::GzDecoder;
use serde_json::{Value, json};

/// The answers to these lines, in order.
fn ask(arguments: &[&str], input: &[u8]) -> Vec<Value> {
    let text = stdout(&[&["think", "--fens", "-"], arguments].concat(), input);
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The originals' moves, values and names for them.
#[test]
fn the_museum_answers_as_the_originals_did() {
    let rows = include_str!("../../../museum/data/octave/positions.jsonl");
    let answers = ask(&["--engine", "octave"], rows.as_bytes());
    let rows: Vec<Value> = rows.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((rows.len(), answers.len()), (63, 63));
    for (row, answer) in rows.iter().zip(&answers) {
        assert_eq!(answer["move"], row["move"], "{row}");
        assert_eq!(answer["raw"]["value"], row["value"], "{row}");
        assert_eq!(answer["raw"]["static_eval"], row["static_eval"], "{row}");
        assert_eq!(answer["fen"], row["fen"]);
    }

    let mut rows = String::new();
    GzDecoder::new(&include_bytes!("../../../museum/data/sameshi/depth5.jsonl.gz")[..])
        .read_to_string(&mut rows)
        .expect("compressed text");
    // The last hundred and fifty have moves that are against the laws of chess.
    let rows: Vec<Value> =
        rows.lines().skip(350).map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let fens: String = rows
        .iter()
        .map(|row| row["fen"].as_str().expect("a FEN"))
        .fold(String::new(), |all, fen| all + fen + "\n");
    let answers = ask(&["--engine", "sameshi"], fens.as_bytes());
    assert_eq!(answers.len(), 150);
    let mut illegal = 0;
    for (row, answer) in rows.iter().zip(&answers) {
        assert_eq!(answer["best"], row["best"], "{row}");
        assert_eq!(answer["raw"]["score"], row["score"], "{row}");
        illegal += usize::from(answer.get("plays").is_some());
    }
    assert!(illegal > 0, "where it breaks the laws, it also says what it plays instead");
}

#[test]
fn fields_come_in_their_order() {
    let text = stdout(&["think", "--engine", "sameshi", "--depth", "2", "--json"], b"");
    let places: Vec<usize> = ["fen", "best", "score", "pv", "nodes", "ms", "raw"]
        .iter()
        .map(|name| text.find(&format!("\"{name}\":")).expect(name))
        .collect();
    assert!(places.is_sorted(), "{text}");
    let answer: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(answer["pv"], answer["best"]);
    assert!(answer["score"]["cp"].is_i64());
}

#[test]
fn a_line_may_be_a_fen_or_a_question() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let lines = [
        start.to_owned(),
        json!({"fen": start, "moves": "e2e4 e7e5", "depth": 1}).to_string(),
        json!({"fen": "startpos", "moves": ["e4"], "options": {"Depth": 1}}).to_string(),
        json!({"fen": "startpos", "depth": 1}).to_string(),
    ];
    let answers = ask(&["--engine", "sameshi", "--depth", "2"], lines.join("\n").as_bytes());
    let nodes: Vec<u64> = answers.iter().map(|answer| answer["nodes"].as_u64().expect("a number")).collect();
    assert!(nodes[0] > nodes[3], "the depth of a line takes the place of the command's: {nodes:?}");
    assert!(answers[2]["best"].as_str().expect("a move").ends_with(['5', '6']), "it is Black's move");
    assert!(answers.iter().all(|answer| answer.get("error").is_none()), "{answers:?}");
    let after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    assert_eq!((&answers[0]["fen"], &answers[1]["fen"]), (&start.into(), &after.into()));
}

#[test]
fn the_fen_of_an_answer_is_the_position_thought_about() {
    let text = stdout(&["think", "--engine", "sameshi", "--depth", "1", "--moves", "e4", "--json"], b"");
    let answer: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(answer["fen"], "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}

/// What is set for one line does not last for the next.
#[test]
fn options_of_a_line_are_its_own() {
    let plain = json!({"fen": "startpos"}).to_string();
    let seeded = json!({"fen": "startpos", "options": {"Seed": 5}}).to_string();
    let answers = ask(&["--engine", "mint"], [&plain[..], &seeded, &plain, &seeded].join("\n").as_bytes());
    let best: Vec<&Value> = answers.iter().map(|answer| &answer["best"]).collect();
    assert_eq!((best[0], best[1]), (best[2], best[3]));
    assert_ne!(best[0], best[1], "another seed draws another lot");
}

#[test]
fn a_bad_line_is_answered_and_the_rest_go_on() {
    let mut input = Vec::new();
    for line in [
        &b"nonsense"[..],
        b"{\"fen\": 7}",
        b"{}",
        b"[1, 2]",
        b"\xff\xfe\x00",
        b"{\"fen\": \"startpos\", \"moves\": \"e2e5\"}",
        b"{\"fen\": \"startpos\", \"depth\": 300}",
        b"{\"fen\": \"startpos\", \"options\": {\"Nonsense\": 1}}",
        b"rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
        b"8/8/8/8/8/8/8/8 w - - 0 1",
        b"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    ] {
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    let answers = ask(&["--engine", "octave"], &input);
    assert_eq!(answers.len(), 11);
    for answer in &answers[..10] {
        assert!(answer["error"].as_str().is_some_and(|error| error.len() < 300), "{answer}");
    }
    assert!(answers[8]["error"].as_str().unwrap().contains("does not play makruk"));
    assert_eq!(answers[10]["best"], Value::Null, "stalemate is a position like any other");
}

/// A program may ask and wait in turn.
#[test]
fn every_line_is_answered_at_once() {
    let mut child = kempelen(&["think", "--engine", "mint", "--fens", "-"]).spawn().expect("the program");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    for _ in 0..3 {
        writeln!(input, "startpos").expect("it listens");
        let mut line = String::new();
        output.read_line(&mut line).expect("it answers");
        assert!(line.contains("best"), "{line}");
    }
    drop(input);
    assert!(child.wait().expect("an end").success());
}

#[test]
fn one_position_is_told_in_words() {
    let text = stdout(
        &["think", "--engine", "sameshi", "--depth", "3", "--fen", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"],
        b"",
    );
    assert!(text.starts_with("sameshi plays Ra8# (a1a8)\n"), "{text}");
    assert!(text.contains("\nline   1. Ra8#\n") && text.contains("\nraw    {\"score\":9999}\n"), "{text}");
}

#[test]
fn bad_usage_is_refused_in_one_line() {
    for (arguments, wanted) in [
        (&["think", "--engine", "deep-blue"][..], "there is no engine \"deep-blue\""),
        (&["think", "--engine", "sameshi", "--fen", "8/8 w"], "eight ranks"),
        (&["think", "--engine", "sameshi", "--moves", "e2e5"], "not a legal move"),
        (&["think", "--engine", "sameshi", "--option", "Depth=99"], "from 1 to 20"),
        (&["think", "--engine", "sameshi", "--option", "Depth"], "NAME=VALUE"),
        (&["think", "--engine", "octave", "--variant", "makruk"], "does not play makruk"),
        (&["think", "--fens", "/nowhere/at/all"], "/nowhere/at/all"),
        (&["think", "--engine", "sragon"], "did you mean sargon?"),
        (&["think", "--fen", "x", "--fens", "-"], "cannot be used with"),
        (&["think", "--depth", "0"], "0"),
    ] {
        let text = refusal(arguments, b"");
        assert!(text.contains(wanted), "{arguments:?}: {text}");
    }
    let output = run(&["think", "--engine", "cmd:/nowhere/at/all"], b"");
    assert_eq!(output.status.code(), Some(1), "a program that does not start is a failure, not bad input");
}

#[test]
fn the_cabinet_is_shown() {
    let text = stdout(&["engines"], b"");
    for word in ["sameshi", "octave", "mint", "option Depth", "no castling", "(the default)"] {
        assert!(text.contains(word), "{word}");
    }
    let labels: Vec<Value> = serde_json::from_str(&stdout(&["engines", "--json"], b"")).expect("JSON");
    let mint = labels.iter().find(|label| label["id"] == "mint").expect("mint");
    assert_eq!(mint["variants"], json!(["chess", "makruk", "makpong", "ai-wok", "asean", "cambodian"]));
    assert_eq!(mint["options"][0]["name"], "Seed");
    assert!(labels.iter().all(|label| label["year"].is_u64() && label["gaps"].is_array()));
}
