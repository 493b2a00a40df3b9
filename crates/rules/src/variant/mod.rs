//! What differs between the games, and nothing else.
//!
//! A game is a type without values. Everything generic over [`Variant`] is compiled once for each, so that no
//! code asks at run time which game it plays; values ([`VariantId`], [`AnyPosition`](crate::AnyPosition)) are for
//! the edges.

mod chess;
mod makruk;

pub use chess::Chess;
pub use makruk::Makruk;

use std::fmt::{self, Debug};
use std::hash::Hash;
use std::str::FromStr;

use crate::{Color, End, Position, Role, Square, SquareSet};

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Chess {}
    impl Sealed for super::Makruk {}
}

/// A game: which men there are, how they move, and how it can be drawn.
pub trait Variant: sealed::Sealed + Copy + Default + Eq + Hash + Debug + Send + Sync + 'static {
    /// The game as a value.
    const ID: VariantId;
    /// The FEN of the first position.
    const START: &'static str;
    /// The men in play, the pawn first and the king last.
    const ROLES: [Role; 6];
    /// The men that take single steps, but for the king.
    const STEPPERS: &'static [Role];
    /// The men that slide along ranks and files.
    const STRAIGHT_SLIDERS: &'static [Role];
    /// The men that slide along diagonals.
    const DIAGONAL_SLIDERS: &'static [Role];
    /// What a pawn may become, the best first.
    const PROMOTIONS: &'static [Role];
    /// Whether a pawn on its first rank may take two steps, and be taken in passing.
    const DOUBLE_STEP: bool;
    /// Whether king and rook may castle.
    const CASTLING: bool;
    /// Whether a FEN may stop after the side to move, or go on with the two numbers at once.
    const SHORT_FEN: bool;
    /// Whether a set-up may leave the side not to move in check. It can be played on, since a king is never taken.
    const OPEN_CHECK: bool;

    /// A pawn that lands here promotes, at once and always.
    fn promotion_zone(us: Color) -> SquareSet;

    /// The squares where a pawn of `us` may stand.
    fn pawn_zone(us: Color) -> SquareSet;

    /// Where a man of this role on `from` could capture.
    fn attacks(role: Role, us: Color, from: Square, occupied: SquareSet) -> SquareSet;

    /// The clock after a move, given the clock before it and the position it led to (with the other side to move).
    fn tick(before: Clock, after: &Position<Self>, played: Played) -> Clock;

    /// Whether the clock alone makes this position a draw. The caller has excluded mate.
    fn clock_runs_out(position: &Position<Self>, draws: Draws) -> Option<End>;

    /// How many more plies the clock leaves until it makes a draw, if none of them winds it up again: 0 where it
    /// [runs out](Self::clock_runs_out). `None` where no clock runs.
    ///
    /// ```
    /// use kempelen_rules::variant::Draws;
    /// use kempelen_rules::{Chess, Makruk, Position, Variant};
    ///
    /// let chess: Position<Chess> = "8/8/8/3k4/8/3K4/3R4/8 w - - 92 80".parse()?;
    /// assert_eq!(Chess::plies_to_draw(&chess, Draws::Claimed), Some(8));
    /// let counted: Position<Makruk> = "8/8/8/3k4/8/3K4/3R4/8 w - 32 6 80".parse()?;
    /// assert_eq!(Makruk::plies_to_draw(&counted, Draws::Claimed), Some(27));
    /// let uncounted: Position<Makruk> = "8/8/3p4/3k4/8/3K4/3R4/8 w - - 92 80".parse()?;
    /// assert_eq!(Makruk::plies_to_draw(&uncounted, Draws::Claimed), None);
    /// # Ok::<(), kempelen_rules::fen::FenError>(())
    /// ```
    fn plies_to_draw(position: &Position<Self>, draws: Draws) -> Option<u16>;

    /// How often a position must occur to make a draw, and what that is called.
    fn repetition_draw(draws: Draws) -> (usize, End);

    /// Whether `side` has the men to mate with, some day, with the help of a willing opponent.
    fn can_mate(position: &Position<Self>, side: Color) -> bool;
}

