use kempelen_rules::{Color, Position, Role, SquareSet};

use crate::account::Tally;
use crate::games::Judged;
use crate::terms::pawns::{Anew, Pawns, Structure};
use crate::{S, Weights};

/// Remembers pawn structures: pawns and kings move seldom, and what they decide is costly to find.
///
/// An entry is used only for exactly the pawns and kings it was made for, so that nothing ever depends on what is
/// remembered.
#[derive(Clone)]
pub(crate) struct PawnCache {
    entries: Box<[Entry]>,
}

/// 256 KB, which stay in the second-level cache.
const SIZE: usize = 4096;

#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Entry {
    pawns: [SquareSet; 2],
    /// White's king and Black's, or, in an unused entry, both on one square.
    kings: u16,
    structure: Structure,
    score: S,
    white_danger: S,
    black_danger: S,
}

const _: () = assert!(size_of::<Entry>() == 64);

impl Default for PawnCache {
    fn default() -> Self {
        Self { entries: vec![Entry::default(); SIZE].into_boxed_slice() }
    }
}

impl Pawns<Tally> for PawnCache {
    #[inline(always)]
    fn structure<V: Judged>(
        &mut self,
        position: &Position<V>,
        weights: &Weights,
        account: &mut Tally,
    ) -> Structure {
        let pawns = Color::ALL.map(|side| position.men(side, Role::Pawn));
        let [white, black] = Color::ALL.map(|side| position.king(side).index() as u16);
        let kings = white << 8 | black;
        let entry = &mut self.entries[place(pawns, kings)];
        if entry.pawns != pawns || entry.kings != kings {
            *entry = fill(position, weights, pawns, kings);
        }
        account.score += entry.score;
        account.white_danger += entry.white_danger;
        account.black_danger += entry.black_danger;
        entry.structure
    }
}

#[inline(never)]
fn fill<V: Judged>(position: &Position<V>, weights: &Weights, pawns: [SquareSet; 2], kings: u16) -> Entry {
    let mut tally = Tally::default();
    let structure = Anew.structure(position, weights, &mut tally);
    let Tally { score, white_danger, black_danger, .. } = tally;
    Entry { pawns, kings, structure, score, white_danger, black_danger }
}

/// Where pawns and kings like these are remembered.
#[inline(always)]
fn place(pawns: [SquareSet; 2], kings: u16) -> usize {
    let white = pawns[0].bits().wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let black = (pawns[1].bits() ^ u64::from(kings) << 48).wrapping_mul(0xD134_2543_DE82_EF95);
    let mixed = (white ^ black.rotate_right(32)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (mixed >> 52) as usize & (SIZE - 1)
}

impl std::fmt::Debug for PawnCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PawnCache({SIZE} entries)")
    }
}
