use std::io::Write;

use clap::Args;
use kempelen_alphabeta::bench::{self, Signature};
use kempelen_engine::Engine;
use kempelen_rules::VariantId;

use crate::engine::EngineChoice;
use crate::failure::Failure;

/// The depth whose node counts are compared from version to version.
const DEPTH: u8 = 12;

/// Search a fixed set of positions to a fixed depth and count the nodes.
///
/// The count is the signature of a search: it changes when the search does, and only then. The last line is
/// `N nodes M nps`.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    #[command(flatten)]
    choice: EngineChoice,

    /// The depth, in plies.
    #[arg(long, value_name = "N", default_value_t = DEPTH, value_parser = clap::value_parser!(u8).range(1..))]
    depth: u8,

    /// Print the node counts of every engine in the form of bench.toml.
    #[arg(long, conflicts_with_all = ["engine", "options", "depth"])]
    signatures: bool,
}

impl BenchArgs {
    pub(crate) fn run(&self, output: &mut impl Write) -> Result<(), Failure> {
        if self.signatures {
            return write_signatures(output);
        }
        let mut engine = self.choice.open()?;
        run(engine.as_mut(), self.depth, &mut |line| writeln!(output, "{line}").map_err(Failure::from))
    }
}

/// Runs the bench for every game the engine plays, telling a line for each and one for all.
pub(crate) fn run(
    engine: &mut dyn Engine,
    depth: u8,
    tell: &mut dyn FnMut(String) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut sum = Signature::default();
    let about = *engine.about();
    for variant in VariantId::ALL.into_iter().filter(|&variant| about.plays(variant)) {
        let signature =
            bench::run(engine, variant, depth).map_err(|error| Failure::Run(error.to_string()))?;
        tell(format!("{variant}, depth {depth}: {}", line(signature)))?;
        sum.nodes += signature.nodes;
        sum.time += signature.time;
    }
    tell(line(sum))
}

/// The node counts of every engine, each at a depth that takes it no more than a moment.
fn write_signatures(output: &mut impl Write) -> Result<(), Failure> {
    writeln!(
        output,
        "# Nodes of every engine on the positions of `kempelen bench`. A change of this file is a functional change.\n\
         # Written by `make signatures`, checked by the tests."
    )?;
    for entry in kempelen_cabinet::registry().entries() {
        let depth = if entry.about.id == "kempelen" { 8 } else { 2 };
        for variant in VariantId::ALL.into_iter().filter(|&variant| entry.about.plays(variant)) {
            let signature = bench::run((entry.make)().as_mut(), variant, depth)
                .map_err(|error| Failure::Run(format!("{}: {error}", entry.about.id)))?;
            writeln!(
                output,
                "\n[{}.{variant}]\ndepth = {depth}\nnodes = {}",
                entry.about.id, signature.nodes
            )?;
        }
    }
    Ok(())
}

fn line(signature: Signature) -> String {
    let speed = signature.nodes as f64 / signature.time.as_secs_f64().max(1e-9);
    format!("{} nodes {speed:.0} nps", signature.nodes)
}

/// The bench as the UCI front end offers it, with the depth as its argument.
pub(crate) fn for_front(arguments: &str, tell: &mut dyn FnMut(&str)) {
    let depth = arguments.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(DEPTH);
    let mut engine = kempelen_alphabeta::Kempelen::default();
    // The lines go to the front end, which cannot fail.
    let _ = run(&mut engine, depth, &mut |line| {
        tell(&line);
        Ok(())
    });
}
