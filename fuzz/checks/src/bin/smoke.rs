//! A fuzzer for the stable tool chain: it takes the inputs of a corpus, changes them a little, and runs the checks.
//!
//! `smoke SECONDS CORPUS [SEED]`. A corpus is a directory with a directory for each check. What breaks a check is
//! printed and written to the current directory.

use std::error::Error;
use std::panic;
use std::path::Path;
use std::time::{Duration, Instant};

use fuzz_checks::{CHECKS, Check};
use kempelen_rules::random::SplitMix64;

/// Inputs grow no longer than this, so that many can be tried.
const LONGEST: usize = 4096;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [seconds, corpus, seed @ ..] = &arguments[..] else {
        return Err("usage: smoke SECONDS CORPUS [SEED]".into());
    };
    let seed = seed.first().map_or(Ok(1), |seed| seed.parse())?;
    let mut mutator = Mutator(SplitMix64::new(seed));
    let each = Duration::from_secs_f64(seconds.parse::<f64>()? / CHECKS.len() as f64);
    for (name, check) in CHECKS {
        let mut inputs = read_corpus(&Path::new(corpus).join(name))?;
        let seeds = inputs.len();
        let (start, mut runs) = (Instant::now(), 0_u64);
        for input in &inputs {
            run(name, check, input)?;
        }
        while start.elapsed() < each {
            let input = mutator.mutate(&inputs);
            run(name, check, &input)?;
            runs += 1;
            // What is tried may be changed further, so that changes add up.
            if runs % 64 == 0 {
                let place = mutator.below(256) + seeds;
                if place < inputs.len() { inputs[place] = input } else { inputs.push(input) }
            }
        }
        println!("{name}: {seeds} inputs, {runs} mutations, no fault");
    }
    Ok(())
}

fn read_corpus(directory: &Path) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let mut paths: Vec<_> = std::fs::read_dir(directory)
        .map_err(|error| format!("{}: {error}", directory.display()))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    paths.sort();
    let inputs = paths.into_iter().map(std::fs::read).collect::<Result<Vec<_>, _>>()?;
    if inputs.is_empty() { Err(format!("{} is empty", directory.display()).into()) } else { Ok(inputs) }
}

fn run(name: &str, check: Check, input: &[u8]) -> Result<(), Box<dyn Error>> {
    panic::catch_unwind(|| check(input)).map_err(|_| {
        let file = format!("fault-{name}");
        let kept = std::fs::write(&file, input)
            .map_or_else(|error| error.to_string(), |()| format!("kept in {file}"));
        format!("{name} fails on {:?} ({kept})", String::from_utf8_lossy(input)).into()
    })
}

/// What changes inputs.
struct Mutator(SplitMix64);

impl Mutator {
    fn below(&mut self, end: usize) -> usize {
        self.0.remainder(end.max(1))
    }

    /// One of the inputs with a few changes: bytes changed, taken out, put in, and pieces of other inputs.
    fn mutate(&mut self, inputs: &[Vec<u8>]) -> Vec<u8> {
        let mut input = inputs[self.below(inputs.len())].clone();
        for _ in 0..=self.below(4) {
            let place = self.below(input.len() + 1);
            match self.below(6) {
                0 if place < input.len() => input[place] = self.0.next_u64() as u8,
                1 if place < input.len() => input[place] ^= 1 << self.below(8),
                2 => {
                    let end = input.len().min(place + self.below(8));
                    input.drain(place..end);
                }
                3 => {
                    const USUAL: &[u8] =
                        b"{}()[];%$*!?.\"\\ \n\r/-+=#x~0123456789abcdefghKQRBNMSPkqrbnmsp\0\xFF";
                    input.insert(place, USUAL[self.below(USUAL.len())]);
                }
                _ => {
                    let other = &inputs[self.below(inputs.len())];
                    let from = self.below(other.len());
                    let end = other.len().min(from + self.below(32));
                    input.splice(place..place, other[from..end].iter().copied());
                }
            }
        }
        input.truncate(LONGEST);
        input
    }
}
