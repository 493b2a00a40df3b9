//! `kempelen selfplay`: games to learn from.

mod files;
mod interruption;
mod progress;

use std::io::Write;
use std::ops::Range;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use kempelen_rules::{VariantId, with_variant};
use kempelen_zero::backend::{self, Backend, BackendKind, Device, Model, Precision};
use kempelen_zero::dataset::{RunInfo, Store};
use kempelen_zero::search::{DrawRules, FirstPlay, GumbelSettings, Noise, Settings};
use kempelen_zero::selfplay::{
    self as zero, Plant, Resignation, SelfplayError, SelfplayRecipe, SelfplayStats, Temperature,
};
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::rules::RulesArg;
use interruption::Interruption;
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
    #[arg(long, value_name = "N", default_value_t = 128, conflicts_with = "shards", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,

    /// Games in each shard.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    games_per_shard: u64,

    /// Only these shards, counted from 0 and without the last: 8..12 are four of them. Each comes out the same, byte for
    /// byte, wherever and with whatever others it is made.
    #[arg(long, value_name = "A..B", value_parser = numbers_of_shards)]
    shards: Option<Range<u64>>,

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
    #[arg(long, value_enum, default_value_t = PrecisionArg::Single)]
    precision: PrecisionArg,

    /// Where the model runs: cpu; cuda, tensorrt or openvino by ONNX Runtime; gpu by openvino. Elsewhere than on the
    /// processor one model serves two threads in turn.
    #[arg(long, value_name = "NAME", default_value_t = Device::Cpu)]
    device: Device,

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

/// What values positions, and what of it games depend on.
struct OpenNetwork {
    backends: Vec<Box<dyn Backend>>,
    settings: Map<String, Value>,
}

#[derive(Clone, Copy, ValueEnum)]
enum PrecisionArg {
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

fn numbers_of_shards(text: &str) -> Result<Range<u64>, String> {
    let range = text.split_once("..").and_then(|(a, b)| Some(a.parse().ok()?..b.parse().ok()?));
    range
        .filter(|range: &Range<u64>| !range.is_empty() && range.end <= 1_000_000_000)
        .ok_or_else(|| "two numbers, as in 8..12".to_owned())
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
        let OpenNetwork { backends, settings: network } = self.network.open(self.variant.variant())?;
        let mut settings = recipe.settings();
        settings.extend(network);
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
        let interruption = Interruption::watch()?;
        let stats = with_variant!(self.variant.variant(), V => {
            zero::run::<V>(&recipe, plant, &store, interruption.stop(), &mut tell)
        });
        progress.end();
        let stats = stats.map_err(|error| match error {
            SelfplayError::ShortShard { .. }
            | SelfplayError::NotShuffled(_)
            | SelfplayError::NoSuchShards { .. } => Failure::input(error),
            SelfplayError::Data(error) => files::failure(error),
            SelfplayError::Backend(_) => Failure::Run(error.to_string()),
        })?;
        if self.json {
            let mut object = stats.to_json();
            object["backend"] = json!(backend);
            writeln!(output, "{object}")?;
        } else {
            writeln!(output, "Played by    {backend}")?;
            progress::summary(&stats, output)?;
        }
        interruption.verdict(&stats)
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
            games: self.shards.as_ref().map_or(self.games, |shards| shards.end * self.games_per_shard),
            shards: self.shards.clone(),
            shuffled: self.variant.is_chess960(),
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
            (None, Some(_)) => self.device.backend().unwrap_or(BackendKind::Rten),
            (None, None) => BackendKind::Uniform,
        }
    }

    /// The backends, and all that games depend on of them, as it is written down.
    fn open(&self, variant: VariantId) -> Result<OpenNetwork, Failure> {
        let threads = 0..self.threads;
        let kind = self.kind();
        let precision = match self.precision {
            PrecisionArg::Single => Precision::Single,
            PrecisionArg::Fast => Precision::Fast,
        };
        if kind == BackendKind::Uniform {
            let backends = threads.map(|_| Box::new(backend::Uniform) as Box<dyn Backend>).collect();
            let settings = zero::network_settings(None, kind, precision, Device::Cpu);
            return Ok(OpenNetwork { backends, settings });
        }
        let Some(path) = &self.model else {
            return Err(Failure::Input(format!("{kind} needs a --model")));
        };
        let model = Model::read(path, variant).map_err(Failure::input)?;
        let open = || backend::open_on(self.device, kind, &model, precision).map_err(Failure::input);
        let backends = match self.device {
            Device::Cpu => threads.map(|_| open()).collect::<Result<_, _>>()?,
            // There is one device, however many threads there are.
            _ => backend::share(open()?).into(),
        };
        let settings = zero::network_settings(Some(&model), kind, precision, self.device);
        Ok(OpenNetwork { backends, settings })
    }
}
