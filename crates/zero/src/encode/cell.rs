/// What a cell of a tensor can be.
pub trait TensorCell: Copy + Send {
    /// Nothing there.
    const ZERO: Self;
    /// Something there.
    const ONE: Self;
    /// A number, or the largest that fits.
    fn number(n: u16) -> Self;
}

impl TensorCell for f32 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;

    #[inline]
    fn number(n: u16) -> Self {
        n.into()
    }
}

/// A byte holds clocks and move numbers up to 255.
impl TensorCell for u8 {
    const ZERO: Self = 0;
    const ONE: Self = 1;

    #[inline]
    fn number(n: u16) -> Self {
        n.min(255) as u8
    }
}

/// A number in half precision (IEEE 754 binary16), as its bits. Whole numbers up to 2048 are exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(transparent)]
pub struct F16(pub u16);

impl TensorCell for F16 {
    const ZERO: Self = Self(0);
    const ONE: Self = Self(0x3C00);

    #[inline]
    fn number(n: u16) -> Self {
        /// The largest finite number, 65,504.
        const LARGEST: u16 = 0x7BFF;
        let Some(exponent) = n.checked_ilog2().map(|power| power as u16) else { return Self::ZERO };
        let fraction = u32::from(n) << 16 >> exponent;
        // Half of the last place is added; an even last place keeps a tie as it is.
        let half = 0x1F + (fraction >> 6 & 1);
        let rounded = (fraction - 0x1_0000 + half) >> 6;
        Self((((exponent + 15) << 10) + rounded as u16).min(LARGEST))
    }
}

/// Writes a one into every cell of a plane whose bit is set. The others are left alone.
#[inline]
pub(super) fn set<T: TensorCell>(mut word: u64, plane: &mut [T; 64]) {
    if word == !0 {
        *plane = [T::ONE; 64];
        return;
    }
    while word != 0 {
        plane[word.trailing_zeros() as usize & 63] = T::ONE;
        word &= word - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of a half, read as IEEE 754 defines it.
    fn value(half: F16) -> f64 {
        let (exponent, fraction) = (i32::from(half.0 >> 10), f64::from(half.0 & 0x3FF));
        if exponent == 0 { fraction * 2f64.powi(-24) } else { (1024.0 + fraction) * 2f64.powi(exponent - 25) }
    }

    #[test]
    fn halves_are_the_nearest_there_are() {
        for n in 0..=u16::MAX {
            let half = F16::number(n);
            let error = (value(half) - f64::from(n)).abs();
            assert!(half.0 < 0x7C00, "{n} is finite");
            for neighbour in [half.0.saturating_sub(1), (half.0 + 1).min(0x7BFF)] {
                assert!(error <= (value(F16(neighbour)) - f64::from(n)).abs(), "{n}");
            }
            assert!(n > 2048 || error == 0.0, "{n}");
        }
        assert_eq!(F16::number(1), F16::ONE);
        assert_eq!(F16::number(2049), F16::number(2048), "a tie goes to the even number");
        assert_eq!(F16::number(2051), F16::number(2052));
    }
}
