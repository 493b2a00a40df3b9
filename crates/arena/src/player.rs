use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use kempelen_engine::{Ask, Engine, EngineError, Limits, OptionError, Report, Stop};
use kempelen_rules::{AnyGame, GameKind};

use crate::spec::EngineSpec;

/// How engines are made. Matches know nothing of where they come from.
pub type Factory<'a> = dyn Fn(&EngineSpec) -> Result<Box<dyn Engine>, EngineError> + Sync + 'a;

/// How often a thinking engine is looked after, to see whether the match has been called off.
const GLANCE: Duration = Duration::from_millis(50);

/// How long an engine may take to obey once it is told to stop.
const GRACE: Duration = Duration::from_secs(2);

/// An engine at the board, on a thread of its own.
///
/// An engine may crash or never answer; neither must take the match with it. So it is asked through a channel, and
/// one that does not come back is left to itself: its thread ends when its search does.
pub struct Player {
    /// Taken away to send the engine home.
    orders: Option<Sender<PlayerOrder>>,
    answers: Receiver<PlayerAnswer>,
    answering: bool,
}

enum PlayerOrder {
    NewGame,
    Think { game: Box<AnyGame>, limits: Limits, stop: Stop },
}

enum PlayerAnswer {
    Ready,
    Thought { result: Result<Report, EngineError>, used: Duration },
}

/// What became of a question to an engine.
pub(crate) enum PlayerReply {
    /// It answered, after this long by the wall clock.
    Thought { result: Result<Box<Report>, EngineError>, used: Duration },
    /// It did not answer, not even when told to stop.
    Stalled,
    /// It is gone.
    Crashed,
    /// The match was called off meanwhile.
    Halted,
}

impl Player {
    /// Makes an engine, sets its options and seats it.
    ///
    /// # Errors
    /// When it cannot be made, does not play this game, or does not have an option it is to be given.
    pub fn seat(factory: &Factory<'_>, spec: &EngineSpec, kind: GameKind) -> Result<Self, PlayerError> {
        // Nobody else has seen the engine yet, so that one that panics leaves nothing half done behind.
        let engine = panic::catch_unwind(AssertUnwindSafe(|| prepare(factory, spec, kind)))
            .map_err(|_| EngineError::Failed("it panics".to_owned()))??;
        let (orders, inbox) = mpsc::channel();
        let (outbox, answers) = mpsc::channel();
        thread::Builder::new()
            .name(spec.name().replace('\0', " "))
            // Some searches recurse deeply on the stack; the main thread of a program has as much.
            .stack_size(8 << 20)
            .spawn(move || serve(engine, &inbox, &outbox))
            .map_err(|error| EngineError::Failed(error.to_string()))?;
        Ok(Self { orders: Some(orders), answers, answering: true })
    }

    /// Makes the engine forget the last game. Says whether it is ready within this time.
    pub(crate) fn new_game(&mut self, patience: Duration) -> Result<(), PlayerReply> {
        if !self.order(PlayerOrder::NewGame) {
            return Err(self.gone(PlayerReply::Crashed));
        }
        match self.answers.recv_timeout(patience) {
            Ok(_) => Ok(()),
            Err(RecvTimeoutError::Timeout) => Err(self.gone(PlayerReply::Stalled)),
            Err(RecvTimeoutError::Disconnected) => Err(self.gone(PlayerReply::Crashed)),
        }
    }

    /// Whether there was anybody to give the order to.
    fn order(&self, order: PlayerOrder) -> bool {
        self.orders.as_ref().is_some_and(|orders| orders.send(order).is_ok())
    }

    /// Asks for a move. After `allowed` the engine is told to stop, and soon after that given up; but how long it
    /// took is measured on its own thread, so that our own delays are not charged to it.
    pub(crate) fn think(
        &mut self,
        game: &AnyGame,
        limits: Limits,
        allowed: Duration,
        halt: &Stop,
    ) -> PlayerReply {
        let stop = Stop::new();
        let order = PlayerOrder::Think { game: Box::new(game.clone()), limits, stop: stop.clone() };
        if !self.order(order) {
            return self.gone(PlayerReply::Crashed);
        }
        let asked = Instant::now();
        let mut told: Option<Instant> = None;
        loop {
            if told.is_none() && (halt.is_stopped() || asked.elapsed() > allowed) {
                stop.stop();
                told = Some(Instant::now());
            }
            if told.is_some_and(|told| told.elapsed() > GRACE) {
                return self.gone(if halt.is_stopped() { PlayerReply::Halted } else { PlayerReply::Stalled });
            }
            let rest = allowed.saturating_sub(asked.elapsed()).max(Duration::from_millis(1));
            match self.answers.recv_timeout(rest.min(GLANCE)) {
                Ok(_) if halt.is_stopped() => return PlayerReply::Halted,
                Ok(PlayerAnswer::Thought { result, used }) => {
                    return PlayerReply::Thought { result: result.map(Box::new), used };
                }
                Ok(PlayerAnswer::Ready) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return self.gone(PlayerReply::Crashed),
            }
        }
    }

    fn gone(&mut self, reply: PlayerReply) -> PlayerReply {
        self.answering = false;
        reply
    }
}

/// Gives the engine time to put its things away: a foreign program is told to quit and waited for.
impl Drop for Player {
    fn drop(&mut self) {
        self.orders = None;
        if self.answering {
            // Nobody sends any more; what arrives is the end of the line, once the engine is gone.
            let _ = self.answers.recv_timeout(GRACE);
        }
    }
}

fn prepare(factory: &Factory<'_>, spec: &EngineSpec, kind: GameKind) -> Result<Box<dyn Engine>, PlayerError> {
    let mut engine = factory(spec)?;
    let (name, variant) = (engine.about().name.to_owned(), kind.variant());
    if !engine.about().plays(variant) {
        return Err(EngineError::Variant { engine: name, variant }.into());
    }
    for (name, value) in &spec.options {
        engine.set_option(name, value)?;
    }
    Ok(engine)
}

/// The engine's side of the table. It ends when nobody asks any more.
fn serve(mut engine: Box<dyn Engine>, orders: &Receiver<PlayerOrder>, answers: &Sender<PlayerAnswer>) {
    for order in orders {
        let answer = match order {
            PlayerOrder::NewGame => {
                engine.new_game();
                PlayerAnswer::Ready
            }
            PlayerOrder::Think { game, limits, stop } => {
                let mut tell = |_: &_| {};
                let started = Instant::now();
                let result = engine.think(Ask::new(&game, limits, &stop, &mut tell));
                PlayerAnswer::Thought { result, used: started.elapsed() }
            }
        };
        if answers.send(answer).is_err() {
            return;
        }
    }
}

/// Why an engine cannot take its seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerError {
    /// It cannot be made, or does not play this game.
    Engine(EngineError),
    /// It does not have an option it is to be given.
    Option(OptionError),
}

impl From<EngineError> for PlayerError {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

impl From<OptionError> for PlayerError {
    fn from(error: OptionError) -> Self {
        Self::Option(error)
    }
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(error) => error.fmt(f),
            Self::Option(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PlayerError {}
