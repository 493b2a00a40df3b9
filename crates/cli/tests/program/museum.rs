//! Every golden figure of the machines of the museum, through `kempelen think`.

use std::io::Read;

use crate::support::{refusal, stdout};
use flate2::read::GzDecoder;
use serde_json::{Value, json};

fn rows(file: &[u8]) -> Vec<Value> {
    let mut text = String::new();
    GzDecoder::new(file).read_to_string(&mut text).expect("compressed text");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The answers to these questions, in order.
fn ask(engine: &str, questions: &[Value]) -> Vec<Value> {
    let input = questions.iter().fold(String::new(), |all, question| format!("{all}{question}\n"));
    let text = stdout(&["think", "--engine", engine, "--fens", "-"], input.as_bytes());
    let answers: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), questions.len());
    answers
}

fn microchess() -> Vec<Value> {
    let mut all = rows(include_bytes!("../../../museum/data/microchess/positions.jsonl.gz"));
    all.extend(rows(include_bytes!("../../../museum/data/microchess/quirks.jsonl.gz")));
    assert_eq!(all.len(), 820);
    all
}

fn microchess_agrees(rows: &[Value], questions: &[Value]) {
    for (row, answer) in rows.iter().zip(ask("microchess", questions)) {
        assert_eq!(answer["best"], row["best"]["uci"], "{}: {answer}", row["id"]);
        for name in ["bestv", "prior", "candidates", "cycles", "resign"] {
            assert_eq!(answer[name], row[name], "{}: {name}", row["id"]);
        }
        assert_eq!(answer["raw"], row["best"], "{}", row["id"]);
        assert_eq!(answer["fen"].as_str().map(board), row["fen"].as_str().map(board), "{}", row["id"]);
    }
}

fn board(fen: &str) -> &str {
    fen.split(' ').next().unwrap_or_default()
}

/// Golden rows are questions as they are, for what is not asked for is not looked at.
#[test]
fn microchess_agrees_by_its_lists() {
    let rows = microchess();
    microchess_agrees(&rows, &rows);
    let bare: Vec<Value> = rows
        .iter()
        .map(|row| json!({ "board": row["board"], "bk": row["bk"], "computer": row["computer"], "level": row["level"] }))
        .collect();
    microchess_agrees(&rows, &bare);
}

#[test]
fn microchess_agrees_by_fen() {
    let rows: Vec<Value> = microchess().into_iter().filter(|row| row["canonical"] == true).collect();
    assert_eq!(rows.len(), 348);
    let questions: Vec<Value> =
        rows.iter().map(|row| json!({ "fen": row["fen"], "level": row["level"] })).collect();
    microchess_agrees(&rows, &questions);
    let questions: Vec<Value> =
        rows.iter().map(|row| json!({ "fen": row["fen"], "options": { "Level": row["level"] } })).collect();
    microchess_agrees(&rows, &questions);
}

#[test]
fn sargon_agrees() {
    let mut rows = rows(include_bytes!("../../../museum/data/sargon/searches.jsonl.gz"));
    rows.extend(self::rows(include_bytes!("../../../museum/data/sargon/adversarial.jsonl.gz")));
    assert_eq!(rows.len(), 810);
    let questions: Vec<Value> =
        rows.iter().map(|row| json!({ "fen": row["fen"], "depth": row["plymax"] })).collect();
    for (row, answer) in rows.iter().zip(ask("sargon", &questions)) {
        for name in ["fen", "best", "pv", "nodes"] {
            assert_eq!(answer[name], row[name], "{row}: {name}");
        }
        for name in ["score_raw", "score_cp", "genmovs"] {
            assert_eq!(answer["raw"][name], row[name], "{row}: {name}");
        }
    }
}

/// The game is replayed, so that the machine knows who has castled and who has only moved.
#[test]
fn sargon_plays_its_recorded_games_move_by_move() {
    let games = include_str!("../../../museum/data/sargon/games.jsonl");
    for game in games.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")) {
        let moves: Vec<&str> = game["moves"].as_str().expect("moves").split(' ').collect();
        let opening = game["opening"].as_str().expect("moves").split(' ').count();
        let questions: Vec<Value> = (opening..moves.len())
            .map(|ply| {
                let depth = if ply % 2 == 0 { &game["white_ply"] } else { &game["black_ply"] };
                json!({ "fen": "startpos", "moves": moves[..ply], "depth": depth })
            })
            .collect();
        for (answer, expected) in ask("sargon", &questions).iter().zip(&moves[opening..]) {
            assert_eq!(answer["best"], **expected, "{answer}");
        }
    }
}

#[test]
fn the_makruk_machine_opens_as_the_original_did() {
    let questions: Vec<Value> = (1..=4)
        .map(
            |depth| json!({ "fen": "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", "depth": depth }),
        )
        .collect();
    for (answer, bia) in ask("makruk-ai", &questions).iter().zip([0.3, 0.0, 0.3, 0.0]) {
        assert_eq!((&answer["best"], &answer["raw"]["score"]), (&json!("d3d4"), &json!(bia)));
    }
}

#[test]
fn what_a_machine_cannot_hold_is_refused_by_name() {
    let two_queens = "k7/5K2/8/6QQ/8/8/8/8 w - - 0 1";
    let text = refusal(&["think", "--engine", "microchess", "--fen", two_queens], b"");
    assert!(text.contains("Microchess has one queen a side"), "{text}");
    for engine in ["sargon", "microchess", "microchess-improved", "octave", "sameshi"] {
        let text = refusal(&["think", "--engine", engine, "--variant", "makruk"], b"");
        assert!(text.ends_with("does not play makruk"), "{text}");
    }
    let text = refusal(&["think", "--engine", "makruk-ai"], b"");
    assert!(text.ends_with("does not play chess"), "{text}");
    let bad = [
        json!({ "board": ["13"], "bk": ["CC"] }),
        json!({ "fen": two_queens }),
        json!({ "fen": "startpos" }),
    ];
    let answers = ask("microchess", &bad);
    assert!(
        answers[0]["error"].as_str().is_some_and(|error| error.starts_with("board is a list of 16 bytes"))
    );
    assert!(answers[1]["error"].as_str().is_some_and(|error| error.contains("one queen a side")));
    assert_eq!(answers[2]["best"], "e2e4", "the rest go on");
}

#[test]
fn the_whole_museum_is_in_the_cabinet() {
    let labels: Vec<Value> = serde_json::from_str(&stdout(&["engines", "--json"], b"")).expect("JSON");
    for id in ["microchess", "microchess-improved", "sargon", "sameshi", "octave", "mint", "makruk-ai"] {
        let label = labels.iter().find(|label| label["id"] == id).expect(id);
        assert!(!label["gaps"].as_array().expect("gaps").is_empty(), "{id}");
        assert!(label["provenance"].as_str().is_some_and(|text| text.len() > 50), "{id}");
        assert!(label["options"].as_array().is_some_and(|options| !options.is_empty()), "{id}");
    }
}
