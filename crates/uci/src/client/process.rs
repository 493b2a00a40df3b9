//! A program that runs beside us: lines to it, lines from it, and an end of it.

use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use kempelen_engine::EngineError;

use crate::InputLines;

/// What came within the time.
pub(super) enum Heard {
    Line(String),
    Nothing,
}

/// A child process with a thread that reads its output.
pub(super) struct Process {
    name: String,
    child: Child,
    input: Option<ChildStdin>,
    lines: Option<Receiver<String>>,
    reader: Option<JoinHandle<()>>,
}

impl Process {
    /// How long a program may take to end after `quit`.
    const FAREWELL: Duration = Duration::from_millis(500);
    /// How many lines may wait to be heard before the program has to wait.
    const BACKLOG: usize = 4096;

    pub(super) fn start(command: &str) -> Result<Self, EngineError> {
        let words = split_words(command);
        let Some((program, arguments)) = words.split_first() else {
            return Err(EngineError::Failed("cmd: is followed by a program".to_owned()));
        };
        let mut starter = Command::new(program);
        starter.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // In a group of its own it can be ended together with whatever it starts, and a Ctrl-C in the terminal is
        // ours alone.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut starter, 0);
        let mut child = starter
            .spawn()
            .map_err(|error| EngineError::Failed(format!("{program} does not start: {error}")))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (sender, lines) = sync_channel(Self::BACKLOG);
        let reader = output.map(|output| {
            thread::spawn(move || {
                for line in InputLines::new(BufReader::new(output)) {
                    if sender.send(line).is_err() {
                        break;
                    }
                }
            })
        });
        Ok(Self { name: program.clone(), child, input, lines: Some(lines), reader })
    }

    pub(super) fn say(&mut self, line: &str) -> Result<(), EngineError> {
        let said = self.input.as_mut().is_some_and(|input| {
            input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush()).is_ok()
        });
        if said { Ok(()) } else { Err(self.failure("no longer listens")) }
    }

    /// The next line, if one comes in time.
    pub(super) fn hear(&mut self, deadline: Instant) -> Result<Heard, EngineError> {
        let Some(lines) = &self.lines else { return Err(self.failure("no longer speaks")) };
        match lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(line) => Ok(Heard::Line(line)),
            Err(RecvTimeoutError::Timeout) => Ok(Heard::Nothing),
            Err(RecvTimeoutError::Disconnected) => Err(self.failure("has ended")),
        }
    }

    pub(super) fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// What happened, with the way the program ended if it has.
    pub(super) fn failure(&mut self, what: &str) -> EngineError {
        // A program that has just closed its output may still be on its way out.
        let status = self.wait(Duration::from_millis(100));
        EngineError::Failed(match status {
            Some(status) => format!("{} {what} ({status})", self.name),
            None => format!("{} {what}", self.name),
        })
    }

    fn wait(&mut self, patience: Duration) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }

    /// Ends the program and all it has started.
    fn kill(&mut self) {
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            // It fails when there is nobody left, and that is what we want.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.say("quit");
        self.input = None;
        // The reader may wait for a place in the queue; without one it ends.
        self.lines = None;
        let ended = self.wait(Self::FAREWELL).is_some();
        // Even one that has ended may leave others behind.
        self.kill();
        if !ended {
            let _ = self.child.wait();
        }
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
    }
}

/// Splits a command at spaces, but not inside quotes.
fn split_words(text: &str) -> Vec<String> {
    let (mut words, mut word) = (Vec::new(), None::<String>);
    let mut quote = None;
    for c in text.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::split_words;

    #[test]
    fn commands_are_split_at_spaces_outside_quotes() {
        assert_eq!(split_words(" stockfish  bench 16 "), ["stockfish", "bench", "16"]);
        assert_eq!(
            split_words("\"/my programs/engine\" --name 'a b' ''"),
            ["/my programs/engine", "--name", "a b", ""]
        );
        assert!(split_words("  ").is_empty());
        assert_eq!(split_words("a\"b c"), ["ab c"]);
    }
}
