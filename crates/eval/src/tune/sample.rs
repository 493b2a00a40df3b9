use std::fmt;
use std::str::FromStr;

use kempelen_rules::{Position, Variant};

/// A position and how its game ended: `FEN;result`, or `FEN;result;score`.
///
/// The result is `1-0`, `0-1` or `1/2-1/2`, or White's points as a number. The score, in hundredths of a pawn for
/// White, is what a search thought of it.
#[derive(Clone, Debug)]
pub struct TunerSample<V: Variant> {
    /// The position.
    pub position: Position<V>,
    /// White's points: 0, a half or 1.
    pub result: f32,
    /// What a search thought of it, for White.
    pub score: Option<f32>,
}

/// A line that is no sample.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SampleError(pub String);

impl fmt::Display for SampleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a position with a result (FEN;1-0, FEN;0.5;-31)", self.0)
    }
}

impl std::error::Error for SampleError {}

impl<V: Variant> FromStr for TunerSample<V> {
    type Err = SampleError;

    fn from_str(line: &str) -> Result<Self, SampleError> {
        let bad = || SampleError(line.to_owned());
        let mut parts = line.split(';').map(str::trim);
        let position = parts.next().and_then(|fen| fen.parse().ok()).ok_or_else(bad)?;
        let result = match parts.next().ok_or_else(bad)? {
            "1-0" => 1.0,
            "0-1" => 0.0,
            "1/2-1/2" => 0.5,
            text => text.parse().ok().filter(|points| (0.0..=1.0).contains(points)).ok_or_else(bad)?,
        };
        let score = match parts.next() {
            None | Some("") => None,
            Some(text) => Some(text.parse::<f32>().ok().filter(|score| score.is_finite()).ok_or_else(bad)?),
        };
        if parts.next().is_some_and(|rest| !rest.is_empty()) {
            return Err(bad());
        }
        Ok(Self { position, result, score })
    }
}
