//! The trainer's inner loops, for each kind of processor.
//!
//! A [`FloatStrip`] is 64 numbers; a [`Row`] is the same in registers. What is done with rows is written once and
//! translated for each kind of processor, as in `simd`; rows themselves are written for each, because a compiler
//! does not keep 64 numbers in registers by itself.
#![allow(unsafe_code)]

use super::packed::InputLists;
use crate::cpu::{Cpu, CpuPath};

/// 64 weights, sums or gradients side by side.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C, align(64))]
pub(crate) struct FloatStrip(pub(crate) [f32; FloatStrip::LEN]);

impl FloatStrip {
    pub(crate) const LEN: usize = 64;
    pub(crate) const ZERO: Self = Self([0.0; Self::LEN]);
}

/// 64 numbers in registers.
///
/// # Safety
/// The methods may only be called where the processor has the instructions of the kind of row.
unsafe trait Row: Copy {
    unsafe fn load(strip: &FloatStrip) -> Self;
    unsafe fn store(self, strip: &mut FloatStrip);
    unsafe fn splat(number: f32) -> Self;
    unsafe fn plus(self, other: Self) -> Self;
    unsafe fn times(self, other: Self) -> Self;
    /// Each number within 0..1.
    unsafe fn clipped(self) -> Self;
    /// These numbers where `inside` is strictly between 0 and 1, else 0.
    unsafe fn where_inside(self, inside: Self) -> Self;
    /// All of them together.
    unsafe fn sum(self) -> f32;
}

/// 64 numbers without any registers to speak of.
#[derive(Clone, Copy)]
struct PlainRow([f32; FloatStrip::LEN]);

