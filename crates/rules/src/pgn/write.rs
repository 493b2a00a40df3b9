//! Records as text, in the export format of the PGN standard (Steven Edwards, 1994).

use std::fmt;

use super::{PgnNode, Record};
use crate::text::quote;
use crate::{AnyPosition, Color, GameKind, with_position};

/// The tags that every game has, in their order, and what stands for an unknown value.
const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];

/// No line of the movetext is longer, unless a comment has to stand alone.
const WIDTH: usize = 80;

/// The record as a game of a PGN file, without the empty line that separates it from the next.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, unknown) in ROSTER {
            write_tag(f, name, self.tag(name).unwrap_or(unknown))?;
        }
        write_tag(f, "Result", self.outcome.text())?;
        let start = self.start();
        if let Some(variant) = variant_name(&start) {
            write_tag(f, "Variant", variant)?;
        }
        if start != AnyPosition::start(start.variant()) {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &start.fen())?;
        }
        for (name, value) in self.tags().filter(|(name, _)| !ROSTER.iter().any(|(known, _)| known == name)) {
            write_tag(f, name, value)?;
        }
        let mut page = Page::default();
        write_moves(self, &mut page);
        page.word(self.outcome.text());
        writeln!(f, "\n{}", page.text)
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    writeln!(f, "[{name} {}]", quote(value))
}

/// What readers have to be told: orthodox chess is understood.
fn variant_name(start: &AnyPosition) -> Option<&'static str> {
    let kind = GameKind::of(start);
    (kind != GameKind::default()).then(|| kind.title())
}

/// What remains to be written. A stack of these takes the place of recursion, since variations may be nested as
/// deep as somebody likes.
enum WriteTask {
    /// The move that leads to this place, with what is said of it. A number is needed where the move does not
    /// follow the one before at once.
    Move(PgnNode, Number),
    /// What follows this place.
    Line(PgnNode, Number),
    Open,
    Close,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Number {
    Always,
    ForWhite,
}

fn write_moves(record: &Record, page: &mut Page) {
    write_comments(record.comments(PgnNode::ROOT), page);
    let mut tasks = vec![WriteTask::Line(PgnNode::ROOT, Number::Always)];
    while let Some(task) = tasks.pop() {
        match task {
            WriteTask::Open => page.open(),
            WriteTask::Close => page.close(),
            WriteTask::Move(node, number) => write_move(record, node, number, page),
            WriteTask::Line(node, number) => {
                let [main, variations @ ..] = record.children(node) else { continue };
                let interrupted = !variations.is_empty() || !record.comments(*main).is_empty();
                let next = if interrupted { Number::Always } else { Number::ForWhite };
                tasks.push(WriteTask::Line(*main, next));
                for &variation in variations.iter().rev() {
                    let next =
                        if record.comments(variation).is_empty() { Number::ForWhite } else { Number::Always };
                    tasks.push(WriteTask::Close);
                    tasks.push(WriteTask::Line(variation, next));
                    tasks.push(WriteTask::Move(variation, Number::Always));
                    tasks.push(WriteTask::Open);
                }
                tasks.push(WriteTask::Move(*main, number));
            }
        }
    }
}

fn write_move(record: &Record, node: PgnNode, number: Number, page: &mut Page) {
    let (Some(parent), Some(m)) = (record.parent(node), record.last_move(node)) else { return };
    let before = record.position(parent);
    write_comments(record.comments_before(node), page);
    let move_number = with_position!(&before, p => p.move_number());
    match (before.turn(), number) {
        (Color::White, _) => page.word(&format!("{move_number}.")),
        (Color::Black, Number::Always) => page.word(&format!("{move_number}...")),
        (Color::Black, Number::ForWhite) => {}
    }
    page.word(&before.san(m));
    for glyph in record.glyphs(node) {
        page.word(&format!("${glyph}"));
    }
    write_comments(record.comments(node), page);
}

fn write_comments(comments: &[String], page: &mut Page) {
    for comment in comments {
        if comment.contains('}') {
            // Braces cannot hold it, but a comment to the end of the line can.
            page.rest_of_line(comment);
        } else {
            page.open_with("{");
            comment.split(' ').for_each(|word| page.word(word));
            page.close_with("}");
        }
    }
}

/// Text that is broken into lines as it grows.
#[derive(Default)]
struct Page {
    text: String,
    /// How many characters the last line has.
    column: usize,
    /// An opening bracket that belongs to the next word.
    opening: String,
}

impl Page {
    fn word(&mut self, word: &str) {
        let word = std::mem::take(&mut self.opening) + word;
        let length = word.chars().count();
        if self.column > 0 {
            // Room is left for a bracket that may close behind the word.
            let fits = self.column + 1 + length < WIDTH;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.text.push_str(&word);
        self.column += length;
    }

    fn rest_of_line(&mut self, comment: &str) {
        self.word(&format!("; {comment}"));
        self.text.push('\n');
        self.column = 0;
    }

    fn open(&mut self) {
        self.open_with("(");
    }

    fn close(&mut self) {
        self.close_with(")");
    }

    fn open_with(&mut self, bracket: &str) {
        self.opening.push_str(bracket);
    }

    fn close_with(&mut self, bracket: &str) {
        self.text.push_str(bracket);
        self.column += bracket.len();
    }
}
