//! What can be learned from shards.

use std::path::{Path, PathBuf};

use kempelen_dataset::{DatasetError, SHARD_EXTENSION, ShardFault, open_shard};
use kempelen_rules::{VariantId, with_variant};
use kempelen_zero::dataset::{Store, read_header};
use kempelen_zero::{Learnable, encode};
use numpy::{PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::exceptions::{PyIndexError, PyOSError};
use pyo3::prelude::*;

use crate::columns::{Columns, Picking};
use crate::encode::variant_of;
use crate::game::refuse;
use crate::shard::failure;

/// What can be learned from shards: packed words and sparse policies, side by side, until a batch of them is wanted.
#[pyclass(frozen, module = "kempelen")]
pub(crate) struct Samples {
    variant: VariantId,
    steps: usize,
    columns: Columns,
}

fn labelled_failure(error: DatasetError) -> PyErr {
    match error.fault {
        ShardFault::Io(_) => PyOSError::new_err(error.to_string()),
        _ => refuse(error),
    }
}

fn is_labelled(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == SHARD_EXTENSION)
}

/// The shards that are meant: those named, and those of folders, of self-play or of labelled games.
fn listed(paths: &Bound<'_, PyAny>) -> PyResult<Vec<PathBuf>> {
    let named = match paths.extract::<PathBuf>() {
        Ok(one) => vec![one],
        Err(_) => paths.extract::<Vec<PathBuf>>()?,
    };
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path);
            continue;
        }
        let of_selfplay = Store::shards(&path).map_err(failure)?;
        if of_selfplay.is_empty() {
            files.extend(kempelen_dataset::shards(&[path]).map_err(labelled_failure)?);
        } else {
            files.extend(of_selfplay);
        }
    }
    Ok(files)
}

#[pymethods]
impl Samples {
    /// Reads shards: a folder of them, or a list of files; of self-play, or of the labelled games of `kempelen datagen`. Of
    /// labelled games every so manieth position is taken, at most so many in all; their policy is the move that was
    /// played, their search value the score.
    #[new]
    #[pyo3(signature = (paths, *, history_steps=8, every=1, most=None))]
    fn new(
        py: Python<'_>,
        paths: &Bound<'_, PyAny>,
        history_steps: usize,
        every: u64,
        most: Option<usize>,
    ) -> PyResult<Self> {
        if history_steps > 64 || every == 0 {
            return Err(refuse("a history has at most 64 steps here, and every is at least 1"));
        }
        let files = listed(paths)?;
        let Some(first) = files.first() else { return Err(refuse("there are no shards")) };
        let variant = if is_labelled(first) {
            open_shard(first).map_err(labelled_failure)?.label().variant
        } else {
            read_header(first).map_err(failure)?.variant
        };
        let picking = Picking { every, most: most.unwrap_or(usize::MAX) };
        let columns = py.detach(|| with_variant!(variant, V => read::<V>(&files, history_steps, picking)))?;
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
        self.columns.len()
    }
}

fn variant_policy(variant: VariantId) -> PyResult<usize> {
    let variant = variant_of(variant.name())?;
    Ok(with_variant!(variant, V => V::POLICY_LEN))
}

fn read<V: Learnable>(files: &[PathBuf], steps: usize, picking: Picking) -> PyResult<Columns> {
    let (mut columns, mut seen) = (Columns::new(), 0);
    for path in files {
        if is_labelled(path) {
            columns.add_labelled::<V>(path, steps, picking, &mut seen).map_err(labelled_failure)?;
        } else {
            columns.add_selfplay::<V>(path, steps).map_err(failure)?;
        }
    }
    Ok(columns)
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