// SAFETY: every processor can do this.
unsafe impl Row for PlainRow {
    #[inline(always)]
    unsafe fn load(strip: &FloatStrip) -> Self {
        Self(strip.0)
    }
    #[inline(always)]
    unsafe fn store(self, strip: &mut FloatStrip) {
        strip.0 = self.0;
    }
    #[inline(always)]
    unsafe fn splat(number: f32) -> Self {
        Self([number; FloatStrip::LEN])
    }
    #[inline(always)]
    unsafe fn plus(mut self, other: Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a += b;
        }
        self
    }
    #[inline(always)]
    unsafe fn times(mut self, other: Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a *= b;
        }
        self
    }
    #[inline(always)]
    unsafe fn clipped(mut self) -> Self {
        for a in &mut self.0 {
            *a = a.clamp(0.0, 1.0);
        }
        self
    }
    #[inline(always)]
    unsafe fn where_inside(mut self, inside: Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(inside.0) {
            *a = if b > 0.0 && b < 1.0 { *a } else { 0.0 };
        }
        self
    }
    #[inline(always)]
    unsafe fn sum(self) -> f32 {
        self.0.iter().sum()
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{FloatStrip, Row};
    use std::arch::x86_64::{
        __m256, __m512, _CMP_GT_OQ, _CMP_LT_OQ, _mm256_add_ps, _mm256_and_ps, _mm256_cmp_ps, _mm256_load_ps,
        _mm256_max_ps, _mm256_min_ps, _mm256_mul_ps, _mm256_set1_ps, _mm256_setzero_ps, _mm256_store_ps,
        _mm256_storeu_ps, _mm512_add_ps, _mm512_cmp_ps_mask, _mm512_load_ps, _mm512_mask_cmp_ps_mask,
        _mm512_maskz_mov_ps, _mm512_max_ps, _mm512_min_ps, _mm512_mul_ps, _mm512_reduce_add_ps,
        _mm512_set1_ps, _mm512_setzero_ps, _mm512_store_ps,
    };

    macro_rules! each {
        (4, $i:ident => $value:expr) => {
            [
                {
                    const $i: usize = 0;
                    $value
                },
                {
                    const $i: usize = 1;
                    $value
                },
                {
                    const $i: usize = 2;
                    $value
                },
                {
                    const $i: usize = 3;
                    $value
                },
            ]
        };
        (8, $i:ident => $value:expr) => {
            [
                {
                    const $i: usize = 0;
                    $value
                },
                {
                    const $i: usize = 1;
                    $value
                },
                {
                    const $i: usize = 2;
                    $value
                },
                {
                    const $i: usize = 3;
                    $value
                },
                {
                    const $i: usize = 4;
                    $value
                },
                {
                    const $i: usize = 5;
                    $value
                },
                {
                    const $i: usize = 6;
                    $value
                },
                {
                    const $i: usize = 7;
                    $value
                },
            ]
        };
    }

    /// Four registers of AVX-512.
    #[derive(Clone, Copy)]
    pub(super) struct Row512([__m512; 4]);

    // SAFETY: the callers see to it that the processor has AVX-512; strips are 64 numbers, so that four times 16
    // of them lie within.
    unsafe impl Row for Row512 {
        #[inline(always)]
        unsafe fn load(strip: &FloatStrip) -> Self {
            let start = strip.0.as_ptr();
            unsafe { Self(each!(4, I => _mm512_load_ps(start.add(16 * I)))) }
        }
        #[inline(always)]
        unsafe fn store(self, strip: &mut FloatStrip) {
            let start = strip.0.as_mut_ptr();
            unsafe {
                let _ = each!(4, I => _mm512_store_ps(start.add(16 * I), self.0[I]));
            }
        }
        #[inline(always)]
        unsafe fn splat(number: f32) -> Self {
            unsafe { Self([_mm512_set1_ps(number); 4]) }
        }
        #[inline(always)]
        unsafe fn plus(self, other: Self) -> Self {
            unsafe { Self(each!(4, I => _mm512_add_ps(self.0[I], other.0[I]))) }
        }
        #[inline(always)]
        unsafe fn times(self, other: Self) -> Self {
            unsafe { Self(each!(4, I => _mm512_mul_ps(self.0[I], other.0[I]))) }
        }
        #[inline(always)]
        unsafe fn clipped(self) -> Self {
            unsafe {
                let (zero, one) = (_mm512_setzero_ps(), _mm512_set1_ps(1.0));
                Self(each!(4, I => _mm512_min_ps(_mm512_max_ps(self.0[I], zero), one)))
            }
        }
        #[inline(always)]
        unsafe fn where_inside(self, inside: Self) -> Self {
            unsafe {
                let (zero, one) = (_mm512_setzero_ps(), _mm512_set1_ps(1.0));
                Self(each!(4, I => {
                    let above = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(inside.0[I], zero);
                    let both = _mm512_mask_cmp_ps_mask::<_CMP_LT_OQ>(above, inside.0[I], one);
                    _mm512_maskz_mov_ps(both, self.0[I])
                }))
            }
        }
        #[inline(always)]
        unsafe fn sum(self) -> f32 {
            unsafe {
                let [a, b, c, d] = self.0;
                _mm512_reduce_add_ps(_mm512_add_ps(_mm512_add_ps(a, b), _mm512_add_ps(c, d)))
            }
        }
    }

    /// Eight registers of AVX2.
    #[derive(Clone, Copy)]
    pub(super) struct Row256([__m256; 8]);

    // SAFETY: the callers see to it that the processor has AVX2; strips are 64 numbers, so that eight times 8 of
    // them lie within.
    unsafe impl Row for Row256 {
        #[inline(always)]
        unsafe fn load(strip: &FloatStrip) -> Self {
            let start = strip.0.as_ptr();
            unsafe { Self(each!(8, I => _mm256_load_ps(start.add(8 * I)))) }
        }
        #[inline(always)]
        unsafe fn store(self, strip: &mut FloatStrip) {
            let start = strip.0.as_mut_ptr();
            unsafe {
                let _ = each!(8, I => _mm256_store_ps(start.add(8 * I), self.0[I]));
            }
        }
        #[inline(always)]
        unsafe fn splat(number: f32) -> Self {
            unsafe { Self([_mm256_set1_ps(number); 8]) }
        }
        #[inline(always)]
        unsafe fn plus(self, other: Self) -> Self {
            unsafe { Self(each!(8, I => _mm256_add_ps(self.0[I], other.0[I]))) }
        }
        #[inline(always)]
        unsafe fn times(self, other: Self) -> Self {
            unsafe { Self(each!(8, I => _mm256_mul_ps(self.0[I], other.0[I]))) }
        }
        #[inline(always)]
        unsafe fn clipped(self) -> Self {
            unsafe {
                let (zero, one) = (_mm256_setzero_ps(), _mm256_set1_ps(1.0));
                Self(each!(8, I => _mm256_min_ps(_mm256_max_ps(self.0[I], zero), one)))
            }
        }
        #[inline(always)]
        unsafe fn where_inside(self, inside: Self) -> Self {
            unsafe {
                let (zero, one) = (_mm256_setzero_ps(), _mm256_set1_ps(1.0));
                Self(each!(8, I => {
                    let above = _mm256_cmp_ps::<_CMP_GT_OQ>(inside.0[I], zero);
                    let below = _mm256_cmp_ps::<_CMP_LT_OQ>(inside.0[I], one);
                    _mm256_and_ps(_mm256_and_ps(above, below), self.0[I])
                }))
            }
        }
        #[inline(always)]
        unsafe fn sum(self) -> f32 {
            unsafe {
                let [a, b, c, d, e, f, g, h] = self.0;
                let left = _mm256_add_ps(_mm256_add_ps(a, b), _mm256_add_ps(c, d));
                let right = _mm256_add_ps(_mm256_add_ps(e, f), _mm256_add_ps(g, h));
                let mut eight = [0.0; 8];
                _mm256_storeu_ps(eight.as_mut_ptr(), _mm256_add_ps(left, right));
                eight.iter().sum()
            }
        }
    }
}

