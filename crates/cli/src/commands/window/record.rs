//! `kempelen window record`

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::source::SearchArgs;
use crate::failure::Failure;

/// Let an engine think aloud, and write down what it says.
#[derive(Args)]
pub(crate) struct RecordArgs {
    #[command(flatten)]
    search: SearchArgs,

    /// The file to write.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

impl RecordArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let answer = self.search.record_to_file(&self.output)?;
        let bytes = std::fs::metadata(&self.output).map_or(0, |file| file.len());
        let best = answer.best.as_deref().unwrap_or("no move");
        let score = answer.score.map_or_else(String::new, |score| format!(" ({score})"));
        let (path, nodes) = (self.output.display(), answer.nodes);
        Ok(writeln!(output, "{path}: {best}{score}, {nodes} nodes, {bytes} bytes")?)
    }
}
