//! Records from text.

use std::io::Read;
use std::ops::ControlFlow;

use pgn_reader::{Nag, RawComment, RawTag, Reader, Skip, Visitor};

use super::words::{BRACE, CUT, MARK, OPEN_COMMENT, TAG_LINE, Words};
use super::{Outcome, PgnError, PgnNode, PgnProblem, Record};
use crate::text::unquote;
use crate::{AnyPosition, VariantId};

/// The games of a PGN file, one after the other.
///
/// A game that is broken gives an error, and the next one follows. Only when the source itself fails is that the
/// end.
///
/// ```
/// # use kempelen_rules::pgn;
/// let text = "1. e4 e5 2. Ke3 *\n\n1. d4 (1. c4 {English}) d5 1/2-1/2\n";
/// let games: Vec<_> = pgn::read(text.as_bytes()).collect();
/// assert_eq!(games[0].as_ref().unwrap_err().to_string(), "line 1: \"Ke3\" is not a legal move here");
/// assert_eq!(games[1].as_ref().unwrap().moves().count(), 2);
/// ```
pub fn read<R: Read>(source: R) -> Games<R> {
    let reader = Reader::build(Words::new(source)).set_supported_tag_line_length(TAG_LINE).finish();
    Games { reader, failed: false }
}

/// The iterator of [`read`].
pub struct Games<R> {
    reader: Reader<Words<R>>,
    failed: bool,
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<Record, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_salvaged().map(|game| game.error.map_or(Ok(game.record), Err))
    }
}

impl<R: Read> Games<R> {
    /// The next game, with what came before its first fault.
    ///
    /// ```
    /// # use kempelen_rules::pgn;
    /// let mut games = pgn::read("1. e4 e5 2. Ke3 Nf6 *".as_bytes());
    /// let game = games.next_salvaged().unwrap();
    /// assert_eq!(game.record.moves().count(), 2);
    /// assert!(game.error.is_some());
    /// ```
    pub fn next_salvaged(&mut self) -> Option<SalvagedGame> {
        if self.failed {
            return None;
        }
        self.reader.read_game(&mut Scribe).unwrap_or_else(|error| {
            self.failed = true;
            let error = PgnError { line: 0, problem: PgnProblem::Source(error.to_string()) };
            Some(SalvagedGame {
                record: Record::new(AnyPosition::start(VariantId::Chess)),
                error: Some(error),
            })
        })
    }
}

/// A game as far as it could be read.
pub struct SalvagedGame {
    /// What came before the first fault, or all of it.
    pub record: Record,
    /// The first fault.
    pub error: Option<PgnError>,
}

/// Writes down what pgn-reader sees. It never breaks off, so that pgn-reader finds the end of every game.
struct Scribe;

/// The tags of a game, in the making.
#[derive(Default)]
struct TagSection {
    /// The line of the tag being read.
    line: usize,
    tags: Vec<(String, String)>,
    variant: Option<(usize, String)>,
    fen: Option<(usize, String)>,
    outcome: Outcome,
    error: Option<PgnError>,
}

impl TagSection {
    fn start(&self) -> Result<AnyPosition, PgnError> {
        let variant = match (&self.variant, &self.fen) {
            (Some((line, name)), _) => {
                name.parse().map_err(|error| PgnError { line: *line, problem: PgnProblem::Variant(error) })?
            }
            (None, Some((_, fen))) => VariantId::guess(fen),
            (None, None) => VariantId::Chess,
        };
        match &self.fen {
            None => Ok(AnyPosition::start(variant)),
            Some((line, fen)) => AnyPosition::from_fen(variant, fen)
                .map_err(|error| PgnError { line: *line, problem: PgnProblem::Fen(error) }),
        }
    }
}

/// The moves of a game, in the making.
struct Draft {
    record: Record,
    /// The place the last move led to.
    here: PgnNode,
    /// The variations that are open: where to go back to, and the line on which each was seen to begin.
    open: Vec<(PgnNode, usize)>,
    /// What was said at the beginning of a variation, before its first move. `None` after that move.
    opening: Option<Vec<String>>,
    /// The parts of a long comment.
    comment: Vec<u8>,
    /// The line of the last word.
    line: usize,
    error: Option<PgnError>,
}

impl Visitor for Scribe {
    type Tags = TagSection;
    type Movetext = Draft;
    type Output = SalvagedGame;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, TagSection> {
        ControlFlow::Continue(TagSection::default())
    }

