//! The root: deeper and deeper, with a window around the last score.
//!
//! # Iterative deepening
//!
//! To search to depth 10, the search goes to depth 1 first, then to 2, and so on (David Slate and Larry
//! Atkin's Chess 4.5, 1977, made it known). What looks like waste is gain: each iteration leaves best moves
//! in the transposition table and histories for the next, whose order of moves is so much better that the
//! whole costs less than the last iteration alone would. And whenever the clock runs out, there is a move to
//! play.
//!
//! # Aspiration windows
//!
//! The score of an iteration is seldom far from the last one. So the window is not opened to both infinities
//! but a little around that score, which cuts off more; when the score falls outside, the window is moved and
//! widened, and the iteration repeated. Fail-soft scores say how far.

use kempelen_engine::{Info, Limits, ScoreBound, ScoredLine};
use kempelen_eval::Evaluator;
use kempelen_rules::{Move, Variant};
use kempelen_trace::{Event, How, Observer};

use crate::params::fixed::WINDOW;
use crate::score::{self, INFINITE, MATE, MAX_DEPTH, Score};
use crate::search::{NodeVisit, RootNode};
use crate::thread::{SearchThread, SearchedRootMove};
use crate::time::{SearchStability, hundredths};

impl SearchedRootMove {
    pub(crate) fn new(m: Move) -> Self {
        let (unknown, exact) = (-INFINITE, ScoreBound::Exact);
        Self {
            m,
            score: unknown,
            bound: exact,
            last_score: unknown,
            last_bound: exact,
            depth: 0,
            pv: vec![m],
            nodes: 0,
            deepest: 0,
        }
    }

    /// The score to tell, and whether it is a bound: of this iteration, or of the last if this one has none.
    pub(crate) fn told(&self) -> (Score, ScoreBound) {
        if self.score > -INFINITE { (self.score, self.bound) } else { (self.last_score, self.last_bound) }
    }
}

