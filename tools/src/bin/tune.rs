//! Tunes the weights of a game on positions with results, and writes the table anew.
//!
//! ```sh
//! cargo run --release -p kempelen-tools --bin tune -- chess positions.txt --write crates/eval/src/weights/chess.rs
//! ```

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::process::ExitCode;
use std::time::Instant;

use kempelen_eval::tune::{Tuner, TunerOptions, read_samples};
use kempelen_eval::{Judged, Weights};
use kempelen_rules::{Variant, VariantId, with_variant};

const USAGE: &str = "usage: tune chess|makruk FILE [--write OUT] [--epochs N] [--batch N] [--rate CENTIPAWNS] \
                     [--result-share 0..1] [--hold-back 0..1] [--anchor N] [--symmetrical yes|no]
FILE has a position a line: FEN;result or FEN;result;score, both for White. Without --write the table is printed.";

/// What the command line says.
struct Command {
    game: VariantId,
    file: String,
    write: Option<String>,
    /// The share of the positions, the last of the file, that are not tuned on.
    hold_back: f64,
    options: TunerOptions,
}

fn main() -> ExitCode {
    let command = match read_command(std::env::args().skip(1)) {
        Ok(command) => command,
        Err(problem) => {
            eprintln!("{problem}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let done = with_variant!(command.game, V => run::<V>(&command));
    if let Err(problem) = done {
        eprintln!("{problem}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn read_command(mut words: impl Iterator<Item = String>) -> Result<Command, String> {
    let game: VariantId = words.next().ok_or("which game?")?.parse().map_err(|error| format!("{error}"))?;
    let file = words.next().ok_or("which file of positions?")?;
    // Where kings castle one wing is not like the other; in makruk they are alike.
    let mut options =
        TunerOptions { symmetrical: with_variant!(game, V => !V::CASTLING), ..TunerOptions::default() };
    let (mut write, mut hold_back) = (None, 0.05);
    while let Some(name) = words.next() {
        let value = words.next().ok_or_else(|| format!("{name} needs a value"))?;
        let bad = || format!("{value:?} is no value for {name}");
        match name.as_str() {
            "--write" => write = Some(value),
            "--hold-back" => hold_back = value.parse().map_err(|_| bad())?,
            "--epochs" => options.epochs = value.parse().map_err(|_| bad())?,
            "--batch" => options.batch = value.parse().map_err(|_| bad())?,
            "--rate" => options.rate = value.parse().map_err(|_| bad())?,
            "--result-share" => options.result_share = value.parse().map_err(|_| bad())?,
            "--anchor" => options.anchor = value.parse().map_err(|_| bad())?,
            "--symmetrical" => options.symmetrical = value == "yes",
            _ => return Err(format!("{name:?} is no option")),
        }
    }
    Ok(Command { game, file, write, hold_back, options })
}

fn run<V: Judged>(command: &Command) -> Result<(), String> {
    let file = File::open(&command.file).map_err(|error| format!("{}: {error}", command.file))?;
    let lines = BufReader::new(file).lines();
    let start = Instant::now();
    let mut formulas = read_samples::<V>(lines, V::weights()).map_err(|error| error.to_string())?;
    if formulas.is_empty() {
        return Err(format!("{}: no position to tune on", command.file));
    }
    eprintln!("{} positions read in {:.1} s", formulas.len(), start.elapsed().as_secs_f64());
    // What is held back shows whether the weights learn the game or only these positions.
    let held_back = formulas.split_off(command.hold_back);
    let mut tuner = Tuner::new(V::weights(), formulas, command.options);
    let report =
        |tuner: &Tuner| format!("error {:.6}, held back {:.6}", tuner.error(), tuner.error_on(&held_back));
    eprintln!("steepness {:.3}, before: {}", tuner.steepness(), report(&tuner));
    for epoch in 1..=command.options.epochs {
        tuner.epoch();
        if epoch % 10 == 0 || epoch == command.options.epochs {
            eprintln!("epoch {epoch}: {} after {:.0} s", report(&tuner), start.elapsed().as_secs_f64());
        }
    }
    write_table(&tuner.weights(), command).map_err(|error| error.to_string())
}

fn write_table(weights: &Weights, command: &Command) -> io::Result<()> {
    let source = weights.to_source(command.game);
    match &command.write {
        Some(path) => {
            // Under another name first, so that a failure leaves the old table.
            let written = format!("{path}.new");
            std::fs::write(&written, source)?;
            std::fs::rename(&written, path)
        }
        None => io::stdout().write_all(source.as_bytes()),
    }
}
