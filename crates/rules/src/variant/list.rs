//! The one list of the games. All that has to name them each is made from it.

use std::fmt;
use std::str::FromStr;

use super::sealed::Sealed;
use super::{GameKind, Variant, VariantError};

/// Hands the list of the games to another macro, before its own arguments. A new game is a line here.
#[doc(hidden)]
#[macro_export]
macro_rules! for_all_variants {
    ($($then:tt)::+ { $($arguments:tt)* }) => {
        $($then)::+! {
            [
                /// Orthodox chess, Chess960 included.
                Chess,
                /// Makruk, the chess of Thailand.
                Makruk,
                /// Makpong, defensive makruk.
                Makpong,
                /// Ai-wok, makruk with a stronger man.
                AiWok,
                /// ASEAN chess.
                Asean,
                /// Ouk chatrang, the chess of Cambodia.
                Cambodian,
            ]
            $($arguments)*
        }
    };
}

/// Runs the same expression for whichever game it is, with the type of the game bound to a name.
///
/// ```
/// use kempelen_rules::{Position, Variant, VariantId, with_variant};
///
/// let moves = |game| with_variant!(game, V => Position::<V>::default().legal_moves().len());
/// assert_eq!([VariantId::Chess, VariantId::Makruk].map(moves), [20, 23]);
/// ```
#[macro_export]
macro_rules! with_variant {
    ($id:expr, $game:ident => $body:expr) => {
        $crate::for_all_variants! { $crate::match_variant { $id, $game => $body } }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! match_variant {
    ([$($(#[$doc:meta])* $game:ident,)*] $id:expr, $name:ident => $body:expr) => {
        match $id {
            $($crate::VariantId::$game => {
                type $name = $crate::$game;
                $body
            })*
        }
    };
}

macro_rules! variant_id {
    ([$($(#[$doc:meta])* $game:ident,)*]) => {
        /// A game as a value.
        ///
        /// ```
        /// # use kempelen_rules::VariantId;
        /// assert_eq!("Makruk".parse(), Ok(VariantId::Makruk));
        /// assert_eq!(VariantId::Makruk.to_string(), "makruk");
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum VariantId {
            $($(#[$doc])* $game,)*
        }

        impl VariantId {
            /// Every game.
            pub const ALL: [Self; [$(stringify!($game)),*].len()] = [$(Self::$game),*];
        }

        $(impl Sealed for super::$game {})*
    };
}
crate::for_all_variants! { variant_id {} }

impl VariantId {
    /// The name on the command line and in UCI.
    pub const fn name(self) -> &'static str {
        self.names()[0]
    }

    /// All that protocols and files call this game.
    pub const fn names(self) -> &'static [&'static str] {
        with_variant!(self, V => V::NAMES)
    }

    /// What `UCI_Variant` calls this game, its own name first.
    pub const fn uci_names(self) -> &'static [&'static str] {
        with_variant!(self, V => V::UCI_NAMES)
    }

    /// What people call it, as in the tag `Variant` of a PGN.
    pub const fn title(self) -> &'static str {
        with_variant!(self, V => V::TITLE)
    }

    /// What it is, in a few words.
    pub const fn about(self) -> &'static str {
        with_variant!(self, V => V::ABOUT)
    }

    /// The FEN of the first position.
    pub const fn start(self) -> &'static str {
        with_variant!(self, V => V::START)
    }

    /// Whether moves of this game are also written in Thai letters.
    pub const fn has_thai_notation(self) -> bool {
        with_variant!(self, V => V::THAI_NOTATION)
    }

    /// The game that a FEN most likely belongs to: the first whose men, rights and count it has. Where there is none,
    /// makruk if it has a man of makruk's, else chess.
    ///
    /// ```
    /// # use kempelen_rules::VariantId;
    /// assert_eq!(VariantId::guess("8/8/4k3/8/8/3SK3/8/8 w - - 0 1"), VariantId::Makruk);
    /// assert_eq!(VariantId::guess("8/8/8/3k4/8/3K4/3R4/8 b - 32 6 1"), VariantId::Makruk);
    /// assert_eq!(VariantId::guess("8/8/8/3k4/8/3K4/3R4/8 b - - 6 1"), VariantId::Chess);
    /// assert_eq!(VariantId::guess("8/8/8/3k4/8/3K4/3A4/8 b - - 6 1"), VariantId::AiWok);
    /// assert_eq!(VariantId::guess("4k3/8/8/8/8/8/8/3KM3 w D - 6 1"), VariantId::Cambodian);
    /// assert_eq!(VariantId::guess("startpos"), VariantId::Chess);
    /// ```
    pub fn guess(fen: &str) -> Self {
        let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
        let field = |i: usize| fields.get(i).copied().unwrap_or("-");
        // A word such as `startpos` is no board, whatever letters it has.
        let board = if field(0).contains('/') { field(0) } else { "" };
        let counted = field(3).bytes().all(|byte| byte.is_ascii_digit());
        // In a short FEN numbers stand where rights would, and K and Q name rooks, which do not leap.
        let rights = field(2).contains(|letter: char| letter.is_ascii_alphabetic());
        let wings = field(2).contains(['K', 'Q', 'k', 'q']);
        let fits = |game: &Self| {
            with_variant!(*game, V => {
                let own = |letter| V::role_of(letter).is_some_and(|role| V::ROLES.contains(&role));
                (V::COUNTS_TO_LIMIT || !counted)
                    && (V::RIGHTS || !rights)
                    && (V::CASTLING || !wings)
                    && board.chars().filter(char::is_ascii_alphabetic).all(own)
            })
        };
        let makruk = || if board.contains(['m', 'M', 's', 'S']) { Self::Makruk } else { Self::Chess };
        Self::ALL.into_iter().find(fits).unwrap_or_else(makruk)
    }
}

impl fmt::Display for VariantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads the names that protocols and files use, in any case. To the laws Chess960 is chess; [`GameKind`] tells them
/// apart.
impl FromStr for VariantId {
    type Err = VariantError;

    fn from_str(text: &str) -> Result<Self, VariantError> {
        text.parse().map(GameKind::variant)
    }
}
