//! What is said of reasons and ways outside of Rust is what the tables in `src/reasons.rs` say. `make reasons` writes it.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use kempelen_trace::{How, NodeLook, ScoreProof, Skips, Why, file};

/// Set to have the files written instead of looked at.
const WRITE: &str = "KEMPELEN_WRITE";

#[test]
fn the_page_has_the_tables() {
    check("web/src/doors/reasons.ts", |_| page());
}

#[test]
fn the_schema_has_the_names() {
    check("crates/window/schema/trace.schema.json", |text| {
        let reasons: Vec<&str> = Why::ALL.iter().map(|why| why.name()).collect();
        let ways: Vec<&str> = How::ALL.iter().map(|how| how.name()).collect();
        let mut fresh = String::new();
        for line in text.lines() {
            let names = match line.trim_start().split_once(':') {
                Some(("\"reason\"", _)) => &reasons,
                Some(("\"how\"", rest)) if rest.contains("enum") => &ways,
                _ => {
                    fresh.extend([line, "\n"]);
                    continue;
                }
            };
            let (key, _) = line.split_once(':').expect("a key");
            writeln!(fresh, "{key}: {{\"enum\": {names:?}}},").expect("text");
        }
        fresh
    });
}

#[test]
fn the_documentation_has_the_words() {
    check("docs/window.md", |text| {
        let begin = "<!-- reasons, written by `make reasons` -->\n";
        let (before, rest) = text.split_once(begin).expect("where the table begins");
        let (_, behind) = rest.split_once("\n<!-- end -->").expect("where the table ends");
        let mut table = "| reason | in words | of |\n|---|---|---|\n".to_owned();
        for why in Why::ALL {
            writeln!(table, "| `{}` | {} | {} |", why.name(), why.words(), of(why)).expect("text");
        }
        format!("{before}{begin}{table}\n<!-- end -->{behind}")
    });
}

/// What ends or is passed over for a reason.
fn of(why: Why) -> &'static str {
    match (why.facts().proof, why.facts().skips) {
        (ScoreProof::OfMoves, _) => "moves",
        (ScoreProof::OfPlayouts, _) => "playouts",
        (_, Skips::None) => "nodes",
        _ => "nodes, moves",
    }
}

/// The tables for the page.
fn page() -> String {
    let names = Why::ALL.iter().map(|why| format!("{why:?}: {}", *why as u8));
    let labels = Why::ALL.iter().map(|why| format!("'{}'", why.facts().label()));
    let looks = Why::ALL.iter().map(|why| format!("'{}'", why.facts().look));
    let ways = How::ALL.iter().map(|how| format!("{how:?}: {}", *how as u8));
    let way_labels = How::ALL.iter().map(|how| format!("'{}'", how.name()));
    let kinds =
        [NodeLook::Searched, NodeLook::Cut, NodeLook::Table, NodeLook::Quiet].map(|look| format!("'{look}'"));
    [
        "/** Reasons and ways by their numbers in a trace. \
         Written by `make reasons` from `crates/trace/src/reasons.rs`. */\n"
            .to_owned(),
        declare(
            "The version of the files that this page reads.",
            &format!("const VERSION = {}", file::VERSION),
        ),
        declare(
            "Why a node was left, a move passed over, or a playout ended.",
            &format!("const Why = {{\n{}}} as const", list(names)),
        ),
        declare("What reasons are called.", &format!("const WHY: readonly string[] = [\n{}]", list(labels))),
        declare("What a node looks like.", &format!("type Look = {}", kinds.join(" | "))),
        declare(
            "What nodes look like that were left for a reason.",
            &format!("const LOOK: readonly Look[] = [\n{}]", list(looks)),
        ),
        declare("How a node was searched.", &format!("const How = {{\n{}}} as const", list(ways))),
        declare("What ways are called.", &format!("const HOW: readonly string[] = [\n{}]", list(way_labels))),
    ]
    .concat()
}

fn declare(doc: &str, declaration: &str) -> String {
    format!("\n/** {doc} */\nexport {declaration};\n")
}

/// Items in lines of a good length.
fn list(items: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    let mut line = String::new();
    for item in items {
        if line.len() + item.len() > 120 {
            writeln!(text, " {line}").expect("text");
            line.clear();
        }
        write!(line, " {item},").expect("text");
    }
    writeln!(text, " {line}").expect("text");
    text
}

/// Looks whether a file is what it would be made now, or makes it so.
fn check(path: &str, make: impl FnOnce(&str) -> String) {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    let there = fs::read_to_string(&path).unwrap_or_default();
    let fresh = make(&there);
    if std::env::var_os(WRITE).is_some() {
        let draft = path.with_extension("draft");
        fs::write(&draft, fresh).and_then(|()| fs::rename(&draft, &path)).expect("a file");
    } else {
        assert!(there == fresh, "{} is out of date: `make reasons` writes it anew", path.display());
    }
}
