use std::collections::BTreeMap;
use std::io::Write;
use std::time::Instant;

use clap::Args;
use kempelen_rules::perft::{PerftOptions, divide, perft};
use kempelen_rules::{AnyPosition, Move, with_position};
use serde::Serialize;

use crate::failure::Failure;
use crate::rules::RulesArg;

/// Count the lines of play to a depth.
///
/// The number of ways in which a game can go on for DEPTH moves, both sides counted. It tells at once whether two
/// programs agree on the rules, and how fast they know them. The last line printed is the count.
#[derive(Args)]
#[command(after_help = "Example: kempelen perft 3 --variant makruk --divide")]
pub(crate) struct PerftArgs {
    /// How many moves deep.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    depth: u32,

    /// The game.
    #[arg(long, value_enum, default_value_t = RulesArg::CHESS, ignore_case = true)]
    variant: RulesArg,

    /// Where to start; the start of the game if left out.
    #[arg(long)]
    fen: Option<String>,

    /// Show the count below each move, too.
    #[arg(long)]
    divide: bool,

    /// Print one JSON object.
    #[arg(long)]
    json: bool,

    /// How many threads share the work.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// Megabytes of memory for positions met before.
    #[arg(long, value_name = "MB", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=65536))]
    hash: u32,
}

#[derive(Serialize)]
struct PerftReport {
    fen: String,
    depth: u32,
    nodes: u64,
    ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, u64>>,
}

impl PerftArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let position = self.variant.position(self.fen.as_deref())?;
        let clock = Instant::now();
        let (nodes, moves) = self.count(&position);
        let ms = u64::try_from(clock.elapsed().as_millis()).unwrap_or(u64::MAX);
        let divide = self.divide.then(|| {
            moves
                .into_iter()
                .map(|(m, count)| (self.variant.write(&position, m), count))
                .collect::<BTreeMap<_, _>>()
        });
        if self.json {
            let report = PerftReport { fen: position.fen(), depth: self.depth, nodes, ms, divide };
            serde_json::to_writer(&mut *output, &report)?;
            writeln!(output)?;
            return Ok(());
        }
        if let Some(divide) = divide {
            for (m, count) in divide {
                writeln!(output, "{m}: {count}")?;
            }
            writeln!(output)?;
        }
        writeln!(output, "{nodes}")?;
        Ok(())
    }

    /// The count, and that below each move where it was made move by move.
    fn count(&self, position: &AnyPosition) -> (u64, Vec<(Move, u64)>) {
        let options = PerftOptions { threads: self.threads.into(), hash_mb: self.hash as usize };
        let whole = self.depth == 0 || !self.divide && options.threads == 1 && options.hash_mb == 0;
        if whole {
            return (with_position!(position, p => perft(p, self.depth)), Vec::new());
        }
        let moves = with_position!(position, p => divide(p, self.depth, options));
        (moves.iter().map(|(_, count)| count).sum(), moves)
    }
}
