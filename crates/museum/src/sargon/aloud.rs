//! The machine's own events, told in the words that all engines share.
//!
//! A score here is a byte of the score table less 128, seen from the side to move: eighths of a pawn against the
//! position on the board. The table holds at ply *n* what the side to move there has secured, which is its
//! alpha, and at ply *n* - 1 what the other side has, which is its beta seen from there.

use std::cell::Cell;

use kempelen_rules::{Move, Role, Square};
use kempelen_trace::{Event as Told, How, Observer, Scale, Score, Trace, Why};

use super::search::MAX_PLY;
use super::watch::{Comparison, SargonEvent, SargonWatch};
use super::{SargonMove as OwnMove, SargonSquare as Cell120};

/// What a score means: byte 0 is the bound from which a search starts, 255 a mate found and 1 a mate suffered.
pub(super) const SCALE: Scale = Scale { per_pawn: 8, infinite: 128, mate: 127, mate_plies: 0, won: 0 };

/// Writes what the machine says into a trace.
pub(super) struct SargonAloud<'a> {
    trace: &'a mut Trace,
    /// Label PLYMAX.
    plymax: usize,
    /// Whether the search is being abandoned.
    stopped: &'a Cell<bool>,
    /// Label SCORE, kept in step with the machine's.
    scores: [u8; MAX_PLY + 2],
    /// How the innermost ply ends, once it is known, and with which byte if not the table's.
    end: Option<(Why, Option<u8>)>,
}

impl<'a> SargonAloud<'a> {
    pub(super) fn new(trace: &'a mut Trace, plymax: u8, stopped: &'a Cell<bool>) -> Self {
        let scores = [0; MAX_PLY + 2];
        Self { trace, plymax: plymax.into(), stopped, scores, end: None }
    }

    fn enter(&mut self, ply: usize, m: Option<Move>, how: How) {
        let (alpha, beta) = (seen(self.scores[ply]), -seen(self.scores[ply - 1]));
        let depth = self.plymax as i16 + 1 - ply as i16;
        self.trace.note(|| Told::Enter { m, how, depth, alpha, beta });
    }

    /// A ply begins.
    fn entered(&mut self, ply: usize, by: Option<OwnMove>) {
        if ply == 1 {
            self.trace.note(|| Told::Iteration { depth: self.plymax as u8 });
        } else {
            self.scores[ply] = self.scores[ply - 2];
        }
        self.enter(ply, by.map(in_our_words), if ply == 1 { How::Root } else { How::Full });
        if ply == 1 {
            // The root was evaluated first of all, and everything is measured against it.
            self.trace.note(|| Told::Static { score: 0 });
        }
        self.end = None;
    }

    /// A position without a ply of its own: looked at to put moves in order, which every ply but the last does
    /// before it tries any, or at the horizon.
    fn evaluated(&mut self, ply: usize, mv: Option<OwnMove>, value: u8) {
        let Some(mv) = mv else { return };
        self.scores[ply + 1] = self.scores[ply - 1];
        self.enter(ply + 1, Some(in_our_words(mv)), if ply < self.plymax { How::Order } else { How::Full });
        let score = seen(value);
        self.trace.note(|| Told::Static { score });
        self.trace.note(|| Told::Leave { score, why: Why::Horizon });
    }

    fn best(&mut self, comparison: Comparison) {
        self.scores[comparison.ply] = comparison.negated();
        self.name_best(comparison);
    }

    /// The machine itself forgets which move was too good: it only leaves the ply. Whoever reads must be told.
    fn cut_off(&mut self, comparison: Comparison) {
        self.name_best(comparison);
        let why = self.end.map_or(Why::Beta, |(why, _)| why);
        self.end = Some((why, Some(comparison.negated())));
    }

    fn name_best(&mut self, comparison: Comparison) {
        // A ply without a legal move is scored under the name of a move that is none.
        if let (None, Some(mv)) = (self.end, comparison.mv) {
            let score = seen(comparison.negated());
            self.trace.note(|| Told::Best { m: in_our_words(mv), score });
        }
    }

    fn left(&mut self, ply: usize) {
        let (why, byte) = self.end.take().unwrap_or((Why::Searched, None));
        let mate_found = ply == 1 && self.scores[1] == u8::MAX;
        let why = match why {
            _ if self.stopped.get() => Why::Stopped,
            // Nothing can be better than the mate it has found.
            Why::Searched if mate_found => Why::MateDistance,
            why => why,
        };
        let score = seen(byte.unwrap_or(self.scores[ply]));
        self.trace.note(|| Told::Leave { score, why });
    }
}

impl SargonWatch for SargonAloud<'_> {
    fn note(&mut self, event: impl FnOnce() -> SargonEvent) {
        match event() {
            SargonEvent::Entered { ply, by } => self.entered(ply, by),
            SargonEvent::Generated { .. } | SargonEvent::NotBest(_) => {}
            SargonEvent::Evaluated { ply, mv, value, .. } => self.evaluated(ply, mv, value),
            SargonEvent::Illegal { mv, .. } => {
                self.trace.note(|| Told::Skip { m: in_our_words(mv), why: Why::Illegal });
            }
            SargonEvent::Mate { .. } => self.end = Some((Why::Mate, None)),
            SargonEvent::Stalemate { .. } => self.end = Some((Why::Stalemate, None)),
            SargonEvent::Cutoff(comparison) => self.cut_off(comparison),
            SargonEvent::Best(comparison) => self.best(comparison),
            SargonEvent::Left { ply } => self.left(ply),
        }
    }
}

/// A byte of the score table as a score.
fn seen(byte: u8) -> Score {
    Score::from(byte) - 128
}

/// A move as the rules write it: castling as the king taking its own rook.
pub(super) fn in_our_words(mv: OwnMove) -> Move {
    let from = square(mv.first.from);
    let castles = mv.first.is_double() && mv.second.from != mv.second.to;
    if castles {
        Move::new(from, square(mv.second.from))
    } else if mv.first.is_promotion() {
        Move::promotion(from, square(mv.first.to), Role::Queen)
    } else {
        Move::new(from, square(mv.first.to))
    }
}

fn square(cell: Cell120) -> Square {
    Square::at(cell.file(), cell.rank())
}
