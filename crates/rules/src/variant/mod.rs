//! What differs between the games, and nothing else.
//!
//! A game is a type without values. Everything generic over [`Variant`] is compiled once for each, so that no
//! code asks at run time which game it plays; values ([`VariantId`], [`AnyPosition`](crate::AnyPosition)) are for
//! the edges.
//!
//! # A new game
//!
//! A game is a file beside this one that implements [`Variant`], and a line in `list.rs`. The trait asks for a name and
//! a first position; all the rest has a default, which is what makruk does. A relative of makruk says how it differs:
//!
//! - men that move otherwise, or are written with other letters: [`attacks`](Variant::attacks),
//!   [`letter`](Variant::letter), [`man_name`](Variant::man_name);
//! - promotion elsewhere or to other men: [`promotion_zone`](Variant::promotion_zone), [`PROMOTIONS`](Variant::PROMOTIONS);
//! - leaps that a man may take only as long as it has not moved: [`FIRST_LEAPS`](Variant::FIRST_LEAPS),
//!   [`first_leaps`](Variant::first_leaps), [`rights_ended`](Variant::rights_ended). Such a right is kept as the right
//!   to castle is: it stands in the third field of a FEN, in the key, and so in what counts as a repetition;
//! - a king that may not run from a check: [`KING_FLEES`](Variant::KING_FLEES);
//! - another count towards a draw: [`count`](Variant::count), [`count_limit`](Variant::count_limit),
//!   [`count_runs_out`](Variant::count_runs_out).

mod ai_wok;
mod asean;
mod cambodian;
mod chess;
mod counting;
mod draw_count;
mod kind;
mod list;
mod makpong;
mod makruk;
mod shuffled;
#[cfg(test)]
mod tests;

pub use ai_wok::AiWok;
pub use asean::Asean;
pub use cambodian::Cambodian;
pub use chess::Chess;
pub use draw_count::{DrawCount, Draws, Played};
pub use kind::{GameKind, VariantError};
pub use list::VariantId;
pub use makpong::Makpong;
pub use makruk::Makruk;

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Color, End, Position, Role, Square, SquareSet};

mod sealed {
    /// The laws ask a game many things that no caller needs to, so that games are declared here only.
    pub trait Sealed {}
}
use sealed::Sealed;

