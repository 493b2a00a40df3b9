//! Time management: how long to think.
//!
//! A move gets two limits from the clock. After the *soft* one no iteration is begun, since it would hardly
//! end; at the *hard* one the search is broken off wherever it is. How the search goes moves the soft limit:
//! a best move that stays the same and takes most of the nodes needs no more time, one that keeps changing or
//! a score that falls does.

use std::time::Duration;

use kempelen_engine::{GameClock, Limits, Stop};
use kempelen_rules::Move;

use crate::params::Params;
use crate::params::fixed::{HUNDREDTHS, THOUSANDTHS};

/// What a search may cost, in time and nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeBudget {
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

impl TimeBudget {
    /// The budget of a question. `overhead` is what the way to the clock and back may cost.
    pub(crate) fn new(limits: &Limits, overhead: Duration, params: &Params) -> Self {
        let mut budget = Self::endless();
        budget.nodes = limits.nodes.unwrap_or(u64::MAX);
        budget.ponder = limits.ponder;
        if let Some(clock) = limits.clock {
            let (soft, hard) = share(clock, overhead, params);
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

    /// Whether the clock runs at all. While pondering it is the opponent's, until the expected move is
    /// played.
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

/// A number that is told in hundredths.
pub(crate) fn hundredths(number: i32) -> f64 {
    f64::from(number) / f64::from(HUNDREDTHS)
}

/// A number that is told in thousandths, as milliseconds are.
fn thousandths(number: i32) -> f64 {
    f64::from(number) / f64::from(THOUSANDTHS)
}

/// The share of a clock that a move should and may take at most.
///
/// What is left, but for a cushion, is shared out among the moves to come, with most of the increment on top.
/// The first limit is somewhat less than that share, since an iteration that has begun goes on beyond it; the
/// second several times as much, for the moves that need it, but never so much that the next ones would have
/// nothing.
fn share(clock: GameClock, overhead: Duration, p: &Params) -> (Duration, Duration) {
    let left = clock.remaining.saturating_sub(overhead).as_secs_f64();
    // A busy machine may look away for a moment; who lives on the increment must survive that.
    let left = left - (left / f64::from(p.time_cushion_part)).min(thousandths(p.time_cushion));
    let increment = clock.increment.as_secs_f64();
    // Without a number of moves to go, a game is taken to last so many more.
    let moves = clock.moves_to_go.map_or(p.time_moves, |moves| moves.min(i32::MAX as u32) as i32);
    let moves = f64::from(moves.clamp(1, p.time_moves_most));
    let base = left / moves + hundredths(p.time_increment) * increment;
    let most = match clock.moves_to_go {
        Some(1) => hundredths(p.time_most_last) * left,
        Some(_) => hundredths(p.time_most_control) * left,
        // Nobody knows how many moves like this one are to come.
        None => hundredths(p.time_most_game) * left,
    };
    let hard = (hundredths(p.time_hard) * base).min(most).max(thousandths(1));
    let soft = (hundredths(p.time_soft) * base).min(hard);
    (Duration::from_secs_f64(soft), Duration::from_secs_f64(hard))
}

/// What the course of a search says about how long it should last: mostly *best-move stability*.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SearchStability {
    stable: u32,
    last_best: Option<Move>,
    last_score: i32,
}

impl SearchStability {
    /// After an iteration: how much the search wants to go on. A best move that keeps changing, or one that
    /// is not where the work went, or a falling score, ask for more; the opposite for less.
    pub(crate) fn appetite(&mut self, p: &Params, best: Move, score: i32, share_of_nodes: f64) -> f64 {
        let by_stability = [
            p.time_stable_0,
            p.time_stable_1,
            p.time_stable_2,
            p.time_stable_3,
            p.time_stable_4,
            p.time_stable_5,
        ];
        self.stable = if self.last_best == Some(best) { self.stable + 1 } else { 0 };
        let falling = if self.last_best.is_some() { f64::from(self.last_score - score) } else { 0.0 };
        (self.last_best, self.last_score) = (Some(best), score);
        let stability = hundredths(by_stability[(self.stable as usize).min(by_stability.len() - 1)]);
        let effort = hundredths(p.time_effort_base) - hundredths(p.time_effort) * share_of_nodes;
        let fear = (1.0 + falling * thousandths(p.time_fall))
            .clamp(hundredths(p.time_fall_least), hundredths(p.time_fall_most));
        stability * effort * fear
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(ms: u64, increment: u64, moves_to_go: Option<u32>) -> GameClock {
        GameClock {
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
                    let clock = clock(ms, increment, moves_to_go);
                    let (soft, hard) = share(clock, overhead, &Params::default());
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

    /// What a program says it keeps back for each move, if nobody tells it otherwise.
    fn overhead() -> Duration {
        crate::options::Options::default().overhead
    }

    /// Between two looks at the clock half a millisecond goes by, so that this is what is used of a fixed time.
    #[test]
    fn a_fixed_time_is_used_nearly_whole_and_no_more() {
        for ms in [6, 10, 20, 50, 100, 500, 1000, 60_000] {
            let time = Duration::from_millis(ms);
            let limits = Limits { time: Some(time), ..Limits::default() };
            let budget = TimeBudget::new(&limits, overhead(), &Params::default());
            let hard = budget.hard.expect("an end");
            assert!(hard < time, "{ms}: {hard:?}");
            assert!(hard >= Duration::from_millis(ms - 5).mul_f64(0.95), "{ms}: {hard:?}");
            assert!(!budget.is_enough(hard / 2, 0.1, &Stop::new()), "nothing is saved for later");
        }
    }

    /// What is left of a clock after so many moves, if each takes this part of what it should.
    fn left_after(moves: usize, mut clock: GameClock, part: f64) -> Duration {
        for _ in 0..moves {
            let (soft, hard) = share(clock, overhead(), &Params::default());
            let taken = soft.mul_f64(part).min(hard);
            assert!(taken < clock.remaining, "{taken:?} of {:?}", clock.remaining);
            clock.remaining = clock.remaining.saturating_sub(taken) + clock.increment;
        }
        clock.remaining
    }

    /// A fretful search takes nearly twice its soft limit for every move, and a game may be long: there is always
    /// something left, several times the increment where there is one.
    #[test]
    fn a_clock_is_never_emptied() {
        for (ms, increment) in [(1000, 10), (2000, 20), (10_000, 100), (60_000, 600)] {
            let left = left_after(200, clock(ms, increment, None), 1.8).as_millis();
            assert!(left >= 3 * u128::from(increment), "{ms}+{increment}: {left} ms");
        }
        assert!(left_after(150, clock(60_000, 0, None), 1.0) > Duration::from_millis(200));
    }

    #[test]
    fn pondering_stops_the_clock_until_the_hit() {
        let limits = Limits { clock: Some(clock(1000, 0, None)), ponder: true, ..Limits::default() };
        let budget = TimeBudget::new(&limits, Duration::ZERO, &Params::default());
        let stop = Stop::new();
        assert!(!budget.is_over(Duration::from_secs(10), &stop));
        stop.hit();
        assert!(budget.is_over(Duration::from_secs(10), &stop));
    }
}
