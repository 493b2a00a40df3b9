//! What happens along lines: pins, skewers, x-rays, discoveries.

use kempelen_rules::{Color, Position, Square, Variant, attacks};

use crate::sight::{Sight, in_a_row};
use crate::worth::{exchange, worth};
use crate::{Finding, Line, Motif, Step};

/// A man pinned to its king may not take something it attacks (that is worth more, or that nobody protects), or may not
/// leave where it is lost.
pub(super) fn pin<V: Variant>(line: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    let (board, us, them) = (step.after, line.solver(), !line.solver());
    let king = board.king(them);
    board.pinned().into_iter().find_map(|pinned| {
        let worth_of = |square| board.role_on(square).map_or(0, worth);
        let off_the_line = !attacks::line(king, pinned);
        let may_not_take = (board.sees(pinned) & board.side(us) & off_the_line)
            .into_iter()
            .any(|victim| worth_of(victim) > worth_of(pinned) || board.is_loose(victim));
        let may_not_leave = board.attackers_of(pinned, us).into_iter().any(|from| {
            worth_of(from) < worth_of(pinned) || board.is_loose(pinned) && !board.sees(pinned).has(from)
        });
        let pinner = pinner(board, pinned, them).filter(|_| may_not_take || may_not_leave)?;
        Some(Finding::after(Motif::Pin, step.ply).by(pinner).target(pinned).behind(king))
    })
}

/// The man that pins the one on this square to its king.
fn pinner<V: Variant>(board: &Position<V>, pinned: Square, owner: Color) -> Option<Square> {
    let king = board.king(owner);
    (board.attackers_of(pinned, !owner) & board.sliders())
        .into_iter()
        .find(|&slider| in_a_row(king, pinned, slider))
}

/// A slider takes, with profit, what stood behind a greater man that it attacked and that left. A line that mates has
/// other aims.
pub(super) fn skewer<V: Variant>(line: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    let (attack, reply) = line.lead_up(step)?;
    let taken = step.captured()?;
    let skewers = attack.to() == step.from()
        && step.before.sliders().has(step.from())
        && in_a_row(step.from(), reply.from(), step.to())
        && worth(reply.role()) > worth(taken)
        && exchange(step.before, step.m) > 0
        && !line.mates();
    skewers.then(|| {
        Finding::after(Motif::Skewer, attack.ply).by(step.from()).target(reply.from()).behind(step.to())
    })
}

/// A man of the solver's was taken on the square it had just come to, and is avenged there along the line of the man that
/// took it.
pub(super) fn x_ray<V: Variant>(line: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    let (first, reply) = line.lead_up(step)?;
    let same = first.to() == step.to() && reply.to() == step.to();
    (same && in_a_row(step.from(), reply.from(), step.to())).then(|| {
        Finding::after(Motif::XRayAttack, first.ply).by(step.from()).target(reply.from()).behind(step.to())
    })
}

/// A man gives check, or takes, along a line that the solver has just opened.
pub(super) fn discovered_attack<V: Variant>(line: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    // A double check is told of as that.
    if let Some(check) = discovered_check(line, step).filter(|_| !step.after.checkers().has_several()) {
        return Some(Finding { motif: Motif::DiscoveredAttack, ..check });
    }
    let (opening, reply) = line.lead_up(step)?;
    let opened = step.captured().is_some()
        && reply.to() != step.to()
        && opening.to() != step.from()
        && !opening.is_castling()
        && in_a_row(step.from(), opening.from(), step.to());
    opened.then(|| {
        Finding::after(Motif::DiscoveredAttack, opening.ply).on(step.ply).by(step.from()).target(step.to())
    })
}

/// Check by a man that did not move.
pub(super) fn discovered_check<V: Variant>(line: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    let checker = step.after.checkers().without(step.to()).first().filter(|_| !step.is_castling())?;
    let king = step.after.king(!line.solver());
    Some(Finding::after(Motif::DiscoveredCheck, step.ply).by(checker).target(king).behind(step.to()))
}

/// Check by two men.
pub(super) fn double_check<V: Variant>(line: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    let checkers = step.after.checkers();
    // A pawn taken in passing may open two lines at once.
    let by = if checkers.has(step.to()) { step.to() } else { checkers.first()? };
    let king = step.after.king(!line.solver());
    checkers.has_several().then(|| {
        Finding::after(Motif::DoubleCheck, step.ply).by(by).target(king).behind(checkers.without(by).first())
    })
}
