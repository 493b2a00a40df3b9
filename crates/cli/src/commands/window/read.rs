//! The readings of a trace.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use kempelen_rules::Move;
use kempelen_window::{View, ViewError, Weighing};

use super::show::{ShowArgs, WhichArgs};
use super::source::{SearchArgs, Witness, open, read_line};
use crate::failure::Failure;

/// Draw the tree of a search, in the style of the lesson.
#[derive(Args)]
pub(crate) struct TreeArgs {
    /// The trace, unless a search is made now.
    #[arg(value_name = "FILE")]
    words: Vec<String>,

    #[command(flatten)]
    which: WhichArgs,
    #[command(flatten)]
    show: ShowArgs,
    #[command(flatten)]
    search: SearchArgs,
}

impl TreeArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let text = view(&self.search, &self.words)?.picture(self.which.part(), &self.show.style())?;
        Ok(output.write_all(text.as_bytes())?)
    }
}

/// Tell a search sentence by sentence, each with its because.
///
/// Of a search by playouts, so many are told one by one as --width says.
#[derive(Args)]
pub(crate) struct LogArgs {
    /// The trace, unless a search is made now.
    #[arg(value_name = "FILE")]
    words: Vec<String>,

    /// Tell of moves that nobody looked at, too.
    #[arg(long)]
    ghosts: bool,

    #[command(flatten)]
    which: WhichArgs,
    #[command(flatten)]
    show: ShowArgs,
    #[command(flatten)]
    search: SearchArgs,
}

impl LogArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let view = view(&self.search, &self.words)?;
        Ok(output.write_all(view.log(self.which.part(), self.ghosts, &self.show.style())?.as_bytes())?)
    }
}

/// Follow one line of play through a search.
#[derive(Args)]
pub(crate) struct LineArgs {
    /// The trace, unless a search is made now; and the moves.
    #[arg(value_name = "FILE MOVE")]
    words: Vec<String>,

    /// The search of the root to this nominal depth [default: the last].
    #[arg(long, value_name = "DEPTH")]
    iteration: Option<u8>,

    #[command(flatten)]
    show: ShowArgs,
    #[command(flatten)]
    search: SearchArgs,
}

impl LineArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let (view, words) = view_and_rest(&self.search, &self.words)?;
        let moves = read_line(view.root_position(), words)?;
        Ok(output.write_all(view.line(&moves, self.iteration, &self.show.style())?.as_bytes())?)
    }
}

/// Say why the engine chose its move.
#[derive(Args)]
pub(crate) struct WhyArgs {
    /// The trace, unless a search is made now; and the move, if not the one that was chosen.
    #[arg(value_name = "FILE MOVE")]
    words: Vec<String>,

    #[command(flatten)]
    show: ShowArgs,
    #[command(flatten)]
    search: SearchArgs,
}

impl WhyArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let (recording, witness, words) = self.search.trace_and_witness(&self.words)?;
        let view = View::new(recording)?;
        let m = one_move(&view, words)?;
        let weighing = weighing(&view, witness, m)?;
        Ok(output.write_all(view.why_weighed(m, weighing.as_ref(), &self.show.style()).as_bytes())?)
    }
}

/// Say why the engine did not choose a move: its refutation, and when that was seen.
#[derive(Args)]
pub(crate) struct WhyNotArgs {
    /// The trace, unless a search is made now; and the move.
    #[arg(value_name = "FILE MOVE")]
    words: Vec<String>,

    #[command(flatten)]
    show: ShowArgs,
    #[command(flatten)]
    search: SearchArgs,
}

impl WhyNotArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let (recording, witness, words) = self.search.trace_and_witness(&self.words)?;
        let view = View::new(recording)?;
        let m =
            one_move(&view, words)?.ok_or_else(|| Failure::input("which move? name it after the trace"))?;
        let weighing = weighing(&view, witness, Some(m))?;
        Ok(output.write_all(view.why_not_weighed(m, weighing.as_ref(), &self.show.style()).as_bytes())?)
    }
}

/// Lay two searches side by side, and see where they first part.
///
/// The two are traces, or searches made now that differ in their engine or their depth.
#[derive(Args)]
#[command(
    after_help = "Example: kempelen window diff --fen '...' --depth 4 --engine sargon --against kempelen"
)]
pub(crate) struct DiffArgs {
    /// One or two traces; none or one where searches are made now.
    #[arg(value_name = "FILE")]
    words: Vec<String>,

    /// The engine of the second search [default: that of the first].
    #[arg(long, value_name = "ID")]
    against: Option<String>,

    /// The depth of the second search [default: that of the first].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    against_depth: Option<u8>,

    #[command(flatten)]
    show: ShowArgs,
    #[command(flatten)]
    search: SearchArgs,
}

impl DiffArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let (first, rest) = view_and_rest(&self.search, &self.words)?;
        let second = match rest {
            [] if self.against.is_some() || self.against_depth.is_some() => {
                let header = &first.recording().header;
                View::new(self.search.second(header, self.against, self.against_depth)?)?
            }
            [] => {
                return Err(Failure::input(
                    "there is nothing to compare it with: name a second trace, or --against",
                ));
            }
            [path] => View::new(open(path)?)?,
            [_, word, ..] => return Err(Failure::Input(format!("{word:?} is one trace too many"))),
        };
        Ok(output.write_all(first.diff(&second, &self.show.style())?.as_bytes())?)
    }
}

