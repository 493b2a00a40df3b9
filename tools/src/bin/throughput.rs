//! How much of a backend's speed is left when searches use it: 64 games in flight, 800 visits a move, batches of 64.
//!
//! `cargo run --release -p kempelen-tools --bin throughput MODEL.onnx [SECONDS] [ROUNDS]`
//!
//! With `FAST=1` the shorter numbers of `OpenVINO` are measured too.
//!
//! The raw speed is that of the same batch of positions valued over and over. Both are measured in turns, in positions per
//! second of processor time, and with the cache off, so that every visit that needs a value pays for it.

use std::path::Path;

use kempelen_rules::{Chess, VariantId};
use kempelen_tools::games::random_game;
use kempelen_tools::processor::{processor_time, rate};
use kempelen_zero::backend::{Backend, BackendError, BackendKind, Model, Precision, open};
use kempelen_zero::dataset::{RunInfo, Store};
use kempelen_zero::search::{Noise, Settings};
use kempelen_zero::selfplay::{Plant, SelfplayRecipe, SelfplayStop, run};
use kempelen_zero::{Batch, GameLine};

const IN_FLIGHT: usize = 64;
const VISITS: u32 = 800;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let path = arguments.first().ok_or("which model?")?;
    let seconds = arguments.get(1).map_or(Ok(5.0), |text| text.parse::<f64>())?;
    let rounds = arguments.get(2).map_or(Ok(3), |text| text.parse::<usize>())?;
    let model = Model::read(Path::new(path), VariantId::Chess)?;
    println!(
        "{IN_FLIGHT} games in flight, {VISITS} visits, batches of {IN_FLIGHT}; positions per second of one core"
    );
    for (kind, precision) in [
        (BackendKind::Rten, Precision::Single),
        (BackendKind::OnnxRuntime, Precision::Single),
        (BackendKind::OpenVino, Precision::Single),
        (BackendKind::OpenVino, Precision::Fast),
    ] {
        if precision == Precision::Fast && std::env::var_os("FAST").is_none() {
            continue;
        }
        match measure(&|| open(kind, &model, precision), seconds, rounds) {
            Ok(()) => {}
            Err(error) if error.downcast_ref::<BackendError>().is_some() => println!("{error}"),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

type Opener<'a> = &'a dyn Fn() -> Result<Box<dyn Backend>, BackendError>;

fn measure(open: Opener<'_>, seconds: f64, rounds: usize) -> Result<(), Box<dyn std::error::Error>> {
    let mut ratios = Vec::new();
    for _ in 0..rounds {
        let mut backend = open()?;
        let raw = raw(&mut *backend, seconds);
        let searched = searched(backend, seconds)?;
        ratios.push((searched / raw, raw, searched));
    }
    ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (ratio, raw, searched) = ratios[ratios.len() / 2];
    println!(
        "{:40} raw {raw:8.0}, in searches {searched:8.0}: {:5.1} % (median of {rounds})",
        open()?.name(),
        100.0 * ratio
    );
    Ok(())
}

/// Positions per second of the backend alone.
fn raw(backend: &mut dyn Backend, seconds: f64) -> f64 {
    let mut batch = Batch::new(backend.sight());
    for seed in 0..IN_FLIGHT as u64 {
        let line = GameLine::from(&random_game(seed));
        batch.add(&line, line.position().legal_moves().into_iter());
    }
    rate(seconds, || backend.evaluate(&mut batch).expect("it answered when it was opened")) * IN_FLIGHT as f64
}

/// Positions per second in self-play.
fn searched(backend: Box<dyn Backend>, seconds: f64) -> Result<f64, Box<dyn std::error::Error>> {
    let recipe = SelfplayRecipe {
        games: 1_000_000,
        visits: VISITS,
        full_share: 1.0,
        search: Settings { noise: Some(Noise::default()), tree_mb: 4, ..Settings::default() },
        ..SelfplayRecipe::default()
    };
    let folder = std::env::temp_dir().join(format!("kempelen-throughput-{}", std::process::id()));
    let info = RunInfo { variant: VariantId::Chess, games_per_shard: 64, settings: recipe.settings() };
    let store = Store::open(&folder, info)?;
    let plant = Plant { backends: vec![backend], in_flight: IN_FLIGHT, batch: IN_FLIGHT, cache_mb: 0 };
    let stop = SelfplayStop::default();
    let (mut first, mut last) = (None, (0, 0.0));
    let ran = run::<Chess>(&recipe, plant, &store, &stop, &mut |stats| {
        last = (stats.evaluations, processor_time());
        let (_, begin) = *first.get_or_insert(last);
        if last.1 - begin >= seconds {
            stop.at_once.stop();
        }
    });
    std::fs::remove_dir_all(&folder)?;
    ran?;
    let (evaluations, begin) = first.unwrap_or_default();
    Ok((last.0 - evaluations) as f64 / (last.1 - begin))
}
