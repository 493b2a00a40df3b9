//! How deep a move is searched.

use std::ops::ControlFlow::Continue;

use kempelen_eval::Evaluator;
use kempelen_rules::{Move, Position, Variant};
use kempelen_trace::{Bound, How, Observer, Why};

use crate::score;
use crate::search::{Candidate, Here, Node, Scout, Step, Visit, settle};
use crate::worker::Worker;

impl<V: Variant, E: Evaluator<V>, O: Observer> Worker<'_, V, E, O> {
    /// *Late move reduction*: how many plies less a move gets at first, the later in the order and the less is
    /// known in its favour.
    #[inline]
    pub(crate) fn reduction<N: Node>(
        &self,
        here: &Here<'_, V>,
        candidate: &Candidate,
        next: &Position<V>,
    ) -> i32 {
        let p = self.params;
        let mut reduction = self.reductions.get(here.depth, candidate.number);
        if !candidate.quiet {
            reduction /= 2;
        }
        if N::PV {
            reduction -= p.reduction_pv;
        }
        if here.was_pv {
            reduction -= p.reduction_was_pv;
        }
        if here.cut {
            reduction += p.reduction_cut;
        }
        if !here.improving {
            reduction += p.reduction_not_improving;
        }
        if here.table_move.is_some_and(|m| here.position.is_capture(m)) {
            reduction += p.reduction_table_capture;
        }
        if next.in_check() {
            reduction -= p.reduction_check;
        }
        if candidate.refutes {
            reduction -= p.reduction_killer;
        }
        reduction -= candidate.merit * 1024 / p.reduction_history;
        reduction / 1024
    }

    /// *Singular extension*: when all other moves are clearly worse than the table's, that one is searched deeper.
    /// When the others are good too, the node is left (*multi-cut*) or the move searched less deeply.
    pub(crate) fn extension<N: Node>(&mut self, here: &Here<'_, V>, m: Move) -> Step<i32> {
        let p = self.params;
        let Some(known) = here.known.filter(|_| here.table_move == Some(m) && here.excluded.is_none()) else {
            return Continue(0);
        };
        if N::ROOT
            || here.depth < p.singular_depth
            || known.depth < here.depth - 3
            || known.bound == Some(Bound::Upper)
            || known.bound.is_none()
            || score::is_decided(known.score)
            || here.ply > 2 * self.nominal_depth()
        {
            return Continue(0);
        }
        let goal = known.score - p.singular_margin * here.depth / 16;
        self.frame_mut(here.ply).excluded = Some(m);
        let visit = Visit {
            depth: (here.depth - 1) / 2,
            ply: here.ply,
            alpha: goal - 1,
            beta: goal,
            cut: here.cut,
            m: None,
            how: How::Verify,
        };
        let others = self.node::<Scout>(here.position, visit);
        self.frame_mut(here.ply).excluded = None;
        if self.is_halted() {
            return settle(0, Why::Stopped);
        }
        if others < goal {
            let double = !N::PV && others < goal - p.singular_double && self.frame(here.ply).doubles < 8;
            return Continue(1 + i32::from(double));
        }
        if goal >= here.beta && !N::PV {
            return settle(goal, Why::MultiCut);
        }
        if known.score >= here.beta {
            return Continue(-2 + i32::from(N::PV));
        }
        Continue(if here.cut { -1 } else { 0 })
    }
}
