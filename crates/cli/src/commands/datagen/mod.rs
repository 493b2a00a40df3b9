//! `kempelen datagen`: games to learn evaluations from.

mod files;
mod progress;

use std::io::{BufRead, Write};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use kempelen_dataset::{DatasetError, GameRecipe, GamesFolder, RunError, ShardFault};
use kempelen_engine::Engine;
use kempelen_rules::{Position, Variant, with_variant};
use serde_json::{Map, Value, json};

use crate::engine::EngineChoice;
use crate::failure::Failure;
use crate::input;
use crate::rules::RulesArg;
use progress::DatagenProgress;

/// Play games of an engine against itself, to learn evaluations from.
///
/// Games begin with random moves, and are kept whole with the scores of all searches, in shards. A game depends on the
/// settings and its number alone. A run that was broken off, however it was, goes on when it is started again with the
/// same settings; docs/datagen.md has the layout of the files.
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Example: kempelen datagen --out games --games 100000 --nodes 250 --threads 2"
)]
pub(crate) struct DatagenArgs {
    #[command(subcommand)]
    action: Option<DatagenAction>,

    #[command(flatten)]
    play: DatagenGamesArgs,
}

#[derive(Subcommand)]
enum DatagenAction {
    Show(files::ShowGamesArgs),
    Export(files::ExportGamesArgs),
    Import(files::ImportGamesArgs),
}

#[derive(Args)]
struct DatagenGamesArgs {
    /// The folder for the shards.
    #[arg(long, value_name = "DIR", required = true)]
    out: Option<PathBuf>,

    /// The game.
    #[arg(long, value_enum, default_value_t = RulesArg::CHESS, ignore_case = true)]
    variant: RulesArg,

    /// How many games, rounded up to whole shards.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    games: u64,

    /// The number of the first game, rounded down to whole shards: several machines can share a run by its numbers.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=1_000_000_000_000))]
    first: u64,

    /// Games in each shard.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games_per_shard: u64,

    /// The seed of all dice. The dice of a game depend on it and the number of the game alone.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Nodes for each move, after which no deeper iteration begins.
    #[arg(long, value_name = "N", default_value_t = 250, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Nodes at which a search is broken off [default: 8 times --nodes].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    hard_nodes: Option<u64>,

    /// Random moves before each game, or one more.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(0..=100))]
    random_plies: u16,

    /// A file of FENs, a line each, from which games start instead of the usual position.
    #[arg(long, value_name = "FILE")]
    starts: Option<String>,

    /// Games at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,

    #[command(flatten)]
    engine: EngineChoice,
}

impl DatagenArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        match self.action {
            None => with_variant!(self.play.variant.variant(), V => self.play.run::<V>(output)),
            Some(DatagenAction::Show(show)) => show.run(output),
            Some(DatagenAction::Export(export)) => export.run(output),
            Some(DatagenAction::Import(import)) => import.run(output),
        }
    }
}

impl DatagenGamesArgs {
    fn run<V: Variant>(&self, output: &mut impl Write) -> Result<(), Failure> {
        let folder = self.out.as_deref().ok_or_else(|| Failure::input("--out is missing"))?;
        let mut engines: Vec<Box<dyn Engine>> =
            (0..self.threads).map(|_| self.open_engine()).collect::<Result<_, _>>()?;
        let recipe = self.recipe::<V>()?;
        let fingerprint = recipe.fingerprint(engines[0].as_mut())?;
        let settings = self.settings(fingerprint)?;
        let folder = GamesFolder::open(folder, recipe, self.games_per_shard, settings)?;
        let progress = DatagenProgress::new();
        let stats = folder.play((self.first, self.games), &mut engines, &|stats| progress.show(stats));
        progress.end();
        Ok(progress::summary(&stats?, output)?)
    }

    /// The engine, with a small table if nothing else is asked for: it is cleared before every game.
    fn open_engine(&self) -> Result<Box<dyn Engine>, Failure> {
        const HASH: &str = "Hash";
        let mut engine = self.engine.open()?;
        let asked = self.engine.options()?.iter().any(|(name, _)| name.eq_ignore_ascii_case(HASH));
        if !asked && engine.options().iter().any(|option| option.name == HASH) {
            engine.set_option(HASH, "2").map_err(Failure::input)?;
        }
        Ok(engine)
    }

    fn recipe<V: Variant>(&self) -> Result<GameRecipe<V>, Failure> {
        let mut recipe = GameRecipe::new(self.seed, self.nodes);
        recipe.hard_nodes = self.hard_nodes.unwrap_or(recipe.hard_nodes).max(self.nodes);
        recipe.random_plies = self.random_plies.into();
        if let Some(path) = &self.starts {
            recipe.starts = read_starts(path)?;
        }
        Ok(recipe)
    }

    /// What the games depend on besides the recipe.
    fn settings(&self, fingerprint: u32) -> Result<Map<String, Value>, Failure> {
        let options: Vec<String> =
            self.engine.options()?.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let settings = json!({
            "engine": self.engine.name(),
            "options": options,
            "version": env!("CARGO_PKG_VERSION"),
            "fingerprint": fingerprint,
        });
        Ok(settings.as_object().cloned().unwrap_or_default())
    }
}

fn read_starts<V: Variant>(path: &str) -> Result<Vec<Position<V>>, Failure> {
    let mut starts = Vec::new();
    for (i, line) in input::open(path)?.lines().enumerate() {
        let line = line.map_err(|error| Failure::Input(format!("{path}: {error}")))?;
        let fen = line.trim();
        if !fen.is_empty() {
            let wrong = |error| Failure::Input(format!("{path}, line {}: {error}", i + 1));
            let start: Position<V> = fen.parse().map_err(wrong)?;
            if start.end().is_some() {
                return Err(Failure::Input(format!("{path}, line {}: this game is over", i + 1)));
            }
            starts.push(start);
        }
    }
    if starts.is_empty() { Err(Failure::Input(format!("{path} has no positions"))) } else { Ok(starts) }
}

/// What the system refuses is a failure; everything else is bad input.
impl From<DatasetError> for Failure {
    fn from(error: DatasetError) -> Self {
        match error.fault {
            ShardFault::Io(_) => Self::Run(error.to_string()),
            _ => Self::input(error),
        }
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Files(error) => error.into(),
            RunError::Engine(error) => error.into(),
        }
    }
}
