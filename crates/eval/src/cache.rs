use kempelen_rules::{Color, Position, Role, SquareSet};

use crate::account::TermSums;
use crate::games::Judged;
use crate::terms::pawns::{self, Pawns, Structure};
use crate::terms::shelter;
use crate::{S, Weights};

/// Remembers pawn structures, and the kings last seen among them: pawns move seldom, and what they decide is costly
/// to find.
///
/// An entry is used only for exactly the pawns and kings it was made for, so that nothing ever depends on what is
/// remembered.
pub(crate) struct PawnCache {
    entries: Box<[PawnEntry]>,
}

/// 512 KB, which stay in the second-level cache.
const SIZE: usize = 8192;

#[derive(Clone, Copy)]
#[repr(align(64))]
struct PawnEntry {
    pawns: [SquareSet; 2],
    passed: SquareSet,
    spans: [SquareSet; 2],
    files: [u8; 2],
    /// The square of each king, or [`NOWHERE`].
    kings: [u8; 2],
    score: S,
    king_scores: [S; 2],
    king_dangers: [S; 2],
}

const _: () = assert!(size_of::<PawnEntry>() == 64);

/// Where a king stands of which nothing is remembered.
const NOWHERE: u8 = 64;

impl Default for PawnCache {
    fn default() -> Self {
        // A board without pawns is what all entries know at first.
        let nothing = PawnEntry {
            pawns: [SquareSet::EMPTY; 2],
            passed: SquareSet::EMPTY,
            spans: [SquareSet::EMPTY; 2],
            files: [0; 2],
            kings: [NOWHERE; 2],
            score: S::ZERO,
            king_scores: [S::ZERO; 2],
            king_dangers: [S::ZERO; 2],
        };
        Self { entries: vec![nothing; SIZE].into_boxed_slice() }
    }
}

impl Pawns<TermSums> for PawnCache {
    #[inline(always)]
    fn structure<V: Judged>(
        &mut self,
        position: &Position<V>,
        weights: &Weights,
        account: &mut TermSums,
    ) -> Structure {
        let pawns = Color::ALL.map(|side| position.men(side, Role::Pawn));
        let entry = &mut self.entries[place(pawns)];
        if entry.pawns != pawns {
            entry.look_at_pawns(position, weights);
        }
        for us in Color::ALL {
            let king = position.men(us, Role::King).bits().trailing_zeros() as u8;
            if entry.kings[us.index()] != king {
                entry.look_at_king(position, weights, us);
            }
        }
        account.score += entry.score + entry.king_scores[0] + entry.king_scores[1];
        account.white_danger += entry.king_dangers[0];
        account.black_danger += entry.king_dangers[1];
        Structure { passed: entry.passed, spans: entry.spans, files: entry.files }
    }
}

impl PawnEntry {
    #[inline(never)]
    fn look_at_pawns<V: Judged>(&mut self, position: &Position<V>, weights: &Weights) {
        let mut tally = TermSums::default();
        let Structure { passed, spans, files } = pawns::pawns(position, weights, &mut tally);
        let pawns = Color::ALL.map(|side| position.men(side, Role::Pawn));
        *self = Self { pawns, passed, spans, files, kings: [NOWHERE; 2], score: tally.score, ..*self };
    }

    #[inline(never)]
    fn look_at_king<V: Judged>(&mut self, position: &Position<V>, weights: &Weights, us: Color) {
        let mut tally = TermSums::default();
        shelter::king(position, weights, &mut tally, us);
        self.kings[us.index()] = position.king(us).index() as u8;
        self.king_scores[us.index()] = tally.score;
        self.king_dangers[us.index()] = us.pick(tally.white_danger, tally.black_danger);
    }
}

/// Where pawns like these are remembered.
#[inline(always)]
fn place(pawns: [SquareSet; 2]) -> usize {
    let white = pawns[0].bits().wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let black = pawns[1].bits().wrapping_mul(0xD134_2543_DE82_EF95);
    ((white ^ black.rotate_right(32)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 51) as usize & (SIZE - 1)
}

impl std::fmt::Debug for PawnCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PawnCache({SIZE} entries)")
    }
}
