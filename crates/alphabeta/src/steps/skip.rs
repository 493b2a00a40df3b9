//! Rules that pass over single moves (*pruning at move level*).
//!
//! Near the horizon, and late in the order, most moves are hopeless, and the cheapest search is none. Some
//! move has been searched before any is passed over, so that a node never ends without a score; no rule
//! applies while all moves so far lose the game. What was passed over and why is told to the observer, like
//! all that is searched.
//!
//! The rules ask cheap questions first:
//!
//! 1. Have enough moves been tried? The order puts good moves first, so what is left is bad in all
//!    likelihood (*late move pruning*).
//! 2. Has this move failed before, again and again (*history pruning*)?
//! 3. Is the position so bad that no quiet move can mend it (*futility pruning*)?
//! 4. Is the man simply lost where it goes (*exchange pruning*)?
//!
//! The first and the third speak for all quiet moves that follow too, so the picker is told to give no more
//! of them. All of them guess; `Params::without_guesses` switches them off, and docs/search.md has what each
//! is worth.

use kempelen_eval::Evaluator;
use kempelen_rules::Variant;
use kempelen_trace::{Observer, Why};

use crate::danger::checks_at;
use crate::exchange;
use crate::order::MovePicker;
use crate::params::fixed::PLY;
use crate::search::{MoveCandidate, SearchNode};
use crate::thread::SearchThread;

impl<V: Variant, E: Evaluator<V>, O: Observer> SearchThread<'_, V, E, O> {
    /// Whether a move is not worth a search, and why. Some move has already been searched and does not lose
    /// at once.
    #[inline]
    pub(crate) fn prune_move(
        &mut self,
        here: &SearchNode<'_, V>,
        candidate: &MoveCandidate,
        picker: &mut MovePicker<'_>,
    ) -> Option<Why> {
        let p = self.params;
        let m = candidate.m;
        if !candidate.quiet {
            let loses = here.depth <= p.exchange_depth
                && picker.gives_bad_captures()
                && !exchange::wins(here.position, m, -p.exchange_noisy * here.depth);
            return loses.then_some(Why::Exchange);
        }
        // *Late move pruning* (also *move count pruning*): moves this far down the list hardly ever turn out
        // best.
        let enough = (p.late_move_base + here.depth * here.depth)
            / if here.improving { 1 } else { p.late_move_not_improving };
        if here.depth <= p.late_move_depth && candidate.number as i32 > enough.max(p.late_move_least) {
            picker.skip_quiets();
            return Some(Why::LateMove);
        }
        let reduction = self.reductions.get(here.depth, candidate.number) / PLY;
        let depth = (here.depth - reduction).max(1);
        // *History pruning*: moves that have failed again and again.
        if depth <= p.history_depth && candidate.history < -p.history_margin * depth {
            return Some(Why::History);
        }
        let gives_check =
            here.position.role_on(m.from()).is_some_and(|role| checks_at(here.position, role, m.to()));
        // *Futility pruning* (Ernst Heinz, 1998, at several plies): a quiet move does not gain so much.
        if depth <= p.futility_depth
            && !here.in_check
            && !gives_check
            && here.eval
                + p.futility_base
                + p.futility_margin * depth
                + candidate.history / p.futility_history
                <= here.alpha
        {
            picker.skip_quiets();
            return Some(Why::Futility);
        }
        // *Exchange pruning* (*SEE pruning*): moves that put a man where it is lost.
        let loses = here.depth <= p.exchange_depth
            && !exchange::wins(here.position, m, -p.exchange_quiet * depth * depth);
        loses.then_some(Why::Exchange)
    }
}
