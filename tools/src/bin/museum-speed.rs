//! How fast are the machines, and how fast were they?
//!
//! Every machine thinks about the positions of its golden data, or where there are none about the first moves of a game,
//! and is held to the golden node counts where there are any. The table goes into docs/museum.md.
//!
//! ```text
//! cargo run --release -p kempelen-tools --bin museum-speed
//! ```

use std::error::Error;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use flate2::read::GzDecoder;
use kempelen_engine::{Ask, Limits, RegistryEntry, Stop};
use kempelen_museum::{makruk_ai, microchess, microchess_improved, mint, octave, sameshi, sargon};
use kempelen_rules::{AnyGame, AnyPosition, VariantId};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    println!("| machine | moves | positions | CPU time | positions a second | the original |");
    println!("|---|---|---|---|---|---|");
    for level in ["normal", "blitz", "superblitz"] {
        microchess(level)?;
    }
    for plies in [3, 5] {
        sargon(plies)?;
    }
    octave()?;
    sameshi()?;
    makruk_ai()?;
    microchess_improved()?;
    mint()
}

/// A list of sixteen bytes in hexadecimal.
fn list(value: &Value) -> Result<[u8; 16], Box<dyn Error>> {
    let words: Vec<String> = serde_json::from_value(value.clone())?;
    let bytes = words.iter().map(|word| u8::from_str_radix(word, 16)).collect::<Result<Vec<_>, _>>()?;
    bytes.try_into().map_err(|_| "a list has sixteen bytes".into())
}

/// The time of the original is that of a KIM-1 with a clock of one megahertz, in an emulator.
fn microchess(level: &str) -> Result<(), Box<dyn Error>> {
    let rows = lines("microchess/positions.jsonl.gz")?;
    let mut cycles = 0;
    let mut boards = Vec::new();
    for row in rows.iter().filter(|row| row["level"] == level) {
        boards.push(microchess::MicrochessBoard { own: list(&row["board"])?, opp: list(&row["bk"])? });
        cycles += row["cycles"].as_u64().ok_or("cycles")?;
    }
    let name = format!("Microchess, {level}");
    let level = level.parse()?;
    let mut counter = Generations(0);
    for board in &boards {
        microchess::think(board, level, &mut counter);
    }
    let time = time_of(|| {
        for board in &boards {
            std::hint::black_box(microchess::think(board, level, &mut kempelen_trace::Mute));
        }
        Ok(())
    })?;
    let work = Work { moves: boards.len(), positions: counter.0, time };
    work.show(&name, &work.against(Duration::from_micros(cycles)));
    Ok(())
}

/// Counts how often the generator goes through all men.
struct Generations(u64);

impl microchess::MicrochessWatch for Generations {
    fn note(&mut self, event: impl FnOnce() -> microchess::MicrochessEvent) {
        self.0 += u64::from(matches!(event(), microchess::MicrochessEvent::Enter { .. }));
    }
}

/// An evaluation of the original took about 640,000 cycles of a Z80 at four megahertz.
fn sargon(plies: u8) -> Result<(), Box<dyn Error>> {
    let plymax = sargon::PlyMax::new(plies).ok_or("a depth")?;
    let mut rows = lines("sargon/searches.jsonl.gz")?;
    let known: Value = serde_json::from_str(&fs::read_to_string(path("sargon/known.json"))?)?;
    for test in known["retro_1978_tests"].as_array().into_iter().flatten() {
        let mut row = test.clone();
        row["nodes"] = test["oracle"]["nodes"].clone();
        rows.push(row);
    }
    rows.retain(|row| row["plymax"] == plies && row["nodes"].is_u64());
    let mut evaluations = 0;
    let time = time_of(|| {
        evaluations = 0;
        for row in &rows {
            let fen = row["fen"].as_str().ok_or("a FEN")?;
            let mut sargon = sargon::Sargon::from_fen(fen, sargon::BookUse::Closed)?;
            let nodes = sargon.think(plymax).ok_or("no legal move")?.nodes;
            if row["nodes"] != nodes {
                return Err(format!("{fen}: {nodes} evaluations, not {}", row["nodes"]).into());
            }
            evaluations += nodes;
        }
        Ok(())
    })?;
    let work = Work { moves: rows.len(), positions: evaluations, time };
    let then = Duration::from_millis(640 / 4) * u32::try_from(evaluations)?;
    let port = "the best C++ port known to us does about 120,000 a second";
    work.show(&format!("SARGON, ply {plies}"), &format!("{}; {port}", work.against(then)));
    Ok(())
}

/// The original's own times, on the machine that computed the golden data.
fn octave() -> Result<(), Box<dyn Error>> {
    let text = fs::read_to_string(path("octave/positions.jsonl"))?;
    let rows: Vec<Value> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let then = rows.iter().filter_map(|row| row["octave_seconds"].as_f64()).sum();
    let depth = |row: &Value| row["depth"].as_u64().map_or(octave::DEPTH, |depth| depth as u8);
    let work = Work::of(octave::entry(), VariantId::Chess, &rows, depth)?;
    work.show("chess1.m (Octave), depth 2 and 3", &work.against(Duration::from_secs_f64(then)));
    Ok(())
}

