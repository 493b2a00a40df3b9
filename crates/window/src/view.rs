//! One door to both kinds of search.

use std::io::{self, Write};

use kempelen_rules::{AnyPosition, Move};
use kempelen_trace::Recording;

use crate::exact::Weighing;
use crate::json::JsonOptions;
use crate::playouts::{self, Playouts};
use crate::readings::{self, LogOptions, PictureOptions};
use crate::style::Style;
use crate::tree::{Round, Tree, TreeError};
use crate::verify::{Findings, verify};

/// A trace, ready to be read: a tree, or playouts.
#[derive(Debug)]
pub enum View {
    /// A search by nodes that are entered and left.
    Tree(Box<Tree>),
    /// A search by playouts.
    Playouts(Box<Playouts>),
}

/// Which part of a trace a reading is of.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// How many plies.
    pub plies: usize,
    /// How many moves of each node.
    pub width: usize,
    /// The search of the root, by its nominal depth; the last if left out. Playouts have only one.
    pub depth: Option<u8>,
}

impl Default for Part {
    fn default() -> Self {
        Self { plies: 2, width: 4, depth: None }
    }
}

/// Why a trace cannot be read as asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ViewError {
    /// It has no search of the root to this depth, but to these.
    Depth(u8, Vec<u8>),
    /// Two traces of different kinds cannot be compared.
    Kinds,
}

impl std::fmt::Display for ViewError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Depth(depth, there) => {
                let there: Vec<String> = there.iter().map(u8::to_string).collect();
                write!(f, "the trace has no search to depth {depth}; it has {}", there.join(", "))
            }
            Self::Kinds => f.write_str("a search by nodes and one by playouts cannot be laid side by side"),
        }
    }
}

impl std::error::Error for ViewError {}

impl View {
    /// Lays a recording out.
    ///
    /// # Errors
    /// When it makes no sense; see [`TreeError`].
    pub fn new(recording: Recording) -> Result<Self, TreeError> {
        if Playouts::are_in(&recording) {
            Ok(Self::Playouts(Box::new(Playouts::new(recording)?)))
        } else {
            Ok(Self::Tree(Box::new(Tree::new(recording)?)))
        }
    }

    /// The recording behind it.
    pub fn recording(&self) -> &Recording {
        match self {
            Self::Tree(tree) => tree.recording(),
            Self::Playouts(playouts) => playouts.recording(),
        }
    }

    /// The position of the search.
    pub fn root_position(&self) -> &AnyPosition {
        match self {
            Self::Tree(tree) => tree.root_position(),
            Self::Playouts(playouts) => playouts.root_position(),
        }
    }

    /// A drawing in the style of the lesson.
    ///
    /// # Errors
    /// When there is no such part.
    pub fn picture(&self, part: Part, style: &Style) -> Result<String, ViewError> {
        Ok(match self {
            Self::Tree(tree) => readings::picture(tree, options(tree, part)?, style),
            Self::Playouts(playouts) => playouts::picture(playouts, part.plies, part.width, style),
        })
    }

    /// What happened, sentence by sentence. Of playouts the first `part.width` are told.
    ///
    /// # Errors
    /// When there is no such part.
    pub fn log(&self, part: Part, ghosts: bool, style: &Style) -> Result<String, ViewError> {
        Ok(match self {
            Self::Tree(tree) => {
                let round = round(tree, part.depth)?;
                readings::log(tree, LogOptions { depth: part.plies, round, ghosts }, style)
            }
            Self::Playouts(playouts) => playouts::log(playouts, part.width, style),
        })
    }

    /// One line of play.
    ///
    /// # Errors
    /// When there is no such part.
    pub fn line(&self, moves: &[Move], depth: Option<u8>, style: &Style) -> Result<String, ViewError> {
        Ok(match self {
            Self::Tree(tree) => readings::line(tree, round(tree, depth)?, moves, style),
            Self::Playouts(playouts) => playouts::line(playouts, moves, style),
        })
    }

