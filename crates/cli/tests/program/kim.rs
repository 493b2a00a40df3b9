//! `kempelen kim`: the keypad of 1976, against sessions of the original.

use std::io::Read;

use crate::support::{refusal, run, stdout};
use flate2::read::GzDecoder;
use serde_json::Value;

fn sessions() -> Vec<Value> {
    let files = [
        &include_bytes!("../../../museum/data/microchess/kim.jsonl.gz")[..],
        &include_bytes!("../../../museum/data/microchess/kim_extra.jsonl.gz")[..],
    ];
    let mut sessions = Vec::new();
    for file in files {
        let mut text = String::new();
        GzDecoder::new(file).read_to_string(&mut text).expect("compressed text");
        sessions.extend(text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")));
    }
    assert_eq!(sessions.len(), 25);
    sessions
}

fn word<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().expect("a word")
}

/// The display after every key is the original's.
#[test]
fn sessions_of_the_original_are_repeated_through_a_pipe() {
    for session in sessions() {
        let steps = session["steps"].as_array().expect("steps");
        let keys: Vec<String> = steps
            .iter()
            .map(|step| match &step["poke"] {
                Value::Null => word(step, "key").to_owned(),
                poke => format!("{}={}", word(poke, "addr"), word(poke, "value")),
            })
            .collect();
        let (level, opening) = (word(&session, "level"), word(&session, "opening"));
        let text = stdout(&["kim", "--level", level, "--opening", opening], keys.join(" ").as_bytes());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), steps.len(), "{}", session["id"]);
        for (line, step) in lines.iter().zip(steps).filter(|(_, step)| step["poke"].is_null()) {
            assert_eq!(*line, word(step, "display"), "{} {}", session["id"], step["key"]);
        }
    }
}

#[test]
fn keys_come_in_any_case_and_with_any_white_space() {
    let text = stdout(&["kim", "--level", "superblitz"], b"c pc\n\t6 3\r\n\n4 3   f");
    assert_eq!(text, "CCCCCC\n0F1333\n0F3336\n0F3363\nFF3634\n1F6343\nFF6343\n");
    assert_eq!(stdout(&["kim"], b""), "");
}

#[test]
fn a_tape_can_be_left_out() {
    // The book of the tape does not flash, and without it the machine thinks of the same move.
    for opening in ["giuoco_w", "none"] {
        assert_eq!(stdout(&["kim", "--opening", opening], b"C PC"), "CCCCCC\n0F1333\n");
    }
    assert_eq!(stdout(&["kim", "--opening", "queens_indian_w"], b"C PC"), "CCCCCC\n0E1434\n");
}

#[test]
fn a_bad_key_ends_the_session_in_one_line() {
    let output = run(&["kim"], b"C 6 X 3");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "CCCCCC\nFFCCC6\n");
    for (input, wanted) in [
        (&b"X"[..], "the KIM-1 has no key \"X\""),
        (b"ST", "no key \"ST\""),
        (b"63", "no key \"63\""),
        (b"51=C", "\"51=C\" is no cell and byte"),
        (b"zz=00", "no cell and byte"),
        (b"51=CC=3", "no cell and byte"),
        (b"\xff\xfe", "no key"),
        (&[b'9'; 5000], "no key"),
    ] {
        let text = refusal(&["kim"], input);
        assert!(text.contains(wanted), "{text}");
    }
    for (arguments, wanted) in [
        (&["kim", "--level", "hard"][..], "there are normal, blitz and superblitz"),
        (&["kim", "--opening", "sicilian"], "four_knights_w"),
    ] {
        let text = refusal(arguments, b"");
        assert!(text.contains(wanted), "{text}");
    }
}

#[test]
fn real_speed_takes_its_time() {
    // A bare king against a bare king, put there through the monitor.
    let mut keys: Vec<String> = (0x50..0x70).map(|cell| format!("{cell:02X}=CC")).collect();
    keys.extend(["50=00", "60=77", "PC"].map(str::to_owned));
    let start = std::time::Instant::now();
    stdout(&["kim", "--level", "superblitz", "--real-speed"], keys.join(" ").as_bytes());
    let taken = start.elapsed().as_millis();
    assert!((60..3000).contains(&taken), "{taken} ms");
}
