//! How a run ends that is told to.

use std::io::{self, IsTerminal, Write};

use kempelen_zero::selfplay::{SelfplayStats, SelfplayStop};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::{Handle, Signals};

use crate::failure::Failure;

/// Listens for SIGINT and SIGTERM: the first lets games in flight come to their end, the second does not.
pub(super) struct Interruption {
    stop: SelfplayStop,
    signals: Handle,
}

impl Interruption {
    pub(super) fn watch() -> Result<Self, Failure> {
        let mut signals = Signals::new([SIGINT, SIGTERM])?;
        let handle = signals.handle();
        let stop = SelfplayStop::default();
        let other = stop.clone();
        std::thread::spawn(move || {
            for _ in &mut signals {
                if other.after_games.is_stopped() {
                    other.at_once.stop();
                } else {
                    other.after_games.stop();
                    if io::stderr().is_terminal() {
                        // Nobody is left to tell if even this fails.
                        let words = "\nfinishing the games in flight; once more, and they are thrown away";
                        let _ = writeln!(io::stderr(), "{words}");
                    }
                }
            }
        });
        Ok(Self { stop, signals: handle })
    }

    pub(super) fn stop(&self) -> &SelfplayStop {
        &self.stop
    }

    /// A run that was told to end has failed, unless it was through.
    pub(super) fn verdict(&self, stats: &SelfplayStats) -> Result<(), Failure> {
        let there = stats.games_before + stats.games;
        if !self.stop.after_games.is_stopped() || there >= stats.games_wanted {
            return Ok(());
        }
        let wanted = stats.games_wanted;
        Err(Failure::Run(format!("stopped with {there} of {wanted} games; the same command goes on")))
    }
}

impl Drop for Interruption {
    fn drop(&mut self) {
        self.signals.close();
    }
}
