//! Positions as planes and moves as numbers, in arrays of the caller.

use std::any::Any;
use std::sync::Arc;

use kempelen_rules::{AnyGame, Game as GameOf, VariantId, with_game, with_position, with_variant};
use kempelen_zero::encode::{EncodeError, batch_to_tensors, batch_to_words, scale_numbers, tensor_len};
use kempelen_zero::{Learnable, encode, policy};
use numpy::{PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyReadwriteArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::game::{Game, refuse};

/// No network looks back further.
const MOST_STEPS: usize = encode::MOST_STEPS;

pub(crate) fn variant_of(name: &str) -> PyResult<VariantId> {
    name.parse().map_err(refuse)
}

/// How many planes a history of so many steps takes.
///
/// >>> import kempelen
/// >>> kempelen.planes(8)
/// 119
#[pyfunction]
#[pyo3(signature = (history_steps=8))]
pub(crate) fn planes(history_steps: usize) -> usize {
    encode::planes(history_steps)
}

/// How many policy indices a game has.
///
/// >>> import kempelen
/// >>> kempelen.policy_len(), kempelen.policy_len("makruk")
/// (4168, 4096)
#[pyfunction]
#[pyo3(signature = (variant="chess"))]
pub(crate) fn policy_len(variant: &str) -> PyResult<usize> {
    let variant = variant_of(variant)?;
    Ok(with_variant!(variant, V => V::POLICY_LEN))
}

/// All games of a list, which must be of one kind.
fn same<V: Learnable>(games: &[Arc<AnyGame>]) -> PyResult<Vec<&GameOf<V>>> {
    games.iter().map(|game| find(game).ok_or_else(|| refuse("all games must be of one kind"))).collect()
}

/// The game itself, if it is of this kind.
fn find<V: Learnable>(game: &AnyGame) -> Option<&GameOf<V>> {
    with_game!(game, own => (own as &dyn Any).downcast_ref::<GameOf<V>>())
}

fn shared(games: &[PyRef<'_, Game>]) -> Vec<Arc<AnyGame>> {
    games.iter().map(|game| Arc::clone(&game.inner)).collect()
}

/// The array of the caller, or a new one, with exactly so many cells.
fn array<'py, T: numpy::Element>(
    py: Python<'py>,
    out: Option<Bound<'py, PyAny>>,
    sides: &[usize],
    kind: &str,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let Some(out) = out else { return Ok(PyArrayDyn::<T>::zeros(py, sides.to_vec(), false)) };
    let out = out
        .cast_into::<PyArrayDyn<T>>()
        .map_err(|_| PyTypeError::new_err(format!("out must be a NumPy array of {kind}")))?;
    let wanted: usize = sides.iter().product();
    if out.len() != wanted {
        return Err(refuse(format!("out has {} cells, and {wanted} are needed: {sides:?}", out.len())));
    }
    if !out.is_c_contiguous() {
        return Err(refuse("out must be contiguous, its last side the quickest"));
    }
    Ok(out)
}

fn writable<'py, T: numpy::Element>(
    out: &Bound<'py, PyArrayDyn<T>>,
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    out.try_readwrite().map_err(|_| refuse("out cannot be written to, or is in use elsewhere"))
}

fn too_short(error: EncodeError) -> PyErr {
    refuse(error)
}

fn check_steps(steps: usize) -> PyResult<()> {
    if steps > MOST_STEPS { Err(refuse(format!("a history has at most {MOST_STEPS} steps"))) } else { Ok(()) }
}

/// Encodes the last positions of games into an array of float32, (games, planes, 8, 8), and gives it back. Into an array
/// of the caller it writes without a copy. With `scaled`, numbers are as `kempelen.numbers = scaled` has them.
///
/// >>> import kempelen, numpy
/// >>> out = numpy.empty((2, 119, 8, 8), numpy.float32)
/// >>> kempelen.encode_batch([kempelen.Game(), kempelen.Game(moves=["e4"])], out=out) is out
/// True
/// >>> out[0, 0, 1].tolist()
/// [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
#[pyfunction]
#[pyo3(signature = (games, out=None, *, history_steps=8, threads=1, scaled=false))]
pub(crate) fn encode_batch<'py>(
    py: Python<'py>,
    games: Vec<PyRef<'py, Game>>,
    out: Option<Bound<'py, PyAny>>,
    history_steps: usize,
    threads: usize,
    scaled: bool,
) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
    check_steps(history_steps)?;
    let games = shared(&games);
    let sides = [games.len(), encode::planes(history_steps), 8, 8];
    let out = array::<f32>(py, out, &sides, "float32")?;
    let Some(first) = games.first() else { return Ok(out) };
    let mut cells = writable(&out)?;
    let cells = cells.as_slice_mut().map_err(|_| refuse("out must be contiguous"))?;
    with_variant!(first.variant(), V => {
        let games = same::<V>(&games)?;
        py.detach(|| {
            batch_to_tensors(&games, history_steps, threads.clamp(1, 256), cells)?;
            if scaled {
                for one in cells.chunks_exact_mut(tensor_len(history_steps)) {
                    scale_numbers::<V>(history_steps, one);
                }
            }
            Ok(())
        })
        .map_err(too_short)
    })?;
    Ok(out)
}

