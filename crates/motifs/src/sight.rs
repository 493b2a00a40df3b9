//! Who sees what on one board.

use kempelen_rules::{Color, Position, Role, Square, SquareSet, Variant, attacks};

use crate::worth::worth;

/// Questions about one position that the definitions of motifs ask all the time.
pub(crate) trait Sight {
    /// What the man on a square attacks; nothing from an empty one.
    fn sees(&self, square: Square) -> SquareSet;

    /// The men of a side that attack a square.
    fn attackers_of(&self, square: Square, by: Color) -> SquareSet;

    /// Whether nobody protects the man on a square. A man behind an enemy slider that attacks it protects it too.
    fn is_loose(&self, square: Square) -> bool;

    /// Whether the man on a square can be taken with profit at first sight: it is attacked, and nobody protects it or
    /// a lesser man attacks it.
    fn is_in_danger(&self, square: Square) -> bool;

    /// Whether an officer of the side to move is in danger, and would be wherever it went.
    fn is_trapped(&self, square: Square) -> bool;

    /// The men that slide.
    fn sliders(&self) -> SquareSet;
}

impl<V: Variant> Sight for Position<V> {
    fn sees(&self, square: Square) -> SquareSet {
        self.piece_on(square).map_or(SquareSet::EMPTY, |piece| {
            V::attacks(piece.role(), piece.color(), square, self.occupied())
        })
    }

    fn attackers_of(&self, square: Square, by: Color) -> SquareSet {
        self.attackers(square, by, self.occupied())
    }

    fn is_loose(&self, square: Square) -> bool {
        let Some(piece) = self.piece_on(square) else { return false };
        let in_front = self.attackers_of(square, !piece.color()) & self.sliders();
        self.attackers(square, piece.color(), self.occupied() & !in_front).is_empty()
    }

    fn is_in_danger(&self, square: Square) -> bool {
        let Some(piece) = self.piece_on(square) else { return false };
        let attackers = self.attackers_of(square, !piece.color());
        let by_less = |from| self.role_on(from).is_some_and(|role: Role| worth(role) < worth(piece.role()));
        attackers.any() && (self.is_loose(square) || attackers.into_iter().any(by_less))
    }

    fn is_trapped(&self, square: Square) -> bool {
        let Some(piece) = self.piece_on(square).filter(|piece| piece.color() == self.turn()) else {
            return false;
        };
        let is_officer = !matches!(piece.role(), Role::Pawn | Role::King);
        // Who is in check has other duties, and who is pinned is told of as that.
        let is_free = !self.in_check() && !self.pinned().has(square);
        is_officer
            && is_free
            && self.is_in_danger(square)
            && self.moves_from(square).into_iter().all(|m| {
                let sold = self.captured(m).is_some_and(|role| worth(role) >= worth(piece.role()));
                !sold && self.play(m).is_in_danger(m.to())
            })
    }

    fn sliders(&self) -> SquareSet {
        V::STRAIGHT_SLIDERS
            .iter()
            .chain(V::DIAGONAL_SLIDERS)
            .fold(SquareSet::EMPTY, |set, &role| set | self.role(role))
    }
}

/// Whether three squares lie on one line in this order.
pub(crate) fn in_a_row(a: Square, b: Square, c: Square) -> bool {
    attacks::between(a, c).has(b)
}
