//! Moves as people and programs write them.

use kempelen_rules::uci::{Castling, MoveError};
use kempelen_rules::{Chess, Makruk, Position, Variant, san, uci};

fn at<V: Variant>(fen: &str) -> Position<V> {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// All these texts are this move, in UCI's spelling, and it is written as the first of them.
fn all_are<V: Variant>(fen: &str, move_text: &str, texts: &[&str]) {
    let position = at::<V>(fen);
    let m = uci::read(&position, move_text).unwrap_or_else(|error| panic!("{error} in {fen}"));
    assert_eq!(san::write(&position, m), texts[0], "{fen}");
    for text in texts {
        assert_eq!(san::read(&position, text), Ok(m), "{text} in {fen}");
    }
}

#[test]
fn algebraic_notation_is_read_in_many_spellings() {
    all_are::<Chess>(Chess::START, "e2e4", &["e4", "e2e4", "e2-e4", "Pe4", "e4!?", " e4 "]);
    all_are::<Chess>(
        Chess::START,
        "g1f3",
        &["Nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "g1f3", "Nf3+", "Nf3!"],
    );
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    all_are::<Chess>(castling, "e1g1", &["O-O", "0-0", "o-o", "OO", "O-O+", "e1g1", "e1h1"]);
    all_are::<Chess>(castling, "e1a1", &["O-O-O", "0-0-0", "OOO", "e1c1"]);
    all_are::<Chess>(
        "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "a7b8q",
        &["axb8=Q+", "axb8=Q", "axb8Q", "ab8=Q", "axb8(Q)", "axb8/Q", "a7xb8=Q", "a7b8q", "a7:b8=Q"],
    );
    all_are::<Chess>(
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        "e5d6",
        &["exd6", "exd6e.p.", "exd6 e.p.", "e5xd6", "ed6"],
    );
    all_are::<Chess>("7k/R7/6K1/8/8/8/8/8 w - - 0 1", "a7a8", &["Ra8#", "Ra8", "Ra8+", "Ra8++", "Ra7-a8#"]);
    all_are::<Makruk>("4k3/8/3r4/4P3/8/8/8/4K3 w - - 0 1", "e5d6", &["exd6=M", "exd6", "e5xd6=M", "ed6m"]);
    all_are::<Makruk>(Makruk::START, "e1f2", &["Mf2", "Me1f2", "Me1-f2", "e1f2"]);
}

#[test]
fn men_are_told_apart() {
    // Three queens that reach e1: by file, by rank, and by both.
    let fen = "8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1";
    let position = at::<Chess>(fen);
    let write = |text: &str| san::write(&position, uci::read(&position, text).expect("a move"));
    assert_eq!([write("e4e1"), write("h4e1"), write("h1e1")], ["Qee1", "Qh4e1", "Q1e1"]);
    assert_eq!(san::read(&position, "Qe1"), Err(MoveError::Ambiguous("Qe1".to_owned())));
    // A pinned man is no rival.
    all_are::<Chess>("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", &["Ne2", "Nge2"]);
}

#[test]
fn what_is_no_move_here() {
    let position = at::<Chess>(Chess::START);
    for text in ["e5", "Nd4", "O-O", "e2e5", "Ke2", "e7e5", "exd3", "e4=Q", "a2a4q"] {
        assert_eq!(san::read(&position, text), Err(MoveError::Illegal(text.to_owned())), "{text}");
    }
    for text in ["", "hello", "N", "e", "e9", "Zf3", "é4", "Nf3Nf3Nf3Nf3Nf3Nf3", "--", "\0"] {
        assert_eq!(san::read(&position, text), Err(MoveError::Unreadable(text.to_owned())), "{text}");
    }
    for text in ["e2e5", "e2e2", "e1g1", "e2e4q", "a7a8q"] {
        assert_eq!(uci::read(&position, text), Err(MoveError::Illegal(text.to_owned())), "{text}");
    }
    for text in ["", "e2", "e2e", "e2e9", "e2e4x", "e2e4qq", "Nf3", "0000", "ｅ2e4"] {
        assert_eq!(uci::read(&position, text), Err(MoveError::Unreadable(text.to_owned())), "{text}");
    }
    // A promotion must say to what, unless there is but one thing to become.
    let seventh = at::<Chess>("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    assert!(uci::read(&seventh, "a7a8").is_err() && san::read(&seventh, "a8").is_err());
    assert!(uci::read(&seventh, "a7a8k").is_err() && san::read(&seventh, "a8=K").is_err());
    let error = san::read(&position, &"x".repeat(1_000_000)).expect_err("no move");
    assert!(error.to_string().len() < 100, "{error}");
}

#[test]
fn castling_is_written_in_two_ways() {
    let orthodox = at::<Chess>("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let m = uci::read(&orthodox, "e1g1").expect("castling");
    assert_eq!(uci::write(&orthodox, m, Castling::Natural), "e1g1");
    assert_eq!(uci::write(&orthodox, m, Castling::KingTakesRook), "e1h1");
    // Where the king stands beside its rook, its step and castling are two moves.
    let beside = at::<Chess>("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
    let castling = uci::read(&beside, "f1g1").expect("castling");
    assert_eq!(san::write(&beside, castling), "O-O");
    assert_eq!(uci::write(&beside, castling, Castling::Natural), "f1g1");
    let far = at::<Chess>("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    let (step, castling) =
        (uci::read(&far, "f1g1").expect("a step"), uci::read(&far, "f1h1").expect("castling"));
    assert_eq!((san::write(&far, step), san::write(&far, castling)), ("Kg1".to_owned(), "O-O".to_owned()));
}
