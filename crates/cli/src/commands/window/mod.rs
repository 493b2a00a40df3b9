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
pub(crate) struct Window {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Record(Box<record::Record>),
    Tree(Box<read::Tree>),
    Log(Box<read::Log>),
    Line(Box<read::Line>),
    Why(Box<read::Why>),
    WhyNot(Box<read::WhyNot>),
    Diff(Box<read::Diff>),
    Stats(Box<read::Stats>),
    Svg(Box<read::Svg>),
    Html(Box<read::Html>),
    Json(Box<read::Json>),
    Verify(Box<read::Verify>),
    Model(lesson::Model),
    Orders(lesson::Orders),
    Doc(lesson::Doc),
    Microchess(lesson::Microchess),
}

impl Window {
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
