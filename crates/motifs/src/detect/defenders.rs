//! Men with a task: taken, drawn away, cut off.

use kempelen_rules::{Position, Square, Variant};

use crate::sight::{Sight, in_a_row};
use crate::worth::worth;
use crate::{Finding, Line, Motif, Step};

/// The solver took, without check, the man that protected what another of its men takes now. (After a check the opponent
/// had no time to protect it again, and the check is the reason; and one man that takes twice only takes twice.)
pub(super) fn capturing_defender<V: Variant>(line: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    let (removal, reply) = line.lead_up(step)?;
    let falls = step.captured().is_some()
        && step.before.is_loose(step.to())
        && reply.to() != step.to()
        && removal.to() != step.to()
        && removal.to() != step.from();
    let protected = removal.captured().is_some() && removal.before.sees(removal.to()).has(step.to());
    (falls && protected && !removal.gives_check()).then(|| {
        Finding::before(Motif::CapturingDefender, removal.ply)
            .by(removal.from())
            .target(removal.to())
            .behind(step.to())
    })
}

/// A man that guarded a square was drawn away, by an offer or by a check, and now that square is taken, or a pawn
/// promotes there.
pub(super) fn deflection<V: Variant>(line: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    let (lure, reply) = line.lead_up(step)?;
    let target = step.to();
    let sees = reply.before.sees(reply.from());
    let before_the_pawn =
        step.m.is_promotion() && target.file() == step.from().file() && sees.has(step.from());
    let guarded = sees.has(target) || before_the_pawn;
    let guards_still = step.before.sees(reply.to()).has(target);
    let elsewhere = target != reply.to() && target != lure.to();
    let drawn = reply.to() == lure.to() || lure.gives_check();
    let offered = lure.captured().is_none_or(|role| worth(role) < worth(lure.role()));
    // What is worth more than the man that takes it could be taken whoever guarded it.
    let mattered =
        step.m.is_promotion() || step.captured().is_some_and(|role| worth(role) <= worth(step.role()));
    (guarded && !guards_still && elsewhere && drawn && offered && mattered).then(|| {
        let lost = step.taken_on().filter(|&square| lure.after.side(!line.solver()).has(square));
        Finding::after(Motif::Deflection, lure.ply).by(lure.to()).target(reply.from()).behind(lost)
    })
}

/// A man stepped between a slider and what it protected, which falls now: a man of the solver's, or one that had to.
pub(super) fn interference<V: Variant>(line: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    let (lure, reply) = line.lead_up(step)?;
    if step.captured().is_none() || !step.before.is_loose(step.to()) || reply.to() == step.to() {
        return None;
    }
    let cut = |board: &Position<V>, blocker: Square| {
        (board.attackers_of(step.to(), !line.solver()) & board.sliders())
            .into_iter()
            .find(|&slider| in_a_row(slider, blocker, step.to()))
    };
    let told = |board, blocker, slider| {
        Finding::after(Motif::Interference, lure.ply).on(board).by(blocker).target(slider).behind(step.to())
    };
    let theirs = cut(reply.before, reply.to()).map(|slider| told(step.ply, reply.to(), slider));
    theirs.or_else(|| cut(lure.before, lure.to()).map(|slider| told(reply.ply, lure.to(), slider)))
}
