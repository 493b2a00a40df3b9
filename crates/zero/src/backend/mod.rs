//! Who values positions.
//!
//! [`open`] gives a [`Backend`] of any [`BackendKind`]. [`Uniform`] knows nothing and is always there; the others run a model in
//! the ONNX format: `rten` is part of the program, ONNX Runtime and `OpenVINO` are used where they are installed.
//!
//! A model has one input, `board`, of the planes of [`encode`](crate::encode) for any number of positions, and the outputs
//! `policy`, the logits of all policy indices, and `value`: one number from -1 to 1, or the logits of winning, drawing
//! and losing. A model with the property `kempelen.numbers` of the value `scaled` gets planes as
//! [`encode::scale_numbers`](crate::encode::scale_numbers) leaves them.

mod check;
mod device;
#[cfg(any(feature = "onnxruntime", feature = "openvino"))]
mod library;
mod model;
#[cfg(feature = "onnxruntime")]
mod onnxruntime;
#[cfg(feature = "openvino")]
mod openvino;
mod property;
mod rten;
mod shared;
mod uniform;

pub use check::{Check, Difference};
pub use device::Device;
pub use model::{MOST_BYTES, Model, ModelError, Shape};
pub use shared::share;
pub use uniform::Uniform;

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use crate::batch::{AnswerError, BackendInput, Batch};

/// Somebody who values positions, many at a time.
///
/// A backend is used by one thread at a time. Whoever has several threads makes several backends, each with a single
/// thread of its own: that is faster than one with threads inside.
pub trait Backend: Send {
    /// What it is, in a few words: `rten, model.onnx`.
    fn name(&self) -> String;

    /// What it looks at.
    fn sight(&self) -> BackendInput;

    /// Whether it has learned anything, so that its moves are more than search.
    fn has_model(&self) -> bool {
        true
    }

    /// Answers for every position of a batch.
    ///
    /// # Errors
    /// When the model fails, or says what is no number.
    fn evaluate(&mut self, batch: &mut Batch) -> Result<(), BackendError>;
}

/// What runs a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BackendKind {
    /// Nothing: there is no model.
    Uniform,
    /// The runtime that is part of this program, in Rust alone.
    Rten,
    /// Microsoft's ONNX Runtime, where it is installed.
    OnnxRuntime,
    /// Intel's `OpenVINO`, where it is installed.
    OpenVino,
    /// Two of them beside each other, which must agree.
    Check,
}

impl BackendKind {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Uniform, Self::Rten, Self::OnnxRuntime, Self::OpenVino, Self::Check];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Rten => "rten",
            Self::OnnxRuntime => "onnxruntime",
            Self::OpenVino => "openvino",
            Self::Check => "check",
        }
    }
}

impl fmt::Display for BackendKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for BackendKind {
    type Err = BackendError;

    fn from_str(text: &str) -> Result<Self, BackendError> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name().eq_ignore_ascii_case(text.trim()))
            .ok_or_else(|| BackendError::Unknown(text.to_owned()))
    }
}

/// How numbers are kept while a model runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Precision {
    /// In single precision.
    #[default]
    Single,
    /// Shorter where the machine is faster that way, and the runtime offers it; `OpenVINO` does.
    Fast,
}

impl Precision {
    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Fast => "fast",
        }
    }
}

/// Opens a backend of a kind, on the processor.
///
/// # Errors
/// When the runtime is not there, or cannot make use of the model.
pub fn open(
    kind: BackendKind,
    model: &Model,
    precision: Precision,
) -> Result<Box<dyn Backend>, BackendError> {
    open_on(Device::Cpu, kind, model, precision)
}

/// Opens a backend of a kind on a device.
///
/// # Errors
/// When the device or the runtime is not there, or cannot make use of the model.
pub fn open_on(
    device: Device,
    kind: BackendKind,
    model: &Model,
    precision: Precision,
) -> Result<Box<dyn Backend>, BackendError> {
    device.fits(kind)?;
    let mut backend: Box<dyn Backend> = match kind {
        BackendKind::Uniform => return Ok(Box::new(Uniform)),
        BackendKind::Rten => Box::new(rten::Rten::open(model)?),
        BackendKind::OnnxRuntime => open_onnxruntime(model, device)?,
        BackendKind::OpenVino => open_openvino(model, precision, device)?,
        BackendKind::Check => {
            let other = open(BackendKind::OnnxRuntime, model, precision)
                .or_else(|_| open(BackendKind::OpenVino, model, precision))
                .map_err(|_| BackendError::NothingToCheck)?;
            return Ok(Box::new(Check::new(open(BackendKind::Rten, model, precision)?, other)));
        }
    };
    model.try_out(&mut *backend)?;
    Ok(backend)
}

