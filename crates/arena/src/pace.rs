use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use kempelen_engine::Limits;

use crate::fields::FieldError;

/// How long an engine may think: a game clock, a fixed effort for each move, or several of these at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pace {
    /// A game clock.
    pub clock: Option<TimeControl>,
    /// A time for each move.
    pub movetime: Option<Duration>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// A depth for each move.
    pub depth: Option<u8>,
}

impl Pace {
    /// A game clock and nothing else.
    pub fn clock(control: TimeControl) -> Self {
        Self { clock: Some(control), ..Self::default() }
    }

    /// Whether nothing at all is given, so that an engine would think for ever.
    pub fn is_endless(&self) -> bool {
        *self == Self::default()
    }

    /// What each move is limited by; the clock comes in from the time keeper.
    pub(crate) fn limits(&self) -> Limits {
        Limits { depth: self.depth, nodes: self.nodes, time: self.movetime, ..Limits::default() }
    }

    /// Takes a `name=value` that belongs here and says whether it did.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<bool, FieldError> {
        let bad = || FieldError::value(name, value);
        match name {
            "tc" => self.clock = Some(value.parse()?),
            "movetime" => {
                self.movetime = Some(Duration::from_millis(value.parse().map_err(|_| bad())?));
            }
            "nodes" => self.nodes = Some(value.parse().map_err(|_| bad())?),
            "depth" => self.depth = Some(value.parse().map_err(|_| bad())?),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// `10+0.1`, `nodes=5000`, or several such words.
impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [
            self.clock.map(|control| control.to_string()),
            self.movetime.map(|time| format!("movetime={}", time.as_millis())),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.depth.map(|depth| format!("depth={depth}")),
        ];
        let words: Vec<String> = words.into_iter().flatten().collect();
        f.write_str(if words.is_empty() { "-" } else { "" })?;
        f.write_str(&words.join(" "))
    }
}

/// A game clock: so much time, more for each move, and perhaps all of it again after so many moves.
///
/// ```
/// # use std::time::Duration;
/// use kempelen_arena::TimeControl;
///
/// let control: TimeControl = "40/1:30+0.5".parse()?;
/// assert_eq!(control.base, Duration::from_secs(90));
/// assert_eq!(control.increment, Duration::from_millis(500));
/// assert_eq!(control.moves, Some(40));
/// # Ok::<(), kempelen_arena::FieldError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// The time at the start, and again after [`moves`](Self::moves).
    pub base: Duration,
    /// The time added after each move.
    pub increment: Duration,
    /// After how many moves the base is given again.
    pub moves: Option<u32>,
}

/// Ten seconds, and a tenth more for each move: what engines are commonly tested at.
impl Default for TimeControl {
    fn default() -> Self {
        Self { base: Duration::from_secs(10), increment: Duration::from_millis(100), moves: None }
    }
}

/// `[moves/]time[+increment]`, in seconds or `minutes:seconds`.
impl FromStr for TimeControl {
    type Err = FieldError;

    fn from_str(text: &str) -> Result<Self, FieldError> {
        let bad = || FieldError::value("tc", text);
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                (Some(moves.parse().ok().filter(|&moves| moves > 0).ok_or_else(bad)?), rest)
            }
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (base, increment) = (time(base).ok_or_else(bad)?, time(increment).ok_or_else(bad)?);
        if base.is_zero() && increment.is_zero() {
            return Err(bad());
        }
        // With an increment alone the first move would be lost before it is begun.
        let base = if base.is_zero() { increment } else { base };
        Ok(Self { base, increment, moves })
    }
}

fn time(text: &str) -> Option<Duration> {
    let (minutes, seconds) = text.split_once(':').unwrap_or(("0", text));
    let minutes: u32 = minutes.parse().ok()?;
    let seconds: f64 = seconds.parse().ok()?;
    let time = Duration::try_from_secs_f64(f64::from(minutes) * 60.0 + seconds).ok()?;
    // A clock of years is a slip of the finger, and the sums below must not overflow.
    (time <= Duration::from_secs(1_000_000)).then_some(time)
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes_time_controls() {
        for (text, written) in [
            ("10+0.1", "10+0.1"),
            ("60", "60+0"),
            ("40/1:30+0.5", "40/90+0.5"),
            ("0+1", "1+1"),
            ("2:00", "120+0"),
        ] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.to_string(), written, "{text}");
            assert_eq!(control, written.parse().unwrap());
        }
        for bad in ["", "x", "0", "-5", "1+", "0/60", "/60", "1e30", "nan", "10+-1", "1:2:3", "inf"] {
            assert!(bad.parse::<TimeControl>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_pace_takes_its_own_words_alone() {
        let mut pace = Pace::default();
        assert!(pace.is_endless());
        assert_eq!(pace.to_string(), "-");
        assert_eq!(pace.set("nodes", "500"), Ok(true));
        assert_eq!(pace.set("tc", "5+0.05"), Ok(true));
        assert_eq!(pace.set("Hash", "16"), Ok(false));
        assert!(pace.set("depth", "-1").is_err());
        assert_eq!(pace.to_string(), "5+0.05 nodes=500");
        assert_eq!(pace.limits().nodes, Some(500));
    }
}
