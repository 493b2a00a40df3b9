use std::fmt;
use std::ops::Range;

use kempelen_rules::Move;

use crate::encode::{board_to_tensor, scale_numbers, tensor_len};
use crate::learnable::Learnable;
use crate::line::GameLine;
use crate::policy::softmax;

/// Positions whose values are wanted, side by side, and the answers.
///
/// It is filled, evaluated, read and cleared again and again; its memory is asked for once.
#[derive(Clone, Debug)]
pub struct Batch {
    sight: BackendInput,
    boards: Vec<f32>,
    /// The policy indices of the legal moves of all positions, and below their priors.
    indices: Vec<u16>,
    priors: Vec<f32>,
    rows: Vec<BatchRow>,
}

/// What a backend looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BackendInput {
    /// Nothing: it knows its answer from the number of moves.
    Nothing,
    /// The planes of so many steps of history.
    Planes {
        /// The steps.
        steps: usize,
        /// How numbers stand in their planes.
        numbers: Numbers,
    },
}

/// How the numbers of a game stand in their planes: the half-move clock, the move number, the counts of makruk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Numbers {
    /// As they are.
    #[default]
    Raw,
    /// As [`scale_numbers`] leaves them.
    Scaled,
}

#[derive(Clone, Debug)]
struct BatchRow {
    /// Its part of `indices` and `priors`.
    moves: Range<usize>,
    value: f32,
    draw: f32,
}

/// What is said of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prediction<'a> {
    /// What it is worth to the side to move, from -1 to 1.
    pub value: f32,
    /// How likely a draw is, from 0 to 1; 0 where the network does not tell.
    pub draw: f32,
    /// How likely each move is to be the best, in the order in which the moves were given.
    pub priors: &'a [f32],
}

impl Batch {
    /// An empty batch for a backend that looks at this.
    pub fn new(sight: BackendInput) -> Self {
        Self { sight, boards: Vec::new(), indices: Vec::new(), priors: Vec::new(), rows: Vec::new() }
    }

    /// What the boards show.
    pub fn sight(&self) -> BackendInput {
        self.sight
    }

    /// How many positions there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Removes all positions.
    #[inline]
    pub fn clear(&mut self) {
        self.boards.clear();
        self.indices.clear();
        self.priors.clear();
        self.rows.clear();
    }

    /// Adds the last position of a line, with its legal moves.
    #[inline]
    pub fn add<V: Learnable>(&mut self, line: &GameLine<V>, moves: impl ExactSizeIterator<Item = Move>) {
        let first = self.priors.len();
        let end = first + moves.len();
        self.priors.resize(end, 0.0);
        if let BackendInput::Planes { steps, numbers } = self.sight {
            let position = line.position();
            self.indices.extend(moves.map(|m| V::index_of(position, m)));
            let start = self.boards.len();
            self.boards.resize(start + tensor_len(steps), 0.0);
            // The length is right, and a backend does not ask for an endless history.
            let _ = board_to_tensor(line, steps, &mut self.boards[start..]);
            if numbers == Numbers::Scaled {
                scale_numbers::<V>(steps, &mut self.boards[start..]);
            }
        }
        self.rows.push(BatchRow { moves: first..end, value: 0.0, draw: 0.0 });
    }

    /// Fills up with the first position until there are so many. Nobody asked for these, and they have no moves.
    pub(crate) fn pad(&mut self, rows: usize) {
        let each = self.boards.len() / self.rows.len().max(1);
        while !self.rows.is_empty() && self.rows.len() < rows {
            self.boards.extend_from_within(..each);
            self.rows.push(BatchRow { moves: 0..0, value: 0.0, draw: 0.0 });
        }
    }

    /// The tensors of all positions, one after the other.
    pub fn boards(&self) -> &[f32] {
        &self.boards
    }

    /// The answer for a position.
    #[inline]
    pub fn evaluation(&self, row: usize) -> Prediction<'_> {
        let BatchRow { moves, value, draw } = &self.rows[row];
        Prediction { value: *value, draw: *draw, priors: &self.priors[moves.clone()] }
    }

    /// Answers for all positions that every move is as good as any, and nobody ahead.
    #[inline]
    pub fn answer_evenly(&mut self) {
        for BatchRow { moves, value, draw } in &mut self.rows {
            (*value, *draw) = (0.0, 0.0);
            let even = 1.0 / moves.len().max(1) as f32;
            self.priors[moves.clone()].fill(even);
        }
    }

    /// Answers for all positions what a network says: logits of all policy indices, and either one value (from -1 to 1) or
    /// three (logits of winning, drawing and losing) a position.
    ///
    /// # Errors
    /// When there are too few numbers, or one that counts is no number.
    pub fn answer(&mut self, policy: &[f32], policy_len: usize, values: &[f32]) -> Result<(), AnswerError> {
        let width = values.len() / self.rows.len().max(1);
        if policy.len() < self.rows.len() * policy_len || !(width == 1 || width == 3) {
            return Err(AnswerError::Short {
                policy: policy.len(),
                values: values.len(),
                rows: self.rows.len(),
            });
        }
        for (i, row) in self.rows.iter_mut().enumerate() {
            let logits = &policy[i * policy_len..][..policy_len];
            let priors = &mut self.priors[row.moves.clone()];
            for (prior, &index) in priors.iter_mut().zip(&self.indices[row.moves.clone()]) {
                *prior = *logits.get(usize::from(index)).ok_or(AnswerError::Policy(index))?;
            }
            if !priors.iter().all(|prior| prior.is_finite()) {
                return Err(AnswerError::NotANumber { what: "policy", row: i });
            }
            softmax(priors);
            let outcome = &values[i * width..][..width];
            if !outcome.iter().all(|value| value.is_finite()) {
                return Err(AnswerError::NotANumber { what: "value", row: i });
            }
            (row.value, row.draw) = read_value(outcome);
        }
        Ok(())
    }
}

