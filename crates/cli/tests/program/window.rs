//! `kempelen window`.

use std::fs;
use std::path::PathBuf;

use crate::support::{refusal, run, stdout};
use serde_json::Value;

const BUSY: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A directory that is gone when the test is over.
struct Desk(PathBuf);

impl Desk {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("kempelen-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a directory");
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a name").to_owned()
    }

    fn put(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, content).expect("a file");
        path
    }

    /// A trace of the modern engine.
    fn trace(&self, depth: &str) -> String {
        let path = self.path(&format!("{depth}.ktrace"));
        stdout(&["window", "record", "--fen", BUSY, "--depth", depth, "-o", &path], b"");
        path
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn window(arguments: &[&str]) -> String {
    stdout(&[&["window"], arguments].concat(), b"")
}

#[test]
fn the_five_models_are_those_of_the_document() {
    const GOLDEN: [&str; 5] = [
        include_str!("../../../window/data/lesson/example-1.txt"),
        include_str!("../../../window/data/lesson/example-2.txt"),
        include_str!("../../../window/data/lesson/example-3.txt"),
        include_str!("../../../window/data/lesson/example-4.txt"),
        include_str!("../../../window/data/lesson/example-5.txt"),
    ];
    /// The board, the picture and the line; and the log.
    fn parts(text: &str) -> (&str, &str) {
        let start = text.find("White to move\n").expect("a board");
        let pv = text.find("\nPV = ").expect("a line") + 1;
        let end = pv + text[pv..].find('\n').expect("an end");
        (&text[start..end], &text[text.find("\nDetailed log\n").expect("a log")..])
    }
    for (index, golden) in GOLDEN.iter().enumerate() {
        assert_eq!(parts(&window(&["model", &(index + 1).to_string()])), parts(golden));
    }
    assert!(refusal(&["window", "model", "6"], b"").contains("models 1 to 5, not 6"));
}

#[test]
fn models_of_ones_own_come_from_files() {
    let desk = Desk::new("models");
    let source = window(&["model", "2", "--source"]);
    let own = desk.put("own.txt", source.replacen("Philidor", "our", 1));
    let log = |text: &str| text[text.find("Detailed log").expect("a log")..].to_owned();
    assert_eq!(log(&window(&["model", &own])), log(&window(&["model", "2"])));
    let bad = desk.put("bad.txt", source.replacen("Qg8+", "Qg9+", 1));
    let line = source.lines().position(|line| line.contains("Qg8+")).expect("a line") + 1;
    let refused = refusal(&["window", "model", &bad], b"");
    assert!(refused.contains(&format!("bad.txt: line {line}: Qg9+ is not a move")), "{refused}");
    let picture = desk.put("picture.png", b"\x89PNG\r\n\x1a\n\xff\xfe");
    assert!(refusal(&["window", "model", &picture], b"").ends_with("this is not text"));
    assert!(refusal(&["window", "model", &desk.path("nothing")], b"").contains("nothing: "));
}

#[test]
fn the_lesson_is_a_text_and_a_page() {
    let desk = Desk::new("doc");
    let text = window(&["doc"]);
    assert!(text.contains("Creation order") && text.contains("Detailed log") && text.is_ascii());
    let path = desk.path("lesson.html");
    assert_eq!(window(&["doc", "--html", "-o", &path]), "");
    assert!(fs::read_to_string(&path).expect("a page").starts_with("<!doctype html>"));
    assert!(text.contains(window(&["orders"]).trim_end()));
    assert!(window(&["orders", "3", "2"]).contains("CH 9"));
    assert!(refusal(&["window", "orders", "5"], b"").contains("two to four numbers from 2 to 4"));
}

/// Every reading that is a text, of a trace.
fn texts(path: &str) -> Vec<Vec<&str>> {
    vec![
        vec!["tree", path, "--plies", "3"],
        vec!["log", path, "--plies", "1", "--ghosts"],
        vec!["line", path, "e2a6", "b4c3"],
        vec!["why", path],
        vec!["why-not", path, "f3f6"],
        vec!["stats", path],
        vec!["diff", path, path],
    ]
}

#[test]
fn every_reading_reads_a_trace() {
    let desk = Desk::new("readings");
    let path = desk.trace("5");
    for reading in texts(&path) {
        let text = window(&reading);
        assert!(text.lines().count() >= 4, "{reading:?}: {text}");
        assert!(!text.contains('\x1b'), "{reading:?}: no colours where nobody sees them");
    }
    assert!(window(&["verify", &path]).ends_with("sound\n"));
    assert!(window(&["tree", &path]).contains("NEW BEST MOVE"));
    assert!(window(&["log", &path]).contains(": cut off: "));
    assert!(window(&["log", &path, "--ghosts"]).contains("never reached"));
    let why_not = window(&["why-not", &path, "Qxf6"]);
    assert!(why_not.contains("The refutation that was found: 1...Bxf6."), "{why_not}");
    let svg = desk.path("tree.svg");
    window(&["svg", &path, "-o", &svg]);
    assert!(fs::read_to_string(svg).expect("a picture").starts_with("<svg"));
    let page = window(&["html", &path]);
    assert!(page.starts_with("<!doctype html>"));
    let json: Value = serde_json::from_str(&window(&["json", &path, "--plies", "2"])).expect("JSON");
    assert_eq!(json["fen"], BUSY);
    let schema: Value = serde_json::from_str(&window(&["json", "--schema"])).expect("JSON");
    assert_eq!(schema["title"], "A trace of Kempelen");
}

#[test]
fn text_is_as_wide_as_wanted_and_plain_when_asked() {
    let desk = Desk::new("widths");
    let path = desk.trace("4");
    for reading in texts(&path) {
        for columns in ["48", "80", "132"] {
            let plain = window(&[&reading[..], &["--ascii", "--columns", columns]].concat());
            assert!(plain.is_ascii(), "{reading:?}: {plain}");
            let limit: usize = columns.parse().expect("a number");
            for line in plain.lines() {
                assert!(line.chars().count() <= limit, "{reading:?} at {columns}: {line:?}");
            }
        }
        let coloured = window(&[&reading[..], &["--color", "always"]].concat());
        let bare: String = {
            // Without the escapes it is the same text.
            let mut parts = coloured.split('\x1b');
            let first = parts.next().unwrap_or_default().to_owned();
            parts.fold(first, |text, part| text + part.split_once('m').map_or(part, |(_, rest)| rest))
        };
        assert_eq!(bare, window(&reading), "{reading:?}");
    }
    assert!(!window(&["tree", &path]).is_ascii());
    assert!(window(&["tree", &path, "--color", "always"]).contains("\x1b[1;32m"));
    let own = window(&["microchess", "--fen", BUSY, "--ascii", "--columns", "60"]);
    assert!(own.is_ascii() && own.lines().all(|line| line.len() <= 60), "{own}");
}

#[test]
fn searches_can_be_made_on_the_spot_and_compared() {
    let text = window(&["diff", "--fen", BUSY, "--engine", "sargon", "--depth", "2", "--against", "sameshi"]);
    assert!(text.contains("sargon (depth 2)") && text.contains("sameshi (depth 2)"), "{text}");
    let text = window(&["diff", "--fen", BUSY, "--depth", "3", "--against-depth", "4"]);
    assert!(text.contains("All ") && text.contains("which goes on"), "{text}");
    let text = window(&["why", "--variant", "makruk", "--depth", "3"]);
    assert!(text.starts_with("why 1."), "{text}");
    let text = window(&["why", "--engine", "sargon"]);
    assert!(text.contains("a book has the move"), "{text}");
}

#[test]
fn a_trace_is_compared_with_another_engine_on_its_own_position() {
    let desk = Desk::new("against");
    let path = desk.trace("3");
    let text = window(&["diff", &path, "--against", "sargon"]);
    assert!(!text.contains("different positions"), "{text}");
    assert!(text.contains("sargon (depth 3)") && text.contains("kempelen (depth 3)"), "{text}");
}

#[test]
fn bounds_keep_less() {
    let desk = Desk::new("bounds");
    let size = |extra: &[&str]| {
        let path = desk.path("b.ktrace");
        let all = [&["window", "record", "--fen", BUSY, "--depth", "11", "-o", &path], extra].concat();
        stdout(&all, b"");
        assert!(window(&["verify", &path]).ends_with("sound\n"), "{extra:?}");
        assert!(window(&["why", &path]).starts_with("why 1."), "{extra:?}");
        fs::metadata(path).expect("a file").len()
    };
    let whole = size(&[]);
    let bounds: [&[&str]; 4] =
        [&["--max-ply", "2"], &["--sample", "20"], &["--line", "e2a6 b4c3"], &["--memory", "1"]];
    for bound in bounds {
        assert!(size(bound) < whole, "{bound:?}");
    }
}

#[test]
fn microchess_is_shown_state_by_state() {
    let text = window(&["microchess", "--fen", BUSY, "--move", "e2a6"]);
    for wanted in ["state ", "WCAP1", "BMAXC", "stage 1", "stage 2", "stage 3", "value B1", "it plays e2a6"] {
        assert!(text.contains(wanted), "{wanted} in\n{text}");
    }
    assert!(!text.contains("d5e6: value"), "only the one candidate is summed up");
    assert!(refusal(&["window", "microchess", "--fen", BUSY, "--move", "a1a8"], b"").contains("a1a8"));
    assert!(refusal(&["window", "microchess", "--level", "grand"], b"").contains("grand"));
}

#[test]
fn what_is_no_trace_is_refused() {
    let desk = Desk::new("refused");
    let path = desk.trace("4");
    let bytes = fs::read(&path).expect("a file");
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    let mut later = bytes.clone();
    later[8] = 99;
    for (name, content, wanted) in [
        ("foreign", b"PK\x03\x04 not ours at all".to_vec(), "this is not a trace of Kempelen"),
        ("empty", Vec::new(), "this is not a trace of Kempelen"),
        ("damaged", damaged, "damaged at byte"),
        ("later", later, "of version 99; this program reads up to version 2"),
        ("head", bytes[..40].to_vec(), "cut off before its first event"),
    ] {
        let path = desk.put(name, content);
        for reading in ["tree", "log", "why", "stats", "verify", "json", "svg", "html"] {
            let refused = refusal(&["window", reading, &path], b"");
            assert!(refused.contains(name) && refused.contains(wanted), "{reading} {name}: {refused}");
        }
    }
    assert!(refusal(&["window", "tree"], b"").contains("there is no trace to read"));
    assert!(refusal(&["window", "tree", &desk.path("none")], b"").contains("none: "));
    assert!(refusal(&["window", "tree", &path, "--iteration", "50"], b"").contains("no search to depth 50"));
    assert!(refusal(&["window", "why-not", &path, "Qh8"], b"").contains("Qh8"));
    assert!(refusal(&["window", "why-not", &path], b"").contains("which move?"));
    assert!(refusal(&["window", "why", "--engine", "deep-thought"], b"").contains("deep-thought"));
    assert!(refusal(&["window", "diff", &path], b"").contains("nothing to compare it with"));
}

#[test]
fn a_trace_that_is_cut_off_reads_up_to_the_cut() {
    let desk = Desk::new("cut");
    let bytes = fs::read(desk.trace("5")).expect("a file");
    let mut last = 0;
    for share in [4, 3, 2] {
        let path = desk.put("cut", &bytes[..bytes.len() / share]);
        let stats = window(&["stats", &path]);
        assert!(stats.contains("cut off at byte"), "{stats}");
        let json: Value = serde_json::from_str(&window(&["json", &path])).expect("JSON");
        let nodes = json["counts"]["nodes"].as_u64().expect("a number");
        assert!(nodes > last, "{nodes} after {last}");
        last = nodes;
        assert!(window(&["verify", &path]).contains("cannot be checked"));
        assert!(window(&["tree", &path]).contains("(root)"));
    }
}

#[test]
fn a_trace_that_cannot_be_written_is_a_failure_of_the_run() {
    let output = run(&["window", "record", "--depth", "1", "-o", "/nowhere/t.ktrace"], b"");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8(output.stderr).expect("text");
    assert!(text.contains("/nowhere/t.ktrace") && text.lines().count() == 1, "{text}");
}
