//! Squares: men drawn to them, cleared from them, and captures that wait.

use kempelen_rules::{Role, Variant, attacks};

use crate::sight::Sight;
use crate::{Finding, Line, Motif, Step};

/// A king or heavy officer took something on a square and is struck there now: the king with check, another by being
/// taken with the move after.
pub(super) fn attraction<V: Variant>(line: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    let (offer, reply) = line.lead_up(step)?;
    let square = offer.to();
    let drawn = reply.to() == square && matches!(reply.role(), Role::King | Role::Queen | Role::Rook);
    let struck =
        reply.role() == Role::King || line.step(step.ply + 2).is_some_and(|next| next.to() == square);
    (drawn && struck && step.attacks().has(square))
        .then(|| Finding::after(Motif::Attraction, step.ply).by(step.to()).target(square))
}

/// The opponent took something, the solver did something else first, and takes back now with a move that it had then.
pub(super) fn intermezzo<V: Variant>(line: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    let (between, reply) = line.lead_up(step)?;
    let capture = line.step(between.ply.checked_sub(1)?)?;
    let square = step.to();
    let waited = step.captured().is_some()
        && capture.captured().is_some()
        && capture.to() == square
        && between.to() != square
        && reply.to() != square
        && between.before.is_legal(step.m);
    waited.then(|| Finding::after(Motif::Intermezzo, between.ply).by(between.to()).target(square))
}

/// A slider, or a pawn that promotes, goes to or over the square that the solver has just left.
pub(super) fn clearance<V: Variant>(line: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    let (clearing, reply) = line.lead_up(step)?;
    // Where the king takes the man that left, it was drawn there; a double check needs no line cleared.
    if reply.role() == Role::King && reply.to() == clearing.to() || clearing.after.checkers().has_several() {
        return None;
    }
    let emptied = clearing.from();
    let cleared = (step.to() == emptied || attacks::between(step.from(), step.to()).has(emptied))
        && (step.before.sliders().has(step.from()) || step.m.is_promotion())
        && step.captured().is_none()
        && clearing.to() != step.from()
        && clearing.to() != step.to()
        && !clearing.m.is_promotion()
        && !line.mates();
    cleared.then(|| Finding::after(Motif::Clearance, clearing.ply).by(clearing.to()).behind(step.from()))
}