    fn tag(&mut self, header: &mut TagSection, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        let value = unquote(&String::from_utf8_lossy(value.as_bytes()));
        if name == [MARK] {
            header.line = value.parse().unwrap_or_default();
            return ControlFlow::Continue(());
        }
        let line = header.line;
        if name.ends_with(&[CUT]) || value.as_bytes().ends_with(&[CUT]) {
            header.error.get_or_insert(PgnError { line, problem: PgnProblem::LongTag });
        }
        match String::from_utf8_lossy(name).trim() {
            "FEN" => header.fen = Some((line, value)),
            "Variant" => header.variant = Some((line, value)),
            "Result" => header.outcome = Outcome::from_text(&value).unwrap_or_default(),
            name => header.tags.push((name.to_owned(), value)),
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, header: TagSection) -> ControlFlow<Self::Output, Draft> {
        let start = header.start();
        let mut record = Record::new(*start.as_ref().unwrap_or(&AnyPosition::start(VariantId::Chess)));
        record.outcome = header.outcome;
        for (name, value) in &header.tags {
            record.set_tag(name, value);
        }
        ControlFlow::Continue(Draft {
            record,
            here: PgnNode::ROOT,
            open: Vec::new(),
            opening: None,
            comment: Vec::new(),
            line: header.line.max(1),
            error: header.error.or(start.err()),
        })
    }

    fn nag(&mut self, draft: &mut Draft, nag: Nag) -> ControlFlow<Self::Output> {
        if draft.opening.is_none() && draft.error.is_none() {
            draft.record.add_glyph(draft.here, nag.0);
        }
        ControlFlow::Continue(())
    }

    fn partial_comment(&mut self, draft: &mut Draft, part: RawComment<'_>) -> ControlFlow<Self::Output> {
        draft.comment.extend_from_slice(part.as_bytes());
        ControlFlow::Continue(())
    }

    fn comment(&mut self, draft: &mut Draft, comment: RawComment<'_>) -> ControlFlow<Self::Output> {
        let mut bytes = std::mem::take(&mut draft.comment);
        bytes.extend_from_slice(comment.as_bytes());
        let text = String::from_utf8_lossy(&bytes).replace(char::from(BRACE), "}");
        match text.strip_prefix(char::from(MARK)).and_then(|text| text.split_once(' ')) {
            Some((line, word)) => {
                draft.line = line.parse().unwrap_or(draft.line);
                draft.word(word);
            }
            None => draft.remark(&text),
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, draft: &mut Draft) -> ControlFlow<Self::Output, Skip> {
        draft.begin_variation();
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, draft: &mut Draft) -> ControlFlow<Self::Output> {
        draft.end_variation();
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, draft: &mut Draft, outcome: pgn_reader::Outcome) -> ControlFlow<Self::Output> {
        if draft.open.is_empty() {
            draft.record.outcome = Outcome::from_text(outcome.as_str()).unwrap_or_default();
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, mut draft: Draft) -> Self::Output {
        if let Some(&(_, line)) = draft.open.first() {
            draft.fail(line, PgnProblem::OpenVariation);
        }
        SalvagedGame { record: draft.record, error: draft.error }
    }
}

impl Draft {
    /// The first thing that is wrong with a game is what is told of it.
    fn fail(&mut self, line: usize, problem: PgnProblem) {
        self.error.get_or_insert(PgnError { line, problem });
    }

    fn word(&mut self, word: &str) {
        // Nothing after the first fault would make sense, and "e.p." is no move.
        if self.error.is_some() || matches!(word, "e" | "p") {
            return;
        }
        if word == OPEN_COMMENT {
            return self.fail(self.line, PgnProblem::OpenComment);
        }
        match self.record.position(self.here).read_move(word) {
            Err(error) => self.fail(self.line, PgnProblem::Move(error)),
            Ok(m) => {
                self.here = self.record.put(self.here, m);
                for remark in self.opening.take().unwrap_or_default() {
                    self.record.add_comment_before(self.here, &remark);
                }
            }
        }
    }

    fn remark(&mut self, text: &str) {
        if self.error.is_some() {
            return;
        }
        match &mut self.opening {
            Some(remarks) => remarks.push(text.to_owned()),
            None => self.record.add_comment(self.here, text),
        }
    }

    /// A variation takes the place of the last move.
    fn begin_variation(&mut self) {
        match self.record.parent(self.here) {
            Some(parent) if self.opening.is_none() => {
                self.open.push((self.here, self.line));
                self.here = parent;
                self.opening = Some(Vec::new());
            }
            _ => self.fail(self.line, PgnProblem::EarlyVariation),
        }
    }

    fn end_variation(&mut self) {
        let Some((back, _)) = self.open.pop() else { return self.fail(self.line, PgnProblem::StrayBracket) };
        self.here = back;
        // A variation without moves is only a remark.
        for remark in self.opening.take().unwrap_or_default() {
            self.record.add_comment(back, &remark);
        }
    }
}
