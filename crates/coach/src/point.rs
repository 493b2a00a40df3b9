//! Where a line has made its point.
//!
//! Machines give lines as long as they have looked. What a player wants to see ends where it is clear: with the mate, or
//! when what is won has been won.

use kempelen_motifs::AnyLine;
use kempelen_rules::{AnyPosition, Color, Move};

use crate::spoils::{Spoils, settled_gain};

/// Less than this is no gain: a pawn.
const GAIN: i32 = 100;
/// Of a line that wins nothing so many plies are told.
const QUIET_PLIES: usize = 6;

/// A line, cut where its solver has made its point.
pub(crate) struct LinePoint {
    pub(crate) line: AnyLine,
    /// Whether it ends with mate by the solver.
    pub(crate) mates: bool,
    /// What the solver wins in it, where that is kept.
    pub(crate) spoils: Option<Spoils>,
}

impl LinePoint {
    /// Cuts a line at the point that a side makes in it.
    pub(crate) fn of(start: AnyPosition, moves: &[Move], solver: Color) -> Option<Self> {
        let legal = legal_part(start, moves);
        let whole = AnyLine::new(start, legal).ok()?.solved_by(solver);
        let end = whole.board(legal.len())?;
        let first = usize::from(start.turn() != solver) + 1;
        if end.in_check() && end.legal_moves().is_empty() && end.turn() != solver {
            return Some(Self { line: whole, mates: true, spoils: None });
        }
        // Lengths at which the solver has just moved.
        let lens: Vec<usize> = (first..=legal.len()).step_by(2).collect();
        let cut = |len: usize| AnyLine::new(start, &legal[..len]).ok().map(|line| line.solved_by(solver));
        let gains: Vec<i32> =
            lens.iter().map(|&len| cut(len).map_or(0, |line| settled_gain(&line, solver))).collect();
        let last = gains.last().copied().unwrap_or(0);
        if last < GAIN {
            let len = lens.iter().rev().copied().find(|&len| len <= QUIET_PLIES).unwrap_or(legal.len());
            return Some(Self { line: cut(len)?, mates: false, spoils: None });
        }
        // The first time after which the gain is never less than at the end, with the men really in hand.
        let in_hand = |len: usize| cut(len).is_some_and(|line| Spoils::of(&line).gain >= last);
        let kept = |index: usize| gains[index..].iter().all(|&gain| gain >= last);
        let index = (0..lens.len()).find(|&index| kept(index) && in_hand(lens[index]));
        let line = cut(index.map_or(legal.len(), |index| lens[index]))?;
        let spoils = Some(Spoils::of(&line)).filter(|spoils| spoils.gain >= GAIN);
        Some(Self { line, mates: false, spoils })
    }
}

fn legal_part(start: AnyPosition, moves: &[Move]) -> &[Move] {
    let mut here = start;
    for (ply, &m) in moves.iter().enumerate() {
        if !here.is_legal(m) {
            return &moves[..ply];
        }
        here = here.play(m);
    }
    moves
}
