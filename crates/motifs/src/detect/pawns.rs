//! Pawns: promotion, taking in passing, and pawns far ahead.

use kempelen_rules::{Role, Variant};

use crate::{Finding, Line, Motif, Step};

/// A pawn promotes.
pub(super) fn promotion<V: Variant>(_: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    step.m.is_promotion().then(|| Finding::after(Motif::Promotion, step.ply).by(step.to()))
}

/// A pawn becomes something else than the best it could. Where it mates, a rook or bishop is only a whim: a queen in
/// their place would mate too.
pub(super) fn under_promotion<V: Variant>(_: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    let role = step.m.promoted().filter(|role| V::PROMOTIONS.first() != Some(role))?;
    (role == Role::Knight || !step.mates())
        .then(|| Finding::after(Motif::UnderPromotion, step.ply).by(step.to()))
}

/// A pawn goes to within a step of promoting, or promotes.
pub(super) fn advanced_pawn<V: Variant>(_: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    (steps_to_go(step)? <= 1).then(|| Finding::after(Motif::AdvancedPawn, step.ply).by(step.to()))
}

/// A pawn is taken in passing.
pub(super) fn en_passant<V: Variant>(_: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    step.before.is_en_passant(step.m).then(|| Finding::after(Motif::EnPassant, step.ply).by(step.to()))
}

/// Whether a pawn goes to within two steps of promoting: such a move is a threat in itself.
pub(super) fn is_advanced<V: Variant>(step: &Step<'_, V>) -> bool {
    steps_to_go(step).is_some_and(|steps| steps <= 2)
}

/// How far the pawn that moved is now from promoting.
fn steps_to_go<V: Variant>(step: &Step<'_, V>) -> Option<u8> {
    let us = step.side();
    let goal = us.relative_rank(V::promotion_zone(us).first()?.rank());
    (step.role() == Role::Pawn).then(|| goal.saturating_sub(us.relative_rank(step.to().rank())))
}
