//! Moves without noise, and moves that cost something.

use kempelen_rules::{Role, Variant, attacks};

use super::pawns::is_advanced;
use crate::worth::{balance, exchange, worth};
use crate::{Finding, Line, Motif, Step};

/// A minor exchange is no sacrifice; two pawns are.
const SACRIFICE: i32 = 200;

/// After one of its moves the solver is still down in material, compared with the start of its line. Lines with a new
/// queen in them are about that.
pub(super) fn sacrifice<V: Variant>(line: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    let us = line.solver();
    let start = line.boards().get(line.first_solved())?;
    let down = balance(start, us) - balance(step.after, us);
    if down < SACRIFICE || line.solved().any(|step| step.m.is_promotion()) {
        return None;
    }
    // The greatest man that was taken is the one given up.
    let (taken, reply) = line
        .steps()
        .filter(|reply| reply.side() != us && (line.first_solved()..step.ply).contains(&reply.ply))
        .filter_map(|reply| Some((reply.taken_on()?, reply)))
        .max_by_key(|(_, reply)| reply.captured().map_or(0, worth))?;
    Some(Finding::after(Motif::Sacrifice, reply.ply - 1).by(taken).target(reply.from()))
}

/// A move of any man but the king and far pawns that neither answers nor gives check, takes nothing and attacks nothing;
/// and the line goes on.
pub(super) fn quiet_move<V: Variant>(line: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    let goes_on = step.ply + 1 < line.len();
    (goes_on && step.role() != Role::King && !step.before.in_check() && is_quiet(step))
        .then(|| Finding::after(Motif::QuietMove, step.ply).by(step.to()))
}

/// With several moves to choose from, the line begins with an answer to a check that neither takes nor checks back, or
/// it ends (after other moves) with one that takes nothing and attacks nothing: what there is has been held.
pub(super) fn defensive_move<V: Variant>(line: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    let (first, last) = (step.ply == line.first_solved(), step.ply + 1 == line.len());
    let parries = step.before.in_check() && step.captured().is_none() && !step.gives_check();
    let holds = first && !last && parries || last && !first && is_quiet(step);
    (holds && step.before.count_moves() >= 3)
        .then(|| Finding::after(Motif::DefensiveMove, step.ply).by(step.to()))
}

fn is_quiet<V: Variant>(step: &Step<'_, V>) -> bool {
    !step.gives_check()
        && step.captured().is_none()
        && !is_advanced(step)
        && step.attacks().is_disjoint(step.after.side(!step.side()))
}

/// With kings and pawns alone, the opponent had to move: its king gave way before the solver's in opposition, or the
/// solver's king enters, or somebody takes, what could not be entered or taken with profit had the opponent passed.
pub(super) fn zugzwang<V: Variant>(line: &Line<V>, step: &Step<'_, V>) -> Option<Finding> {
    let (squeeze, reply) = line.lead_up(step)?;
    let board = squeeze.after;
    let kings_and_pawns = board.occupied() == board.role(Role::Pawn) | board.role(Role::King);
    if !kings_and_pawns || board.in_check() {
        return None;
    }
    let opposition = squeeze.role() == Role::King
        && reply.role() == Role::King
        && squeeze.to().distance(reply.from()) == 2
        && attacks::straights(squeeze.to()).has(reply.from());
    let passed = board.pass();
    let was_possible = passed.is_legal(step.m);
    let enters = step.role() == Role::King && step.captured().is_none() && !was_possible;
    let takes = step.captured().is_some()
        && reply.captured().is_none()
        && (!was_possible || exchange(&passed, step.m) <= 0);
    (opposition || enters || takes).then(|| {
        Finding::after(Motif::Zugzwang, squeeze.ply).by(squeeze.to()).target(board.king(!line.solver()))
    })
}