/// What runs down towards a draw.
///
/// In chess `plies` counts half-moves since the last capture or pawn move, and there is no limit. In makruk a
/// `limit` above zero means that a count is on, and `plies` is that count; before, `plies` is as in chess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Clock {
    /// Half-moves counted.
    pub plies: u16,
    /// The half-moves after which the game is drawn, or 0 where none is counted.
    pub limit: u16,
}

impl Clock {
    /// The count as people say it, in whole moves: how many have been counted, and of how many. `None` where no
    /// count is on.
    ///
    /// ```
    /// # use kempelen_rules::variant::Clock;
    /// assert_eq!(Clock { plies: 8, limit: 88 }.spoken(), Some((4, 44)));
    /// assert_eq!(Clock { plies: 7, limit: 0 }.spoken(), None);
    /// ```
    pub fn spoken(self) -> Option<(u16, u16)> {
        (self.limit > 0).then_some((self.plies.div_ceil(2), self.limit / 2))
    }
}

/// What a clock needs to know of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// What moved, before any promotion.
    pub role: Role,
    /// What was captured.
    pub captured: Option<Role>,
    /// Whether a pawn promoted.
    pub promoted: bool,
}

/// Which draws count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draws {
    /// Those a player may claim, as programs do for each other.
    Claimed,
    /// Those that end the game even if nobody asks.
    Automatic,
}

/// A game as a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum VariantId {
    /// Orthodox chess, Chess960 included.
    Chess,
    /// Makruk, the chess of Thailand.
    Makruk,
}

impl VariantId {
    /// Every game.
    pub const ALL: [Self; 2] = [Self::Chess, Self::Makruk];

    /// The name on the command line and in UCI.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chess => "chess",
            Self::Makruk => "makruk",
        }
    }

    /// The game that a FEN most likely belongs to: makruk where it has a man or a count of makruk's, else chess.
    ///
    /// ```
    /// # use kempelen_rules::VariantId;
    /// assert_eq!(VariantId::guess("8/8/4k3/8/8/3SK3/8/8 w - - 0 1"), VariantId::Makruk);
    /// assert_eq!(VariantId::guess("8/8/8/3k4/8/3K4/3R4/8 b - 32 6 1"), VariantId::Makruk);
    /// assert_eq!(VariantId::guess("8/8/8/3k4/8/3K4/3R4/8 b - - 6 1"), VariantId::Chess);
    /// assert_eq!(VariantId::guess("startpos"), VariantId::Chess);
    /// ```
    pub fn guess(fen: &str) -> Self {
        let mut fields = fen.split_ascii_whitespace();
        // A word such as `startpos` is no board, whatever letters it has.
        let board = fields.next().filter(|board| board.contains('/')).unwrap_or_default();
        let men = board.contains(['m', 'M', 's', 'S']);
        let counted = fields.nth(2).is_some_and(|field| field.bytes().all(|byte| byte.is_ascii_digit()));
        if men || counted { Self::Makruk } else { Self::Chess }
    }

    /// The FEN of the first position.
    pub const fn start(self) -> &'static str {
        match self {
            Self::Chess => Chess::START,
            Self::Makruk => Makruk::START,
        }
    }
}

impl fmt::Display for VariantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text names no game of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantError(pub String);

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a game played here (chess, chess960, makruk)", self.0)
    }
}

impl std::error::Error for VariantError {}

/// Reads the names that protocols and files use, in any case. Chess960 is chess: its difference is in the start
/// position and in how castling is written.
impl FromStr for VariantId {
    type Err = VariantError;

    fn from_str(text: &str) -> Result<Self, VariantError> {
        let word: String =
            text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
        match word.as_str() {
            "chess" | "standard" | "normal" | "orthodox" | "chess960" | "fischerandom" | "fischerrandom"
            | "fromposition" => Ok(Self::Chess),
            "makruk" => Ok(Self::Makruk),
            _ => Err(VariantError(text.to_owned())),
        }
    }
}
