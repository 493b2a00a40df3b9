//! How fast positions are judged: evaluations a second, over the positions one move away from a few middle games
//! and endgames of each game.
//!
//! With `count` as argument, each position is judged exactly ten times and nothing is timed, for a counter of
//! instructions such as callgrind; a word after it chooses the sets with that word in their name.

use std::hint::black_box;
use std::time::{Duration, Instant};

use kempelen_eval::{Evaluator, HandCrafted, Judged};
use kempelen_rules::{Chess, Makruk, Position};

const CHESS_MIDDLE: &[&str] = &[
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "r2q1rk1/1b1nbppp/pp1ppn2/8/2PQP3/1PN2NP1/PB3PBP/R4RK1 b - - 2 12",
    "r1bqr1k1/pp1n1pbp/2pp1np1/4p3/2PPP3/2N1BN2/PP2BPPP/R2Q1RK1 w - - 0 10",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r3r1k1/ppqb1ppp/8/4p1NQ/8/2P5/PP3PPP/R3R1K1 b - - 0 1",
];

const CHESS_END: &[&str] = &[
    "8/5pk1/4p1p1/1R5p/7P/1r4P1/5PK1/8 w - - 0 40",
    "8/2p2k2/1p3p2/p2P1np1/P1P2B2/1P3K2/8/8 b - - 0 40",
    "2r3k1/1q1nbppp/r3p3/3pP3/pPpP4/P1Q2N2/2RN1PPP/2R4K b - - 0 23",
    "6k1/6p1/6Pp/ppp5/3pn2P/1P3K2/1PP2P2/3N4 b - - 0 1",
];

const MAKRUK_MIDDLE: &[&str] = &[
    "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
    "r3ksnr/3n4/ppsppppp/2pm4/2PM4/PPSPPPPP/3N4/R3KSNR w - - 0 10",
    "2r1k2r/3ns1n1/p2ppsp1/1pp1mp1p/1PP1MP1P/P2PPSP1/3NS1N1/2R1K2R w - - 0 20",
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let once = words.first().is_some_and(|word| word == "count");
    let chosen = |name: &str| words.get(1).is_none_or(|word| name.contains(word.as_str()));
    for (name, fens) in [("chess middle games", CHESS_MIDDLE), ("chess endgames", CHESS_END)] {
        if chosen(name) {
            measure::<Chess>(name, fens, once);
        }
    }
    if chosen("makruk middle games") {
        measure::<Makruk>("makruk middle games", MAKRUK_MIDDLE, once);
    }
}

#[inline(never)]
fn judge<V: Judged>(hand: &mut HandCrafted<V>, position: &Position<V>) -> i32 {
    hand.evaluate(position)
}

fn measure<V: Judged>(name: &str, fens: &[&str], once: bool) {
    let mut positions = Vec::new();
    for fen in fens {
        let parent: Position<V> = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        positions.extend(parent.legal_moves().iter().map(|&m| parent.play(m)));
    }
    let mut hand = HandCrafted::new();
    let start = Instant::now();
    let mut count = 0_u64;
    let mut sum = 0_i64;
    loop {
        for _ in 0..10 {
            for position in &positions {
                sum += i64::from(judge(&mut hand, black_box(position)));
            }
        }
        count += 10 * positions.len() as u64;
        if once || start.elapsed() > Duration::from_secs(1) {
            break;
        }
    }
    black_box(sum);
    if once {
        println!("{name}: {count} evaluations");
    } else {
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{name}: {:.2} million evaluations a second, {:.0} ns each",
            count as f64 / seconds / 1e6,
            seconds / count as f64 * 1e9
        );
    }
}
