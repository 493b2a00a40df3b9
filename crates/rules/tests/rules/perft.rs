//! Known counts of lines of play.

use kempelen_rules::perft::{PerftOptions, divide, perft};
use kempelen_rules::{Chess, Makruk, Position, Variant};
use serde_json::Value;

/// Counts up to this size are checked; `make test-long` raises it.
fn node_limit() -> u64 {
    std::env::var("KEMPELEN_PERFT_NODES").ok().and_then(|text| text.parse().ok()).unwrap_or(5_000_000)
}

fn check<V: Variant>(fen: &str, depth: u32, nodes: u64) {
    if nodes <= node_limit() {
        let position: Position<V> = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(perft(&position, depth), nodes, "{fen} depth {depth}");
    }
}

/// A suite of lines `FEN ;D1 20 ;D2 400 ...`.
fn suite(text: &str) -> usize {
    let mut lines = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let mut parts = line.split(';');
        let fen = parts.next().expect("a FEN").trim();
        for part in parts {
            let (depth, nodes) = part.trim()[1..].split_once(' ').expect("a depth and a count");
            check::<Chess>(fen, depth.parse().expect("a depth"), nodes.trim().parse().expect("a count"));
        }
        lines += 1;
    }
    lines
}

#[test]
fn chess_suite() {
    assert!(suite(include_str!("../../data/chess.epd")) > 100);
}

#[test]
fn chess960_suite() {
    assert!(suite(include_str!("../../data/chess960.epd")) > 100);
}

#[test]
fn makruk_suite_with_divides() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("../../data/makruk_perft.json")).expect("JSON");
    for case in &cases {
        let fen = case["fen"].as_str().expect("a FEN");
        for (depth, nodes) in case["perft"].as_object().expect("counts") {
            check::<Makruk>(fen, depth.parse().expect("a depth"), nodes.as_u64().expect("a count"));
        }
        let position: Position<Makruk> = fen.parse().expect("a position");
        let counts = divide(&position, 2, PerftOptions::default());
        let wanted = case["divide2"].as_object().expect("a divide");
        assert_eq!(counts.len(), wanted.len(), "{fen}");
        for (m, count) in counts {
            assert_eq!(Some(count), wanted.get(&m.to_string()).and_then(Value::as_u64), "{fen} {m}");
        }
    }
    assert_eq!(cases.len(), 11);
}

#[test]
fn threads_and_hash_change_nothing() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let position: Position<Chess> = fen.parse().expect("a position");
    let plain = divide(&position, 4, PerftOptions::default());
    assert_eq!(plain.iter().map(|(_, count)| count).sum::<u64>(), 4_085_603);
    for (threads, hash_mb) in [(2, 0), (1, 8), (3, 4), (1, usize::MAX)] {
        assert_eq!(divide(&position, 4, PerftOptions { threads, hash_mb }), plain);
    }
}
