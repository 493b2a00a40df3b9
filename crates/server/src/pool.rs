//! Who may think now, and who has to wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use kempelen_engine::Stop;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::app::closed;
use crate::refusal::Refusal;

/// As many places to think as there are workers, and a queue before them.
pub(crate) struct Pool {
    places: Arc<Semaphore>,
    workers: u32,
    waiting: AtomicUsize,
    most_waiting: usize,
    /// How long a search takes, on average of late, in milliseconds.
    usual: Arc<AtomicU64>,
    closing: watch::Receiver<bool>,
}

/// A place to think; given back when dropped.
pub(crate) struct ThinkingPlace {
    _permit: OwnedSemaphorePermit,
}

impl From<OwnedSemaphorePermit> for ThinkingPlace {
    fn from(permit: OwnedSemaphorePermit) -> Self {
        Self { _permit: permit }
    }
}

impl Pool {
    pub(crate) fn new(workers: u32, most_waiting: usize, closing: watch::Receiver<bool>) -> Self {
        let workers = workers.max(1);
        Self {
            places: Arc::new(Semaphore::new(workers as usize)),
            workers,
            waiting: AtomicUsize::new(0),
            most_waiting,
            usual: Arc::new(AtomicU64::new(1000)),
            closing,
        }
    }

    /// How many threads may think.
    pub(crate) fn workers(&self) -> u32 {
        self.workers
    }

    /// A place for a search of so many threads, if there is one at once.
    pub(crate) fn try_enter(&self, threads: u32) -> Option<ThinkingPlace> {
        let places = Arc::clone(&self.places);
        places.try_acquire_many_owned(threads.clamp(1, self.workers)).ok().map(ThinkingPlace::from)
    }

    /// A place for a search of so many threads, in turn.
    pub(crate) async fn enter(&self, threads: u32) -> Result<ThinkingPlace, Refusal> {
        if let Some(place) = self.try_enter(threads) {
            return Ok(place);
        }
        let _waiting = self.queue_up().ok_or_else(|| Refusal::busy(self.wait()))?;
        let places = Arc::clone(&self.places);
        let mut closing = self.closing.clone();
        tokio::select! {
            permit = places.acquire_many_owned(threads.clamp(1, self.workers)) => {
                permit.map(ThinkingPlace::from).map_err(|_| Refusal::closing())
            }
            () = closed(&mut closing) => Err(Refusal::closing()),
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

    fn pool(workers: u32, queue: usize) -> (Arc<Pool>, watch::Sender<bool>) {
        let (close, closing) = watch::channel(false);
        (Arc::new(Pool::new(workers, queue, closing)), close)
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
        let place = pool.enter(1).await.unwrap();
        let second = tokio::spawn({
            let pool = Arc::clone(&pool);
            async move { pool.enter(1).await.is_ok() }
        });
        while pool.waiting.load(Ordering::Relaxed) == 0 {
            tokio::task::yield_now().await;
        }
        let third = pool.enter(1).await.err().unwrap();
        assert_eq!(third.shape.code, "busy");
        drop(place);
        assert!(second.await.unwrap());
        assert_eq!(pool.waiting.load(Ordering::Relaxed), 0);
    }

    #[tokio::test]
    async fn who_leaves_the_queue_makes_room() {
        let (pool, _close) = pool(1, 1);
        let _place = pool.enter(1).await.unwrap();
        let waited = tokio::time::timeout(Duration::from_millis(20), pool.enter(1)).await;
        assert!(waited.is_err());
        assert_eq!(pool.waiting.load(Ordering::Relaxed), 0);
    }

    #[tokio::test]
    async fn a_search_ends_when_nobody_waits_for_it() {
        let (pool, _close) = pool(1, 0);
        let place = pool.enter(1).await.unwrap();
        let search = pool.run(place, Stop::new(), Duration::from_mins(1), until_stopped);
        assert!(tokio::time::timeout(Duration::from_millis(20), search).await.is_err());
        let mut free = pool.try_enter(1);
        for _ in 0..1000 {
            if free.is_some() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
            free = pool.try_enter(1);
        }
        assert!(free.is_some());
    }

    #[tokio::test]
    async fn a_search_ends_after_its_time_and_when_the_server_closes() {
        let (pool, close) = pool(2, 0);
        let place = pool.enter(1).await.unwrap();
        assert!(pool.run(place, Stop::new(), Duration::from_millis(5), until_stopped).await.is_ok());
        let place = pool.enter(1).await.unwrap();
        let search = pool.run(place, Stop::new(), Duration::from_mins(1), until_stopped);
        close.send(true).unwrap();
        assert!(search.await.is_ok());
    }

    #[tokio::test]
    async fn a_breakdown_is_told_and_frees_the_place() {
        let (pool, _close) = pool(1, 0);
        let place = pool.enter(1).await.unwrap();
        let broken = pool.run(place, Stop::new(), Duration::from_secs(1), |_| panic!("broken")).await;
        assert_eq!(broken.map(|(): ()| ()).unwrap_err().shape.code, "failure");
        assert!(pool.try_enter(1).is_some());
    }
}
