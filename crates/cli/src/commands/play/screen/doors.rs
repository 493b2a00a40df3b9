//! The doors of a machine: its last thoughts, as text in a pane.

use kempelen_rules::{AnyPosition, Move};
use kempelen_window::{Part, Style, View};

use super::super::said;

/// How the last thoughts of a machine are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    /// Why it played its move; or, of another move, why not that one.
    Why(Option<Move>),
    /// Its search as a drawing.
    Tree,
    /// Its search sentence by sentence.
    Log,
}

impl Reading {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Why(None) => "why",
            Self::Why(Some(_)) => "why not",
            Self::Tree => "tree",
            Self::Log => "log",
        }
    }
}

/// What is seen behind the doors. The text is laid out for a width and kept until something changes.
#[derive(Default)]
pub(super) struct DoorsPane {
    /// How the thoughts are read; nothing while the doors are shut.
    reading: Option<Reading>,
    seen: Seen,
    text: String,
    laid_out: Option<(Reading, Style)>,
    scroll: usize,
}

/// What there is to see.
#[derive(Default)]
enum Seen {
    /// The machine has not moved.
    #[default]
    Nothing,
    /// It has, behind shut doors.
    Missed,
    /// Its thoughts cannot be read, for this reason.
    Unreadable(String),
    Thoughts(Box<View>),
}

/// As much of a tree as one can look at.
const PART: Part = Part { plies: 2, width: 4, depth: None };

impl DoorsPane {
    pub(super) fn opened(reading: Reading) -> Self {
        Self { reading: Some(reading), ..Self::default() }
    }

    pub(super) fn reading(&self) -> Option<Reading> {
        self.reading
    }

    /// The move that is explained, as it is called.
    pub(super) fn subject(&self) -> Option<String> {
        let m = match self.reading {
            Some(Reading::Why(Some(m))) => m,
            _ => self.chosen()?,
        };
        Some(crate::words::san_line(self.root_position()?, &[m]))
    }

    /// The move that the machine chose.
    fn chosen(&self) -> Option<Move> {
        let Seen::Thoughts(view) = &self.seen else { return None };
        let best = view.recording().answer.as_ref()?.best.as_deref()?;
        view.root_position().read_uci(best).ok()
    }

    /// Reads the thoughts in a way, or shuts the doors.
    pub(super) fn read(&mut self, reading: Option<Reading>) {
        if self.reading != reading {
            self.reading = reading;
            self.scroll = 0;
        }
    }

    /// Understands what a player asks for.
    ///
    /// # Errors
    /// With the text that is no move of the position that the machine thought about.
    pub(super) fn ask(&mut self, wanted: &said::DoorsOrder) -> Result<(), String> {
        let reading = match wanted {
            said::DoorsOrder::Why(None) => Some(Reading::Why(None)),
            said::DoorsOrder::Why(Some(text)) => {
                let position = self.root_position().ok_or("There are no thoughts to ask about yet.")?;
                let m = position.read_move(text).map_err(|_| {
                    format!("{text:?} was no move where the machine thought about its last one.")
                })?;
                Some(Reading::Why(Some(m).filter(|_| self.chosen() != Some(m))))
            }
            said::DoorsOrder::Tree => Some(Reading::Tree),
            said::DoorsOrder::Log => Some(Reading::Log),
            said::DoorsOrder::Next => match self.reading {
                None => Some(Reading::Why(None)),
                Some(Reading::Why(_)) => Some(Reading::Tree),
                Some(Reading::Tree) => Some(Reading::Log),
                Some(Reading::Log) => None,
            },
            said::DoorsOrder::Shut => None,
        };
        self.read(reading);
        Ok(())
    }

    fn root_position(&self) -> Option<&AnyPosition> {
        match &self.seen {
            Seen::Thoughts(view) => Some(view.root_position()),
            _ => None,
        }
    }

    /// The machine has moved, with these thoughts.
    pub(super) fn show(&mut self, thoughts: Option<Result<View, String>>) {
        self.seen = match thoughts {
            None => Seen::Missed,
            Some(Err(reason)) => Seen::Unreadable(reason),
            Some(Ok(view)) => Seen::Thoughts(Box::new(view)),
        };
        self.forget_question();
    }

    /// There is nothing to see any more.
    pub(super) fn clear(&mut self) {
        self.seen = Seen::Nothing;
        self.forget_question();
    }

    fn forget_question(&mut self) {
        if let Some(Reading::Why(m)) = &mut self.reading {
            *m = None;
        }
        self.laid_out = None;
        self.scroll = 0;
    }

    /// Lays the text out, if that has not been done.
    pub(super) fn lay_out(&mut self, style: Style) {
        let Some(reading) = self.reading else { return };
        if self.laid_out == Some((reading, style)) {
            return;
        }
        let text = match &self.seen {
            Seen::Nothing => style.wrap("The machine has not moved yet.", 0),
            Seen::Missed => {
                style.wrap("The doors were shut when the machine moved. Its next thoughts will be seen.", 0)
            }
            Seen::Unreadable(reason) => style.wrap(&format!("It cannot be seen why: {reason}."), 0),
            Seen::Thoughts(view) => match reading {
                Reading::Why(m) => view.why(m, &style),
                Reading::Tree => {
                    view.picture(PART, &style).unwrap_or_else(|error| style.wrap(&error.to_string(), 0))
                }
                Reading::Log => {
                    view.log(PART, false, &style).unwrap_or_else(|error| style.wrap(&error.to_string(), 0))
                }
            },
        };
        self.text = text;
        self.laid_out = Some((reading, style));
        self.scroll(0, 1);
    }

    /// The lines from the one on that stands at the top.
    pub(super) fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.lines().skip(self.scroll)
    }

    /// The first line that is seen, and how many there are.
    pub(super) fn place(&self) -> (usize, usize) {
        (self.scroll, self.text.lines().count())
    }

    /// Goes down by so many lines; the last `height` lines stay in sight.
    pub(super) fn scroll(&mut self, by: isize, height: usize) {
        let last = self.text.lines().count().saturating_sub(height);
        self.scroll = self.scroll.saturating_add_signed(by).min(last);
    }
}
