//! What a search says while it thinks.
//!
//! A search tells an [`Observer`] what happens, as [`Event`]s. Nobody listening is a type too ([`Mute`]), and then
//! the events are not even made: after compilation nothing of them is left.
//!
//! Invariant: watching never changes thinking. An observer gets no handle on the search.
//!
//! # What is said, kept and read
//!
//! A tree search tells that it enters a node ([`How`]), what it finds there, and [`Why`] it leaves. A [`Trace`] takes that
//! down as compact [bytes](code), everything or what [`Keep`] allows, and [counts](Tally) it. With a [`Header`] in front
//! and the [`Answer`] behind it is a [`Recording`], which goes into a [file](mod@file) and comes back:
//!
//! ```
//! use kempelen_rules::VariantId;
//! use kempelen_trace::{Event, Header, How, Observer, Recording, Trace, Why};
//!
//! /// The smallest search there is: it looks at the root and judges it.
//! fn search(watch: &mut impl Observer) -> i32 {
//!     let score = 31;
//!     watch.note(|| Event::Iteration { depth: 1 });
//!     watch.note(|| Event::Enter { m: None, how: How::Root, depth: 0, alpha: -1000, beta: 1000 });
//!     watch.note(|| Event::Static { score });
//!     watch.note(|| Event::Leave { score, why: Why::Horizon });
//!     score
//! }
//!
//! // Watched or not, it finds the same.
//! let mut trace = Trace::new();
//! assert_eq!(search(&mut trace), search(&mut kempelen_trace::Mute));
//!
//! let (events, tally) = trace.into_parts();
//! assert_eq!((tally.nodes(), tally.left(Why::Horizon)), (1, 1));
//!
//! let header = Header::new("smallest", VariantId::Chess, VariantId::Chess.start());
//! let recording = Recording { header, events, tally, answer: None, cut: None };
//! let mut file = Vec::new();
//! recording.write(&mut file)?;
//! assert_eq!(Recording::read(&file[..])?, recording);
//! # Ok::<(), kempelen_trace::FileError>(())
//! ```

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
pub use facts::{NodeLook, Reason, ScoreProof, Skips, Way};
pub use file::{FileError, Recording};
pub use header::{Answer, Header, HeaderError};
pub use keep::Keep;
pub use reasons::{How, Why};
pub use scale::Scale;
pub use tally::{Choice, MOST_PLIES, PlayoutTally, PlyTally, RootMoveTally, RoundTally, Tally};
pub use trace::Trace;

/// Watches a search.
///
/// The closure is the whole trick: an observer that does not care never calls it, so that nothing is built.
///
/// ```
/// use kempelen_trace::{Event, Observer, Why};
///
/// /// Counts how often the table knew enough.
/// struct Hits(u64);
///
/// impl Observer for Hits {
///     fn note(&mut self, event: impl FnOnce() -> Event) {
///         self.0 += u64::from(matches!(event(), Event::Leave { why: Why::Table, .. }));
///     }
/// }
///
/// let mut hits = Hits(0);
/// hits.note(|| Event::Leave { score: 0, why: Why::Table });
/// hits.note(|| Event::Leave { score: 0, why: Why::Beta });
/// assert_eq!(hits.0, 1);
/// ```
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
