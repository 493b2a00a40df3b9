//! Threads that search one tree together.
//!
//! The tree has one lock. A thread takes it to bring its answers home and to gather its next positions, and gives it back
//! while the model looks at them: with a model that is nearly all of the time, so that threads hardly ever wait for each
//! other. Each thread has a model of its own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use kempelen_engine::{Info, Stop};
use kempelen_rules::Move;
use kempelen_trace::Observer;

use super::budget::SearchBudget;
use super::report;
use crate::backend::{Backend, BackendError};
use crate::batch::{BackendInput, Batch};
use crate::cache::{Cache, Likeness};
use crate::learnable::Learnable;
use crate::search::{GatherContext, Search, Ticket, Walk};

/// What all threads of a search go by.
pub(super) struct Crew<'a> {
    pub(super) budget: SearchBudget,
    pub(super) stop: &'a Stop,
    /// Positions that a thread has valued at once.
    pub(super) batch: usize,
    pub(super) likeness: Likeness,
    /// How many lines are told.
    pub(super) lines: usize,
}

/// What they share.
struct Shared<'a, V: Learnable, O> {
    state: Mutex<CrewState<'a, V, O>>,
    halt: AtomicBool,
}

struct CrewState<'a, V: Learnable, O> {
    search: &'a mut Search<V>,
    cache: &'a mut Cache,
    watch: O,
    error: Option<BackendError>,
}

/// What a thread has of its own.
struct Hand<'a> {
    backend: &'a mut dyn Backend,
    batch: Batch,
    tickets: Vec<Ticket>,
}

impl<'a> Hand<'a> {
    fn new(backend: &'a mut Box<dyn Backend>) -> Self {
        let batch = Batch::new(backend.sight());
        Self { backend: &mut **backend, batch, tickets: Vec::new() }
    }
}

/// What a thread is to do after a look at the tree.
enum CrewStep {
    /// Have what was gathered valued.
    Value,
    /// Go on: everything came back by itself.
    GoOn,
    /// Look again in a moment: others are about to bring something.
    Wait,
    /// Nothing more.
    Leave,
}

/// Without a model so many playouts are made for each look at the clock.
const AT_ONCE: usize = 64;

impl Crew<'_> {
    /// Searches until the budget is spent.
    ///
    /// # Errors
    /// When a backend fails. Then the tree is of no more use.
    pub(super) fn search<V: Learnable>(
        &self,
        search: &mut Search<V>,
        cache: &mut Cache,
        backends: &mut [Box<dyn Backend>],
        tell: &mut dyn FnMut(&Info),
        watch: impl Observer + Send,
    ) -> Result<(), BackendError> {
        let state = CrewState { search, cache, watch, error: None };
        let shared = Shared { state: Mutex::new(state), halt: AtomicBool::new(false) };
        let mut news = News::new(self.lines);
        thread::scope(|scope| {
            let Some((own, others)) = backends.split_first_mut() else { return };
            for backend in others {
                let shared = &shared;
                scope.spawn(move || self.work(shared, Hand::new(backend), |_| {}));
            }
            self.work(&shared, Hand::new(own), |search| {
                if self.budget.is_over(search, self.stop) {
                    shared.halt.store(true, Ordering::Relaxed);
                }
                news.tell(search, tell);
            });
            shared.halt.store(true, Ordering::Relaxed);
        });
        while self.budget.waits(self.stop) {
            thread::sleep(Duration::from_millis(1));
        }
        let state = shared.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.error.map_or(Ok(()), Err)
    }

    /// What one thread does: bring answers home, look up, gather, have valued.
    fn work<V: Learnable, O: Observer>(
        &self,
        shared: &Shared<'_, V, O>,
        mut hand: Hand<'_>,
        mut look_up: impl FnMut(&Search<V>),
    ) {
        loop {
            let next = {
                // The lock is poisoned only where another thread has panicked, and its panic ends the search anyway.
                let mut state = shared.state.lock().unwrap_or_else(PoisonError::into_inner);
                state.bring_home(&mut hand);
                look_up(state.search);
                if state.error.is_some() || shared.halt.load(Ordering::Relaxed) {
                    return;
                }
                self.gather(&mut state, &mut hand)
            };
            match next {
                CrewStep::Value => {
                    if let Err(error) = hand.backend.evaluate(&mut hand.batch) {
                        shared.state.lock().unwrap_or_else(PoisonError::into_inner).error = Some(error);
                        return;
                    }
                }
                CrewStep::GoOn => {}
                CrewStep::Wait => thread::sleep(Duration::from_micros(50)),
                CrewStep::Leave => return,
            }
        }
    }

    fn gather<V: Learnable, O: Observer>(
        &self,
        state: &mut CrewState<'_, V, O>,
        hand: &mut Hand<'_>,
    ) -> CrewStep {
        let blind = hand.batch.sight() == BackendInput::Nothing;
        let walks = if blind { AT_ONCE } else { self.batch };
        for _ in 0..walks {
            let over = state.search.proof().is_some() || self.budget.is_spent(state.search);
            let walk = if over { Walk::Full } else { state.walk(hand, self.likeness) };
            match walk {
                Walk::Asked(ticket) => hand.tickets.push(ticket),
                Walk::Done => {}
                Walk::Collision if hand.tickets.is_empty() => return CrewStep::Wait,
                Walk::Collision => break,
                Walk::Full if !hand.tickets.is_empty() => break,
                Walk::Full if state.search.counts().waiting > 0 => return CrewStep::Wait,
                Walk::Full => return CrewStep::Leave,
            }
            if blind && !hand.tickets.is_empty() {
                // The answer is there at once, so that no playout has to wait for another.
                if let Err(error) = hand.backend.evaluate(&mut hand.batch) {
                    state.error = Some(error);
                    return CrewStep::Leave;
                }
                state.bring_home(hand);
            }
        }
        if hand.tickets.is_empty() { CrewStep::GoOn } else { CrewStep::Value }
    }
}

impl<V: Learnable, O: Observer> CrewState<'_, V, O> {
    fn walk(&mut self, hand: &mut Hand<'_>, likeness: Likeness) -> Walk {
        let mut desk = GatherContext { batch: &mut hand.batch, cache: self.cache, likeness };
        self.search.gather(&mut desk, &mut self.watch)
    }

    fn bring_home(&mut self, hand: &mut Hand<'_>) {
        for (row, &ticket) in hand.tickets.iter().enumerate() {
            self.search.apply(ticket, hand.batch.evaluation(row), self.cache, &mut self.watch);
        }
        hand.tickets.clear();
        hand.batch.clear();
    }
}

/// Progress, told now and then.
struct News {
    lines: usize,
    start: Instant,
    last: Instant,
    best: Option<Move>,
}

impl News {
    fn new(lines: usize) -> Self {
        let now = Instant::now();
        Self { lines, start: now, last: now, best: None }
    }

    /// Tells the lines if the best move has changed, or if it has been quiet for long.
    fn tell<V: Learnable>(&mut self, search: &Search<V>, tell: &mut dyn FnMut(&Info)) {
        const SELDOM: Duration = Duration::from_millis(100);
        const OFTEN: Duration = Duration::from_secs(1);
        let quiet = self.last.elapsed();
        if quiet < SELDOM {
            return;
        }
        let best = search.best();
        if best.is_none() || best == self.best && quiet < OFTEN {
            return;
        }
        (self.last, self.best) = (Instant::now(), best);
        for (i, line) in report::lines(search, self.lines, best).into_iter().enumerate() {
            tell(&report::info(search, self.start, Some((i + 1, line))));
        }
    }
}
