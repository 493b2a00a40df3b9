use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use kempelen_alphabeta::Kempelen;
use kempelen_alphabeta::datagen::{self, Recipe, Sample};

use crate::failure::Failure;
use crate::rules::RulesArg;

/// Let the engine play itself and write quiet positions with their results.
///
/// A line is `FEN;RESULT;SCORE`, result and score seen from White: what `tune` of the evaluation reads. Games are
/// appended whole, and a game's number is its seed, so that a run can go on where another stopped.
#[derive(Args, Debug)]
#[command(after_help = "Example: kempelen datagen --games 1000 --nodes 1500 --output chess.txt")]
pub(crate) struct DatagenArgs {
    /// The game.
    #[arg(long, value_enum, default_value_t = RulesArg::CHESS)]
    variant: RulesArg,

    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,

    /// The number of the first game.
    #[arg(long, value_name = "N", default_value_t = 1)]
    first: u64,

    /// Nodes for each move.
    #[arg(long, value_name = "N", default_value_t = 1500, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Random moves before each game.
    #[arg(long, value_name = "N", default_value_t = 8)]
    random_plies: usize,

    /// Games at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    threads: u8,

    /// Where to append; standard output if not given.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl DatagenArgs {
    pub(crate) fn run(&self, output: &mut (impl Write + Send)) -> Result<(), Failure> {
        match &self.output {
            None => self.play(output),
            Some(path) => {
                let file = OpenOptions::new().create(true).append(true).open(path);
                let mut file = file.map_err(|error| Failure::Run(format!("{}: {error}", path.display())))?;
                self.play(&mut file)
            }
        }
    }

    fn play(&self, output: &mut (impl Write + Send)) -> Result<(), Failure> {
        let recipe =
            Recipe { variant: self.variant.variant(), nodes: self.nodes, random_plies: self.random_plies };
        let next = AtomicU64::new(self.first);
        let end = self.first.saturating_add(self.games);
        let output = Mutex::new(output);
        let write = |text: &[u8]| -> io::Result<()> {
            let mut output = output.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            output.write_all(text)?;
            output.flush()
        };
        let work = || -> Result<(), Failure> {
            let mut engine = Kempelen::default();
            loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if seed >= end {
                    return Ok(());
                }
                let samples = datagen::play(&mut engine, recipe, seed);
                let samples = samples.map_err(|error| Failure::Run(error.to_string()))?;
                if let Err(error) = write(&lines(&samples)) {
                    next.store(end, Ordering::Relaxed);
                    return Err(error.into());
                }
            }
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.threads).map(|_| scope.spawn(work)).collect();
            threads.into_iter().try_for_each(|thread| {
                thread.join().unwrap_or_else(|_| Err(Failure::Run("a game broke off".to_owned())))
            })
        })
    }
}

fn lines(samples: &[Sample]) -> Vec<u8> {
    let mut lines = Vec::new();
    for sample in samples {
        let result = ["0.0", "0.5", "1.0"][usize::from(sample.result.min(2))];
        writeln!(lines, "{};{result};{}", sample.position.fen(), sample.score)
            .expect("memory takes what is written");
    }
    lines
}
