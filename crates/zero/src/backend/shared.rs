use std::sync::{Arc, Mutex, PoisonError};

use super::{Backend, BackendError};
use crate::batch::{BackendInput, Batch};

/// A backend that several threads use in turn.
struct SharedDevice {
    backend: Arc<Mutex<Box<dyn Backend>>>,
    name: String,
    sight: BackendInput,
    has_model: bool,
}

/// Two ends of one backend, for devices of which there is but one: while the positions of one thread are valued, the other
/// gathers its next (*double buffering*), and never are two batches on the device at once.
pub fn share(backend: Box<dyn Backend>) -> [Box<dyn Backend>; 2] {
    let (name, sight, has_model) = (backend.name(), backend.sight(), backend.has_model());
    let backend = Arc::new(Mutex::new(backend));
    [(), ()].map(|()| {
        let backend = Arc::clone(&backend);
        Box::new(SharedDevice { backend, name: name.clone(), sight, has_model }) as Box<dyn Backend>
    })
}

impl Backend for SharedDevice {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn sight(&self) -> BackendInput {
        self.sight
    }

    fn has_model(&self) -> bool {
        self.has_model
    }

    fn evaluate(&mut self, batch: &mut Batch) -> Result<(), BackendError> {
        // A batch is answered whole or not at all, so that a panic elsewhere leaves nothing half done.
        self.backend.lock().unwrap_or_else(PoisonError::into_inner).evaluate(batch)
    }
}
