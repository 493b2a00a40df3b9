//! Who may think now, and who has to wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use kempelen_engine::Stop;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::app::closed;
use crate::config::ServerLimits;
use crate::refusal::Refusal;

/// As many places to think as there are workers, memory for what they need, and a queue before them.
pub(crate) struct Pool {
    places: Arc<Semaphore>,
    /// In megabytes. Only searches under way hold it, so that whoever waits for it will get it.
    memory: Arc<Semaphore>,
    most_memory: u32,
    workers: u32,
    waiting: AtomicUsize,
    most_waiting: usize,
    /// How long a search takes, on average of late, in milliseconds.
    usual: Arc<AtomicU64>,
    closing: watch::Receiver<bool>,
}

/// What a search takes while it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SearchNeeds {
    /// How many threads think.
    pub(crate) threads: u32,
    /// How much memory they fill, with what is written down of them.
    pub(crate) megabytes: u32,
}

/// A place to think, and memory for it; given back when dropped.
pub(crate) struct ThinkingPlace {
    _threads: OwnedSemaphorePermit,
    _memory: OwnedSemaphorePermit,
}

impl Pool {
    pub(crate) fn new(limits: &ServerLimits, closing: watch::Receiver<bool>) -> Self {
        let (workers, most_memory) = (limits.workers.max(1), limits.searches_mb().max(1));
        Self {
            memory: Arc::new(Semaphore::new(most_memory as usize)),
            most_memory,
            places: Arc::new(Semaphore::new(workers as usize)),
            workers,
            waiting: AtomicUsize::new(0),
            most_waiting: limits.queue,
            usual: Arc::new(AtomicU64::new(1000)),
            closing,
        }
    }

    /// How many threads may think.
    pub(crate) fn workers(&self) -> u32 {
        self.workers
    }

    /// How many megabytes a search may fill.
    pub(crate) fn most_memory(&self) -> u32 {
        self.most_memory
    }

    /// A place for a search, if there is one at once.
    pub(crate) fn try_enter(&self, needs: SearchNeeds) -> Option<ThinkingPlace> {
        let needs = self.within(needs);
        let threads = Arc::clone(&self.places).try_acquire_many_owned(needs.threads).ok()?;
        let memory = Arc::clone(&self.memory).try_acquire_many_owned(needs.megabytes).ok()?;
        Some(ThinkingPlace { _threads: threads, _memory: memory })
    }

    /// A place for a search, in turn.
    pub(crate) async fn enter(&self, needs: SearchNeeds) -> Result<ThinkingPlace, Refusal> {
        if let Some(place) = self.try_enter(needs) {
            return Ok(place);
        }
        let _waiting = self.queue_up().ok_or_else(|| Refusal::busy(self.wait()))?;
        let needs = self.within(needs);
        let (places, memory) = (Arc::clone(&self.places), Arc::clone(&self.memory));
        let mut closing = self.closing.clone();
        let place = async {
            let threads = places.acquire_many_owned(needs.threads).await.ok()?;
            let memory = memory.acquire_many_owned(needs.megabytes).await.ok()?;
            Some(ThinkingPlace { _threads: threads, _memory: memory })
        };
        tokio::select! {
            place = place => place.ok_or_else(Refusal::closing),
            () = closed(&mut closing) => Err(Refusal::closing()),
        }
    }

    /// No more than there is, for which one would wait in vain.
    fn within(&self, needs: SearchNeeds) -> SearchNeeds {
        SearchNeeds {
            threads: needs.threads.clamp(1, self.workers),
            megabytes: needs.megabytes.min(self.most_memory),
        }
    }

    fn queue_up(&self) -> Option<Waiting<'_>> {
        self.waiting
            .try_update(Ordering::Relaxed, Ordering::Relaxed, |n| (n < self.most_waiting).then_some(n + 1))
            .ok()
            .map(|_| Waiting(&self.waiting))
    }

    /// How long somebody at the end of the queue would wait, more or less.
    fn wait(&self) -> Duration {
        let waiting = self.waiting.load(Ordering::Relaxed) as u64;
        let usual = self.usual.load(Ordering::Relaxed);
        Duration::from_millis((usual * waiting / u64::from(self.workers)).clamp(1000, 60_000))
    }

    /// Thinks, at most so long. Whoever drops the future stops the search; the place is free when it has really ended.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        place: ThinkingPlace,
        stop: Stop,
        most: Duration,
        job: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let leash = Leash(stop.clone());
        let usual = Arc::clone(&self.usual);
        let mut task = tokio::task::spawn_blocking(move || {
            let start = Instant::now();
            let found = job(&stop);
            let taken = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
            let before = usual.load(Ordering::Relaxed);
            usual.store(before - before / 8 + taken.min(600_000) / 8, Ordering::Relaxed);
            drop(place);
            found
        });
        let mut closing = self.closing.clone();
        let found = tokio::select! {
            found = &mut task => found,
            () = tokio::time::sleep(most) => { leash.0.stop(); task.await }
            () = closed(&mut closing) => { leash.0.stop(); task.await }
        };
        found.map_err(|_| Refusal::failure("the machine broke down on this question"))
    }
}

