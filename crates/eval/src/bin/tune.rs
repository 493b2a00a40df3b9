//! Tunes the weights of a game on positions with results, and writes the table anew.
//!
//! ```sh
//! cargo run --release -p kempelen-eval --bin tune -- chess positions.txt --write crates/eval/src/weights/chess.rs
//! ```

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::process::ExitCode;
use std::time::Instant;

use kempelen_eval::tune::{Options, Tuner, read_samples};
use kempelen_eval::{Judged, Weights};
use kempelen_rules::{Chess, Makruk, VariantId};

const USAGE: &str = "usage: tune chess|makruk FILE [--write OUT] [--epochs N] [--batch N] [--rate CENTIPAWNS] \
                     [--result-share 0..1] [--anchor N] [--symmetrical yes|no]
FILE has a position a line: FEN;result or FEN;result;score, both for White. Without --write the table is printed.";

/// What the command line says.
struct Command {
    game: VariantId,
    file: String,
    write: Option<String>,
    options: Options,
}

fn main() -> ExitCode {
    let command = match read_command(std::env::args().skip(1)) {
        Ok(command) => command,
        Err(problem) => {
            eprintln!("{problem}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let done = match command.game {
        VariantId::Chess => run::<Chess>(&command),
        VariantId::Makruk => run::<Makruk>(&command),
    };
    if let Err(problem) = done {
        eprintln!("{problem}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn read_command(mut words: impl Iterator<Item = String>) -> Result<Command, String> {
    let game: VariantId = words.next().ok_or("which game?")?.parse().map_err(|error| format!("{error}"))?;
    let file = words.next().ok_or("which file of positions?")?;
    // Makruk's first position is symmetrical by files, chess has its king's wing.
    let mut options = Options { symmetrical: game == VariantId::Makruk, ..Options::default() };
    let mut write = None;
    while let Some(name) = words.next() {
        let value = words.next().ok_or_else(|| format!("{name} needs a value"))?;
        let bad = || format!("{value:?} is no value for {name}");
        match name.as_str() {
            "--write" => write = Some(value),
            "--epochs" => options.epochs = value.parse().map_err(|_| bad())?,
            "--batch" => options.batch = value.parse().map_err(|_| bad())?,
            "--rate" => options.rate = value.parse().map_err(|_| bad())?,
            "--result-share" => options.result_share = value.parse().map_err(|_| bad())?,
            "--anchor" => options.anchor = value.parse().map_err(|_| bad())?,
            "--symmetrical" => options.symmetrical = value == "yes",
            _ => return Err(format!("{name:?} is no option")),
        }
    }
    Ok(Command { game, file, write, options })
}

fn run<V: Judged>(command: &Command) -> Result<(), String> {
    let file = File::open(&command.file).map_err(|error| format!("{}: {error}", command.file))?;
    let lines = BufReader::new(file).lines();
    let start = Instant::now();
    let formulas = read_samples::<V>(lines, V::weights()).map_err(|error| error.to_string())?;
    if formulas.is_empty() {
        return Err(format!("{}: no position to tune on", command.file));
    }
    eprintln!("{} positions read in {:.1} s", formulas.len(), start.elapsed().as_secs_f64());
    let mut tuner = Tuner::new(V::weights(), formulas, command.options);
    eprintln!("steepness {:.3}, error before {:.6}", tuner.steepness(), tuner.error());
    for epoch in 1..=command.options.epochs {
        tuner.epoch();
        if epoch % 10 == 0 || epoch == command.options.epochs {
            eprintln!(
                "epoch {epoch}: error {:.6} after {:.0} s",
                tuner.error(),
                start.elapsed().as_secs_f64()
            );
        }
    }
    write_table(&tuner.weights(), command).map_err(|error| error.to_string())
}

fn write_table(weights: &Weights, command: &Command) -> io::Result<()> {
    let source = weights.to_source(command.game);
    match &command.write {
        Some(path) => std::fs::write(path, source),
        None => io::stdout().write_all(source.as_bytes()),
    }
}
