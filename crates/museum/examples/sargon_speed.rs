//! How fast is SARGON? Searches the golden positions of ply 5 and prints the evaluations per CPU-second.
//!
//! ```text
//! cargo run --release -p kempelen-museum --example sargon_speed
//! ```

use flate2::read::GzDecoder;
use kempelen_museum::sargon::{Book, PlyMax, Sargon};
use serde_json::Value;
use std::error::Error;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

struct Position {
    fen: String,
    nodes: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/sargon");
    let plymax = PlyMax::new(5).ok_or("5 is a depth")?;
    let positions = positions(&data)?;
    let mut evaluations = 0;
    let start = cpu_time();
    for position in &positions {
        let mut sargon = Sargon::from_fen(&position.fen, Book::Closed)?;
        let thought = sargon.think(plymax).ok_or("no legal move")?;
        if thought.nodes != position.nodes {
            return Err(format!("{}: {} nodes, not {}", position.fen, thought.nodes, position.nodes).into());
        }
        evaluations += thought.nodes;
    }
    let seconds = cpu_time().saturating_sub(start).as_secs_f64();
    println!(
        "{} positions, {evaluations} evaluations in {seconds:.3} s: {:.0} a second",
        positions.len(),
        evaluations as f64 / seconds
    );
    Ok(())
}

/// The golden searches of ply 5 with their node counts.
fn positions(data: &Path) -> Result<Vec<Position>, Box<dyn Error>> {
    let mut text = String::new();
    GzDecoder::new(fs::File::open(data.join("searches.jsonl.gz"))?).read_to_string(&mut text)?;
    let mut rows = text.lines().map(serde_json::from_str).collect::<Result<Vec<Value>, _>>()?;
    let known: Value = serde_json::from_str(&fs::read_to_string(data.join("known.json"))?)?;
    for test in known["retro_1978_tests"].as_array().into_iter().flatten() {
        let mut row = test.clone();
        row["nodes"] = test["oracle"]["nodes"].clone();
        rows.push(row);
    }
    Ok(rows
        .iter()
        .filter(|row| row["plymax"] == 5)
        .filter_map(|row| {
            Some(Position { fen: row["fen"].as_str()?.to_owned(), nodes: row["nodes"].as_u64()? })
        })
        .collect())
}

/// The CPU time of this thread where the system tells it, otherwise the time on the wall.
fn cpu_time() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse().ok())
        .map_or_else(|| START.elapsed(), Duration::from_nanos)
}
