//! Static exchange evaluation (SEE): what a capture is worth once everybody who can has recaptured on its
//! square.
//!
//! Nothing is searched: the attackers of one square take turns, the least valuable first, and each side stops
//! when going on would lose. That is wrong where pins, checks or other squares matter, but it costs next
//! to nothing beside a search, and is right often enough to say which captures come first and which are not
//! worth a look.
//!
//! The question is never what an exchange is worth but whether it is worth a threshold, which is sooner
//! answered: mostly by the first capture alone.

use kempelen_rules::{Color, Move, Position, Role, SquareSet, Variant, attacks};

use crate::params::fixed::exchange_value as value;
use crate::score::Score;

/// What a legal move takes and makes, before anybody answers.
pub(crate) fn gain<V: Variant>(position: &Position<V>, m: Move) -> Score {
    let captured = position.captured(m).map_or(0, value);
    captured + m.promoted().map_or(0, |role| value(role) - value(Role::Pawn))
}

/// Whether the exchange that a legal move starts on its square ends at `threshold` or better for the mover.
///
/// A rook that takes a pawn guarded by a pawn wins 100 and loses 510: the exchange is worth -410. With a
/// queen behind the rook it goes on, since the guard can be had for nothing, and ends at -310. With nobody on
/// guard it is worth 100.
///
/// Each side in turn takes with its least valuable man and stops when going on would lose. Men behind others
/// on the same line join in; pins are not seen.
pub(crate) fn wins<V: Variant>(position: &Position<V>, m: Move, threshold: Score) -> bool {
    if position.is_castling(m) {
        return threshold <= 0;
    }
    let Some(mover) = position.role_on(m.from()) else { return false };
    let mut balance = gain(position, m) - threshold;
    if balance < 0 {
        return false;
    }
    // Even if the man that moved is lost for nothing, is it enough?
    balance -= value(m.promoted().unwrap_or(mover));
    if balance >= 0 {
        return true;
    }
    let square = m.to();
    let mut occupied = position.occupied().without(m.from()).with(square);
    if position.is_en_passant(m) {
        occupied &= !square.set().forward(!position.turn());
    }
    let straight = any_of(position, V::STRAIGHT_SLIDERS);
    let diagonal = any_of(position, V::DIAGONAL_SLIDERS);
    let mut attackers = (position.attackers(square, Color::White, occupied)
        | position.attackers(square, Color::Black, occupied))
        & occupied;
    let mut side = !position.turn();
    loop {
        let ours = attackers & position.side(side);
        let Some((role, men)) =
            V::ROLES.iter().map(|&role| (role, ours & position.role(role))).find(|(_, men)| men.any())
        else {
            break;
        };
        // A king may not take into a recapture.
        if role == Role::King && (attackers & position.side(!side)).any() {
            break;
        }
        let Some(from) = men.first() else { break };
        occupied = occupied.without(from);
        attackers |= attacks::rook(square, occupied) & straight;
        attackers |= attacks::bishop(square, occupied) & diagonal;
        attackers &= occupied;
        side = !side;
        balance = -balance - 1 - value(role);
        if balance >= 0 {
            break;
        }
    }
    // Whoever is to move now has had enough; it is the other side that comes out ahead.
    side != position.turn()
}

fn any_of<V: Variant>(position: &Position<V>, roles: &[Role]) -> SquareSet {
    roles.iter().fold(SquareSet::EMPTY, |set, &role| set | position.role(role))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kempelen_rules::{Chess, Makruk, uci};

    /// The exact value by trying all thresholds.
    fn worth<V: Variant>(fen: &str, text: &str) -> Score {
        let position: Position<V> = fen.parse().expect("a position");
        let m = uci::read(&position, text).expect("a move");
        (-2000..=2000).rev().find(|&threshold| wins(&position, m, threshold)).expect("a value")
    }

    #[test]
    fn exchanges_of_chess() {
        let pawn_undefended = "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1";
        assert_eq!(worth::<Chess>(pawn_undefended, "e1e5"), 100);
        let battery = "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1";
        assert_eq!(worth::<Chess>(battery, "d3e5"), 100 - 320);
        assert_eq!(worth::<Chess>("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), 100);
        assert_eq!(worth::<Chess>("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"), 850);
        assert_eq!(worth::<Chess>("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"), -100);
        assert_eq!(worth::<Chess>("4k3/8/3p4/4p3/8/8/4R3/5K2 w - - 0 1", "e2e5"), 100 - 510);
        assert_eq!(worth::<Chess>("4k3/8/3p4/4p3/8/8/4R3/4QK2 w - - 0 1", "e2e5"), 100 - 510 + 100);
        assert_eq!(worth::<Chess>("4k3/8/3p4/4n3/8/8/4Q3/4K3 w - - 0 1", "e2e5"), 320 - 950);
    }

    #[test]
    fn a_king_takes_only_what_is_not_defended() {
        assert_eq!(worth::<Chess>("8/8/3k4/4p3/8/8/4R3/4K3 w - - 0 1", "e2e5"), 100 - 510);
        assert_eq!(worth::<Chess>("8/8/3k4/4p3/8/8/4R3/4RK2 w - - 0 1", "e2e5"), 100);
    }

    #[test]
    fn exchanges_of_makruk() {
        assert_eq!(worth::<Makruk>("4k3/8/3m4/4p3/8/5N2/8/4K3 w - - 0 1", "f3e5"), 100 - 320);
        // A khon defends straight ahead, a met only aslant.
        assert_eq!(worth::<Makruk>("4k3/4m3/4p3/8/3N4/8/8/4K3 w - - 0 1", "d4e6"), 100);
        assert_eq!(worth::<Makruk>("4k3/4s3/4p3/8/3N4/8/8/4K3 w - - 0 1", "d4e6"), 100 - 320);
    }
}
