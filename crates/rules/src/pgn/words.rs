//! Carries the words of the movetext through pgn-reader.
//!
//! pgn-reader knows the grammar of PGN, but of moves only those of chess: what it cannot read (`Mf2`, `e2-e4`, a
//! misprint) it drops, and it never tells where it is. The one thing it hands on untouched is a comment. So this
//! filter in front of it turns every word of the movetext into a comment that begins with a mark and tells its line,
//! and puts a tag that tells the line before each tag. Everything else passes as it is.

use std::io::{self, Read};

/// The first byte of a comment that is a word, and the name of a tag that is a line number. Where a file has this
/// byte itself, it becomes a space.
pub(super) const MARK: u8 = 1;
/// Stands for a closing brace where braces hold it: as a word, or in a comment to the end of a line.
pub(super) const BRACE: u8 = 2;
/// The last byte of a tag that was too long to be passed on whole.
pub(super) const CUT: u8 = 3;
/// The word that tells of a comment without an end.
pub(super) const OPEN_COMMENT: &str = "{";

/// Of a tag no more than this is passed on.
const LONGEST_TAG: usize = 1 << 14;
/// What pgn-reader has to hold at once: a tag, the notes on it, and what ends it.
pub(super) const TAG_LINE: usize = LONGEST_TAG + 128;
/// No word that says anything is longer; of one that is, this much is passed on.
const LONGEST_WORD: usize = 64;

/// The filter.
pub(super) struct Words<R> {
    source: R,
    at_end: bool,
    /// What has been filtered and, from `taken` on, not been read yet.
    ready: Vec<u8>,
    taken: usize,
    place: ScanState,
    /// The line being read, from 1.
    line: usize,
    so_far: SoFar,
    /// How many variations are open.
    depth: usize,
    /// Whether the result of the game has been seen.
    over: bool,
}

/// What a line has had so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SoFar {
    /// Nothing; among tags, spaces count as nothing.
    Nothing,
    /// A carriage return.
    Return,
    /// More.
    Something,
}

/// Where in a file we are. The transitions are those of pgn-reader.
enum ScanState {
    /// Before a game or between its tags.
    Header,
    /// From the opening bracket of a tag to its value.
    TagName { length: usize },
    /// In the value of a tag, perhaps after a backslash.
    TagValue { length: usize, escaped: bool },
    /// Between the value of a tag and its closing bracket.
    TagEnd,
    /// In the movetext, between words.
    Moves,
    /// In a word of the movetext.
    Word(Vec<u8>),
    /// In an annotation glyph.
    Glyph,
    /// In a comment in braces that began on this line.
    Comment { line: usize },
    /// In a comment to the end of the line.
    RestOfLine,
    /// In a line for other programs: it begins with a percent sign. One may stand among the moves.
    Escape { among_moves: bool },
}

impl<R: Read> Words<R> {
    pub(super) fn new(source: R) -> Self {
        Self {
            source,
            at_end: false,
            ready: Vec::new(),
            taken: 0,
            place: ScanState::Header,
            line: 1,
            so_far: SoFar::Nothing,
            depth: 0,
            over: false,
        }
    }

    /// Filters some more of the source.
    fn refill(&mut self) -> io::Result<()> {
        let mut bytes = [0; 4096];
        self.ready.clear();
        self.taken = 0;
        match self.source.read(&mut bytes) {
            Ok(0) => {
                self.finish();
                self.at_end = true;
            }
            Ok(n) => bytes[..n].iter().for_each(|&byte| self.pass(byte)),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

impl<R: Read> Read for Words<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.taken == self.ready.len() && !self.at_end {
            self.refill()?;
        }
        let n = buffer.len().min(self.ready.len() - self.taken);
        buffer[..n].copy_from_slice(&self.ready[self.taken..self.taken + n]);
        self.taken += n;
        Ok(n)
    }
}

impl<R> Words<R> {
    /// One byte of the file.
    fn pass(&mut self, byte: u8) {
        match &mut self.place {
            ScanState::Header => self.header(byte),
            ScanState::TagName { .. } | ScanState::TagValue { .. } => self.tag(byte),
            ScanState::TagEnd => match byte {
                b' ' | b'\t' | b'\r' => self.ready.push(byte),
                b']' | b'\n' => {
                    self.ready.push(byte);
                    self.place = ScanState::Header;
                }
                _ => self.tag_or_moves(byte),
            },
            ScanState::Moves => self.moves(byte),
            ScanState::Word(word) if !ends_token(byte) => {
                if word.len() < LONGEST_WORD {
                    word.push(byte);
                }
            }
            ScanState::Word(_) => {
                self.end_word();
                self.moves(byte);
            }
            ScanState::Glyph if !ends_token(byte) => self.ready.push(byte),
            ScanState::Glyph => {
                self.place = ScanState::Moves;
                self.moves(byte);
            }
            ScanState::Comment { .. } => {
                self.ready.push(unmarked(byte));
                if byte == b'}' {
                    self.place = ScanState::Moves;
                }
            }
            ScanState::RestOfLine => match byte {
                b'\n' => {
                    self.ready.push(b'}');
                    self.moves(byte);
                }
                b'}' => self.ready.push(BRACE),
                _ => self.ready.push(unmarked(byte)),
            },
            ScanState::Escape { among_moves } => match (byte, *among_moves) {
                (b'\n', true) => self.moves(byte),
                (b'\n', false) => {
                    self.ready.push(byte);
                    self.place = ScanState::Header;
                }
                _ => self.ready.push(byte),
            },
        }
        let among_tags = matches!(self.place, ScanState::Header);
        self.so_far = match (byte, self.so_far) {
            (b'\n', _) => SoFar::Nothing,
            (b' ' | b'\t' | b'\r', SoFar::Nothing) if among_tags => SoFar::Nothing,
            (b'\r', SoFar::Nothing) => SoFar::Return,
            _ => SoFar::Something,
        };
        self.line += usize::from(byte == b'\n');
    }

