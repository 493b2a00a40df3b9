//! Chance, in a form that can be repeated.
//!
//! One generator serves the whole house: position keys, openings, books, self-play and tests. What a seed once gave it
//! gives for ever; files and golden data depend on that.

/// A source of numbers that look random (`SplitMix64`: Guy Steele, Doug Lea and Christine Flood, 2014; the constants
/// are Sebastiano Vigna's, 2015). Any seed will do, and equal seeds give equal numbers.
///
/// ```
/// use kempelen_rules::random::SplitMix64;
///
/// let mut dice = SplitMix64::new(1770);
/// let rolls: Vec<usize> = (0..1000).map(|_| 1 + dice.below(6)).collect();
/// assert!((1..=6).all(|side| rolls.contains(&side)));
/// assert_eq!(SplitMix64::new(7).next_u64(), SplitMix64::new(7).next_u64());
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

/// The golden ratio as a fraction of 2^64, made odd: steps of it visit every number.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

impl SplitMix64 {
    /// The numbers of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The numbers of a seed from a place in their sequence, the first being 0.
    ///
    /// ```
    /// # use kempelen_rules::random::SplitMix64;
    /// let mut all = SplitMix64::new(3);
    /// let third = (all.next_u64(), all.next_u64(), all.next_u64()).2;
    /// assert_eq!(SplitMix64::at(3, 2).next_u64(), third);
    /// ```
    pub const fn at(seed: u64, place: u64) -> Self {
        Self(seed.wrapping_add(place.wrapping_mul(STEP)))
    }

    /// The next 64 bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        finish(self.0)
    }

    /// A whole number below the bound, which must not be 0: the upper half of a product.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    /// A whole number below the bound, which must not be 0: the remainder of a division. No better than
    /// [`below`](Self::below), but what the openings of a match were drawn by when their seeds became part of its
    /// record.
    pub fn remainder(&mut self, bound: usize) -> usize {
        (self.next_u64() % bound as u64) as usize
    }

    /// A number from 0 up to but not including 1.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Whether something happens that has this probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// One of these, of which there must be at least one.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.remainder(items.len())]
    }
}

/// A number stirred so that every bit of it depends on all: the first number of the seed.
///
/// ```
/// # use kempelen_rules::random::{SplitMix64, stir};
/// assert_eq!(stir(5), SplitMix64::new(5).next_u64());
/// ```
pub const fn stir(seed: u64) -> u64 {
    SplitMix64::new(seed).next_u64()
}

/// The last step of [`SplitMix64`] alone, for numbers that are far apart already. Zero stays zero.
pub const fn finish(mut z: u64) -> u64 {
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of Vigna's own program for the seed 1234567.
    #[test]
    fn it_gives_the_published_numbers() {
        let mut random = SplitMix64::new(1234567);
        let numbers: Vec<u64> = (0..5).map(|_| random.next_u64()).collect();
        let published = [
            6457827717110365317,
            3203168211198807973,
            9817491932198370423,
            4593380528125082431,
            16408922859458223821,
        ];
        assert_eq!(numbers, published);
    }
}
