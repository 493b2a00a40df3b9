//! The machine, on a thread of its own.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use kempelen_engine::{Ask, Engine, EngineError, Info, OptionSpec, Stop};
use kempelen_rules::VariantId;
use kempelen_trace::Keep;
use kempelen_window::{Question, View, record_and_tell};

use super::super::settings::MachineOrder;
use super::super::thinking::STACK;
use super::event::{MachineAnswer, ScreenEvent, SeatedMachine, ThinkTask};
use crate::engine::ThinkingBudget;

/// As much of a search as is recorded. What does not fit is told in less detail; the root and the principal variation
/// are always there.
const MEMORY: usize = 16 << 20;

/// A machine that takes orders, one after the other. It goes when nobody has orders for it any more.
pub(super) struct MachineWorker {
    orders: Sender<Order>,
    /// The handle on the last task.
    stop: Stop,
    events: Sender<ScreenEvent>,
}

enum Order {
    Think(ThinkTask, Stop),
    NewGame,
    Set(MachineOrder),
}

/// What a machine is set to.
#[derive(Clone, Default)]
pub(super) struct MachineSettings {
    pub(super) budget: ThinkingBudget,
    /// The options that were set, by name and value.
    pub(super) options: Vec<(String, String)>,
}

impl MachineWorker {
    /// Puts a machine to work; it tells of everything as events.
    pub(super) fn new(
        engine: Box<dyn Engine>,
        settings: MachineSettings,
        events: Sender<ScreenEvent>,
    ) -> std::io::Result<Self> {
        let (orders, work) = channel();
        let told = events.clone();
        thread::Builder::new().stack_size(STACK).spawn(move || run(engine, settings, &work, &told))?;
        Ok(Self { orders, stop: Stop::new(), events })
    }

    /// Finds a machine by name, and puts it to work. That it is there, or why not, is told as an event.
    pub(super) fn open(
        name: String,
        variant: VariantId,
        settings: MachineSettings,
        events: Sender<ScreenEvent>,
    ) -> std::io::Result<Self> {
        let (orders, work) = channel();
        let told = events.clone();
        thread::Builder::new().stack_size(STACK).spawn(move || {
            let engine = kempelen_cabinet::open(&name).map_err(|error| error.to_string());
            let engine = engine.and_then(|engine| {
                let about = engine.about();
                if about.plays(variant) {
                    Ok(engine)
                } else {
                    Err(format!("{} does not play {variant}", about.name))
                }
            });
            match engine {
                Ok(engine) => {
                    // Nobody listens after the end; so here and below.
                    let _ = told.send(ScreenEvent::Opened(Ok(describe(&*engine, settings.budget))));
                    run(engine, settings, &work, &told);
                }
                Err(reason) => drop(told.send(ScreenEvent::Opened(Err(reason)))),
            }
        })?;
        Ok(Self { orders, stop: Stop::new(), events })
    }

    pub(super) fn think(&mut self, task: ThinkTask) {
        self.stop = Stop::new();
        let id = task.id;
        if self.orders.send(Order::Think(task, self.stop.clone())).is_err() {
            let gone = EngineError::Failed("it is not there any more; `engine` calls another".to_owned());
            let _ = self.events.send(ScreenEvent::Answered(id, Err(gone)));
        }
    }

    pub(super) fn stop(&self) {
        self.stop.stop();
    }

    /// Sets it, once it has done what it does now.
    pub(super) fn set(&self, order: MachineOrder) {
        let _ = self.orders.send(Order::Set(order));
    }

    pub(super) fn new_game(&self) {
        // A machine that is gone has forgotten anyway.
        let _ = self.orders.send(Order::NewGame);
    }
}

