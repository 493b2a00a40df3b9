//! `kempelen perft`.

use crate::support::{refusal, stdout};
use serde_json::Value;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn counts_what_everybody_counts() {
    for (arguments, nodes) in [
        (&["perft", "0"][..], "1"),
        (&["perft", "1"], "20"),
        (&["perft", "5"], "4865609"),
        (&["perft", "4", "--fen", KIWIPETE], "4085603"),
        (&["perft", "4", "--fen", KIWIPETE, "--threads", "2", "--hash", "8"], "4085603"),
        (&["perft", "4", "--variant", "makruk"], "273026"),
        (&["perft", "2", "--variant", "Chess960", "--fen", "startpos"], "400"),
    ] {
        assert_eq!(stdout(arguments, b""), format!("{nodes}\n"), "{arguments:?}");
    }
    if std::env::var_os("KEMPELEN_LONG").is_some() {
        assert_eq!(stdout(&["perft", "6"], b""), "119060324\n");
        assert_eq!(stdout(&["perft", "5", "--fen", KIWIPETE], b""), "193690690\n");
        assert_eq!(stdout(&["perft", "6", "--variant", "makruk"], b""), "142078049\n");
    }
}

#[test]
fn divides() {
    let text = stdout(&["perft", "3", "--divide"], b"");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 22);
    assert_eq!(lines[0], "a2a3: 380");
    assert_eq!(lines[20..], ["", "8902"]);
    // The king takes its rook where the game is Chess960.
    let castling =
        |variant| stdout(&["perft", "1", "--divide", "--variant", variant, "--fen", KIWIPETE], b"");
    assert!(castling("chess").contains("e1g1: 1\n"));
    assert!(castling("chess960").contains("e1h1: 1\n"));
}

#[test]
fn speaks_json() {
    let makruk: Vec<Value> =
        serde_json::from_str(include_str!("../../../rules/data/makruk_perft.json")).expect("JSON");
    for case in &makruk {
        let fen = case["fen"].as_str().expect("a FEN");
        let text = stdout(&["perft", "2", "--variant", "makruk", "--fen", fen, "--divide", "--json"], b"");
        let report: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(report["divide"], case["divide2"], "{fen}");
        assert_eq!(report["nodes"], case["perft"]["2"], "{fen}");
        assert_eq!(report["depth"], 2);
    }
}

#[test]
fn refuses_in_one_line() {
    for (arguments, wanted) in [
        (&["perft"][..], "required"),
        (&["perft", "-1"], "unexpected argument '-1'"),
        (&["perft", "many"], "invalid value 'many'"),
        (&["perft", "101"], "101 is not in 0..=100"),
        (&["perft", "99999999999999999999"], "invalid value"),
        (&["perft", "3", "--hash", "99999999"], "99999999 is not in 0..=65536"),
        (&["perft", "3", "--threads", "0"], "0 is not in 1..=1024"),
        (&["perft", "3", "--variant", "shogi"], "possible values: chess, chess960, makruk"),
        (&["perft", "3", "--fen", ""], "four to six fields"),
        (&["perft", "3", "--fen", "a\nb"], "a FEN has eight ranks"),
        (&["prft", "3"], "tip: a similar subcommand exists: 'perft'"),
        (
            &["perft", "3", "--fen", "rnbqkbnrr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"],
            "rank 8 has 9 squares",
        ),
        (
            &["perft", "3", "--fen", "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"],
            "'9' stands for no man",
        ),
        (
            &["perft", "3", "--fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 70000"],
            "from 0 to 65535, not \"70000\"",
        ),
        (
            &["perft", "3", "--fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 junk"],
            "\"junk\" stands after the last field",
        ),
        (
            &["perft", "3", "--fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1"],
            "no double step explains",
        ),
        (
            &["perft", "3", "--fen", "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNK w KQkq - 0 1"],
            "White has 2 kings; ",
        ),
        (&["perft", "3", "--fen", "4k3/4R3/8/8/8/8/8/P3K2p w - - 0 1"], "a pawn of White cannot stand on a1"),
        (
            &["perft", "3", "--fen", "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1"],
            "Black is in check, but it is not its turn",
        ),
        (
            &["perft", "3", "--fen", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"],
            "(it is a FEN of makruk)",
        ),
        (&["perft", "3", "--variant", "makruk", "--fen", KIWIPETE], "makruk has no bishop"),
        (
            &[
                "perft",
                "3",
                "--variant",
                "makruk",
                "--fen",
                "rnsmksnr/8/1pPppppp/8/8/PP1PPPPP/8/RNSKMSNR w - - 0 1",
            ],
            "a pawn of White cannot stand on c6",
        ),
    ] {
        let text = refusal(arguments, b"");
        assert!(text.contains(wanted), "{arguments:?}: {text}");
    }
}

#[test]
fn helps() {
    assert!(stdout(&["help"], b"").contains("perft"));
    assert!(stdout(&["perft", "--help"], b"").contains("How many moves deep"));
    assert!(stdout(&["--version"], b"").starts_with("kempelen "));
}
