//! Positions to learn from, side by side.

use std::path::Path;

use kempelen_dataset::{DatasetError, LabelledGame, WhiteResult, open_shard};
use kempelen_zero::dataset::{DataError, Samples as SamplesOf, read_shard};
use kempelen_zero::{GameLine, Learnable, encode, policy};

/// A position takes 952 bytes of words with eight steps of history, and a few more for its moves.
pub(crate) struct Columns {
    pub(crate) words: Vec<u64>,
    /// Where the policy of each position begins; one more than there are positions.
    pub(crate) starts: Vec<usize>,
    pub(crate) indices: Vec<u16>,
    pub(crate) weights: Vec<f32>,
    pub(crate) outcomes: Vec<f32>,
    pub(crate) search_values: Vec<f32>,
}

/// Which positions of labelled games are taken.
#[derive(Clone, Copy)]
pub(crate) struct Picking {
    /// One of so many; neighbours in a game say nearly the same.
    pub(crate) every: u64,
    /// No more than so many.
    pub(crate) most: usize,
}

/// The score in hundredths of a pawn at which a side expects 73 points of 100, as in `kempelen train`.
const SCORE_SCALE: f32 = 400.0;

impl Columns {
    pub(crate) fn new() -> Self {
        Self {
            words: Vec::new(),
            starts: vec![0],
            indices: Vec::new(),
            weights: Vec::new(),
            outcomes: Vec::new(),
            search_values: Vec::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// Adds the positions of a shard of self-play whose policies were searched for.
    pub(crate) fn add_selfplay<V: Learnable>(&mut self, path: &Path, steps: usize) -> Result<(), DataError> {
        let planes = encode::planes(steps);
        for record in &read_shard::<V>(path)?.games {
            let mut samples = SamplesOf::<V>::new(record)?;
            while let Some(sample) = samples.next() {
                let at = self.words.len();
                self.words.resize(at + planes, 0);
                // The room is there, and the steps were checked.
                let _ = encode::board_to_words(sample.game(), steps, &mut self.words[at..]);
                let weights = sample.weights();
                let sum: f64 = weights.iter().map(|&(_, weight)| f64::from(weight)).sum();
                for &(m, weight) in weights {
                    self.indices.push(policy::move_to_index(sample.game().position(), m) as u16);
                    self.weights.push((f64::from(weight) / sum) as f32);
                }
                self.starts.push(self.indices.len());
                self.outcomes.push(sample.outcome());
                self.search_values.push(sample.search_value());
            }
        }
        Ok(())
    }

    /// Adds positions of a shard of labelled games. What there is to learn of a policy is the move that was played.
    pub(crate) fn add_labelled<V: Learnable>(
        &mut self,
        path: &Path,
        steps: usize,
        picking: Picking,
        seen: &mut u64,
    ) -> Result<(), DatasetError> {
        for game in open_shard(path)?.games::<V>().map_err(|fault| fault.at(path))? {
            if self.len() >= picking.most {
                break;
            }
            self.add_game(&game.map_err(|fault| fault.at(path))?, steps, picking, seen);
        }
        Ok(())
    }

    fn add_game<V: Learnable>(
        &mut self,
        game: &LabelledGame<V>,
        steps: usize,
        picking: Picking,
        seen: &mut u64,
    ) {
        let mut line = GameLine::new(game.start);
        for &m in &game.opening {
            line.push(m);
        }
        let white_outcome = match game.result {
            WhiteResult::Won => 1.0,
            WhiteResult::Drawn => 0.0,
            WhiteResult::Lost => -1.0,
        };
        for played in &game.moves {
            *seen += 1;
            if seen.is_multiple_of(picking.every) && self.len() < picking.most {
                let side = line.position().turn().pick(1.0, -1.0);
                let at = self.words.len();
                self.words.resize(at + encode::planes(steps), 0);
                // The room is there, and the steps were checked.
                let _ = encode::board_to_words(&line, steps, &mut self.words[at..]);
                self.indices.push(policy::move_to_index(line.position(), played.m) as u16);
                self.weights.push(1.0);
                self.starts.push(self.indices.len());
                self.outcomes.push(side * white_outcome);
                // Points from 0 to 1 are a logistic function of the score; as a value from -1 to 1 that is a tangent.
                self.search_values.push(side * (f32::from(played.score) / (2.0 * SCORE_SCALE)).tanh());
            }
            line.push(played.m);
        }
    }
}
