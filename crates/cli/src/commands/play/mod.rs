//! `kempelen play`: a game in the terminal.

mod illegal;
mod original;
mod record;
mod said;
mod session;
mod thinking;

use std::io::{self, IsTerminal, Write};

use clap::{Args, ValueEnum};
use kempelen_rules::{Color, VariantId};

use crate::board::{Men, Style};
use crate::engine::{Budget, Choice};
use crate::failure::Failure;
use crate::rules::Rules;
use session::Session;

/// Play a game against an engine.
///
/// Type moves as you like (Nf3, g1f3, e2-e4), and `help` to see what else can be said. It works in any terminal and
/// through a pipe; at the end of the input the game is printed as PGN.
#[derive(Args, Debug)]
#[command(after_help = "Example: kempelen play --engine sargon --color black")]
pub(crate) struct Play {
    #[command(flatten)]
    choice: Choice,

    /// The game [default: what the FEN looks like].
    #[arg(long, value_enum, ignore_case = true)]
    variant: Option<Rules>,

    /// Your colour.
    #[arg(long, value_enum, default_value_t = Side::White, ignore_case = true)]
    color: Side,

    /// Where to start; the start of the game if left out.
    #[arg(long)]
    fen: Option<String>,

    #[command(flatten)]
    budget: Budget,

    /// Show the men as letters.
    #[arg(long, conflicts_with = "unicode")]
    ascii: bool,

    /// Show the men as figures.
    #[arg(long)]
    unicode: bool,

    /// Which dialogue: ours, or that of the original program (octave and sameshi).
    #[arg(long, value_enum, default_value_t = Dialogue::Ours)]
    dialogue: Dialogue,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Side {
    /// You begin.
    #[value(alias = "w")]
    White,
    /// The machine begins.
    #[value(alias = "b")]
    Black,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Dialogue {
    /// Moves in any notation, and commands.
    Ours,
    /// Word for word as the original.
    Original,
}

impl Play {
    /// A game without any arguments.
    pub(crate) fn plain() -> Self {
        Self {
            choice: Choice { engine: None, options: Vec::new() },
            variant: None,
            color: Side::White,
            fen: None,
            budget: Budget::default(),
            ascii: false,
            unicode: false,
            dialogue: Dialogue::Ours,
        }
    }

    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let guess = |fen: &String| VariantId::guess(fen).into();
        let rules = self.variant.unwrap_or_else(|| self.fen.as_ref().map_or(Rules::Chess, guess));
        let start = rules.position(self.fen.as_deref())?;
        let terminal = io::stdout().is_terminal();
        if self.dialogue == Dialogue::Original {
            return original::run(&self.choice.name(), &start, terminal, output);
        }
        let engine = self.choice.open()?;
        let human = match self.color {
            Side::White => Color::White,
            Side::Black => Color::Black,
        };
        let style =
            Style { men: self.men(terminal), colored: terminal && std::env::var_os("NO_COLOR").is_none() };
        let mut session = Session::new(engine, start, human, self.budget, style, terminal);
        session.run(io::stdin().lock(), output)
    }

    fn men(&self, terminal: bool) -> Men {
        let speaks_unicode = || {
            let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| std::env::var(name).ok());
            locale.is_some_and(|locale| locale.to_ascii_lowercase().replace('-', "").contains("utf8"))
        };
        if self.unicode || !self.ascii && terminal && speaks_unicode() { Men::Figures } else { Men::Letters }
    }
}