/// Value and chance of a draw from one number or from three.
fn read_value(outcome: &[f32]) -> (f32, f32) {
    match *outcome {
        [win, draw, loss] => {
            let mut chances = [win, draw, loss];
            softmax(&mut chances);
            ((chances[0] - chances[2]).clamp(-1.0, 1.0), chances[1])
        }
        [value, ..] => (value.clamp(-1.0, 1.0), 0.0),
        [] => (0.0, 0.0),
    }
}

/// Why the outputs of a network are no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnswerError {
    /// There are too few of them.
    Short {
        /// Logits of the policy.
        policy: usize,
        /// Values.
        values: usize,
        /// Positions.
        rows: usize,
    },
    /// The policy has no such index.
    Policy(u16),
    /// An output is infinite, or not a number.
    NotANumber {
        /// Which output.
        what: &'static str,
        /// For which position of the batch.
        row: usize,
    },
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Short { policy, values, rows } => {
                write!(f, "{policy} policy numbers and {values} values are no answer for {rows} positions")
            }
            Self::Policy(index) => write!(f, "the policy has no index {index}"),
            Self::NotANumber { what, row } => {
                write!(f, "the {what} of position {row} of the batch is infinite or not a number")
            }
        }
    }
}

impl std::error::Error for AnswerError {}

#[cfg(test)]
mod tests {
    use super::*;
    use kempelen_rules::{Chess, Position};

    fn batch(positions: usize) -> Batch {
        let mut batch = Batch::new(BackendInput::Planes { steps: 1, numbers: Numbers::Raw });
        let line = GameLine::<Chess>::new(Position::default());
        let moves = line.position().legal_moves();
        for _ in 0..positions {
            batch.add(&line, moves.iter().copied());
        }
        batch
    }

    #[test]
    fn logits_of_legal_moves_become_priors() {
        let mut batch = batch(2);
        let mut policy = vec![f32::NAN; 2 * Chess::POLICY_LEN];
        let line = GameLine::<Chess>::new(Position::default());
        let moves = line.position().legal_moves();
        for (i, &m) in moves.iter().enumerate() {
            policy[usize::from(Chess::index_of(line.position(), m))] = i as f32;
            policy[Chess::POLICY_LEN + usize::from(Chess::index_of(line.position(), m))] = 0.0;
        }
        batch.answer(&policy, Chess::POLICY_LEN, &[0.5, -2.0]).expect("an answer");
        let first = batch.evaluation(0);
        assert_eq!((first.value, first.draw), (0.5, 0.0));
        assert!((first.priors.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert!((first.priors[7] / first.priors[6] - 1f32.exp()).abs() < 1e-3, "in the order of the moves");
        let second = batch.evaluation(1);
        assert!((second.value + 1.0).abs() < 1e-6, "a value stays within its bounds");
        assert!(second.priors.iter().all(|&prior| (prior - 0.05).abs() < 1e-6));
    }

    #[test]
    fn three_values_are_chances() {
        let mut batch = batch(1);
        let policy = vec![0.0; Chess::POLICY_LEN];
        batch.answer(&policy, Chess::POLICY_LEN, &[1.0, 1.0, 1.0]).expect("an answer");
        let Prediction { value, draw, .. } = batch.evaluation(0);
        assert!(value.abs() < 1e-6 && (draw - 1.0 / 3.0).abs() < 1e-6);
        batch.answer(&policy, Chess::POLICY_LEN, &[9.0, 0.0, 0.0]).expect("an answer");
        assert!(batch.evaluation(0).value > 0.99);
    }

    #[test]
    fn what_is_no_number_is_no_answer() {
        let mut batch = batch(2);
        let good = vec![0.0; 2 * Chess::POLICY_LEN];
        let mut bad = good.clone();
        bad[Chess::POLICY_LEN..].fill(f32::NAN);
        let error = batch.answer(&bad, Chess::POLICY_LEN, &[0.0, 0.0]).expect_err("not a number");
        assert_eq!(error.to_string(), "the policy of position 1 of the batch is infinite or not a number");
        for value in [f32::NAN, f32::INFINITY] {
            let error = batch.answer(&good, Chess::POLICY_LEN, &[value, 0.0]).expect_err("no value");
            assert_eq!(error, AnswerError::NotANumber { what: "value", row: 0 });
        }
        assert!(batch.answer(&good[1..], Chess::POLICY_LEN, &[0.0, 0.0]).is_err());
        assert!(batch.answer(&good, Chess::POLICY_LEN, &[0.0]).is_err());
        assert!(batch.answer(&good, 5, &[0.0, 0.0]).is_err());
    }
}
