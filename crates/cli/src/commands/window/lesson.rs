//! The lesson, and Microchess in its own form.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use kempelen_museum::microchess::Level;
use kempelen_window::lesson::{self, LessonModel as SmallTree, ModelShape};
use kempelen_window::{MicrochessOptions, microchess};

use super::read::put;
use super::show::ShowArgs;
use crate::failure::Failure;

/// Run a small model of alpha-beta on the machine of 1978: one of the five classics, or your own.
#[derive(Args)]
#[command(
    after_help = "Example: kempelen window model 2. With --source it prints the file of a classic, for models \
of your own to begin from."
)]
pub(crate) struct ModelArgs {
    /// 1 to 5, or a file.
    model: String,

    /// Print the model's file instead.
    #[arg(long)]
    source: bool,
}

impl ModelArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let text = self.text()?;
        if self.source {
            return Ok(output.write_all(text.as_bytes())?);
        }
        let named = |error| Failure::Input(format!("{}: {error}", self.model));
        let model = SmallTree::read(&text).map_err(named)?;
        Ok(output.write_all(model.run().example().as_bytes())?)
    }

    fn text(&self) -> Result<String, Failure> {
        if let Ok(number) = self.model.parse::<usize>() {
            let classic = number.checked_sub(1).and_then(|index| lesson::CLASSICS.get(index));
            let classic =
                classic.ok_or_else(|| Failure::Input(format!("there are models 1 to 5, not {number}")))?;
            return Ok((*classic).to_owned());
        }
        let bytes =
            fs::read(&self.model).map_err(|error| Failure::Input(format!("{}: {error}", self.model)))?;
        String::from_utf8(bytes).map_err(|_| Failure::Input(format!("{}: this is not text", self.model)))
    }
}

/// Draw the order in which the positions of a small tree are created and settled.
#[derive(Args)]
pub(crate) struct OrdersArgs {
    /// How many moves there are at each ply.
    #[arg(default_values_t = [2, 2, 2])]
    tree: Vec<usize>,
}

impl OrdersArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let shape = ModelShape::new(&self.tree).ok_or_else(|| {
            Failure::input("a tree is two to four numbers from 2 to 4, the moves at each ply")
        })?;
        Ok(output.write_all(lesson::orders(&shape).as_bytes())?)
    }
}

/// Write the whole lesson as one text.
#[derive(Args)]
pub(crate) struct DocArgs {
    /// As a web page.
    #[arg(long)]
    html: bool,

    /// The file to write [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl DocArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let text = if self.html { lesson::doc_html() } else { lesson::doc() };
        put(self.output.as_ref(), output, &text)
    }
}

/// See Microchess think: state by state, with its counters and its sum term by term.
#[derive(Args)]
pub(crate) struct MicrochessArgs {
    /// The position; the start of the game if left out.
    #[arg(long, default_value = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")]
    fen: String,

    /// The level of play: normal, blitz or superblitz.
    #[arg(long, default_value = "normal")]
    level: String,

    /// Only this candidate, in UCI's spelling.
    #[arg(long = "move", value_name = "MOVE")]
    only: Option<String>,

    /// Only the table of candidates, without the sums.
    #[arg(long)]
    brief: bool,

    #[command(flatten)]
    show: ShowArgs,
}

impl MicrochessArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let level: Level = self.level.parse().map_err(Failure::input)?;
        let options = MicrochessOptions { level, only: self.only, brief: self.brief };
        let text = microchess(&self.fen, &options, &self.show.style()).map_err(Failure::input)?;
        Ok(output.write_all(text.as_bytes())?)
    }
}
