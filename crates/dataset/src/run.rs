//! Runs: many games in a folder of shards, which can be broken off at any time.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use std::{fmt, thread};

use kempelen_engine::{Engine, EngineError};
use kempelen_rules::Variant;
use serde_json::{Map, Value, json};

use crate::file::put_in_place;
use crate::{
    DatasetError, GameRecipe, GamesStats, SHARD_EXTENSION, ShardFault, ShardFile, ShardLabel, open_shard,
    temporary_name,
};

/// Games that are written together. A process that is killed has played at most so many, of each thread, in vain.
const SAVED_TOGETHER: u64 = 16;

/// A folder into which runs write shards of one recipe, and out of which they go on.
///
/// A shard has the games of numbers that follow each other, and its name is the first of them. What is there counts as
/// done; what is missing is played from its number, and becomes what it would have been before.
#[derive(Debug)]
pub struct GamesFolder<V: Variant> {
    folder: PathBuf,
    recipe: GameRecipe<V>,
    games_per_shard: u64,
    settings: Map<String, Value>,
    /// Held as long as the folder is in use; the system lets go of it when the process ends, however it ends.
    _lock: File,
}

/// Why games could not be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunError {
    /// A file or the folder.
    Files(DatasetError),
    /// The engine.
    Engine(EngineError),
}

impl<V: Variant> GamesFolder<V> {
    const INFO: &str = "run.json";
    const LOCK: &str = ".lock";

    /// Opens a folder, and makes it if it is not there. `settings` is all that the games depend on besides the recipe: which
    /// engine, set how.
    ///
    /// # Errors
    /// When another process writes to it, when its games are of another recipe or other settings, or when the system
    /// refuses.
    pub fn open(
        folder: &Path,
        recipe: GameRecipe<V>,
        games_per_shard: u64,
        settings: Map<String, Value>,
    ) -> Result<Self, DatasetError> {
        let at = |error: io::Error| ShardFault::from(error).at(folder);
        fs::create_dir_all(folder).map_err(at)?;
        let lock = File::create(folder.join(Self::LOCK)).map_err(at)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(ShardFault::Busy.at(folder)),
            Err(TryLockError::Error(error)) => return Err(at(error)),
        }
        let mut all = recipe.settings();
        all.extend(settings);
        let games_per_shard = games_per_shard.max(1);
        let this = Self { folder: folder.to_owned(), recipe, games_per_shard, settings: all, _lock: lock };
        this.check_info()?;
        Ok(this)
    }

    /// Compares the settings with those of the folder, or writes them down if it is new.
    fn check_info(&self) -> Result<(), DatasetError> {
        let path = self.folder.join(Self::INFO);
        let own = json!({
            "variant": V::ID.name(),
            "games_per_shard": self.games_per_shard,
            "settings": self.settings,
        });
        let check = || -> Result<(), ShardFault> {
            let text = match fs::read(&path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    let mut file = File::create(temporary_name(&path))?;
                    writeln!(file, "{own:#}")?;
                    file.sync_all()?;
                    return put_in_place(&path);
                }
                text => text?,
            };
            let there: Value =
                serde_json::from_slice(&text).map_err(|error| ShardFault::Damaged(error.to_string()))?;
            difference("", &there, &own).map_or(Ok(()), |what| Err(ShardFault::OtherRun(what)))
        };
        check().map_err(|fault| fault.at(&path))
    }

    /// The file of the shard that begins with a number.
    fn path(&self, first: u64) -> PathBuf {
        self.folder.join(format!("{first:012}.{SHARD_EXTENSION}"))
    }

    fn label(&self, first: u64) -> ShardLabel {
        ShardLabel { variant: V::ID, first, settings: self.settings.clone() }
    }

    /// Plays all games of a range that are not there yet, in as many threads as there are engines. The range is made larger
    /// to whole shards. `tell` hears of every game.
    ///
    /// # Errors
    /// When an engine or the system fails, or a shard that is there is not what it should be. What was saved stays.
    pub fn play(
        &self,
        (first, games): (u64, u64),
        engines: &mut [Box<dyn Engine>],
        tell: &(dyn Fn(&GamesStats) + Sync),
    ) -> Result<GamesStats, RunError> {
        let each = self.games_per_shard;
        let end = first.saturating_add(games).div_ceil(each);
        let work = SharedRun {
            next: AtomicU64::new(first / each),
            end,
            halt: AtomicBool::new(false),
            start: Instant::now(),
            stats: Mutex::new(GamesStats {
                games_wanted: (end - first / each) * each,
                ..GamesStats::default()
            }),
            tell,
        };
        thread::scope(|scope| {
            let threads: Vec<_> =
                engines.iter_mut().map(|engine| scope.spawn(|| self.work(engine.as_mut(), &work))).collect();
            threads.into_iter().try_for_each(|thread| {
                let broken = |_| Err(EngineError::Failed("a game broke off".to_owned()).into());
                thread.join().unwrap_or_else(broken)
            })
        })?;
        let mut stats = work.stats.into_inner().unwrap_or_else(PoisonError::into_inner);
        stats.time = work.start.elapsed();
        Ok(stats)
    }

    /// One thread: shard after shard, until there are no more or something failed.
    fn work(&self, engine: &mut dyn Engine, work: &SharedRun<'_>) -> Result<(), RunError> {
        let done =
            work.shards().try_for_each(|shard| self.make_shard(shard * self.games_per_shard, engine, work));
        if done.is_err() {
            work.halt.store(true, Ordering::Relaxed);
        }
        done
    }

    fn make_shard(&self, first: u64, engine: &mut dyn Engine, work: &SharedRun<'_>) -> Result<(), RunError> {
        if self.has(first)? {
            work.note(|stats| stats.games_before += self.games_per_shard);
            return Ok(());
        }
        let mut shard = ShardFile::go_on(&self.path(first), &self.label(first))?;
        let before = shard.next_number() - first;
        if before > self.games_per_shard {
            return Err(ShardFault::damaged("it has too many games").at(&self.path(first)).into());
        }
        work.note(|stats| stats.games_before += before);
        for number in first + before..first + self.games_per_shard {
            if work.halt.load(Ordering::Relaxed) {
                // What is not saved yet is played again, so that blocks end where they always do.
                return Ok(());
            }
            let (game, dropped) = self.recipe.play(engine, number)?;
            shard.push(&game)?;
            if (number + 1 - first).is_multiple_of(SAVED_TOGETHER) {
                shard.save()?;
            }
            work.note(|stats| {
                stats.add(&game);
                stats.dropped += u64::from(dropped);
            });
        }
        Ok(shard.finish()?)
    }

    /// Whether a shard is there. One that is there but is not what it should be is an error, and is left alone.
    fn has(&self, first: u64) -> Result<bool, DatasetError> {
        let path = self.path(first);
        if !path.exists() {
            return Ok(false);
        }
        let shard = open_shard(&path)?;
        let check = || -> Result<(), ShardFault> {
            if shard.label() != &self.label(first) {
                return Err(ShardFault::damaged("it is another shard than its name says"));
            }
            let games = shard.count()?;
            if games == self.games_per_shard {
                Ok(())
            } else {
                Err(ShardFault::Damaged(format!("it has {games} games and not {}", self.games_per_shard)))
            }
        };
        check().map_err(|fault| fault.at(&path)).map(|()| true)
    }
}