/// A game: which men there are, how they move, and how it can be drawn.
///
/// ```
/// use kempelen_rules::{Chess, Makruk, Position, Variant};
///
/// /// In how many ways a game can begin.
/// fn first_moves<V: Variant>() -> usize {
///     Position::<V>::default().legal_moves().len()
/// }
/// assert_eq!((first_moves::<Chess>(), first_moves::<Makruk>()), (20, 23));
/// ```
pub trait Variant: Sealed + Copy + Default + Eq + Hash + Debug + Send + Sync + 'static {
    /// The game as a value.
    const ID: VariantId;
    /// What protocols and files call it, in small letters; readers look at letters and digits alone. The first is its
    /// name on the command line and in UCI.
    const NAMES: &'static [&'static str];
    /// Which of these names UCI's programs use, the first among them.
    const UCI_NAMES: &'static [&'static str] = &[Self::NAMES[0]];
    /// What people call it, as in the tag `Variant` of a PGN.
    const TITLE: &'static str;
    /// What it is, in a few words.
    const ABOUT: &'static str;
    /// The FEN of the first position.
    const START: &'static str;
    /// The men in play, the pawn first and the king last.
    const ROLES: [Role; 6] = [Role::Pawn, Role::Met, Role::Khon, Role::Knight, Role::Rook, Role::King];
    /// The men that take single steps, but for the king.
    const STEPPERS: &'static [Role] = &[Role::Pawn, Role::Met, Role::Khon, Role::Knight];
    /// The men that slide along ranks and files.
    const STRAIGHT_SLIDERS: &'static [Role] = &[Role::Rook];
    /// The men that slide along diagonals.
    const DIAGONAL_SLIDERS: &'static [Role] = &[];
    /// What a pawn may become, the best first.
    const PROMOTIONS: &'static [Role] = &[Role::Met];
    /// Whether a pawn on its first rank may take two steps, and be taken in passing.
    const DOUBLE_STEP: bool = false;
    /// Whether king and rook may castle.
    const CASTLING: bool = false;
    /// Whether a man that was a pawn once is shown as such (`M~` in a FEN).
    const MARKS_PROMOTED: bool = false;
    /// Whether moves are counted up to a limit that depends on the men, which the fourth field of a FEN then holds.
    const COUNTS_TO_LIMIT: bool = true;
    /// Whether moves are also written in Thai letters.
    const THAI_NOTATION: bool = true;
    /// Whether a FEN may stop after the side to move, or go on with the two numbers at once.
    const SHORT_FEN: bool = true;
    /// Whether a set-up may leave the side not to move in check. It can be played on, since a king is never taken. The
    /// positions by which makruk's counting is judged begin with such a one, so its programs have to read it.
    const OPEN_CHECK: bool = true;

    /// The men that may leap as long as they have not moved.
    const FIRST_LEAPS: &'static [Role] = &[];
    /// Whether a king in check may step away; if not, it can only take the man that checks it.
    const KING_FLEES: bool = true;

    /// Whether men have rights that they can lose: to castle, or to leap.
    const RIGHTS: bool = Self::CASTLING || !Self::FIRST_LEAPS.is_empty();

    /// A pawn that lands here promotes, at once and always.
    #[inline]
    fn promotion_zone(us: Color) -> SquareSet {
        SquareSet::relative_rank(us, 5)
    }

    /// The squares where a pawn of `us` may stand.
    fn pawn_zone(us: Color) -> SquareSet {
        (0..5).fold(SquareSet::EMPTY, |zone, rank| zone | SquareSet::relative_rank(us, rank))
    }

    /// Where a man of this role on `from` could capture.
    #[inline(always)]
    fn attacks(role: Role, us: Color, from: Square, occupied: SquareSet) -> SquareSet {
        makruk::attacks(role, us, from, occupied)
    }

    /// Where a man of [`FIRST_LEAPS`](Self::FIRST_LEAPS) on `from` may leap to with its first move, if nothing stands
    /// there. A leap never captures, and a king does not leap out of check or into it.
    #[inline]
    fn first_leaps(_role: Role, _us: Color, _from: Square) -> SquareSet {
        SquareSet::EMPTY
    }

    /// The squares whose rights end when a man has moved, whether or not anything there has one; asked where
    /// [`RIGHTS`](Self::RIGHTS) holds. In `after` the man stands where it went.
    #[inline]
    fn rights_ended(
        _after: &Position<Self>,
        (_us, _role): (Color, Role),
        from: Square,
        to: Square,
    ) -> SquareSet {
        from.set() | to.set()
    }

    /// The draw count after a move, given the count before it and the position it led to (with the other side to move).
    #[inline]
    fn count(before: DrawCount, after: &Position<Self>, played: Played) -> DrawCount {
        makruk::count(before, after, played)
    }

    /// How many moves `side` must hold out for a draw if a count began here, or 0 where it has nothing to count.
    ///
    /// ```
    /// use kempelen_rules::{Cambodian, Color, Makruk, Position, Variant};
    ///
    /// let fen = "8/8/8/3k4/8/3K4/3R4/8 b - - 0 80";
    /// assert_eq!(Makruk::count_limit(&fen.parse()?, Color::Black), 16);
    /// assert_eq!(Makruk::count_limit(&fen.parse()?, Color::White), 0, "a bare khun chases nobody");
    /// assert_eq!(Cambodian::count_limit(&fen.parse()?, Color::Black), 15);
    /// # Ok::<(), kempelen_rules::fen::FenError>(())
    /// ```
    fn count_limit(position: &Position<Self>, side: Color) -> u16 {
        makruk::count_limit(position, side)
    }

    /// Whether the draw count alone makes this position a draw. The caller has excluded mate.
    fn count_runs_out(position: &Position<Self>, _draws: Draws) -> Option<End> {
        let DrawCount { plies, limit } = position.draw_count();
        (limit > 0 && plies > limit).then_some(End::Counting)
    }

    /// How many more plies the clock leaves until it makes a draw, if none of them winds it up again: 0 where it
    /// [runs out](Self::count_runs_out). `None` where nothing is counted.
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
    fn plies_to_draw(position: &Position<Self>, _draws: Draws) -> Option<u16> {
        let DrawCount { plies, limit } = position.draw_count();
        (limit > 0).then(|| limit.saturating_add(1).saturating_sub(plies))
    }

    /// How often a position must occur to make a draw, and what that is called.
    fn repetition_draw(_draws: Draws) -> (usize, End) {
        (3, End::Threefold)
    }

    /// Whether `side` has the men to mate with, some day, with the help of a willing opponent.
    fn can_mate(position: &Position<Self>, side: Color) -> bool {
        makruk::can_mate(position, side)
    }

    /// The letter of a man in FEN, SAN and UCI, lower case.
    fn letter(role: Role) -> char {
        role.letter()
    }

    /// What people call a man.
    fn man_name(role: Role) -> &'static str {
        role.name()
    }

    /// The man of a letter of either case. Where this game has none, it is the man that another game has, so that
    /// errors can name it.
    ///
    /// ```
    /// # use kempelen_rules::{Chess, Makruk, Role, Variant};
    /// assert_eq!(Makruk::role_of('S'), Some(Role::Khon));
    /// assert!(!Chess::ROLES.contains(&Role::Khon) && Chess::role_of('S') == Some(Role::Khon));
    /// assert_eq!(Chess::role_of('x'), None);
    /// ```
    fn role_of(letter: char) -> Option<Role> {
        let lower = letter.to_ascii_lowercase();
        let own = Self::ROLES.into_iter().find(|&role| Self::letter(role) == lower);
        own.or_else(|| Role::from_letter(lower))
    }
}
