//! Matches between engines, and what their results prove.
//!
//! A [`Tournament`] says who plays what and how; [`Tournament::run`] plays it. Each engine sits on a thread of its
//! own ([`Player`]), so that one that crashes or never answers loses its game and nothing else. The rules judge every
//! move, the [adjudication](Adjudication) may end a game early, and every game gets a [`GameVerdict`]. Finished games go
//! into a PGN file, whole and at once, from which a match that was broken off goes on. [`Standings`] count pairs of
//! games, and [`stats`] says what they prove.
//!
//! Invariants: where engines come from is not known here (a [`Factory`] makes them), nothing is printed, and what an
//! engine does wrong never ends a match.

mod adjudicate;
mod clock;
mod fields;
mod game;

mod log;
pub mod openings;
mod pace;
mod player;
mod random;
mod report;
mod schedule;
mod spec;
mod standings;
pub mod stats;
mod tournament;
mod verdict;

pub use adjudicate::{Adjudication, DrawRule, ResignRule};
pub use fields::FieldError;
pub use game::{MatchGame, MoveThought};
pub use log::{LogError, write_whole};
pub use pace::{Pace, TimeControl};
pub use player::{Factory, Player, PlayerError};
pub use schedule::{Fixture, Format, Schedule};
pub use spec::{EngineSource, EngineSpec};
pub use standings::{Effort, Faults, PairingLine, PlayerLine, Standings};
pub use tournament::{ArenaError, MatchNews, Tournament};
pub use verdict::{EngineFault, GameVerdict, Termination};
