//! Reads the figures of the original.

use std::io::Read;
use std::path::PathBuf;

use kempelen_museum::microchess::{Color, Level, MicrochessBoard};
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error};

/// All lines of a compressed file of JSON lines.
pub(crate) fn lines<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let file = std::fs::File::open(path(name)).expect("the data file is part of the project");
    let mut text = String::new();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("the data file is gzip");
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// Where a data file lies.
pub(crate) fn path(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "data", "microchess", name].iter().collect()
}

/// A byte written as two hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Hex(pub(crate) u8);

impl TryFrom<String> for Hex {
    type Error = std::num::ParseIntError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        u8::from_str_radix(&text, 16).map(Self)
    }
}

/// A position and what the original thought of it.
#[derive(Debug, Deserialize)]
pub(crate) struct Case {
    pub(crate) id: String,
    pub(crate) fen: String,
    #[serde(deserialize_with = "color")]
    pub(crate) computer: Color,
    pub(crate) board: [Hex; 16],
    pub(crate) bk: [Hex; 16],
    pub(crate) canonical: bool,
    #[serde(deserialize_with = "level")]
    pub(crate) level: Level,
    pub(crate) resign: bool,
    pub(crate) best: Option<Best>,
    pub(crate) bestv: u8,
    pub(crate) prior: Prior,
    pub(crate) cycles: u64,
    pub(crate) candidates: Vec<Figures>,
}

impl Case {
    pub(crate) fn board(&self) -> MicrochessBoard {
        MicrochessBoard { own: self.board.map(|hex| hex.0), opp: self.bk.map(|hex| hex.0) }
    }
}

#[derive(Debug, Deserialize)]
pub(crate) struct Best {
    pub(crate) piece: u8,
    pub(crate) from: Hex,
    pub(crate) to: Hex,
    pub(crate) uci: String,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Prior {
    pub(crate) pmob: u8,
    pub(crate) pmaxc: u8,
    pub(crate) pcc: u8,
    pub(crate) pcp: u8,
}

/// One candidate as the original judged it.
#[derive(Debug, Deserialize)]
pub(crate) struct Figures {
    pub(crate) uci: String,
    pub(crate) piece: u8,
    pub(crate) from: Hex,
    pub(crate) to: Hex,
    pub(crate) value: u8,
    pub(crate) raw: u8,
    pub(crate) wcap0: u8,
    pub(crate) bcap0: u8,
    pub(crate) wcap1: u8,
    pub(crate) bcap1: u8,
    pub(crate) wcap2: u8,
    pub(crate) bcap2: u8,
    pub(crate) bmob: u8,
    pub(crate) bmaxc: u8,
    pub(crate) bcc: u8,
    pub(crate) bmaxp: u8,
    pub(crate) wmob: u8,
    pub(crate) wmaxc: u8,
    pub(crate) wcc: u8,
    pub(crate) wmaxp: u8,
}

/// A session on the keypad.
#[derive(Debug, Deserialize)]
pub(crate) struct Session {
    pub(crate) id: String,
    #[serde(deserialize_with = "level")]
    pub(crate) level: Level,
    pub(crate) opening: Option<String>,
    pub(crate) steps: Vec<Step>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Step {
    Poke { poke: Poke },
    Key(KeyStep),
}

#[derive(Debug, Deserialize)]
pub(crate) struct Poke {
    pub(crate) addr: Hex,
    pub(crate) value: Hex,
}

#[derive(Debug, Deserialize)]
pub(crate) struct KeyStep {
    pub(crate) key: String,
    pub(crate) code: Hex,
    pub(crate) display: String,
    pub(crate) board: String,
    pub(crate) omove: Hex,
    pub(crate) flashes: Option<Vec<String>>,
    pub(crate) cycles: Option<u64>,
}

/// A game.
#[derive(Debug, Deserialize)]
pub(crate) struct Game {
    pub(crate) id: String,
    pub(crate) kind: String,
    #[serde(deserialize_with = "level")]
    pub(crate) level: Level,
    pub(crate) opening: Option<String>,
    pub(crate) plies: Vec<Ply>,
    pub(crate) result: String,
    pub(crate) final_board: String,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Ply {
    pub(crate) side: String,
    pub(crate) uci: String,
    pub(crate) display: Option<String>,
    pub(crate) omove: Option<Hex>,
    pub(crate) bestv: Option<u8>,
    pub(crate) keys: Option<String>,
}

/// The two lists as 64 hexadecimal digits.
pub(crate) fn digits(board: &MicrochessBoard) -> String {
    let bytes: Vec<String> = board.own.iter().chain(&board.opp).map(|byte| format!("{byte:02X}")).collect();
    bytes.concat()
}

fn level<'de, D: Deserializer<'de>>(from: D) -> Result<Level, D::Error> {
    String::deserialize(from)?.parse().map_err(D::Error::custom)
}

fn color<'de, D: Deserializer<'de>>(from: D) -> Result<Color, D::Error> {
    match String::deserialize(from)?.as_str() {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        other => Err(D::Error::custom(format!("no colour: {other}"))),
    }
}
