//! `kempelen selfplay`: games to learn from.

mod files;
mod progress;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use kempelen_engine::Stop;
use kempelen_rules::{VariantId, with_variant};
use kempelen_zero::backend::{self, Backend, BackendKind, Model, Precision};
use kempelen_zero::dataset::{RunInfo, Store};
use kempelen_zero::search::{DrawRules, FirstPlay, GumbelSettings, Noise, Settings};
use kempelen_zero::selfplay::{
    self as zero, Plant, Resignation, SelfplayError, SelfplayRecipe, SelfplayStats, Temperature,
};
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::rules::RulesArg;
use progress::SelfplayProgress;

/// Play games of a network against itself, to learn from.
///
/// Many games are in flight at once, and their positions are valued together. Games are kept in shards, files of some
/// dozen games each; a run that was broken off, however it was, goes on from its shards when it is started again with
/// the same settings. Without --model there is no network, and all moves are equal until the rules decide.
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Example: kempelen selfplay --out games --games 1000 --model net.onnx --visits 400"
)]
pub(crate) struct SelfplayArgs {
    #[command(subcommand)]
    action: Option<Action>,

    #[command(flatten)]
    play: SelfplayGamesArgs,
}

#[derive(Subcommand)]
enum Action {
    Export(files::ExportArgs),
    Show(files::ShardsArgs),
}

#[derive(Args)]
struct SelfplayGamesArgs {
    /// The folder for the shards.
    #[arg(long, value_name = "DIR", required = true)]
    out: Option<PathBuf>,

    /// The game.
    #[arg(long, value_enum, default_value_t = RulesArg::CHESS, ignore_case = true)]
    variant: RulesArg,

    /// How many games the folder shall have in the end.
    #[arg(long, value_name = "N", default_value_t = 128, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,

    /// Games in each shard.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    games_per_shard: u64,

    /// The seed of all dice. The dice of a game depend on it and the number of the game alone.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    network: Network,

    #[command(flatten)]
    search: SelfplaySearchArgs,

    /// Print the statistics as one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Network {
    /// A model in the ONNX format.
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,

    /// What runs the model: uniform, rten, onnxruntime, openvino or check [default: rten with a model].
    #[arg(long, value_name = "NAME")]
    backend: Option<BackendKind>,

    /// How numbers are kept while the model runs.
    #[arg(long, value_enum, default_value_t = Numbers::Single)]
    precision: Numbers,

    /// Threads, each with a model of its own.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// Games in flight, all threads together.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    in_flight: u32,

    /// Positions that are valued at once; 0 for as many as a thread has games.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    batch: u32,

    /// Megabytes of each thread for what the model said before.
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    cache: u32,
}

#[derive(Clone, Copy, ValueEnum)]
enum Numbers {
    /// In single precision.
    Single,
    /// Shorter where that is faster.
    Fast,
}

#[derive(Args)]
struct SelfplaySearchArgs {
    /// Visits of a search from which something is learned.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    visits: u32,

    /// Visits of a quick search, which only chooses a move.
    #[arg(long, value_name = "N", default_value_t = 80, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    quick_visits: u32,

    /// The share of searches that are not quick.
    #[arg(long, value_name = "SHARE", default_value_t = 0.25, value_parser = share)]
    full: f64,

    /// c of PUCT.
    #[arg(long, value_name = "C", default_value_t = 1.25, value_parser = positive)]
    exploration: f64,

    /// What a move is worth before it was visited: as much as its position less this [default: 0.2 with a model; without
    /// one it is worth 0].
    #[arg(long, value_name = "LESS", value_parser = number)]
    first_play: Option<f64>,

    /// Alpha of the Dirichlet noise at the root; 0 for no noise.
    #[arg(long, value_name = "ALPHA", default_value_t = 0.3, value_parser = positive)]
    noise: f64,

    /// How much of a prior is noise.
    #[arg(long, value_name = "SHARE", default_value_t = 0.25, value_parser = share)]
    noise_weight: f64,

    /// Search roots by Gumbel noise and sequential halving, beginning with so many moves.
    #[arg(long, value_name = "MOVES", num_args = 0..=1, default_missing_value = "16", value_parser = clap::value_parser!(u16).range(1..=256))]
    gumbel: Option<u16>,

    /// How much chance has a say in moves of the opening.
    #[arg(long, value_name = "T", default_value_t = 1.0, value_parser = positive)]
    temperature: f64,

    /// Half-moves of the opening.
    #[arg(long, value_name = "N", default_value_t = 30)]
    temperature_plies: usize,

    /// The temperature after the opening.
    #[arg(long, value_name = "T", default_value_t = 0.0, value_parser = positive)]
    temperature_later: f64,

    /// Half-moves at the start that are drawn from all legal moves alike.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100))]
    random_plies: u32,

    /// Half-moves after which a game is broken off as a draw.
    #[arg(long, value_name = "N", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=50_000))]
    max_plies: u32,

    /// A side gives up that thinks less than this of its position, several times in a row; off if left out.
    #[arg(long, value_name = "VALUE", value_parser = number, allow_hyphen_values = true)]
    resign: Option<f64>,

    /// How many times in a row.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    resign_times: u32,

