//! Games of a network against itself.
//!
//! Many games are in flight at once. Each waits for one position to be valued at a time, so that its search is as good as
//! one without batches, and the positions of all games together fill the batches of the model. Each model has a thread
//! of its own ([`Plant`]); a game's dice depend on the seed of the run and its own number alone, not on which
//! thread plays it or when.

mod recipe;
mod stats;
mod table;
mod worker;

pub use recipe::{Resignation, SelfplayRecipe, Temperature, network_settings};
pub use stats::SelfplayStats;

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use kempelen_engine::Stop;
use kempelen_rules::VariantId;

use crate::backend::{Backend, BackendError};
use crate::dataset::{DataError, GameRecord, Store};
use crate::learnable::Learnable;
use worker::SelfplayWorker;

/// What games are played with.
pub struct Plant {
    /// One for each thread.
    pub backends: Vec<Box<dyn Backend>>,
    /// Games in flight, all threads together.
    pub in_flight: usize,
    /// Positions that are valued at once; 0 for as many as a thread has games.
    pub batch: usize,
    /// Megabytes of each thread for what the model said before.
    pub cache_mb: usize,
}

impl Plant {
    /// The games in flight of each thread, as even as they can be.
    fn shares(&self) -> Vec<usize> {
        let threads = self.backends.len().max(1);
        (0..threads).map(|i| (self.in_flight + threads - 1 - i) / threads).collect()
    }

    /// Megabytes that trees and caches will not exceed. Models and batches come on top.
    pub fn most_megabytes(&self, recipe: &SelfplayRecipe) -> usize {
        self.in_flight * recipe.search.tree_mb + self.backends.len() * self.cache_mb
    }
}

/// Why self-play ended before its end.
#[derive(Clone, PartialEq, Debug)]
pub enum SelfplayError {
    /// The model failed.
    Backend(BackendError),
    /// The games could not be written.
    Data(DataError),
    /// Only chess has 960 starts.
    NotShuffled(VariantId),
    /// There are no shards with these numbers.
    NoSuchShards {
        /// Those that were asked for.
        asked: Range<u64>,
        /// How many there are.
        shards: u64,
    },
    /// The folder has a shard with fewer games than one in the middle of a run must have.
    ShortShard {
        /// Its number.
        shard: u64,
        /// Its games.
        games: u64,
    },
}

impl fmt::Display for SelfplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Backend(error) => error.fmt(f),
            Self::Data(error) => error.fmt(f),
            Self::NotShuffled(variant) => write!(f, "{variant} has one start and not 960"),
            Self::NoSuchShards { asked, shards } => {
                write!(f, "{asked:?} are not among the {shards} shards of this run, which count from 0")
            }
            Self::ShortShard { shard, games } => {
                write!(f, "shard {shard} ended an earlier run with {games} games; go on in a new folder")
            }
        }
    }
}

impl std::error::Error for SelfplayError {}

impl From<BackendError> for SelfplayError {
    fn from(error: BackendError) -> Self {
        Self::Backend(error)
    }
}

impl From<DataError> for SelfplayError {
    fn from(error: DataError) -> Self {
        Self::Data(error)
    }
}

/// How a run is asked to end before its end. Games that are over are kept in any case.
#[derive(Clone, Default, Debug)]
pub struct SelfplayStop {
    /// No game is begun any more; those in flight are played to their end.
    pub after_games: Stop,
    /// Games in flight are thrown away.
    pub at_once: Stop,
}

/// Plays the games of a recipe that the store does not have yet, until all are there or somebody says stop. Progress is
/// told several times a second.
///
/// # Errors
/// When the model fails or the games cannot be written. What was finished before is kept.
pub fn run<V: Learnable>(
    recipe: &SelfplayRecipe,
    plant: Plant,
    store: &Store,
    stop: &SelfplayStop,
    progress: &mut dyn FnMut(&SelfplayStats),
) -> Result<SelfplayStats, SelfplayError> {
    let hall = Hall::new::<V>(recipe, store)?;
    let start = Instant::now();
    let shares = plant.shares();
    thread::scope(|scope| {
        let running: Vec<_> = plant
            .backends
            .into_iter()
            .zip(shares)
            .filter(|(_, share)| *share > 0)
            .map(|(backend, share)| {
                let (hall, batch, cache_mb) = (&hall, plant.batch, plant.cache_mb);
                scope.spawn(move || SelfplayWorker::<V>::new(hall, backend, share, batch, cache_mb).work())
            })
            .collect();
        while running.iter().any(|thread| !thread.is_finished()) {
            thread::sleep(Duration::from_millis(50));
            if stop.after_games.is_stopped() {
                hall.desk().waiting.clear();
            }
            if stop.at_once.is_stopped() {
                hall.close();
            }
            progress(&hall.stats(start));
        }
    });
    let stats = hall.stats(start);
    progress(&stats);
    match hall.into_error() {
        Some(error) => Err(error),
        None => Ok(stats),
    }
}

