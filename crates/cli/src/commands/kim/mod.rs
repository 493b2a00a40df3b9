//! `kempelen kim`: the KIM-1 of 1976, to sit at.

#[cfg(unix)]
mod keyboard;
mod piped;
#[cfg(unix)]
mod screen;

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use clap::Args;
use kempelen_museum::microchess::{
    Clock, Kim as Machine, KimKey, Level, MicrochessEvent, MicrochessWatch, OPENINGS, Opening, Pressed,
};

use crate::failure::Failure;

/// Sit at the KIM-1 with Microchess: six digits and a keypad.
///
/// C sets up the men, E exchanges the sides, PC lets the computer move, F registers a move, 0-7 enter the squares it
/// goes from and to. In a terminal each key acts at once (p is PC, q leaves). Through a pipe keys are separated by white
/// space, and the six digits are printed after each, a line each; `51=73` writes a byte into a cell of memory, as the
/// monitor of the KIM-1 could.
#[derive(Args)]
#[command(after_help = "Example: echo C PC 6 3 4 3 F PC | kempelen kim --level blitz")]
pub(crate) struct KimArgs {
    /// How deeply it looks: normal, blitz or superblitz.
    #[arg(long, default_value = "normal", value_parser = |word: &str| word.parse::<Level>())]
    level: Level,

    /// The opening on its tape, such as `ruy_b`, or none.
    #[arg(long, value_name = "NAME", default_value = "giuoco_w", value_parser = tape)]
    opening: TapeArg,

    /// Take as long as a KIM-1 of one megahertz.
    #[arg(long)]
    real_speed: bool,
}

/// What is on the tape, if anything.
#[derive(Clone, Copy)]
struct TapeArg(Option<Opening>);

fn tape(word: &str) -> Result<TapeArg, String> {
    if word == "none" {
        return Ok(TapeArg(None));
    }
    let names = OPENINGS.map(|opening| opening.name).join(", ");
    word.parse().map(|opening| TapeArg(Some(opening))).map_err(|_| format!("there are {names} and none"))
}

impl KimArgs {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        let seat =
            TimedKim { machine: Machine::new(self.level, self.opening.0), real_speed: self.real_speed };
        #[cfg(unix)]
        if io::stdin().is_terminal() && io::stdout().is_terminal() {
            return screen::run(seat, output);
        }
        piped::run(seat, io::stdin().lock(), output)
    }
}

/// The machine, and how patient its owner has to be.
struct TimedKim {
    machine: Machine,
    real_speed: bool,
}

/// What a key brought about, and how long the original would have taken over each of its flashes.
struct Response {
    pressed: Pressed,
    #[cfg_attr(not(unix), expect(dead_code, reason = "only a screen shows the flashes"))]
    flashes_at: Vec<Duration>,
    took: Duration,
}

impl TimedKim {
    fn press(&mut self, key: KimKey) -> Response {
        let mut timer = Timer::default();
        let pressed = self.machine.press_watched(key, &mut timer);
        Response { pressed, flashes_at: timer.judged, took: timer.clock.duration() }
    }
}

/// Notes when each candidate was judged, by the clock of the original.
#[derive(Default)]
struct Timer {
    clock: Clock,
    judged: Vec<Duration>,
}

impl MicrochessWatch for Timer {
    fn note(&mut self, event: impl FnOnce() -> MicrochessEvent) {
        let event = event();
        self.clock.note(|| event);
        if let MicrochessEvent::Judged(_) = event {
            self.judged.push(self.clock.duration());
        }
    }
}
