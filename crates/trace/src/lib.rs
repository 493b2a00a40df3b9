//! What a search says while it thinks.
//!
//! A search tells an [`Observer`] what happens, as [`Event`]s. Nobody listening is a type too ([`Mute`]), and then
//! the events are not even made: after compilation nothing of them is left.
//!
//! Invariant: watching never changes thinking. An observer gets no handle on the search.

mod event;
mod facts;
pub mod reasons;

pub mod code;
mod tally;

mod keep;

mod fold;
mod thin;
mod trace;

mod scale;

mod header;

mod crc;
pub mod file;
mod stream;
mod version_1;

pub use event::{Bound, Event, Fixed, Promise, Score};
pub use facts::{Look, Proof, Reason, Skips, Way};
pub use file::{FileError, Recording};
pub use header::{Answer, Header, HeaderError};
pub use keep::Keep;
pub use reasons::{How, Why};
pub use scale::Scale;
pub use tally::{Choice, MOST_PLIES, PlayoutTally, PlyTally, RootMove, Round, Tally};
pub use trace::Trace;

/// Watches a search.
///
/// The closure is the whole trick: an observer that does not care never calls it, so that nothing is built.
pub trait Observer {
    /// Something happened.
    fn note(&mut self, event: impl FnOnce() -> Event);
}

/// Nobody watches.
#[derive(Clone, Copy, Default, Debug)]
pub struct Mute;

impl Observer for Mute {
    #[inline(always)]
    fn note(&mut self, _: impl FnOnce() -> Event) {}
}

impl<O: Observer> Observer for &mut O {
    #[inline(always)]
    fn note(&mut self, event: impl FnOnce() -> Event) {
        (**self).note(event);
    }
}
