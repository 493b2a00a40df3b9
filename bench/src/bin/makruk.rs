//! Perft of makruk beside Fairy-Stockfish as Debian packages it: CPU time of both, taking turns in one run.
//!
//! The other program is a process of its own, so its time is that of a whole run less that of a run that counts
//! next to nothing.

use std::io::Write;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use kempelen_bench::{UsageWho, cpu_time};
use kempelen_rules::{Makruk, Position, perft::perft};

const PROGRAM: &str = "/usr/games/fairy-stockfish";
/// The least that is asked of us.
const WANTED: f64 = 15.0;
const ROUNDS: usize = 3;

const POSITIONS: [(&str, &str, u32); 3] = [
    ("start", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", 5),
    ("middle", "r6r/2s2sk1/1nNmp1p1/3p1n1p/pP3P1P/P2S1NP1/3M1S2/2R1RK2 b - - 0 21", 4),
    ("ending", "8/6ks/3M~2r1/2K1M3/8/3R4/8/8 w - 128 18 50", 5),
];

fn main() -> ExitCode {
    let program = std::env::var("FAIRY_STOCKFISH").unwrap_or_else(|_| PROGRAM.to_owned());
    if !std::path::Path::new(&program).exists() {
        println!("{program} is not there (apt-get install fairy-stockfish); nothing was compared");
        return ExitCode::SUCCESS;
    }
    let mut logs = 0.0;
    for (name, fen, depth) in POSITIONS {
        let mut best = [Duration::MAX; 2];
        let nodes = ours(fen, depth);
        for _ in 0..ROUNDS {
            let (count, full) = theirs(&program, fen, depth);
            assert_eq!(count, nodes, "the programs disagree on {name}");
            let (_, idle) = theirs(&program, fen, 1);
            best[1] = best[1].min(full.saturating_sub(idle));
            best[0] = best[0].min(our_time(fen, depth));
        }
        let speed = best.map(|time| nodes as f64 / time.as_secs_f64() / 1e6);
        let ratio = speed[0] / speed[1];
        logs += ratio.ln();
        println!(
            "{name:<7} {depth} {nodes:>9}  kempelen {:.0} Mn/s  fairy-stockfish {:.1} Mn/s  ({ratio:.1})",
            speed[0], speed[1]
        );
    }
    let mean = (logs / POSITIONS.len() as f64).exp();
    println!("kempelen is {mean:.1} times fairy-stockfish (geometric mean; at least {WANTED} is wanted)");
    if mean >= WANTED { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn ours(fen: &str, depth: u32) -> u64 {
    perft(&fen.parse::<Position<Makruk>>().expect("a position"), depth)
}

/// The time of one count, from as many as fill a second: the clock of the system is coarse.
fn our_time(fen: &str, depth: u32) -> Duration {
    let start = cpu_time(UsageWho::RUSAGE_SELF);
    let mut counts = 0;
    loop {
        std::hint::black_box(ours(fen, depth));
        counts += 1;
        let spent = cpu_time(UsageWho::RUSAGE_SELF) - start;
        if spent > Duration::from_secs(1) {
            return spent / counts;
        }
    }
}

/// The other program's count, and the CPU time of its whole run.
fn theirs(program: &str, fen: &str, depth: u32) -> (u64, Duration) {
    let start = cpu_time(UsageWho::RUSAGE_CHILDREN);
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let script =
        format!("setoption name UCI_Variant value makruk\nposition fen {fen}\ngo perft {depth}\nquit\n");
    child.stdin.take().expect("a pipe").write_all(script.as_bytes()).expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout);
    let nodes = text.lines().find_map(|line| line.strip_prefix("Nodes searched: ")).expect("a count");
    (nodes.trim().parse().expect("a number"), cpu_time(UsageWho::RUSAGE_CHILDREN) - start)
}