/// One strip of the hidden layer, with what belongs to it: the weights it reads or the gradients it writes.
pub(crate) struct Forward<'a> {
    pub(crate) inputs: &'a [FloatStrip],
    pub(crate) bias: &'a FloatStrip,
    pub(crate) output: [&'a FloatStrip; 2],
    /// The sums of each position, for both sides.
    pub(crate) hidden: &'a mut [[FloatStrip; 2]],
    /// What each position's output has come to so far.
    pub(crate) outputs: &'a mut [f32],
}

/// The way back through one strip of the hidden layer.
pub(crate) struct Backward<'a> {
    pub(crate) output: [&'a FloatStrip; 2],
    pub(crate) hidden: &'a [[FloatStrip; 2]],
    /// The slope of the loss by each position's output.
    pub(crate) slopes: &'a [f32],
    pub(crate) input_gradients: &'a mut [FloatStrip],
    pub(crate) bias_gradient: &'a mut FloatStrip,
    pub(crate) output_gradients: [&'a mut FloatStrip; 2],
}

impl Forward<'_> {
    /// Sums up the hidden neurons of this strip, and adds what they say to the outputs.
    pub(crate) fn run(self, cpu: Cpu, lists: &[InputLists]) {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx512f,avx512bw,avx2,fma")]
        unsafe fn on_avx512(all: Forward<'_>, lists: &[InputLists]) {
            unsafe { all.with::<x86::Row512>(lists) }
        }
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,fma")]
        unsafe fn on_avx2(all: Forward<'_>, lists: &[InputLists]) {
            unsafe { all.with::<x86::Row256>(lists) }
        }
        // SAFETY: a `Cpu` of a kind is only made where the processor has its instructions.
        unsafe {
            match cpu.0 {
                #[cfg(target_arch = "x86_64")]
                CpuPath::Avx512 => on_avx512(self, lists),
                #[cfg(target_arch = "x86_64")]
                CpuPath::Avx2 => on_avx2(self, lists),
                CpuPath::Plain => self.with::<PlainRow>(lists),
            }
        }
    }

    #[inline(always)]
    unsafe fn with<R: Row>(self, lists: &[InputLists]) {
        // SAFETY: for the caller.
        unsafe {
            let bias = R::load(self.bias);
            let output = [R::load(self.output[0]), R::load(self.output[1])];
            for ((list, hidden), sum) in lists.iter().zip(self.hidden).zip(self.outputs) {
                for side in 0..2 {
                    let mut neurons = bias;
                    for &input in list.side(side) {
                        neurons = neurons.plus(R::load(&self.inputs[usize::from(input)]));
                    }
                    neurons.store(&mut hidden[side]);
                    let clipped = neurons.clipped();
                    *sum += clipped.times(clipped).times(output[side]).sum();
                }
            }
        }
    }
}

impl Backward<'_> {
    /// Adds to the gradients what these positions say.
    pub(crate) fn run(self, cpu: Cpu, lists: &[InputLists]) {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx512f,avx512bw,avx2,fma")]
        unsafe fn on_avx512(all: Backward<'_>, lists: &[InputLists]) {
            unsafe { all.with::<x86::Row512>(lists) }
        }
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,fma")]
        unsafe fn on_avx2(all: Backward<'_>, lists: &[InputLists]) {
            unsafe { all.with::<x86::Row256>(lists) }
        }
        // SAFETY: a `Cpu` of a kind is only made where the processor has its instructions.
        unsafe {
            match cpu.0 {
                #[cfg(target_arch = "x86_64")]
                CpuPath::Avx512 => on_avx512(self, lists),
                #[cfg(target_arch = "x86_64")]
                CpuPath::Avx2 => on_avx2(self, lists),
                CpuPath::Plain => self.with::<PlainRow>(lists),
            }
        }
    }

    #[inline(always)]
    unsafe fn with<R: Row>(self, lists: &[InputLists]) {
        // SAFETY: for the caller.
        unsafe {
            let output = [R::load(self.output[0]), R::load(self.output[1])];
            let mut bias_gradient = R::load(self.bias_gradient);
            for ((list, hidden), &slope) in lists.iter().zip(self.hidden).zip(self.slopes) {
                for side in 0..2 {
                    let neurons = R::load(&hidden[side]);
                    let clipped = neurons.clipped();
                    let square = clipped.times(clipped);
                    let weight_gradient = R::load(self.output_gradients[side]);
                    weight_gradient.plus(square.times(R::splat(slope))).store(self.output_gradients[side]);
                    let back = output[side].times(clipped).times(R::splat(2.0 * slope)).where_inside(neurons);
                    bias_gradient = bias_gradient.plus(back);
                    for &input in list.side(side) {
                        let gradient = &mut self.input_gradients[usize::from(input)];
                        R::load(gradient).plus(back).store(gradient);
                    }
                }
            }
            bias_gradient.store(self.bias_gradient);
        }
    }
}
