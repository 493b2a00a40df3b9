//! A fuzzer for the stable tool chain: it takes the inputs of a corpus, changes them a little, and runs the checks.
//!
//! `KEMPELEN_FUZZ_SECONDS` says for how long (in all, 10 if left out), `KEMPELEN_FUZZ_SEED` with which changes. What
//! breaks a check is told and kept in a file.

use std::error::Error;
use std::panic;
use std::path::Path;
use std::str::FromStr;
use std::time::{Duration, Instant};

use fuzz_checks::{CHECKS, Check};
use kempelen_rules::random::SplitMix64;

/// Inputs grow no longer than this, so that many can be tried.
const LONGEST: usize = 4096;

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus");

/// A number that the environment says, or this.
fn setting<T: FromStr>(name: &str, default: T) -> T {
    std::env::var(name)
        .map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text}")))
}

#[test]
fn changed_inputs_break_no_check() -> Result<(), Box<dyn Error>> {
    let mut mutator = Mutator(SplitMix64::new(setting("KEMPELEN_FUZZ_SEED", 1)));
    let each = Duration::from_secs_f64(setting("KEMPELEN_FUZZ_SECONDS", 10.0) / CHECKS.len() as f64);
    for (name, check) in CHECKS {
        let mut inputs = read_corpus(&Path::new(CORPUS).join(name))?;
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
        let file = format!("{}/fault-{name}", env!("CARGO_TARGET_TMPDIR"));
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
