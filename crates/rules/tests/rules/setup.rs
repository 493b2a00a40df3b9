//! What a FEN may say, and what is said when it is no position.

use kempelen_rules::fen::FenStyle;
use kempelen_rules::{Chess, Makruk, Position, Setup, Variant, fen};

fn refusal<V: Variant>(fen: &str) -> String {
    fen.parse::<Position<V>>().map(|p| p.fen()).expect_err(fen).to_string()
}

fn reads_as<V: Variant>(fen: &str, canonical: &str) {
    let position: Position<V> = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(position.fen(), canonical);
}

#[test]
fn all_reasons_are_given() {
    for (fen, reasons) in [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "White has no king; Black has no king"),
        ("4k3/8/8/8/8/8/8/K3K2p w - - 0 1", "a pawn of Black cannot stand on h1; White has 2 kings"),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn of White cannot stand on a8"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "Black is in check, but it is not its turn"),
        ("8/8/8/3kK3/8/8/8/8 w - - 0 1", "the kings stand side by side"),
        ("4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", "White may not castle: its king is not on its first rank"),
        ("r3k2r/8/8/8/8/8/8/4K2R w KQkq - 0 1", "White may not castle: it has no rook on a1"),
        ("r3k2r/8/8/8/8/8/8/R3K1RR w GHkq - 0 1", "White may castle twice to the same side"),
        (
            "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1",
            "no double step explains the en-passant square e3",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 1",
            "no double step explains the en-passant square e6",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - 64 0 1", "a counting limit (64) belongs to makruk"),
        ("4k3/8/8/8/8/8/8/4K2Q~ w - - 0 1", "what stands on h1 is no promoted pawn (`~`)"),
        ("4k3/8/8/8/8/8/8/2MSK3 w - - 0 1", "chess has no met (M on c1); chess has no khon (S on d1)"),
        ("4k3/QQQQQQQQ/8/8/8/QQQQQQQQ/8/4K3 b - - 0 1", "White has 17 men, more than 16"),
    ] {
        assert_eq!(refusal::<Chess>(fen), reasons, "{fen}");
    }
    for (fen, reasons) in [
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "there is no castling in makruk"),
        (
            "4k3/8/P7/8/8/p7/8/4K3 w - - 0 1",
            "a pawn of Black cannot stand on a3; a pawn of White cannot stand on a6",
        ),
        ("4k3/8/8/8/8/8/8/R~3K3 w - - 0 1", "what stands on a1 is no promoted pawn (`~`)"),
        ("8/8/8/3kK3/8/8/8/8 w - - 0 1", "the kings stand side by side"),
        (
            "4k3/8/8/8/8/8/8/Q3K3 w - a3 0 1",
            "makruk has no queen (Q on a1); no double step explains the en-passant square a3",
        ),
    ] {
        assert_eq!(refusal::<Makruk>(fen), reasons, "{fen}");
    }
}

#[test]
fn what_is_no_fen_at_all() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (fen, reason) in [
        (String::new(), "a FEN has four to six fields, not 0"),
        (start.to_owned(), "a FEN has four to six fields, not 1"),
        (format!("{start} w KQkq"), "a FEN has four to six fields, not 3"),
        (format!("{start} w KQkq - 0 1 e4"), "\"e4\" stands after the last field"),
        (format!("{start} x KQkq - 0 1"), "the side to move is w or b, not \"x\""),
        (format!("{start} w KQkQ - 0 1"), "\"KQkQ\" are no castling rights"),
        (format!("{start} w KX - 0 1"), "\"KX\" are no castling rights"),
        (format!("{start} w KQkq e9 0 1"), "\"e9\" is no en-passant square"),
        (format!("{start} w KQkq - -1 1"), "the half-move clock is a number from 0 to 65535, not \"-1\""),
        (format!("{start} w KQkq - +1 1"), "the half-move clock is a number from 0 to 65535, not \"+1\""),
        (format!("{start} w KQkq - 0 65536"), "the move number is a number from 0 to 65535, not \"65536\""),
        (format!("/{start} w KQkq - 0 1"), "a FEN has eight ranks, not 9"),
        (start.replace("8/8", "8") + " w KQkq - 0 1", "a FEN has eight ranks, not 6"),
        (start.replace("RNBQKBNR", "RNBQKBNRR") + " w KQkq - 0 1", "rank 1 has 9 squares, not eight"),
        (start.replace("RNBQKBNR", "RNBQKBN") + " w KQkq - 0 1", "rank 1 has 7 squares, not eight"),
        (start.replace('R', "X") + " w KQkq - 0 1", "'X' stands for no man"),
        (start.replace('R', "~") + " w KQkq - 0 1", "'~' stands for no man"),
        (start.replace('R', "\0") + " w KQkq - 0 1", "'\\0' stands for no man"),
        ("x".repeat(10_000_000), "a FEN has at most 256 bytes, not 10000000"),
    ] {
        assert_eq!(refusal::<Chess>(&fen), reason, "{}", fen.chars().take(80).collect::<String>());
    }
}

#[test]
fn what_other_programs_write_is_read() {
    let start = Chess::START;
    reads_as::<Chess>("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", start);
    reads_as::<Chess>("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0", start);
    reads_as::<Chess>("  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w   HAha - 0 0 ", start);
    reads_as::<Chess>("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w qkQK - 0 1", start);
    // Nothing can capture on e3, so it is not written again.
    reads_as::<Chess>(
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    );
    // The pawn on d4 could, but its king would be in check from the rook on h4.
    reads_as::<Chess>("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1");
    reads_as::<Chess>("8/8/8/8/k2pP3/8/8/4K3 b - e3 0 1", "8/8/8/8/k2pP3/8/8/4K3 b - e3 0 1");
    // X-FEN: Q is the outermost rook, and an inner one is named by its file.
    reads_as::<Chess>("4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1", "4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1");
    reads_as::<Chess>("4k3/8/8/8/8/8/8/RR2K3 w A - 0 1", "4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1");
    reads_as::<Chess>("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1");
    for makruk in ["w - - 0 1", "w - 0 0 1", "w 0 1", "w"] {
        let fen = format!("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR {makruk}");
        reads_as::<Makruk>(&fen, Makruk::START);
    }
}

#[test]
fn fens_are_written_in_several_styles() {
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let position: Position<Chess> = fen.parse().expect("a position");
    assert_eq!(position.fen_with(FenStyle { always_en_passant: true, ..FenStyle::default() }), fen);
    let shredder = FenStyle { shredder: true, ..FenStyle::default() };
    assert_eq!(position.fen_with(shredder), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha - 0 1");
}

#[test]
fn a_set_up_need_not_be_sound() {
    let setup: Setup = fen::read::<Chess>("8/8/8/8/8/8/8/QQQQQQQQ b KQ a3 7 9").expect("a FEN");
    assert_eq!(setup.men().count(), 8);
    assert_eq!(setup.check::<Chess>().expect_err("no kings").problems.len(), 4);
}