    fn header(&mut self, byte: u8) {
        self.place = ScanState::Header;
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => self.ready.push(byte),
            // The mark of byte order that some editors put in front of a file.
            0xEF | 0xBB | 0xBF => {}
            b'%' if self.so_far == SoFar::Nothing => {
                self.ready.push(byte);
                self.place = ScanState::Escape { among_moves: false };
            }
            _ => self.tag_or_moves(byte),
        }
    }

    fn tag_or_moves(&mut self, byte: u8) {
        if byte == b'[' {
            self.ready.extend_from_slice(&[b'[', MARK]);
            self.ready.extend_from_slice(format!("\"{}\"][", self.line).as_bytes());
            self.place = ScanState::TagName { length: 0 };
        } else {
            (self.depth, self.over) = (0, false);
            // What a byte means at the beginning of a line, it means only after the first line of the movetext.
            self.so_far = SoFar::Something;
            self.moves(byte);
        }
    }

    fn tag(&mut self, byte: u8) {
        let (length, in_value, escaped) = match self.place {
            ScanState::TagValue { length, escaped } => (length, true, escaped),
            ScanState::TagName { length } => (length, false, false),
            _ => return,
        };
        let ends = match byte {
            b'\n' | b'"' => !escaped && (in_value || byte == b'\n'),
            b']' => !in_value,
            _ => false,
        };
        // A backslash is passed on only where what it protects is too.
        if ends || length + usize::from(byte == b'\\') < LONGEST_TAG {
            self.ready.push(unmarked(byte));
        } else if length == LONGEST_TAG {
            self.ready.push(CUT);
        }
        let length = length + 1;
        self.place = if ends {
            if in_value && byte == b'\n' { ScanState::Header } else { ScanState::TagEnd }
        } else if in_value {
            ScanState::TagValue { length, escaped: byte == b'\\' && !escaped }
        } else if byte == b'"' {
            ScanState::TagValue { length, escaped: false }
        } else {
            ScanState::TagName { length }
        };
    }

    fn moves(&mut self, byte: u8) {
        self.place = ScanState::Moves;
        let fresh = self.so_far == SoFar::Nothing;
        match byte {
            b'\n' if self.so_far != SoFar::Something => {
                self.ready.push(byte);
                self.place = ScanState::Header;
            }
            b'[' if fresh => self.tag_or_moves(byte),
            b'%' if fresh => {
                self.ready.push(byte);
                self.place = ScanState::Escape { among_moves: true };
            }
            b' ' | b'\t' | b'\r' | b'\n' | b'.' | b'!' | b'?' => self.ready.push(byte),
            b'(' | b')' => {
                self.depth = if byte == b'(' { self.depth + 1 } else { self.depth.saturating_sub(1) };
                self.ready.push(byte);
            }
            b'{' => {
                self.ready.push(byte);
                self.place = ScanState::Comment { line: self.line };
            }
            b'}' => self.mark(&[BRACE], self.line),
            b';' => {
                self.ready.push(b'{');
                self.place = ScanState::RestOfLine;
            }
            b'$' => {
                self.ready.push(byte);
                self.place = ScanState::Glyph;
            }
            b'*' => self.result(b"*"),
            _ => self.place = ScanState::Word(vec![byte]),
        }
    }

    /// A word is complete: a move number, a result, or something for our own eyes.
    fn end_word(&mut self) {
        let ScanState::Word(word) = std::mem::replace(&mut self.place, ScanState::Moves) else { return };
        // Dashes and halves as typesetters write them.
        let plain = String::from_utf8_lossy(&word).replace(['–', '—'], "-").replace('½', "1/2");
        match plain.as_str() {
            "1-0" | "0-1" | "1/2-1/2" => self.result(plain.as_bytes()),
            number if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                self.begin_anew();
                self.ready.extend_from_slice(&word);
            }
            _ => {
                self.begin_anew();
                self.mark(&word, self.line);
            }
        }
    }

    fn result(&mut self, text: &[u8]) {
        self.begin_anew();
        self.ready.extend_from_slice(text);
        self.over = self.depth == 0;
    }

    /// A result ends a game, even where no empty line does: what follows belongs to the next.
    fn begin_anew(&mut self) {
        if self.over {
            self.over = false;
            self.ready.extend_from_slice(b"\n\n");
        }
    }

    /// Passes a word on in the clothes of a comment.
    fn mark(&mut self, word: &[u8], line: usize) {
        self.ready.extend_from_slice(&[b'{', MARK]);
        self.ready.extend_from_slice(format!("{line} ").as_bytes());
        self.ready.extend_from_slice(word);
        self.ready.push(b'}');
    }

    /// The end of the file closes what is open.
    fn finish(&mut self) {
        match self.place {
            ScanState::Word(_) => self.end_word(),
            // The space is for a backslash to protect.
            ScanState::TagName { .. } | ScanState::TagValue { .. } => self.ready.extend_from_slice(b" \n"),
            ScanState::RestOfLine => self.ready.push(b'}'),
            ScanState::Comment { line } => {
                self.ready.push(b'}');
                self.mark(OPEN_COMMENT.as_bytes(), line);
            }
            _ => {}
        }
    }
}

fn unmarked(byte: u8) -> u8 {
    if matches!(byte, MARK | BRACE | CUT) { b' ' } else { byte }
}

/// The bytes at which pgn-reader ends a token.
fn ends_token(byte: u8) -> bool {
    b" \t\n\r{}()!?$;.*".contains(&byte)
}
