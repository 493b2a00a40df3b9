//! The loss of some positions, and its gradient.

use super::lanes::{Backward, FloatStrip, Forward};
use super::model::FloatModel;
use super::packed::{InputLists, PackedPosition};
use crate::cpu::Cpu;

/// What the network should say: between the score's word and the game's result.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Target {
    /// How much the result counts, the rest being the score's.
    pub(crate) result_share: f32,
    /// What an output of 1 means in hundredths of a pawn.
    pub(crate) scale: f32,
}

impl Target {
    /// The share of the point that the mover should expect.
    #[inline]
    pub(crate) fn of(self, position: &PackedPosition) -> f32 {
        let by_score = sigmoid(position.score() as f32 / self.scale);
        let by_result = f32::from(position.result()) / 2.0;
        by_score + self.result_share * (by_result - by_score)
    }
}

pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Room for the work on a few positions at a time, few enough for the processor's cache.
pub(crate) struct Workbench {
    lists: Vec<InputLists>,
    hidden: Vec<[FloatStrip; 2]>,
    outputs: Vec<f32>,
    slopes: Vec<f32>,
}

impl Workbench {
    /// Positions that are worked on at once.
    pub(crate) const ROOM: usize = 128;

    pub(crate) fn new(hidden: usize) -> Self {
        let blocks = hidden / FloatStrip::LEN;
        Self {
            lists: vec![InputLists::EMPTY; Self::ROOM],
            hidden: vec![[FloatStrip::ZERO; 2]; Self::ROOM * blocks],
            outputs: vec![0.0; Self::ROOM],
            slopes: vec![0.0; Self::ROOM],
        }
    }

    /// The outputs of some positions, no more than there is room for.
    pub(crate) fn forward(&mut self, cpu: Cpu, model: &FloatModel, positions: &[PackedPosition]) -> &[f32] {
        let count = positions.len();
        for (list, position) in self.lists.iter_mut().zip(positions) {
            list.fill(position);
        }
        let outputs = &mut self.outputs[..count];
        outputs.fill(model.output_bias());
        for (block, hidden) in self.hidden.chunks_exact_mut(Self::ROOM).enumerate() {
            Forward {
                inputs: model.inputs(block),
                bias: model.bias(block),
                output: model.output(block),
                hidden: &mut hidden[..count],
                outputs,
            }
            .run(cpu, &self.lists[..count]);
        }
        outputs
    }

    /// Adds the gradient of these positions' losses, each with this weight; gives the sum of the losses.
    pub(crate) fn learn(
        &mut self,
        cpu: Cpu,
        (model, gradient): (&FloatModel, &mut FloatModel),
        positions: &[PackedPosition],
        (target, weight): (Target, f32),
    ) -> f64 {
        let mut loss = 0.0;
        for positions in positions.chunks(Self::ROOM) {
            self.forward(cpu, model, positions);
            let count = positions.len();
            let mut bias_slope = 0.0;
            for (i, position) in positions.iter().enumerate() {
                let expected = sigmoid(self.outputs[i]);
                let error = expected - target.of(position);
                loss += f64::from(error * error);
                self.slopes[i] = weight * 2.0 * error * expected * (1.0 - expected);
                bias_slope += self.slopes[i];
            }
            *gradient.output_bias_mut() += bias_slope;
            for (block, hidden) in self.hidden.chunks_exact(Self::ROOM).enumerate() {
                let (input_gradients, bias_gradient, output_gradients) = gradient.block_mut(block);
                Backward {
                    output: model.output(block),
                    hidden: &hidden[..count],
                    slopes: &self.slopes[..count],
                    input_gradients,
                    bias_gradient,
                    output_gradients,
                }
                .run(cpu, &self.lists[..count]);
            }
        }
        loss
    }

    /// The sum of the losses of these positions.
    pub(crate) fn loss(
        &mut self,
        cpu: Cpu,
        model: &FloatModel,
        positions: &[PackedPosition],
        target: Target,
    ) -> f64 {
        let mut loss = 0.0;
        for positions in positions.chunks(Self::ROOM) {
            let outputs = self.forward(cpu, model, positions);
            for (output, position) in outputs.iter().zip(positions) {
                let error = f64::from(sigmoid(*output) - target.of(position));
                loss += error * error;
            }
        }
        loss
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kempelen_rules::random::SplitMix64;
    use kempelen_rules::{Chess, Position};

    const TARGET: Target = Target { result_share: 0.3, scale: 220.0 };

    /// Positions of random games, with labels of chance.
    fn positions(count: usize) -> Vec<PackedPosition> {
        let mut random = SplitMix64::new(5);
        let mut packed = Vec::new();
        let mut position = Position::<Chess>::default();
        while packed.len() < count {
            let moves = position.legal_moves();
            position =
                if moves.is_empty() { Position::default() } else { position.play(*random.pick(&moves)) };
            let (score, result) = (random.below(800) as i32 - 400, random.below(3) as u8);
            packed.extend(PackedPosition::new(&position, score, result));
        }
        packed
    }

    /// A model whose neurons are below, within and above the clip.
    fn model() -> FloatModel {
        let mut model = FloatModel::random(64, 3);
        for strip in &mut model.strips {
            for number in &mut strip.0 {
                *number *= 2.0;
            }
        }
        model
    }

    #[test]
    fn gradients_are_those_of_finite_differences() {
        let positions = positions(40);
        let model = model();
        for cpu in Cpu::here() {
            let mut bench = Workbench::new(64);
            let mut gradient = FloatModel::zeros(64);
            bench.learn(cpu, (&model, &mut gradient), &positions, (TARGET, 1.0));
            let mut random = SplitMix64::new(9);
            let mut checked = 0;
            while checked < 120 {
                // The last strips are biases and the output, and they are few: often looked at.
                let all = model.strips.len();
                let strip = if random.chance(0.3) { all - 1 - random.below(4) } else { random.below(all) };
                let lane = if strip == all - 1 { 0 } else { random.below(FloatStrip::LEN) };
                let slope = f64::from(gradient.strips[strip].0[lane]);
                let mut loss_at = |step: f32| {
                    let mut moved = model.clone();
                    moved.strips[strip].0[lane] += step;
                    bench.loss(cpu, &moved, &positions, TARGET)
                };
                let step = 1e-3;
                let measured = (loss_at(step) - loss_at(-step)) / (2.0 * f64::from(step));
                assert!(
                    (slope - measured).abs() < 2e-3 + 0.01 * measured.abs(),
                    "{cpu}, strip {strip}, lane {lane}: {slope} and {measured}"
                );
                checked += u32::from(slope != 0.0);
            }
        }
    }

    #[test]
    fn all_kinds_of_processors_learn_nearly_the_same() {
        let (positions, model) = (positions(300), model());
        let gradients: Vec<_> = Cpu::here()
            .into_iter()
            .map(|cpu| {
                let mut gradient = FloatModel::zeros(64);
                Workbench::new(64).learn(cpu, (&model, &mut gradient), &positions, (TARGET, 1.0));
                gradient
            })
            .collect();
        for other in &gradients[1..] {
            for (a, b) in gradients[0].strips.iter().zip(&other.strips) {
                for (a, b) in a.0.iter().zip(b.0) {
                    assert!((a - b).abs() < 1e-3 * (1.0 + a.abs()), "{a} and {b}");
                }
            }
        }
    }
}
