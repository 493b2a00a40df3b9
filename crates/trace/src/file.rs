//! Traces in files.
//!
//! A file is the eight bytes `KTRACE\r\n`, the version in two, and chunks. A chunk is a letter for its kind, the length of
//! its content in four bytes, the CRC-32 of letter and content in four, and the content. Numbers are little-endian.
//!
//! | kind | content |
//! |---|---|
//! | `H` | the [`Header`] as text, first of all |
//! | `E` | [events](crate::code), whole ones; as many chunks as it takes |
//! | `T` | the [`Tally`] as numbers |
//! | `A` | the [`Answer`] as text |
//! | `Z` | the end: how many bytes of events there were, in eight |
//!
//! Everything is written and read in one go from front to back. A file without its end reads up to where it is cut, and
//! says so; a file with wrong bytes is refused.
//!
//! | version | what is different |
//! |---|---|
//! | 1 | no more than 31 reasons; way 7 is any second look at a node, [singular](crate::How::Singular) or [verification](crate::How::Verification) |
//! | 2 | room for 256 reasons; the two have numbers of their own |
//!
//! Files of every version are read, and what is in memory is always of the latest.

use std::fmt;
use std::io::{self, Read, Write};

use crate::code::{self, CodeError};
use crate::crc::crc32;
use crate::header::HeaderError;
use crate::{Answer, Event, Header, Tally, version_1};

const MAGIC: [u8; 8] = *b"KTRACE\r\n";
/// The version that is written, and the latest that is read.
pub const VERSION: u16 = 2;

/// Events are written in chunks of about this size.
pub(crate) const CHUNK: usize = 64 << 10;
/// A chunk longer than this is not one of ours.
const LONGEST_CHUNK: u32 = 64 << 20;

/// A trace that is finished: what was asked, what was said, what was counted, and the answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recording {
    /// What was asked, and of whom.
    pub header: Header,
    /// The events, for [`code::Events`]; all of them read without error.
    pub events: Vec<u8>,
    /// What was counted.
    pub tally: Tally,
    /// What came of it; none if the recording was cut off.
    pub answer: Option<Answer>,
    /// Where its file was cut off, in bytes from its start.
    pub cut: Option<u64>,
}

/// Why a file gives no trace.
#[derive(Debug)]
pub enum FileError {
    /// It cannot be read or written.
    Io(io::Error),
    /// It is something else.
    Foreign,
    /// It was written by a later version of this program.
    Version(u16),
    /// It is cut off before anything was said.
    Empty,
    /// Its bytes are not those that were written.
    Damaged {
        /// Where the chunk at fault begins.
        offset: u64,
        /// What is wrong with it.
        what: String,
    },
    /// Its header makes no sense.
    Header(HeaderError),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Foreign => f.write_str("this is not a trace of Kempelen"),
            Self::Version(version) => {
                write!(f, "this trace is of version {version}; this program reads up to version {VERSION}")
            }
            Self::Empty => f.write_str("this trace is cut off before its first event"),
            Self::Damaged { offset, what } => write!(f, "this trace is damaged at byte {offset}: {what}"),
            Self::Header(error) => write!(f, "this trace is not understood: {error}"),
        }
    }
}

impl std::error::Error for FileError {}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl Recording {
    /// The events, one by one.
    pub fn replay(&self) -> impl Iterator<Item = Event> {
        code::Events::new(&self.events).map_while(Result::ok)
    }

    /// Writes it.
    ///
    /// # Errors
    /// As the writer has them.
    pub fn write(&self, out: impl Write) -> io::Result<()> {
        let mut writer = Writer::new(out, &self.header)?;
        writer.events(&self.events)?;
        writer.finish(&self.tally, self.answer.as_ref())
    }

    /// Reads one.
    ///
    /// # Errors
    /// When it is no trace, of a later version, or damaged. One that is cut off is no error: see [`cut`](Self::cut).
    pub fn read(input: impl Read) -> Result<Self, FileError> {
        Reader { input, offset: 0 }.recording()
    }
}

/// Writes a trace as it comes.
pub(crate) struct Writer<W> {
    out: W,
    written: u64,
}

impl<W: Write> Writer<W> {
    pub(crate) fn new(mut out: W, header: &Header) -> io::Result<Self> {
        out.write_all(&MAGIC)?;
        out.write_all(&VERSION.to_le_bytes())?;
        chunk(&mut out, b'H', header.text().as_bytes())?;
        Ok(Self { out, written: 0 })
    }

    /// Writes events, in chunks of whole ones.
    pub(crate) fn events(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut events = code::Events::new(bytes);
        let mut start = 0;
        loop {
            let more = events.next().is_some_and(|event| event.is_ok());
            let end = events.offset();
            if end - start >= CHUNK || !more && end > start {
                chunk(&mut self.out, b'E', &bytes[start..end])?;
                self.written += (end - start) as u64;
                start = end;
            }
            if !more {
                return Ok(());
            }
        }
    }

    pub(crate) fn finish(mut self, tally: &Tally, answer: Option<&Answer>) -> io::Result<()> {
        chunk(&mut self.out, b'T', &tally.bytes())?;
        if let Some(answer) = answer {
            chunk(&mut self.out, b'A', answer.text().as_bytes())?;
        }
        chunk(&mut self.out, b'Z', &self.written.to_le_bytes())?;
        self.out.flush()
    }
}

