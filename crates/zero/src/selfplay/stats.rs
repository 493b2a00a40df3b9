use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};

use crate::dataset::{Ending, GameRecord, ShardHeader};

/// What a run has done so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SelfplayStats {
    /// Games that the run will have in the end.
    pub games_wanted: u64,
    /// Games that were there before.
    pub games_before: u64,
    /// Games that have been played now.
    pub games: u64,
    /// Moves of these games.
    pub positions: u64,
    /// Positions from which something can be learned.
    pub samples: u64,
    /// Moves played so far, those of games in flight included.
    pub moves: u64,
    /// Positions that the model valued.
    pub evaluations: u64,
    /// Batches it valued them in.
    pub batches: u64,
    /// Positions that the cache knew.
    pub cached: u64,
    /// Playouts of all searches.
    pub playouts: u64,
    /// Searches that ended early for lack of memory.
    pub full_trees: u64,
    /// Wins of White, draws, wins of Black.
    pub results: [u64; 3],
    /// How games ended, by name.
    pub endings: BTreeMap<&'static str, u64>,
    /// Games in which a side would have given up but was not allowed to,
    pub resignations_checked: u64,
    /// and did not lose after all.
    pub resignations_wrong: u64,
    /// Shards written.
    pub shards: u64,
    /// Their bytes.
    pub bytes: u64,
    /// The positions in them.
    pub positions_written: u64,
    /// Time taken.
    pub time: Duration,
}

impl SelfplayStats {
    pub(super) fn add(&mut self, game: &GameRecord) {
        self.games += 1;
        self.positions += game.plies.len() as u64;
        self.samples += game.plies.iter().filter(|ply| !ply.policy.is_empty()).count() as u64;
        let winner = game.ending.winner();
        self.results[winner.map_or(1, |winner| winner.pick(0, 2))] += 1;
        *self.endings.entry(game.ending.name()).or_default() += 1;
        let resigned = matches!(game.ending, Ending::Resigned { .. });
        if let Some((_, side)) = game.would_resign.filter(|_| !resigned) {
            self.resignations_checked += 1;
            self.resignations_wrong += u64::from(winner != Some(!side));
        }
    }

    pub(super) fn add_shard(&mut self, header: &ShardHeader, bytes: u64) {
        self.shards += 1;
        self.bytes += bytes;
        self.positions_written += header.positions;
    }

    /// Half-moves of a game, on average.
    pub fn average_length(&self) -> f64 {
        self.positions as f64 / self.games.max(1) as f64
    }

    /// Games given up.
    pub fn resigned(&self) -> u64 {
        self.endings.get("resigned").copied().unwrap_or(0)
    }

    /// Bytes that a position takes on the disk.
    pub fn bytes_per_position(&self) -> f64 {
        self.bytes as f64 / self.positions_written.max(1) as f64
    }

    /// So many things in a second.
    pub fn per_second(&self, things: u64) -> f64 {
        things as f64 / self.time.as_secs_f64().max(1e-9)
    }

    /// The share of checked resignations that would have been wrong.
    pub fn wrong_resignations(&self) -> f64 {
        self.resignations_wrong as f64 / self.resignations_checked.max(1) as f64
    }

    /// Everything, for programs.
    pub fn to_json(&self) -> Value {
        let [white, draws, black] = self.results;
        json!({
            "games": self.games,
            "games_before": self.games_before,
            "games_wanted": self.games_wanted,
            "positions": self.positions,
            "samples": self.samples,
            "average_length": self.average_length(),
            "results": {"white": white, "draws": draws, "black": black},
            "endings": self.endings,
            "resigned": self.resigned(),
            "resignations_checked": self.resignations_checked,
            "resignations_wrong": self.resignations_wrong,
            "evaluations": self.evaluations,
            "batches": self.batches,
            "cached": self.cached,
            "playouts": self.playouts,
            "full_trees": self.full_trees,
            "shards": self.shards,
            "bytes": self.bytes,
            "bytes_per_position": self.bytes_per_position(),
            "seconds": self.time.as_secs_f64(),
            "games_per_second": self.per_second(self.games),
            "positions_per_second": self.per_second(self.moves),
            "evaluations_per_second": self.per_second(self.evaluations),
        })
    }
}
