//! Small models of alpha-beta that run on the machine's own search.
//!
//! A model is a tree of 2 × 2 × 2 moves with a made-up score at each of its 14 positions. The machine searches a
//! pawn ending three plies deep; its king moves are suppressed, so that each side always has two moves, and every
//! evaluation is replaced by the model's score. What the search then does, which moves it scores, keeps or cuts
//! off, can be followed with a pencil.
//!
//! The idea, the texts and the picture are those of "A Window into Sargon".

mod draw;
mod key;

pub use key::Key;

use super::game::{PlyMax, Sargon};
use super::moves::Move;
use super::piece::Kind;
use super::points::Points;
use super::setup::{Book, SetupError, check_fen};
use super::watch::{Comparison, Event, Here, Interfere, Watch};
use std::fmt;

/// The position that is really searched. White's a-pawn stands on the lower rank, so that its moves are generated
/// first at ply 3 as well as at ply 1.
const REAL_POSITION: &str = "7k/8/6pp/8/1P6/P7/8/K7 w - - 0 1";

/// A model: a position one pretends to search, and a line and a score for each position of the tree.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    fen: String,
    /// What to say before the model is run.
    before: String,
    /// What to say afterwards.
    after: String,
    /// By key, the root first; the root has no line and no score.
    nodes: [Node; Key::COUNT],
}

#[derive(Clone, PartialEq, Debug, Default)]
struct Node {
    line: String,
    score: f64,
}

/// Why a model is not complete. Each reason carries the text that is at fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ModelError {
    /// The pretended position cannot be read.
    Position(SetupError),
    /// There is no such key.
    UnknownKey(String),
    /// A key is missing.
    MissingKey(String),
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => error.fmt(f),
            Self::UnknownKey(key) => write!(f, "a model has no position \"{key}\""),
            Self::MissingKey(key) => write!(f, "the model lacks position {key}"),
        }
    }
}

impl std::error::Error for ModelError {}

impl Model {
    /// A model of a pretended position, with a text to go before it and one to go after it. The entries are keys
    /// with their lines and their scores, in pawns, for the side that has just moved.
    ///
    /// # Errors
    /// If the FEN cannot be read, or the keys are not the 14 of [`Key`].
    pub fn new<'a>(
        fen: &str,
        before: &str,
        after: &str,
        entries: impl IntoIterator<Item = (&'a str, &'a str, f64)>,
    ) -> Result<Self, ModelError> {
        check_fen(fen).map_err(ModelError::Position)?;
        let mut given: [Option<Node>; Key::COUNT] = [const { None }; Key::COUNT];
        given[Key::ROOT.index()] = Some(Node::default());
        for (name, line, score) in entries {
            let key = Key::from_name(name)
                .filter(|&key| key != Key::ROOT)
                .ok_or_else(|| ModelError::UnknownKey(name.to_owned()))?;
            given[key.index()] = Some(Node { line: line.to_owned(), score });
        }
        if let Some(key) = Key::all().find(|key| given[key.index()].is_none()) {
            return Err(ModelError::MissingKey(key.name().to_owned()));
        }
        let nodes = given.map(Option::unwrap_or_default);
        Ok(Self { fen: fen.to_owned(), before: before.to_owned(), after: after.to_owned(), nodes })
    }

    /// The line that is pretended to lead to a position.
    pub fn line(&self, key: Key) -> &str {
        &self.nodes[key.index()].line
    }

    /// The score of a position in the search's own terms: 128 is level, low is good for the side that has just
    /// moved, an eighth of a pawn a unit.
    pub fn score_byte(&self, key: Key) -> u8 {
        let pawns = self.nodes[key.index()].score.clamp(-16.0, 16.0);
        ((128.0 - 8.0 * pawns) as i32).clamp(2, 254) as u8
    }

    /// Runs the model on the machine.
    pub fn run(&self) -> Run<'_> {
        let mut log = Log::default();
        let thought = Sargon::from_fen(REAL_POSITION, Book::Closed)
            .ok()
            .zip(PlyMax::new(3))
            .and_then(|(mut sargon, plymax)| sargon.think_with(plymax, &mut log, &mut Pretend(self)));
        let line = thought.map_or_else(Vec::new, |thought| thought.pv);
        let pv = (1..=line.len()).filter_map(|plies| Key::of_path(&line[..plies])).collect();
        Run { model: self, facts: log.facts, pv }
    }
}

/// The interference: no king moves, and the model's scores.
struct Pretend<'a>(&'a Model);

impl Interfere for Pretend<'_> {
    fn allows(&mut self, here: Here<'_>, mv: Move) -> bool {
        here.piece_on(mv.first.from).kind() != Kind::King
    }

    fn value(&mut self, here: Here<'_>, points: Points) -> u8 {
        Key::of_path(here.path).map_or(points.value, |key| self.0.score_byte(key))
    }
}

/// What a model did when it was run.
#[derive(Clone, PartialEq, Debug)]
pub struct Run<'m> {
    model: &'m Model,
    /// Everything worth telling, in the order in which it happened.
    pub facts: Vec<Fact>,
    /// The positions of the principal variation.
    pub pv: Vec<Key>,
}

/// Something worth telling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// A position was created and evaluated.
    Created(Key),
    /// The move to a position was scored.
    Scored(ScoredMove),
}

/// A move with its score and what came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredMove {
    /// The position it leads to.
    pub key: Key,
    /// The bytes that were compared: `score` is the document's S, `two_lower` its A, `one_lower` its M.
    pub bytes: Comparison,
    /// What the comparison decided.
    pub decision: Decision,
}

/// What becomes of a scored move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// It is too good: the rest of the ply is left out.
    Cutoff,
    /// It is not better than the best so far.
    Discard,
    /// It is the best so far.
    NewBest,
}

/// The watcher who turns events into facts.
#[derive(Default)]
struct Log {
    /// The moves that led to the ply at hand.
    path: Vec<Move>,
    facts: Vec<Fact>,
}

impl Log {
    /// The key of the position after a move at a ply.
    fn key(&self, mv: Option<Move>) -> Option<Key> {
        let path: Vec<Move> = self.path.iter().copied().chain(mv).collect();
        Key::of_path(&path)
    }

    fn scored(&mut self, bytes: Comparison, decision: Decision) {
        if let Some(key) = self.key(bytes.mv) {
            self.facts.push(Fact::Scored(ScoredMove { key, bytes, decision }));
        }
    }
}

impl Watch for Log {
    fn note(&mut self, event: impl FnOnce() -> Event) {
        match event() {
            Event::Entered { by, .. } => self.path.extend(by),
            Event::Left { .. } => {
                self.path.pop();
            }
            Event::Evaluated { mv, .. } => self.facts.extend(self.key(mv).map(Fact::Created)),
            Event::Cutoff(bytes) => self.scored(bytes, Decision::Cutoff),
            Event::NotBest(bytes) => self.scored(bytes, Decision::Discard),
            Event::Best(bytes) => self.scored(bytes, Decision::NewBest),
            Event::Generated { .. }
            | Event::Illegal { .. }
            | Event::Mate { .. }
            | Event::Stalemate { .. } => {}
        }
    }
}
