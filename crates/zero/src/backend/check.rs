use std::fmt;

use super::{Backend, BackendError};
use crate::batch::{BackendInput, Batch};

/// Two backends beside each other. Both answer; the first is believed, as long as the second agrees.
pub struct Check {
    one: Box<dyn Backend>,
    other: Box<dyn Backend>,
    tolerance: f32,
    worst: Difference,
    positions: u64,
}

/// How far two answers are apart.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Difference {
    /// In the value of a position.
    pub value: f32,
    /// In the prior of a move.
    pub prior: f32,
}

impl Difference {
    fn most(self) -> f32 {
        self.value.max(self.prior)
    }

    fn or_worse(self, other: Self) -> Self {
        Self { value: self.value.max(other.value), prior: self.prior.max(other.prior) }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "values differ by {:.6}, priors by {:.6}", self.value, self.prior)
    }
}

impl Check {
    /// How far answers in single precision may be apart.
    pub const TOLERANCE: f32 = 1e-3;

    /// Compares one with another.
    pub fn new(one: Box<dyn Backend>, other: Box<dyn Backend>) -> Self {
        Self { one, other, tolerance: Self::TOLERANCE, worst: Difference::default(), positions: 0 }
    }

    /// Sets how far answers may be apart.
    #[must_use]
    pub fn with_tolerance(mut self, tolerance: f32) -> Self {
        self.tolerance = tolerance;
        self
    }

    /// How far they have been apart at most, and in how many positions.
    pub fn worst(&self) -> (Difference, u64) {
        (self.worst, self.positions)
    }
}

impl Backend for Check {
    fn name(&self) -> String {
        format!("{}, checked by {}", self.one.name(), self.other.name())
    }

    fn sight(&self) -> BackendInput {
        self.one.sight()
    }

    fn has_model(&self) -> bool {
        self.one.has_model()
    }

    fn evaluate(&mut self, batch: &mut Batch) -> Result<(), BackendError> {
        let mut second = batch.clone();
        self.one.evaluate(batch)?;
        self.other.evaluate(&mut second)?;
        for row in 0..batch.len() {
            let (a, b) = (batch.evaluation(row), second.evaluation(row));
            let priors = a.priors.iter().zip(b.priors).map(|(a, b)| (a - b).abs());
            let difference =
                Difference { value: (a.value - b.value).abs(), prior: priors.fold(0.0, f32::max) };
            self.worst = self.worst.or_worse(difference);
            self.positions += 1;
            if difference.most() > self.tolerance {
                return Err(BackendError::Disagree {
                    backends: [self.one.name(), self.other.name()],
                    difference,
                });
            }
        }
        Ok(())
    }
}
