//! Shards, and what can be learned from them.

use std::path::{Path, PathBuf};

use kempelen_rules::{VariantId, with_variant};
use kempelen_zero::dataset::{DataError, Samples as SamplesOf, Store, read_header, read_shard};
use kempelen_zero::encode;
use kempelen_zero::{Learnable, policy};
use numpy::{PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::exceptions::{PyIndexError, PyOSError};
use pyo3::prelude::*;

use crate::encode::variant_of;
use crate::game::refuse;

fn failure(error: DataError) -> PyErr {
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

/// What can be learned from shards: packed words and sparse policies, side by side, until a batch of them is wanted.
#[pyclass(frozen, module = "kempelen")]
pub(crate) struct Samples {
    variant: VariantId,
    steps: usize,
    columns: Columns,
}

/// A position takes 952 bytes of words with eight steps of history, and a few more for its moves.
#[derive(Default)]
struct Columns {
    words: Vec<u64>,
    /// Where the policy of each position begins; one more than there are positions.
    starts: Vec<usize>,
    indices: Vec<u16>,
    weights: Vec<f32>,
    outcomes: Vec<f32>,
    search_values: Vec<f32>,
}

impl Columns {
    fn add<V: Learnable>(&mut self, path: &Path, steps: usize) -> Result<(), DataError> {
        let planes = encode::planes(steps);
        for record in &read_shard::<V>(path)?.games {
            let mut samples = SamplesOf::<V>::new(record)?;
            while let Some(sample) = samples.next() {
                let at = self.words.len();
                self.words.resize(at + planes, 0);
                // The room is there, and the steps were checked.
                let _ = encode::board_to_words(sample.game(), steps, &mut self.words[at..]);
                let weights = sample.weights();
                let sum: f64 = weights.iter().map(|&(_, weight)| f64::from(weight)).sum();
                for &(m, weight) in weights {
                    self.indices.push(policy::move_to_index(sample.game().position(), m) as u16);
                    self.weights.push((f64::from(weight) / sum) as f32);
                }
                self.starts.push(self.indices.len());
                self.outcomes.push(sample.outcome());
                self.search_values.push(sample.search_value());
            }
        }
        Ok(())
    }
}

#[pymethods]
impl Samples {
    /// Reads shards: a folder of them, or a list of files.
    #[new]
    #[pyo3(signature = (paths, *, history_steps=8))]
    fn new(py: Python<'_>, paths: &Bound<'_, PyAny>, history_steps: usize) -> PyResult<Self> {
        if history_steps > 64 {
            return Err(refuse("a history has at most 64 steps here"));
        }
        let mut files = Vec::new();
        let listed = match paths.extract::<PathBuf>() {
            Ok(one) => vec![one],
            Err(_) => paths.extract::<Vec<PathBuf>>()?,
        };
        for path in listed {
            if path.is_dir() {
                files.extend(Store::shards(&path).map_err(failure)?);
            } else {
                files.push(path);
            }
        }
        let Some(first) = files.first() else { return Err(refuse("there are no shards")) };
        let variant = read_header(first).map_err(failure)?.variant;
        let mut columns = Columns { starts: vec![0], ..Columns::default() };
        py.detach(|| {
            files
                .iter()
                .try_for_each(|path| with_variant!(variant, V => columns.add::<V>(path, history_steps)))
        })
        .map_err(failure)?;
        Ok(Self { variant, steps: history_steps, columns })
    }

    /// The game: "chess" or "makruk".
    #[getter]
    fn variant(&self) -> &'static str {
        self.variant.name()
    }

    /// The packed words, (positions, planes), as a copy.
    #[getter]
    fn words<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<u64>>> {
        let sides = [self.__len__(), encode::planes(self.steps)];
        Ok(PyArray1::from_slice(py, &self.columns.words).reshape(sides)?.to_dyn().clone())
    }

    /// What became of the games, for the side to move: 1, 0 or -1.
    #[getter]
    fn outcomes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        PyArray1::from_slice(py, &self.columns.outcomes)
    }

    /// What the searches thought of the positions, for the side to move.
    #[getter]
    fn search_values<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        PyArray1::from_slice(py, &self.columns.search_values)
    }

    /// Writes the positions of these numbers into arrays of the caller: planes (n, planes, 8, 8) and policies
    /// (n, policy indices) of float32. Planes are unpacked only now.
    #[pyo3(signature = (numbers, planes, policies, *, scaled=false))]
    fn fill(
        &self,
        py: Python<'_>,
        numbers: PyReadonlyArray1<'_, i64>,
        planes: &Bound<'_, PyArrayDyn<f32>>,
        policies: &Bound<'_, PyArrayDyn<f32>>,
        scaled: bool,
    ) -> PyResult<()> {
        let numbers = numbers.as_slice().map_err(|_| refuse("numbers must be contiguous"))?;
        if let Some(bad) =
            numbers.iter().find(|&&n| usize::try_from(n).is_err() || n as usize >= self.__len__())
        {
            return Err(PyIndexError::new_err(format!(
                "there is no position {bad}; there are {}",
                self.__len__()
            )));
        }
        let width = variant_policy(self.variant)?;
        for (array, each, name) in
            [(planes, encode::tensor_len(self.steps), "planes"), (policies, width, "policies")]
        {
            if array.len() != numbers.len() * each || !array.is_c_contiguous() {
                return Err(refuse(format!(
                    "{name} must be contiguous and have {} cells, not {}",
                    numbers.len() * each,
                    array.len()
                )));
            }
        }
        let in_use = |_| refuse("an array cannot be written to, or is in use elsewhere");
        let (mut planes, mut policies) =
            (planes.try_readwrite().map_err(in_use)?, policies.try_readwrite().map_err(in_use)?);
        let planes = planes.as_slice_mut().map_err(|_| refuse("planes must be contiguous"))?;
        let policies = policies.as_slice_mut().map_err(|_| refuse("policies must be contiguous"))?;
        py.detach(|| with_variant!(self.variant, V => self.write::<V>(numbers, planes, policies, scaled)));
        Ok(())
    }

    fn __len__(&self) -> usize {
        self.columns.outcomes.len()
    }
}

fn variant_policy(variant: VariantId) -> PyResult<usize> {
    let variant = variant_of(variant.name())?;
    Ok(with_variant!(variant, V => V::POLICY_LEN))
}

impl Samples {
    fn write<V: Learnable>(&self, numbers: &[i64], planes: &mut [f32], policies: &mut [f32], scaled: bool) {
        let words = encode::planes(self.steps);
        let columns = &self.columns;
        let boards = planes.chunks_exact_mut(encode::tensor_len(self.steps));
        let rows = policies.chunks_exact_mut(V::POLICY_LEN);
        for ((&number, board), row) in numbers.iter().zip(boards).zip(rows) {
            let number = number as usize;
            // All lengths were checked by the caller.
            let _ = encode::unpack::<V, f32>(&columns.words[number * words..][..words], self.steps, board);
            if scaled {
                encode::scale_numbers::<V>(self.steps, board);
            }
            row.fill(0.0);
            let own = columns.starts[number]..columns.starts[number + 1];
            for (&index, &weight) in columns.indices[own.clone()].iter().zip(&columns.weights[own]) {
                row[usize::from(index)] = weight;
            }
        }
    }
}
