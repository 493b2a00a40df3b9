//! Labelled puzzles.

use std::collections::BTreeSet;
use std::io::Read;

use flate2::read::GzDecoder;
use kempelen_motifs::{Line, Motif};
use kempelen_rules::{Chess, Move, Position, uci};
use serde::Deserialize;

/// A puzzle as it stands in the file.
#[derive(Deserialize)]
pub(crate) struct Case {
    pub(crate) id: String,
    fen: String,
    moves: String,
    themes: Vec<String>,
}

impl Case {
    /// All cases.
    pub(crate) fn all() -> Vec<Self> {
        let mut text = String::new();
        GzDecoder::new(&include_bytes!("../data/puzzles.jsonl.gz")[..])
            .read_to_string(&mut text)
            .expect("compressed text");
        text.lines().map(|line| serde_json::from_str(line).expect("a puzzle")).collect()
    }

    /// The position before the mistake, and the moves from the mistake on.
    pub(crate) fn moves(&self) -> (Position<Chess>, Vec<Move>) {
        let start: Position<Chess> = self.fen.parse().expect("a position");
        let mut here = start;
        let read = |text| {
            let m = uci::read(&here, text).expect("a move");
            here = here.play(m);
            m
        };
        (start, self.moves.split(' ').map(read).collect())
    }

    /// The whole line.
    pub(crate) fn line(&self) -> Line<Chess> {
        let (start, moves) = self.moves();
        Line::new(start, &moves).expect("legal moves")
    }

    /// What lichess says it is about, as far as we have names for it.
    pub(crate) fn motifs(&self) -> BTreeSet<Motif> {
        self.themes.iter().filter_map(|theme| theme.parse().ok()).collect()
    }
}