/// Whoever has no orders any more does not wait for an answer either.
impl Drop for MachineWorker {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// What is to be known of a machine at the table.
pub(super) fn describe(engine: &dyn Engine, budget: ThinkingBudget) -> SeatedMachine {
    SeatedMachine { about: *engine.about(), limits: budget.limits(engine) }
}

fn run(
    mut engine: Box<dyn Engine>,
    mut settings: MachineSettings,
    orders: &Receiver<Order>,
    events: &Sender<ScreenEvent>,
) {
    for order in orders {
        match order {
            Order::NewGame => engine.new_game(),
            Order::Set(order) => {
                let said = order.carry_out(&mut *engine, &mut settings.budget);
                settings.options = engine.options().into_iter().filter_map(changed).collect();
                let seated = describe(&*engine, settings.budget);
                let _ = events.send(ScreenEvent::Set(said.map(|said| (said, seated))));
            }
            Order::Think(task, stop) => {
                let think = AssertUnwindSafe(|| think(&mut *engine, &task, &stop, &settings, events));
                let (answer, is_broken) = match catch_unwind(think) {
                    Ok(answer) => (answer, false),
                    Err(panic) => {
                        (Err(EngineError::Failed(format!("it has failed ({})", words_of(&*panic)))), true)
                    }
                };
                let _ = events.send(ScreenEvent::Answered(task.id, answer.map(Box::new)));
                if is_broken {
                    return;
                }
            }
        }
    }
}

/// An option that is not what it is by default.
fn changed(spec: OptionSpec) -> Option<(String, String)> {
    (spec.value != spec.default_text()).then_some((spec.name, spec.value))
}

fn think(
    engine: &mut dyn Engine,
    task: &ThinkTask,
    stop: &Stop,
    settings: &MachineSettings,
    events: &Sender<ScreenEvent>,
) -> Result<MachineAnswer, EngineError> {
    let limits = settings.budget.limits(engine);
    let mut tell = |info: &Info| drop(events.send(ScreenEvent::Told(task.id, info.clone())));
    if !task.aloud {
        let report = engine.think(Ask::new(&task.game, limits, stop, &mut tell))?;
        return Ok(MachineAnswer { report, view: None });
    }
    let question = Question { options: &settings.options, ..Question::new(&task.game, limits, stop) };
    let keep = Keep { memory: Some(MEMORY), ..Keep::whole() };
    let (recording, report) = record_and_tell(engine, &question, keep, &mut tell)?;
    let view = View::new(recording).map_err(|error| error.to_string());
    Ok(MachineAnswer { report, view: Some(view) })
}

/// What a panic says.
fn words_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "without a word".to_owned())
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use kempelen_engine::{About, Report};
    use kempelen_rules::{AnyGame, AnyPosition};
    use kempelen_trace::Trace;

    use super::*;

    fn game() -> AnyGame {
        AnyGame::new(AnyPosition::start(VariantId::Chess))
    }

    fn answer(events: &Receiver<ScreenEvent>, wanted: u64) -> Result<Box<MachineAnswer>, EngineError> {
        loop {
            match events.recv_timeout(Duration::from_mins(1)).expect("an answer") {
                ScreenEvent::Answered(id, answer) if id == wanted => return answer,
                _ => {}
            }
        }
    }

    #[test]
    fn a_machine_thinks_aloud_on_its_thread() {
        let (sender, events) = channel();
        let engine = kempelen_cabinet::open("octave").unwrap();
        let mut worker = MachineWorker::new(engine, MachineSettings::default(), sender).unwrap();
        worker.think(ThinkTask { id: 1, game: game(), aloud: true });
        let loud = answer(&events, 1).unwrap();
        worker.think(ThinkTask { id: 2, game: game(), aloud: false });
        let mute = answer(&events, 2).unwrap();
        assert!(loud.view.is_some_and(|view| view.is_ok()) && mute.view.is_none());
        assert_eq!(loud.report.best, mute.report.best, "watching never changes thinking");
        assert_eq!(loud.report.nodes, mute.report.nodes);
    }

    #[test]
    fn a_search_without_end_is_interrupted() {
        let (sender, events) = channel();
        let budget = ThinkingBudget { movetime: Some(1 << 30), ..ThinkingBudget::default() };
        let engine = kempelen_cabinet::open("kempelen").unwrap();
        let mut worker =
            MachineWorker::new(engine, MachineSettings { budget, ..MachineSettings::default() }, sender)
                .unwrap();
        let start = Instant::now();
        worker.think(ThinkTask { id: 7, game: game(), aloud: false });
        // Until it has said something.
        assert!(matches!(events.recv_timeout(Duration::from_mins(1)), Ok(ScreenEvent::Told(7, _))));
        worker.stop();
        assert!(answer(&events, 7).unwrap().report.best.is_some());
        assert!(start.elapsed() < Duration::from_mins(1));
    }

    /// A machine that breaks down.
    struct Broken(About);

    impl Engine for Broken {
        fn about(&self) -> &About {
            &self.0
        }
        fn think(&mut self, _: Ask<'_>) -> Result<Report, EngineError> {
            panic!("a wheel came off");
        }
        fn think_aloud(&mut self, ask: Ask<'_>, _: &mut Trace) -> Result<Report, EngineError> {
            self.think(ask)
        }
    }

    #[test]
    fn a_machine_that_breaks_down_says_so_and_is_gone() {
        let (sender, events) = channel();
        let about = *kempelen_cabinet::open("mint").unwrap().about();
        let mut worker =
            MachineWorker::new(Box::new(Broken(about)), MachineSettings::default(), sender).unwrap();
        worker.think(ThinkTask { id: 1, game: game(), aloud: false });
        let Err(EngineError::Failed(words)) = answer(&events, 1) else { panic!("an answer") };
        assert!(words.contains("a wheel came off"), "{words}");
        // Wait until its thread has ended: then its orders cannot be given any more.
        while worker.orders.send(Order::NewGame).is_ok() {
            thread::yield_now();
        }
        worker.think(ThinkTask { id: 2, game: game(), aloud: false });
        assert!(answer(&events, 2).is_err());
    }

    #[test]
    fn a_machine_that_does_not_play_the_game_does_not_come() {
        let (sender, events) = channel();
        let wanted = ["sameshi", "nobody"];
        let reasons = wanted.map(|name| {
            let _worker = MachineWorker::open(
                name.into(),
                VariantId::Makruk,
                MachineSettings::default(),
                sender.clone(),
            )
            .unwrap();
            match events.recv_timeout(Duration::from_mins(1)) {
                Ok(ScreenEvent::Opened(Err(reason))) => reason,
                _ => panic!("a refusal"),
            }
        });
        assert!(reasons[0].contains("does not play makruk"), "{}", reasons[0]);
        assert!(reasons[1].contains("there is no engine"), "{}", reasons[1]);
    }
}