fn sameshi() -> Result<(), Box<dyn Error>> {
    let rows = lines("sameshi/depth5.jsonl.gz")?;
    let work = Work::of(sameshi::entry(), VariantId::Chess, &rows, |_| sameshi::DEPTH)?;
    work.show("sameshi, depth 5", "not documented");
    Ok(())
}

/// Each search starts with an empty table.
fn makruk_ai() -> Result<(), Box<dyn Error>> {
    let start = AnyPosition::start(VariantId::Makruk);
    let after = start.legal_moves().into_iter().map(|m| start.play(m));
    let rows: Vec<Value> =
        std::iter::once(start).chain(after).map(|position| json!({ "fen": position.fen() })).collect();
    let work = Work::of(makruk_ai::entry(), VariantId::Makruk, &rows, |_| 5)?;
    work.show("Makruk AI, depth 5", "its published 320,000-fold speed-up is an answer found in its table");
    Ok(())
}

fn microchess_improved() -> Result<(), Box<dyn Error>> {
    let rows = lines("sameshi/depth5.jsonl.gz")?;
    let depth = microchess_improved::DEPTH;
    let work = Work::of(microchess_improved::entry(), VariantId::Chess, &rows, |_| depth)?;
    work.show("Microchess, improved, depth 3", "there is none");
    Ok(())
}

/// It looks at nothing, so that moves are counted.
fn mint() -> Result<(), Box<dyn Error>> {
    let rows = lines("sameshi/depth5.jsonl.gz")?;
    let work = Work::of(mint::entry(), VariantId::Chess, &rows, |_| 1)?;
    Work { positions: work.moves as u64, ..work }.show("MINT", "could not run as published");
    Ok(())
}

/// What was done, and how long it took.
struct Work {
    moves: usize,
    positions: u64,
    time: Duration,
}

impl Work {
    /// Lets a machine think about positions.
    fn of(
        entry: RegistryEntry,
        variant: VariantId,
        rows: &[Value],
        depth: impl Fn(&Value) -> u8,
    ) -> Result<Self, Box<dyn Error>> {
        let mut engine = (entry.make)();
        let mut games = Vec::new();
        for row in rows {
            let position = AnyPosition::from_fen(variant, row["fen"].as_str().ok_or("a FEN")?)?;
            games.push((AnyGame::new(position), Limits::depth(depth(row))));
        }
        let mut positions = 0;
        let time = time_of(|| {
            positions = 0;
            for (game, limits) in &games {
                let stop = Stop::new();
                positions += engine.think(Ask::new(game, *limits, &stop, &mut |_| ()))?.nodes;
            }
            Ok(())
        })?;
        Ok(Self { moves: rows.len(), positions, time })
    }

    /// What the original needed for the same.
    fn against(&self, then: Duration) -> String {
        let a_move = then.as_secs_f64() / self.moves as f64;
        let rate = self.positions as f64 / then.as_secs_f64();
        let times = then.as_secs_f64() / self.time.as_secs_f64();
        format!("{a_move:.0} s a move, {rate:.0} positions a second: {} times as long", grouped(times as u64))
    }

    fn show(&self, machine: &str, original: &str) {
        let seconds = self.time.as_secs_f64();
        let rate = self.positions as f64 / seconds;
        println!(
            "| {machine} | {} | {} | {seconds:.3} s | {} | {original} |",
            self.moves,
            grouped(self.positions),
            grouped(rate as u64)
        );
    }
}

/// 1234567 as 1,234,567.
fn grouped(number: u64) -> String {
    let digits: Vec<char> = number.to_string().chars().collect();
    let groups: Vec<String> = digits.rchunks(3).rev().map(|group| group.iter().collect()).collect();
    groups.join(",")
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/museum/data").join(name)
}

fn lines(name: &str) -> Result<Vec<Value>, Box<dyn Error>> {
    let mut text = String::new();
    GzDecoder::new(fs::File::open(path(name))?).read_to_string(&mut text)?;
    Ok(text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}

/// The CPU time of a piece of work, repeated until it can be measured.
fn time_of(mut work: impl FnMut() -> Result<(), Box<dyn Error>>) -> Result<Duration, Box<dyn Error>> {
    const ENOUGH: Duration = Duration::from_secs(1);
    let (start, mut rounds) = (cpu_time(), 0);
    loop {
        work()?;
        rounds += 1;
        let taken = cpu_time().saturating_sub(start);
        if taken >= ENOUGH {
            return Ok(taken / rounds);
        }
    }
}

/// The CPU time of this thread where the system tells it, otherwise the time on the wall.
fn cpu_time() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse().ok())
        .map_or_else(|| START.elapsed(), Duration::from_nanos)
}
