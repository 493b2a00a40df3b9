//! A terminal without a screen, and a program in it.

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::num::NonZero;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;
use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty as Master, open};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process};
use rustix::termios::{ControlModes, InputModes, LocalModes, OutputModes, tcgetattr};

/// Nothing here takes that long, even on a slow machine with other things to do.
const PATIENCE: Duration = Duration::from_mins(1);

/// How a terminal treats what is typed and written.
pub(crate) type Modes = (InputModes, OutputModes, ControlModes, LocalModes);

/// A program in a terminal.
pub(crate) struct Pty {
    /// Our end; nothing when the terminal was taken away.
    master: Option<Arc<Master>>,
    /// The program's end. As long as it is open the terminal is there, whatever the program does.
    terminal: Option<OwnedFd>,
    /// How the terminal was set before the program began.
    pub(crate) before: Modes,
    child: Child,
    seen: Arc<Mutex<Seen>>,
    reader: Option<JoinHandle<()>>,
    /// Whether the reader is to let go of the terminal.
    is_gone: Arc<AtomicBool>,
}

/// What came out of the program.
struct Seen {
    parser: vt100::Parser,
    text: String,
}

impl Pty {
    /// Starts a program with so many columns and rows to write on.
    pub(crate) fn start(program: &Path, arguments: &[impl AsRef<OsStr>], size: (u16, u16)) -> Self {
        let (master, pts) = open().expect("a pseudo-terminal");
        master.resize(Size::new(size.1, size.0)).expect("a size");
        let terminal = pts.as_fd().try_clone_to_owned().expect("a handle");
        let before = modes(&terminal);
        let command = Command::new(program)
            .args(arguments)
            .env("TERM", "xterm-256color")
            .env("LC_ALL", "C.UTF-8")
            .env("RUST_BACKTRACE", "0")
            .env_remove("NO_COLOR")
            .env_remove("COLUMNS");
        let child = command.spawn(pts).expect("the program");
        let master = Arc::new(master);
        let parser = vt100::Parser::new(at_least_one(size.1), at_least_one(size.0), 0);
        let seen = Arc::new(Mutex::new(Seen { parser, text: String::new() }));
        let is_gone = Arc::new(AtomicBool::new(false));
        let reader = Some(thread::spawn({
            let (master, seen, is_gone) = (Arc::clone(&master), Arc::clone(&seen), Arc::clone(&is_gone));
            move || read(&master, &seen, &is_gone)
        }));
        Self { master: Some(master), terminal: Some(terminal), before, child, seen, reader, is_gone }
    }

    /// How the terminal is set now.
    pub(crate) fn modes(&self) -> Modes {
        modes(self.terminal.as_ref().expect("a terminal"))
    }

    /// Types a text.
    pub(crate) fn write(&self, text: &str) {
        (&**self.master.as_ref().expect("a terminal")).write_all(text.as_bytes()).expect("a terminal");
    }

    /// Changes the size of the terminal.
    pub(crate) fn resize(&self, size: (u16, u16)) {
        let (rows, columns) = (at_least_one(size.1), at_least_one(size.0));
        self.seen.lock().expect("a screen").parser.screen_mut().set_size(rows, columns);
        self.master.as_ref().expect("a terminal").resize(Size::new(size.1, size.0)).expect("a size");
    }

    /// What stands on the screen now.
    pub(crate) fn screen(&self) -> String {
        self.seen.lock().expect("a screen").parser.screen().contents()
    }

    /// Everything that was ever written.
    pub(crate) fn heard(&self) -> String {
        self.seen.lock().expect("a screen").text.clone()
    }

    /// Waits until the screen is as it should be.
    pub(crate) fn wait_until(&mut self, what: &str, is_so: impl Fn(&str) -> bool) {
        let start = Instant::now();
        loop {
            let screen = self.screen();
            if is_so(&screen) {
                return;
            }
            let ended = self.child.try_wait().expect("a program");
            assert!(ended.is_none() && start.elapsed() < PATIENCE, "{what} ({ended:?}):\n{screen}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until a text stands on the screen.
    pub(crate) fn wait_for(&mut self, text: &str) {
        self.wait_until(text, |screen| screen.contains(text));
    }

    /// Sends a signal.
    pub(crate) fn kill(&self, signal: Signal) {
        let id = Pid::from_child(&self.child);
        kill_process(id, signal).expect("a program");
    }

    /// Takes the terminal away, as a window does that is closed.
    pub(crate) fn hang_up(&mut self) {
        self.is_gone.store(true, Ordering::SeqCst);
        self.finish();
        self.master = None;
    }

    /// Waits for the end, and gives the exit code, if the program came to an end by itself.
    pub(crate) fn wait(&mut self) -> Option<i32> {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a program") {
                return status.code();
            }
            assert!(start.elapsed() < PATIENCE, "it does not end:\n{}", self.screen());
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// After the end: everything is read.
    pub(crate) fn finish(&mut self) {
        // With the last handle closed, the reader finds the end of what was written.
        self.terminal = None;
        if let Some(reader) = self.reader.take() {
            reader.join().expect("all is read");
        }
    }

    /// After the end: the terminal is as it was before.
    pub(crate) fn assert_restored(&mut self) {
        assert_eq!(self.modes(), self.before, "the modes of the terminal");
        self.finish();
        let seen = self.seen.lock().expect("a screen");
        let screen = seen.parser.screen();
        assert!(seen.text.contains("\x1b[?1049h"), "it had the other screen");
        assert!(!screen.alternate_screen(), "the other screen is left");
        assert!(!screen.hide_cursor(), "the cursor is seen");
        assert!(!screen.bracketed_paste(), "pastes are as before");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None, "the mouse is free");
    }
}

/// Nothing is left running after a test that fails.
impl Drop for Pty {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(master: &Master, seen: &Mutex<Seen>, is_gone: &AtomicBool) {
    let mut bytes = [0; 4096];
    let mut master = master;
    let moment = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };
    while !is_gone.load(Ordering::SeqCst) {
        let is_quiet =
            poll(&mut [PollFd::new(&master, PollFlags::IN)], Some(&moment)).expect("a terminal") == 0;
        if is_quiet {
            continue;
        }
        // Reading fails when nobody holds the other end any more.
        let Ok(read @ 1..) = master.read(&mut bytes) else { return };
        let mut seen = seen.lock().expect("a screen");
        seen.parser.process(&bytes[..read]);
        seen.text.push_str(&String::from_utf8_lossy(&bytes[..read]));
    }
}

fn modes(terminal: &OwnedFd) -> Modes {
    let modes = tcgetattr(terminal).expect("the modes of a terminal");
    (modes.input_modes, modes.output_modes, modes.control_modes, modes.local_modes)
}

fn at_least_one(number: u16) -> NonZero<u16> {
    NonZero::new(number).unwrap_or(NonZero::<u16>::MIN)
}
