//! The sums of a network in integers, for each kind of processor.
//!
//! The code is written once, as plain loops over [`Strip`]s of neurons; each kind of processor gets its own
//! translation of them. Integers add up to the same in any order, so all translations agree to the bit.
#![allow(unsafe_code)]

use crate::cpu::{Cpu, CpuPath};

/// Neurons that are worked on at once: two of the largest registers there are, or one line of the cache twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Strip(pub(crate) [i16; Strip::LEN]);

impl Strip {
    pub(crate) const LEN: usize = 64;
    pub(crate) const ZERO: Self = Self([0; Self::LEN]);
}

/// The largest value of a clipped neuron: the number that stands for 1.
pub(crate) const ONE: i16 = 255;

macro_rules! for_each_cpu {
    ($(#[$doc:meta])* fn $name:ident $(<$(const $number:ident: usize),*>)? ($($arg:ident: $type:ty),*) $(-> $result:ty)? = $body:ident) => {
        $(#[$doc])*
        #[inline]
        pub(crate) fn $name $(<$(const $number: usize),*>)? (cpu: Cpu, $($arg: $type),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512bw,avx2,fma")]
            fn on_avx512 $(<$(const $number: usize),*>)? ($($arg: $type),*) $(-> $result)? {
                $body($($arg),*)
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma")]
            fn on_avx2 $(<$(const $number: usize),*>)? ($($arg: $type),*) $(-> $result)? {
                $body($($arg),*)
            }
            match cpu.0 {
                // SAFETY: a `Cpu` of this kind is only made where the processor has these instructions.
                #[cfg(target_arch = "x86_64")]
                CpuPath::Avx512 => unsafe { on_avx512($($arg),*) },
                // SAFETY: as above.
                #[cfg(target_arch = "x86_64")]
                CpuPath::Avx2 => unsafe { on_avx2($($arg),*) },
                CpuPath::Plain => $body($($arg),*),
            }
        }
    };
}

for_each_cpu! {
    /// Writes to `to` what is in `from`, with some rows added and others taken away.
    fn change<const ADDED: usize, const TAKEN: usize>(
        from: &[Strip],
        to: &mut [Strip],
        added: [&[Strip]; ADDED],
        taken: [&[Strip]; TAKEN]
    ) = change_plainly
}

for_each_cpu! {
    /// Adds some rows to sums, and takes others away.
    fn change_here<const ADDED: usize, const TAKEN: usize>(
        sums: &mut [Strip],
        added: [&[Strip]; ADDED],
        taken: [&[Strip]; TAKEN]
    ) = change_here_plainly
}

for_each_cpu! {
    /// The output of a network: each neuron clipped, squared and weighed; first the mover's half, then the other.
    fn output(ours: &[Strip], theirs: &[Strip], weights: &[Strip]) -> i32 = output_plainly
}

#[inline(always)]
fn change_plainly<const ADDED: usize, const TAKEN: usize>(
    from: &[Strip],
    to: &mut [Strip],
    added: [&[Strip]; ADDED],
    taken: [&[Strip]; TAKEN],
) {
    // Shortened to the same length, so that nothing below can be out of bounds.
    let len = to.len().min(from.len());
    let (added, taken) = (added.map(|row| &row[..len]), taken.map(|row| &row[..len]));
    for i in 0..len {
        for lane in 0..Strip::LEN {
            let mut sum = from[i].0[lane];
            for row in &added {
                sum = sum.wrapping_add(row[i].0[lane]);
            }
            for row in &taken {
                sum = sum.wrapping_sub(row[i].0[lane]);
            }
            to[i].0[lane] = sum;
        }
    }
}

#[inline(always)]
fn change_here_plainly<const ADDED: usize, const TAKEN: usize>(
    sums: &mut [Strip],
    added: [&[Strip]; ADDED],
    taken: [&[Strip]; TAKEN],
) {
    let len = sums.len();
    let (added, taken) = (added.map(|row| &row[..len]), taken.map(|row| &row[..len]));
    for i in 0..len {
        for lane in 0..Strip::LEN {
            let mut sum = sums[i].0[lane];
            for row in &added {
                sum = sum.wrapping_add(row[i].0[lane]);
            }
            for row in &taken {
                sum = sum.wrapping_sub(row[i].0[lane]);
            }
            sums[i].0[lane] = sum;
        }
    }
}

#[inline(always)]
fn output_plainly(ours: &[Strip], theirs: &[Strip], weights: &[Strip]) -> i32 {
    let (own, other) = weights.split_at(weights.len() / 2);
    let mut sum = 0i32;
    for (half, weights) in [(ours, own), (theirs, other)] {
        for (neurons, weights) in half.iter().zip(weights) {
            for lane in 0..Strip::LEN {
                let clipped = neurons.0[lane].clamp(0, ONE);
                // Weights are within a byte, so that this product is within two: one instruction then
                // multiplies by the neuron again and adds up pairs.
                let weighed = clipped.wrapping_mul(weights.0[lane]);
                sum = sum.wrapping_add(i32::from(clipped) * i32::from(weighed));
            }
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use kempelen_rules::random::SplitMix64;

    fn strips(random: &mut SplitMix64, len: usize, bound: usize) -> Vec<Strip> {
        let mut value = || (random.below(2 * bound + 1) as i32 - bound as i32) as i16;
        (0..len).map(|_| Strip([0; Strip::LEN].map(|_: i16| value()))).collect()
    }

    #[test]
    fn all_kinds_of_processors_agree_to_the_bit() {
        let mut random = SplitMix64::new(1);
        for len in [1, 2, 4, 16] {
            for _ in 0..20 {
                let from = strips(&mut random, len, 20_000);
                let rows: Vec<_> = (0..4).map(|_| strips(&mut random, len, 500)).collect();
                let other = strips(&mut random, len, 600);
                let weights = strips(&mut random, 2 * len, 127);
                let answers: Vec<_> = Cpu::here()
                    .into_iter()
                    .map(|cpu| {
                        let mut to = vec![Strip::ZERO; len];
                        change(cpu, &from, &mut to, [&rows[0]], [&rows[1]]);
                        let mut more = to.clone();
                        change(cpu, &to, &mut more, [&rows[0], &rows[2]], [&rows[1], &rows[3]]);
                        change_here(cpu, &mut more, [&rows[2]], []);
                        change_here(cpu, &mut more, [], [&rows[1]]);
                        let sum = output(cpu, &more, &other, &weights);
                        (to, more, sum)
                    })
                    .collect();
                assert!(answers.iter().all(|answer| *answer == answers[0]));
            }
        }
    }

    #[test]
    fn the_output_is_what_the_formula_says() {
        let mut random = SplitMix64::new(2);
        for cpu in Cpu::here() {
            let [ours, theirs] = [300, 700].map(|bound| strips(&mut random, 2, bound));
            let weights = strips(&mut random, 4, 127);
            let neurons = ours.iter().chain(&theirs).flat_map(|strip| strip.0);
            let expected: i64 = neurons
                .zip(weights.iter().flat_map(|strip| strip.0))
                .map(|(neuron, weight)| i64::from(neuron).clamp(0, 255).pow(2) * i64::from(weight))
                .sum();
            assert_eq!(i64::from(output(cpu, &ours, &theirs, &weights)), expected);
        }
    }
}
