//! Visits per second of processor time without a model: the ceiling of the tree itself.
//!
//! `cargo run --release -p kempelen-tools --bin visits [VISITS...]`

use std::time::Instant;

use kempelen_rules::{Chess, Game, Makruk};
use kempelen_tools::processor::processor_time;
use kempelen_trace::Mute;
use kempelen_zero::backend::Uniform;
use kempelen_zero::search::{Search, Settings};
use kempelen_zero::{Cache, Learnable, Likeness, RoundResult, SearchDriver};

fn main() {
    let asked: Vec<u64> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let visits = if asked.is_empty() { vec![800, 100_000, 1_000_000] } else { asked };
    for &visits in &visits {
        run::<Chess>("chess", visits);
        run::<Makruk>("makruk", visits);
    }
}

fn run<V: Learnable>(name: &str, visits: u64) {
    let game = Game::<V>::default();
    let mut search = Search::<V>::new(Settings { tree_mb: 4096, ..Settings::default() }, 1);
    let (mut backend, mut cache) = (Uniform, Cache::new(0));
    let mut driver = SearchDriver::new(&mut backend, &mut cache, Likeness::Position);
    let repeats = std::env::var("REPEATS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or((1_000_000 / visits).max(1));
    let clock = Instant::now();
    let cpu = processor_time();
    for _ in 0..repeats {
        search.clear();
        search.begin(&game, &[], visits as usize);
        while search.counts().playouts < visits {
            if driver.round(&mut search, 1, &mut Mute) != Ok(RoundResult::More) {
                break;
            }
        }
    }
    let total = (repeats * search.counts().playouts) as f64;
    let cpu = processor_time() - cpu;
    let counts = search.counts();
    println!(
        "{name} {visits} visits: {:.0} visits per second of processor time ({:.0} by the clock), {:.2} plies a visit, {} nodes, {:.0} bytes a node",
        total / cpu,
        total / clock.elapsed().as_secs_f64(),
        counts.plies as f64 / counts.playouts as f64,
        search.nodes(),
        search.bytes_used() as f64 / search.nodes() as f64,
    );
}
