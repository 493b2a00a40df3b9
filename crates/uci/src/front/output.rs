//! The one place where the front end writes.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// An output that several threads share, a whole line at a time, with a log if somebody wants one.
#[derive(Clone)]
pub struct Output(Arc<Mutex<Inner>>);

struct Inner {
    out: Box<dyn Write + Send>,
    log: Option<File>,
    broken: bool,
}

impl Output {
    /// Writes here.
    pub fn new(out: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(Inner { out: Box::new(out), log: None, broken: false })))
    }

    /// Says one thing. There are no empty lines in this protocol.
    pub fn say(&self, line: &str) {
        let line = line.trim_end();
        if line.is_empty() {
            return;
        }
        let mut inner = self.lock();
        inner.write_log("<<", line);
        // Whoever no longer listens has left; the reader of the input finds out and ends the program.
        if writeln!(inner.out, "{line}").and_then(|()| inner.out.flush()).is_err() {
            inner.broken = true;
        }
    }

    /// Says several things.
    pub fn say_all(&self, text: &str) {
        text.lines().for_each(|line| self.say(line));
    }

    /// Says something in words.
    pub fn remark(&self, text: &str) {
        self.say(&format!("info string {}", crate::spelling::one_line(text)));
    }

    /// Whether nobody listens any more.
    pub fn is_broken(&self) -> bool {
        self.lock().broken
    }

    /// Notes a line of input.
    pub(super) fn heard(&self, line: &str) {
        self.lock().write_log(">>", line);
    }

    /// Keeps a log in a file from now on, or none.
    pub(super) fn keep_log(&self, file: Option<&Path>) -> std::io::Result<()> {
        self.lock().log = None;
        if let Some(path) = file {
            let file = File::options().create(true).append(true).open(path)?;
            self.lock().log = Some(file);
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn write_log(&mut self, mark: &str, line: &str) {
        if let Some(log) = &mut self.log {
            // A log that cannot be written is no reason to stop playing.
            let _ = writeln!(log, "{mark} {line}");
        }
    }
}
