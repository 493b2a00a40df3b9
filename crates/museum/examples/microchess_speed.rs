//! How fast the re-created Microchess thinks: positions a second at each level.
//!
//! `cargo run --release -p kempelen-museum --example microchess_speed`

use std::time::Instant;

use kempelen_museum::microchess::{Board, Level, Mute, think};

/// The positions of a game that the blitz level plays against itself.
fn positions() -> Vec<Board> {
    let mut board = Board::START;
    let mut positions = vec![board];
    for _ in 0..80 {
        let Some(best) = think(&board, Level::BLITZ, &mut Mute).best else { break };
        board = board.after(best.slot, best.to).exchanged();
        positions.push(board);
    }
    positions
}

fn main() {
    let positions = positions();
    for (name, level) in Level::NAMED {
        let start = Instant::now();
        let mut thoughts = 0_u32;
        let mut slowest = 0.0_f64;
        while start.elapsed().as_secs_f64() < 1.0 {
            for board in &positions {
                let begun = Instant::now();
                std::hint::black_box(think(board, level, &mut Mute));
                slowest = slowest.max(begun.elapsed().as_secs_f64());
                thoughts += 1;
            }
        }
        let rate = f64::from(thoughts) / start.elapsed().as_secs_f64();
        println!("{name:<10} {rate:8.0} positions a second, slowest {:.2} ms", slowest * 1000.0);
    }
}
