//! Men that are attacked: forked, hanging, trapped.

use kempelen_rules::{Role, SquareSet, Variant};

use crate::sight::Sight;
use crate::worth::{balance, worth};
use crate::{Finding, Line, Motif, Step};

/// The man just moved stands safely and attacks two officers (the king counts) that are worth more than it, or that
/// nobody protects and that cannot take it back; and the line goes on.
pub(super) fn fork<V: Variant>(line: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    if step.ply + 1 == line.len() || step.role() == Role::King || step.after.is_in_danger(step.to()) {
        return None;
    }
    let them = !line.solver();
    let can_take_back = step.after.attackers_of(step.to(), them);
    let targets: SquareSet = (step.attacks() & step.after.side(them) & !step.after.role(Role::Pawn))
        .into_iter()
        .filter(|&square| {
            let greater = step.after.role_on(square).is_some_and(|role| worth(role) > worth(step.landed()));
            greater || step.after.is_loose(square) && !can_take_back.has(square)
        })
        .collect();
    targets.has_several().then(|| Finding::after(Motif::Fork, step.ply).by(step.to()).targets(targets))
}

/// The first move takes an officer that nobody protects, other than in an exchange, and the next move does not give
/// the gain back.
pub(super) fn hanging<V: Variant>(line: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    let taken = step.captured().filter(|&role| role != Role::Pawn)?;
    if step.ply != line.first_solved() || !step.before.is_loose(step.to()) {
        return None;
    }
    let exchanged = step.ply.checked_sub(1).and_then(|ply| line.step(ply)).is_some_and(|before| {
        before.to() == step.to() && before.captured().is_some_and(|role| worth(role) >= worth(taken))
    });
    let us = line.solver();
    let given_back =
        line.step(step.ply + 2).is_some_and(|next| balance(next.after, us) < balance(step.after, us));
    (!exchanged && !given_back)
        .then(|| Finding::before(Motif::HangingPiece, step.ply).by(step.from()).target(step.to()))
}

/// An officer that could not get away is taken, where it stood or where it went.
pub(super) fn trapped<V: Variant>(line: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    let (attack, reply) = line.lead_up(step)?;
    step.captured().filter(|&role| role != Role::Pawn)?;
    let square = if reply.to() == step.to() { reply.from() } else { step.to() };
    let by = reply.before.attackers_of(square, line.solver()).first()?;
    reply
        .before
        .is_trapped(square)
        .then(|| Finding::after(Motif::TrappedPiece, attack.ply).by(by).target(square))
}
