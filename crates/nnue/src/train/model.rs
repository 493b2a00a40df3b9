use kempelen_rules::random::SplitMix64;

use super::lanes::FloatStrip;
use crate::features::INPUTS;
use crate::network::OUTPUT_ONE;
use crate::simd::ONE;
use crate::{NetworkFile, NetworkFileError};

/// A network in the making: its weights as numbers with a point, or what belongs to each of them (a gradient, a mean).
///
/// The weights of the inputs lie in blocks of 64 neurons, so that the part of them which one pass over some positions
/// needs stays in the processor's cache.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct FloatModel {
    pub(crate) strips: Vec<FloatStrip>,
    blocks: usize,
}

/// No weight grows beyond this, so that the integers hold it: 127 / 64, a little less.
pub(crate) const LARGEST: f32 = 1.98;

impl FloatModel {
    /// All zeros.
    pub(crate) fn zeros(hidden: usize) -> Self {
        let blocks = hidden / FloatStrip::LEN;
        Self { strips: vec![FloatStrip::ZERO; blocks * (INPUTS + 3) + 1], blocks }
    }

    /// Weights of chance, small enough that the sums of some thirty of them begin within the clip.
    pub(crate) fn random(hidden: usize, seed: u64) -> Self {
        let mut model = Self::zeros(hidden);
        let mut random = SplitMix64::new(seed);
        let blocks = model.blocks;
        let mut fill = |strips: &mut [FloatStrip], bound: f64| {
            for number in strips.iter_mut().flat_map(|strip| &mut strip.0) {
                *number = ((random.unit() * 2.0 - 1.0) * bound) as f32;
            }
        };
        fill(&mut model.strips[..blocks * (INPUTS + 1)], (1.0 / INPUTS as f64).sqrt() * 2.0);
        fill(
            &mut model.strips[blocks * (INPUTS + 1)..blocks * (INPUTS + 3)],
            (1.0 / (2 * hidden) as f64).sqrt(),
        );
        model
    }

    pub(crate) fn hidden(&self) -> usize {
        self.blocks * FloatStrip::LEN
    }

    /// The weights of the inputs for a block of neurons.
    pub(crate) fn inputs(&self, block: usize) -> &[FloatStrip] {
        &self.strips[block * INPUTS..][..INPUTS]
    }

    pub(crate) fn bias(&self, block: usize) -> &FloatStrip {
        &self.strips[self.blocks * INPUTS + block]
    }

    /// The weights of the output for a block of neurons: the mover's, the other side's.
    pub(crate) fn output(&self, block: usize) -> [&FloatStrip; 2] {
        let start = self.blocks * (INPUTS + 1);
        [&self.strips[start + block], &self.strips[start + self.blocks + block]]
    }

    pub(crate) fn output_bias(&self) -> f32 {
        self.strips[self.strips.len() - 1].0[0]
    }

    pub(crate) fn output_bias_mut(&mut self) -> &mut f32 {
        let last = self.strips.len() - 1;
        &mut self.strips[last].0[0]
    }

    /// All that belongs to a block, to be written: inputs, bias, and the output's two.
    pub(crate) fn block_mut(
        &mut self,
        block: usize,
    ) -> (&mut [FloatStrip], &mut FloatStrip, [&mut FloatStrip; 2]) {
        let blocks = self.blocks;
        let (inputs, rest) = self.strips.split_at_mut(blocks * INPUTS);
        let (biases, rest) = rest.split_at_mut(blocks);
        let (own, rest) = rest.split_at_mut(blocks);
        (&mut inputs[block * INPUTS..][..INPUTS], &mut biases[block], [&mut own[block], &mut rest[block]])
    }

    pub(crate) fn clear(&mut self) {
        self.strips.fill(FloatStrip::ZERO);
    }

    /// The network in integers.
    pub(crate) fn quantised(&self, game: &str, scale: i32) -> Result<NetworkFile, NetworkFileError> {
        let mut file = NetworkFile::empty(game, self.hidden());
        file.scale = scale;
        let whole = |number: f32, one: f32| (number * one).round() as i16;
        let (hidden_one, output_one) = (f32::from(ONE), OUTPUT_ONE as f32);
        for block in 0..self.blocks {
            let place = block * FloatStrip::LEN;
            for (input, strip) in self.inputs(block).iter().enumerate() {
                for (lane, number) in strip.0.iter().enumerate() {
                    file.inputs[input * file.hidden + place + lane] = whole(*number, hidden_one);
                }
            }
            for (lane, number) in self.bias(block).0.iter().enumerate() {
                file.bias[place + lane] = whole(*number, hidden_one);
            }
            for (side, strip) in self.output(block).into_iter().enumerate() {
                for (lane, number) in strip.0.iter().enumerate() {
                    file.output[side * file.hidden + place + lane] = whole(*number, output_one);
                }
            }
        }
        file.output_bias = (self.output_bias() * hidden_one * output_one).round() as i32;
        file.check()?;
        Ok(file)
    }
}
