//! What each technique of the search is worth in nodes: the bench positions to a depth, with it and without.
//!
//! `cargo run --release -p kempelen-alphabeta --example techniques -- [DEPTH]` prints the table of docs/search.md.
//! Fewer nodes are not better play by themselves; matches decide that.

use std::error::Error;
use std::time::Instant;

use kempelen_alphabeta::{Kempelen, bench};
use kempelen_engine::Engine;
use kempelen_rules::VariantId;

/// A technique, and the settings that switch it off.
const TECHNIQUES: &[(&str, &[(&str, &str)])] = &[
    ("nothing switched off", &[]),
    ("aspiration windows", &[("aspiration_window", "1000")]),
    ("reverse futility", &[("reverse_futility_depth", "0")]),
    ("razoring", &[("razoring_depth", "0")]),
    ("null move", &[("null_move_depth", "99")]),
    ("probe cut", &[("probcut_depth", "99")]),
    ("internal iterative reduction", &[("iir_depth", "99")]),
    ("singular extensions, multi-cut", &[("singular_depth", "99")]),
    ("late move pruning", &[("late_move_depth", "0")]),
    ("futility", &[("futility_depth", "0")]),
    ("exchange pruning", &[("exchange_depth", "0")]),
    ("history pruning", &[("history_depth", "0")]),
    ("quiet checks in quiescence", &[("quiescence_checks", "0")]),
    ("histories", &[("history_bonus", "0"), ("history_progress", "0")]),
    ("progress", &[("history_progress", "0")]),
    ("urgent moves first", &[("order_escape", "0"), ("order_hanging", "0"), ("order_check", "0")]),
    ("late move reductions", &[("reduction_depth", "99")]),
];

fn main() -> Result<(), Box<dyn Error>> {
    let depth: u8 = std::env::args().nth(1).as_deref().unwrap_or("12").parse()?;
    println!("| without | chess: nodes to depth {depth} | ratio | makruk: nodes | ratio |");
    println!("|---|---:|---:|---:|---:|");
    let mut whole = [1, 1];
    for (number, (name, settings)) in TECHNIQUES.iter().enumerate() {
        let nodes = [nodes(VariantId::Chess, depth, settings)?, nodes(VariantId::Makruk, depth, settings)?];
        if number == 0 {
            whole = nodes;
        }
        let ratio = |game: usize| nodes[game] as f64 / whole[game] as f64;
        println!("| {name} | {} | {:.2} | {} | {:.2} |", nodes[0], ratio(0), nodes[1], ratio(1));
    }
    Ok(())
}

fn nodes(variant: VariantId, depth: u8, settings: &[(&str, &str)]) -> Result<u64, Box<dyn Error>> {
    let started = Instant::now();
    let mut engine = Kempelen::default();
    for (name, value) in settings {
        engine.set_option(name, value)?;
    }
    let nodes = bench::run(&mut engine, variant, depth)?.nodes;
    eprintln!("{settings:?} {variant:?}: {:.1} s", started.elapsed().as_secs_f64());
    Ok(nodes)
}
