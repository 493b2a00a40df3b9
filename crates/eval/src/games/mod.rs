//! What the evaluation must know of a game besides its weights.

mod chess;
mod family;
mod makruk;

use kempelen_rules::{Color, Position, Role, Square, SquareSet, Variant};

use crate::{Weights, weights};

/// A game with a hand-written evaluation. What is said here for all games is what makruk's says.
pub trait Judged: Variant {
    /// How much each kind of officer counts towards the middle game.
    const PHASE: [i32; 4] = [1, 2, 2, 3];
    /// The sum of that at the start of a game.
    const FULL_PHASE: i32 = 30;
    /// Which officers are minor: worth less than a rook.
    const MINOR: [bool; 4] = [true, true, true, false];
    /// The place of the rook among the officers.
    const ROOK: usize = 3;
    /// The officer whose presence makes an attack dangerous.
    const STRONGEST: Role = Role::Rook;
    /// The rank on which a pawn promotes, as its side counts, from 0.
    const PROMOTION_RANK: u8 = 5;

    /// The game's table of weights.
    #[inline(always)]
    fn weights() -> &'static Weights {
        &weights::makruk::WEIGHTS
    }

    /// Where pawns stand that have not moved or hardly.
    #[inline(always)]
    fn home_pawns(us: Color) -> SquareSet {
        SquareSet::relative_rank(us, 2)
    }

    /// The squares where a minor officer is worth supporting.
    fn outposts(us: Color) -> SquareSet {
        ranks(us, 3, 5)
    }

    /// The ranks where the enemy's attack is felt by our king.
    fn camp(us: Color) -> SquareSet {
        ranks(us, 0, 4)
    }

    /// The squares a pawn can ever step on, the last ones included.
    fn pawn_way(us: Color) -> SquareSet {
        ranks(us, 0, Self::PROMOTION_RANK)
    }

    /// The corners in which `us` can mate a bare king.
    fn mating_corners(position: &Position<Self>, us: Color) -> &'static [Square] {
        makruk::mating_corners(position, us)
    }

    /// What the stronger side can hope for.
    #[inline(always)]
    fn prospects(position: &Position<Self>, stronger: Color) -> Prospects {
        makruk::prospects(position, stronger, makruk::mating_chance(position, stronger))
    }
}

/// What becomes of an advantage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prospects {
    /// How much of its endgame advantage the stronger side can hope to keep, in 64ths.
    pub scale: i32,
    /// How much of the whole is left before a count or a clock makes it a draw, in 64ths.
    pub fade: i32,
}

/// Every corner of the board.
pub(crate) const ALL_CORNERS: [Square; 4] = [Square::A1, Square::H1, Square::A8, Square::H8];

/// Whether a game knows a man.
#[inline(always)]
pub(crate) const fn has<V: Variant>(role: Role) -> bool {
    let mut i = 0;
    while i < V::ROLES.len() {
        if V::ROLES[i] as u8 == role as u8 {
            return true;
        }
        i += 1;
    }
    false
}

/// The slot of a man: its place among the game's roles.
#[inline(always)]
pub(crate) fn slot<V: Variant>(role: Role) -> usize {
    let slots = const {
        let mut slots = [0; Role::COUNT];
        let mut i = 0;
        while i < V::ROLES.len() {
            slots[V::ROLES[i].index()] = i;
            i += 1;
        }
        slots
    };
    slots[role.index()]
}

/// How many steps a pawn has before it promotes, from 1 to 7.
#[inline(always)]
pub(crate) fn steps_left<V: Judged>(us: Color, pawn: Square) -> usize {
    V::PROMOTION_RANK.saturating_sub(us.relative_rank(pawn.rank())).clamp(1, 7) as usize
}

/// The ranks from `first` to `last`, as `us` counts.
#[inline(always)]
fn ranks(us: Color, first: u8, last: u8) -> SquareSet {
    let bits = (!0u64 >> (8 * (7 - (last - first)))) << (8 * first);
    us.pick(SquareSet::new(bits), SquareSet::new(bits).flip())
}
