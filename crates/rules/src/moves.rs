use std::fmt;
use std::num::NonZeroU16;

use arrayvec::ArrayVec;

use crate::{Role, Square};

/// A move, in two bytes: from, to and what a pawn becomes.
///
/// Castling is written as the king taking its own rook, which is the one spelling that is clear in Chess960
/// too. How a move is spelled for people is the business of [`uci`](crate::uci) and [`san`](crate::san).
///
/// ```
/// use kempelen_rules::{Move, Role, Square};
///
/// let promotion = Move::promotion(Square::E7, Square::E8, Role::Queen);
/// assert_eq!((promotion.from(), promotion.to()), (Square::E7, Square::E8));
/// assert_eq!(promotion.to_string(), "e7e8q");
/// assert_eq!(Move::from_bits(promotion.bits().get()), Some(promotion));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

impl Move {
    /// A move without promotion. The two squares must differ (a1a1 would be the byte pair 0, which no move is).
    #[inline]
    pub const fn new(from: Square, to: Square) -> Self {
        Self::pack(from, to, 0)
    }

    /// A pawn's move to its last rank.
    #[inline]
    pub const fn promotion(from: Square, to: Square, role: Role) -> Self {
        Self::pack(from, to, role as u16)
    }

    #[inline]
    const fn pack(from: Square, to: Square, role: u16) -> Self {
        debug_assert!(from.index() != to.index());
        let bits = from.index() as u16 | (to.index() as u16) << 6 | role << 12;
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            // Only a1a1 gets here, which no generator makes; a1b1 keeps the function total.
            None => Self(NonZeroU16::MIN),
        }
    }

    /// Where it starts.
    #[inline]
    pub const fn from(self) -> Square {
        Square::wrap(self.0.get() as u8)
    }

    /// Where it ends; for castling the square of the rook.
    #[inline]
    pub const fn to(self) -> Square {
        Square::wrap((self.0.get() >> 6) as u8)
    }

    /// What the pawn becomes. (No pawn becomes a pawn, so that number means none.)
    #[inline]
    pub const fn promoted(self) -> Option<Role> {
        match self.0.get() >> 12 {
            0 => None,
            role => Some(Role::ALL[(role & 7) as usize]),
        }
    }

    /// Whether a pawn promotes.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0.get() >> 12 != 0
    }

    /// The move as a number, for tables and files.
    #[inline]
    pub const fn bits(self) -> NonZeroU16 {
        self.0
    }

    /// The move of a number that [`bits`](Self::bits) gave, or `None` where it stands for no move. Whether it
    /// is legal anywhere is for a position to say.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        match NonZeroU16::new(bits) {
            Some(bits) if bits.get() < 0x8000 => Some(Self(bits)),
            _ => None,
        }
    }
}

/// From, to and promotion, in letters; castling as the king taking its rook.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        self.promoted().map_or(Ok(()), |role| write!(f, "{}", role.letter()))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The moves of one position, without a heap.
///
/// A side has at most 16 men (a [`Setup`](crate::Setup) with more is refused), a king no more than 8 moves and
/// two castlings or leaps, and no other man more than a queen's 27: 415 in all.
pub type MoveList = ArrayVec<Move, 416>;
