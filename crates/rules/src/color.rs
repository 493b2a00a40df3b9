use std::fmt;
use std::ops::Not;

/// The two sides.
///
/// White moves first and plays up the board; nothing else in the rules depends on which is which, and most
/// code speaks of `us` and `!us`.
///
/// ```
/// use kempelen_rules::Color;
///
/// let us = Color::Black;
/// assert_eq!(!us, Color::White);
/// assert_eq!(us.relative_rank(7), 0, "the eighth rank is where Black begins");
/// assert_eq!(us.forward(), -1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first, at the bottom of a printed board.
    White,
    /// The other side.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// `white` or `black`, whichever belongs to this side.
    ///
    /// ```
    /// # use kempelen_rules::Color;
    /// assert_eq!(Color::Black.pick("1-0", "0-1"), "0-1");
    /// ```
    #[inline]
    pub fn pick<T>(self, white: T, black: T) -> T {
        match self {
            Self::White => white,
            Self::Black => black,
        }
    }

    /// The number of this side, for indexing: White 0, Black 1.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `w` or `b`, as in a FEN.
    pub fn letter(self) -> char {
        self.pick('w', 'b')
    }

    /// The way this side's pawns walk: one rank up or one rank down.
    #[inline]
    pub const fn forward(self) -> i8 {
        match self {
            Self::White => 1,
            Self::Black => -1,
        }
    }

    /// A rank as this side counts it: its own back rank is 0.
    #[inline]
    pub const fn relative_rank(self, rank: u8) -> u8 {
        match self {
            Self::White => rank,
            Self::Black => 7 - rank,
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.pick("White", "Black"))
    }
}
