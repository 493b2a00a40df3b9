//! The keys of the KIM-1.

use std::fmt;
use std::str::FromStr;

/// A key of the keypad that the program can read. `RS` and `ST` are wired to the processor and are not among them.
///
/// ```
/// use kempelen_museum::microchess::KimKey;
///
/// assert_eq!("PC".parse(), Ok(KimKey::PC));
/// assert_eq!("7".parse::<KimKey>().unwrap().code(), 7);
/// assert!("ST".parse::<KimKey>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KimKey(u8);

impl KimKey {
    /// Sets up the men.
    pub const C: Self = Self(0x0C);
    /// Exchanges the sides.
    pub const E: Self = Self(0x0E);
    /// Registers the move entered.
    pub const F: Self = Self(0x0F);
    /// Address, without use in the game.
    pub const AD: Self = Self(0x10);
    /// Data, without use in the game.
    pub const DA: Self = Self(0x11);
    /// Plus, without use in the game.
    pub const PLUS: Self = Self(0x12);
    /// Go, without use in the game.
    pub const GO: Self = Self(0x13);
    /// Play chess: the computer moves.
    pub const PC: Self = Self(0x14);

    /// What the keypad reads while nothing is pressed.
    pub const NONE_PRESSED: u8 = 0x15;

    /// The key of a code 00-14; `None` for others.
    pub fn from_code(code: u8) -> Option<Self> {
        (code < Self::NONE_PRESSED).then_some(Self(code))
    }

    /// The code the keypad gives: 00-0F for the hexadecimal digits, 10 AD, 11 DA, 12 +, 13 GO, 14 PC.
    pub const fn code(self) -> u8 {
        self.0
    }
}

impl fmt::Display for KimKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::AD => f.write_str("AD"),
            Self::DA => f.write_str("DA"),
            Self::PLUS => f.write_str("+"),
            Self::GO => f.write_str("GO"),
            Self::PC => f.write_str("PC"),
            Self(digit) => write!(f, "{digit:X}"),
        }
    }
}

/// A word that names no key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownKey(
    /// The word.
    pub String,
);

impl fmt::Display for UnknownKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the KIM-1 has no key {:?} for the game; there are 0-9, A-F, AD, DA, +, GO and PC", self.0)
    }
}

impl std::error::Error for UnknownKey {}

impl FromStr for KimKey {
    type Err = UnknownKey;

    /// Reads the name on the key, in capitals or not.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        (0..Self::NONE_PRESSED)
            .map(Self)
            .find(|key| key.to_string().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownKey(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_known_by_its_name() {
        let names = [
            "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "A", "B", "C", "D", "E", "F", "AD", "DA", "+",
            "GO", "PC",
        ];
        for (code, name) in names.iter().enumerate() {
            let key: KimKey = name.parse().unwrap();
            assert_eq!(usize::from(key.code()), code);
            assert_eq!(key.to_string(), *name);
            assert_eq!(KimKey::from_code(code as u8), Some(key));
        }
        assert_eq!(KimKey::from_code(0x15), None);
        assert_eq!("pc".parse(), Ok(KimKey::PC));
        assert_eq!("10".parse::<KimKey>(), Err(UnknownKey("10".to_owned())));
        assert!("".parse::<KimKey>().is_err());
    }
}
