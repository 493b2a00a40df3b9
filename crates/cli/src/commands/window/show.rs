//! How a reading looks, and which part of a trace it is of.

use std::io::IsTerminal;

use clap::{Args, ValueEnum};
use kempelen_window::{Part, Style};

/// How text looks.
#[derive(Args)]
pub(crate) struct ShowArgs {
    /// Plain ASCII only.
    #[arg(long)]
    ascii: bool,

    /// How wide a line may be [default: as wide as the terminal].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(40..))]
    columns: Option<u16>,

    /// Whether to use colours.
    #[arg(long, value_enum, default_value_t = When::Auto)]
    color: When,
}

#[derive(Clone, Copy, ValueEnum)]
enum When {
    /// On a terminal.
    Auto,
    Always,
    Never,
}

/// How wide a line is where nobody says so.
const USUAL_WIDTH: usize = 120;

impl ShowArgs {
    pub(crate) fn style(&self) -> Style {
        let terminal = std::io::stdout().is_terminal();
        let measured =
            terminal.then(terminal_size::terminal_size).flatten().map(|(width, _)| usize::from(width.0));
        let width = self.columns.map(usize::from).or(measured).unwrap_or(USUAL_WIDTH);
        let color = match self.color {
            When::Auto => terminal && std::env::var_os("NO_COLOR").is_none(),
            When::Always => true,
            When::Never => false,
        };
        Style { width: width.max(40), ascii: self.ascii, color }
    }
}

/// Which part of a trace.
#[derive(Args)]
pub(crate) struct WhichArgs {
    /// How many plies.
    #[arg(long, value_name = "N", default_value_t = 2)]
    plies: usize,

    /// How many moves of each node.
    #[arg(long, value_name = "N", default_value_t = 4)]
    width: usize,

    /// The search of the root to this nominal depth [default: the last].
    #[arg(long, value_name = "DEPTH")]
    iteration: Option<u8>,
}

impl WhichArgs {
    pub(crate) fn part(&self) -> Part {
        Part { plies: self.plies, width: self.width, depth: self.iteration }
    }
}
