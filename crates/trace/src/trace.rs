use std::io;

use kempelen_rules::Move;

use crate::fold::Fold;
use crate::stream::Stream;
use crate::thin::Thin;
use crate::{Answer, Event, Header, How, Keep, Observer, Score, Tally, Why, code};

/// What a search said, in order, as compact bytes: all of it, or what [`Keep`] allows. Counts are exact in any case.
///
/// ```
/// use kempelen_trace::{Event, How, Observer, Trace, Why};
///
/// let mut trace = Trace::new();
/// trace.note(|| Event::Enter { m: None, how: How::Root, depth: 1, alpha: -100, beta: 100 });
/// trace.note(|| Event::Leave { score: 31, why: Why::Horizon });
/// assert_eq!(trace.events().len(), 2);
/// assert_eq!(trace.tally().nodes(), 1);
/// assert!(trace.bytes().len() < 12);
/// ```
#[derive(Debug)]
pub struct Trace {
    store: EventStore,
    tally: Tally,
    /// A whole recording with a bound on memory becomes a folded one beyond this length.
    room: usize,
    keep: Keep,
}

#[derive(Debug)]
enum EventStore {
    Whole(Vec<u8>),
    Folded(Box<Fold>),
    Thinned(Box<Thin>),
    Streamed(Box<Stream>),
}

impl Default for Trace {
    fn default() -> Self {
        Self::keeping(Keep::whole())
    }
}

impl Trace {
    /// A trace of everything, of nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A trace with bounds.
    pub fn keeping(keep: Keep) -> Self {
        let store = if keep.chooses() {
            EventStore::Folded(Box::new(Fold::new(keep.clone())))
        } else {
            EventStore::Whole(Vec::new())
        };
        Self { store, tally: Tally::default(), room: keep.room().unwrap_or(usize::MAX), keep }
    }

    /// A trace of everything that is written out as it comes, and not kept in memory. Whatever happens to the search,
    /// what it said is there.
    ///
    /// # Errors
    /// When even the header cannot be written.
    pub fn streaming(out: impl io::Write + Send + 'static, header: &Header) -> io::Result<Self> {
        let stream = Stream::new(Box::new(out), header)?;
        Ok(Self { store: EventStore::Streamed(Box::new(stream)), ..Self::default() })
    }

    /// Ends a trace that was written out as it came. Any other has nothing to end.
    ///
    /// # Errors
    /// When something could not be written, now or before.
    pub fn finish(self, answer: Option<&Answer>) -> io::Result<()> {
        match self.store {
            EventStore::Streamed(stream) => stream.finish(&self.tally, answer),
            EventStore::Whole(_) | EventStore::Folded(_) | EventStore::Thinned(_) => Ok(()),
        }
    }

    /// Notes an answer that no search stands behind, as a root that is left at once: for a move of a book, or where
    /// the game is over.
    pub fn note_at_once(&mut self, best: Option<Move>, score: Score, why: Why) {
        self.note(|| Event::Iteration { depth: 0 });
        self.note(|| Event::Enter {
            m: None,
            how: How::Root,
            depth: 0,
            alpha: -Score::MAX,
            beta: Score::MAX,
        });
        if let Some(m) = best {
            self.note(|| Event::Best { m, score });
        }
        self.note(|| Event::Leave { score, why });
    }

    /// What it keeps.
    pub fn keep(&self) -> &Keep {
        &self.keep
    }

    /// The events that were kept, in order; none where they were written out as they came.
    pub fn events(&self) -> Vec<Event> {
        self.replay().collect()
    }

    /// The same one by one, without a list of them.
    pub fn replay(&self) -> impl Iterator<Item = Event> {
        // What was written by this type reads without fail.
        code::Events::new(self.bytes()).map_while(Result::ok)
    }

    /// The same as bytes, for [`code::Events`].
    pub fn bytes(&self) -> &[u8] {
        match &self.store {
            EventStore::Whole(bytes) => bytes,
            EventStore::Folded(fold) => fold.bytes(),
            EventStore::Thinned(thin) => thin.bytes(),
            EventStore::Streamed(_) => &[],
        }
    }

    /// What was counted.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The bytes and the counts.
    pub fn into_parts(self) -> (Vec<u8>, Tally) {
        let bytes = match self.store {
            EventStore::Whole(bytes) => bytes,
            EventStore::Folded(fold) => fold.into_bytes(),
            EventStore::Thinned(thin) => thin.into_bytes(),
            EventStore::Streamed(_) => Vec::new(),
        };
        (bytes, self.tally)
    }

    #[cold]
    #[inline(never)]
    fn fold(&mut self) {
        if let EventStore::Whole(bytes) = &mut self.store {
            let bytes = std::mem::take(bytes);
            self.store = if self.tally.playouts.is_empty() {
                EventStore::Folded(Box::new(Fold::go_on(self.keep.clone(), bytes)))
            } else {
                EventStore::Thinned(Box::new(Thin::go_on(&self.keep, &bytes)))
            };
        }
    }

    /// What a bounded trace does with an event: a tree is folded, playouts are thinned.
    fn take(&mut self, event: Event) {
        if let (EventStore::Folded(fold), Event::Playout { .. }) = (&self.store, event)
            && fold.bytes().is_empty()
        {
            self.store = EventStore::Thinned(Box::new(Thin::new(&self.keep)));
        }
        match &mut self.store {
            EventStore::Folded(fold) => fold.note(event),
            EventStore::Thinned(thin) => thin.note(event),
            EventStore::Whole(_) | EventStore::Streamed(_) => {}
        }
    }
}

impl Observer for Trace {
    #[inline]
    fn note(&mut self, event: impl FnOnce() -> Event) {
        let event = event();
        self.tally.note(&event);
        match &mut self.store {
            EventStore::Whole(bytes) => {
                code::write(bytes, event);
                if bytes.len() > self.room {
                    self.fold();
                }
            }
            EventStore::Streamed(stream) => stream.note(event),
            EventStore::Folded(_) | EventStore::Thinned(_) => self.take(event),
        }
    }
}
