//! The terminal: taken for a full screen, and given back as it was, whatever happens.

use std::io::{self, ErrorKind, Stdout, Write, stdout};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::thread;
use std::time::Duration;

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, MouseButton,
    MouseEventKind,
};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute};
use ratatui::{Frame, Terminal};

use super::event::ScreenEvent;

/// How far a notch of the wheel goes.
const NOTCH: isize = 3;

type Hook = dyn Fn(&panic::PanicHookInfo<'_>) + Send + Sync + 'static;

/// A terminal that shows a full screen. When this is dropped, or the program panics, it is as it was before.
pub(super) struct FullScreen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    taken: TerminalTaken,
    hook: Arc<Hook>,
}

impl FullScreen {
    pub(super) fn enter() -> io::Result<Self> {
        let taken = TerminalTaken::default();
        let hook: Arc<Hook> = Arc::from(panic::take_hook());
        panic::set_hook(hook_that_gives_back(&taken, &hook));
        // From here on dropping it gives the terminal back, even if only half of this succeeds.
        let screen = Self { terminal: Terminal::new(CrosstermBackend::new(stdout()))?, taken, hook };
        screen.taken.take()?;
        Ok(screen)
    }

    /// Columns and rows.
    pub(super) fn size(&self) -> io::Result<(u16, u16)> {
        self.terminal.size().map(|size| (size.width, size.height))
    }

    /// Gives the terminal back, sleeps until the shell wakes the program, and takes the terminal again.
    pub(super) fn pause(&mut self) -> io::Result<()> {
        self.taken.give_back();
        pause()?;
        self.taken.take()?;
        // Whatever was drawn before is gone.
        self.terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        Ok(())
    }

    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.terminal.draw(draw).map(|_| ())
    }
}

impl Drop for FullScreen {
    fn drop(&mut self) {
        self.taken.give_back();
        // A thread that panics must leave the hook alone, which has done the same already.
        if !thread::panicking() {
            let hook = Arc::clone(&self.hook);
            panic::set_hook(Box::new(move |info| hook(info)));
        }
    }
}

/// Says what went wrong when the terminal is itself again. Only this thread owns it: a machine that panics on another
/// one answers for itself, and nothing is written across the screen.
fn hook_that_gives_back(taken: &TerminalTaken, before: &Arc<Hook>) -> Box<Hook> {
    let (taken, before, owner) = (taken.clone(), Arc::clone(before), thread::current().id());
    Box::new(move |info| {
        if thread::current().id() == owner {
            taken.give_back();
            before(info);
        }
    })
}

/// Whether the terminal is taken.
#[derive(Clone, Default)]
struct TerminalTaken(Arc<AtomicBool>);

impl TerminalTaken {
    fn take(&self) -> io::Result<()> {
        self.0.store(true, Ordering::SeqCst);
        enable_raw_mode()?;
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
    }

    /// Once is enough: to leave the other screen twice would put the cursor where it was before.
    fn give_back(&self) {
        if self.0.swap(false, Ordering::SeqCst) {
            // Whoever cannot be given anything back has gone.
            let _ = execute!(
                stdout(),
                DisableBracketedPaste,
                DisableMouseCapture,
                LeaveAlternateScreen,
                cursor::Show
            );
            let _ = disable_raw_mode();
            let _ = stdout().flush();
        }
    }
}

/// What a person did: waits so long for a first event, and takes what else is there.
pub(super) fn events(patience: Duration) -> io::Result<Vec<ScreenEvent>> {
    let mut events = Vec::new();
    let mut patience = patience;
    while poll(patience)? {
        patience = Duration::ZERO;
        events.extend(understand(event::read()?));
    }
    Ok(events)
}

/// Waits for an event. A signal ends the waiting too.
fn poll(patience: Duration) -> io::Result<bool> {
    match event::poll(patience) {
        Err(error) if error.kind() == ErrorKind::Interrupted => Ok(false),
        found => found,
    }
}

fn understand(event: event::Event) -> Option<ScreenEvent> {
    match event {
        event::Event::Key(key) => Some(ScreenEvent::Key(key)),
        event::Event::Paste(text) => Some(ScreenEvent::Paste(text)),
        event::Event::Resize(width, height) => Some(ScreenEvent::Resize(width, height)),
        event::Event::Mouse(mouse) => match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => Some(ScreenEvent::Click(mouse.column, mouse.row)),
            MouseEventKind::ScrollDown => Some(ScreenEvent::Wheel(NOTCH)),
            MouseEventKind::ScrollUp => Some(ScreenEvent::Wheel(-NOTCH)),
            _ => None,
        },
        event::Event::FocusGained | event::Event::FocusLost => None,
    }
}

/// The signals that would end the program.
#[cfg(unix)]
pub(super) struct Signals {
    /// The one that has come, or zero.
    heard: Arc<AtomicI32>,
    listener: signal_hook::iterator::Handle,
}

#[cfg(unix)]
impl Signals {
    /// How long the program may take to end in order. It may hang: reading a terminal that is gone never returns.
    const GRACE: Duration = Duration::from_secs(2);

    pub(super) fn watch() -> io::Result<Self> {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
        let mut signals = signal_hook::iterator::Signals::new([SIGTERM, SIGINT, SIGHUP, SIGQUIT])?;
        let (listener, heard) = (signals.handle(), Arc::new(AtomicI32::new(0)));
        let told = Arc::clone(&heard);
        thread::Builder::new().spawn(move || {
            if let Some(signal) = signals.forever().next() {
                told.store(signal, Ordering::SeqCst);
                thread::sleep(Self::GRACE);
                // Nobody is left to tell if even this fails.
                let _ = obey(signal);
            }
        })?;
        Ok(Self { heard, listener })
    }

    /// A signal that has come.
    pub(super) fn heard(&self) -> Option<i32> {
        Some(self.heard.load(Ordering::SeqCst)).filter(|&signal| signal != 0)
    }
}

#[cfg(unix)]
impl Drop for Signals {
    fn drop(&mut self) {
        self.listener.close();
    }
}

/// Lets a signal do what it would have done at once.
#[cfg(unix)]
pub(in super::super) fn obey(signal: i32) -> io::Result<()> {
    signal_hook::low_level::emulate_default_handler(signal)
}

/// Sleeps as Ctrl-Z makes a program sleep.
#[cfg(unix)]
fn pause() -> io::Result<()> {
    obey(signal_hook::consts::SIGTSTP)
}

/// Nobody sleeps here.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "where there are signals, it can fail")]
fn pause() -> io::Result<()> {
    Ok(())
}

/// There are none here.
#[cfg(not(unix))]
pub(super) struct Signals;

#[cfg(not(unix))]
impl Signals {
    #[expect(clippy::unnecessary_wraps, reason = "where there are signals, it can fail")]
    pub(super) fn watch() -> io::Result<Self> {
        Ok(Self)
    }

    #[expect(clippy::unused_self, reason = "where there are signals, it looks at them")]
    pub(super) fn heard(&self) -> Option<i32> {
        None
    }
}

#[cfg(not(unix))]
pub(in super::super) fn obey(_: i32) -> io::Result<()> {
    Ok(())
}
