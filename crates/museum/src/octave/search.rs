//! Minimax with alpha-beta: Black maximises, White minimises.

use std::cmp::Reverse;

use kempelen_rules::{Color, Move};

use super::board::Position;
use super::evaluation::{Evaluation, Value};
use crate::limits::{Budget, Limits};
use crate::placement::role_code;
use crate::watch::{Event, Exit, Left, Mute, Progress, Skipped, Watch};

/// What the machine found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report {
    /// Its move. There is none in mate and stalemate, at depth 0, and when the opponent is already mated.
    pub best: Option<Move>,
    /// What the machine expects, from Black's side.
    pub value: Value,
    /// What the position looks like before any move is made, from Black's side.
    pub static_eval: Value,
    /// The nodes it looked at.
    pub nodes: u64,
    /// Whether it came to the end. Otherwise move and value are the best so far.
    pub finished: bool,
}

impl Position {
    /// Thinks to a depth (the original plays at [`DEPTH`](super::DEPTH)), however long it takes.
    pub fn think(&self, depth: u8) -> Report {
        self.think_within(Limits::depth(depth), &mut Mute)
    }

    /// Thinks within limits, watched by someone or by nobody ([`Mute`]).
    ///
    /// Stopped before it has found anything, the machine plays its first legal move and reports the static
    /// value.
    pub fn think_within(&self, limits: Limits<'_>, watch: &mut impl Watch<Value>) -> Report {
        let mut search = Search { best: None, budget: Budget::new(limits), watch };
        let root =
            Node { position: self, ply: 0, depth: limits.depth, alpha: Value::LOWEST, beta: Value::HIGHEST };
        let value = search.visit(root);
        let (best, nodes, finished) = (search.best, search.budget.nodes(), !search.budget.is_exhausted());
        let static_eval = Evaluation::of(self).total();
        if finished || best.is_some() {
            Report { best, value, static_eval, nodes, finished }
        } else {
            let best = self.legal_moves().into_iter().find(|&m| search.budget.allows(m));
            Report { best, value: static_eval, static_eval, nodes, finished }
        }
    }
}

struct Search<'a, W> {
    /// The best move of the root so far.
    best: Option<Move>,
    budget: Budget<'a>,
    watch: &'a mut W,
}

/// A position of the tree, and what is known on the way to it.
#[derive(Clone, Copy)]
struct Node<'p> {
    position: &'p Position,
    /// The distance from the root in plies.
    ply: u16,
    /// The plies still to search.
    depth: u8,
    /// What Black is sure of.
    alpha: Value,
    /// What White is sure of.
    beta: Value,
}

impl<W: Watch<Value>> Search<'_, W> {
    /// Enters a node, and leaves it with its value for Black.
    fn visit(&mut self, node: Node<'_>) -> Value {
        let Node { ply, depth, alpha, beta, .. } = node;
        self.watch.note(|| Event::Enter { ply, depth, alpha, beta });
        self.budget.spend();
        let Exit { score, why } = if self.budget.is_exhausted() {
            Exit { score: alpha, why: Left::Stopped }
        } else {
            self.minimax(node)
        };
        self.watch.note(|| Event::Leave { score, why });
        score
    }

    fn minimax(&mut self, node: Node<'_>) -> Exit<Value> {
        let here = node.position;
        if node.depth == 0 {
            let score = Evaluation::of(here).total();
            self.watch.note(|| Event::Static { score });
            return Exit { score, why: Left::Horizon };
        }
        let mut moves = self.legal_moves(here);
        if moves.is_empty() && here.is_in_check(here.turn()) {
            return Exit { score: Value::MATED, why: Left::Mate };
        }
        // The original asks this at every node, and spends most of its time on it. But the side that just
        // moved is not in check, or its move would have been illegal; only the position that the guest
        // brought may surprise us.
        if node.ply == 0 && here.is_mated(!here.turn()) {
            return Exit { score: Value::OPPONENT_MATED, why: Left::OpponentMated };
        }
        if moves.is_empty() {
            return Exit { score: Value::DRAW, why: Left::Stalemate };
        }
        if node.ply == 0 {
            self.forbid(&mut moves);
            if moves.is_empty() {
                return Exit { score: Evaluation::of(here).total(), why: Left::Exhausted };
            }
        }
        moves.sort_by_key(|&m| Reverse(captured_code(here, m)));
        self.try_moves(node, &moves)
    }

    /// Tries the moves in order. Of several best moves the first one wins.
    fn try_moves(&mut self, node: Node<'_>, moves: &[Move]) -> Exit<Value> {
        let Node { position: here, ply, depth, mut alpha, mut beta } = node;
        let us = here.turn();
        let mut best = match us {
            Color::Black => Value::LOWEST,
            Color::White => Value::HIGHEST,
        };
        for (&m, number) in moves.iter().zip(1..) {
            if ply == 0 {
                let found = self.best.map(|m| (m, best));
                self.watch.progress(Progress { next: (m, number), best: found, nodes: self.budget.nodes() });
            }
            self.watch.note(|| Event::Try { m });
            let score =
                self.visit(Node { position: &here.play(m), ply: ply + 1, depth: depth - 1, alpha, beta });
            if self.budget.is_exhausted() {
                return Exit { score: best, why: Left::Stopped };
            }
            let is_better = match us {
                Color::Black => score > best,
                Color::White => score < best,
            };
            if is_better {
                best = score;
                self.watch.note(|| Event::Best { m, score });
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
                return Exit { score: best, why: Left::Cutoff };
            }
        }
        Exit { score: best, why: Left::Exhausted }
    }

    /// Strikes out the moves of the root that the machine was told not to play.
    fn forbid(&mut self, moves: &mut Vec<Move>) {
        moves.retain(|&m| {
            let allowed = self.budget.allows(m);
            if !allowed {
                self.watch.note(|| Event::Skip { m, why: Skipped::Forbidden });
            }
            allowed
        });
    }

    /// The legal moves in the order of generation.
    fn legal_moves(&mut self, here: &Position) -> Vec<Move> {
        let us = here.turn();
        let mut moves = Vec::with_capacity(64);
        here.each_move(us, |m| {
            if here.play(m).is_in_check(us) {
                self.watch.note(|| Event::Skip { m, why: Skipped::Illegal });
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
fn captured_code(here: &Position, m: Move) -> i8 {
    here.piece_on(m.to()).map_or(0, |man| role_code(man.role()))
}
