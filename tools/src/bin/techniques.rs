//! What each technique of the search is worth in nodes: the bench positions to a depth, with it and without.
//!
//! `cargo run --release -p kempelen-tools --bin techniques -- [DEPTH]` prints the table of docs/search.md.
//! Fewer nodes are not better play by themselves; matches decide that.

use std::error::Error;
use std::iter::once;
use std::time::Instant;

use kempelen_alphabeta::{Kempelen, Params, Technique, bench};
use kempelen_engine::Engine;
use kempelen_rules::VariantId;

fn main() -> Result<(), Box<dyn Error>> {
    let depth: u8 = std::env::args().nth(1).as_deref().unwrap_or("12").parse()?;
    println!("| without | chess: nodes to depth {depth} | ratio | makruk: nodes | ratio |");
    println!("|---|---:|---:|---:|---:|");
    let nothing = Technique { name: "nothing switched off", about: "", off: Vec::new() };
    let mut whole = [1, 1];
    for (number, Technique { name, off, .. }) in once(nothing).chain(Params::techniques()).enumerate() {
        let nodes = [nodes(VariantId::Chess, depth, &off)?, nodes(VariantId::Makruk, depth, &off)?];
        if number == 0 {
            whole = nodes;
        }
        let ratio = |game: usize| nodes[game] as f64 / whole[game] as f64;
        println!("| {name} | {} | {:.2} | {} | {:.2} |", nodes[0], ratio(0), nodes[1], ratio(1));
    }
    Ok(())
}

fn nodes(variant: VariantId, depth: u8, settings: &[(&str, i32)]) -> Result<u64, Box<dyn Error>> {
    let started = Instant::now();
    let mut engine = Kempelen::default();
    for (name, value) in settings {
        engine.set_option(name, &value.to_string())?;
    }
    let nodes = bench::run(&mut engine, variant, depth)?.nodes;
    eprintln!("{settings:?} {variant:?}: {:.1} s", started.elapsed().as_secs_f64());
    Ok(nodes)
}
