use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::{Color, Square};

/// A set of squares (a *bitboard*): one bit a square, a1 the lowest.
///
/// ```
/// # use kempelen_rules::{Square, SquareSet};
/// let corners: SquareSet = [Square::A1, Square::H1, Square::A8, Square::H8].into_iter().collect();
/// assert_eq!(corners.len(), 4);
/// assert!((corners & SquareSet::rank(0)).has(Square::H1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct SquareSet(u64);

impl SquareSet {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const ALL: Self = Self(!0);
    /// The squares of a1's colour.
    pub const DARK: Self = Self(0xAA55_AA55_AA55_AA55);

    /// The set with these bits.
    #[inline]
    pub const fn new(bits: u64) -> Self {
        Self(bits)
    }

    /// The bits of this set.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The squares of a rank, the first = 0.
    #[inline]
    pub const fn rank(rank: u8) -> Self {
        Self(0xFF << (8 * (rank & 7)))
    }

    /// The squares of a file, a = 0.
    #[inline]
    pub const fn file(file: u8) -> Self {
        Self(0x0101_0101_0101_0101 << (file & 7))
    }

    /// A rank as this side counts it: its own back rank is 0.
    #[inline]
    pub const fn relative_rank(us: Color, rank: u8) -> Self {
        Self::rank(us.relative_rank(rank))
    }

    /// Whether the square is in this set.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 & square.set().0 != 0
    }

    /// How many squares there are.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no square.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is a square.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether there are two squares or more.
    ///
    /// ```
    /// # use kempelen_rules::{Square, SquareSet};
    /// assert!(SquareSet::rank(0).has_several());
    /// assert!(!Square::E4.set().has_several());
    /// ```
    #[inline]
    pub const fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the two sets share no square.
    #[inline]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Whether every square of `other` is in this set.
    #[inline]
    pub const fn contains(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// The square with the lowest number.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::wrap(self.0.trailing_zeros() as u8)) }
    }

    /// The square with the highest number.
    #[inline]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::wrap(63 - self.0.leading_zeros() as u8)) }
    }

    /// This set and the square.
    #[inline]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | square.set().0)
    }

    /// This set but the square.
    #[inline]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !square.set().0)
    }

    /// Every square moved one rank ahead, as `us` sees it. A square on the last rank comes back on the first;
    /// callers move pawns, which never stand there.
    ///
    /// ```
    /// # use kempelen_rules::{Color, Square};
    /// // The pawns on d4 and h4, their steps, and what they attack:
    /// // . . . . . . . .
    /// // . . x s x . x s
    /// // . . . P . . . P
    /// let pawns = Square::D4.set() | Square::H4.set();
    /// let steps = pawns.forward(Color::White);
    /// assert_eq!(steps, Square::D5.set() | Square::H5.set());
    /// assert_eq!((steps.east() | steps.west()).len(), 3);
    /// ```
    #[inline]
    pub const fn forward(self, us: Color) -> Self {
        match us {
            Color::White => Self(self.0.rotate_left(8)),
            Color::Black => Self(self.0.rotate_right(8)),
        }
    }

    /// Every square moved one file towards the h-file; those on the h-file are lost.
    #[inline]
    pub const fn east(self) -> Self {
        Self((self.0 & !Self::file(7).0) << 1)
    }

    /// Every square moved one file towards the a-file; those on the a-file are lost.
    #[inline]
    pub const fn west(self) -> Self {
        Self((self.0 & !Self::file(0).0) >> 1)
    }

    /// The same squares seen from the other side of the table.
    #[inline]
    pub const fn flip(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// What is in either set, for constants.
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for SquareSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for SquareSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for SquareSet {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for SquareSet {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitAndAssign for SquareSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for SquareSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for SquareSet {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The squares of a set, lowest number first.
#[derive(Clone, Debug)]
pub struct Squares(SquareSet);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}

/// A board of dots and crosses, the eighth rank on top.
impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            writeln!(f)?;
            for file in 0..8 {
                f.write_str(if self.has(Square::at(file, rank)) { " x" } else { " ." })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_come_lowest_first() {
        let set = Square::C3.set() | Square::A1.set() | Square::H8.set();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), [Square::A1, Square::C3, Square::H8]);
        assert_eq!((set.first(), set.last(), set.len()), (Some(Square::A1), Some(Square::H8), 3));
        assert_eq!(SquareSet::EMPTY.first(), None);
    }

    #[test]
    fn sideways_steps_do_not_wrap() {
        assert_eq!(Square::H4.set().east(), SquareSet::EMPTY);
        assert_eq!(Square::A4.set().west(), SquareSet::EMPTY);
        assert_eq!(Square::E4.set().east(), Square::F4.set());
        assert_eq!(Square::E4.set().forward(Color::Black), Square::E3.set());
    }
}
