use std::collections::HashSet;
use std::time::Duration;

use kempelen_rules::Variant;

use crate::{HowEnded, LabelledGame, PositionFilter};

/// What is known of a run, or of shards.
#[derive(Clone, Default, Debug)]
pub struct GamesStats {
    /// Games that were wanted.
    pub games_wanted: u64,
    /// Games that were there already.
    pub games_before: u64,
    /// Games since then.
    pub games: u64,
    /// Half-moves with scores.
    pub plies: u64,
    /// Positions that the usual filter wants.
    pub quiet: u64,
    /// How many games were lost, drawn and won for White.
    pub results: [u64; 3],
    /// How many games ended by the laws and otherwise, in the order of [`HowEnded::ALL`].
    pub endings: [u64; HowEnded::ALL.len()],
    /// How many games had so many tens of half-moves.
    pub lengths: Vec<u64>,
    /// Games that began, after their opening, in a position where another one had.
    pub doubled: u64,
    /// Openings that were drawn in vain.
    pub dropped: u64,
    /// How long it took.
    pub time: Duration,
    pub(crate) first_keys: HashSet<u64>,
}

impl GamesStats {
    /// First positions beyond these are not remembered, since that would take too much memory; `doubled` is a lower bound then.
    const MOST_KEYS: usize = 1 << 22;

    /// Takes a game in.
    pub fn add<V: Variant>(&mut self, game: &LabelledGame<V>) {
        self.games += 1;
        self.plies += game.moves.len() as u64;
        self.quiet += game.positions(PositionFilter::default()).count() as u64;
        self.results[game.result as usize] += 1;
        self.endings[game.ended as usize] += 1;
        let tens = game.moves.len() / 10;
        if self.lengths.len() <= tens {
            self.lengths.resize(tens + 1, 0);
        }
        self.lengths[tens] += 1;
        let key = game.first_position().key();
        if self.first_keys.contains(&key) {
            self.doubled += 1;
        } else if self.first_keys.len() < Self::MOST_KEYS {
            self.first_keys.insert(key);
        }
    }

    /// The half-moves of an average game.
    pub fn average_length(&self) -> f64 {
        self.plies as f64 / self.games.max(1) as f64
    }

    /// The length that a share of the games does not reach, in whole tens of half-moves.
    pub fn length_at(&self, share: f64) -> usize {
        let below = (share * self.games as f64) as u64;
        let mut sum = 0;
        let place = self.lengths.iter().position(|&games| {
            sum += games;
            sum > below
        });
        10 * place.unwrap_or(self.lengths.len())
    }

    /// How many of these there were each second.
    pub fn per_second(&self, count: u64) -> f64 {
        count as f64 / self.time.as_secs_f64().max(1e-9)
    }

    /// How long the games that are still missing will take, if they go on like this.
    pub fn time_left(&self) -> Option<Duration> {
        let missing = self.games_wanted.saturating_sub(self.games_before + self.games);
        let each = self.time.as_secs_f64() / self.games as f64;
        Duration::try_from_secs_f64(each * missing as f64).ok()
    }
}
