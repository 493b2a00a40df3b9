use std::sync::Arc;

use rten::{Dimension, Model as Graph, NodeId, RunOptions, ThreadPool, ValueType};
use rten_tensor::{NdTensorView, Tensor};

use super::model::{Model, ModelError, Port, Shape};
use super::{Backend, BackendError, one_line};
use crate::batch::{BackendInput, Batch};

/// The runtime that is part of this program.
pub(super) struct Rten {
    name: String,
    graph: Graph,
    shape: Shape,
    board: NodeId,
    outputs: [NodeId; 2],
    threads: Arc<ThreadPool>,
}

impl Rten {
    pub(super) fn open(model: &Model) -> Result<Self, BackendError> {
        let not_understood = |error| model.refuse(ModelError::NotUnderstood(one_line(error)));
        let graph = Graph::load(model.bytes().to_vec()).map_err(not_understood)?;
        let ports = |ids: &[NodeId]| ids.iter().map(|&id| port(&graph, id)).collect::<Vec<_>>();
        let shape = model.shape(&ports(graph.input_ids()), &ports(graph.output_ids()))?;
        let id = |name| {
            graph.node_id(name).map_err(|error| model.refuse(ModelError::NotUnderstood(one_line(error))))
        };
        Ok(Self {
            name: format!("rten, {}", model.file_name()),
            shape,
            board: id("board")?,
            outputs: [id("policy")?, id("value")?],
            threads: Arc::new(ThreadPool::with_num_threads(1)),
            graph,
        })
    }

    fn failure(&self, reason: impl std::fmt::Display) -> BackendError {
        BackendError::Run { backend: self.name.clone(), reason: one_line(reason) }
    }
}

fn port(graph: &Graph, id: NodeId) -> Port {
    let info = graph.node_info(id);
    let sides = info.as_ref().and_then(rten::NodeInfo::shape).map(|sides| {
        let side = |side: &Dimension| match side {
            Dimension::Fixed(len) => Some(*len),
            Dimension::Symbolic(_) => None,
        };
        sides.iter().map(side).collect()
    });
    Port {
        name: info.as_ref().and_then(rten::NodeInfo::name).unwrap_or_default().to_owned(),
        sides,
        is_float: info
            .and_then(|info| info.dtype())
            .is_none_or(|kind| kind == ValueType::Tensor(rten::DataType::Float)),
    }
}

impl Backend for Rten {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn sight(&self) -> BackendInput {
        self.shape.sight()
    }

    fn evaluate(&mut self, batch: &mut Batch) -> Result<(), BackendError> {
        let board = NdTensorView::from_data(self.shape.input(batch.len()), batch.boards());
        let mut options = RunOptions::default();
        options.thread_pool = Some(self.threads.clone());
        let [policy, value] = self
            .graph
            .run_n(vec![(self.board, board.into())], self.outputs, Some(options))
            .map_err(|error| self.failure(error))?;
        let floats = |output: rten::Value| {
            output
                .into_tensor::<f32>()
                .map(Tensor::into_data)
                .ok_or_else(|| self.failure("an output holds no floats"))
        };
        let (policy, value) = (floats(policy)?, floats(value)?);
        batch
            .answer(&policy, self.shape.policy_len, &value)
            .map_err(|error| BackendError::Answer { backend: self.name.clone(), error })
    }
}
