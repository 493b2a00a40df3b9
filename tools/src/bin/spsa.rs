//! Tunes numbers of the modern engine's search by games: simultaneous perturbation stochastic approximation (SPSA,
//! James Spall 1992).
//!
//! `cargo run --release -p kempelen-tools --bin spsa -- chess|makruk NODES PAIRS FILE [NAME ...]`
//!
//! In each round all numbers are moved a little, each up or down by the toss of a coin; one engine plays with them so, its
//! opponent with every number moved the other way, and all numbers follow the winner a small step. `PAIRS` pairs of
//! games are played in all. `FILE` holds where the numbers stand and is written after each round, so that a run that was
//! broken off goes on; without names the numbers of the file are tuned.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::thread;

use kempelen_alphabeta::{Kempelen, Params};
use kempelen_arena::openings::{BookSpec, OpeningsBook};
use kempelen_arena::{Adjudication, EngineSpec, Pace, Tournament, write_whole};
use kempelen_engine::{OptionKind, Stop};
use kempelen_rules::GameKind;
use kempelen_rules::random::SplitMix64;

/// Pairs of games in a round.
const ROUND: usize = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [kind, nodes, pairs, file, names @ ..] = words.as_slice() else {
        return Err("usage: spsa chess|makruk NODES PAIRS FILE [NAME ...]".into());
    };
    let (kind, nodes, pairs): (GameKind, u64, usize) = (kind.parse()?, nodes.parse()?, pairs.parse()?);
    let mut tuning = Tuning::open(Path::new(file), names)?;
    while tuning.played < pairs {
        let directions = tuning.toss();
        let reach = tuning.reach(pairs);
        let sides = [1.0, -1.0].map(|sign| tuning.engine(sign * reach, &directions));
        let balance = play(kind, nodes, sides, tuning.played as u64)?;
        tuning.follow(balance, pairs, &directions);
        write_whole(Path::new(file), &tuning.text())?;
        if tuning.played.is_multiple_of(50 * ROUND) {
            println!("{}", tuning.text());
        }
    }
    Ok(())
}

/// Plays a round and says how many more games the first engine won than the second.
fn play(kind: GameKind, nodes: u64, sides: [EngineSpec; 2], seed: u64) -> Result<i32, Box<dyn Error>> {
    let book = OpeningsBook::open(&BookSpec { seed, ..BookSpec::default() }, kind)?;
    let pace = Pace { nodes: Some(nodes), ..Pace::default() };
    let mut tournament = Tournament::new(sides.into(), book, pace);
    tournament.kind = kind;
    tournament.rounds = ROUND;
    tournament.concurrency = thread::available_parallelism().map_or(1, usize::from);
    let (resign, draw) = ("moves=4".parse()?, "moves=8".parse()?);
    tournament.adjudication = Adjudication { resign: Some(resign), draw: Some(draw), longest: Some(300) };
    let standings = tournament.run(&|_| Ok(Box::new(Kempelen::default())), &Stop::new(), &mut |_, _| {})?;
    let tally = standings.players()[0].tally();
    Ok(tally.wins as i32 - tally.losses as i32)
}

/// A number that is tuned.
struct Number {
    name: String,
    value: f64,
    range: [f64; 2],
    /// How far it is moved towards the end of the run.
    step: f64,
}

/// Where a run stands.
struct Tuning {
    numbers: Vec<Number>,
    /// Pairs of games so far.
    played: usize,
}

impl Tuning {
    /// Goes on with what a file holds, or begins with these names.
    fn open(file: &Path, names: &[String]) -> Result<Self, Box<dyn Error>> {
        let mut tuning = Self { numbers: Vec::new(), played: 0 };
        for name in names {
            tuning.numbers.push(Number::named(name)?);
        }
        let text = if file.exists() { fs::read_to_string(file)? } else { String::new() };
        for line in text.lines() {
            let (name, value) =
                line.split_once(' ').ok_or_else(|| format!("{line:?} is no name and value"))?;
            if name == "pairs" {
                tuning.played = value.parse()?;
                continue;
            }
            if names.is_empty() {
                tuning.numbers.push(Number::named(name)?);
            }
            if let Some(number) = tuning.numbers.iter_mut().find(|number| number.name == name) {
                number.value = value.parse()?;
            }
        }
        if tuning.numbers.is_empty() { Err("which numbers?".into()) } else { Ok(tuning) }
    }

    fn text(&self) -> String {
        let mut text = format!("pairs {}\n", self.played);
        for number in &self.numbers {
            let _ = writeln!(text, "{} {:.3}", number.name, number.value);
        }
        text
    }

    /// Up or down for each number; the same after the same number of games.
    fn toss(&self) -> Vec<f64> {
        let mut random = SplitMix64::new(self.played as u64);
        (0..self.numbers.len()).map(|_| if random.below(2) == 0 { 1.0 } else { -1.0 }).collect()
    }

    /// By how many steps the numbers are moved in this round; fewer as the run goes on.
    fn reach(&self, pairs: usize) -> f64 {
        (pairs as f64 / self.next()).powf(0.101)
    }

    /// By how many steps the numbers follow a game that was won; fewer as the run goes on. The exponents are Spall's.
    fn pull(&self, pairs: usize) -> f64 {
        const LAST: f64 = 0.006;
        let (pairs, delay) = (pairs as f64, 0.1 * pairs as f64);
        LAST * ((delay + pairs) / (delay + self.next())).powf(0.602)
    }

    fn next(&self) -> f64 {
        (self.played + ROUND) as f64
    }

    /// The engine with every number moved by so many steps in its direction.
    fn engine(&self, steps: f64, directions: &[f64]) -> EngineSpec {
        let mut spec = EngineSpec::cabinet("kempelen");
        for (number, direction) in self.numbers.iter().zip(directions) {
            let value = number.within(number.value + steps * number.step * direction).round();
            spec.options.push((number.name.clone(), value.to_string()));
        }
        spec
    }

    /// Moves the numbers to where more games were won.
    fn follow(&mut self, balance: i32, pairs: usize, directions: &[f64]) {
        let pull = self.pull(pairs) / self.reach(pairs) * f64::from(balance);
        for (number, direction) in self.numbers.iter_mut().zip(directions) {
            number.value = number.within(number.value + pull * number.step * direction);
        }
        self.played += ROUND;
    }
}

impl Number {
    fn named(name: &str) -> Result<Self, Box<dyn Error>> {
        let options = Params::default().options();
        let spec =
            options.iter().find(|spec| spec.is_named(name)).ok_or_else(|| format!("no number {name:?}"))?;
        let OptionKind::Spin { default, min, max } = spec.kind else {
            return Err(format!("{name} is no number").into());
        };
        let [value, min, max] = [default, min, max].map(|number| number as f64);
        Ok(Self { name: spec.name.clone(), value, range: [min, max], step: (value / 8.0).max(1.0) })
    }

    fn within(&self, value: f64) -> f64 {
        value.clamp(self.range[0], self.range[1])
    }
}
