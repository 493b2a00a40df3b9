//! Positions from outside. The original could only be set up man by man in its memory, so the rule here is ours.

use std::fmt;

use kempelen_rules::{Chess, Color, Position, Square};

use super::board::{MicrochessBoard, role_of};
use super::notation::{Man, index_of};

/// Why a position cannot be given to the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportError {
    /// The board field of the FEN does not describe eight ranks of eight squares.
    Shape(String),
    /// A letter stands for no man.
    Letter(char),
    /// The side to move is neither `w` nor `b`.
    Side(String),
    /// All slots for this kind of man are taken.
    NoSlot {
        /// Whose man it is.
        color: Color,
        /// The letter of its kind.
        role: char,
        /// Its square.
        square: String,
    },
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(text) => write!(f, "{text:?} does not describe eight ranks of eight squares"),
            Self::Letter(letter) => write!(f, "{letter:?} stands for no man of chess"),
            Self::Side(text) => write!(f, "the side to move is w or b, not {text:?}"),
            Self::NoSlot { color, role, square } => {
                let (count, name) = match role {
                    'K' => ("one", "king"),
                    'Q' => ("one", "queen"),
                    'R' => ("two", "rooks"),
                    'B' => ("two", "bishops"),
                    'N' => ("two", "knights"),
                    _ => ("eight", "pawns"),
                };
                let whose = if *color == Color::White { "white" } else { "black" };
                write!(f, "Microchess has {count} {name} a side: no slot for the {whose} {role} on {square}")
            }
        }
    }
}

impl std::error::Error for ImportError {}

impl MicrochessBoard {
    /// Sets up a FEN. The computer plays the side to move; castling rights and the other fields mean nothing to the
    /// machine and are not read.
    ///
    /// # Errors
    ///
    /// A text that is no FEN, or a man for whom the machine has no slot, such as a second queen.
    ///
    /// ```
    /// use kempelen_museum::microchess::{MicrochessBoard, Color};
    ///
    /// let (board, computer) = MicrochessBoard::from_fen("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1").unwrap();
    /// assert_eq!(computer, Color::White);
    /// assert_eq!((board.own[0], board.own[1], board.opp[0]), (0x62, 0x41, 0x70));
    ///
    /// let error = MicrochessBoard::from_fen("7k/5K2/8/6QQ/8/8/8/8 w - - 0 1").unwrap_err();
    /// assert_eq!(error.to_string(), "Microchess has one queen a side: no slot for the white Q on g5");
    /// ```
    pub fn from_fen(fen: &str) -> Result<(Self, Color), ImportError> {
        let mut fields = fen.split_whitespace();
        let men = men_of(fields.next().unwrap_or(""))?;
        let computer = match fields.next().unwrap_or("") {
            "w" => Color::White,
            "b" => Color::Black,
            other => return Err(ImportError::Side(other.to_owned())),
        };
        Ok((Self::from_men(&men, computer)?, computer))
    }

    /// Sets up the men standing on a1, b1 .. h8. Own's squares are gone through from 00 to 77, and each man takes the
    /// lowest free slot of its kind.
    ///
    /// # Errors
    ///
    /// A letter that stands for no man, or a man without a free slot.
    pub fn from_men(men: &[Option<Man>; 64], computer: Color) -> Result<Self, ImportError> {
        let mut board = Self::EMPTY;
        let mut taken = [[false; 16]; 2];
        for square in 0..0x78_u8 {
            let Some(index) = index_of(square, computer) else { continue };
            let Some((color, role)) = men[index] else { continue };
            if !"KQRBNP".contains(role) {
                return Err(ImportError::Letter(role));
            }
            let own = color == computer;
            let taken = &mut taken[usize::from(own)];
            let free = (0..16).find(|&slot| role_of(slot as u8) == role && !taken[slot]);
            let Some(slot) = free else {
                let square = super::square_name(square, computer).unwrap_or_default();
                return Err(ImportError::NoSlot { color, role, square });
            };
            taken[slot] = true;
            let list = if own { &mut board.own } else { &mut board.opp };
            list[slot] = square;
        }
        Ok(board)
    }
}

