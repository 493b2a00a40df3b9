//! How long to think.

use std::time::Duration;

use kempelen_engine::{Clock, Limits, Stop};

/// What a search may cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// After this an iteration is not begun, more or less, as the search goes.
    pub(crate) soft: Option<Duration>,
    /// At this the search is broken off.
    pub(crate) hard: Option<Duration>,
    pub(crate) nodes: u64,
    /// Whether this is the opponent's time until told otherwise.
    ponder: bool,
    /// Whether there is already a move to play.
    pub(crate) may_stop: bool,
}

impl Budget {
    /// The budget of a question. `overhead` is what the way to the clock and back may cost.
    pub(crate) fn new(limits: &Limits, overhead: Duration) -> Self {
        let mut budget = Self::endless();
        budget.nodes = limits.nodes.unwrap_or(u64::MAX);
        budget.ponder = limits.ponder;
        if let Some(clock) = limits.clock {
            let (soft, hard) = share(clock, overhead);
            budget.soft = Some(soft);
            budget.hard = Some(hard);
        }
        if let Some(time) = limits.time {
            let time = time.saturating_sub(overhead).max(Duration::from_millis(1));
            budget.hard = Some(budget.hard.map_or(time, |hard| hard.min(time)));
        }
        budget
    }

    /// No bounds at all.
    pub(crate) fn endless() -> Self {
        Self { soft: None, hard: None, nodes: u64::MAX, ponder: false, may_stop: false }
    }

    /// Whether the clock runs at all.
    fn runs(&self, stop: &Stop) -> bool {
        !self.ponder || stop.is_hit()
    }

    /// Whether the search must be broken off.
    #[inline]
    pub(crate) fn is_over(&self, elapsed: Duration, stop: &Stop) -> bool {
        self.hard.is_some_and(|hard| elapsed >= hard) && self.runs(stop)
    }

    /// Whether another iteration should not be begun, given how much the search wants to go on.
    pub(crate) fn is_enough(&self, elapsed: Duration, appetite: f64, stop: &Stop) -> bool {
        self.soft.is_some_and(|soft| elapsed.as_secs_f64() >= soft.as_secs_f64() * appetite)
            && self.runs(stop)
    }
}

/// What is never planned with, as long as three times as much is left, in seconds.
const CUSHION: f64 = 0.2;

/// The share of a clock that a move should and may take at most.
fn share(clock: Clock, overhead: Duration) -> (Duration, Duration) {
    let left = clock.remaining.saturating_sub(overhead).as_secs_f64();
    // A busy machine may look away for a moment; who lives on the increment must survive that.
    let left = left - (left / 3.0).min(CUSHION);
    let increment = clock.increment.as_secs_f64();
    // Without a number of moves to go, a game is taken to last so many more.
    let moves = f64::from(clock.moves_to_go.unwrap_or(24).clamp(1, 40));
    let base = left / moves + 0.7 * increment;
    let most = match clock.moves_to_go {
        Some(1) => 0.9 * left,
        Some(_) => 0.55 * left,
        // Nobody knows how many moves like this one are to come.
        None => 0.25 * left,
    };
    let hard = (3.5 * base).min(most).max(0.001);
    let soft = (0.75 * base).min(hard);
    (Duration::from_secs_f64(soft), Duration::from_secs_f64(hard))
}

/// What the course of a search says about how long it should last.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Course {
    stable: u32,
    last_best: Option<kempelen_rules::Move>,
    last_score: i32,
}

impl Course {
    /// After an iteration: how much the search wants to go on. A best move that keeps changing, or one that is not
    /// where the work went, or a falling score, ask for more; the opposite for less.
    pub(crate) fn appetite(&mut self, best: kempelen_rules::Move, score: i32, share_of_nodes: f64) -> f64 {
        const BY_STABILITY: [f64; 6] = [1.9, 1.25, 1.0, 0.9, 0.8, 0.75];
        self.stable = if self.last_best == Some(best) { self.stable + 1 } else { 0 };
        let falling = if self.last_best.is_some() { f64::from(self.last_score - score) } else { 0.0 };
        (self.last_best, self.last_score) = (Some(best), score);
        let stability = BY_STABILITY[(self.stable as usize).min(BY_STABILITY.len() - 1)];
        let effort = 1.9 - 1.3 * share_of_nodes;
        let fear = (1.0 + falling * 0.008).clamp(0.85, 1.5);
        stability * effort * fear
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(ms: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        Clock {
            remaining: Duration::from_millis(ms),
            increment: Duration::from_millis(increment),
            moves_to_go,
        }
    }

    #[test]
    fn no_move_takes_more_than_the_clock_has() {
        let overhead = Duration::from_millis(20);
        for ms in [1, 5, 10, 30, 100, 1000, 60_000, 7_200_000] {
            for increment in [0, 10, 1000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                    let (soft, hard) = share(clock(ms, increment, moves_to_go), overhead);
                    let most =
                        Duration::from_millis(ms).saturating_sub(overhead).max(Duration::from_millis(1));
                    assert!(
                        soft <= hard && hard <= most,
                        "{ms} {increment} {moves_to_go:?}: {soft:?} {hard:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn pondering_stops_the_clock_until_the_hit() {
        let limits = Limits { clock: Some(clock(1000, 0, None)), ponder: true, ..Limits::default() };
        let budget = Budget::new(&limits, Duration::ZERO);
        let stop = Stop::new();
        assert!(!budget.is_over(Duration::from_secs(10), &stop));
        stop.hit();
        assert!(budget.is_over(Duration::from_secs(10), &stop));
    }
}
