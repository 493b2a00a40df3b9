//! `kempelen play`: a game in the terminal.

mod illegal;
mod original;
mod record;
mod said;
mod screen;
mod session;
mod settings;
mod table;
mod thinking;
mod thought;

use std::io::{self, IsTerminal, Write};

use clap::{Args, ValueEnum};
use kempelen_rules::Color;

use crate::board::{BoardStyle, Men};
use crate::engine::{EngineChoice, ThinkingBudget};
use crate::failure::Failure;
use crate::rules::RulesArg;
use screen::{Look, Start};
use session::Session;

/// Play a game against an engine.
///
/// Type moves as you like (Nf3, g1f3, e2-e4), and `help` to see what else can be said. On a terminal it takes the full
/// screen; through a pipe, or with --plain, it is a dialogue line by line. At the end the game is printed as PGN.
#[derive(Args, Debug)]
#[command(after_help = "Example: kempelen play --engine sargon --color black")]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    choice: EngineChoice,

    /// The game [default: what the FEN looks like].
    #[arg(long, value_enum, ignore_case = true)]
    variant: Option<RulesArg>,

    /// Your colour.
    #[arg(long, value_enum, default_value_t = PlayerSide::White, ignore_case = true)]
    color: PlayerSide,

    /// Where to start; the start of the game if left out.
    #[arg(long)]
    fen: Option<String>,

    #[command(flatten)]
    budget: ThinkingBudget,

    #[command(flatten)]
    letters: Letters,

    /// A dialogue line by line, without the full screen.
    #[arg(long)]
    plain: bool,

    /// Which dialogue: ours, or that of the original program (octave and sameshi).
    #[arg(long, value_enum, default_value_t = DialogueStyle::Ours)]
    dialogue: DialogueStyle,
}

/// How the men are written.
#[derive(Args, Clone, Copy, Default, Debug)]
struct Letters {
    /// Show the men as letters, and everything else in plain ASCII.
    #[arg(long, conflicts_with = "unicode")]
    ascii: bool,

    /// Show the men as figures.
    #[arg(long)]
    unicode: bool,

    /// Show makruk in Thai letters.
    #[arg(long, conflicts_with = "ascii")]
    thai: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum PlayerSide {
    /// You begin.
    #[value(alias = "w")]
    White,
    /// The machine begins.
    #[value(alias = "b")]
    Black,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum DialogueStyle {
    /// Moves in any notation, and commands.
    Ours,
    /// Word for word as the original.
    Original,
}

/// Whether to go on.
#[derive(PartialEq, Eq)]
enum Next {
    Go,
    Leave,
    /// The shell has the terminal until it wakes the program again.
    Pause,
}

impl PlayArgs {
    /// A game without any arguments.
    pub(crate) fn bare() -> Self {
        Self {
            choice: EngineChoice { engine: None, options: Vec::new() },
            variant: None,
            color: PlayerSide::White,
            fen: None,
            budget: ThinkingBudget::default(),
            letters: Letters::default(),
            plain: false,
            dialogue: DialogueStyle::Ours,
        }
    }

    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let fen = self.fen.as_deref();
        let start = RulesArg::asked_or_guessed(self.variant, fen).position(fen)?;
        let terminal = io::stdout().is_terminal();
        if self.dialogue == DialogueStyle::Original {
            return original::run(&self.choice.name(), &start, terminal, output);
        }
        let engine = self.choice.open()?;
        let human = match self.color {
            PlayerSide::White => Color::White,
            PlayerSide::Black => Color::Black,
        };
        let colored = terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let men = self.letters.men(terminal);
        if !self.plain && terminal && io::stdin().is_terminal() && !is_dumb() {
            let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
            let options = self.choice.options()?.into_iter().map(owned).collect();
            let look = Look { men, ascii: !self.letters.has_unicode(), colored };
            let start = Start { engine, options, budget: self.budget, position: start, human, look };
            return on_full_screen(start, output);
        }
        let mut session =
            Session::new(engine, start, human, self.budget, BoardStyle { men, colored }, terminal);
        session.run(io::stdin().lock(), output)
    }
}

impl Letters {
    fn men(self, terminal: bool) -> Men {
        if self.thai {
            return Men::Thai;
        }
        if self.unicode || terminal && self.has_unicode() { Men::Figures } else { Men::Letters }
    }

    /// Whether more than the letters of ASCII can be shown: as asked for, or as the locale says.
    fn has_unicode(self) -> bool {
        let in_locale = || {
            let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
                .iter()
                .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
            locale.is_some_and(|locale| locale.to_ascii_lowercase().replace('-', "").contains("utf8"))
        };
        self.unicode || self.thai || !self.ascii && in_locale()
    }
}

/// Whether the terminal says that it can do nothing but write.
fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Plays on a full screen; the game is printed when it is left.
fn on_full_screen(start: Start, output: &mut impl Write) -> Result<(), Failure> {
    let left = screen::run(start)?;
    let printed = left.pgn.map_or(Ok(()), |pgn| write!(output, "{pgn}").and_then(|()| output.flush()));
    if let Some(signal) = left.signal {
        screen::obey(signal)?;
    }
    Ok(printed?)
}
