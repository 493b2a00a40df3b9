use super::{Backend, BackendError};
use crate::batch::{BackendInput, Batch};

/// No model at all: every move is as likely as any other, and every position is even until the rules decide it. For
/// tests, and as the line below which nothing learned should fall.
#[derive(Clone, Copy, Default, Debug)]
pub struct Uniform;

impl Backend for Uniform {
    fn name(&self) -> String {
        "uniform (no model)".to_owned()
    }

    fn sight(&self) -> BackendInput {
        BackendInput::Nothing
    }

    fn has_model(&self) -> bool {
        false
    }

    #[inline]
    fn evaluate(&mut self, batch: &mut Batch) -> Result<(), BackendError> {
        batch.answer_evenly();
        Ok(())
    }
}
