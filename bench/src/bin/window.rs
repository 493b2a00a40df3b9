//! What watching costs.
//!
//! - `window` (or `window slow VARIANT DEPTH ROUNDS`): the modern search alone and watched, in turns, in one process;
//! - `window whole NODES`: so many nodes recorded, written, read and laid out;
//! - `window bounded NODES MEGABYTES`: so many nodes, of which so much is kept, and why the move was chosen;
//! - `window once (alone|watched) VARIANT DEPTH`: one run, for an instruction counter.

use std::time::{Duration, Instant};

use kempelen_alphabeta::{Kempelen, bench};
use kempelen_bench::{UsageWho, cpu_time, peak_memory};
use kempelen_engine::{Ask, Engine, Info, Limits, Stop};
use kempelen_rules::{AnyGame, AnyPosition, VariantId};
use kempelen_trace::{Header, Keep, Recording, Trace};
use kempelen_window::{Part, Question, Style, View, record, stats};

const MEGABYTE: f64 = (1 << 20) as f64;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<u64>().expect("a number");
    let game = |text: &str| text.parse::<VariantId>().expect("a game");
    match words[..] {
        [] => {
            slow(VariantId::Chess, 10, 7);
            slow(VariantId::Makruk, 10, 7);
        }
        ["slow", variant, depth, rounds] => slow(game(variant), number(depth) as u8, number(rounds) as usize),
        ["whole", nodes] => whole(number(nodes)),
        ["bounded", nodes, megabytes] => bounded(number(nodes), number(megabytes) as usize),
        ["once", how, variant, depth] => once(how, game(variant), number(depth) as u8),
        _ => panic!("usage: see the head of this file"),
    }
}

fn games(variant: VariantId) -> Vec<AnyGame> {
    let positions = bench::positions(variant).iter();
    positions.map(|fen| AnyGame::new(AnyPosition::from_fen(variant, fen).expect("a position"))).collect()
}

/// How a search is listened to.
#[derive(Clone, Copy, PartialEq)]
enum Ear {
    Nobody,
    Memory,
    Bounded,
    File,
}

const EARS: [(Ear, &str); 4] = [
    (Ear::Nobody, "alone"),
    (Ear::Memory, "in memory"),
    (Ear::Bounded, "in 16 MB"),
    (Ear::File, "into a file"),
];

/// Thinks about all positions, and says how many nodes and bytes that was.
fn think(engine: &mut Kempelen, games: &[AnyGame], depth: u8, ear: Ear) -> (u64, usize) {
    let (mut nodes, mut bytes) = (0, 0);
    for game in games {
        let (stop, mut tell) = (Stop::new(), |_: &Info| {});
        engine.new_game();
        let ask = Ask::new(game, Limits::depth(depth), &stop, &mut tell);
        let mut trace = match ear {
            Ear::Nobody => {
                nodes += engine.think(ask).expect("an answer").nodes;
                continue;
            }
            Ear::Memory => Trace::new(),
            Ear::Bounded => Trace::keeping(Keep { memory: Some(16 << 20), ..Keep::whole() }),
            Ear::File => {
                let path = std::env::temp_dir().join(format!("kempelen-bench-{}.ktrace", std::process::id()));
                let file = std::fs::File::create(&path).expect("a file");
                // It lives as long as it is open.
                std::fs::remove_file(&path).expect("a file");
                let header = Header::new("kempelen", game.variant(), &game.position().fen());
                Trace::streaming(std::io::BufWriter::new(file), &header).expect("a trace")
            }
        };
        nodes += engine.think_aloud(ask, &mut trace).expect("an answer").nodes;
        bytes += trace.bytes().len();
        trace.finish(None).expect("an end");
    }
    (nodes, bytes)
}

