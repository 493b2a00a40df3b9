//! Men in danger: which quiet moves are urgent before anything else is known of them.
//!
//! A search knows its histories only after a while, and passes over most quiet moves near the horizon. There the move
//! that saves an attacked man must be among the first, or the search believes that the man is won.

use kempelen_rules::{Color, Move, Position, Role, SquareSet, Variant};

use crate::exchange;
use crate::params::Params;

/// What the side to move has to fear, and the squares from which its men would give check.
pub(crate) struct Danger {
    /// Where a man would be attacked by a lesser one; by slot.
    by_lesser: [SquareSet; 6],
    /// Where any man would be taken for nothing.
    unguarded: SquareSet,
    /// Where a man would give check; by slot.
    checks: [SquareSet; 6],
}

impl Danger {
    pub(crate) fn of<V: Variant>(position: &Position<V>) -> Self {
        let (us, them) = (position.turn(), !position.turn());
        let theirs = attacks_by_slot(position, them);
        let mut by_lesser = [SquareSet::EMPTY; 6];
        for (set, &victim) in by_lesser.iter_mut().zip(&V::ROLES) {
            for (&seen, &role) in theirs.iter().zip(&V::ROLES) {
                if is_lesser(role, victim) {
                    *set |= seen;
                }
            }
        }
        let all = |sets: [SquareSet; 6]| sets.into_iter().fold(SquareSet::EMPTY, |all, set| all | set);
        let unguarded = all(theirs) & !all(attacks_by_slot(position, us));
        let king = position.king(them);
        let checks = V::ROLES.map(|role| match role {
            Role::King => SquareSet::EMPTY,
            _ => V::attacks(role, them, king, position.occupied()),
        });
        Self { by_lesser, unguarded, checks }
    }

    /// How urgent a quiet move is, on the scale of the histories: more for one that saves a man or gives check, less
    /// for one that exposes it.
    #[inline]
    pub(crate) fn urgency<V: Variant>(&self, position: &Position<V>, m: Move, params: &Params) -> i32 {
        let Some(role) = position.role_on(m.from()).filter(|&role| role != Role::King) else { return 0 };
        let slot = V::ROLES.iter().position(|&other| other == role).unwrap_or(0);
        let lesser = self.by_lesser[slot];
        let (leaves, enters) = (lesser.has(m.from()), lesser.has(m.to()));
        let mut urgency = params.order_escape * (i32::from(leaves) - i32::from(enters));
        if !leaves && self.unguarded.has(m.from()) {
            urgency += params.order_hanging;
        }
        urgency *= exchange::value(role);
        if !enters && self.checks[slot].has(m.to()) {
            urgency += params.order_check;
        }
        urgency
    }
}

/// What each kind of a side's men attacks.
fn attacks_by_slot<V: Variant>(position: &Position<V>, side: Color) -> [SquareSet; 6] {
    V::ROLES.map(|role| {
        position
            .men(side, role)
            .into_iter()
            .fold(SquareSet::EMPTY, |seen, square| seen | V::attacks(role, side, square, position.occupied()))
    })
}

/// Whether giving the first man for the second is a clear gain; a knight and a bishop are worth the same.
fn is_lesser(man: Role, victim: Role) -> bool {
    exchange::value(man) + 50 < exchange::value(victim)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kempelen_rules::{Chess, Makruk, uci};

    fn urgency<V: Variant>(fen: &str, text: &str) -> i32 {
        let position: Position<V> = fen.parse().expect("a position");
        let m = uci::read(&position, text).expect("a move");
        let params = Params { order_escape: 10, order_hanging: 1, order_check: 7, ..Params::default() };
        Danger::of(&position).urgency(&position, m, &params)
    }

    #[test]
    fn a_queen_flees_from_a_rook_but_not_to_a_knight() {
        let fen = "3rk3/8/2n5/8/3Q4/8/8/4K3 w - - 0 1";
        assert_eq!(urgency::<Chess>(fen, "d4c3"), 9500);
        assert_eq!(urgency::<Chess>(fen, "d4b4"), 0, "from one danger into another");
        assert_eq!(urgency::<Chess>(fen, "d4e3"), 9507, "away and with check");
        assert_eq!(urgency::<Chess>(fen, "e1e2"), 0);
    }

    #[test]
    fn a_man_that_nobody_guards_is_worth_a_move() {
        let fen = "r3k3/8/8/8/N7/8/8/4K3 w - - 0 1";
        assert_eq!(urgency::<Chess>(fen, "a4b2"), 320);
        assert_eq!(urgency::<Chess>(fen, "a4c5"), 320);
        let guarded = "r3k3/8/8/8/N7/1P6/8/4K3 w - - 0 1";
        assert_eq!(urgency::<Chess>(guarded, "a4b2"), 0);
    }

    #[test]
    fn a_rua_fears_a_met() {
        assert_eq!(urgency::<Makruk>("4k3/8/8/4m3/3R4/8/8/4K3 w - - 0 1", "d4d1"), 5100);
    }
}
