//! The three levels of play: two bytes of the program that the manual tells its owner to change.

use std::fmt;
use std::str::FromStr;

use super::state::JanusState;

/// How deeply the machine looks, as the two program bytes that decide it.
///
/// | level | 02F2: check test | 018B: exchange limit | the manual's time for a move |
/// |---|---|---|---|
/// | [`Level::NORMAL`] | 08 (on) | FB | 100 s |
/// | [`Level::BLITZ`] | 00 (off) | FB | 10 s |
/// | [`Level::SUPER_BLITZ`] | 00 (off) | FF | 3 s |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Level {
    check_test: u8,
    exchange_limit: u8,
}

impl Level {
    /// Moves into check are left out, and exchanges are followed for five captures.
    pub const NORMAL: Self = Self { check_test: 0x08, exchange_limit: 0xFB };
    /// The machine does not see that a move leaves a king to be taken.
    pub const BLITZ: Self = Self { check_test: 0x00, exchange_limit: 0xFB };
    /// As blitz, and only the first capture of an exchange is counted.
    pub const SUPER_BLITZ: Self = Self { check_test: 0x00, exchange_limit: 0xFF };

    /// Every level with the name users give it.
    pub const NAMED: [(&str, Self); 3] =
        [("normal", Self::NORMAL), ("blitz", Self::BLITZ), ("superblitz", Self::SUPER_BLITZ)];

    /// The level of the two bytes at 02F2 (08 or 00) and 018B (FB-FF); `None` for bytes whose effect is not known.
    ///
    /// ```
    /// use kempelen_museum::microchess::Level;
    ///
    /// assert_eq!(Level::from_bytes(0x08, 0xFB), Some(Level::NORMAL));
    /// assert_eq!(Level::from_bytes(0x08, 0x17), None);
    /// ```
    pub fn from_bytes(check_test: u8, exchange_limit: u8) -> Option<Self> {
        let known = matches!(check_test, 0x00 | 0x08) && exchange_limit >= 0xFB;
        known.then_some(Self { check_test, exchange_limit })
    }

    /// The byte at 02F2: check tests are made in the non-negative states below it.
    pub const fn check_test(self) -> u8 {
        self.check_test
    }

    /// The byte at 018B: the state at which an exchange is no longer followed.
    pub const fn exchange_limit(self) -> u8 {
        self.exchange_limit
    }

    /// Whether moves found in `state` are tested for leaving the mover's king to be taken.
    #[inline]
    pub(super) fn tests_check_in(self, state: JanusState) -> bool {
        self.check_test != 0 && matches!(state, JanusState::Root | JanusState::Reply)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Self::NAMED.iter().find(|(_, level)| level == self) {
            Some((name, _)) => f.write_str(name),
            None => write!(f, "{:02X}/{:02X}", self.check_test, self.exchange_limit),
        }
    }
}

/// A word that names no level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLevel(
    /// The word.
    pub String,
);

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no level of Microchess is called {:?}; there are normal, blitz and superblitz", self.0)
    }
}

impl std::error::Error for UnknownLevel {}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = Self::NAMED.iter().find(|(name, _)| *name == text);
        named.map(|&(_, level)| level).ok_or_else(|| UnknownLevel(text.to_owned()))
    }
}
