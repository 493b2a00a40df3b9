//! `AdamW` (Loshchilov and Hutter 2017): each weight steps by the mean of its gradients over the root of the mean of
//! their squares, and decays a little.

use super::lanes::FloatStrip;
use super::model::{FloatModel, LARGEST};
use crate::cpu::{Cpu, CpuPath};

const MEAN: f32 = 0.9;
const SQUARE_MEAN: f32 = 0.999;
const TINY: f32 = 1e-8;

/// What the optimiser remembers of each weight.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct AdamState {
    pub(crate) means: FloatModel,
    pub(crate) squares: FloatModel,
}

/// One step of the optimiser.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AdamStep {
    pub(crate) rate: f32,
    pub(crate) decay: f32,
    /// The number of this step, from 1.
    pub(crate) number: u64,
}

impl AdamState {
    pub(crate) fn new(hidden: usize) -> Self {
        Self { means: FloatModel::zeros(hidden), squares: FloatModel::zeros(hidden) }
    }

    /// Changes the weights by the sum of some gradients, by one thread for each of these.
    pub(crate) fn step(
        &mut self,
        cpu: Cpu,
        model: &mut FloatModel,
        gradients: &[&FloatModel],
        step: AdamStep,
    ) {
        let part = model.strips.len().div_ceil(gradients.len().max(1));
        let parts = model
            .strips
            .chunks_mut(part)
            .zip(self.means.strips.chunks_mut(part))
            .zip(self.squares.strips.chunks_mut(part))
            .enumerate();
        std::thread::scope(|scope| {
            for (number, ((weights, means), squares)) in parts {
                let start = number * part;
                let slices: Vec<&[FloatStrip]> =
                    gradients.iter().map(|model| &model.strips[start..][..weights.len()]).collect();
                scope.spawn(move || step_all(cpu, (weights, means, squares), &slices, step));
            }
        });
    }
}

type Slices<'a> = (&'a mut [FloatStrip], &'a mut [FloatStrip], &'a mut [FloatStrip]);

#[allow(unsafe_code)]
fn step_all(cpu: Cpu, all: Slices<'_>, gradients: &[&[FloatStrip]], step: AdamStep) {
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx2,fma")]
    fn on_avx512(all: Slices<'_>, gradients: &[&[FloatStrip]], step: AdamStep) {
        step_plainly(all, gradients, step);
    }
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma")]
    fn on_avx2(all: Slices<'_>, gradients: &[&[FloatStrip]], step: AdamStep) {
        step_plainly(all, gradients, step);
    }
    match cpu.0 {
        // SAFETY: a `Cpu` of this kind is only made where the processor has these instructions.
        #[cfg(target_arch = "x86_64")]
        CpuPath::Avx512 => unsafe { on_avx512(all, gradients, step) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        CpuPath::Avx2 => unsafe { on_avx2(all, gradients, step) },
        CpuPath::Plain => step_plainly(all, gradients, step),
    }
}

#[inline(always)]
fn step_plainly((weights, means, squares): Slices<'_>, gradients: &[&[FloatStrip]], step: AdamStep) {
    // The means begin at zero, which would make the first steps small: how much of the truth they hold by now.
    let mean_share = 1.0 - MEAN.powi(step.number.min(10_000) as i32);
    let square_share = 1.0 - SQUARE_MEAN.powi(step.number.min(100_000) as i32);
    let (rate, kept) = (step.rate / mean_share, 1.0 - step.rate * step.decay);
    let root_share = 1.0 / square_share.sqrt();
    for (i, ((weights, means), squares)) in weights.iter_mut().zip(means).zip(squares).enumerate() {
        let mut sum = gradients[0][i];
        for gradient in &gradients[1..] {
            for lane in 0..FloatStrip::LEN {
                sum.0[lane] += gradient[i].0[lane];
            }
        }
        for lane in 0..FloatStrip::LEN {
            let gradient = sum.0[lane];
            let mean = MEAN * means.0[lane] + (1.0 - MEAN) * gradient;
            let square = SQUARE_MEAN * squares.0[lane] + (1.0 - SQUARE_MEAN) * gradient * gradient;
            let weight = kept * weights.0[lane] - rate * mean / (square.sqrt() * root_share + TINY);
            means.0[lane] = mean;
            squares.0[lane] = square;
            weights.0[lane] = weight.clamp(-LARGEST, LARGEST);
        }
    }
}
