//! A position as a guest brings it to a machine: men on 64 squares, and the side to move.
//!
//! The machines of this cabinet know little more than that, so the first two fields of a FEN say it all.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use kempelen_rules::fen::{self, FenError};
use kempelen_rules::{Chess, Color, Piece, Position, Role, Setup, Square};

/// Men of chess on squares and the side to move, with at most one king a side.
///
/// A missing king is allowed: each machine says what it makes of it. Two kings of one colour are refused,
/// because every machine here looks for *the* king.
///
/// ```
/// use kempelen_museum::placement::Placement;
/// use kempelen_rules::{Color, Square};
///
/// let placement: Placement = "8/8/8/8/8/5k2/6p1/7K w - - 0 1".parse()?;
/// assert_eq!(placement.turn(), Color::White);
/// assert_eq!(placement.piece_on(Square::G2).map(|pawn| pawn.letter()), Some('p'));
/// # Ok::<(), kempelen_museum::placement::PlacementError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    board: [Option<Piece>; 64],
    turn: Color,
}

impl Placement {
    /// The start position of chess.
    pub fn start() -> Self {
        Self::from(&Position::<Chess>::default())
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The man on a square, if there is one.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// All men with their squares, from a1 to h8.
    pub fn men(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::all().filter_map(|square| self.piece_on(square).map(|piece| (square, piece)))
    }
}

/// A position of chess has one king a side, so that nothing can be wrong with it.
impl From<&Position<Chess>> for Placement {
    fn from(position: &Position<Chess>) -> Self {
        Self { board: Setup::from(*position).board, turn: position.turn() }
    }
}

impl TryFrom<&Setup> for Placement {
    type Error = PlacementError;

    fn try_from(setup: &Setup) -> Result<Self, PlacementError> {
        if let Some((square, man)) = setup.men().find(|(_, man)| code(*man) == 0) {
            return Err(PlacementError::Foreign(man, square));
        }
        for color in Color::ALL {
            let king = Piece::new(color, Role::King);
            if setup.men().filter(|&(_, man)| man == king).count() > 1 {
                return Err(PlacementError::TwoKings(color));
            }
        }
        Ok(Self { board: setup.board, turn: setup.turn })
    }
}

/// Reads the first two fields of a FEN, the board and the side to move. The others (castling, en passant,
/// clocks) are not looked at.
impl FromStr for Placement {
    type Err = PlacementError;

    fn from_str(text: &str) -> Result<Self, PlacementError> {
        let fields: Vec<&str> = text.split_whitespace().take(2).collect();
        let setup = fen::read::<Chess>(&format!("{} - -", fields.join(" "))).map_err(PlacementError::Fen)?;
        Self::try_from(&setup)
    }
}

/// Why something is not a placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlacementError {
    /// The text is no FEN.
    Fen(FenError),
    /// A man that chess does not have.
    Foreign(Piece, Square),
    /// This side has more than one king.
    TwoKings(Color),
}

impl fmt::Display for PlacementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => error.fmt(f),
            Self::Foreign(man, square) => write!(f, "chess has no {} ({square})", man.role().name()),
            Self::TwoKings(color) => write!(f, "{color} has more than one king"),
        }
    }
}

impl Error for PlacementError {}

/// A man as a small number: 1 to 6 for P N B R Q K, Black's negative, and 0 for the men of other games.
///
/// The machines of this crate that number their men do it this way.
pub fn code(man: Piece) -> i8 {
    man.color().forward() * role_code(man.role())
}

/// 1 to 6 for P N B R Q K, and 0 for the men of other games.
pub const fn role_code(role: Role) -> i8 {
    match role {
        Role::Pawn => 1,
        Role::Knight => 2,
        Role::Bishop => 3,
        Role::Rook => 4,
        Role::Queen => 5,
        Role::King => 6,
        Role::Khon | Role::Met => 0,
    }
}

/// The man of a [`code`]; zero and numbers beyond six are nobody's.
pub fn man_of(code: i8) -> Option<Piece> {
    let color = if code > 0 { Color::White } else { Color::Black };
    let role = Role::ALL.into_iter().find(|&role| code != 0 && role_code(role) == code.saturating_abs())?;
    Some(Piece::new(color, role))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_position_is_the_start_position() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(fen.parse(), Ok(Placement::start()));
    }

    #[test]
    fn what_is_not_a_placement_is_named() {
        let error = |fen: &str| fen.parse::<Placement>().unwrap_err();
        assert_eq!(error("8/8/8 w"), PlacementError::Fen(FenError::Ranks(3)));
        assert_eq!(error("8/8/8/8/8/8/8/7x w"), PlacementError::Fen(FenError::Letter('x')));
        assert_eq!(error("8/8/8/8/8/8/8/8 white"), PlacementError::Fen(FenError::Turn("white".into())));
        assert_eq!(error("8/8/8/8/8/8/8/KK6 w"), PlacementError::TwoKings(Color::White));
        assert_eq!(error("kk6/8/8/8/8/8/8/K7 w"), PlacementError::TwoKings(Color::Black));
        assert_eq!(error("8/8/8/8/8/8/8/KM6 w").to_string(), "chess has no met (b1)");
        for bad in ["", "8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/7 w", "8/8/8/8/8/8/8/88 w", "8/8/8/8/8/8/8/7ö w"] {
            assert!(matches!(error(bad), PlacementError::Fen(_)), "{bad}");
        }
    }

    #[test]
    fn odd_but_clear_placements_are_accepted() {
        for fen in ["8/8/8/8/8/8/8/8 b", "PPPPPPPP/8/8/8/8/8/8/pppppppp w - -", "K7/8/8/8/8/8/8/44 w"] {
            assert!(fen.parse::<Placement>().is_ok(), "{fen}");
        }
    }

    #[test]
    fn codes_lead_back_to_the_man() {
        for (_, man) in Placement::start().men() {
            assert_eq!(man_of(code(man)), Some(man));
        }
        for nobody in [0, 7, -7, i8::MIN] {
            assert_eq!(man_of(nobody), None);
        }
    }
}
