use openvino::{
    Core, DeviceType, Dimension, ElementType, InferRequest, InferenceError, Node, RwPropertyKey,
    Shape as Sides, Tensor,
};

use super::library::WantedLibrary;
use super::model::{Model, ModelError, Port, Shape};
use super::{Backend, BackendError, BackendKind, Device, Precision, one_line};
use crate::batch::{BackendInput, Batch};

const LIBRARY: WantedLibrary =
    WantedLibrary { variable: "OPENVINO_C_LIBRARY", file: "libopenvino_c.so", in_package: "openvino/libs" };

/// Intel's `OpenVINO`.
pub(super) struct OpenVino {
    name: String,
    request: InferRequest,
    shape: Shape,
}

impl OpenVino {
    pub(super) fn open(model: &Model, precision: Precision, device: Device) -> Result<Self, BackendError> {
        let mut core = load()?;
        let target = find_device(&core, device)?;
        let not_understood = |error: InferenceError| model.refuse(ModelError::NotUnderstood(one_line(error)));
        let hint = match precision {
            Precision::Single => "f32",
            Precision::Fast => "bf16",
        };
        if target == DeviceType::CPU {
            for (key, value) in [
                (RwPropertyKey::InferenceNumThreads, "1"),
                (RwPropertyKey::NumStreams, "1"),
                (RwPropertyKey::HintInferencePrecision, hint),
                (RwPropertyKey::HintEnableCpuPinning, "NO"),
            ] {
                core.set_property(&DeviceType::CPU, &key, value).map_err(not_understood)?;
            }
        }
        let graph = core.read_model_from_buffer(model.bytes(), None).map_err(not_understood)?;
        let shape = ports(&graph)
            .map_err(not_understood)
            .and_then(|(inputs, outputs)| model.shape(&inputs, &outputs))?;
        let mut compiled = core.compile_model(&graph, target).map_err(not_understood)?;
        let request = compiled.create_infer_request().map_err(not_understood)?;
        Ok(Self { name: format!("openvino {hint}, {}", model.file_name()), request, shape })
    }

    fn run(&mut self, batch: &mut Batch) -> Result<Result<(), BackendError>, InferenceError> {
        let sides = self.shape.input(batch.len()).map(|side| side as i64);
        let mut board = Tensor::new(ElementType::F32, &Sides::new(&sides)?)?;
        board.get_data_mut::<f32>()?.copy_from_slice(batch.boards());
        self.request.set_tensor("board", &board)?;
        self.request.infer()?;
        let (policy, value) = (self.request.get_tensor("policy")?, self.request.get_tensor("value")?);
        let answer = batch.answer(policy.get_data()?, self.shape.policy_len, value.get_data()?);
        Ok(answer.map_err(|error| BackendError::Answer { backend: self.name.clone(), error }))
    }
}

/// The device, if there is one of its kind.
fn find_device(core: &Core, device: Device) -> Result<DeviceType<'static>, BackendError> {
    if device != Device::Gpu {
        return Ok(DeviceType::CPU);
    }
    let refuse = |reason: String| BackendError::Device { device, reason };
    let there = core.available_devices().map_err(|error| refuse(one_line(error)))?;
    let names: Vec<String> = there.iter().map(ToString::to_string).collect();
    if names.iter().any(|name| name.starts_with("GPU")) {
        Ok(DeviceType::GPU)
    } else {
        Err(refuse(format!("OpenVINO finds {} and nothing else", names.join(", "))))
    }
}

/// Loads the library, once and for all, and makes a core.
fn load() -> Result<Core, BackendError> {
    let mut reasons = Vec::new();
    for file in LIBRARY.candidates() {
        let core = openvino_sys::library::load_from(file)
            .and_then(|()| Core::new().map_err(|error| error.to_string()));
        match core {
            Ok(core) => return Ok(core),
            Err(error) => reasons.push(one_line(error)),
        }
    }
    Err(BackendError::Library {
        kind: BackendKind::OpenVino,
        reason: reasons.into_iter().next().unwrap_or_else(|| format!("there is no {}", LIBRARY.file)),
        advice: format!("`pip install openvino` brings it, and {} may name its file", LIBRARY.variable),
    })
}

fn ports(graph: &openvino::Model) -> Result<(Vec<Port>, Vec<Port>), InferenceError> {
    let inputs = (0..graph.get_inputs_len()?)
        .map(|i| port(&graph.get_input_by_index(i)?))
        .collect::<Result<_, _>>()?;
    let outputs = (0..graph.get_outputs_len()?)
        .map(|i| port(&graph.get_output_by_index(i)?))
        .collect::<Result<_, _>>()?;
    Ok((inputs, outputs))
}

fn port(node: &Node) -> Result<Port, InferenceError> {
    let sides = node.get_partial_shape()?;
    let side = |side: &Dimension| (!side.is_dynamic()).then(|| side.get_max() as usize);
    Ok(Port {
        name: node.get_name()?,
        sides: Some(sides.get_dimensions().iter().map(side).collect()),
        is_float: node.get_element_type()? == ElementType::F32,
    })
}

impl Backend for OpenVino {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn sight(&self) -> BackendInput {
        self.shape.sight()
    }

    fn evaluate(&mut self, batch: &mut Batch) -> Result<(), BackendError> {
        match self.run(batch) {
            Ok(answer) => answer,
            Err(error) => Err(BackendError::Run { backend: self.name.clone(), reason: one_line(error) }),
        }
    }
}
