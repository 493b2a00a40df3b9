//! A game on a full screen.
//!
//! [`state`] is the heart: a state machine that takes events in and says what is to be done, and knows nothing of
//! terminals, threads and files. [`draw`] shows a state. [`worker`] has the machine on a thread of its own, [`terminal`]
//! takes the terminal and gives it back as it was. Here they are put together.

mod event;
mod keys;
mod layout;
mod state;

mod doors;
mod input;
mod say;

mod draw;
mod terminal;
mod worker;

#[cfg(test)]
mod tests;

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use kempelen_engine::{Engine, EngineError};
use kempelen_rules::{AnyPosition, Color};

use super::settings::MachineOrder;
use super::{Next, record};
use crate::engine::ThinkingBudget;
use crate::failure::Failure;
use event::{Effect, ScreenEvent};
use state::Screen;
use terminal::{FullScreen, Signals};
use worker::{MachineSettings, MachineWorker, describe};

pub(super) use state::Look;
pub(super) use terminal::obey;

/// How often the screen looks for news while a machine thinks; and how often while nothing is to be expected but a key,
/// which is heard at once in any case.
const BUSY: Duration = Duration::from_millis(50);
const IDLE: Duration = Duration::from_millis(200);

/// A game to begin.
pub(super) struct Start {
    pub(super) engine: Box<dyn Engine>,
    pub(super) options: Vec<(String, String)>,
    pub(super) budget: ThinkingBudget,
    pub(super) position: AnyPosition,
    pub(super) human: Color,
    pub(super) look: Look,
}

/// How a game was left.
pub(super) struct Left {
    /// The game on paper, if a move was made.
    pub(super) pgn: Option<String>,
    /// The signal that ended it.
    pub(super) signal: Option<i32>,
}

/// Plays on a full screen until the player leaves.
pub(super) fn run(start: Start) -> Result<Left, Failure> {
    let variant = start.position.variant();
    if !start.engine.about().plays(variant) {
        let engine = start.engine.about().name.to_owned();
        return Err(EngineError::Variant { engine, variant }.into());
    }
    let machine = describe(&*start.engine, start.budget);
    let (sender, events) = channel();
    let settings = MachineSettings { budget: start.budget, options: start.options };
    let worker = MachineWorker::new(start.engine, settings, sender.clone())?;
    let signals = Signals::watch()?;
    let mut terminal = FullScreen::enter()?;
    let screen = Screen::new(machine, start.position, start.human, start.look, terminal.size()?);
    let mut driver = ScreenDriver { screen, worker, called: None, budget: start.budget, sender, events };
    let signal = driver.run(&mut terminal, &signals)?;
    drop(terminal);
    let table = &driver.screen.table;
    let pgn = (!table.game().moves().is_empty()).then(|| table.pgn(driver.screen.machine.about.name));
    Ok(Left { pgn, signal })
}

/// Brings events to the screen and does what it asks for.
struct ScreenDriver {
    screen: Screen,
    worker: MachineWorker,
    /// The machine that will take its place when it says that it is there.
    called: Option<MachineWorker>,
    budget: ThinkingBudget,
    sender: Sender<ScreenEvent>,
    events: Receiver<ScreenEvent>,
}

impl ScreenDriver {
    /// Goes on until the player leaves, or a signal comes.
    fn run(&mut self, terminal: &mut FullScreen, signals: &Signals) -> Result<Option<i32>, Failure> {
        let start = Instant::now();
        // The machine may have the first move.
        self.hear(ScreenEvent::Tick(Duration::ZERO))?;
        let mut is_new = true;
        loop {
            let is_busy = self.screen.is_thinking().is_some() || self.screen.expected.is_some();
            if is_new || is_busy {
                terminal.draw(|frame| draw::draw(frame, &self.screen))?;
            }
            is_new = false;
            let mut news = terminal::events(if is_busy { BUSY } else { IDLE })?;
            news.extend(self.events.try_iter());
            if let Some(signal) = signals.heard() {
                return Ok(Some(signal));
            }
            self.hear(ScreenEvent::Tick(start.elapsed()))?;
            for event in news {
                is_new = true;
                match self.hear(event)? {
                    Next::Go => {}
                    Next::Leave => return Ok(None),
                    Next::Pause => terminal.pause()?,
                }
            }
        }
    }

    /// Tells the screen of an event, and does what it asks for.
    fn hear(&mut self, event: ScreenEvent) -> Result<Next, Failure> {
        if let ScreenEvent::Opened(machine) = &event {
            match (self.called.take(), machine) {
                (Some(worker), Ok(_)) => self.worker = worker,
                (_, Err(_)) => {}
                // Nobody called it.
                (None, Ok(_)) => return Ok(Next::Go),
            }
        }
        for effect in self.screen.on(event) {
            match effect {
                Effect::Think(task) => self.worker.think(task),
                Effect::Stop => self.worker.stop(),
                Effect::NewGame => self.worker.new_game(),
                Effect::Set(order) => {
                    // Whoever takes its place thinks as long.
                    if let MachineOrder::Think(budget) = &order {
                        self.budget = *budget;
                    }
                    self.worker.set(order);
                }
                Effect::Open(name, variant) => {
                    let settings = MachineSettings { budget: self.budget, options: Vec::new() };
                    self.called = Some(MachineWorker::open(name, variant, settings, self.sender.clone())?);
                }
                Effect::Save { path, pgn } => {
                    let saved = record::save(&path, &pgn);
                    let saved = saved.map_err(|error| format!("{path}: {error}")).map(|()| path);
                    self.hear(ScreenEvent::Saved(saved))?;
                }
                Effect::Load { path, number } => {
                    self.hear(ScreenEvent::Loaded(record::load(&path, number).map(Box::new)))?;
                }
                Effect::Pause => return Ok(Next::Pause),
                Effect::Quit => return Ok(Next::Leave),
            }
        }
        Ok(Next::Go)
    }
}
