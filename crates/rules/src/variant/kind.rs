use std::fmt;
use std::str::FromStr;

use super::{Variant, VariantId};
use crate::uci::{self, Castling};
use crate::{AnyPosition, Chess, Color, Move, Position, SquareSet, with_position};

/// What people sit down to play. To the laws Chess960 is chess; where games begin and how castling is written, it is a
/// game of its own.
///
/// ```
/// use kempelen_rules::{GameKind, VariantId};
///
/// let kind: GameKind = "Fischerandom".parse()?;
/// assert_eq!(kind, GameKind::Chess960);
/// assert_eq!(kind.variant(), VariantId::Chess);
/// assert_eq!(GameKind::Usual(VariantId::Makruk).name(), "makruk");
/// # Ok::<(), kempelen_rules::variant::VariantError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameKind {
    /// A game from its own first position.
    Usual(VariantId),
    /// Chess from one of Robert Fischer's 960 first positions (1996).
    Chess960,
}

impl GameKind {
    /// Every kind of game.
    pub const ALL: [Self; VariantId::ALL.len() + 1] = {
        let mut all = [Self::Chess960; VariantId::ALL.len() + 1];
        let mut i = 0;
        while i < VariantId::ALL.len() {
            // The first is chess, and Chess960 follows it.
            all[if i == 0 { 0 } else { i + 1 }] = Self::Usual(VariantId::ALL[i]);
            i += 1;
        }
        all
    };

    /// What files call Chess960; the first is its name.
    const NAMES_OF_960: [&'static str; 3] = ["chess960", "fischerandom", "fischerrandom"];

    /// The laws it is played by.
    pub const fn variant(self) -> VariantId {
        match self {
            Self::Usual(variant) => variant,
            Self::Chess960 => VariantId::Chess,
        }
    }

    /// The name on the command line and in the HTTP interface.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Usual(variant) => variant.name(),
            Self::Chess960 => Self::NAMES_OF_960[0],
        }
    }

    /// All that protocols and files call it, its name first.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Self::Usual(variant) => variant.names(),
            Self::Chess960 => &Self::NAMES_OF_960,
        }
    }

    /// What people call it, as in the tag `Variant` of a PGN.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Usual(variant) => variant.title(),
            Self::Chess960 => "Chess960",
        }
    }

    /// What it is, in a few words.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Usual(variant) => variant.about(),
            Self::Chess960 => {
                "Chess from any of Fischer's 960 starts; castling is written as the king taking its rook"
            }
        }
    }

    /// A legal move in UCI's spelling.
    pub fn uci(self, position: &AnyPosition, m: Move) -> String {
        with_position!(position, p => uci::write(p, m, self.castling()))
    }

    /// How castling is written in UCI's spelling.
    pub const fn castling(self) -> Castling {
        match self {
            Self::Usual(_) => Castling::Natural,
            Self::Chess960 => Castling::KingTakesRook,
        }
    }

    /// The kind of game that a position shows: Chess960 where castling cannot be written as the king's two steps.
    ///
    /// ```
    /// # use kempelen_rules::{AnyPosition, GameKind, VariantId};
    /// let start = AnyPosition::start(VariantId::Chess);
    /// assert_eq!(GameKind::of(&start), GameKind::Usual(VariantId::Chess));
    /// let rook_on_g1 = AnyPosition::from_fen(VariantId::Chess, "4k3/8/8/8/8/8/8/5KR1 w G - 0 1")?;
    /// assert_eq!(GameKind::of(&rook_on_g1), GameKind::Chess960);
    /// # Ok::<(), kempelen_rules::fen::FenError>(())
    /// ```
    pub fn of(position: &AnyPosition) -> Self {
        match position {
            AnyPosition::Chess(position) if !castles_as_usual(position) => Self::Chess960,
            _ => Self::Usual(position.variant()),
        }
    }
}

fn castles_as_usual(position: &Position<Chess>) -> bool {
    let corners = SquareSet::file(0) | SquareSet::file(7);
    Color::ALL.into_iter().all(|side| {
        let rooks = position.castling_rooks() & position.side(side);
        rooks.is_empty() || position.king(side).file() == 4 && corners.contains(rooks)
    })
}

impl Default for GameKind {
    /// Orthodox chess.
    fn default() -> Self {
        Self::Usual(Chess::ID)
    }
}

impl From<VariantId> for GameKind {
    fn from(variant: VariantId) -> Self {
        Self::Usual(variant)
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads the names that people, protocols and files use, in any case.
impl FromStr for GameKind {
    type Err = VariantError;

    fn from_str(text: &str) -> Result<Self, VariantError> {
        let word = bare_word(text);
        let named = |kind: &Self| kind.names().iter().any(|name| bare_word(name) == word);
        Self::ALL.into_iter().find(named).ok_or_else(|| VariantError(text.to_owned()))
    }
}

/// The letters and digits of a name, small.
fn bare_word(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
}

/// The text names no game of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantError(pub String);

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = GameKind::ALL.map(GameKind::name).join(", ");
        write!(f, "{:?} is not a game played here ({games})", self.0)
    }
}

impl std::error::Error for VariantError {}
