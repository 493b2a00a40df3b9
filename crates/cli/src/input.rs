use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use serde::Serialize;

use crate::failure::Failure;

/// Nothing that is meant seriously has longer lines.
const LONGEST_LINE: u64 = 64 << 20;

/// Opens a file, or standard input where its name is `-`.
pub(crate) fn open(path: &str) -> Result<Box<dyn BufRead>, Failure> {
    if path == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).map_err(|error| Failure::Input(format!("{path}: {error}")))?;
    Ok(Box::new(BufReader::new(file)))
}

/// The lines of an input as they come, in whatever bytes, without those that are empty.
pub(crate) struct RequestLines<R> {
    input: R,
    line: Vec<u8>,
}

/// A line that was too long to be kept.
pub(crate) struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the line has more than {LONGEST_LINE} bytes")
    }
}

impl<R: BufRead> RequestLines<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { input, line: Vec::new() }
    }

    /// The next line without its end, or `None` at the end of the input.
    pub(crate) fn next(&mut self) -> io::Result<Option<Result<&[u8], TooLong>>> {
        loop {
            self.line.clear();
            if self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut self.line)? == 0 {
                return Ok(None);
            }
            if self.line.len() as u64 == LONGEST_LINE && !self.line.ends_with(b"\n") {
                self.input.skip_until(b'\n')?;
                return Ok(Some(Err(TooLong)));
            }
            if !self.line.trim_ascii().is_empty() {
                return Ok(Some(Ok(self.line.trim_ascii())));
            }
        }
    }
}

/// What is said of a line that was not understood, as an object of its own.
#[derive(Serialize)]
pub(crate) struct RefusedLine {
    pub(crate) error: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_too_long_is_skipped_whole() {
        let long = io::repeat(b'x').take(LONGEST_LINE + 5);
        let input = BufReader::new(b"one\r\n\n".chain(long).chain(&b"\ntwo"[..]));
        let mut lines = RequestLines::new(input);
        assert!(matches!(lines.next(), Ok(Some(Ok(b"one")))));
        assert!(matches!(lines.next(), Ok(Some(Err(TooLong)))));
        assert!(matches!(lines.next(), Ok(Some(Ok(b"two")))));
        assert!(matches!(lines.next(), Ok(None)));
    }
}
