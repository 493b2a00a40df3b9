//! What every machine of the cabinet does at its door: it looks whether it plays the game at all, and at the clock.

use std::time::{Duration, Instant};

use kempelen_engine::{About, Ask, EngineError, GameClock, Stop};
use kempelen_rules::{AnyGame, Chess, Game, Makruk, Variant};

/// A game of ours that can be taken out of the value that may be any of them.
pub(crate) trait FromAnyGame: Variant {
    /// The game, if it is of this kind.
    fn seat(game: &AnyGame) -> Option<&Game<Self>>;
}

impl FromAnyGame for Chess {
    fn seat(game: &AnyGame) -> Option<&Game<Self>> {
        if let AnyGame::Chess(game) = game { Some(game) } else { None }
    }
}

impl FromAnyGame for Makruk {
    fn seat(game: &AnyGame) -> Option<&Game<Self>> {
        if let AnyGame::Makruk(game) = game { Some(game) } else { None }
    }
}

/// The game that a machine is asked about, or its refusal.
pub(crate) fn seat<'a, V: FromAnyGame>(game: &'a AnyGame, about: &About) -> Result<&'a Game<V>, EngineError> {
    V::seat(game)
        .ok_or_else(|| EngineError::Variant { engine: about.name.to_owned(), variant: game.variant() })
}

/// How long a machine may keep its guest waiting.
#[derive(Clone, Copy)]
pub(crate) struct Patience<'a> {
    stop: &'a Stop,
    start: Instant,
    time: Option<Duration>,
}

impl<'a> Patience<'a> {
    /// The clock starts now.
    pub(crate) fn new(ask: &Ask<'a>) -> Self {
        let time = ask.limits.time.or(ask.limits.clock.map(share));
        Self { stop: ask.stop, start: Instant::now(), time }
    }

    /// When the question was asked.
    pub(crate) fn start(&self) -> Instant {
        self.start
    }

    /// How long it has taken so far.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether an answer is wanted at once.
    pub(crate) fn is_over(&self) -> bool {
        self.stop.is_stopped() || self.time.is_some_and(|time| self.elapsed() >= time)
    }
}

/// The time a machine gives itself for a move when it plays with a clock. It keeps to its depth, and only what
/// would cost it the game is cut short.
fn share(clock: GameClock) -> Duration {
    let moves = clock.moves_to_go.unwrap_or(30).clamp(1, 30);
    let reserve = clock.remaining * 9 / 10;
    (clock.remaining / (moves + 1) * 2 + clock.increment / 2).min(reserve)
}
