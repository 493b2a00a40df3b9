//! `kempelen suite`.

use crate::support::{refusal, stdout};
use serde_json::Value;

/// Mates in one, and one that White must not stalemate.
const SUITE: &str = "\
# A comment, and an empty line below it.

6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"easy.001\";
7k/5Q2/6K1/8/8/8/8/8 w - - am Kf6 Kg5; id \"easy.002\";
4k3/8/8/8/8/8/8/R3K3 w - - bm Ra7; c0 \"Ra7=10, Ra8+=3\"; id \"graded.001\";
4k3/8/8/8/8/8/8/R3K3 w - - bm Ra8+; c8 \"100 40\"; c9 \"a1a8 a1a7\"; id \"graded.002\";
";

#[test]
fn positions_are_solved_and_graded() {
    let text = stdout(&["suite", "-", "--engine", "sameshi", "--depth", "3"], SUITE.as_bytes());
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("ok easy.001") && lines[0].contains("Ra8#"), "{text}");
    assert!(lines[1].starts_with("ok easy.002"), "{text}");
    let summary = lines.iter().find(|line| line.starts_with("all")).expect("a summary");
    assert!(summary.contains("/4 ") && summary.contains("/110"), "{text}");
    assert!(lines.iter().any(|line| line.starts_with("easy ") && line.contains("2/2 ")), "{text}");
}

#[test]
fn the_summary_is_the_sum_of_the_lines() {
    let text = stdout(&["suite", "-", "--engine", "sameshi", "--depth", "2", "--json"], SUITE.as_bytes());
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let (summary, positions) = lines.split_last().expect("lines");
    let summary = &summary["summary"];
    let sum = |name: &str| positions.iter().filter_map(|line| line[name].as_u64()).sum::<u64>();
    assert_eq!(summary["positions"], 4);
    assert_eq!(summary["nodes"], sum("nodes"));
    assert_eq!(summary["points"], sum("points"));
    assert_eq!(summary["most_points"], 110);
    let solved = positions.iter().filter(|line| line["solved"] == true).count();
    assert_eq!(summary["solved"], solved);
    assert_eq!(summary["themes"]["graded"]["positions"], 2);
    for line in positions {
        assert_eq!(line["solution_ms"].is_u64(), line["solved"] == true, "{line}");
    }
}

#[test]
fn what_is_no_suite_is_refused_with_its_line() {
    for (input, wanted) in [
        ("", "there are no positions"),
        ("nonsense\n", "line 1"),
        (
            "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#;\n6k1/5ppp/8/8/8/8/8/R3K3 w - - id \"x\";\n",
            "line 2: it has neither",
        ),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Qa8;\n", "line 1"),
    ] {
        let text = refusal(&["suite", "-", "--engine", "mint"], input.as_bytes());
        assert!(text.contains(wanted), "{text}");
    }
    assert!(refusal(&["suite", "/nowhere/at/all"], b"").contains("/nowhere/at/all"));
}
