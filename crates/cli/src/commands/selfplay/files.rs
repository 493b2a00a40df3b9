//! What can be done with games that are there.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use kempelen_rules::with_variant;
use kempelen_zero::Learnable;
use kempelen_zero::dataset::export::{Layout, export};
use kempelen_zero::dataset::{DataError, GameRecord, Store, read_header, read_shard};
use serde_json::json;

use crate::failure::Failure;

/// Write the positions of shards as tensors, for trainers.
///
/// Plain is the layout of the first trainers: the number of positions and the floats of a board as 32-bit whole numbers, then
/// all boards, all policies and all values as 32-bit floats. Npz is an archive for numpy: `states`, `policies`, `values` and
/// `search_values`.
#[derive(Args)]
pub(super) struct ExportArgs {
    /// A folder of shards, or shards.
    #[arg(required = true, value_name = "DIR|SHARD")]
    from: Vec<PathBuf>,

    /// The file to write; it must not be there yet.
    #[arg(long, value_name = "FILE")]
    to: PathBuf,

    /// Its layout [default: what the name of the file ends in].
    #[arg(long, value_enum)]
    layout: Option<Form>,

    /// Steps of history in a board.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(0..=4096))]
    history_steps: u16,
}

#[derive(Clone, Copy, ValueEnum)]
enum Form {
    Plain,
    Npz,
}

impl ExportArgs {
    pub(super) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let shards = shards(&self.from)?;
        let npz = self.to.extension().is_some_and(|extension| extension == "npz");
        let layout = match self.layout {
            Some(Form::Npz) => Layout::Npz,
            None if npz => Layout::Npz,
            Some(Form::Plain) | None => Layout::Plain,
        };
        let count = export(&shards, self.history_steps.into(), layout, &self.to).map_err(failure)?;
        Ok(writeln!(output, "{count} positions in {}", self.to.display())?)
    }
}

/// Test shards, and show what is in them.
#[derive(Args)]
pub(super) struct ShardsArgs {
    /// A folder of shards, or shards.
    #[arg(required = true, value_name = "DIR|SHARD")]
    from: Vec<PathBuf>,

    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// What is in some shards.
#[derive(Default)]
struct Sum {
    shards: u64,
    bytes: u64,
    games: u64,
    positions: u64,
    samples: u64,
    results: [u64; 3],
    endings: BTreeMap<&'static str, u64>,
}

impl Sum {
    fn add(&mut self, games: &[GameRecord]) {
        for game in games {
            self.games += 1;
            self.positions += game.plies.len() as u64;
            self.samples += game.plies.iter().filter(|ply| !ply.policy.is_empty()).count() as u64;
            self.results[game.ending.winner().map_or(1, |winner| winner.pick(0, 2))] += 1;
            *self.endings.entry(game.ending.name()).or_default() += 1;
        }
    }
}

impl ShardsArgs {
    pub(super) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let mut sum = Sum::default();
        for path in shards(&self.from)? {
            let variant = read_header(&path).map_err(failure)?.variant;
            let games = with_variant!(variant, V => games::<V>(&path));
            sum.add(&games.map_err(failure)?);
            sum.shards += 1;
            sum.bytes += fs::metadata(&path).map_or(0, |file| file.len());
        }
        let [white, draws, black] = sum.results;
        let each = sum.bytes as f64 / sum.positions.max(1) as f64;
        if self.json {
            let object = json!({
                "shards": sum.shards,
                "bytes": sum.bytes,
                "bytes_per_position": each,
                "games": sum.games,
                "positions": sum.positions,
                "samples": sum.samples,
                "results": {"white": white, "draws": draws, "black": black},
                "endings": sum.endings,
            });
            return Ok(writeln!(output, "{object}")?);
        }
        writeln!(output, "Shards     {}, {} bytes, {each:.1} a position", sum.shards, sum.bytes)?;
        writeln!(output, "Games      {}: White {white}, draws {draws}, Black {black}", sum.games)?;
        let endings: Vec<String> =
            sum.endings.iter().map(|(name, count)| format!("{name} {count}")).collect();
        writeln!(output, "Endings    {}", endings.join(", "))?;
        Ok(writeln!(output, "Positions  {}, {} of them to learn from", sum.positions, sum.samples)?)
    }
}

fn games<V: Learnable>(path: &Path) -> Result<Vec<GameRecord>, DataError> {
    Ok(read_shard::<V>(path)?.games)
}

/// The shards of folders, and those that are named.
fn shards(from: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut shards = Vec::new();
    for path in from {
        if path.is_dir() {
            shards.extend(Store::shards(path).map_err(failure)?);
        } else {
            shards.push(path.clone());
        }
    }
    if shards.is_empty() { Err(Failure::input("there are no shards")) } else { Ok(shards) }
}

/// What the system refuses is a failure; everything else is bad input.
pub(super) fn failure(error: DataError) -> Failure {
    match error {
        DataError::Io { .. } => Failure::Run(error.to_string()),
        _ => Failure::input(error),
    }
}
