use std::time::Duration;

use kempelen_engine::{GameClock, Limits};

use crate::pace::Pace;

/// How late an answer to a fixed time per move may come if nothing else is said: there is no clock to lose on, and
/// an engine that stops exactly on time still has to hand its move over.
const MOVETIME_MARGIN: Duration = Duration::from_millis(50);

/// The clock of one side in one game.
#[derive(Clone, Debug)]
pub(crate) struct PlayerClock {
    pace: Pace,
    margin: Option<Duration>,
    patience: Duration,
    remaining: Duration,
    /// Moves until the base time is given again.
    moves_to_go: Option<u32>,
}

impl PlayerClock {
    pub(crate) fn new(pace: Pace, margin: Option<Duration>, patience: Duration) -> Self {
        let control = pace.clock;
        Self {
            pace,
            margin,
            patience,
            remaining: control.map_or(Duration::ZERO, |control| control.base),
            moves_to_go: control.and_then(|control| control.moves),
        }
    }

    /// What the engine is told.
    pub(crate) fn limits(&self) -> Limits {
        let clock = self.pace.clock.map(|control| GameClock {
            remaining: self.remaining,
            increment: control.increment,
            moves_to_go: self.moves_to_go,
        });
        Limits { clock, ..self.pace.limits() }
    }

    /// The time to answer in, and how much later is still forgiven. Nothing where only patience ends the wait.
    fn due(&self) -> Option<(Duration, Duration)> {
        let by_clock = self.pace.clock.map(|_| (self.remaining, self.margin.unwrap_or_default()));
        let by_move = self.pace.movetime.map(|time| (time, self.margin.unwrap_or(MOVETIME_MARGIN)));
        by_clock.into_iter().chain(by_move).min_by_key(|(time, margin)| *time + *margin)
    }

    /// How long to wait for an answer.
    pub(crate) fn allowed(&self) -> Duration {
        self.due().map_or(self.patience, |(time, margin)| time + margin)
    }

    /// Books the time of a move. Says by how much it was too late, if it was.
    pub(crate) fn spend(&mut self, used: Duration) -> Result<(), Duration> {
        if let Some((time, _)) = self.due().filter(|(time, margin)| used > *time + *margin) {
            return Err(used.saturating_sub(time));
        }
        if let Some(control) = self.pace.clock {
            self.remaining = self.remaining.saturating_sub(used) + control.increment;
            self.moves_to_go = self.moves_to_go.map(|moves| moves - 1);
            if self.moves_to_go == Some(0) {
                self.remaining += control.base;
                self.moves_to_go = control.moves;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_mins(10);

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn clock(control: &str, margin: Option<Duration>) -> PlayerClock {
        PlayerClock::new(Pace::clock(control.parse().unwrap()), margin, PATIENCE)
    }

    #[test]
    fn time_runs_down_and_increments_come_after_the_move() {
        let mut clock = clock("1+0.1", None);
        assert_eq!(clock.allowed(), ms(1000));
        assert_eq!(clock.spend(ms(400)), Ok(()));
        assert_eq!(clock.limits().clock.unwrap().remaining, ms(700));
        assert_eq!(clock.spend(ms(701)), Err(ms(1)));
    }

    #[test]
    fn the_base_is_given_again_after_its_moves() {
        let mut clock = clock("2/10", None);
        assert_eq!(clock.limits().clock.unwrap().moves_to_go, Some(2));
        clock.spend(ms(4000)).unwrap();
        assert_eq!(clock.limits().clock.unwrap().moves_to_go, Some(1));
        clock.spend(ms(5000)).unwrap();
        let told = clock.limits().clock.unwrap();
        assert_eq!((told.remaining, told.moves_to_go), (ms(11_000), Some(2)));
    }

    #[test]
    fn a_margin_forgives_but_gives_no_time() {
        let mut clock = clock("1+0.1", Some(ms(20)));
        assert_eq!(clock.limits().clock.unwrap().remaining, ms(1000));
        assert_eq!(clock.spend(ms(1020)), Ok(()));
        assert_eq!(clock.limits().clock.unwrap().remaining, ms(100));
        assert_eq!(clock.spend(ms(121)), Err(ms(21)));
    }

    #[test]
    fn without_time_there_is_patience() {
        let mut clock = PlayerClock::new(Pace { depth: Some(4), ..Pace::default() }, None, PATIENCE);
        assert_eq!((clock.allowed(), clock.limits().clock), (PATIENCE, None));
        assert_eq!(clock.spend(ms(10_000_000)), Ok(()));
        let mut fixed = PlayerClock::new(Pace { movetime: Some(ms(100)), ..Pace::default() }, None, PATIENCE);
        assert_eq!(fixed.spend(ms(150)), Ok(()));
        assert_eq!(fixed.spend(ms(151)), Err(ms(51)));
    }
}
