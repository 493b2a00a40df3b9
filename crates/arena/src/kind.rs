use std::fmt;
use std::str::FromStr;

use kempelen_rules::VariantId;
use kempelen_rules::variant::VariantError;

/// What is played: to the rules Chess960 is chess, but for a match it has openings and conventions of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GameKind {
    /// Orthodox chess.
    #[default]
    Chess,
    /// Chess from one of 960 first positions.
    Chess960,
    /// Makruk.
    Makruk,
}

impl GameKind {
    /// The laws it is played by.
    pub fn variant(self) -> VariantId {
        match self {
            Self::Chess | Self::Chess960 => VariantId::Chess,
            Self::Makruk => VariantId::Makruk,
        }
    }

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Chess => "chess",
            Self::Chess960 => "chess960",
            Self::Makruk => "makruk",
        }
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads what [`VariantId`] reads, and keeps Chess960 apart.
impl FromStr for GameKind {
    type Err = VariantError;

    fn from_str(text: &str) -> Result<Self, VariantError> {
        let word = text.to_ascii_lowercase();
        Ok(match text.parse()? {
            VariantId::Makruk => Self::Makruk,
            VariantId::Chess if word.contains("960") || word.contains("fischer") => Self::Chess960,
            VariantId::Chess => Self::Chess,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_read_as_people_and_files_write_them() {
        for (text, kind) in [
            ("chess", GameKind::Chess),
            ("Standard", GameKind::Chess),
            ("Chess960", GameKind::Chess960),
            ("fischerandom", GameKind::Chess960),
            ("Makruk", GameKind::Makruk),
        ] {
            assert_eq!(text.parse(), Ok(kind));
        }
        assert!("go".parse::<GameKind>().is_err());
    }
}
