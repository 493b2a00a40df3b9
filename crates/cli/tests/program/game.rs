//! `kempelen game`.

use std::io::{BufRead, BufReader, Read, Write};

use crate::support::{kempelen, refusal, run, stdout};
use flate2::read::GzDecoder;
use serde_json::{Value, json};

/// The answers to these lines, in order.
fn ask(arguments: &[&str], lines: &[Value]) -> Vec<Value> {
    let input = lines.iter().map(Value::to_string).collect::<Vec<_>>().join("\n");
    let text = stdout(&[&["game", "--games", "-"], arguments].concat(), input.as_bytes());
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The games as they are in the file, without a word of which game it is.
#[test]
fn agrees_with_the_games_of_makruk() {
    let mut text = String::new();
    GzDecoder::new(&include_bytes!("../../../rules/data/makruk_games.jsonl.gz")[..])
        .read_to_string(&mut text)
        .expect("compressed text");
    let games: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let answers = ask(&[], &games);
    assert_eq!((answers.len(), games.len()), (160, 160));
    for (answer, game) in answers.iter().zip(&games) {
        for name in ["nlegal", "check", "fens", "san", "final_fen"] {
            if game.get(name).is_some() {
                assert_eq!(answer[name], game[name], "{name} of game {}", game["id"]);
            }
        }
        let termination = game["termination"].as_str().expect("a word");
        if termination != "ply_cap" {
            let end = answer["end"].as_str().expect("an end");
            assert_eq!(end.trim_end_matches("_material"), termination, "game {}", game["id"]);
            assert_eq!(answer["result"], game["result"], "game {}", game["id"]);
        }
    }
}

/// Each of makruk's relatives by its name and by another, where it has one.
#[test]
fn agrees_with_the_games_of_makruks_relatives() {
    let mut text = String::new();
    GzDecoder::new(&include_bytes!("../../../rules/data/family_games.jsonl.gz")[..])
        .read_to_string(&mut text)
        .expect("compressed text");
    let games: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for (variant, called) in
        [("makpong", "makpong"), ("ai-wok", "ai-wok"), ("asean", "asean"), ("cambodian", "ouk")]
    {
        let mut games: Vec<Value> = games.iter().filter(|game| game["variant"] == variant).cloned().collect();
        for game in &mut games {
            game["variant"] = Value::Null;
        }
        let answers = ask(&["--variant", called], &games);
        assert_eq!((answers.len(), games.len()), (20, 20));
        for (answer, game) in answers.iter().zip(&games) {
            for name in ["nlegal", "check", "fens", "san"] {
                assert_eq!(answer[name], game[name], "{name} of {variant}");
            }
            if game.get("end").is_some() {
                assert_eq!(answer["end"], game["end"], "{variant}");
            }
        }
    }
}

#[test]
fn agrees_with_the_rules_of_makruk() {
    let rules: Value =
        serde_json::from_str(include_str!("../../../rules/data/makruk_rules.json")).expect("JSON");
    let rows: Vec<Value> = ["fen_transitions", "counting_edges", "limit_edges"]
        .iter()
        .flat_map(|section| rules[section].as_array().expect("rows").clone())
        // A count that a program was told to hold back; ours is automatic.
        .filter(|row| row["count_started"] != -1 || row["expect"] == "8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1")
        .map(|mut row| {
            row["start"] = row["fen"].take();
            row
        })
        .collect();
    let answers = ask(&[], &rows);
    assert_eq!(rows.len(), 26);
    for (answer, row) in answers.iter().zip(&rows) {
        assert_eq!(answer["final_fen"], row["expect"], "{row}");
        if let Some(legal) = row.get("legal_after") {
            assert_eq!(answer["nlegal"].as_array().and_then(|counts| counts.last()), Some(legal), "{row}");
            assert_eq!(answer["end"] == "counting", row["optional_game_end"][0] == true, "{row}");
        }
    }
    let rows = rules["insufficient_material_fsf"].as_array().expect("rows");
    let lines: Vec<Value> = rows.iter().map(|row| json!({"start": row["fen"], "moves": ""})).collect();
    for (answer, row) in ask(&["--variant", "makruk"], &lines).iter().zip(rows) {
        assert_eq!(answer["end"] == "insufficient_material", row["draw"] == true, "{row}");
    }
    for row in rules["notation"].as_array().expect("rows") {
        let line = json!({"start": row["fen"], "moves": row["uci"]});
        assert_eq!(ask(&["--variant", "makruk"], &[line])[0]["san"], row["san"], "{row}");
    }
}

#[test]
fn tells_how_a_game_of_chess_ends() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ";
    let long = (0..25).map(|_| "e1d1 e8d8 d1e1 d8e8").collect::<Vec<_>>().join(" ");
    let answers = ask(
        &[],
        &[
            json!({"moves": "f2f3 e7e5 g2g4 d8h4"}),
            json!({"start": "7k/5Q2/8/8/8/8/8/K7 w - - 0 1", "moves": ["f7e6", "h8g7", "e6f5", "g7h8", "f5f7"]}),
            json!({"moves": shuffle.repeat(2)}),
            json!({"start": "4k3/8/8/8/8/8/4P3/4K3 w - - 97 80", "moves": "e1d1 e8d8 d1c1"}),
            json!({"start": "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "moves": "e1e2"}),
            json!({"start": "startpos", "moves": "e2e4", "variant": "Chess960"}),
            json!({"start": "4k3/7P/8/8/8/8/8/4K3 w - - 0 1", "moves": long}),
        ],
    );
    let ends: Vec<&Value> = answers.iter().map(|answer| &answer["end"]).collect();
    assert_eq!(
        ends,
        [
            &json!("checkmate"),
            &json!("stalemate"),
            &json!("threefold"),
            &json!("fifty"),
            &json!("insufficient_material"),
            &Value::Null,
            &json!("threefold"),
        ]
    );
    assert_eq!(answers[0]["nlegal"], json!([20, 20, 19, 30, 0]));
    assert_eq!(answers[0]["check"], "00001");
    assert_eq!(answers[0]["san"], "f3 e5 g4 Qh4#");
    assert_eq!(answers[0]["result"], "0-1");
    assert_eq!(answers[5]["result"], "*");
    assert_eq!(answers[5]["fens"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_bad_line_is_answered_and_the_rest_go_on() {
    let mut input = Vec::new();
    for line in [
        &b"{\"moves\": \"e2e4\"}"[..],
        b"{\"moves\": \"e2e4 e7e5 e1e3\"}",
        b"{\"moves\": \"e2e4 castles\"}",
        b"{\"moves\": [\"e2e4\", \"e7 e5\"]}",
        b"{\"start\": \"8/8 w\", \"moves\": \"\"}",
        b"{\"start\": \"rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBKQBNR w - - 0 1\", \"variant\": \"makruk\"}",
        b"{\"variant\": \"checkers\", \"moves\": \"e2e4\"}",
        b"{\"moves\": 7}",
        b"[]",
        b"\x00\x00\x00",
        b"{\"moves\": \"\xff\xfe\"}",
        b"",
        b"  \r",
        b"{\"moves\": \"d2d4\", \"more\": {\"is\": [\"fine\"]}}",
    ] {
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    let long = format!("{{\"moves\": \"{}\"}}\n", "x".repeat(10_000_000));
    input.extend_from_slice(long.as_bytes());
    let shuffles = format!("{{\"moves\": \"{}\"}}", "g1f3 g8f6 f3g1 f6g8 ".repeat(5000));
    input.extend_from_slice(shuffles.as_bytes());
    let text = stdout(&["game", "--games", "-"], &input);
    let answers: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let plies: Vec<Option<u64>> = answers.iter().map(|answer| answer["ply"].as_u64()).collect();
    let bad = Some(0);
    assert_eq!(plies, [None, Some(2), Some(1), Some(1), bad, bad, bad, bad, bad, bad, bad, None, bad, None]);
    for answer in &answers {
        let error = answer["error"].as_str();
        assert_eq!(error.is_some(), answer["ply"].is_u64(), "{answer}");
        assert!(error.is_none_or(|error| !error.is_empty() && error.len() < 300), "{answer}");
    }
    assert_eq!(answers[1]["error"], "\"e1e3\" is not a legal move here");
    let number = stdout(&["game", "--games", "-"], b"7\n{}");
    assert!(number.contains("expected an object with `start` and `moves`"), "{number}");
    assert_eq!(answers[13]["nlegal"].as_array().map(Vec::len), Some(20_001));
}

#[test]
fn input_without_any_game_is_refused() {
    assert_eq!(refusal(&["game", "--games", "-"], b""), "there are no games in the input");
    assert_eq!(refusal(&["game", "--games", "-"], b"\n \n"), "there are no games in the input");
    assert!(refusal(&["game", "--games", "no such file"], b"").starts_with("no such file: "));
    let nothing = "no line of the input could be read as a game";
    for input in [&b"\x00\x00"[..], b"\xff\xfe\n", b"{\"start\": \"x\"}\n", &vec![b'['; 10 << 20]] {
        let output = run(&["game", "--games", "-"], input);
        assert_eq!(
            output.stdout.split_last().map(|(last, line)| (*last, line.contains(&b'\n'))),
            Some((b'\n', false))
        );
        assert_eq!(refusal(&["game", "--games", "-"], input), nothing);
    }
}

#[test]
fn each_line_is_answered_at_once() {
    let mut child = kempelen(&["game", "--games", "-"]).spawn().expect("the program");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    for moves in ["e2e4", "e2e5", "d2d4 d7d5"] {
        writeln!(input, "{}", json!({"moves": moves})).expect("a reader");
        let mut line = String::new();
        output.read_line(&mut line).expect("an answer");
        assert!(line.starts_with('{') && line.ends_with("}\n"), "{line}");
    }
    drop(input);
    assert!(child.wait().expect("an end").success());
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = kempelen(&["game", "--games", "-"]).spawn().expect("the program");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("a pipe");
    // Whether these can still be written depends on when the program notices.
    for _ in 0..100 {
        let _ = writeln!(input, "{{}}");
    }
    drop(input);
    let output = child.wait_with_output().expect("an end");
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[test]
fn shows_a_position_to_people() {
    let text = stdout(&["game", "--moves", "e4", "e5", "Ke2"], b"");
    for line in [
        "  8  r  n  b  q  k  b  n  r",
        "  2  P  P  P  P  K  P  P  P",
        "FEN      rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 1 2",
        "Moves    1. e4 e5 2. Ke2",
        "Check    no",
        "Seen     once",
        "Outcome  Black to move",
    ] {
        assert!(text.lines().any(|found| found == line), "{line:?} in\n{text}");
    }
    let mate = stdout(&["game", "--moves", "f2f3 e7e5 g2g4 d8h4"], b"");
    assert!(
        mate.contains("Check    yes\n") && mate.contains("Outcome  checkmate: Black wins (0-1)\n"),
        "{mate}"
    );
    let makruk =
        &["game", "--variant", "makruk", "--start", "8/3k4/8/2K1S1P1/8/8/8/8 w - - 0 1", "--moves", "g6"];
    let text = stdout(makruk, b"");
    assert!(text.contains("Count    4 of 44\n") && text.contains("Thai     ช๖=M\n"), "{text}");
    assert!(text.contains("  6  .  .  .  .  .  .  M~ .\n"), "{text}");
}

#[test]
fn speaks_json_of_one_game() {
    let text = stdout(&["game", "--json", "--moves", "g1f3", "g8f6", "f3g1", "f6g8"], b"");
    let report: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(report["repetitions"], 2);
    assert_eq!(report["legal"].as_array().map(Vec::len), Some(20));
    assert_eq!(report["in_check"], false);
    assert_eq!(report["counting"], Value::Null);
    assert_eq!(report["san"], "Nf3 Nf6 Ng1 Ng8");
    assert_eq!(report["nlegal"], json!([20, 20, 22, 22, 20]));
    let text = stdout(
        &["game", "--json", "--variant", "makruk", "--start", "8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1"],
        b"",
    );
    let report: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(report["counting"], json!({"count": 4, "limit": 44}));
    assert_eq!(report["variant"], "makruk");
}

#[test]
fn refuses_in_one_line() {
    for (arguments, wanted) in [
        (&["game", "--moves", "e5"][..], "move 1: \"e5\" is not a legal move here"),
        (&["game", "--moves", "e4 e5", "hello"], "move 3: \"hello\" is not a move"),
        (&["game", "--start", "8/8/8/8/8/8/8/8 w - - 0 1"], "White has no king; Black has no king"),
        (&["game", "--games", "-", "--moves", "e4"], "cannot be used with"),
        (
            &["game", "--start", "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1"],
            "White may not castle: it has no rook on a1; White may not castle: it has no rook on h1",
        ),
    ] {
        let text = refusal(arguments, b"");
        assert!(text.contains(wanted), "{arguments:?}: {text}");
    }
}