/// The men of a position on the squares a1, b1 .. h8.
pub(super) fn men_on(position: &Position<Chess>) -> [Option<Man>; 64] {
    let mut men = [None; 64];
    for square in Square::all() {
        let man = position.piece_on(square);
        men[square.index()] = man.map(|man| (man.color(), man.role().letter().to_ascii_uppercase()));
    }
    men
}

/// Reads the board field of a FEN into the squares a1, b1 .. h8.
fn men_of(field: &str) -> Result<[Option<Man>; 64], ImportError> {
    let shape = || ImportError::Shape(field.to_owned());
    let mut men = [None; 64];
    let rows: Vec<&str> = field.split('/').collect();
    if rows.len() != 8 {
        return Err(shape());
    }
    for (row, text) in rows.iter().rev().enumerate() {
        let mut column = 0;
        for letter in text.chars() {
            if let Some(gap @ 1..=8) = letter.to_digit(10) {
                column += gap as usize;
                continue;
            }
            let role = letter.to_ascii_uppercase();
            if !"KQRBNP".contains(role) {
                return Err(ImportError::Letter(letter));
            }
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            if column < 8 {
                men[row * 8 + column] = Some((color, role));
            }
            column += 1;
        }
        if column != 8 {
            return Err(shape());
        }
    }
    Ok(men)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_take_the_lowest_free_slot_in_the_order_of_owns_squares() {
        let (board, computer) = MicrochessBoard::from_fen("r3k2r/8/8/8/8/8/PP6/R3K2R w KQkq - 0 1").unwrap();
        assert_eq!(computer, Color::White);
        // White counts from h1, so the rook on h1 is slot 2, and the pawn on b2 comes before the one on a2.
        assert_eq!((board.own[2], board.own[3]), (0x00, 0x07));
        assert_eq!((board.own[8], board.own[9]), (0x16, 0x17));
        assert_eq!((board.opp[2], board.opp[3]), (0x70, 0x77));
        assert_eq!(board.own[1], 0xCC);
        let (board, computer) = MicrochessBoard::from_fen("r3k2r/8/8/8/8/8/PP6/R3K2R b").unwrap();
        assert_eq!(computer, Color::Black);
        assert_eq!((board.own[2], board.own[3]), (0x00, 0x07));
        assert_eq!((board.opp[8], board.opp[9]), (0x60, 0x61));
    }

    #[test]
    fn what_cannot_be_set_up_is_refused_with_its_reason() {
        let refused = |fen: &str| MicrochessBoard::from_fen(fen).unwrap_err().to_string();
        assert_eq!(
            refused("k7/8/8/8/8/NNN5/8/K7 b - - 0 1"),
            "Microchess has two knights a side: no slot for the white N on c3"
        );
        assert_eq!(
            refused("kk6/8/8/8/8/8/8/K7 w - - 0 1"),
            "Microchess has one king a side: no slot for the black K on a8"
        );
        assert!(refused("8/8/8/8/8/8/8 w - - 0 1").contains("eight ranks"));
        assert!(refused("9/8/8/8/8/8/8/8 w - - 0 1").contains("'9'"));
        assert!(refused("88/8/8/8/8/8/8/8 w - - 0 1").contains("eight squares"));
        assert!(refused("ppppppppp/8/8/8/8/8/8/8 w - - 0 1").contains("eight squares"));
        assert!(refused("x7/8/8/8/8/8/8/8 w - - 0 1").contains("'x'"));
        assert!(refused("8/8/8/8/8/8/8/8 x - - 0 1").contains("\"x\""));
        assert!(refused("").contains("eight ranks"));
        let mut men = [None; 64];
        men[3] = Some((Color::White, 'Z'));
        assert_eq!(MicrochessBoard::from_men(&men, Color::White), Err(ImportError::Letter('Z')));
    }

    #[test]
    fn kings_may_be_missing() {
        let (board, _) = MicrochessBoard::from_fen("8/8/8/8/8/8/8/8 w").unwrap();
        assert_eq!(board, MicrochessBoard::EMPTY);
    }
}
