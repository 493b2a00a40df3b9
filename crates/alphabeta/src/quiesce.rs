//! Quiescence search: captures are played out before a position is evaluated, since evaluations hold for
//! quiet ones only.
//!
//! A search that stops in the middle of an exchange believes that the last capture was for nothing. Claude
//! Shannon (1950) therefore wanted positions evaluated only where nothing is left to take; Alan Turing's
//! paper machine of the same years knew such *dead positions* too. In a node of quiescence the side to move
//! may do nothing and take the evaluation as it is (*stand pat*), or try captures and promotions, those that
//! lose material by *static exchange evaluation* left out. In check there is no standing pat, and every
//! answer is tried.
//!
//! Most nodes of a search are here, so that little is done in each.

use std::ops::ControlFlow::Continue;

use kempelen_eval::Evaluator;
use kempelen_rules::{Move, MoveList, Position, Variant};
use kempelen_trace::{Bound, Event, How, Observer, Why};

use crate::danger::checks_at;
use crate::exchange;
use crate::order::MovePicker;
use crate::score::{self, INFINITE, Score, mated_at};
use crate::search::{NodeExit, NodeKind, NodeStep, NodeVisit, SearchNode, settle};
use crate::thread::SearchThread;

impl<'a, V: Variant, E: Evaluator<V>, O: Observer> SearchThread<'a, V, E, O> {
    /// *Quiescence search*: captures and promotions and, in check, every answer. Returns the score of the
    /// calm that follows, fail-soft as [above](Self::node). `depth` counts down from 0; there is no other
    /// limit than that men run out.
    pub(crate) fn quiescence<N: NodeKind>(&mut self, position: &Position<V>, visit: NodeVisit) -> Score {
        self.watched(visit, |search| search.quiescence_node::<N>(position, visit))
    }

    /// What happens in a node of quiescence, in order: what is known already, standing pat, and then the
    /// captures.
    #[inline(always)]
    fn quiescence_node<N: NodeKind>(
        &mut self,
        position: &Position<V>,
        visit: NodeVisit,
    ) -> NodeStep<NodeExit> {
        let mut here = SearchNode::new::<N>(position, visit);
        self.enter_node(&here)?;
        if N::PV {
            self.clear_pv(here.ply);
        }
        self.draw(&here)?;
        // All depths of quiescence are one to the table.
        here.depth = 0;
        self.look_up::<N>(&mut here)?;
        self.static_evaluation(&mut here);
        here.depth = visit.depth;
        let mut best = -INFINITE;
        if !here.in_check {
            best = here.eval;
            self.stand_pat(&mut here)?;
        }
        Continue(self.captures::<N>(here, best))
    }

    /// *Stand pat*: nobody is forced to capture, so that the evaluation is a lower bound of the score, but
    /// for zugzwang. If it is above the window already, no capture need be tried (Don Beal, 1989, saw in this
    /// a null move).
    #[inline]
    fn stand_pat(&mut self, here: &mut SearchNode<'_, V>) -> NodeStep {
        if here.eval >= here.beta {
            if here.known.is_none() {
                let shallow = SearchNode { depth: -1, ..*here };
                self.store(&shallow, None, here.eval, Bound::Lower);
            }
            return settle(here.eval, Why::StandPat);
        }
        here.alpha = here.alpha.max(here.eval);
        Continue(())
    }

    /// Tries the captures, the best victims first; on the principal variation then quiet checks, which find
    /// short mates.
    fn captures<N: NodeKind>(&mut self, mut here: SearchNode<'_, V>, mut best: Score) -> NodeExit {
        let position = here.position;
        if here.in_check {
            self.look_at_attacks(&here);
        }
        let context = self.context(here.ply);
        let mut picker = if here.in_check {
            MovePicker::new(self.params, here.table_move)
        } else {
            self.capture_picker(&here)
        };
        let mut tried = 0;
        let mut best_move = None;
        let mut why = if here.in_check { Why::Searched } else { Why::Horizon };
        // Elsewhere quiet checks cost more than they find.
        let checks = N::PV && !here.in_check && -here.depth < self.params.quiescence_checks;
        let mut quiet_checks = checks.then(|| quiet_checks(&here));
        while let Some(m) =
            picker.next(position, self.histories, &context).or_else(|| quiet_checks.as_mut()?.pop())
        {
            tried += 1;
            if best > -score::EVAL_BOUND
                && let Some(why) = self.not_worth_it(&here, m, &mut picker)
            {
                self.watch.note(|| Event::Skip { m, why });
                continue;
            }
            let child = NodeVisit {
                depth: here.depth - 1,
                ply: here.ply + 1,
                alpha: -here.beta,
                beta: -here.alpha,
                cut: false,
                m: Some(m),
                how: How::Quiescence,
            };
            let found = -self.below(&here, Some(m), |search, next| search.quiescence::<N>(next, child));
            if self.is_halted() {
                return NodeExit { score: best, why: Why::Stopped };
            }
            if found <= best {
                continue;
            }
            best = found;
            if found <= here.alpha {
                continue;
            }
            best_move = Some(m);
            self.watch.note(|| Event::Best { m, score: found });
            if N::PV {
                self.extend_pv(here.ply, m);
            }
            if found >= here.beta {
                why = Why::Beta;
                break;
            }
            here.alpha = found;
        }
        for &m in picker.rejected() {
            self.watch.note(|| Event::Skip { m, why: Why::Exchange });
        }
        if here.in_check && tried == 0 {
            return NodeExit { score: mated_at(here.ply), why: Why::Mate };
        }
        let bound = if best >= here.beta { Bound::Lower } else { Bound::Upper };
        here.depth = 0;
        self.store(&here, best_move, best, bound);
        NodeExit { score: best, why }
    }

    /// Captures in order; the table's move only if it is one.
    fn capture_picker(&self, here: &SearchNode<'_, V>) -> MovePicker<'a> {
        let table_move = here
            .table_move
            .filter(|&m| m.is_promotion() || here.position.side(!here.position.turn()).has(m.to()));
        MovePicker::noisy(self.params, table_move, 0)
    }

    /// Whether a move in quiescence can be passed over, and why: by *delta pruning*, or since another quiet
    /// answer to a check has been tried already.
    #[inline]
    fn not_worth_it(
        &mut self,
        here: &SearchNode<'_, V>,
        m: Move,
        picker: &mut MovePicker<'_>,
    ) -> Option<Why> {
        let position = here.position;
        let quiet = here.is_quiet(m);
        if here.in_check {
            // One quiet answer to a check is enough once something holds.
            if quiet {
                picker.skip_quiets();
                return Some(Why::LateMove);
            }
            return None;
        }
        // *Delta pruning*: even the victim is not enough.
        if !quiet && here.eval + exchange::gain(position, m) + self.params.quiescence_futility <= here.alpha {
            return Some(Why::Futility);
        }
        None
    }
}

/// Quiet moves that give check and are safe where they land.
fn quiet_checks<V: Variant>(here: &SearchNode<'_, V>) -> MoveList {
    let position = here.position;
    let mut moves = position.quiet_moves();
    moves.retain(|m| {
        position.role_on(m.from()).is_some_and(|role| checks_at(position, role, m.to()))
            && exchange::wins(position, *m, 0)
    });
    moves
}
