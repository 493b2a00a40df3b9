//! Moves as the Universal Chess Interface writes them: `e2e4`, `e7e8q`, `e1g1`.

use std::fmt;

use crate::position::castled;
use crate::text::clip;
use crate::{Move, Position, Role, Square, SquareSet, Variant};

/// How castling is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Castling {
    /// The king's two steps (`e1g1`) where king and rooks stand as in orthodox chess, the other way elsewhere.
    #[default]
    Natural,
    /// Always as the king taking its own rook (`e1h1`), as `UCI_Chess960` asks for.
    KingTakesRook,
}

/// Writes a legal move.
///
/// ```
/// use kempelen_rules::uci::{self, Castling};
/// use kempelen_rules::{Chess, Move, Position, Square};
///
/// // R . . . K . . R
/// let position: Position<Chess> = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
/// let castling = Move::new(Square::E1, Square::H1);
/// assert_eq!(uci::write(&position, castling, Castling::Natural), "e1g1");
/// assert_eq!(uci::write(&position, castling, Castling::KingTakesRook), "e1h1");
/// # Ok::<(), kempelen_rules::fen::FenError>(())
/// ```
pub fn write<V: Variant>(position: &Position<V>, m: Move, style: Castling) -> String {
    let orthodox = SquareSet::file(0) | SquareSet::file(7);
    if style == Castling::Natural && position.is_castling(m) && m.from().file() == 4 && orthodox.has(m.to()) {
        return format!("{}{}", m.from(), castled(m.from(), m.to()).0);
    }
    let letter = m.promoted().map(V::letter);
    format!("{}{}{}", m.from(), m.to(), letter.map_or(String::new(), String::from))
}

/// Reads a move and says whether it may be played here.
///
/// Castling is understood in both spellings, and so are `e2-e4` and `e7e8=Q`. Where a pawn can only become one
/// thing, as in makruk, that letter may be left out.
///
/// # Errors
/// When the text is no move, or no legal one.
///
/// ```
/// # use kempelen_rules::{Makruk, Position, Role, uci};
/// // A bia that steps onto the sixth rank becomes a met, whether or not that is said.
/// let position: Position<Makruk> = "4k3/8/8/3P4/8/8/8/4K3 w - - 0 1".parse()?;
/// let m = uci::read(&position, "d5d6")?;
/// assert_eq!(m.promoted(), Some(Role::Met));
/// assert!(uci::read(&position, "d5d7").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read<V: Variant>(position: &Position<V>, text: &str) -> Result<Move, MoveError> {
    let unreadable = || MoveError::Unreadable(clip(text));
    let squares: Vec<char> = text.trim().chars().filter(|c| !"-=".contains(*c)).take(6).collect();
    let (from, to, letter) = match squares[..] {
        [a, b, c, d] => (square(a, b), square(c, d), None),
        [a, b, c, d, letter] => (square(a, b), square(c, d), Some(letter)),
        _ => return Err(unreadable()),
    };
    let (Some(from), Some(to)) = (from, to) else { return Err(unreadable()) };
    let role = match letter {
        Some(letter) => Some(V::role_of(letter).ok_or_else(unreadable)?),
        None if V::PROMOTIONS.len() == 1 && promotes(position, from, to) => Some(V::PROMOTIONS[0]),
        None => None,
    };
    let illegal = || MoveError::Illegal(clip(text));
    if from == to {
        return Err(illegal());
    }
    let m = match role {
        Some(role) => Move::promotion(from, to, role),
        None => castling_to(position, from, to).unwrap_or(Move::new(from, to)),
    };
    if position.is_legal(m) { Ok(m) } else { Err(illegal()) }
}

fn square(file: char, rank: char) -> Option<Square> {
    format!("{}{rank}", file.to_ascii_lowercase()).parse().ok()
}

fn promotes<V: Variant>(position: &Position<V>, from: Square, to: Square) -> bool {
    position.role_on(from) == Some(Role::Pawn) && V::promotion_zone(position.turn()).has(to)
}

/// A king that goes two files or more is castling to that side, whatever it may do elsewhere.
fn castling_to<V: Variant>(position: &Position<V>, from: Square, to: Square) -> Option<Move> {
    let king = position.king(position.turn());
    if !V::CASTLING || from != king || from.rank() != to.rank() || from.file().abs_diff(to.file()) < 2 {
        return None;
    }
    let rooks = position.castling_rooks() & position.side(position.turn());
    rooks
        .into_iter()
        .find(|&rook| rook == to || castled(king, rook).0 == to && (rook.file() > king.file()) == (to > from))
        .map(|rook| Move::new(king, rook))
}

/// Why a text is no move to be played here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// The text is no move at all.
    Unreadable(String),
    /// The laws do not allow it here.
    Illegal(String),
    /// Several men can do what the text says.
    Ambiguous(String),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(text) => write!(f, "{text:?} is not a move"),
            Self::Illegal(text) => write!(f, "{text:?} is not a legal move here"),
            Self::Ambiguous(text) => write!(f, "{text:?} can be played by more than one man"),
        }
    }
}

impl std::error::Error for MoveError {}
