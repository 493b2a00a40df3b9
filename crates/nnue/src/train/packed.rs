use kempelen_rules::{Position, Variant};

use crate::features::{INPUTS, slot};

/// A position with its labels, in 32 bytes, as its mover sees it: 30 million of them fit into a gigabyte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(32))]
pub struct PackedPosition {
    /// Where men stand.
    occupied: u64,
    /// Four bits for each of them, in the order of their squares: whose (8 is the enemy's) and the place of its role.
    men: [u8; 16],
    /// Hundredths of a pawn.
    score: i16,
    /// Two for a win of the mover, one for a draw, zero for a loss.
    result: u8,
    /// Where the kings stand, the mover's first.
    kings: [u8; 2],
}

const _: () = assert!(size_of::<PackedPosition>() == 32);

impl PackedPosition {
    /// A position with the score and the result that White sees: hundredths of a pawn; two for a win of White, one
    /// for a draw, zero for a loss. Nothing where more than 32 men stand on the board.
    ///
    /// ```
    /// use kempelen_nnue::train::PackedPosition;
    /// use kempelen_rules::{Chess, Position};
    ///
    /// let black_to_move: Position<Chess> = "4k3/8/8/8/8/8/8/3QK3 b - - 0 1".parse()?;
    /// let packed = PackedPosition::new(&black_to_move, 900, 2).expect("three men");
    /// assert_eq!((packed.score(), packed.result()), (-900, 0));
    /// # Ok::<(), kempelen_rules::fen::FenError>(())
    /// ```
    pub fn new<V: Variant>(position: &Position<V>, white_score: i32, white_result: u8) -> Option<Self> {
        let us = position.turn();
        let turned = us.pick(0, 56);
        if position.occupied().len() > 32 {
            return None;
        }
        let mut packed = Self {
            occupied: us.pick(position.occupied(), position.occupied().flip()).bits(),
            men: [0; 16],
            score: (us.pick(1, -1) * white_score).clamp(-i32::from(i16::MAX), i32::from(i16::MAX)) as i16,
            result: us.pick(white_result.min(2), 2 - white_result.min(2)),
            kings: [us, !us].map(|side| position.king(side).index() as u8 ^ turned),
        };
        let mut left = packed.occupied;
        let mut place = 0;
        while left != 0 {
            let square = kempelen_rules::Square::wrap(left.trailing_zeros() as u8 ^ turned);
            if let Some(man) = position.piece_on(square) {
                let nibble = u8::from(man.color() != us) << 3 | slot::<V>(man) as u8;
                packed.men[place / 2] |= nibble << (4 * (place % 2));
            }
            left &= left - 1;
            place += 1;
        }
        Some(packed)
    }

    /// The score as the mover sees it, in hundredths of a pawn.
    pub fn score(&self) -> i32 {
        i32::from(self.score)
    }

    /// Two for a win of the mover, one for a draw, zero for a loss.
    pub fn result(&self) -> u8 {
        self.result
    }

    /// All bits of it, for telling one collection from another.
    pub(crate) fn mixed(&self) -> u64 {
        let half =
            |bytes: &[u8]| bytes.iter().fold(0, |word: u64, byte| word.rotate_left(8) ^ u64::from(*byte));
        let labels = u64::from(self.score as u16) << 8 | u64::from(self.result);
        let men = half(&self.men[..8]).rotate_left(17) ^ half(&self.men[8..]).rotate_left(31);
        kempelen_rules::random::finish(self.occupied ^ men ^ labels.rotate_left(40))
    }
}

/// The inputs that are on in a position, for the mover and for the other side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InputLists {
    count: usize,
    inputs: [[u16; 32]; 2],
}

impl InputLists {
    pub(crate) const EMPTY: Self = Self { count: 0, inputs: [[0; 32]; 2] };

    /// The inputs of a packed position.
    #[inline]
    pub(crate) fn fill(&mut self, packed: &PackedPosition) {
        // The mover sits where White does; see `Perspective` for what is seen how.
        let mirrored = |king: u8| if king & 7 > 3 { 7 } else { 0 };
        let turned = [mirrored(packed.kings[0]), mirrored(packed.kings[1]) ^ 56];
        let mut left = packed.occupied;
        let mut place = 0;
        while left != 0 {
            let square = left.trailing_zeros() as u16;
            let nibble = u16::from(packed.men[place / 2] >> (4 * (place % 2)) & 15);
            let (enemy, role) = (nibble >> 3, nibble & 7);
            self.inputs[0][place] = (enemy * 6 + role) * 64 + (square ^ turned[0]);
            self.inputs[1][place] = ((1 - enemy) * 6 + role) * 64 + (square ^ turned[1]);
            left &= left - 1;
            place += 1;
        }
        self.count = place;
    }

    /// The inputs of the mover (0) or of the other side (1).
    #[inline]
    pub(crate) fn side(&self, side: usize) -> &[u16] {
        &self.inputs[side][..self.count]
    }
}

const _: () = assert!(INPUTS <= u16::MAX as usize);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::Perspective;
    use kempelen_rules::{Chess, Makruk};

    fn sees_what_the_network_sees<V: Variant>(fen: &str) {
        let position: Position<V> = fen.parse().expect("a position");
        let packed = PackedPosition::new(&position, 0, 1).expect("few men");
        let mut lists = InputLists::EMPTY;
        lists.fill(&packed);
        for (side, owner) in [position.turn(), !position.turn()].into_iter().enumerate() {
            let mut expected: Vec<_> = Perspective::of(owner, &position).inputs::<V>(&position).collect();
            let mut found: Vec<_> = lists.side(side).iter().map(|input| usize::from(*input)).collect();
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "{fen}");
        }
    }

    #[test]
    fn packing_loses_nothing_that_a_network_sees() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "8/8/1p1k4/5ppp/PPK1p3/6P1/5PP1/8 b - - 0 1",
        ] {
            sees_what_the_network_sees::<Chess>(fen);
        }
        sees_what_the_network_sees::<Makruk>(
            "r4k2/2msn2r/ppn1ppsp/2Pp4/4PN2/P1PP1PP1/2SN4/R1K1MS1R b - - 0 11",
        );
    }
}
