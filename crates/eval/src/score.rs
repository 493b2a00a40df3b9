use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A score for the middle game and one for the endgame, in one word.
///
/// One addition adds both: the endgame's half stands above the middle game's, which may borrow from it; reading
/// gives the loan back. Each half holds ±32,767.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct S(i32);

/// The score with these halves. So short since tables are made of it.
#[inline]
pub const fn s(middle: i16, end: i16) -> S {
    S(((end as i32) << 16) + middle as i32)
}

impl S {
    /// Worth nothing.
    pub const ZERO: Self = Self(0);

    /// A score that counts in the middle game only.
    #[inline]
    pub const fn middle_only(middle: i32) -> Self {
        Self(middle)
    }

    /// A score that counts in the endgame only.
    #[inline]
    pub const fn end_only(end: i32) -> Self {
        Self(end << 16)
    }

    /// The half for the middle game.
    #[inline]
    pub const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The half for the endgame.
    #[inline]
    pub const fn end(self) -> i32 {
        (self.0.wrapping_add(0x8000)) >> 16
    }
}

impl Add for S {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl Sub for S {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl Neg for S {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

impl Mul<i32> for S {
    type Output = Self;
    #[inline]
    fn mul(self, times: i32) -> Self {
        Self(self.0.wrapping_mul(times))
    }
}

impl AddAssign for S {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for S {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl fmt::Debug for S {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s({}, {})", self.middle(), self.end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_disturb_each_other() {
        for (a, b) in [(0, 0), (1, -1), (-1, 1), (300, -200), (-12_000, -9_000), (-1, -1)] {
            for (c, d) in [(0, 0), (7, 9), (-7, 9), (-500, -500), (4_000, -4_000)] {
                let sum = s(a, b) + s(c, d);
                assert_eq!((sum.middle(), sum.end()), ((a + c) as i32, (b + d) as i32));
                let difference = s(a, b) - s(c, d);
                assert_eq!((difference.middle(), difference.end()), ((a - c) as i32, (b - d) as i32));
                let triple = s(c, d) * -3;
                assert_eq!((triple.middle(), triple.end()), (c as i32 * -3, d as i32 * -3));
            }
        }
    }
}
