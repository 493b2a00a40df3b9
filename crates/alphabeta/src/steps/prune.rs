//! Rules that settle a whole node without looking at its moves one by one (*forward pruning*).
//!
//! All of them guess: they believe the static evaluation, or a search of less depth, where the difference to
//! the window is large. They stand back on the principal variation, in check, and where scores are those of
//! mates. What each is worth is in docs/search.md; a search for a mate does without them.

use std::ops::ControlFlow::Continue;

use kempelen_eval::Evaluator;
use kempelen_rules::{Role, Variant};
use kempelen_trace::{Bound, How, Observer, Why};

use crate::order::MovePicker;
use crate::params::fixed::QUARTERS;
use crate::score;
use crate::search::{NodeKind, NodeStep, NodeVisit, ScoutNode, SearchNode, settle};
use crate::thread::SearchThread;

impl<V: Variant, E: Evaluator<V>, O: Observer> SearchThread<'_, V, E, O> {
    /// *Razoring*: a node so far below its window that only captures could save it is left to quiescence
    /// (John Birmingham and Peter Kent, 1977, cut such nodes off without asking). If quiescence agrees, that
    /// is the score.
    #[inline]
    pub(crate) fn razoring(&mut self, here: &SearchNode<'_, V>) -> NodeStep {
        let p = self.params;
        if here.depth > p.razoring_depth
            || here.eval + p.razoring_base + p.razoring_margin * here.depth * here.depth >= here.alpha
        {
            return Continue(());
        }
        let visit = NodeVisit {
            depth: 0,
            ply: here.ply,
            alpha: here.alpha,
            beta: here.alpha + 1,
            cut: false,
            m: None,
            how: How::Quiescence,
        };
        let score = self.quiescence::<ScoutNode>(here.position, visit);
        if score <= here.alpha && !score::is_decided(score) {
            return settle(score, Why::Razoring);
        }
        Continue(())
    }

    /// *Reverse futility pruning* (also *static null move pruning*): a node so far above its window that a
    /// few plies will not bring it down. The opponent has one move, and one move seldom gains so much.
    ///
    /// The score returned is between the window and the evaluation, since the truth probably is.
    #[inline]
    pub(crate) fn reverse_futility(&mut self, here: &SearchNode<'_, V>) -> NodeStep {
        let p = self.params;
        let margin = p.reverse_futility_margin * here.depth
            - if here.improving { p.reverse_futility_improving } else { 0 };
        if here.depth > p.reverse_futility_depth
            || here.was_pv && p.reverse_futility_was_pv > 0
            || here.eval - margin.max(p.reverse_futility_least) < here.beta
            || score::is_decided(here.eval)
            || score::is_decided(here.beta)
        {
            return Continue(());
        }
        settle(here.beta + (here.eval - here.beta) / p.reverse_futility_part, Why::ReverseFutility)
    }

    /// *Null move pruning*: if even a pass, searched to less depth, is too good, some move will be too (Don
    /// Beal, 1989; Christian Donninger, 1993).
    ///
    /// That fails in *zugzwang*, where a pass would be the best move. So it is not tried without officers,
    /// never twice in a row, and deep nodes verify it by a search without passes (Omid David Tabibi and
    /// Nathan Netanyahu, 2002).
    pub(crate) fn null_move(&mut self, here: &SearchNode<'_, V>) -> NodeStep {
        let p = self.params;
        if here.depth < p.null_move_depth
            || here.eval < here.beta
            || here.ply < self.no_null_move_before
            || here.ply > 0 && self.frame_before(here.ply, 1).moved.is_none()
            || self.frame(here.ply).eval.is_none_or(|eval| {
                eval < here.beta + p.null_move_margin - p.null_move_margin_depth * here.depth
            })
            || score::is_decided(here.beta)
            || !has_officers(here)
        {
            return Continue(());
        }
        let reduction = p.null_move_base
            + here.depth / p.null_move_divisor
            + ((here.eval - here.beta) / p.null_move_eval).min(p.null_move_eval_most);
        let child = NodeVisit {
            depth: here.depth - reduction,
            ply: here.ply + 1,
            alpha: -here.beta,
            beta: -here.beta + 1,
            cut: !here.cut,
            m: None,
            how: How::Null,
        };
        let found = -self.below(here, None, |search, next| search.node::<ScoutNode>(next, child));
        if self.is_halted() || found < here.beta {
            return Continue(());
        }
        let found = if score::is_decided(found) { here.beta } else { found };
        if here.depth < p.null_move_verify || self.no_null_move_before > 0 {
            return settle(found, Why::NullMove);
        }
        let plies = p.null_move_verify_plies * (here.depth - reduction).max(1) / QUARTERS;
        self.no_null_move_before = here.ply + plies as usize;
        let again = NodeVisit {
            depth: here.depth - reduction,
            ply: here.ply,
            alpha: here.beta - 1,
            beta: here.beta,
            cut: false,
            m: None,
            how: How::Verification,
        };
        let verified = self.node::<ScoutNode>(here.position, again);
        self.no_null_move_before = 0;
        if verified >= here.beta && !self.is_halted() {
            return settle(found, Why::NullMove);
        }
        Continue(())
    }

    /// *`ProbCut`* (Michael Buro, 1994, for Othello): if a capture is far above the window even in a shallow
    /// search, the node is too. Scores of different depths go together well enough for a margin to make up
    /// for what is missing.
    ///
    /// Quiescence is asked first; only what passes there is worth the search.
    pub(crate) fn probcut(&mut self, here: &SearchNode<'_, V>) -> NodeStep {
        let p = self.params;
        let goal = here.beta + p.probcut_margin - if here.improving { p.probcut_improving } else { 0 };
        // The move is made already, so that what the probe finds holds for a ply more.
        let (probe, proven) = (here.depth - p.probcut_reduction, here.depth - p.probcut_reduction + 1);
        let known_below = here.known.is_some_and(|known| {
            known.depth >= proven && known.score < goal && known.bound != Some(Bound::Lower)
        });
        if here.depth < p.probcut_depth || score::is_decided(here.beta) || known_below {
            return Continue(());
        }
        let context = self.context(here.ply);
        let table_move = here.table_move.filter(|&m| here.position.is_legal(m) && !here.is_quiet(m));
        let mut picker = MovePicker::noisy(self.params, table_move, goal - here.eval);
        while let Some(m) = picker.next(here.position, self.histories, &context) {
            let child = NodeVisit {
                depth: 0,
                ply: here.ply + 1,
                alpha: -goal,
                beta: -goal + 1,
                cut: !here.cut,
                m: Some(m),
                how: How::Probe,
            };
            let found = self.below(here, Some(m), |search, next| {
                let found = -search.quiescence::<ScoutNode>(next, child);
                if found < goal || probe <= 0 {
                    return found;
                }
                -search.node::<ScoutNode>(next, NodeVisit { depth: probe, ..child })
            });
            if self.is_halted() {
                return settle(0, Why::Stopped);
            }
            if found >= goal {
                let shallow = SearchNode { depth: proven, ..*here };
                self.store(&shallow, Some(m), found, Bound::Lower);
                return settle(
                    if score::is_decided(found) { found } else { found - (goal - here.beta) },
                    Why::ProbCut,
                );
            }
        }
        Continue(())
    }

    /// *Internal iterative reduction*: a node about which the table knows no move is not worth its full depth
    /// yet. Without a first move to trust it would cost much; a ply less deep it costs little and leaves a
    /// table move, with which it is searched in full when the search comes back to it. (The older way,
    /// *internal iterative deepening*, searches twice at once.)
    #[inline]
    pub(crate) fn internal_iterative_reduction<N: NodeKind>(&mut self, here: &mut SearchNode<'_, V>) {
        if !N::ROOT
            && here.depth >= self.params.iir_depth
            && here.table_move.is_none()
            && here.excluded.is_none()
            && (N::PV || here.cut)
        {
            here.depth -= self.params.iir_reduction;
        }
    }
}

/// Whether the side to move has men that can lose a tempo at will; with pawns, mets and a king alone zugzwang
/// is near.
#[inline]
fn has_officers<V: Variant>(here: &SearchNode<'_, V>) -> bool {
    let position = here.position;
    let weak = position.role(Role::Pawn) | position.role(Role::Met) | position.role(Role::King);
    (position.side(position.turn()) & !weak).any()
}
