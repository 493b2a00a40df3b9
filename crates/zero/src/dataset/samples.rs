use kempelen_rules::{Game, Move};

use super::{GameRecord, code};
use crate::encode::{EncodeError, TensorCell, board_to_tensor};
use crate::learnable::Learnable;
use crate::policy::move_to_index;

/// What can be learned from one game, position by position.
///
/// ```no_run
/// use kempelen_rules::Chess;
/// use kempelen_zero::dataset::{Samples, read_shard};
/// use kempelen_zero::encode::tensor_len;
///
/// let shard = read_shard::<Chess>("games/shard-000000.kz".as_ref())?;
/// let mut board = vec![0.0_f32; tensor_len(8)];
/// let mut policy = vec![0.0; 4168];
/// for record in &shard.games {
///     let mut samples = Samples::<Chess>::new(record)?;
///     while let Some(sample) = samples.next() {
///         sample.board(8, &mut board)?;
///         sample.policy(&mut policy);
///         println!("{}", sample.outcome());
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Samples<'a, V: Learnable> {
    record: &'a GameRecord,
    /// The game up to the position at hand.
    game: Game<V>,
    /// The half-move to look at next.
    next: usize,
}

/// A position from which something can be learned.
pub struct TrainingSample<'a, V: Learnable> {
    game: &'a Game<V>,
    record: &'a GameRecord,
    ply: usize,
}

impl<'a, V: Learnable> Samples<'a, V> {
    /// The positions of a game.
    ///
    /// # Errors
    /// When it is no game: its start or a move makes no sense.
    pub fn new(record: &'a GameRecord) -> Result<Self, super::DataError> {
        let bad = |what| super::DataError::Damaged { path: format!("game {}", record.index).into(), what };
        // All moves are tried at once, so that nothing can go wrong on the way.
        code::replay::<V>(record).map_err(bad)?;
        let start = code::first(record.start.as_deref()).map_err(bad)?;
        Ok(Self { record, game: Game::new(start), next: 0 })
    }

    /// How many there are.
    pub fn count(record: &GameRecord) -> usize {
        record.plies.iter().filter(|ply| !ply.policy.is_empty()).count()
    }

    /// The next position whose policy was searched for.
    #[expect(
        clippy::should_implement_trait,
        reason = "a sample borrows the game, which an iterator cannot lend"
    )]
    pub fn next(&mut self) -> Option<TrainingSample<'_, V>> {
        while let Some(ply) = self.record.plies.get(self.next) {
            if self.game.moves().len() < self.next {
                let before = &self.record.plies[self.game.moves().len()];
                self.game.play(before.m);
                continue;
            }
            self.next += 1;
            if !ply.policy.is_empty() {
                return Some(TrainingSample { game: &self.game, record: self.record, ply: self.next - 1 });
            }
        }
        None
    }
}

impl<V: Learnable> TrainingSample<'_, V> {
    /// The game up to here.
    pub fn game(&self) -> &Game<V> {
        self.game
    }

    /// Writes the planes.
    ///
    /// # Errors
    /// When the buffer is too short.
    pub fn board<T: TensorCell>(&self, steps: usize, out: &mut [T]) -> Result<(), EncodeError> {
        board_to_tensor(self.game, steps, out)
    }

    /// Writes the probability of every policy index. What there is no room for is left out.
    pub fn policy(&self, out: &mut [f32]) {
        out.fill(0.0);
        let policy = &self.record.plies[self.ply].policy;
        let sum: f64 = policy.iter().map(|&(_, weight)| f64::from(weight)).sum();
        for &(m, weight) in policy {
            if let Some(cell) = out.get_mut(move_to_index(self.game.position(), m)) {
                *cell = (f64::from(weight) / sum) as f32;
            }
        }
    }

    /// How much each move deserves to be learned, as the search left it.
    pub fn weights(&self) -> &[(Move, u32)] {
        &self.record.plies[self.ply].policy
    }

    /// What became of the game, for the side to move: 1, 0 or -1.
    pub fn outcome(&self) -> f32 {
        self.record.ending.value(self.game.position().turn())
    }

    /// What the search thought of the position, for the side to move.
    pub fn search_value(&self) -> f32 {
        self.record.plies[self.ply].value
    }

    /// How many visits the search made.
    pub fn visits(&self) -> u32 {
        self.record.plies[self.ply].visits
    }
}
