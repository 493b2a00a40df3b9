//! Perft of chess, side by side with cozy-chess and shakmaty: same compiler flags, one thread, last ply in bulk,
//! processor time.
//!
//! `perft` races all of them in turn and prints ratios; `perft NAME POSITION DEPTH` runs one count alone, for
//! callgrind.

use std::process::ExitCode;
use std::time::Duration;

use cozy_chess::Board;
use kempelen_bench::{UsageWho, cpu_time};
use kempelen_rules::{Chess, Makruk, Position};

const POSITIONS: [(&str, &str, u32); 5] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("rooks", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7),
    ("promotions", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5),
    ("middle", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5),
];
const ROUNDS: usize = 7;
/// How many times as fast as cozy-chess we have to be.
const WANTED: f64 = 1.3;

type Counter = fn(&str, u32) -> u64;
const COUNTERS: [(&str, Counter); 3] = [("kempelen", kempelen), ("cozy-chess", cozy), ("shakmaty", lichess)];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => return race(),
        ["kempelen", "makruk", depth] => println!("{}", makruk(depth.parse().expect("a depth"))),
        [name, position, depth] => {
            let counter = COUNTERS.iter().find(|c| c.0 == name).expect("kempelen, cozy-chess or shakmaty").1;
            let fen = POSITIONS.iter().find(|p| p.0 == position).expect("a position's name").1;
            println!("{}", counter(fen, depth.parse().expect("a depth")));
        }
        _ => {
            eprintln!("usage: perft [NAME POSITION DEPTH]");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// The best of several rounds for each program, the programs taking turns so that noise hits all alike.
fn race() -> ExitCode {
    let mut logs = [0.0; COUNTERS.len()];
    for (name, fen, depth) in POSITIONS {
        let mut best = [Duration::MAX; COUNTERS.len()];
        let mut nodes = [0; COUNTERS.len()];
        for _ in 0..ROUNDS {
            for (i, (_, counter)) in COUNTERS.iter().enumerate() {
                let start = cpu_time(UsageWho::RUSAGE_SELF);
                nodes[i] = counter(fen, depth);
                best[i] = best[i].min(cpu_time(UsageWho::RUSAGE_SELF) - start);
            }
        }
        assert!(nodes.iter().all(|&n| n == nodes[0]), "the programs disagree on {name}: {nodes:?}");
        print!("{name:<11} {depth} {:>10}", nodes[0]);
        for (i, (program, _)) in COUNTERS.iter().enumerate() {
            let ratio = best[i].as_secs_f64() / best[0].as_secs_f64();
            logs[i] += ratio.ln();
            print!("  {program} {:.0} Mn/s ({ratio:.2})", nodes[0] as f64 / best[i].as_secs_f64() / 1e6);
        }
        println!();
    }
    let means = logs.map(|log| (log / POSITIONS.len() as f64).exp());
    for ((program, _), mean) in COUNTERS.iter().zip(means).skip(1) {
        println!("kempelen is {mean:.2} times {program} (geometric mean)");
    }
    println!("at least {WANTED} times {} is wanted", COUNTERS[1].0);
    if means[1] >= WANTED { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn kempelen(fen: &str, depth: u32) -> u64 {
    kempelen_rules::perft::perft(&fen.parse::<Position<Chess>>().expect("a position"), depth)
}

fn makruk(depth: u32) -> u64 {
    kempelen_rules::perft::perft(&Position::<Makruk>::default(), depth)
}

/// As cozy-chess counts in its own example: the last ply apart, so that nothing is asked for each man.
fn cozy(fen: &str, depth: u32) -> u64 {
    fn count(board: &Board, depth: u32) -> u64 {
        let mut nodes = 0;
        if depth == 1 {
            board.generate_moves(|moves| {
                nodes += moves.len() as u64;
                false
            });
        } else {
            board.generate_moves(|moves| {
                for m in moves {
                    let mut next = board.clone();
                    next.play_unchecked(m);
                    nodes += count(&next, depth - 1);
                }
                false
            });
        }
        nodes
    }
    count(&fen.parse().expect("a position"), depth)
}

fn lichess(fen: &str, depth: u32) -> u64 {
    let setup: shakmaty::fen::Fen = fen.parse().expect("a FEN");
    let position: shakmaty::Chess =
        setup.into_position(shakmaty::CastlingMode::Standard).expect("a position");
    shakmaty::perft(&position, depth)
}
