//! Minimax with alpha-beta: Black maximises, White minimises.

use std::cmp::Reverse;

use kempelen_rules::{Color, Move};
use kempelen_trace::{How, Mute, Why};

use super::board::OctavePosition;
use super::evaluation::{OctaveEvaluation, OctaveValue};
use crate::limits::MachineLimits;
use crate::placement::role_code;
use crate::plain::{NodeEnd, Outside, OwnScore, PlainNode, PlainSearch};
use crate::watch::Watch;

/// What the machine found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OctaveReport {
    /// Its move. There is none in mate and stalemate, at depth 0, and when the opponent is already mated.
    pub best: Option<Move>,
    /// What the machine expects, from Black's side.
    pub value: OctaveValue,
    /// What the position looks like before any move is made, from Black's side.
    pub static_eval: OctaveValue,
    /// The nodes it looked at.
    pub nodes: u64,
    /// Whether it came to the end. Otherwise move and value are the best so far.
    pub finished: bool,
}

impl OctavePosition {
    /// Thinks to a depth (the original plays at [`DEPTH`](super::DEPTH)), however long it takes.
    pub fn think(&self, depth: u8) -> OctaveReport {
        self.think_within(MachineLimits::depth(depth), &mut Mute)
    }

    /// Thinks within limits, watched by someone or by nobody ([`Mute`]).
    ///
    /// Stopped before it has found anything, the machine plays its first legal move and reports the static
    /// value.
    pub fn think_within(
        &self,
        limits: MachineLimits<'_>,
        watch: &mut impl Watch<OctaveValue>,
    ) -> OctaveReport {
        let mut search = OctaveSearch { best: None, outside: Outside::new(limits, watch, self.turn()) };
        let root = PlainNode::root(limits.depth, (OctaveValue::LOWEST, OctaveValue::HIGHEST));
        let value = search.visit(self, root);
        let OctaveSearch { best, outside: Outside { budget, .. } } = search;
        let (nodes, finished) = (budget.nodes(), !budget.is_exhausted());
        let static_eval = OctaveEvaluation::of(self).total();
        if finished || best.is_some() {
            OctaveReport { best, value, static_eval, nodes, finished }
        } else {
            let best = self.legal_moves().into_iter().find(|&m| budget.allows(m));
            OctaveReport { best, value: static_eval, static_eval, nodes, finished }
        }
    }
}

struct OctaveSearch<'a, W> {
    /// The best move of the root so far.
    best: Option<Move>,
    outside: Outside<'a, W>,
}

impl OwnScore for OctaveValue {
    fn traced(self, mover: Color) -> i32 {
        // A window without bounds has infinite ends; the conversion keeps them at the ends of the numbers.
        let hundredths = (self.0 * 100.0).round().clamp(f64::from(-i32::MAX), f64::from(i32::MAX)) as i32;
        mover.pick(-hundredths, hundredths)
    }
}

impl<'a, W: Watch<OctaveValue>> PlainSearch<'a> for OctaveSearch<'a, W> {
    type Board = OctavePosition;
    /// From Black's side.
    type Score = OctaveValue;
    type Watch = W;
    const HORIZON: How = How::Full;

    fn outside(&mut self) -> &mut Outside<'a, W> {
        &mut self.outside
    }

    fn look(&mut self, here: &OctavePosition, node: PlainNode<OctaveValue>) -> NodeEnd<OctaveValue> {
        if node.depth == 0 {
            let score = OctaveEvaluation::of(here).total();
            self.outside.judged(node, score);
            return NodeEnd { score, why: Why::Horizon };
        }
        let mut moves = self.legal_moves(here);
        if moves.is_empty() && here.is_in_check(here.turn()) {
            return NodeEnd { score: OctaveValue::MATED, why: Why::Mate };
        }
        // The original asks this at every node, and spends most of its time on it. But the side that just
        // moved is not in check, or its move would have been illegal; only the position that the guest
        // brought may surprise us.
        if node.ply == 0 && here.is_mated(!here.turn()) {
            return NodeEnd { score: OctaveValue::OPPONENT_MATED, why: Why::Mate };
        }
        if moves.is_empty() {
            return NodeEnd { score: OctaveValue::DRAW, why: Why::Stalemate };
        }
        if node.ply == 0 {
            moves.retain(|&m| self.outside.allows(m));
            if moves.is_empty() {
                return NodeEnd { score: OctaveEvaluation::of(here).total(), why: Why::Searched };
            }
        }
        moves.sort_by_key(|&m| Reverse(captured_code(here, m)));
        self.try_moves(here, node, &moves)
    }
}

impl<W: Watch<OctaveValue>> OctaveSearch<'_, W> {
    /// Tries the moves in order. Of several best moves the first one wins.
    fn try_moves(
        &mut self,
        here: &OctavePosition,
        node: PlainNode<OctaveValue>,
        moves: &[Move],
    ) -> NodeEnd<OctaveValue> {
        let PlainNode { ply, mut alpha, mut beta, .. } = node;
        let us = here.turn();
        let mut best = match us {
            Color::Black => OctaveValue::LOWEST,
            Color::White => OctaveValue::HIGHEST,
        };
        for (&m, number) in moves.iter().zip(1..) {
            if ply == 0 {
                self.outside.progress((m, number), self.best.map(|m| (m, best)));
            }
            let score = self.visit(&here.play(m), node.below(m, (alpha, beta)));
            if self.outside.budget.is_exhausted() {
                return NodeEnd { score: best, why: Why::Stopped };
            }
            let is_better = match us {
                Color::Black => score > best,
                Color::White => score < best,
            };
            if is_better {
                best = score;
                self.outside.best(node, m, score);
                if ply == 0 {
                    self.best = Some(m);
                }
            }
            match us {
                Color::Black if best > alpha => alpha = best,
                Color::White if best < beta => beta = best,
                _ => {}
            }
            if beta <= alpha {
                return NodeEnd { score: best, why: Why::Beta };
            }
        }
        NodeEnd { score: best, why: Why::Searched }
    }

    /// The legal moves in the order of generation.
    fn legal_moves(&mut self, here: &OctavePosition) -> Vec<Move> {
        let us = here.turn();
        let mut moves = Vec::with_capacity(64);
        here.each_move(us, |m| {
            if here.play(m).is_in_check(us) {
                self.outside.skip(m, Why::Illegal);
            } else {
                moves.push(m);
            }
        });
        moves
    }
}

/// The code of the man that a move takes (P N B R Q K are 1 to 6), or 0.
///
/// The original orders its moves by this code and not by value, so a bishop comes before a knight.
fn captured_code(here: &OctavePosition, m: Move) -> i8 {
    here.piece_on(m.to()).map_or(0, |man| role_code(man.role()))
}
