//! What several tests need.
use std::io::Read;

use flate2::read::GzDecoder;
use kempelen_rules::{Game, Position, Variant, uci};
use serde_json::Value;

/// The golden cases.
pub(crate) fn golden() -> Vec<Value> {
    let mut text = String::new();
    GzDecoder::new(&include_bytes!("../../../data/zero.jsonl.gz")[..])
        .read_to_string(&mut text)
        .expect("compressed text");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The game of a start and moves.
pub(crate) fn play<'a, V: Variant>(start: &str, moves: impl IntoIterator<Item = &'a str>) -> Game<V> {
    let mut game = Game::new(position(start));
    for text in moves {
        game.play(uci::read(game.position(), text).expect("a legal move"));
    }
    game
}

/// The position of a FEN.
pub(crate) fn position<V: Variant>(fen: &str) -> Position<V> {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A game of random moves, as long as it can go on.
pub(crate) fn random_game<V: Variant>(seed: u64, plies: usize) -> Game<V> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut game = Game::default();
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        game.play(moves[(state >> 33) as usize % moves.len()]);
    }
    game
}

/// A folder of our own that is gone when the test is over.
pub(crate) struct Folder(pub(crate) std::path::PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("kempelen-zero-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    pub(crate) fn file(&self, name: &str) -> std::path::PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
