//! `kempelen window`: open the doors.

mod lesson;
mod read;
mod record;
mod show;
mod source;

use std::io::Write;

use clap::{Args, Subcommand};

use crate::failure::Failure;

/// Open the doors of an engine: see why it chose its move.
#[derive(Args)]
#[command(after_help = "A reading takes a trace that was recorded before, or makes a search now:\n  \
kempelen window record --engine sargon --fen '...' --depth 3 -o t.ktrace\n  \
kempelen window tree t.ktrace --plies 2\n  \
kempelen window why-not Qxd5 --fen '...' --depth 8")]
pub(crate) struct WindowArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Record(Box<record::RecordArgs>),
    Tree(Box<read::TreeArgs>),
    Log(Box<read::LogArgs>),
    Line(Box<read::LineArgs>),
    Why(Box<read::WhyArgs>),
    WhyNot(Box<read::WhyNotArgs>),
    Diff(Box<read::DiffArgs>),
    Stats(Box<read::StatsArgs>),
    Svg(Box<read::SvgArgs>),
    Html(Box<read::HtmlArgs>),
    Json(Box<read::JsonArgs>),
    Verify(Box<read::VerifyArgs>),
    Model(lesson::ModelArgs),
    Orders(lesson::OrdersArgs),
    Doc(lesson::DocArgs),
    Microchess(lesson::MicrochessArgs),
}

impl WindowArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        match self.what {
            What::Record(record) => record.run(output),
            What::Tree(reading) => reading.run(output),
            What::Log(reading) => reading.run(output),
            What::Line(reading) => reading.run(output),
            What::Why(reading) => reading.run(output),
            What::WhyNot(reading) => reading.run(output),
            What::Diff(reading) => reading.run(output),
            What::Stats(reading) => reading.run(output),
            What::Svg(reading) => reading.run(output),
            What::Html(reading) => reading.run(output),
            What::Json(reading) => reading.run(output),
            What::Verify(reading) => reading.run(output),
            What::Model(model) => model.run(output),
            What::Orders(orders) => orders.run(output),
            What::Doc(doc) => doc.run(output),
            What::Microchess(reading) => reading.run(output),
        }
    }
}