/// The same packed, a word of uint64 for each plane: 952 bytes a position instead of 30,464.
///
/// >>> import kempelen
/// >>> kempelen.encode_words([kempelen.Game()]).shape
/// (1, 119)
#[pyfunction]
#[pyo3(signature = (games, out=None, *, history_steps=8, threads=1))]
pub(crate) fn encode_words<'py>(
    py: Python<'py>,
    games: Vec<PyRef<'py, Game>>,
    out: Option<Bound<'py, PyAny>>,
    history_steps: usize,
    threads: usize,
) -> PyResult<Bound<'py, PyArrayDyn<u64>>> {
    check_steps(history_steps)?;
    let games = shared(&games);
    let out = array::<u64>(py, out, &[games.len(), encode::planes(history_steps)], "uint64")?;
    let Some(first) = games.first() else { return Ok(out) };
    let mut words = writable(&out)?;
    let words = words.as_slice_mut().map_err(|_| refuse("out must be contiguous"))?;
    with_variant!(first.variant(), V => {
        let games = same::<V>(&games)?;
        py.detach(|| batch_to_words(&games, history_steps, threads.clamp(1, 256), words)).map_err(too_short)
    })?;
    Ok(out)
}

/// Unpacks words into float32, (positions, planes, 8, 8): what `encode_batch` writes for the same games.
#[pyfunction]
#[pyo3(signature = (words, out=None, *, variant="chess", scaled=false))]
pub(crate) fn unpack<'py>(
    py: Python<'py>,
    words: PyReadonlyArrayDyn<'py, u64>,
    out: Option<Bound<'py, PyAny>>,
    variant: &str,
    scaled: bool,
) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
    let variant = variant_of(variant)?;
    let &[positions, planes] = words.shape() else {
        return Err(refuse("words have two sides: (positions, planes)"));
    };
    let globals = kempelen_zero::GLOBAL_PLANES;
    if planes < globals || !(planes - globals).is_multiple_of(encode::STEP_PLANES) {
        return Err(refuse(format!("{planes} planes are not 14 for each step and 7 more")));
    }
    let steps = (planes - globals) / encode::STEP_PLANES;
    check_steps(steps)?;
    let out = array::<f32>(py, out, &[positions, planes, 8, 8], "float32")?;
    let words = words.as_slice().map_err(|_| refuse("words must be contiguous"))?;
    let mut cells = writable(&out)?;
    let cells = cells.as_slice_mut().map_err(|_| refuse("out must be contiguous"))?;
    with_variant!(variant, V => py.detach(|| {
        for (words, cells) in words.chunks_exact(planes).zip(cells.chunks_exact_mut(tensor_len(steps))) {
            encode::unpack::<V, f32>(words, steps, cells)?;
            if scaled {
                scale_numbers::<V>(steps, cells);
            }
        }
        Ok(())
    }))
    .map_err(too_short)?;
    Ok(out)
}

/// The policy index of a legal move in the last position of a game.
///
/// >>> import kempelen
/// >>> kempelen.policy_index(kempelen.Game(), "e4")
/// 796
#[pyfunction]
pub(crate) fn policy_index(game: PyRef<'_, Game>, r#move: &str) -> PyResult<usize> {
    let position = game.inner.position();
    let m = position.read_move(r#move).map_err(refuse)?;
    Ok(with_position!(&position, p => policy::move_to_index(p, m)))
}

/// The legal move that an index stands for, or None.
///
/// >>> import kempelen
/// >>> kempelen.move_of_index(kempelen.Game(), 796)
/// 'e2e4'
#[pyfunction]
pub(crate) fn move_of_index(game: PyRef<'_, Game>, index: usize) -> Option<String> {
    let position = game.inner.position();
    let m = with_position!(&position, p => policy::index_to_move(p, index))?;
    Some(position.uci(m))
}

/// A one for every legal move of the last position of a game, by policy index, as int8.
///
/// >>> import kempelen
/// >>> int(kempelen.legal_mask(kempelen.Game()).sum())
/// 20
#[pyfunction]
#[pyo3(signature = (game, out=None))]
pub(crate) fn legal_mask<'py>(
    py: Python<'py>,
    game: PyRef<'py, Game>,
    out: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArrayDyn<i8>>> {
    let position = game.inner.position();
    let length = with_variant!(position.variant(), V => V::POLICY_LEN);
    let out = array::<i8>(py, out, &[length], "int8")?;
    let mut cells = writable(&out)?;
    let cells = cells.as_slice_mut().map_err(|_| refuse("out must be contiguous"))?;
    cells.fill(0);
    with_position!(&position, p => {
        for &m in &p.legal_moves() {
            cells[policy::move_to_index(p, m)] = 1;
        }
    });
    Ok(out)
}
