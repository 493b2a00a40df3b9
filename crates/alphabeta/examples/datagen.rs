//! Labelled positions, one a line: `datagen VARIANT NODES FIRST COUNT FILE`.
use std::io::Write;

use kempelen_alphabeta::{Kempelen, datagen};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| args[i].parse::<u64>().expect("a number");
    let recipe =
        datagen::Recipe { variant: args[0].parse().expect("a game"), nodes: number(1), random_plies: 8 };
    let mut file = std::fs::OpenOptions::new().create(true).append(true).open(&args[4]).expect("a file");
    let mut engine = Kempelen::default();
    for seed in number(2)..number(2) + number(3) {
        let mut text = String::new();
        for sample in datagen::play(&mut engine, recipe, seed).expect("a game") {
            let result = ["0.0", "0.5", "1.0"][usize::from(sample.result)];
            text += &format!("{};{result};{}\n", sample.position.fen(), sample.score);
        }
        file.write_all(text.as_bytes()).expect("room on the disk");
    }
}