fn chunk(out: &mut impl Write, kind: u8, content: &[u8]) -> io::Result<()> {
    let len = u32::try_from(content.len()).map_err(|_| io::Error::other("a chunk is too long"))?;
    out.write_all(&[kind])?;
    out.write_all(&len.to_le_bytes())?;
    out.write_all(&crc32(&[&[kind], content]).to_le_bytes())?;
    out.write_all(content)
}

struct Reader<R> {
    input: R,
    offset: u64,
}

/// What was read of a chunk.
enum Chunk {
    Whole(u8, Vec<u8>),
    /// The file ends within it.
    Cut(u8, Vec<u8>),
    /// The file ends before it.
    None,
}

impl<R: Read> Reader<R> {
    fn recording(&mut self) -> Result<Recording, FileError> {
        let mut start = [0; MAGIC.len() + 2];
        let len = self.fill(&mut start)?;
        let (magic, version) = start.split_at(MAGIC.len());
        if len < start.len() || magic != MAGIC {
            return Err(FileError::Foreign);
        }
        let version = u16::from_le_bytes([version[0], version[1]]);
        if !(1..=VERSION).contains(&version) {
            return Err(FileError::Version(version));
        }
        let header = match self.chunk()? {
            Chunk::Whole(b'H', text) => Header::read(&utf8(&text)).map_err(FileError::Header)?,
            Chunk::Whole(kind, _) => return Err(self.damaged(format!("no header but {:?}", kind as char))),
            Chunk::Cut(..) | Chunk::None => return Err(FileError::Empty),
        };
        self.rest(header, version)
    }

    fn rest(&mut self, header: Header, version: u16) -> Result<Recording, FileError> {
        let mut events: Vec<u8> = Vec::new();
        let (mut tally, mut answer) = (None, None);
        let cut = loop {
            let at = self.offset;
            match self.chunk()? {
                Chunk::Whole(b'E', bytes) => {
                    check(&bytes).map_err(|error| self.damaged(error.to_string()))?;
                    events.extend_from_slice(&bytes);
                }
                Chunk::Whole(b'T', bytes) => {
                    tally = Some(
                        Tally::read(&bytes).ok_or_else(|| self.damaged("counts that are none".to_owned()))?,
                    );
                }
                Chunk::Whole(b'A', text) => {
                    answer = Some(Answer::read(&utf8(&text)).map_err(FileError::Header)?);
                }
                Chunk::Whole(b'Z', total) => {
                    if total != (events.len() as u64).to_le_bytes() {
                        return Err(self.damaged("events are missing".to_owned()));
                    }
                    break None;
                }
                // Kinds that a later program may add say nothing to this one.
                Chunk::Whole(..) => {}
                Chunk::Cut(b'E', mut bytes) => {
                    // There is no checksum to go by, but whole events are still events.
                    let whole = check(&bytes).err().map_or(bytes.len(), |error| error.offset);
                    bytes.truncate(whole);
                    events.extend_from_slice(&bytes);
                    break Some(self.offset);
                }
                Chunk::Cut(..) => break Some(self.offset),
                Chunk::None => break Some(at),
            }
        };
        if version == 1 {
            version_1::bring_up_to_date(&mut events, tally.as_mut());
        }
        let tally = tally.unwrap_or_else(|| count(&events));
        Ok(Recording { header, events, tally, answer, cut })
    }

    fn chunk(&mut self) -> Result<Chunk, FileError> {
        let at = self.offset;
        let damaged = |what: &str| FileError::Damaged { offset: at, what: what.to_owned() };
        let mut head = [0; 9];
        match self.fill(&mut head)? {
            0 => return Ok(Chunk::None),
            9 => {}
            _ => return Ok(Chunk::Cut(0, Vec::new())),
        }
        let [kind, l0, l1, l2, l3, c0, c1, c2, c3] = head;
        let len = u32::from_le_bytes([l0, l1, l2, l3]);
        if !kind.is_ascii_uppercase() || len > LONGEST_CHUNK {
            return Err(damaged("no chunk begins here"));
        }
        // Room is made as bytes come, so that a wrong length costs nothing.
        let mut content = Vec::new();
        let read = (&mut self.input).take(len.into()).read_to_end(&mut content)?;
        self.offset += read as u64;
        if read < len as usize {
            return Ok(Chunk::Cut(kind, content));
        }
        if crc32(&[&[kind], &content]) != u32::from_le_bytes([c0, c1, c2, c3]) {
            return Err(damaged("the checksum is wrong"));
        }
        Ok(Chunk::Whole(kind, content))
    }

    /// Reads until a buffer is full or the file ends.
    fn fill(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < buffer.len() {
            match self.input.read(&mut buffer[filled..]) {
                Ok(0) => break,
                Ok(len) => filled += len,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.offset += filled as u64;
        Ok(filled)
    }

    fn damaged(&self, what: String) -> FileError {
        FileError::Damaged { offset: self.offset, what }
    }
}

/// Events that do not read, and where.
struct Wrong {
    offset: usize,
    error: CodeError,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

fn check(bytes: &[u8]) -> Result<(), Wrong> {
    let mut events = code::Events::new(bytes);
    while let Some(event) = events.next() {
        event.map_err(|error| Wrong { offset: events.offset(), error })?;
    }
    Ok(())
}

fn count(bytes: &[u8]) -> Tally {
    let mut tally = Tally::default();
    for event in code::Events::new(bytes).map_while(Result::ok) {
        tally.note(&event);
    }
    tally
}

fn utf8(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
