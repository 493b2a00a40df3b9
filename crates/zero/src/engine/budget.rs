//! When a search has thought enough.

use std::time::{Duration, Instant};

use kempelen_engine::{GameClock, Limits, Stop};

use super::options::ZeroOptions;
use crate::learnable::Learnable;
use crate::search::{Proof, Search};

/// What a search may cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchBudget {
    start: Instant,
    /// Beyond this it goes on only while the choice is open.
    soft: Option<Duration>,
    /// Beyond this it does not go on.
    hard: Option<Duration>,
    /// Playouts of this search.
    pub(super) playouts: u64,
    /// Visits of the root, earlier ones included.
    visits: u32,
    mate: Option<u8>,
    ponder: bool,
    infinite: bool,
}

impl SearchBudget {
    pub(super) fn new(limits: &Limits, options: &ZeroOptions, start: Instant) -> Self {
        let overhead = options.overhead;
        let (soft, mut hard) = match limits.clock {
            Some(clock) => share(clock, overhead),
            None => (None, None),
        };
        if let Some(time) = limits.time {
            let time = time.saturating_sub(overhead).max(Duration::from_millis(1));
            hard = Some(hard.map_or(time, |hard: Duration| hard.min(time)));
        }
        let by_depth = limits.depth.map_or(u64::MAX, playouts_of_depth);
        Self {
            start,
            soft,
            hard,
            playouts: limits.nodes.unwrap_or(u64::MAX).min(by_depth).max(1),
            visits: if options.visits == 0 { u32::MAX } else { options.visits },
            mate: limits.mate,
            ponder: limits.ponder,
            infinite: limits.infinite,
        }
    }

    /// Whether the answer must wait for a word from outside.
    pub(super) fn waits(&self, stop: &Stop) -> bool {
        !stop.is_stopped() && (self.infinite || self.ponder && !stop.is_hit())
    }

    fn clock_runs(&self, stop: &Stop) -> bool {
        !self.infinite && (!self.ponder || stop.is_hit())
    }

    /// Whether no more playouts should set out.
    pub(super) fn is_spent<V: Learnable>(&self, search: &Search<V>) -> bool {
        let counts = search.counts();
        counts.playouts + counts.waiting >= self.playouts
            || search.root_visits() >= self.visits
            || self.mate.is_some_and(|moves| {
                let plies = u16::from(moves) * 2;
                matches!(search.proof(), Some(Proof::Win(n)) if n < plies)
            })
    }

    /// Whether time is up, or more of it would not change the choice.
    pub(super) fn is_over<V: Learnable>(&self, search: &Search<V>, stop: &Stop) -> bool {
        if stop.is_stopped() {
            return true;
        }
        if !self.clock_runs(stop) {
            return false;
        }
        let elapsed = self.start.elapsed();
        let Some(hard) = self.hard else { return false };
        if elapsed >= hard {
            return true;
        }
        self.soft.is_some_and(|soft| elapsed >= soft || is_decided(search, elapsed, soft))
    }
}

/// Whether the second best move cannot catch up any more in the time that is left.
fn is_decided<V: Learnable>(search: &Search<V>, elapsed: Duration, soft: Duration) -> bool {
    let playouts = search.counts().playouts;
    if playouts < 100 {
        return false;
    }
    let moves = search.root_moves();
    let lead = match moves.as_slice() {
        [] => return false,
        [_] => return true,
        [best, second, ..] => u64::from(best.visits.saturating_sub(second.visits)),
    };
    let rate = playouts as f64 / elapsed.as_secs_f64().max(1e-6);
    lead as f64 > rate * soft.saturating_sub(elapsed).as_secs_f64()
}

/// A tree has no depth to be searched to. A depth is taken as a number of playouts that doubles with every half-move, 32 at
/// depth 0.
fn playouts_of_depth(depth: u8) -> u64 {
    32_u64 << depth.min(50)
}

/// The share of a clock that a move should and may take at most.
fn share(clock: GameClock, overhead: Duration) -> (Option<Duration>, Option<Duration>) {
    let left = clock.remaining.saturating_sub(overhead).as_secs_f64();
    // Without a number of moves to go, a game is taken to last so many more.
    let moves = f64::from(clock.moves_to_go.unwrap_or(25).clamp(1, 40));
    let base = left / moves + 0.7 * clock.increment.as_secs_f64();
    let most = if clock.moves_to_go == Some(1) { 0.9 * left } else { 0.5 * left };
    let hard = (2.5 * base).min(most).max(0.001);
    let soft = base.min(hard);
    (Some(Duration::from_secs_f64(soft)), Some(Duration::from_secs_f64(hard)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_move_takes_more_than_the_clock_has() {
        let overhead = Duration::from_millis(20);
        for ms in [1, 5, 30, 100, 1000, 60_000, 7_200_000] {
            for increment in [0, 10, 1000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                    let clock = GameClock {
                        remaining: Duration::from_millis(ms),
                        increment: Duration::from_millis(increment),
                        moves_to_go,
                    };
                    let (soft, hard) = share(clock, overhead);
                    let most =
                        Duration::from_millis(ms).saturating_sub(overhead).max(Duration::from_millis(1));
                    assert!(soft <= hard && hard <= Some(most), "{clock:?}: {soft:?} {hard:?}");
                }
            }
        }
    }

    #[test]
    fn depths_are_numbers_of_playouts() {
        assert_eq!([0, 1, 5].map(playouts_of_depth), [32, 64, 1024]);
        assert!(playouts_of_depth(255) > 1 << 50);
    }
}
