//! How fast positions become planes, beside what it costs to fill the same memory with zeros.
//!
//! `cargo run --release -p kempelen-tools --bin encode-speed [SECONDS]`
//!
//! `tools/encode_reference.py` measures the same on python-chess.

use std::hint::black_box;

use kempelen_rules::{Chess, Game};
use kempelen_tools::games::random_game;
use kempelen_tools::processor::rate;
use kempelen_zero::encode::{
    F16, TensorCell, batch_to_tensors, batch_to_words, board_to_tensor, board_to_words, planes, tensor_len,
};
use kempelen_zero::{GameLine, Past};

const STEPS: usize = 8;
const GAMES: usize = 256;

fn main() {
    let seconds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1.0);
    let games: Vec<Game<Chess>> = (0..GAMES as u64).map(random_game).collect();
    let lines: Vec<GameLine<Chess>> = games.iter().map(GameLine::from).collect();
    println!(
        "{STEPS} steps of history, {} bytes a position; rates are per second of one core",
        4 * tensor_len(STEPS)
    );

    let mut one = vec![0.0_f32; tensor_len(STEPS)];
    let memset = rate(seconds, || black_box(&mut one).fill(0.0));
    tell("memset of one tensor", memset, memset);
    tell("one position after the other, from a search's line", single(seconds, &lines, 0.0_f32), memset);
    tell("one position after the other, from a game", single(seconds, &games, 0.0_f32), memset);
    tell("the same in half precision", single(seconds, &lines, F16::default()), memset);
    tell("the same in bytes", single(seconds, &lines, 0_u8), memset);
    let mut words = vec![0_u64; planes(STEPS)];
    let mut next = 0;
    let packed = rate(seconds, || {
        next = (next + 1) % GAMES;
        board_to_words(&lines[next], STEPS, black_box(&mut words)).expect("room");
    });
    tell("the same in bits", packed, memset);

    let mut many = vec![0.0_f32; GAMES * tensor_len(STEPS)];
    let memset = rate(seconds, || black_box(&mut many).fill(0.0)) * GAMES as f64;
    println!();
    tell("memset of 256 tensors", memset, memset);
    let (of_lines, of_games): (Vec<_>, Vec<_>) = (lines.iter().collect(), games.iter().collect());
    for threads in [1, 2] {
        let batched = rate(seconds, || {
            batch_to_tensors(&of_lines, STEPS, threads, black_box(&mut many)).expect("room");
        });
        let words = format!("256 positions at once, {threads} thread{}", if threads == 1 { "" } else { "s" });
        tell(&words, batched * GAMES as f64, memset);
    }
    let batched = rate(seconds, || {
        batch_to_tensors(&of_games, STEPS, 1, black_box(&mut many)).expect("room");
    });
    tell("256 positions at once, from games", batched * GAMES as f64, memset);
    let mut words = vec![0_u64; GAMES * planes(STEPS)];
    let batched = rate(seconds, || batch_to_words(&of_lines, STEPS, 1, black_box(&mut words)).expect("room"));
    tell("256 positions at once, in bits", batched * GAMES as f64, memset);
}

fn single<P: Past<Chess>, T: TensorCell>(seconds: f64, games: &[P], zero: T) -> f64 {
    let mut out = vec![zero; tensor_len(STEPS)];
    let mut next = 0;
    rate(seconds, || {
        next = (next + 1) % games.len();
        board_to_tensor(&games[next], STEPS, black_box(&mut out)).expect("room");
    })
}

fn tell(what: &str, rate: f64, memset: f64) {
    println!("{what:52} {rate:12.0} positions/s  {:6.1} % of memset", 100.0 * rate / memset);
}
