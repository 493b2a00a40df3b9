use ort::ep::{CUDA, ExecutionProviderDispatch, OpenVINO, TensorRT};
use ort::session::Session;
use ort::session::builder::GraphOptimizationLevel;
use ort::value::{Outlet, TensorElementType, TensorRef, ValueType};

use super::library::WantedLibrary;
use super::model::{Model, ModelError, Port, Shape};
use super::{Backend, BackendError, BackendKind, Device, one_line};
use crate::batch::{BackendInput, Batch};

const LIBRARY: WantedLibrary =
    WantedLibrary { variable: "ORT_DYLIB_PATH", file: "libonnxruntime.so", in_package: "onnxruntime/capi" };

/// Microsoft's ONNX Runtime.
pub(super) struct OnnxRuntime {
    name: String,
    session: Session,
    shape: Shape,
}

impl OnnxRuntime {
    pub(super) fn open(model: &Model, device: Device) -> Result<Self, BackendError> {
        load()?;
        try_device(device)?;
        let session =
            build(model.bytes(), device).map_err(|reason| model.refuse(ModelError::NotUnderstood(reason)))?;
        let ports = |outlets: &[Outlet]| outlets.iter().map(port).collect::<Vec<_>>();
        let shape = model.shape(&ports(session.inputs()), &ports(session.outputs()))?;
        let name = match device {
            Device::Cpu => format!("onnxruntime, {}", model.file_name()),
            device => format!("onnxruntime on {device}, {}", model.file_name()),
        };
        Ok(Self { name, session, shape })
    }
}

/// Loads the library, once and for all.
fn load() -> Result<(), BackendError> {
    let mut reasons = Vec::new();
    for file in LIBRARY.candidates() {
        match ort::init_from(&file) {
            Ok(environment) => {
                environment.with_name("kempelen").with_telemetry(false).commit();
                return Ok(());
            }
            Err(error) => reasons.push(one_line(error)),
        }
    }
    Err(BackendError::Library {
        kind: BackendKind::OnnxRuntime,
        reason: reasons.into_iter().next().unwrap_or_else(|| format!("there is no {}", LIBRARY.file)),
        advice: format!("`pip install onnxruntime` brings it, and {} may name its file", LIBRARY.variable),
    })
}

/// What runs a model on a device. Without it the model would run on the processor, and nobody would know; so it must be there.
fn providers(device: Device) -> Vec<ExecutionProviderDispatch> {
    let provider = match device {
        Device::Cpu | Device::Gpu => return Vec::new(),
        Device::Cuda => CUDA::default().build(),
        Device::TensorRt => TensorRT::default().build(),
        Device::OpenVino => OpenVINO::default().build(),
    };
    vec![provider.error_on_failure()]
}

/// Sees whether a device is there, before there is a model that could be to blame.
fn try_device(device: Device) -> Result<(), BackendError> {
    let providers = providers(device);
    if providers.is_empty() {
        return Ok(());
    }
    let tried = Session::builder()
        .map_err(one_line)
        .and_then(|builder| builder.with_execution_providers(providers).map_err(one_line));
    tried.map(|_| ()).map_err(|reason| BackendError::Device { device, reason })
}

/// A session with one thread. Errors of a half-made session are of several kinds, so that only their words are kept.
fn build(bytes: &[u8], device: Device) -> Result<Session, String> {
    let mut builder = Session::builder()
        .map_err(one_line)?
        .with_execution_providers(providers(device))
        .map_err(one_line)?
        .with_intra_threads(1)
        .map_err(one_line)?
        .with_inter_threads(1)
        .map_err(one_line)?
        .with_optimization_level(GraphOptimizationLevel::Level3)
        .map_err(one_line)?;
    builder.commit_from_memory(bytes).map_err(one_line)
}

fn port(outlet: &Outlet) -> Port {
    let (sides, is_float) = match outlet.dtype() {
        ValueType::Tensor { ty, shape, .. } => {
            let sides = shape.iter().map(|&side| usize::try_from(side).ok()).collect();
            (Some(sides), *ty == TensorElementType::Float32)
        }
        _ => (None, false),
    };
    Port { name: outlet.name().to_owned(), sides, is_float }
}

impl Backend for OnnxRuntime {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn sight(&self) -> BackendInput {
        self.shape.sight()
    }

    fn evaluate(&mut self, batch: &mut Batch) -> Result<(), BackendError> {
        let Self { name, session, shape } = self;
        let failure =
            |error: ort::Error| BackendError::Run { backend: name.clone(), reason: one_line(error) };
        let outputs = {
            let board =
                TensorRef::from_array_view((shape.input(batch.len()), batch.boards())).map_err(failure)?;
            session.run(ort::inputs!["board" => board]).map_err(failure)?
        };
        let (_, policy) = outputs["policy"].try_extract_tensor::<f32>().map_err(failure)?;
        let (_, value) = outputs["value"].try_extract_tensor::<f32>().map_err(failure)?;
        batch
            .answer(policy, shape.policy_len, value)
            .map_err(|error| BackendError::Answer { backend: name.clone(), error })
    }
}