/// Somebody in the queue.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Stops a search that nobody waits for any more.
struct Leash(Stop);

impl Drop for Leash {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: SearchNeeds = SearchNeeds { threads: 1, megabytes: 1 };

    fn pool(workers: u32, queue: usize) -> (Arc<Pool>, watch::Sender<bool>) {
        let (close, closing) = watch::channel(false);
        let limits = ServerLimits { workers, queue, memory_mb: 64, ..ServerLimits::default() };
        (Arc::new(Pool::new(&limits, closing)), close)
    }

    /// A search that ends when it is told to and not before.
    fn until_stopped(stop: &Stop) {
        while !stop.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[tokio::test]
    async fn the_queue_has_an_end() {
        let (pool, _close) = pool(1, 1);
        let place = pool.enter(SMALL).await.unwrap();
        let second = tokio::spawn({
            let pool = Arc::clone(&pool);
            async move { pool.enter(SMALL).await.is_ok() }
        });
        while pool.waiting.load(Ordering::Relaxed) == 0 {
            tokio::task::yield_now().await;
        }
        let third = pool.enter(SMALL).await.err().unwrap();
        assert_eq!(third.shape.code, "busy");
        drop(place);
        assert!(second.await.unwrap());
        assert_eq!(pool.waiting.load(Ordering::Relaxed), 0);
    }

    #[tokio::test]
    async fn a_search_waits_for_memory_too() {
        let (pool, _close) = pool(4, 1);
        let large = SearchNeeds { threads: 1, megabytes: 20 };
        let first = pool.try_enter(large);
        assert!(first.is_some() && pool.try_enter(SMALL).is_some());
        assert!(pool.try_enter(large).is_none(), "there are 32 megabytes for searches");
        drop(first);
        assert!(pool.try_enter(large).is_some());
        // What is more than there is gets all there is, instead of waiting for ever.
        assert!(pool.try_enter(SearchNeeds { threads: 9, megabytes: 99 }).is_some());
    }

    #[tokio::test]
    async fn who_leaves_the_queue_makes_room() {
        let (pool, _close) = pool(1, 1);
        let _place = pool.enter(SMALL).await.unwrap();
        let waited = tokio::time::timeout(Duration::from_millis(20), pool.enter(SMALL)).await;
        assert!(waited.is_err());
        assert_eq!(pool.waiting.load(Ordering::Relaxed), 0);
    }

    #[tokio::test]
    async fn a_search_ends_when_nobody_waits_for_it() {
        let (pool, _close) = pool(1, 0);
        let place = pool.enter(SMALL).await.unwrap();
        let search = pool.run(place, Stop::new(), Duration::from_mins(1), until_stopped);
        assert!(tokio::time::timeout(Duration::from_millis(20), search).await.is_err());
        let mut free = pool.try_enter(SMALL);
        for _ in 0..1000 {
            if free.is_some() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
            free = pool.try_enter(SMALL);
        }
        assert!(free.is_some());
    }

    #[tokio::test]
    async fn a_search_ends_after_its_time_and_when_the_server_closes() {
        let (pool, close) = pool(2, 0);
        let place = pool.enter(SMALL).await.unwrap();
        assert!(pool.run(place, Stop::new(), Duration::from_millis(5), until_stopped).await.is_ok());
        let place = pool.enter(SMALL).await.unwrap();
        let search = pool.run(place, Stop::new(), Duration::from_mins(1), until_stopped);
        close.send(true).unwrap();
        assert!(search.await.is_ok());
    }

    #[tokio::test]
    async fn a_breakdown_is_told_and_frees_the_place() {
        let (pool, _close) = pool(1, 0);
        let place = pool.enter(SMALL).await.unwrap();
        let broken = pool.run(place, Stop::new(), Duration::from_secs(1), |_| panic!("broken")).await;
        assert_eq!(broken.map(|(): ()| ()).unwrap_err().shape.code, "failure");
        assert!(pool.try_enter(SMALL).is_some());
    }
}
