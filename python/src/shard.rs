//! Shards of self-play.

use std::path::{Path, PathBuf};

use kempelen_rules::with_variant;
use kempelen_zero::Learnable;
use kempelen_zero::dataset::{DataError, Samples as SamplesOf, read_header, read_shard};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::game::refuse;

pub(crate) fn failure(error: DataError) -> PyErr {
    match error {
        DataError::Io { .. } => PyOSError::new_err(error.to_string()),
        _ => refuse(error),
    }
}

/// A file of games, as self-play writes them. It is read whole and tested when it is opened.
#[pyclass(frozen, get_all, module = "kempelen")]
pub(crate) struct Shard {
    /// The file.
    path: String,
    /// The game: "chess" or "makruk".
    variant: &'static str,
    /// The number of its first game in the run.
    first: u64,
    /// How many games it has.
    games: u64,
    /// How many positions.
    positions: u64,
    /// How many of them there is something to learn from.
    samples: usize,
    /// How the games were made, as JSON.
    settings_json: String,
    /// The results, one for each game: "1-0", "0-1" or "1/2-1/2".
    results: Vec<&'static str>,
    /// How the games ended, one word for each.
    endings: Vec<&'static str>,
}

#[pymethods]
impl Shard {
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        py.detach(|| {
            let variant = read_header(&path)?.variant;
            with_variant!(variant, V => read::<V>(&path))
        })
        .map_err(failure)
    }

    fn __repr__(&self) -> String {
        format!("<Shard of {} games of {}, {} positions>", self.games, self.variant, self.positions)
    }
}

fn read<V: Learnable>(path: &Path) -> Result<Shard, DataError> {
    let shard = read_shard::<V>(path)?;
    let result = |game: &kempelen_zero::dataset::GameRecord| match game.ending.winner() {
        None => "1/2-1/2",
        Some(winner) => winner.pick("1-0", "0-1"),
    };
    Ok(Shard {
        path: path.display().to_string(),
        variant: V::ID.name(),
        first: shard.header.first,
        games: shard.header.games,
        positions: shard.header.positions,
        samples: shard.games.iter().map(SamplesOf::<V>::count).sum(),
        settings_json: serde_json::Value::Object(shard.header.settings.clone()).to_string(),
        results: shard.games.iter().map(result).collect(),
        endings: shard.games.iter().map(|game| game.ending.name()).collect(),
    })
}
