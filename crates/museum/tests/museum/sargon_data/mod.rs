//! The golden figures and how to read them.

use flate2::read::GzDecoder;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::fs;
use std::io::Read;
use std::path::PathBuf;

#[derive(Deserialize, PartialEq, Debug)]
pub(crate) struct SearchRow {
    pub(crate) fen: String,
    pub(crate) plymax: u8,
    pub(crate) moveno: u8,
    pub(crate) best: String,
    pub(crate) score_raw: u8,
    pub(crate) score_cp: i32,
    pub(crate) pv: String,
    pub(crate) nodes: u64,
    pub(crate) genmovs: u64,
    pub(crate) mv0: i8,
    pub(crate) bc0: i8,
    pub(crate) ovf: u64,
}

#[derive(Deserialize, PartialEq, Debug)]
pub(crate) struct StaticRow {
    pub(crate) fen: String,
    pub(crate) moveno: u8,
    pub(crate) color: u8,
    pub(crate) npins: usize,
    pub(crate) pins: Vec<(u8, i8)>,
    pub(crate) mtrl: i8,
    pub(crate) brdc: i8,
    pub(crate) ptsl: u8,
    pub(crate) ptsw1: u8,
    pub(crate) ptsw2: u8,
    pub(crate) ptsck: u8,
    pub(crate) points: u8,
}

#[derive(Deserialize, PartialEq, Debug)]
pub(crate) struct MoveRow {
    pub(crate) fen: String,
    pub(crate) moveno: u8,
    pub(crate) in_check: u8,
    pub(crate) mv0: i8,
    pub(crate) bc0: i8,
    pub(crate) moves: Vec<(String, u8, u8)>,
    pub(crate) sorted: Vec<String>,
}

#[derive(Deserialize, Debug)]
pub(crate) struct Game {
    pub(crate) white_ply: u8,
    pub(crate) black_ply: u8,
    pub(crate) opening: String,
    pub(crate) moves: String,
    pub(crate) score_raw: Vec<u8>,
    pub(crate) result: String,
}

#[derive(Deserialize, Debug)]
pub(crate) struct Known {
    pub(crate) retro_1978_tests: Vec<KnownPosition>,
    pub(crate) retro_games_expected: Vec<String>,
    pub(crate) z80_hardware_game_ply2_black: String,
}

#[derive(Deserialize, Debug)]
pub(crate) struct KnownPosition {
    pub(crate) fen: String,
    pub(crate) plymax: u8,
    pub(crate) best: String,
    pub(crate) score_cp: i32,
    pub(crate) book: bool,
    pub(crate) oracle: Option<Oracle>,
}

#[derive(Deserialize, Debug)]
pub(crate) struct Oracle {
    pub(crate) best: String,
    pub(crate) score_raw: u8,
    pub(crate) score_cp: i32,
    pub(crate) pv: String,
    pub(crate) nodes: u64,
    pub(crate) move_ok: bool,
    pub(crate) cp_ok: bool,
}

pub(crate) fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/sargon").join(name)
}

pub(crate) fn text(name: &str) -> String {
    fs::read_to_string(path(name)).expect(name)
}

pub(crate) fn json<T: DeserializeOwned>(name: &str) -> T {
    serde_json::from_str(&text(name)).expect(name)
}

pub(crate) fn json_lines<T: DeserializeOwned>(name: &str) -> Vec<T> {
    text(name).lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

pub(crate) fn json_lines_gz<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let mut text = String::new();
    GzDecoder::new(fs::File::open(path(name)).expect(name)).read_to_string(&mut text).expect(name);
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}
