//! Who values positions: a model file, or a function of Python.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use kempelen_rules::{VariantId, with_variant};
use kempelen_zero::backend::{self, Backend, BackendError, BackendKind, Device, Model, Precision, Uniform};
use kempelen_zero::{BackendInput, Batch, Learnable, Numbers, encode};
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArrayDyn};
use pyo3::prelude::*;

use crate::game::refuse;

/// What was asked for.
pub(crate) struct Wanted<'py> {
    pub(crate) model: Option<Bound<'py, PyAny>>,
    pub(crate) backend: Option<&'py str>,
    pub(crate) precision: &'py str,
    pub(crate) device: &'py str,
    pub(crate) variant: VariantId,
    pub(crate) history_steps: usize,
    pub(crate) scaled: bool,
}

/// A network that was opened, and what is to be known of it.
pub(crate) struct Network {
    pub(crate) kind: BackendKind,
    pub(crate) precision: Precision,
    pub(crate) device: Device,
    pub(crate) model: Option<Model>,
    callable: Option<Callable>,
}

impl Network {
    pub(crate) fn new(wanted: Wanted<'_>) -> PyResult<Self> {
        let device: Device = wanted.device.parse().map_err(refuse)?;
        let precision = match wanted.precision {
            "single" => Precision::Single,
            "fast" => Precision::Fast,
            other => {
                return Err(refuse(format!("there is no precision {other:?}; there are single and fast")));
            }
        };
        let kind = wanted.backend.map(str::parse::<BackendKind>).transpose().map_err(refuse)?;
        let own = |kind, model, callable| Self { kind, precision, device, model, callable };
        let Some(model) = wanted.model else {
            return match kind {
                None | Some(BackendKind::Uniform) => Ok(own(BackendKind::Uniform, None, None)),
                Some(kind) => Err(refuse(format!("{kind} needs a model"))),
            };
        };
        if model.is_callable() {
            let numbers = if wanted.scaled { Numbers::Scaled } else { Numbers::Raw };
            let callable = Callable {
                function: Arc::new(model.unbind()),
                sight: BackendInput::Planes { steps: wanted.history_steps.clamp(1, 64), numbers },
                policy_len: with_variant!(wanted.variant, V => V::POLICY_LEN),
                error: Arc::default(),
            };
            return Ok(own(BackendKind::Uniform, None, Some(callable)));
        }
        let path = model.call_method0("__fspath__").unwrap_or(model).to_string();
        let model = Model::read(Path::new(&path), wanted.variant).map_err(refuse)?;
        let kind = kind.unwrap_or(device.backend().unwrap_or(BackendKind::Rten));
        Ok(own(kind, Some(model), None))
    }

    /// A backend of its own for whoever asks.
    pub(crate) fn open(&self) -> PyResult<Box<dyn Backend>> {
        match (&self.callable, &self.model) {
            (Some(callable), _) => Ok(Box::new(callable.clone())),
            (None, None) => Ok(Box::new(Uniform)),
            (None, Some(model)) => {
                backend::open_on(self.device, self.kind, model, self.precision).map_err(refuse)
            }
        }
    }

    /// Whether games made with it can be made again: a function cannot be known by its bytes.
    pub(crate) fn is_callable(&self) -> bool {
        self.callable.is_some()
    }

    /// What a function of Python raised, or the words of a backend.
    pub(crate) fn failure(&self, words: String) -> PyErr {
        let raised = self.callable.as_ref().and_then(Callable::raised);
        raised.unwrap_or_else(|| pyo3::exceptions::PyRuntimeError::new_err(words))
    }
}

/// A function of Python: planes (positions, planes, 8, 8) in; logits (positions, policy) and values (positions,) or
/// (positions, 3) out.
#[derive(Clone)]
struct Callable {
    function: Arc<Py<PyAny>>,
    sight: BackendInput,
    policy_len: usize,
    /// What it raised.
    error: Arc<Mutex<Option<PyErr>>>,
}

impl Callable {
    fn raised(&self) -> Option<PyErr> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn call(&self, py: Python<'_>, batch: &mut Batch) -> PyResult<()> {
        let BackendInput::Planes { steps, .. } = self.sight else { return Ok(()) };
        let sides = [batch.len(), encode::planes(steps), 8, 8];
        let boards = PyArray1::from_slice(py, batch.boards()).reshape(sides)?;
        let (policy, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = self
            .function
            .call1(py, (boards,))?
            .into_bound(py)
            .extract()
            .map_err(|_| refuse("a model gives two arrays: logits of the policy and values"))?;
        let (policy, value) = (floats(py, &policy)?, floats(py, &value)?);
        let (policy, value) = (policy.as_slice().map_err(refuse)?, value.as_slice().map_err(refuse)?);
        if policy.len() != batch.len() * self.policy_len {
            let (has, wants) = (policy.len(), batch.len() * self.policy_len);
            return Err(refuse(format!("the policy has {has} numbers, and {wants} are needed")));
        }
        batch.answer(policy, self.policy_len, value).map_err(refuse)
    }
}

/// Any array-like as contiguous float32; what is that already is not copied.
fn floats<'py>(py: Python<'py>, array: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArrayDyn<'py, f32>> {
    let numpy = py.import("numpy")?;
    let array = numpy.call_method1("ascontiguousarray", (array, "float32"))?;
    array.extract().map_err(|_| refuse("a model gives arrays of numbers"))
}

impl Backend for Callable {
    fn name(&self) -> String {
        "a function of Python".to_owned()
    }

    fn sight(&self) -> BackendInput {
        self.sight
    }

    fn evaluate(&mut self, batch: &mut Batch) -> Result<(), BackendError> {
        Python::attach(|py| self.call(py, batch)).map_err(|error| {
            let reason = error.to_string();
            *self.error.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            BackendError::Run { backend: self.name(), reason }
        })
    }
}
