//! Positions with things said about them.

use kempelen_rules::epd::{Epd, Operand};
use kempelen_rules::{VariantId, with_position};

fn read(line: &str) -> Epd {
    Epd::read(VariantId::Chess, line).unwrap_or_else(|error| panic!("{error} in {line:?}"))
}

fn error(line: &str) -> String {
    Epd::read(VariantId::Chess, line).expect_err(line).to_string()
}

#[test]
fn operations_of_all_kinds_are_kept() {
    let line = "1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - - bm f5; id \"STS(v1.0) 1\"; ce 25; \
                c0 \"f5=100; Bf2=46\"; c9 \"a \\\"quote\\\" and a \\\\\"; pv f5 Nxf4; acd 12; noop;";
    let epd = read(line);
    assert_eq!(epd.to_string(), line);
    assert_eq!(epd.text("id"), Some("STS(v1.0) 1"));
    assert_eq!(epd.text("c0"), Some("f5=100; Bf2=46"));
    assert_eq!(epd.text("c9"), Some("a \"quote\" and a \\"));
    assert_eq!(epd.text("ce"), Some("25"));
    assert_eq!(epd.text("dm"), None);
    let pv = epd.operation("pv").expect("a line");
    assert_eq!(pv.operands, ["f5", "Nxf4"].map(|word| Operand::Word(word.to_owned())));
    let best = epd.moves("bm").expect("moves");
    assert_eq!(best.iter().map(|&m| epd.position.uci(m)).collect::<Vec<_>>(), ["f4f5"]);
    assert_eq!(epd.moves("am").expect("no moves"), []);
    assert!(epd.moves("id").is_err());
}

#[test]
fn the_numbers_of_a_fen_are_part_of_the_position() {
    for line in
        ["4k3/8/8/8/8/8/4P3/4K3 w - - 12 34 bm e4", "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; fmvn 34; hmvc 12;"]
    {
        let epd = read(line);
        assert_eq!(epd.position.fen(), "4k3/8/8/8/8/8/4P3/4K3 w - - 12 34");
        assert_eq!(epd.to_string(), "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 12; fmvn 34; bm e4;");
    }
}

#[test]
fn makruk_has_its_count_in_the_fourth_field() {
    let line = "8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 hmvc 8; fmvn 20; bm Kc7; id \"khon\";";
    let epd = Epd::read(VariantId::Makruk, line).expect("a line");
    assert_eq!(epd.to_string(), line);
    assert_eq!(with_position!(&epd.position, p => p.draw_count().spoken()), Some((4, 44)));
    assert_eq!(epd.moves("bm").expect("a move").len(), 1);
}

#[test]
fn perft_suites_can_be_read() {
    let lines = include_str!("../../data/chess.epd").lines().filter(|line| line.contains('/'));
    let depths: usize = lines.map(|line| read(line).operations.len()).sum();
    assert!(depths > 500, "{depths}");
}

#[test]
fn what_is_no_epd() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    assert_eq!(error(""), "a FEN has eight ranks, not 1");
    assert_eq!(error("4k3/8/8/8/8/8/4P3/4K3"), "the side to move is w or b, not \"0\"");
    assert_eq!(error(&format!("{fen} +m e4;")), "\"+m\" is no EPD opcode");
    assert_eq!(error(&format!("{fen} id \"open")), "a quotation has no end: \"\\\"open\"");
    assert_eq!(
        error(&format!("{fen} hmvc many;")),
        "the half-move clock is a number from 0 to 65535, not \"many\""
    );
    assert_eq!(error(&format!("{fen} 1 2 3")), "\"3\" is no EPD opcode");
}