#[cfg(feature = "onnxruntime")]
fn open_onnxruntime(model: &Model, device: Device) -> Result<Box<dyn Backend>, BackendError> {
    Ok(Box::new(onnxruntime::OnnxRuntime::open(model, device)?))
}

#[cfg(not(feature = "onnxruntime"))]
fn open_onnxruntime(_: &Model, _: Device) -> Result<Box<dyn Backend>, BackendError> {
    Err(BackendError::NotBuilt(BackendKind::OnnxRuntime))
}

#[cfg(feature = "openvino")]
fn open_openvino(
    model: &Model,
    precision: Precision,
    device: Device,
) -> Result<Box<dyn Backend>, BackendError> {
    Ok(Box::new(openvino::OpenVino::open(model, precision, device)?))
}

#[cfg(not(feature = "openvino"))]
fn open_openvino(_: &Model, _: Precision, _: Device) -> Result<Box<dyn Backend>, BackendError> {
    Err(BackendError::NotBuilt(BackendKind::OpenVino))
}

/// Why there is no backend, or no answer from it.
#[derive(Clone, PartialEq, Debug)]
pub enum BackendError {
    /// There is no backend of that name.
    Unknown(String),
    /// There is no device of that name.
    UnknownDevice(String),
    /// The device is not there, or the backend does not know it.
    Device {
        /// Which.
        device: Device,
        /// Why not.
        reason: String,
    },
    /// It was left out when this program was built.
    NotBuilt(BackendKind),
    /// The library is not there, or is not what it should be.
    Library {
        /// Whose.
        kind: BackendKind,
        /// What was tried, and what came of it.
        reason: String,
        /// What would help.
        advice: String,
    },
    /// Neither ONNX Runtime nor `OpenVINO` is there to compare with.
    NothingToCheck,
    /// The model is no model for us.
    Model {
        /// Its file.
        path: PathBuf,
        /// Why.
        error: ModelError,
    },
    /// The runtime failed.
    Run {
        /// Which.
        backend: String,
        /// In its own words.
        reason: String,
    },
    /// What it said is no answer.
    Answer {
        /// Who.
        backend: String,
        /// Why.
        error: AnswerError,
    },
    /// Two that should agree do not.
    Disagree {
        /// Both of them.
        backends: [String; 2],
        /// In what.
        difference: Difference,
    },
}

impl fmt::Display for BackendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => {
                let names = BackendKind::ALL.map(BackendKind::name).join(", ");
                write!(f, "there is no backend {name:?}; there are {names}")
            }
            Self::UnknownDevice(name) => {
                let names = Device::ALL.map(Device::name).join(", ");
                write!(f, "there is no device {name:?}; there are {names}")
            }
            Self::Device { device, reason } => write!(f, "no model can run on {device} here: {reason}"),
            Self::NotBuilt(kind) => write!(f, "this program was built without {kind}"),
            Self::Library { kind, reason, advice } => write!(f, "{kind} cannot be used: {reason}; {advice}"),
            Self::NothingToCheck => f.write_str(
                "there is neither ONNX Runtime nor OpenVINO to compare with; rten alone agrees with itself",
            ),
            Self::Model { path, error } => write!(f, "{}: {error}", path.display()),
            Self::Run { backend, reason } => write!(f, "{backend}: {reason}"),
            Self::Answer { backend, error } => write!(f, "{backend}: {error}"),
            Self::Disagree { backends: [one, other], difference } => {
                write!(f, "{one} and {other} do not agree: {difference}")
            }
        }
    }
}

impl std::error::Error for BackendError {}

/// What a library says, in one line.
fn one_line(text: impl fmt::Display) -> String {
    const LONGEST: usize = 300;
    let words = text.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(LONGEST) {
        None => words,
        Some((end, _)) => format!("{}...", &words[..end]),
    }
}
