//! Long work without Python's lock, that Ctrl-C can end.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often it is looked whether somebody pressed Ctrl-C.
const LOOK: Duration = Duration::from_millis(20);

/// Does some work on a thread of its own. When Python is interrupted, `stop` is called once, the work is waited for, and
/// its result is dropped.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    stop: impl Fn() + Sync + Send,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (done, wait) = mpsc::channel::<()>();
            let running = scope.spawn(move || {
                let result = work();
                // Nobody waits any more only where the process is about to end.
                let _ = done.send(());
                result
            });
            let mut interruption = None;
            while matches!(wait.recv_timeout(LOOK), Err(mpsc::RecvTimeoutError::Timeout)) {
                if interruption.is_none()
                    && let Err(error) = Python::attach(|py| py.check_signals())
                {
                    stop();
                    interruption = Some(error);
                }
            }
            let result = running.join().map_err(|_| PyRuntimeError::new_err("the work ended in a panic"))?;
            interruption.map_or(Ok(result), Err)
        })
    })
}