/// Count: nodes by ply and by reason, cutoffs, branching, use of the table.
#[derive(Args)]
pub(crate) struct StatsArgs {
    /// The trace, unless a search is made now.
    #[arg(value_name = "FILE")]
    words: Vec<String>,

    #[command(flatten)]
    show: ShowArgs,
    #[command(flatten)]
    search: SearchArgs,
}

impl StatsArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let (recording, rest) = self.search.trace(&self.words)?;
        nothing_left(rest)?;
        Ok(output.write_all(kempelen_window::stats(&recording, &self.show.style()).as_bytes())?)
    }
}

/// Draw the tree of a search as SVG.
#[derive(Args)]
pub(crate) struct SvgArgs {
    /// The trace, unless a search is made now.
    #[arg(value_name = "FILE")]
    words: Vec<String>,

    /// The file to write [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    which: WhichArgs,
    #[command(flatten)]
    search: SearchArgs,
}

impl SvgArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let text = view(&self.search, &self.words)?.svg(self.which.part())?;
        put(self.output.as_ref(), output, &text)
    }
}

/// Make one web page of a search that opens without a network.
#[derive(Args)]
pub(crate) struct HtmlArgs {
    /// The trace, unless a search is made now.
    #[arg(value_name = "FILE")]
    words: Vec<String>,

    /// The file to write [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// How many plies.
    #[arg(long, value_name = "N", default_value_t = 6)]
    plies: usize,

    /// How many moves of each node.
    #[arg(long, value_name = "N", default_value_t = 8)]
    width: usize,

    /// The search of the root to this nominal depth [default: the last].
    #[arg(long, value_name = "DEPTH")]
    iteration: Option<u8>,

    #[command(flatten)]
    search: SearchArgs,
}

impl HtmlArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let Self { plies, width, iteration: depth, .. } = self;
        let text = view(&self.search, &self.words)?.page(kempelen_window::Part { plies, width, depth })?;
        put(self.output.as_ref(), output, &text)
    }
}

/// Write a search as one JSON object, for programs.
#[derive(Args)]
pub(crate) struct JsonArgs {
    /// The trace, unless a search is made now.
    #[arg(value_name = "FILE")]
    words: Vec<String>,

    /// How many plies [default: all].
    #[arg(long, value_name = "N")]
    plies: Option<usize>,

    /// The search of the root to this nominal depth [default: all of them].
    #[arg(long, value_name = "DEPTH")]
    iteration: Option<u8>,

    /// List the moves that nobody looked at, too.
    #[arg(long)]
    ghosts: bool,

    /// Print the JSON Schema of such an object instead.
    #[arg(long)]
    schema: bool,

    #[command(flatten)]
    search: SearchArgs,
}

impl JsonArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        if self.schema {
            return Ok(output.write_all(kempelen_window::SCHEMA.as_bytes())?);
        }
        let view = view(&self.search, &self.words)?;
        Ok(view.json(self.plies, self.iteration, self.ghosts, output)??)
    }
}

/// Check that every score of a trace follows from what stands below it and from the reason given.
#[derive(Args)]
pub(crate) struct VerifyArgs {
    /// The trace, unless a search is made now.
    #[arg(value_name = "FILE")]
    words: Vec<String>,

    #[command(flatten)]
    search: SearchArgs,
}

impl VerifyArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let findings = view(&self.search, &self.words)?.verify();
        write!(output, "{findings}")?;
        if findings.is_sound() {
            return Ok(());
        }
        output.flush()?;
        Err(Failure::Run(format!("the trace does not make sense: {} faults", findings.faults)))
    }
}

fn view_and_rest<'w>(search: &SearchArgs, words: &'w [String]) -> Result<(View, &'w [String]), Failure> {
    let (recording, rest) = search.trace(words)?;
    Ok((View::new(recording)?, rest))
}

fn view(search: &SearchArgs, words: &[String]) -> Result<View, Failure> {
    let (view, rest) = view_and_rest(search, words)?;
    nothing_left(rest)?;
    Ok(view)
}

fn nothing_left(words: &[String]) -> Result<(), Failure> {
    match words {
        [] => Ok(()),
        [word, ..] => Err(Failure::Input(format!("{word:?} is one word too many"))),
    }
}

/// What the engine says when it is asked about the move and the runner-up, where it has just searched. Playouts are
/// compared by their visits, which the trace has.
fn weighing(view: &View, witness: Option<Witness>, m: Option<Move>) -> Result<Option<Weighing>, Failure> {
    match witness.filter(|_| matches!(view, View::Tree(_))) {
        Some(witness) => witness.weigh(m),
        None => Ok(None),
    }
}

/// The one move that is asked about, if any.
fn one_move(view: &View, words: &[String]) -> Result<Option<Move>, Failure> {
    match words {
        [] => Ok(None),
        [word] => Ok(read_line(view.root_position(), &[word])?.first().copied()),
        [_, word, ..] => Err(Failure::Input(format!("{word:?} is one move too many"))),
    }
}

/// Writes a text into a file, or where everything else goes.
pub(super) fn put(path: Option<&PathBuf>, output: &mut impl Write, text: &str) -> Result<(), Failure> {
    match path {
        None => Ok(output.write_all(text.as_bytes())?),
        Some(path) => {
            fs::write(path, text).map_err(|error| Failure::Run(format!("{}: {error}", path.display())))
        }
    }
}

impl From<ViewError> for Failure {
    fn from(error: ViewError) -> Self {
        Self::input(error)
    }
}
