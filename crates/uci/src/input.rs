//! Lines of input, whatever comes.

use std::io::{BufRead, ErrorKind};

/// No line of the protocol comes near this length. What goes beyond it is read and forgotten.
pub const MAX_LINE: usize = 1 << 20;

/// Reads lines that may be anything: not UTF-8, without an end, or too long to keep.
///
/// ```
/// use kempelen_uci::InputLines;
///
/// let mut lines = InputLines::new(&b"uci\r\n\xff\xfe\nquit"[..]);
/// assert_eq!(lines.next().as_deref(), Some("uci"));
/// assert_eq!(lines.next().as_deref(), Some("\u{fffd}\u{fffd}"));
/// assert_eq!(lines.next().as_deref(), Some("quit"));
/// assert_eq!(lines.next(), None);
/// ```
pub struct InputLines<R> {
    reader: R,
}

impl<R: BufRead> InputLines<R> {
    /// Reads from here.
    pub fn new(reader: R) -> Self {
        Self { reader }
    }
}

/// A line without its end. One that is too long is cut to its beginning.
impl<R: BufRead> Iterator for InputLines<R> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let mut line = Vec::new();
        let mut any = false;
        loop {
            let buffer = match self.reader.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                // A broken input is an input that has ended.
                Err(_) => &[],
            };
            if buffer.is_empty() {
                break;
            }
            any = true;
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            let room = MAX_LINE - line.len();
            line.extend_from_slice(&part[..part.len().min(room)]);
            let used = part.len() + usize::from(end.is_some());
            self.reader.consume(used);
            if end.is_some() {
                break;
            }
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        any.then(|| String::from_utf8_lossy(&line).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn a_line_without_end_is_cut() {
        let mut input = vec![b'x'; 3 * MAX_LINE];
        input.extend_from_slice(b"\nisready\n");
        let mut lines = InputLines::new(BufReader::new(&input[..]));
        assert_eq!(lines.next().map(|line| line.len()), Some(MAX_LINE));
        assert_eq!(lines.next().as_deref(), Some("isready"));
        assert_eq!(lines.next(), None);
    }

    #[test]
    fn empty_lines_and_a_missing_end_are_lines() {
        let lines: Vec<String> = InputLines::new(&b"\n\na"[..]).collect();
        assert_eq!(lines, ["", "", "a"]);
        assert_eq!(InputLines::new(&b""[..]).next(), None);
    }
}
