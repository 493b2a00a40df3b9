use std::fmt;
use std::str::FromStr;

use super::{BackendError, BackendKind};

/// Where a model runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Device {
    /// On the processor.
    #[default]
    Cpu,
    /// On a graphics card of NVIDIA, by the execution provider of ONNX Runtime.
    Cuda,
    /// The same with a graph that `TensorRT` has compiled for the card.
    TensorRt,
    /// By the execution provider for `OpenVINO` of ONNX Runtime.
    OpenVino,
    /// On a graphics card of Intel, by `OpenVINO` itself.
    Gpu,
}

impl Device {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Cpu, Self::Cuda, Self::TensorRt, Self::OpenVino, Self::Gpu];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::Cuda => "cuda",
            Self::TensorRt => "tensorrt",
            Self::OpenVino => "openvino",
            Self::Gpu => "gpu",
        }
    }

    /// The backend that can run a model there, if not all of them can.
    pub const fn backend(self) -> Option<BackendKind> {
        match self {
            Self::Cpu => None,
            Self::Cuda | Self::TensorRt | Self::OpenVino => Some(BackendKind::OnnxRuntime),
            Self::Gpu => Some(BackendKind::OpenVino),
        }
    }

    /// Refuses a device that a backend does not know.
    pub(super) fn fits(self, kind: BackendKind) -> Result<(), BackendError> {
        match self.backend() {
            Some(wanted) if wanted != kind => Err(BackendError::Device {
                device: self,
                reason: format!("{kind} does not run there, --backend {wanted} may"),
            }),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Device {
    type Err = BackendError;

    fn from_str(text: &str) -> Result<Self, BackendError> {
        Self::ALL
            .into_iter()
            .find(|device| device.name().eq_ignore_ascii_case(text.trim()))
            .ok_or_else(|| BackendError::UnknownDevice(text.to_owned()))
    }
}
