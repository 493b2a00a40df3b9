//! A recording that goes out as it comes.

use std::fmt;
use std::io::{self, Write};

use crate::file::{CHUNK, Writer};
use crate::{Answer, Event, Header, Tally, code};

type Out = Box<dyn Write + Send>;

pub(crate) struct Stream {
    writer: Writer<Out>,
    /// Events that wait until a chunk is full.
    waiting: Vec<u8>,
    /// The first failure. A search cannot be told of it, so it is kept for the end.
    failure: Option<io::Error>,
}

impl Stream {
    pub(crate) fn new(out: Out, header: &Header) -> io::Result<Self> {
        let writer = Writer::new(out, header)?;
        Ok(Self { writer, waiting: Vec::with_capacity(CHUNK + code::LONGEST), failure: None })
    }

    #[inline]
    pub(crate) fn note(&mut self, event: Event) {
        code::write(&mut self.waiting, event);
        if self.waiting.len() >= CHUNK {
            self.send();
        }
    }

    #[cold]
    #[inline(never)]
    fn send(&mut self) {
        if self.failure.is_none() {
            self.failure = self.writer.events(&self.waiting).err();
        }
        self.waiting.clear();
    }

    pub(crate) fn finish(mut self, tally: &Tally, answer: Option<&Answer>) -> io::Result<()> {
        self.send();
        match self.failure {
            Some(failure) => Err(failure),
            None => self.writer.finish(tally, answer),
        }
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("failure", &self.failure).finish_non_exhaustive()
    }
}
