//! Men in danger: which quiet moves are urgent before anything else is known of them.
//!
//! Other programs ask after *threats* to the same end.
//!
//! A search knows its histories only after a while, and passes over most quiet moves near the horizon. There
//! the move that saves an attacked man must be among the first, or the search believes that the man is won.
//!
//! A man is in danger where a lesser one attacks it, however well it is guarded, or where any man attacks it
//! and nobody guards it. What moves out of danger is tried early, what moves into it late; a safe check comes
//! early as well, because it leaves the other side few answers.

use kempelen_rules::{Color, Move, Position, Role, Square, SquareSet, Variant};

use crate::params::Params;
use crate::params::fixed::{LESSER, exchange_value};

/// What the side to move has to fear, and the squares from which its men would give check.
pub(crate) struct Danger {
    /// Where a man would be attacked by a lesser one; by role.
    by_lesser: [SquareSet; Role::COUNT],
    /// Where any man would be taken for nothing.
    unguarded: SquareSet,
    /// Where a man would give check; by role.
    checks: [SquareSet; Role::COUNT],
}

impl Danger {
    /// Looks at all men of both sides once, so that each move is then a few look-ups.
    pub(crate) fn of<V: Variant>(position: &Position<V>) -> Self {
        let (us, them) = (position.turn(), !position.turn());
        let mut danger = Self {
            by_lesser: [SquareSet::EMPTY; Role::COUNT],
            unguarded: SquareSet::EMPTY,
            checks: [SquareSet::EMPTY; Role::COUNT],
        };
        let mut guarded = SquareSet::EMPTY;
        for role in V::ROLES {
            let seen = attacks_of(position, them, role);
            danger.unguarded |= seen;
            guarded |= attacks_of(position, us, role);
            for victim in V::ROLES.into_iter().filter(|&victim| is_lesser(role, victim)) {
                danger.by_lesser[victim.index()] |= seen;
            }
            danger.checks[role.index()] = check_squares(position, role);
        }
        danger.unguarded &= !guarded;
        danger
    }

    /// How urgent a quiet move is, on the scale of the histories: more for one that saves a man or gives
    /// check, less for one that exposes it.
    #[inline]
    pub(crate) fn urgency<V: Variant>(&self, position: &Position<V>, m: Move, params: &Params) -> i32 {
        let Some(role) = position.role_on(m.from()).filter(|&role| role != Role::King) else { return 0 };
        let lesser = self.by_lesser[role.index()];
        let (leaves, enters) = (lesser.has(m.from()), lesser.has(m.to()));
        let mut urgency = params.order_escape * (i32::from(leaves) - i32::from(enters));
        if !leaves && self.unguarded.has(m.from()) {
            urgency += params.order_hanging;
        }
        urgency *= exchange_value(role);
        if !enters && self.checks[role.index()].has(m.to()) {
            urgency += params.order_check;
        }
        urgency
    }
}

/// Whether a man of the side to move, of a role that goes straight there, would give check on a square.
pub(crate) fn checks_at<V: Variant>(position: &Position<V>, role: Role, square: Square) -> bool {
    check_squares(position, role).has(square)
}

/// The squares on which a man of the side to move would give check.
fn check_squares<V: Variant>(position: &Position<V>, role: Role) -> SquareSet {
    let them = !position.turn();
    V::attacks(role, them, position.king(them), position.occupied())
}

/// All that a side attacks.
pub(crate) fn attacked_by<V: Variant>(position: &Position<V>, side: Color) -> SquareSet {
    V::ROLES.into_iter().fold(SquareSet::EMPTY, |seen, role| seen | attacks_of(position, side, role))
}

/// What the men of a role of a side attack.
fn attacks_of<V: Variant>(position: &Position<V>, side: Color, role: Role) -> SquareSet {
    let attacks = |square| V::attacks(role, side, square, position.occupied());
    position.men(side, role).into_iter().fold(SquareSet::EMPTY, |seen, square| seen | attacks(square))
}

/// Whether giving the first man for the second is a clear gain.
fn is_lesser(man: Role, victim: Role) -> bool {
    exchange_value(man) + LESSER < exchange_value(victim)
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
    fn a_side_attacks_what_its_men_see() {
        let position: Position<Chess> = "4k3/8/8/8/8/p7/8/R3K3 w - - 0 1".parse().expect("a position");
        let seen: Vec<String> =
            attacked_by(&position, Color::White).into_iter().map(|square| square.to_string()).collect();
        // The rook as far as the pawn it could take and the king it guards; the king around itself.
        assert_eq!(seen, ["b1", "c1", "d1", "e1", "f1", "a2", "d2", "e2", "f2", "a3"]);
    }

    #[test]
    fn a_rua_fears_a_met() {
        assert_eq!(urgency::<Makruk>("4k3/8/8/4m3/3R4/8/8/4K3 w - - 0 1", "d4d1"), 5100);
    }
}