    /// Why a move was chosen.
    pub fn why(&self, m: Option<Move>, style: &Style) -> String {
        self.why_weighed(m, None, style)
    }

    /// The same where the machine has been asked about the move and the runner-up; see [`weigh`](crate::weigh).
    pub fn why_weighed(&self, m: Option<Move>, weighing: Option<&Weighing>, style: &Style) -> String {
        match self {
            Self::Tree(tree) => readings::why(tree, m, weighing, style),
            Self::Playouts(playouts) => playouts::why(playouts, m, style),
        }
    }

    /// Why a move was not chosen.
    pub fn why_not(&self, m: Move, style: &Style) -> String {
        self.why_not_weighed(m, None, style)
    }

    /// The same where the machine has been asked about the move; see [`weigh`](crate::weigh).
    pub fn why_not_weighed(&self, m: Move, weighing: Option<&Weighing>, style: &Style) -> String {
        match self {
            Self::Tree(tree) => readings::why_not(tree, m, weighing, style),
            Self::Playouts(playouts) => playouts::why_not(playouts, m, style),
        }
    }

    /// Two traces side by side.
    ///
    /// # Errors
    /// When they are of different kinds.
    pub fn diff(&self, other: &Self, style: &Style) -> Result<String, ViewError> {
        match (self, other) {
            (Self::Tree(a), Self::Tree(b)) => Ok(readings::diff(a, b, style)),
            (Self::Playouts(a), Self::Playouts(b)) => Ok(playouts::diff(a, b, style)),
            _ => Err(ViewError::Kinds),
        }
    }

    /// A picture.
    ///
    /// # Errors
    /// When there is no such part.
    pub fn svg(&self, part: Part) -> Result<String, ViewError> {
        Ok(match self {
            Self::Tree(tree) => crate::svg::svg(tree, options(tree, part)?),
            Self::Playouts(playouts) => playouts::svg(playouts, part.width),
        })
    }

    /// A web page that needs nothing else.
    ///
    /// # Errors
    /// When there is no such part.
    pub fn page(&self, part: Part) -> Result<String, ViewError> {
        Ok(match self {
            Self::Tree(tree) => crate::page::page(tree, options(tree, part)?),
            Self::Playouts(playouts) => playouts::page(playouts, part.plies, part.width),
        })
    }

    /// One JSON object: all plies, or so many; all searches of the root, or one.
    ///
    /// # Errors
    /// When there is no such part, or as the writer has them.
    pub fn json(
        &self,
        plies: Option<usize>,
        depth: Option<u8>,
        ghosts: bool,
        out: &mut impl Write,
    ) -> io::Result<Result<(), ViewError>> {
        match self {
            Self::Tree(tree) => {
                let round = match depth.map(|depth| round(tree, Some(depth))).transpose() {
                    Ok(round) => round,
                    Err(error) => return Ok(Err(error)),
                };
                crate::json::json(tree, JsonOptions { plies, round, ghosts }, out)?;
            }
            Self::Playouts(playouts) => playouts::json(playouts, plies, out)?,
        }
        Ok(Ok(()))
    }

    /// Whether it makes sense.
    pub fn verify(&self) -> Findings {
        match self {
            Self::Tree(tree) => verify(tree),
            Self::Playouts(playouts) => playouts::verify(playouts),
        }
    }
}

fn round(tree: &Tree, depth: Option<u8>) -> Result<Round, ViewError> {
    let Some(depth) = depth else { return Ok(tree.last_round()) };
    tree.round_of_depth(depth).ok_or_else(|| {
        let mut there: Vec<u8> = tree.rounds().iter().map(|round| round.depth).collect();
        there.dedup();
        ViewError::Depth(depth, there)
    })
}

fn options(tree: &Tree, part: Part) -> Result<PictureOptions, ViewError> {
    Ok(PictureOptions { depth: part.plies, width: part.width, round: round(tree, part.depth)? })
}
