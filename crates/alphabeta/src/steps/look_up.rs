//! What is known before anything is searched: draws, the transposition table, endgame tables, the static
//! evaluation; and, when the node is left, what is remembered of it.

use std::ops::ControlFlow::Continue;

use kempelen_eval::Evaluator;
use kempelen_rules::variant::Draws;
use kempelen_rules::{Color, End, Move, Variant};
use kempelen_trace::{Bound, Event, Observer, Why};

use crate::params::fixed::{FEW_MEN, IMPROVING_SINCE, TENTHS};
use crate::score::{self, DRAW, MAX_PLY, Score};
use crate::search::{BestSoFar, NodeKind, NodeStep, SearchNode, TriedMoves, settle};
use crate::thread::SearchThread;
use crate::transposition::TableEntry;

impl<V: Variant, E: Evaluator<V>, O: Observer> SearchThread<'_, V, E, O> {
    /// Draws by repetition, by the clock and by want of material; and the end of the line.
    ///
    /// They come before the transposition table, which knows positions and not how they were reached.
    #[inline]
    pub(crate) fn draw(&mut self, here: &SearchNode<'_, V>) -> NodeStep {
        let position = here.position;
        if self.is_repetition() {
            return settle(DRAW, Why::Repetition);
        }
        if let Some(end) = V::count_runs_out(position, Draws::Claimed) {
            // Mate comes before any count.
            if !here.in_check || position.can_move() {
                let why = if end == End::Counting { Why::Counting } else { Why::FiftyMoves };
                return settle(DRAW, why);
            }
        }
        if position.occupied().len() <= FEW_MEN && Color::ALL.iter().all(|&side| !V::can_mate(position, side))
        {
            return settle(DRAW, Why::Material);
        }
        if here.ply + 2 >= MAX_PLY {
            let score = if here.in_check { DRAW } else { self.evaluate(position) };
            self.watch.note(|| Event::Static { score });
            return settle(score, Why::Horizon);
        }
        Continue(())
    }

    /// The static evaluation, kept within its bounds.
    #[inline]
    pub(crate) fn evaluate(&mut self, position: &kempelen_rules::Position<V>) -> Score {
        score::as_evaluation(self.eval.evaluate(position))
    }

    /// *Transposition table*: a position searched before, at least as deep, need not be searched again.
    ///
    /// A score from there is exact or a bound, and counts only if it settles the question that the window
    /// asks. Even where it does not, its best move is worth the look. On the principal variation nothing is
    /// cut, so that the line is whole.
    #[inline]
    pub(crate) fn look_up<N: NodeKind>(&mut self, here: &mut SearchNode<'_, V>) -> NodeStep {
        if here.excluded.is_some() {
            return Continue(());
        }
        let Some(mut known) = self.shared.table.get(here.position.key()) else { return Continue(()) };
        known.score = score::from_table(known.score, here.ply);
        here.known = Some(known);
        here.table_move = known.m;
        here.was_pv |= known.was_pv;
        let Some(bound) = known.bound else { return Continue(()) };
        self.watch.note(|| Event::Table { score: known.score, bound, depth: known.depth as i16, m: known.m });
        if N::PV || known.depth < here.depth + i32::from(known.score >= here.beta && !here.cut) {
            return Continue(());
        }
        let enough = match bound {
            Bound::Exact => true,
            Bound::Lower => known.score >= here.beta,
            Bound::Upper => known.score <= here.alpha,
        };
        // Near the end of the clock a stored score may hide a draw.
        let left = V::plies_to_draw(here.position, Draws::Claimed);
        let clock_is_near = left.is_some_and(|left| i32::from(left) <= self.params.table_clock);
        if enough && !clock_is_near {
            return settle(known.score, Why::Table);
        }
        Continue(())
    }

    /// *Endgame tables*: the result is known. They are asked only where the fifty-move count starts anew,
    /// since they do not know it.
    #[inline]
    pub(crate) fn probe_tablebase<N: NodeKind>(&mut self, here: &SearchNode<'_, V>) -> NodeStep {
        let position = here.position;
        if N::ROOT
            || here.excluded.is_some()
            || self.table_men == 0
            || position.occupied().len() > self.table_men
            || position.draw_count().plies > 0
        {
            return Continue(());
        }
        let Some(verdict) = self.tables.probe(position) else { return Continue(()) };
        self.tablebase_hits += 1;
        settle(score::of_tablebase(verdict, here.ply), Why::Tablebase)
    }

    /// The *static evaluation*, corrected by what was learned of its errors, or by the table where that knows
    /// better.
    ///
    /// Whether it is better than that of the same side two plies ago (*improving*) tempers many rules: who is
    /// getting better is trusted to fail high, and who is not to fail low.
    #[inline]
    pub(crate) fn static_evaluation(&mut self, here: &mut SearchNode<'_, V>) {
        if here.in_check {
            self.frame_mut(here.ply).eval = None;
            return;
        }
        if here.excluded.is_some() {
            here.eval = self.frame(here.ply).eval.unwrap_or(DRAW);
            return;
        }
        let raw = here.known.and_then(|known| known.eval).unwrap_or_else(|| self.evaluate(here.position));
        here.raw_eval = Some(raw);
        let corrected = self.corrected_evaluation(here.position, raw);
        self.watch.note(|| Event::Static { score: corrected });
        self.frame_mut(here.ply).eval = Some(corrected);
        here.eval = corrected;
        self.update_progress(here, corrected);
        if let Some(known) = here.known
            && !score::is_decided(known.score)
            && known.bound.is_some_and(|bound| score::tells_more(known.score, bound, corrected))
        {
            here.eval = known.score;
        }
        here.improving = IMPROVING_SINCE
            .into_iter()
            .find_map(|back| self.frame_before(here.ply, back).eval)
            .is_some_and(|before| corrected > before);
    }

    /// An evaluation with what was learned of its errors.
    #[inline]
    pub(crate) fn corrected_evaluation(&self, position: &kempelen_rules::Position<V>, raw: Score) -> Score {
        score::as_evaluation(raw + self.histories.correction(position, self.params))
    }

    /// Stores what was found out about a node in the transposition table.
    #[inline]
    pub(crate) fn store(&mut self, here: &SearchNode<'_, V>, m: Option<Move>, score: Score, bound: Bound) {
        let known = TableEntry {
            m,
            score: score::to_table(score, here.ply),
            eval: here.raw_eval,
            depth: here.depth,
            bound: Some(bound),
            was_pv: here.was_pv,
        };
        self.shared.table.put(here.position.key(), known, self.params);
    }

    /// *Progress*: before a quiet move has proved anything, it is judged by what it did to the evaluation.
    #[inline]
    fn update_progress(&mut self, here: &SearchNode<'_, V>, eval: Score) {
        let before = self.frame_before(here.ply, 1);
        if let (Some(m), Some(eval_before)) = (before.quiet_move, before.eval)
            && here.depth > 0
        {
            // Both evaluations are seen by whoever moves, so that their sum is what the mover lost.
            let p = self.params;
            let bonus = -p.history_progress * (eval_before + eval) / TENTHS;
            let attacked = before.attacked;
            let bonus = bonus.clamp(-p.history_progress_most, p.history_progress_most);
            self.histories.reward_place(!here.position.turn(), attacked, m, bonus);
        }
    }

    /// *Correction history*: when a quiet node's search ends far from its evaluation, similar positions are
    /// evaluated with that in mind.
    pub(crate) fn update_correction_history(
        &mut self,
        here: &SearchNode<'_, V>,
        best: &BestSoFar,
        bound: Bound,
    ) {
        let Some(eval) = self.frame(here.ply).eval else { return };
        let quiet = best.m.is_none_or(|m| here.is_quiet(m));
        if quiet && score::tells_more(best.score, bound, eval) && !score::is_decided(best.score) {
            self.histories.update_correction(here.position, here.depth, best.score - eval, self.params);
        }
    }

    /// *History*: the move that cut off is praised, those tried before it are blamed. A quiet one also
    /// becomes a *killer* and the *counter move* of what it answered.
    ///
    /// The bonus grows with depth: deep nodes are few, and what they say cost more to find out.
    pub(crate) fn update_histories(
        &mut self,
        here: &SearchNode<'_, V>,
        m: Move,
        tried: &TriedMoves,
        context: &crate::history::MoveContext,
    ) {
        let position = here.position;
        let bonus = (self.params.history_bonus * here.depth).min(self.params.history_bonus_most);
        if here.is_quiet(m) {
            let killers = &mut self.frame_mut(here.ply).killers;
            if killers[0] != Some(m) {
                *killers = [Some(m), killers[0]];
            }
            self.histories.set_counter(context.before[0], m);
            self.histories.reward_quiet(position, context, m, bonus);
            for &other in tried.quiets.iter().filter(|&&other| other != m) {
                self.histories.reward_quiet(position, context, other, -bonus);
            }
        } else {
            self.histories.reward_capture(position, m, bonus);
        }
        for &other in tried.noisy.iter().filter(|&&other| other != m) {
            self.histories.reward_capture(position, other, -bonus);
        }
    }
}