/// What the threads of a run share.
struct SharedRun<'a> {
    /// The next shard that nobody makes yet.
    next: AtomicU64,
    /// The shard after the last.
    end: u64,
    /// Something failed, and everybody goes home.
    halt: AtomicBool,
    start: Instant,
    stats: Mutex<GamesStats>,
    tell: &'a (dyn Fn(&GamesStats) + Sync),
}

impl SharedRun<'_> {
    /// The shards that are left to do.
    fn shards(&self) -> impl Iterator<Item = u64> {
        std::iter::from_fn(|| {
            let shard = self.next.fetch_add(1, Ordering::Relaxed);
            (shard < self.end && !self.halt.load(Ordering::Relaxed)).then_some(shard)
        })
    }

    fn note(&self, what: impl FnOnce(&mut GamesStats)) {
        let mut stats = self.stats.lock().unwrap_or_else(PoisonError::into_inner);
        what(&mut stats);
        stats.time = self.start.elapsed();
        (self.tell)(&stats);
    }
}

/// The first thing in which two values differ, in words.
fn difference(name: &str, there: &Value, own: &Value) -> Option<String> {
    let (Value::Object(theirs), Value::Object(ours)) = (there, own) else {
        return (there != own).then(|| format!("{name} is {there} there, and {own} here"));
    };
    let mut names: Vec<&String> =
        ours.keys().chain(theirs.keys().filter(|&key| !ours.contains_key(key))).collect();
    // With any other setting the games change too, so that this one explains nothing.
    names.sort_by_key(|&name| name == "fingerprint");
    names.into_iter().find_map(|key| {
        difference(key, theirs.get(key).unwrap_or(&Value::Null), ours.get(key).unwrap_or(&Value::Null))
    })
}

impl From<DatasetError> for RunError {
    fn from(error: DatasetError) -> Self {
        Self::Files(error)
    }
}

impl From<EngineError> for RunError {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Files(error) => error.fmt(f),
            Self::Engine(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RunError {}
