//! A folder of shards.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use kempelen_rules::VariantId;
use serde_json::{Map, Value, json};

use super::shard::{has_end, put_in_place, temporary};
use super::{DataError, GameRecord, LOG, SHARD, ShardHeader, log, read_header, write_shard};
use crate::learnable::Learnable;

/// A folder into which a run writes its shards, and out of which it can go on.
///
/// Shard `n` has the games from `n * games_per_shard` on, whichever process played them. What is there counts as done; what
/// is missing is played again from its seed.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    info: RunInfo,
    /// Held as long as the store lives; the system lets go of it when the process ends, however it ends.
    _lock: File,
}

/// What is the same for all shards of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct RunInfo {
    /// The game.
    pub variant: VariantId,
    /// Games in each shard.
    pub games_per_shard: u64,
    /// How the games are made, by name.
    pub settings: Map<String, Value>,
}

const INFO: &str = "run.json";
const LOCK: &str = ".lock";
const VERSION: u64 = 1;

impl Store {
    /// Opens the folder of a run, and makes it if it is not there.
    ///
    /// # Errors
    /// When another process writes to it, when it belongs to a run with other settings, or when the system refuses.
    pub fn open(folder: &Path, info: RunInfo) -> Result<Self, DataError> {
        let refused = |error: &io::Error| DataError::io(folder, error);
        fs::create_dir_all(folder).map_err(|error| refused(&error))?;
        let lock_path = folder.join(LOCK);
        let lock = File::create(&lock_path).map_err(|error| DataError::io(&lock_path, &error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(DataError::Busy(folder.to_owned())),
            Err(TryLockError::Error(error)) => return Err(refused(&error)),
        }
        let store = Self { folder: folder.to_owned(), info, _lock: lock };
        store.check_info()?;
        store.sweep()?;
        Ok(store)
    }

    /// Compares the settings with those of the folder, or writes them down if it is new.
    fn check_info(&self) -> Result<(), DataError> {
        let path = self.folder.join(INFO);
        let own = self.info.to_json();
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let text = format!("{own:#}\n");
                return put_in_place(&path, &temporary(&path), text.as_bytes())
                    .map_err(|error| DataError::io(&path, &error));
            }
            Err(error) => return Err(DataError::io(&path, &error)),
        };
        let there: Value = serde_json::from_str(&text)
            .map_err(|error| DataError::Damaged { path: path.clone(), what: error.to_string() })?;
        match difference("", &there, &own) {
            None => Ok(()),
            Some(what) => Err(DataError::OtherRun { path: self.folder.clone(), what }),
        }
    }

    /// Removes what an earlier process was writing when it ended, and logs of shards that are whole.
    fn sweep(&self) -> Result<(), DataError> {
        for path in files(&self.folder)? {
            let half_done = path.extension().is_some_and(|extension| extension == "part");
            let old_log = path.extension().is_some_and(|extension| extension == LOG)
                && path.with_extension(SHARD).exists();
            if half_done || old_log {
                fs::remove_file(&path).map_err(|error| DataError::io(&path, &error))?;
            }
        }
        Ok(())
    }

    /// The file of a shard.
    pub fn path(&self, shard: u64) -> PathBuf {
        self.folder.join(format!("shard-{shard:06}.{SHARD}"))
    }

    /// Games in each shard.
    pub fn games_per_shard(&self) -> u64 {
        self.info.games_per_shard
    }

    /// Whether a shard is there. One that is there but cannot be understood is an error, and is left alone.
    ///
    /// # Errors
    /// When it is no shard, or not the one it should be.
    pub fn has(&self, shard: u64) -> Result<bool, DataError> {
        let path = self.path(shard);
        if !path.exists() {
            return Ok(false);
        }
        let header = read_header(&path)?;
        if !has_end(&path)? {
            return Err(DataError::CutOff(path));
        }
        if header.variant != self.info.variant || header.first != shard * self.info.games_per_shard {
            return Err(DataError::Damaged {
                path,
                what: "it is another shard than its name says".to_owned(),
            });
        }
        Ok(true)
    }

    /// Writes a shard.
    ///
    /// # Errors
    /// As for [`write_shard`].
    pub fn write<V: Learnable>(&self, shard: u64, games: &[GameRecord]) -> Result<ShardHeader, DataError> {
        let header = write_shard::<V>(&self.path(shard), games, &self.info.settings)?;
        // A log that stays behind is swept away when the folder is opened again.
        let _ = fs::remove_file(self.log_path(shard));
        Ok(header)
    }

    /// Notes a game that is over, of a shard that is not whole yet.
    ///
    /// # Errors
    /// When a move is not legal, or the system refuses.
    pub fn log<V: Learnable>(&self, shard: u64, game: &GameRecord) -> Result<(), DataError> {
        log::append::<V>(&self.log_path(shard), game)
    }

    /// The games that were noted. What an earlier process was noting when it ended is dropped.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn logged<V: Learnable>(&self, shard: u64) -> Result<Vec<GameRecord>, DataError> {
        log::read::<V>(&self.log_path(shard))
    }

    fn log_path(&self, shard: u64) -> PathBuf {
        self.path(shard).with_extension(LOG)
    }

    /// The shards of a folder in order, whoever wrote them.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn shards(folder: &Path) -> Result<Vec<PathBuf>, DataError> {
        let mut shards: Vec<PathBuf> = files(folder)?
            .into_iter()
            .filter(|path| path.extension().is_some_and(|ext| ext == SHARD))
            .collect();
        shards.sort();
        Ok(shards)
    }
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, DataError> {
    let entries = fs::read_dir(folder).map_err(|error| DataError::io(folder, &error))?;
    entries
        .map(|entry| entry.map(|entry| entry.path()).map_err(|error| DataError::io(folder, &error)))
        .collect()
}

impl RunInfo {
    fn to_json(&self) -> Value {
        json!({
            "format": VERSION,
            "variant": self.variant.name(),
            "games_per_shard": self.games_per_shard,
            "settings": self.settings,
        })
    }
}

/// The first thing in which two values differ, in words.
fn difference(name: &str, there: &Value, own: &Value) -> Option<String> {
    if let (Value::Object(there), Value::Object(own)) = (there, own) {
        let mut names = own.keys().chain(there.keys().filter(|key| !own.contains_key(*key)));
        return names.find_map(|key| {
            let nothing = Value::Null;
            difference(key, there.get(key).unwrap_or(&nothing), own.get(key).unwrap_or(&nothing))
        });
    }
    (there != own).then(|| format!("{name} is {there} there, and {own} here"))
}