    /// The share of games that are played to their end all the same, to see whether giving up would have been right.
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = share)]
    play_through: f64,

    /// Count a position that occurs twice in the tree as a draw.
    #[arg(long)]
    twofold: bool,

    /// Megabytes for the tree of each game.
    #[arg(long, value_name = "MB", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    tree: u32,
}

fn share(text: &str) -> Result<f64, String> {
    number(text).and_then(|value| {
        if (0.0..=1.0).contains(&value) { Ok(value) } else { Err("a share is from 0 to 1".to_owned()) }
    })
}

fn positive(text: &str) -> Result<f64, String> {
    number(text).and_then(|value| if value >= 0.0 { Ok(value) } else { Err("it is not negative".to_owned()) })
}

fn number(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|value: &f64| value.is_finite()).ok_or_else(|| "not a number".to_owned())
}

impl SelfplayArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        match self.action {
            Some(Action::Export(export)) => export.run(output),
            Some(Action::Show(show)) => show.run(output),
            None => self.play.run(output),
        }
    }
}

impl SelfplayGamesArgs {
    fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let Some(out) = &self.out else { return Err(Failure::input("there is no --out")) };
        let recipe = self.recipe();
        let (backends, model) = self.network.open(self.variant.variant())?;
        let mut settings = recipe.settings();
        settings.insert("model".to_owned(), model);
        let info =
            RunInfo { variant: self.variant.variant(), games_per_shard: self.games_per_shard, settings };
        let store = Store::open(out, info).map_err(Failure::input)?;
        let plant = Plant {
            backends,
            in_flight: self.network.in_flight as usize,
            batch: self.network.batch as usize,
            cache_mb: self.network.cache as usize,
        };
        let backend = plant.backends.first().map(|backend| backend.name()).unwrap_or_default();
        let mut progress = SelfplayProgress::new(&plant, &recipe);
        let mut tell = |stats: &SelfplayStats| progress.show(stats);
        let stats = with_variant!(self.variant.variant(), V => {
            zero::run::<V>(&recipe, plant, &store, &Stop::new(), &mut tell)
        });
        progress.end();
        let stats = stats.map_err(|error| match error {
            SelfplayError::ShortShard { .. } => Failure::input(error),
            SelfplayError::Data(error) => files::failure(error),
            SelfplayError::Backend(_) => Failure::Run(error.to_string()),
        })?;
        if self.json {
            let mut object = stats.to_json();
            object["backend"] = json!(backend);
            return Ok(writeln!(output, "{object}")?);
        }
        writeln!(output, "Played by    {backend}")?;
        Ok(progress::summary(&stats, output)?)
    }

    fn recipe(&self) -> SelfplayRecipe {
        let search = &self.search;
        let first_play = match (search.first_play, &self.network.kind()) {
            (Some(less), _) => FirstPlay::Below(less as f32),
            (None, BackendKind::Uniform) => Settings::without_model().first_play,
            (None, _) => Settings::default().first_play,
        };
        let noise = Noise { alpha: search.noise as f32, weight: search.noise_weight as f32 };
        let settings = Settings {
            exploration: search.exploration as f32,
            first_play,
            draws: if search.twofold { DrawRules::Twofold } else { DrawRules::Spec },
            noise: (search.noise > 0.0).then_some(noise),
            gumbel: search
                .gumbel
                .map(|moves| GumbelSettings { considered: moves.into(), ..GumbelSettings::default() }),
            tree_mb: search.tree as usize,
            ..Settings::default()
        };
        SelfplayRecipe {
            games: self.games,
            seed: self.seed,
            visits: search.visits,
            quick_visits: search.quick_visits,
            full_share: search.full,
            temperature: Temperature {
                opening: search.temperature as f32,
                plies: search.temperature_plies,
                later: search.temperature_later as f32,
            },
            search: settings,
            resignation: search.resign.map(|below| Resignation {
                below: below as f32,
                times: search.resign_times,
                play_through: search.play_through,
            }),
            most_plies: search.max_plies as usize,
            random_plies: search.random_plies as usize,
        }
    }
}

impl Network {
    fn kind(&self) -> BackendKind {
        match (self.backend, &self.model) {
            (Some(kind), _) => kind,
            (None, Some(_)) => BackendKind::Rten,
            (None, None) => BackendKind::Uniform,
        }
    }

    /// The backends, and the model as it is written down.
    fn open(&self, variant: VariantId) -> Result<(Vec<Box<dyn Backend>>, Value), Failure> {
        let threads = 0..self.threads;
        let kind = self.kind();
        if kind == BackendKind::Uniform {
            let backends = threads.map(|_| Box::new(backend::Uniform) as Box<dyn Backend>).collect();
            return Ok((backends, Value::Null));
        }
        let Some(path) = &self.model else {
            return Err(Failure::Input(format!("{kind} needs a --model")));
        };
        let model = Model::read(path, variant).map_err(Failure::input)?;
        let precision = match self.precision {
            Numbers::Single => Precision::Single,
            Numbers::Fast => Precision::Fast,
        };
        let backends: Result<Vec<_>, _> = threads.map(|_| backend::open(kind, &model, precision)).collect();
        let identity: Map<String, Value> = [
            ("bytes".to_owned(), json!(model.bytes().len())),
            ("crc32".to_owned(), json!(format!("{:08x}", model.checksum()))),
        ]
        .into_iter()
        .collect();
        Ok((backends.map_err(Failure::input)?, Value::Object(identity)))
    }
}
