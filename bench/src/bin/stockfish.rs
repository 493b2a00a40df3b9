//! The modern engine beside Stockfish with its hand-written evaluation: nodes per second and time to a depth on the
//! bench positions, taking turns in one run; and what a second thread adds.
//!
//! `stockfish [DEPTH]` compares `target/native/release/kempelen` with Debian's Stockfish (15.1, `Use NNUE` off).
//! Both are processes of their own, and their processor time is compared; the second thread needs a quiet machine,
//! because only the clock on the wall can tell what it adds.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use kempelen_alphabeta::bench::CHESS;
use kempelen_bench::{UsageWho, cpu_time};

const STOCKFISH: &str = "/usr/games/stockfish";
const KEMPELEN: &str = "../target/native/release/kempelen";
const ROUNDS: usize = 3;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let depth: u32 = std::env::args().nth(1).as_deref().unwrap_or("14").parse()?;
    let kempelen = std::env::var("KEMPELEN").unwrap_or_else(|_| KEMPELEN.to_owned());
    let stockfish = std::env::var("STOCKFISH").unwrap_or_else(|_| STOCKFISH.to_owned());
    for (program, remedy) in [(&kempelen, "make build"), (&stockfish, "apt-get install stockfish")] {
        if !std::path::Path::new(program).exists() {
            println!("{program} is not there ({remedy}); nothing was compared");
            return Ok(ExitCode::SUCCESS);
        }
    }
    let mut best = [Run::default(); 2];
    for _ in 0..ROUNDS {
        for (best, program) in best.iter_mut().zip([&kempelen, &stockfish]) {
            best.keep_faster(Run::to_depth(program, depth)?);
        }
    }
    let names = ["kempelen", "stockfish"];
    for (name, run) in names.iter().zip(best) {
        println!(
            "{name:<9} depth {depth}: {:>9} nodes in {:>6.2} s, {:>7.0} nodes/s",
            run.nodes,
            run.time.as_secs_f64(),
            run.speed()
        );
    }
    println!("nodes per second: {:.2} of Stockfish's", best[0].speed() / best[1].speed());
    println!(
        "time to depth {depth}: {:.2} of Stockfish's",
        best[0].time.as_secs_f64() / best[1].time.as_secs_f64()
    );
    let mut speed = [0.0_f64; 2];
    for _ in 0..ROUNDS {
        for (best, threads) in speed.iter_mut().zip(["1", "2"]) {
            *best = best.max(speed_with_threads(&kempelen, threads)?);
        }
    }
    println!("two threads: {:.2} times the nodes per second of one", speed[1] / speed[0]);
    Ok(ExitCode::SUCCESS)
}

/// Nodes, and the processor time they took.
#[derive(Clone, Copy, Default)]
struct Run {
    nodes: u64,
    time: Duration,
}

impl Run {
    /// Searches every position to a depth, each as if it were the first.
    fn to_depth(program: &str, depth: u32) -> Result<Self, Box<dyn Error>> {
        let before = cpu_time(UsageWho::RUSAGE_CHILDREN);
        let mut engine = Engine::start(program)?;
        let mut nodes = 0;
        for fen in CHESS {
            engine.say("ucinewgame")?;
            nodes += engine.search(fen, &format!("depth {depth}"))?;
        }
        engine.quit()?;
        Ok(Self { nodes, time: cpu_time(UsageWho::RUSAGE_CHILDREN) - before })
    }

    fn speed(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64()
    }

    fn keep_faster(&mut self, other: Self) {
        if self.nodes == 0 || other.time < self.time {
            *self = other;
        }
    }
}

/// Nodes per second on the wall, over a second for each of a few positions.
fn speed_with_threads(program: &str, threads: &str) -> Result<f64, Box<dyn Error>> {
    let mut engine = Engine::start(program)?;
    engine.say(&format!("setoption name Threads value {threads}"))?;
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for fen in &CHESS[1..9] {
        engine.say("ucinewgame")?;
        engine.wait_until_ready()?;
        let start = Instant::now();
        nodes += engine.search(fen, "movetime 1000")?;
        time += start.elapsed();
    }
    engine.quit()?;
    Ok(nodes as f64 / time.as_secs_f64())
}

/// A UCI program with 16 MB of hash and no network.
struct Engine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(program: &str) -> Result<Self, Box<dyn Error>> {
        let mut command = Command::new(program);
        if program.ends_with("kempelen") {
            command.arg("uci");
        }
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = process.stdin.take().ok_or("no input")?;
        let output = BufReader::new(process.stdout.take().ok_or("no output")?);
        let mut engine = Self { process, input, output };
        for option in ["Hash value 16", "Use NNUE value false"] {
            engine.say(&format!("setoption name {option}"))?;
        }
        engine.wait_until_ready()?;
        Ok(engine)
    }

    fn say(&mut self, line: &str) -> std::io::Result<()> {
        writeln!(self.input, "{line}")
    }

    /// The next line that begins with a word, and the last number of nodes told on the way to it.
    fn hear(&mut self, word: &str) -> Result<u64, Box<dyn Error>> {
        let mut nodes = 0;
        for line in (&mut self.output).lines() {
            let line = line?;
            let mut words = line.split_whitespace();
            if line.starts_with(word) {
                return Ok(nodes);
            }
            if words.find(|&word| word == "nodes").is_some() {
                nodes = words.next().ok_or("no number of nodes")?.parse()?;
            }
        }
        Err(format!("the program ended before it said {word}").into())
    }

    fn wait_until_ready(&mut self) -> Result<(), Box<dyn Error>> {
        self.say("isready")?;
        self.hear("readyok").map(drop)
    }

    /// Searches a position and returns the nodes it took.
    fn search(&mut self, fen: &str, limit: &str) -> Result<u64, Box<dyn Error>> {
        self.say(&format!("position fen {fen}"))?;
        self.say(&format!("go {limit}"))?;
        self.hear("bestmove")
    }

    fn quit(mut self) -> Result<(), Box<dyn Error>> {
        self.say("quit")?;
        self.process.wait()?;
        Ok(())
    }
}
