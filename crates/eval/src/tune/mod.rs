//! Tuning: finds the weights whose evaluations foretell results best (Texel's method, Peter Österlund, 2014).
//!
//! Every position is judged once with a ledger, which tells how often each weight counts
//! in it. From then on an evaluation is a formula of the weights, and its error can be followed downhill
//! ([Adam], Diederik Kingma and Jimmy Ba, 2014). The two terms that are no sums (the danger of kings, the play that
//! is left) are followed through their slopes.
//!
//! [Adam]: Adam

mod adam;
mod formula;
mod sample;
mod tied;

pub use adam::Adam;
pub use formula::Formulas;
pub use sample::{SampleError, TunerSample};

use std::{fmt, io};

use crate::weights::Family;
use crate::{Judged, Weights};
use formula::WeightNumbers;
use tied::Ties;

/// How to tune.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TunerOptions {
    /// How often to go through all positions.
    pub epochs: usize,
    /// After how many positions to take a step.
    pub batch: usize,
    /// The length of the first steps, in hundredths of a pawn; the last are a tenth of it.
    pub rate: f64,
    /// How much of the target is the game's result, where a sample has a score as well; the rest is the score.
    pub result_share: f64,
    /// How strongly weights are held where they start: what a deviation of one hundredth of a pawn in one weight
    /// costs, in millionths of the error. It keeps those still of which the positions say little.
    pub anchor: f64,
    /// Whether boards of piece-square values stay symmetrical by files.
    pub symmetrical: bool,
}

impl Default for TunerOptions {
    fn default() -> Self {
        Self { epochs: 100, batch: 16_384, rate: 1.0, result_share: 1.0, anchor: 1e-4, symmetrical: false }
    }
}

/// Weights on their way downhill.
pub struct Tuner {
    formulas: Formulas,
    options: TunerOptions,
    start: WeightNumbers,
    numbers: WeightNumbers,
    ties: Ties,
    adam: Adam,
    /// How steeply expected results rise with scores.
    steepness: f64,
    epoch: usize,
}

impl Tuner {
    /// Starts from a table of weights, with positions told as [`Formulas`] of the same table.
    pub fn new(weights: &Weights, formulas: Formulas, options: TunerOptions) -> Self {
        let start = WeightNumbers::from_weights(weights);
        let ties = Ties::new(options.symmetrical);
        let mut tuner = Self {
            formulas,
            options,
            numbers: start.clone(),
            adam: Adam::new(start.len()),
            start,
            ties,
            steepness: 1.0,
            epoch: 0,
        };
        tuner.steepness = tuner.best_steepness();
        tuner
    }

    /// How steeply expected results rise with scores: 1 where 400 hundredths of a pawn win ten games of eleven.
    pub fn steepness(&self) -> f64 {
        self.steepness
    }

    /// The mean square of the difference between what evaluations foretell and what came.
    pub fn error(&self) -> f64 {
        self.formulas.error(&self.numbers, self.steepness, self.options.result_share)
    }

    /// The same for other positions, such as have been held back.
    pub fn error_on(&self, others: &Formulas) -> f64 {
        others.error(&self.numbers, self.steepness, self.options.result_share)
    }

    /// Goes through all positions once.
    pub fn epoch(&mut self) {
        let fraction = self.epoch as f64 / self.options.epochs.max(1) as f64;
        let rate = self.options.rate * (1.0 - 0.9 * fraction.min(1.0));
        let order = self.formulas.shuffled(self.epoch as u64);
        for batch in order.chunks(self.options.batch.max(1)) {
            let mut slope =
                self.formulas.slope(batch, &self.numbers, self.steepness, self.options.result_share);
            self.pull_back(&mut slope);
            keep_given(&mut slope);
            self.ties.join(&mut slope);
            self.adam.step(&mut self.numbers, &slope, rate);
        }
        self.epoch += 1;
    }

    /// The weights now, rounded, with what all squares or all mobilities of a man have in common moved to its
    /// material.
    pub fn weights(&self) -> Weights {
        let mut numbers = self.numbers.clone();
        self.formulas.settle(&mut numbers);
        numbers.to_weights()
    }

    fn pull_back(&self, slope: &mut WeightNumbers) {
        let pull = 2e-6 * self.options.anchor;
        for ((slope, now), start) in slope.iter_mut().zip(self.numbers.iter()).zip(self.start.iter()) {
            *slope += pull * (now - start);
        }
    }

    /// The steepness that foretells results with the least error, by golden-section search. Scores say nothing about
    /// it: the flatter the curve, the nearer they come to each other.
    fn best_steepness(&self) -> f64 {
        let error = |k: f64| self.formulas.error(&self.numbers, k, 1.0);
        let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
        let (mut low, mut high) = (0.1, 4.0);
        while high - low > 1e-3 {
            let (a, b) = (high - golden * (high - low), low + golden * (high - low));
            if error(a) < error(b) {
                high = b;
            } else {
                low = a;
            }
        }
        f64::midpoint(low, high)
    }
}

/// Levels the ground under the weights that are set by hand.
fn keep_given(slope: &mut WeightNumbers) {
    for field in Weights::FIELDS.iter().filter(|field| field.family == Family::Given) {
        for half in [&mut slope.middle, &mut slope.end] {
            half[field.start..field.start + field.len].fill(0.0);
        }
    }
}

/// Why samples could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// The file itself.
    File(io::Error),
    /// A line of it.
    TunerSample(SampleError),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::TunerSample(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

/// Reads samples, one a line; those in check are left out, since no search evaluates them.
///
/// # Errors
/// At the first line that cannot be read or is no sample.
pub fn read_samples<V: Judged>(
    lines: impl Iterator<Item = io::Result<String>>,
    weights: &Weights,
) -> Result<Formulas, ReadError> {
    let mut formulas = Formulas::default();
    for line in lines {
        let line = line.map_err(ReadError::File)?;
        if line.trim().is_empty() {
            continue;
        }
        let TunerSample::<V> { position, result, score } = line.parse().map_err(ReadError::TunerSample)?;
        if !position.in_check() {
            formulas.push(&position, weights, result, score);
        }
    }
    Ok(formulas)
}

#[cfg(test)]
mod tests;
