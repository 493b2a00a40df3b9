//! Games of a network against itself.

use std::path::PathBuf;

use kempelen_rules::{GameKind, with_variant};
use kempelen_zero::backend::{Device, share};
use kempelen_zero::dataset::{RunInfo, Store};
use kempelen_zero::search::{GumbelSettings, Noise, Settings};
use kempelen_zero::selfplay::{Plant, SelfplayRecipe, SelfplayStop, Temperature, network_settings, run};
use pyo3::prelude::*;

use crate::game::refuse;
use crate::network::{Network, Wanted};
use crate::wait::interruptible;

/// Plays games of a network against itself into a folder of shards, and gives the statistics as JSON. Ctrl-C ends it;
/// games that are over are kept, and the same call goes on.
#[pyfunction]
#[pyo3(signature = (
    out, *, games=128, model=None, variant="chess", games_per_shard=64, shards=None, seed=1, visits=400, quick_visits=80,
    full=0.25, noise=0.3, gumbel=None, temperature=1.0, temperature_plies=30, random_plies=0, max_plies=512,
    backend=None, precision="single", device="cpu", threads=1, in_flight=64, batch=0, cache_mb=64, tree_mb=4
))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn run_selfplay(
    py: Python<'_>,
    out: PathBuf,
    games: u64,
    model: Option<Bound<'_, PyAny>>,
    variant: &str,
    games_per_shard: u64,
    shards: Option<(u64, u64)>,
    seed: u64,
    visits: u32,
    quick_visits: u32,
    full: f64,
    noise: f32,
    gumbel: Option<usize>,
    temperature: f32,
    temperature_plies: usize,
    random_plies: usize,
    max_plies: usize,
    backend: Option<&str>,
    precision: &str,
    device: &str,
    threads: usize,
    in_flight: usize,
    batch: usize,
    cache_mb: usize,
    tree_mb: usize,
) -> PyResult<String> {
    let kind: GameKind = variant.parse().map_err(refuse)?;
    if games == 0 || games_per_shard == 0 || visits == 0 || quick_visits == 0 || max_plies == 0 {
        return Err(refuse("games, games_per_shard, visits, quick_visits and max_plies are at least 1"));
    }
    if !(0.0..=1.0).contains(&full) || !(1..=1024).contains(&threads) || !(1..=100_000).contains(&in_flight) {
        return Err(refuse("full is from 0 to 1, threads 1 to 1024, in_flight 1 to 100000"));
    }
    if !(1..=100_000).contains(&tree_mb) || cache_mb > 1_000_000 || batch > 100_000 || random_plies > 100 {
        return Err(refuse(
            "tree_mb is 1 to 100000, cache_mb and batch are bounded, random_plies at most 100",
        ));
    }
    let without = model.is_none();
    let wanted = Wanted {
        model,
        backend,
        precision,
        device,
        variant: kind.variant(),
        history_steps: 8,
        scaled: false,
    };
    let network = Network::new(wanted)?;
    let recipe = SelfplayRecipe {
        games: shards.map_or(games, |(_, end)| end.saturating_mul(games_per_shard)),
        shards: shards.map(|(first, end)| first..end),
        shuffled: kind == GameKind::Chess960,
        seed,
        visits,
        quick_visits,
        full_share: full,
        temperature: Temperature { opening: temperature, plies: temperature_plies, later: 0.0 },
        search: Settings {
            tree_mb,
            noise: (noise > 0.0).then(|| Noise { alpha: noise, ..Noise::default() }),
            gumbel: gumbel.map(|considered| GumbelSettings { considered, ..GumbelSettings::default() }),
            ..if without { Settings::without_model() } else { Settings::default() }
        },
        most_plies: max_plies,
        random_plies,
        ..SelfplayRecipe::default()
    };
    let mut settings = recipe.settings();
    settings.extend(network_settings(
        network.model.as_ref(),
        network.kind,
        network.precision,
        network.device,
    ));
    if network.is_callable() {
        settings.insert("backend".to_owned(), "python".into());
    }
    let backends = if network.device == Device::Cpu {
        (0..threads).map(|_| network.open()).collect::<PyResult<Vec<_>>>()?
    } else {
        share(network.open()?).into()
    };
    let info = RunInfo { variant: kind.variant(), games_per_shard, settings };
    let store = Store::open(&out, info).map_err(refuse)?;
    let plant = Plant { backends, in_flight, batch, cache_mb };
    let stop = SelfplayStop::default();
    let stats = interruptible(
        py,
        || stop.at_once.stop(),
        || with_variant!(kind.variant(), V => run::<V>(&recipe, plant, &store, &stop, &mut |_| {})),
    )?;
    stats.map(|stats| stats.to_json().to_string()).map_err(|error| network.failure(error.to_string()))
}