/// Each in turn, so that all of them meet the same weather; the middle one of many rounds counts.
fn slow(variant: VariantId, depth: u8, rounds: usize) {
    let games = games(variant);
    let mut engine = Kempelen::default();
    let (nodes, bytes) = think(&mut engine, &games, depth, Ear::Memory);
    let mut times = [const { Vec::<Duration>::new() }; EARS.len()];
    for round in 0..rounds {
        for turn in 0..EARS.len() {
            let index = (round + turn) % EARS.len();
            let start = cpu_time(UsageWho::RUSAGE_SELF);
            let (again, _) = think(&mut engine, &games, depth, EARS[index].0);
            times[index].push(cpu_time(UsageWho::RUSAGE_SELF) - start);
            assert_eq!(again, nodes, "watching changes nothing");
        }
    }
    println!(
        "{} to depth {depth}: {nodes} nodes, {:.1} bytes a node, {rounds} rounds",
        variant.name(),
        bytes as f64 / nodes as f64
    );
    let middle = times.map(|mut times| {
        times.sort();
        times[rounds / 2]
    });
    for ((_, name), time) in EARS.iter().zip(middle) {
        let slower = 100.0 * (time.as_secs_f64() / middle[0].as_secs_f64() - 1.0);
        println!("  {name:<12} {:>8.3} s of processor time  {slower:+6.1} %", time.as_secs_f64());
    }
}

fn kiwipete() -> AnyGame {
    AnyGame::new(AnyPosition::from_fen(VariantId::Chess, bench::CHESS[1]).expect("a position"))
}

/// Searches so many nodes, after a search that has touched everything the engine owns.
fn search(nodes: u64, keep: Keep) -> (Recording, u64, Duration) {
    let (game, stop) = (kiwipete(), Stop::new());
    let mut engine = Kempelen::default();
    engine.think(Ask::new(&game, Limits::nodes(nodes), &stop, &mut |_: &Info| {})).expect("an answer");
    engine.new_game();
    let before = peak_memory();
    let start = Instant::now();
    let question = Question::new(&game, Limits::nodes(nodes), &stop);
    let recording = record(&mut engine, &question, keep).expect("a recording");
    (recording, peak_memory() - before, start.elapsed())
}

fn whole(nodes: u64) {
    let (recording, memory, time) = search(nodes, Keep::whole());
    println!(
        "recorded: {} nodes, {} events, {:.1} MB of events, {:.1} MB more memory at the most, {time:.2?}",
        recording.tally.nodes(),
        recording.tally.events,
        recording.events.len() as f64 / MEGABYTE,
        memory as f64 / MEGABYTE,
    );
    let mut file = Vec::new();
    recording.write(&mut file).expect("a file");
    drop(recording);
    let start = Instant::now();
    let recording = Recording::read(&file[..]).expect("a trace");
    let read = start.elapsed();
    let text = stats(&recording, &Style::default()).len();
    let view = View::new(recording).expect("a view");
    let laid_out = start.elapsed();
    let picture = view.picture(Part::default(), &Style::default()).expect("a picture").len();
    let why = view.why(None, &Style::default());
    println!(
        "read in {read:.2?}, laid out after {laid_out:.2?}; tree, stats and why after {:.2?}",
        start.elapsed()
    );
    println!("({:.1} MB file, {} characters)\n{why}", file.len() as f64 / MEGABYTE, text + picture);
}

fn bounded(nodes: u64, megabytes: usize) {
    let keep = Keep { memory: Some(megabytes << 20), ..Keep::whole() };
    let (recording, memory, time) = search(nodes, keep);
    println!(
        "recorded: {} nodes, {} events, {:.1} MB of events kept, {:.1} MB more memory at the most, {time:.2?}",
        recording.tally.nodes(),
        recording.tally.events,
        recording.events.len() as f64 / MEGABYTE,
        memory as f64 / MEGABYTE,
    );
    let start = Instant::now();
    let view = View::new(recording).expect("a view");
    let why = view.why(None, &Style::default());
    println!("laid out and answered in {:.2?}, {}", start.elapsed(), view.verify());
    println!("{why}");
}

fn once(how: &str, variant: VariantId, depth: u8) {
    let ear = if how == "alone" { Ear::Nobody } else { Ear::Memory };
    let (nodes, _) = think(&mut Kempelen::default(), &games(variant), depth, ear);
    println!("{nodes}");
}
