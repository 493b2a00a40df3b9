//! The machines of Kempelen for Python.
//!
//! What takes long runs without Python's lock, on a thread of its own, while this one listens for Ctrl-C.

mod columns;
mod encode;
mod engine;
mod game;
mod network;
mod picture;
mod samples;
mod search;
mod selfplay;
mod shard;
mod wait;

use pyo3::prelude::*;

/// The native part of the package `kempelen`.
#[pymodule]
mod _kempelen {
    #[pymodule_export]
    use crate::encode::{
        encode_batch, encode_words, legal_mask, move_of_index, planes, policy_index, policy_len, unpack,
    };
    #[pymodule_export]
    use crate::engine::{Engine, Explanation, Line, Report, engines};
    #[pymodule_export]
    use crate::game::{Game, Position};
    #[pymodule_export]
    use crate::samples::Samples;
    #[pymodule_export]
    use crate::search::{RootMove, Search, SearchResult};
    #[pymodule_export]
    use crate::selfplay::run_selfplay;
    #[pymodule_export]
    use crate::shard::Shard;

    use super::{Bound, PyModule, PyModuleMethods, PyResult};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
