//! How deep a move is searched.
//!
//! Depth is not shared out equally. Moves that will probably fail get less at first, and those who surprise
//! get it back; a move without which all is lost gets more. Nothing is lost for good by a reduction, so that
//! it may be bold where pruning must be careful. The two rules here make the tree narrow and deep: without
//! reductions it has five times as many nodes.

use std::ops::ControlFlow::Continue;

use kempelen_eval::Evaluator;
use kempelen_rules::{Move, Position, Variant};
use kempelen_trace::{Bound, How, Observer, Why};

use crate::params::Params;
use crate::params::fixed::{PLY, SIXTEENTHS};
use crate::score;
use crate::search::{MoveCandidate, NodeKind, NodeStep, NodeVisit, ScoutNode, SearchNode, settle};
use crate::thread::SearchThread;

impl<V: Variant, E: Evaluator<V>, O: Observer> SearchThread<'_, V, E, O> {
    /// *Late move reduction* (LMR; made known by Fabien Letouzey's Fruit, 2005): how many plies less a move
    /// gets at first, the later in the order and the less is known in its favour.
    ///
    /// It starts from a [table](LateMoveReductions) by depth and number, and goes up and down with what is
    /// known of the node and the move. Sums are in 1024ths of a ply, so that many small reasons can add up to
    /// one.
    #[inline]
    pub(crate) fn late_move_reduction<N: NodeKind>(
        &self,
        here: &SearchNode<'_, V>,
        candidate: &MoveCandidate,
        next: &Position<V>,
    ) -> i32 {
        let p = self.params;
        let mut reduction = self.reductions.get(here.depth, candidate.number);
        if !candidate.quiet {
            reduction = reduction * p.reduction_noisy / PLY;
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
        if self.frame(here.ply + 1).cutoffs > p.reduction_cutoffs_few as u32 {
            reduction += p.reduction_cutoffs;
        }
        reduction -= candidate.history * PLY / p.reduction_history;
        reduction / PLY
    }

    /// *Singular extension*: when all other moves are clearly worse than the table's, that one is searched
    /// deeper, since all hangs on it (Thomas Anantharaman, Murray Campbell and Feng-hsiung Hsu, 1988, for the
    /// machines that became Deep Blue).
    ///
    /// To find out, the node is searched without the move, to half the depth and against a bound somewhat
    /// below its score. When the others reach beta too, the node is left (*multi-cut*; Yngvi Björnsson and
    /// Tony Marsland, 1998), for several good moves hardly fail all; when they come near, the move is
    /// searched less deeply.
    pub(crate) fn singular_extension<N: NodeKind>(
        &mut self,
        here: &SearchNode<'_, V>,
        m: Move,
    ) -> NodeStep<i32> {
        let p = self.params;
        let Some(known) = here.known.filter(|_| here.table_move == Some(m) && here.excluded.is_none()) else {
            return Continue(0);
        };
        if N::ROOT
            || here.depth < p.singular_depth
            || known.depth < here.depth - p.singular_table_depth
            || known.bound == Some(Bound::Upper)
            || known.bound.is_none()
            || score::is_decided(known.score)
            || here.ply > p.singular_ply as usize * self.nominal_depth()
        {
            return Continue(0);
        }
        let goal = known.score - p.singular_margin * here.depth / SIXTEENTHS;
        self.frame_mut(here.ply).excluded = Some(m);
        let visit = NodeVisit {
            depth: (here.depth - 1) / p.singular_part,
            ply: here.ply,
            alpha: goal - 1,
            beta: goal,
            cut: here.cut,
            m: None,
            how: How::Singular,
        };
        let others = self.node::<ScoutNode>(here.position, visit);
        self.frame_mut(here.ply).excluded = None;
        if self.is_halted() {
            return settle(0, Why::Stopped);
        }
        if others < goal {
            let again = i32::from(self.frame(here.ply).doubles) < p.singular_doubles;
            let double = !N::PV && others < goal - p.singular_double && again;
            return Continue(1 + i32::from(double));
        }
        if goal >= here.beta && !N::PV {
            return settle(goal, Why::MultiCut);
        }
        if known.score >= here.beta {
            return Continue(if N::PV { p.singular_reduction_pv } else { 0 } - p.singular_reduction);
        }
        Continue(if here.cut { -p.singular_reduction_cut } else { 0 })
    }
}

/// How much late moves are reduced, before anything else is known of them: in 1024ths of a ply, by depth and
/// number.
///
/// The product of two logarithms: at twice the depth, or for a move twice as late, the reduction grows by as
/// much again.
pub(crate) struct LateMoveReductions([[i32; TOLD_APART]; TOLD_APART]);

/// Depths and numbers beyond the last of these are reduced alike.
const TOLD_APART: usize = 64;

impl LateMoveReductions {
    pub(crate) fn new(params: &Params) -> Self {
        let mut table = [[0; TOLD_APART]; TOLD_APART];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, reduction) in row.iter_mut().enumerate().skip(1) {
                let logs = (depth as f64).ln() * (number as f64).ln();
                let scale = f64::from(params.reduction_divisor) / f64::from(PLY);
                *reduction = params.reduction_base + (f64::from(PLY) * logs / scale) as i32;
            }
        }
        Self(table)
    }

    #[inline]
    pub(crate) fn get(&self, depth: i32, number: usize) -> i32 {
        self.0[(depth.max(0) as usize).min(TOLD_APART - 1)][number.min(TOLD_APART - 1)]
    }
}
