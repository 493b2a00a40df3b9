//! `kempelen`: the one program.
//!
//! Each command is a file in `commands`. A command writes to standard output and says in its [`Failure`] what went
//! wrong; only this file prints errors and chooses the exit code: 0 done, 1 a run-time failure, 2 bad usage or bad
//! input.

mod board;
mod commands;
mod engine;
mod failure;
mod input;
mod rules;
mod words;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use commands::{Command, PlayArgs, UciArgs};
use failure::Failure;

/// A cabinet of chess machines with the doors open: chess, Chess960 and makruk.
///
/// Without a command it plays a game on a terminal, and speaks UCI with a program.
#[derive(Parser)]
#[command(name = "kempelen", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

fn main() -> ExitCode {
    let outcome = match Cli::try_parse() {
        Ok(cli) => run(cli),
        Err(error) => answer(&error),
    };
    match outcome {
        // Whoever reads our output may have seen enough of it, as in `kempelen ... | head`.
        Ok(()) | Err(Failure::Closed) => ExitCode::SUCCESS,
        Err(failure) => {
            // Nobody is left to tell if even this fails.
            let _ = writeln!(io::stderr(), "kempelen: {failure}");
            failure.exit_code()
        }
    }
}

fn run(cli: Cli) -> Result<(), Failure> {
    // Not locked, since the front end of UCI writes from several threads.
    let mut output = io::BufWriter::new(io::stdout());
    match cli.command {
        Some(command) => command.run(&mut output)?,
        // A person gets a game, a chess program its engine.
        None if io::stdin().is_terminal() => PlayArgs::bare().run(&mut output)?,
        None => UciArgs::plain().run()?,
    }
    output.flush()?;
    Ok(())
}

/// A request for help is answered in full; a mistake in one line.
fn answer(error: &clap::Error) -> Result<(), Failure> {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        error.print()?;
        return Ok(());
    }
    let text = error.to_string();
    let mut paragraphs =
        text.split("\n\n").map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "));
    let complaint = paragraphs.next().unwrap_or_default();
    let complaint = complaint.strip_prefix("error: ").unwrap_or(&complaint).to_owned();
    let tip = paragraphs.find(|paragraph| paragraph.starts_with("tip: "));
    Err(Failure::Input(match tip {
        Some(tip) => format!("{complaint} ({tip})"),
        None => format!("{complaint} (try --help)"),
    }))
}