/// Where all games are played: who plays next, and what became of those that are over.
struct Hall<'a> {
    recipe: &'a SelfplayRecipe,
    store: &'a Store,
    closed: AtomicBool,
    desk: Mutex<RunState>,
}

struct RunState {
    /// The games still to be played, the last first.
    waiting: Vec<u64>,
    /// Games that are over, of shards that are not whole yet.
    finished: BTreeMap<u64, Vec<GameRecord>>,
    stats: SelfplayStats,
    error: Option<SelfplayError>,
}

impl<'a> Hall<'a> {
    fn new<V: Learnable>(recipe: &'a SelfplayRecipe, store: &'a Store) -> Result<Self, SelfplayError> {
        if recipe.shuffled && V::ID != VariantId::Chess {
            return Err(SelfplayError::NotShuffled(V::ID));
        }
        let shards = recipe.games.div_ceil(store.games_per_shard());
        let asked = recipe.shards.clone().unwrap_or(0..shards);
        if asked.is_empty() || asked.end > shards {
            return Err(SelfplayError::NoSuchShards { asked, shards });
        }
        let desk = RunState {
            waiting: Vec::new(),
            finished: BTreeMap::new(),
            stats: SelfplayStats::default(),
            error: None,
        };
        let hall = Self { recipe, store, closed: AtomicBool::new(false), desk: Mutex::new(desk) };
        for shard in asked {
            hall.look_up::<V>(shard)?;
        }
        hall.desk().waiting.reverse();
        Ok(hall)
    }

    /// Sees which games of a shard are there already, and puts the others down to be played.
    fn look_up<V: Learnable>(&self, shard: u64) -> Result<(), SelfplayError> {
        let games = self.games_of(shard);
        let wanted = games.end - games.start;
        let there = if self.store.has(shard)? {
            let there = crate::dataset::read_header(&self.store.path(shard))?.games;
            if there < wanted {
                return Err(SelfplayError::ShortShard { shard, games: there });
            }
            there
        } else {
            let mut kept = self.store.logged::<V>(shard)?;
            kept.retain(|game| games.contains(&game.index));
            let there = kept.len() as u64;
            if there == wanted {
                // The last run was killed between the last game and the shard.
                self.write::<V>(shard, kept);
            } else {
                let mut desk = self.desk();
                desk.waiting.extend(games.filter(|&game| kept.iter().all(|record| record.index != game)));
                desk.finished.insert(shard, kept);
            }
            there
        };
        let stats = &mut self.desk().stats;
        stats.games_wanted += wanted;
        stats.games_before += there;
        Ok(())
    }

    /// The games of a shard by their numbers.
    fn games_of(&self, shard: u64) -> Range<u64> {
        let per_shard = self.store.games_per_shard();
        shard * per_shard..((shard + 1) * per_shard).min(self.recipe.games)
    }

    fn desk(&self) -> std::sync::MutexGuard<'_, RunState> {
        // A thread that panicked while it held the lock left counters that may be off by one, and nothing worse.
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a game to be played.
    fn next_game(&self) -> Option<u64> {
        if self.is_closed() { None } else { self.desk().waiting.pop() }
    }

    fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    /// Something failed: nobody plays on.
    fn fail(&self, error: SelfplayError) {
        self.desk().error.get_or_insert(error);
        self.close();
    }

    /// Takes a game that is over: notes it in the log of its shard, or writes the shard if it was the last of it.
    fn finish<V: Learnable>(&self, record: GameRecord) {
        let shard = record.index / self.store.games_per_shard();
        let games = self.games_of(shard);
        let mut desk = self.desk();
        desk.stats.add(&record);
        let finished = desk.finished.entry(shard).or_default();
        finished.push(record);
        if (finished.len() as u64) < games.end - games.start {
            let noted = finished.last().map_or(Ok(()), |record| self.store.log::<V>(shard, record));
            drop(desk);
            if let Err(error) = noted {
                self.fail(error.into());
            }
        } else {
            let whole = desk.finished.remove(&shard).unwrap_or_default();
            drop(desk);
            self.write::<V>(shard, whole);
        }
    }

    fn write<V: Learnable>(&self, shard: u64, mut games: Vec<GameRecord>) {
        games.sort_by_key(|game| game.index);
        match self.store.write::<V>(shard, &games) {
            Ok(header) => {
                let bytes = std::fs::metadata(self.store.path(shard)).map_or(0, |file| file.len());
                self.desk().stats.add_shard(&header, bytes);
            }
            Err(error) => self.fail(error.into()),
        }
    }

    fn count(&self, count: impl FnOnce(&mut SelfplayStats)) {
        count(&mut self.desk().stats);
    }

    fn stats(&self, start: Instant) -> SelfplayStats {
        let mut stats = self.desk().stats.clone();
        stats.time = start.elapsed();
        stats
    }

    fn into_error(self) -> Option<SelfplayError> {
        self.desk.into_inner().unwrap_or_else(PoisonError::into_inner).error
    }
}
