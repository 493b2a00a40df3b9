//! Makes the embedded openings: random lines that an engine finds balanced.
//!
//! `cargo run --release -p kempelen-tools --bin openings -- KIND COUNT ENGINE`, where `KIND` is `chess` or
//! `makruk` and `ENGINE` a program that speaks UCI. Eight random half-moves from the first position are kept if
//! neither side has won material by them, if the engine at depth 12 gives the side to move between -60 and 60, and
//! if the position has not occurred before. The lines go to standard output.

use std::collections::HashSet;
use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use kempelen_arena::openings::{BookSource, BookSpec, OpeningsBook};
use kempelen_rules::{GameKind, VariantId};

const PLIES: usize = 8;
const DEPTH: u32 = 12;
const MOST: i32 = 60;
const SEED: u64 = 1769;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, count, engine] = arguments.as_slice() else { return Err("KIND COUNT ENGINE".into()) };
    let kind: GameKind = kind.parse()?;
    let count: usize = count.parse()?;
    let spec = BookSpec { source: BookSource::Random, seed: SEED, plies: Some(PLIES), ..BookSpec::default() };
    let book = OpeningsBook::open(&spec, kind)?;
    let mut judge = Judge::start(engine, kind)?;
    let mut seen = HashSet::new();
    let mut round = 0;
    println!("# Random lines of {PLIES} half-moves that {} at depth {DEPTH}", judge.name);
    println!("# finds level to within {MOST} hundredths of a pawn.");
    while seen.len() < count {
        let opening = book.opening(round);
        round += 1;
        let position = opening.game().position();
        let level = judge.score(&position.fen())?.is_some_and(|score| score.abs() <= MOST);
        if level && seen.insert(position.key()) {
            let moves: Vec<String> = opening.moves.iter().map(ToString::to_string).collect();
            println!("{}", moves.join(" "));
        }
    }
    eprintln!("{count} of {round} lines kept");
    judge.quit()
}

/// An engine that is asked for scores.
struct Judge {
    name: String,
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Judge {
    fn start(command: &str, kind: GameKind) -> Result<Self, Box<dyn Error>> {
        let mut process = Command::new(command).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = process.stdin.take().ok_or("no standard input")?;
        let output = BufReader::new(process.stdout.take().ok_or("no standard output")?);
        let mut judge = Self { name: command.to_owned(), process, input, output };
        writeln!(judge.input, "uci")?;
        judge.read_until("uciok", |line| line.strip_prefix("id name ").map(str::to_owned)).map(|name| {
            judge.name = name.unwrap_or_default();
        })?;
        if kind == GameKind::Usual(VariantId::Makruk) {
            writeln!(judge.input, "setoption name UCI_Variant value makruk")?;
        }
        Ok(judge)
    }

    /// The score for the side to move in hundredths of a pawn, or nothing for a mate.
    fn score(&mut self, fen: &str) -> Result<Option<i32>, Box<dyn Error>> {
        writeln!(self.input, "ucinewgame\nposition fen {fen}\ngo depth {DEPTH}")?;
        let score = |line: &str| line.split_once(" score ").map(|(_, rest)| rest.to_owned());
        let last = self.read_until("bestmove", score)?.unwrap_or_default();
        let mut words = last.split(' ');
        Ok(if words.next() == Some("cp") { words.next().and_then(|cp| cp.parse().ok()) } else { None })
    }

    /// Reads up to a line that starts with `word`; gives the last thing found on the way.
    fn read_until(
        &mut self,
        word: &str,
        find: impl Fn(&str) -> Option<String>,
    ) -> Result<Option<String>, Box<dyn Error>> {
        let mut found = None;
        let mut line = String::new();
        loop {
            line.clear();
            if self.output.read_line(&mut line)? == 0 {
                return Err("the engine is gone".into());
            }
            if line.starts_with(word) {
                return Ok(found);
            }
            found = find(line.trim_end()).or(found);
        }
    }

    fn quit(mut self) -> Result<(), Box<dyn Error>> {
        writeln!(self.input, "quit")?;
        self.process.wait()?;
        Ok(())
    }
}
