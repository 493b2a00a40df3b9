//! `kempelen uci`, as a chess program sees it.

use std::io::{BufRead, BufReader, Write};
use std::time::{Duration, Instant};

use crate::support::{kempelen, refusal, run, stdout};

#[test]
fn piped_input_is_uci() {
    for arguments in [&[][..], &["uci"], &["uci", "--engine", "octave"]] {
        let text = stdout(arguments, b"uci\nposition startpos moves e2e4\ngo depth 1\nquit\n");
        assert!(text.contains("\nuciok\n") && text.contains("option name Engine type combo"), "{text}");
        assert!(text.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{text}");
    }
}

#[test]
fn options_of_the_command_line_are_set() {
    let text = stdout(&["uci", "--engine", "mint", "--option", "Seed=-1"], b"quit\n");
    assert_eq!(text, "info string Seed is a whole number from 0 to 9223372036854775807, not \"-1\"\n");
    assert!(refusal(&["uci", "--engine", "nobody"], b"").contains("there is no engine \"nobody\""));
}

/// A chess program waits for its engine at every start.
#[test]
fn it_is_there_at_once() {
    let mut best = Duration::MAX;
    for _ in 0..5 {
        let start = Instant::now();
        let mut child = kempelen(&["uci"]).spawn().expect("the program");
        let mut input = child.stdin.take().expect("a pipe");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        input.write_all(b"uci\nisready\n").expect("it listens");
        while output.next().expect("a line").expect("text") != "readyok" {}
        best = best.min(start.elapsed());
        drop(input);
        assert!(child.wait().expect("an end").success());
    }
    assert!(best < Duration::from_millis(50), "{best:?}");
}

#[test]
fn whoever_stops_reading_ends_it_without_a_complaint() {
    let mut child = kempelen(&["uci", "--engine", "octave"]).spawn().expect("the program");
    let mut input = child.stdin.take().expect("a pipe");
    drop(child.stdout.take());
    // The pipe may be closed while we are still writing.
    let _ = input.write_all(b"uci\nuci\ngo infinite\nisready\nisready\n");
    let end = child.wait_with_output().expect("an end");
    assert!(end.status.success() && end.stderr.is_empty(), "{end:?}");
}

#[test]
fn bytes_that_are_no_text_are_survived() {
    let mut input = b"\x00\xff\xfe\nposition fen \xff\n".to_vec();
    input.extend(std::iter::repeat_n(b'x', 5_000_000));
    input.extend(b"\ngo depth 1\n");
    let output = run(&["uci", "--engine", "octave"], &input);
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stdout).contains("bestmove "), "{output:?}");
}
