//! Which men are left, and how long the game may still go.

use kempelen_rules::variant::Draws;
use kempelen_rules::{Position, Role, Variant};

use crate::{Finding, Line, Motif, Step};

/// The kind of endgame, by the officers that are left before and after the solver's first move.
pub(super) fn kind<V: Variant>(line: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    if step.ply != line.first_solved() {
        return None;
    }
    let motif = officers_left(step.before)?;
    (officers_left(step.after) == Some(motif)).then(|| Finding::before(motif, step.ply))
}

fn officers_left<V: Variant>(board: &Position<V>) -> Option<Motif> {
    let has = |role| board.role(role).any();
    if has(Role::Khon) || has(Role::Met) {
        return None;
    }
    match (has(Role::Knight), has(Role::Bishop), has(Role::Rook), has(Role::Queen)) {
        (false, false, false, false) => Some(Motif::PawnEndgame),
        (true, false, false, false) => Some(Motif::KnightEndgame),
        (false, true, false, false) => Some(Motif::BishopEndgame),
        (false, false, true, false) => Some(Motif::RookEndgame),
        (false, false, false, true) => Some(Motif::QueenEndgame),
        // With more queens than one it is not called an endgame yet.
        (false, false, true, true) => (board.role(Role::Queen).len() == 1).then_some(Motif::QueenRookEndgame),
        _ => None,
    }
}

/// With this move, or with the reply to it, the count of makruk makes the game a draw.
pub(super) fn count_runs_out<V: Variant>(line: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    let over = |board: &Position<V>| {
        board.draw_count().limit > 0 && V::count_runs_out(board, Draws::Claimed).is_some()
    };
    let after = line.step(step.ply + 1).map_or(step.after, |reply| reply.after);
    (over(after) && !over(step.before) && after.can_move())
        .then(|| Finding::after(Motif::CountRunsOut, step.ply))
}
