//! What a network sees of a position: for each side, which man stands where as that side looks at the board.
//!
//! A side sees its own men first and the board from its own end. When its king stands on the right half of the
//! board, it sees left and right exchanged, so that its king is always on the left: what it has learned on one
//! wing it knows on the other.

use kempelen_rules::{Color, Piece, Position, Square, Variant};

/// How many inputs there are: two sides, six kinds of men, 64 squares.
pub const INPUTS: usize = 2 * 6 * 64;

/// How one side looks at the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Perspective {
    side: Color,
    /// What a square's number is turned by: 56 exchanges the ranks, 7 the files.
    turned: u8,
}

impl Perspective {
    /// How a side looks at the board that has its king here.
    #[inline]
    pub(crate) fn new(side: Color, king: Square) -> Self {
        let mirrored = if king.file() > 3 { 7 } else { 0 };
        Self { side, turned: side.pick(0, 56) ^ mirrored }
    }

    /// How a side looks at the board of a position.
    #[inline]
    pub(crate) fn of<V: Variant>(side: Color, position: &Position<V>) -> Self {
        Self::new(side, position.king(side))
    }

    /// Whether left and right are exchanged.
    #[inline]
    pub(crate) fn is_mirrored(self) -> bool {
        self.turned & 7 != 0
    }

    /// The number of the input for a man on a square.
    #[inline]
    pub(crate) fn input<V: Variant>(self, man: Piece, square: Square) -> usize {
        let kind = usize::from(man.color() != self.side) * 6 + slot::<V>(man);
        kind * 64 + (square.index() ^ usize::from(self.turned))
    }

    /// Every input that is on.
    pub(crate) fn inputs<V: Variant>(self, position: &Position<V>) -> impl Iterator<Item = usize> {
        let men = position.occupied().into_iter();
        men.filter_map(move |square| position.piece_on(square).map(|man| self.input::<V>(man, square)))
    }
}

/// The place of a man's role among the roles of its game.
#[inline]
pub(crate) fn slot<V: Variant>(man: Piece) -> usize {
    let slots = const { slots::<V>() };
    usize::from(slots[man.role().index()])
}

const fn slots<V: Variant>() -> [u8; kempelen_rules::Role::COUNT] {
    let mut slots = [0; kempelen_rules::Role::COUNT];
    let mut slot = 0;
    while slot < V::ROLES.len() {
        slots[V::ROLES[slot] as usize] = slot as u8;
        slot += 1;
    }
    slots
}

#[cfg(test)]
mod tests {
    use super::*;
    use kempelen_rules::{Chess, Makruk, Role};

    #[test]
    fn a_side_sees_its_own_men_first_and_its_king_on_the_left() {
        let rook = Piece::new(Color::White, Role::Rook);
        let seen = |side, king: Square, square| Perspective::new(side, king).input::<Chess>(rook, square);
        assert_eq!(seen(Color::White, Square::A1, Square::H1), 3 * 64 + 7);
        assert_eq!(seen(Color::White, Square::G1, Square::H1), 3 * 64);
        assert_eq!(seen(Color::Black, Square::D8, Square::H1), 9 * 64 + 56 + 7);
        assert_eq!(seen(Color::Black, Square::E8, Square::H1), 9 * 64 + 56);
    }

    #[test]
    fn both_sides_see_the_same_when_the_board_is_turned_over() {
        fn check<V: Variant>(fen: &str) {
            let position: Position<V> = fen.parse().expect("a position");
            let mirrored = position.mirror();
            for side in Color::ALL {
                let sorted = |side, position: &Position<V>| {
                    let mut inputs: Vec<_> = Perspective::of(side, position).inputs::<V>(position).collect();
                    inputs.sort_unstable();
                    inputs
                };
                assert_eq!(sorted(side, &position), sorted(!side, &mirrored));
                assert!(sorted(side, &position).iter().all(|input| *input < INPUTS));
            }
        }
        check::<Chess>("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        check::<Makruk>("r4k2/2msn2r/ppn1ppsp/2Pp4/4PN2/P1PP1PP1/2SN4/R1K1MS1R b - - 0 11");
    }
}