impl<V: Variant, E: Evaluator<V>, O: Observer> SearchThread<'_, V, E, O> {
    /// *Iterative deepening* until a limit is reached. Leaves the root moves in order, the best first.
    ///
    /// Where several lines are asked for (`MultiPV`), each iteration searches the root once for every line,
    /// each time without the best moves of the lines before. Helpers of *Lazy SMP* leave out some iterations.
    pub(crate) fn iterative_deepening(&mut self, limits: &Limits, lines: usize, tell: &mut dyn FnMut(&Info)) {
        let deepest = limits.depth.map_or(MAX_DEPTH, usize::from).clamp(1, MAX_DEPTH);
        let lines = lines.clamp(1, self.root.len());
        let mut course = SearchStability::default();
        self.eval.begin(&self.position);
        for depth in 1..=deepest {
            // Helpers that all did the same would be of little help.
            if self.number > 0
                && depth > 1
                && (depth + self.number).is_multiple_of(self.params.smp_skip as usize)
            {
                continue;
            }
            self.iteration = depth;
            self.begin_iteration();
            for index in 0..lines {
                self.first_root_move = index;
                self.deepest = 0;
                self.aspiration_search(depth as i32);
                if self.is_halted() {
                    break;
                }
            }
            self.first_root_move = 0;
            if self.is_halted() {
                break;
            }
            self.root[..lines].sort_by_key(|root| std::cmp::Reverse(root.score));
            self.completed = depth;
            self.budget.may_stop = true;
            self.tell_lines(lines, tell);
            if self.number == 0 && self.is_enough(limits, &mut course) {
                break;
            }
        }
        self.first_root_move = 0;
        self.settle_order();
    }

    /// The scores of the last iteration are kept aside; the order they made stays.
    fn begin_iteration(&mut self) {
        for root in &mut self.root {
            if root.score > -INFINITE {
                (root.last_score, root.last_bound) = (root.score, root.bound);
            }
            root.score = -INFINITE;
        }
    }

    /// *Aspiration windows*: a narrow window around the last score, widened on the side where it fails.
    ///
    /// After a fail low the upper bound comes down too, since the score is below; after a fail high the
    /// iteration is repeated a ply less deep, since good news need not be exact to be played.
    fn aspiration_search(&mut self, depth: i32) {
        let index = self.first_root_move;
        let last = self.root[index].last_score;
        let p = self.params;
        let mut width = p.aspiration_window;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= p.aspiration_depth && last > -INFINITE {
            alpha = (last - width).max(-INFINITE);
            beta = (last + width).min(INFINITE);
        }
        let mut failed_high = 0;
        loop {
            let position = self.position;
            self.watch.note(|| Event::Iteration { depth: depth as u8 });
            let visit = NodeVisit {
                depth: (depth - failed_high).max(1),
                ply: 0,
                alpha,
                beta,
                cut: false,
                m: None,
                how: How::Root,
            };
            let found = self.node::<RootNode>(&position, visit);
            // Moves keep their order among equals, so that those only found worse stay as they were.
            self.root[index..].sort_by_key(|root| std::cmp::Reverse(root.score));
            if self.is_halted() {
                return;
            }
            if found <= alpha {
                beta = alpha.midpoint(beta);
                alpha = (found - width).max(-INFINITE);
                failed_high = 0;
            } else if found >= beta {
                beta = (found + width).min(INFINITE);
                if failed_high < p.aspiration_reductions && !score::is_decided(found) {
                    failed_high += 1;
                }
            } else {
                return;
            }
            width += width * p.aspiration_growth / WINDOW;
            if width > p.aspiration_widest {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// After a search that was broken off: moves that have no score of this iteration keep that of the last.
    fn settle_order(&mut self) {
        if self.root.iter().all(|root| root.score == -INFINITE) {
            for root in &mut self.root {
                (root.score, root.bound) = (root.last_score, root.last_bound);
            }
        }
    }

    /// Whether no other iteration should begin: a mate that was asked for is found, the time is used up as
    /// far as the course of the search lets it, or the nodes are: all of them, or those after which no
    /// iteration begins.
    fn is_enough(&self, limits: &Limits, course: &mut SearchStability) -> bool {
        let best = &self.root[0];
        if limits.mate.is_some_and(|mate| best.score >= MATE - 2 * Score::from(mate)) {
            return true;
        }
        if limits.soft_nodes.is_some_and(|soft| self.nodes >= soft) {
            return true;
        }
        let share = best.nodes as f64 / self.nodes.max(1) as f64;
        let mut appetite = course.appetite(self.params, best.m, best.score, share);
        if self.root.len() == 1 {
            appetite *= hundredths(self.params.time_only_move);
        }
        let elapsed = self.shared.start.elapsed();
        self.budget.is_enough(elapsed, appetite, self.shared.stop) || self.nodes >= self.budget.nodes
    }

    /// Tells the lines of an iteration, the best first.
    fn tell_lines(&self, lines: usize, tell: &mut dyn FnMut(&Info)) {
        if self.number > 0 {
            return;
        }
        self.shared.nodes[0].store(self.nodes, std::sync::atomic::Ordering::Relaxed);
        for (index, root) in self.root.iter().take(lines).enumerate() {
            tell(&Info {
                line: Some((index + 1, self.line(root))),
                nodes: self.shared.total_nodes(),
                time: self.shared.start.elapsed(),
                hashfull: self.shared.table.fullness(),
                tablebase_hits: self.tablebase_hits,
                ..Info::default()
            });
        }
    }

    /// A root move as the world sees it.
    pub(crate) fn line(&self, root: &SearchedRootMove) -> ScoredLine {
        let (found, bound) = root.told();
        // Only a mate says more than the endgame tables.
        let (score, bound) = match self.verdict {
            Some(verdict) if found.abs() < score::MATE_BOUND => {
                (score::of_tablebase(verdict, 0), ScoreBound::Exact)
            }
            _ => (found, bound),
        };
        ScoredLine {
            pv: root.pv.clone(),
            score: Some(score::to_door(score)),
            bound,
            wdl: Some(score::chances(score)),
            depth: root.depth.max(1) as u8,
            selective_depth: root.deepest as u8,
        }
    }
}
