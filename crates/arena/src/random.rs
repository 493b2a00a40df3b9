use kempelen_rules::random::{SplitMix64, stir};

/// A source of its own for each pair of numbers.
pub(crate) fn stream(seed: u64, stream: u64) -> SplitMix64 {
    SplitMix64::new(stir(seed) ^ stir(stream).rotate_left(32))
}

/// Puts a list in random order (Fisher and Yates).
pub(crate) fn shuffle<T>(list: &mut [T], random: &mut SplitMix64) {
    for i in (1..list.len()).rev() {
        list.swap(i, random.remainder(i + 1));
    }
}
