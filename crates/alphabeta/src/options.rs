//! What can be set in the modern engine.

use std::fs;
use std::time::Duration;

use kempelen_engine::{OptionError, Presses, Remote, Resource, options};
use kempelen_nnue::NetworkFile;

use crate::evaluators::EvaluationKind;
use crate::strength;
use crate::tablebase::Syzygy;

options! {
    /// What can be set.
    pub(crate) struct Options {
        /// Megabytes for the transposition table.
        "Hash" hash_mb: usize = 16, in 1..=65_536, remote Remote::UpTo(Resource::Megabytes);
        /// Threads that search at once.
        "Threads" threads: usize = 1, in 1..=256, remote Remote::UpTo(Resource::Threads);
        /// Forgets all positions searched before.
        "Clear Hash" clear_hash: Presses = Presses::default();
        /// How many lines to show.
        "MultiPV" lines: usize = 1, in 1..=256, remote Remote::UpTo(Resource::Lines);
        /// Milliseconds kept back for each move.
        "Move Overhead" overhead: Duration = Duration::from_millis(5), in 0..=5000;
        /// Plays no better than UCI_Elo.
        "UCI_LimitStrength" limit_strength: bool = false;
        /// The rating to play at, if UCI_LimitStrength is on.
        "UCI_Elo" elo: i64 = strength::HIGHEST, in strength::LOWEST..=strength::HIGHEST;
        /// Directories with Syzygy endgame tables, for chess.
        "SyzygyPath" syzygy_path: String = String::new();
        /// What judges positions: the network of the game, where it has one, or the hand-written terms.
        "Evaluation" evaluation: EvaluationKind = EvaluationKind::Network;
        /// A network to judge by instead of the embedded one of its game.
        "EvalFile" eval_file: String = String::new();
    }
}

impl Options {
    /// The network that is asked for, if one is.
    pub(crate) fn open_network(&self) -> Result<Option<NetworkFile>, OptionError> {
        let path = &self.eval_file;
        if path.is_empty() {
            return Ok(None);
        }
        let bytes = fs::read(path).map_err(|error| error.to_string());
        let file = bytes.and_then(|bytes| NetworkFile::read(&bytes).map_err(|error| error.to_string()));
        file.map(Some).map_err(|reason| OptionError::Value {
            name: "EvalFile".to_owned(),
            value: path.clone(),
            wanted: format!("the file of a network ({reason})"),
        })
    }

    /// The endgame tables that are asked for, if any are.
    pub(crate) fn open_syzygy(&self) -> Result<Option<Syzygy>, OptionError> {
        let path = &self.syzygy_path;
        if path.is_empty() {
            return Ok(None);
        }
        Syzygy::open(path).map(Some).map_err(|wanted| OptionError::Value {
            name: "SyzygyPath".to_owned(),
            value: path.clone(),
            wanted: format!("directories with Syzygy tables ({wanted})"),
        })
    }
}
