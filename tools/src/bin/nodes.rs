//! Node counts and speed on the bench positions, with any settings.
//!
//! `cargo run --release -p kempelen-tools --bin nodes -- VARIANT DEPTH [NAME=VALUE ...]`
use kempelen_alphabeta::{Kempelen, bench};
use kempelen_engine::Engine;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mut engine = Kempelen::default();
    for option in args.iter().skip(2) {
        let (name, value) = option.split_once('=').expect("name=value");
        engine.set_option(name, value).expect("an option");
    }
    let variant = args[0].parse().expect("a game");
    let sum = bench::run(&mut engine, variant, args[1].parse().expect("a depth")).expect("a run");
    println!(
        "{} nodes {:.0} nps {:.2} s",
        sum.nodes,
        sum.nodes as f64 / sum.time.as_secs_f64(),
        sum.time.as_secs_f64()
    );
}
