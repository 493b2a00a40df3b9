//! Kings: castled, exposed, under attack.

use kempelen_rules::{Role, Square, SquareSet, Variant, VariantId, attacks};

use super::mates::is_back_rank_mate;
use crate::{Finding, Line, Motif, Step};

/// King and rook castle.
pub(super) fn castling<V: Variant>(_: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    step.is_castling().then(|| Finding::after(Motif::Castling, step.ply).by(step.to()))
}

/// No pawn stands beside a king on its own three ranks, and it is checked on the way: by more than the first blow and the
/// last.
pub(super) fn exposed<V: Variant>(line: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    let them = !line.solver();
    let king = step.before.king(them);
    let at_home = them.relative_rank(king.rank()) <= 2;
    let bare = attacks::king(king).is_disjoint(step.before.men(them, Role::Pawn));
    let checked = || line.solved().skip(1).any(|step| step.ply + 1 < line.len() && step.gives_check());
    (step.ply == line.first_solved() && at_home && bare && checked())
        .then(|| Finding::before(Motif::ExposedKing, step.ply).target(king))
}

/// An attack on a king on its first rank, on one wing, with men enough on the board. Checks, and captures near the
/// king's corner, speak for an attack, moves far from it against; a mate along the back rank is another story.
pub(super) fn wing_attack<V: Variant>(line: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    let them = !line.solver();
    let king = step.before.king(them);
    let (motif, corner, fewest) = match king.file() {
        6..=7 => (Motif::KingsideAttack, Square::H1.relative_to(them), 20),
        0..=2 => (Motif::QueensideAttack, Square::A1.relative_to(them), 18),
        _ => return None,
    };
    if V::ID != VariantId::Chess
        || step.ply != line.first_solved()
        || them.relative_rank(king.rank()) != 0
        || step.before.occupied().len() < fewest
    {
        return None;
    }
    let blow = |step: Step<'_, V>| {
        let away = step.to().distance(corner);
        let takes_near = step.captured().is_some() && away <= 3;
        i32::from(step.gives_check()) + i32::from(takes_near) - i32::from(away >= 5)
    };
    let checked = line.solved().any(|step| step.gives_check());
    (checked && line.solved().map(blow).sum::<i32>() >= 2 && !is_back_rank_mate(line))
        .then(|| Finding::before(motif, step.ply).target(king))
}

/// The solver takes on f2 or f7 while the king is still at home beside it.
pub(super) fn attacking_f2_f7<V: Variant>(line: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    let them = !line.solver();
    let king = step.before.king(them);
    let at_home = V::ID == VariantId::Chess && king == Square::E1.relative_to(them);
    let weak = SquareSet::file(5) & SquareSet::relative_rank(them, 1);
    (at_home && weak.has(step.to()) && step.captured().is_some())
        .then(|| Finding::before(Motif::AttackingF2F7, step.ply).by(step.from()).target(king))
}
