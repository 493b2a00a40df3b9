//! `kempelen review` as a user sees it.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use kempelen_rules::pgn;

fn review(pgn: &str, args: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kempelen"))
        .args(["review", "-", "--depth", "6"])
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // It may refuse its arguments before it reads.
    let _ = child.stdin.take().expect("a pipe").write_all(pgn.as_bytes());
    child.wait_with_output().expect("it ends")
}

#[test]
fn a_review_annotates_the_game_and_keeps_what_was_there() {
    let game = "[White \"A\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 {[%clk 0:01:02] hm} 4. Qxf7# 1-0\n";
    let done = review(game, &[]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let record = pgn::read(&done.stdout[..]).next().expect("a game").expect("sound");
    // The game itself is as it was.
    assert_eq!(record.moves().count(), 7);
    assert_eq!(record.tag("White"), Some("A"));
    let nodes: Vec<_> = record.mainline().collect();
    // 3...Nf6 lets White mate, and the laws agree: the last position is mate.
    let remarks = record.comments(nodes[5]).join(" ");
    assert!(remarks.starts_with("[%eval #1,6] [%clk 0:01:02] hm "), "{remarks}");
    assert!(remarks.contains("allows mate"), "{remarks}");
    assert_eq!(record.glyphs(nodes[5]), [4]);
    // Something better stands beside it, and does not allow the mate.
    let better = record.children(nodes[4])[1];
    let mate = record.position(better).read_move("Qxf7").map(|m| record.position(better).play(m));
    assert!(mate.is_err() || mate.is_ok_and(|after| !after.legal_moves().is_empty()));
    assert!(record.comments(nodes[6]).iter().all(|remark| !remark.contains("%eval")));
}

#[test]
fn json_and_page_say_the_same_and_the_museum_is_asked() {
    let folder = std::env::temp_dir().join(format!("kempelen-review-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("page.html");
    let done = review("1. f3 e5 2. g4 Qh4# 0-1", &["--json", "--html", path.to_str().expect("a name")]);
    let json: serde_json::Value = serde_json::from_slice(&done.stdout).expect("JSON");
    assert_eq!(json["mistakes"], serde_json::json!([2]));
    assert_eq!(json["moves"][3]["judgement"]["verdict"], "as good");
    // A mate in one is found by whoever looks a move ahead.
    assert!(json["moves"][3]["foundBy"].as_array().is_some_and(|ids| ids.contains(&"sargon".into())));
    let page = std::fs::read_to_string(&path).expect("a page");
    for part in ["<polyline", "Find the better move", "<details>", "SARGON", "2.g4??"] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("<script") && !page.contains("http"));
    std::fs::remove_dir_all(&folder).expect("it goes");
}

#[test]
fn what_comes_before_a_fault_is_reviewed_and_the_fault_said() {
    let done = review("1. e4 e5 2. Ke3 Nf6 *", &["--no-museum"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&done.stderr).contains("\"Ke3\" is not a legal move here"));
    let record = pgn::read(&done.stdout[..]).next().expect("a game").expect("sound");
    assert_eq!(record.moves().count(), 2);
    for (text, args) in
        [("", &[][..]), ("1. e4 *", &["--game", "2"]), ("*", &[]), ("1. e4 *", &["--engine", "mint"])]
    {
        let done = review(text, args);
        assert_eq!(done.status.code(), Some(2), "{text:?} {args:?}");
        assert_eq!(
            String::from_utf8_lossy(&done.stderr).lines().filter(|l| l.starts_with("kempelen:")).count(),
            1
        );
    }
}

#[test]
fn every_game_of_the_family_is_reviewed() {
    for variant in ["Makruk", "Makpong", "Ai-Wok", "ASEAN", "Cambodian"] {
        let done = review(&format!("[Variant \"{variant}\"]\n\n1. d4 d5 2. dxc5 *"), &[]);
        let text = String::from_utf8_lossy(&done.stdout);
        let said = String::from_utf8_lossy(&done.stderr);
        // 2.dxc5 takes nothing, so it is the fault; the two moves before it are reviewed where they are legal.
        assert_eq!(done.status.code(), Some(2), "{variant}: {said}");
        assert!(text.is_empty() || text.contains("%eval"), "{variant}: {text}");
    }
}
