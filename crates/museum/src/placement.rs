//! A position as a guest brings it to a machine: men on 64 squares, and the side to move.
//!
//! The machines of this cabinet know little more than that, so the first two fields of a FEN say it all.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// Men on squares and the side to move, with at most one king a side.
///
/// A missing king is allowed: each machine says what it makes of it. Two kings of one colour are refused,
/// because every machine here looks for *the* king.
///
/// ```
/// use kempelen_museum::placement::{Color, Placement, Role};
///
/// let placement: Placement = "8/8/8/8/8/5k2/6p1/7K w - - 0 1".parse()?;
/// assert_eq!(placement.turn(), Color::White);
/// let man = placement.man_on("g2".parse()?).expect("a pawn stands on g2");
/// assert_eq!((man.color, man.role), (Color::Black, Role::Pawn));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    men: [Option<Man>; 64],
    turn: Color,
}

impl Placement {
    /// Places men square by square, a1, b1 ... h8.
    ///
    /// # Errors
    /// Refuses two kings of one colour.
    pub fn new(men: [Option<Man>; 64], turn: Color) -> Result<Self, PlacementError> {
        for color in [Color::White, Color::Black] {
            let king = Some(Man { color, role: Role::King });
            if men.iter().filter(|&&man| man == king).count() > 1 {
                return Err(PlacementError::TwoKings(color));
            }
        }
        Ok(Self { men, turn })
    }

    /// The start position of chess.
    pub fn start() -> Self {
        use Role::{Bishop, King, Knight, Pawn, Queen, Rook};
        let officers = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
        let men = std::array::from_fn(|index| match index / 8 {
            0 => Some(Man { color: Color::White, role: officers[index % 8] }),
            1 => Some(Man { color: Color::White, role: Pawn }),
            6 => Some(Man { color: Color::Black, role: Pawn }),
            7 => Some(Man { color: Color::Black, role: officers[index % 8] }),
            _ => None,
        });
        Self { men, turn: Color::White }
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The man on a square, if there is one.
    pub fn man_on(&self, square: Square) -> Option<Man> {
        self.men[square.index()]
    }

    /// All men with their squares, from a1 to h8.
    pub fn men(&self) -> impl Iterator<Item = (Square, Man)> + '_ {
        Square::all().filter_map(|square| self.man_on(square).map(|man| (square, man)))
    }
}

impl FromStr for Placement {
    type Err = PlacementError;

    /// Reads the first two fields of a FEN, the board and the side to move.
    /// The others (castling, en passant, clocks) are not looked at.
    fn from_str(fen: &str) -> Result<Self, PlacementError> {
        let mut fields = fen.split_whitespace();
        let board = fields.next().ok_or_else(|| PlacementError::Ranks(fen.to_owned()))?;
        let turn = match fields.next() {
            Some("w") => Color::White,
            Some("b") => Color::Black,
            other => return Err(PlacementError::Turn(other.unwrap_or_default().to_owned())),
        };
        let ranks: Vec<&str> = board.split('/').collect();
        if ranks.len() != 8 {
            return Err(PlacementError::Ranks(board.to_owned()));
        }
        let mut men = [None; 64];
        for (text, row) in ranks.iter().zip(men.chunks_exact_mut(8).rev()) {
            read_rank(text, row)?;
        }
        Self::new(men, turn)
    }
}

/// Reads one rank of a FEN, such as `r3k2r`, into the eight squares from a to h.
fn read_rank(text: &str, row: &mut [Option<Man>]) -> Result<(), PlacementError> {
    let width = || PlacementError::Width(text.to_owned());
    let mut file = 0;
    for letter in text.chars() {
        if let Some(empty @ 1..=8) = letter.to_digit(10) {
            file += empty as usize;
        } else {
            let man = Man::from_letter(letter).ok_or(PlacementError::Letter(letter))?;
            *row.get_mut(file).ok_or_else(width)? = Some(man);
            file += 1;
        }
    }
    if file == row.len() { Ok(()) } else { Err(width()) }
}

/// Why a text is not a placement. Each case carries the offending text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlacementError {
    /// The board has not eight ranks.
    Ranks(String),
    /// This rank has not eight squares.
    Width(String),
    /// No man has this letter.
    Letter(char),
    /// The side to move is neither `w` nor `b`.
    Turn(String),
    /// This side has more than one king.
    TwoKings(Color),
}

impl fmt::Display for PlacementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ranks(text) => write!(f, "the board {text:?} does not have eight ranks"),
            Self::Width(text) => write!(f, "the rank {text:?} does not have eight squares"),
            Self::Letter(letter) => write!(f, "no man has the letter {letter:?}"),
            Self::Turn(text) => write!(f, "the side to move is w or b, not {text:?}"),
            Self::TwoKings(color) => write!(f, "{color} has more than one king"),
        }
    }
}

impl Error for PlacementError {}

/// A man of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// Whose man it is.
    pub color: Color,
    /// What man it is.
    pub role: Role,
}

impl Man {
    /// The man of a FEN letter: capitals are White's.
    pub fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let role = Role::ALL.into_iter().find(|role| role.letter() == letter.to_ascii_uppercase())?;
        Some(Self { color, role })
    }

    /// The FEN letter of the man: capitals are White's.
    pub fn letter(self) -> char {
        match self.color {
            Color::White => self.role.letter(),
            Color::Black => self.role.letter().to_ascii_lowercase(),
        }
    }

    /// The man as a small number: 1 to 6 for P N B R Q K, Black's negative.
    ///
    /// The machines of this crate that number their men do it this way.
    pub fn code(self) -> i8 {
        self.color.sign() * self.role.code()
    }

    /// The man of a [`code`](Self::code); zero and numbers beyond six are nobody's.
    pub fn from_code(code: i8) -> Option<Self> {
        let color = if code > 0 { Color::White } else { Color::Black };
        let role = Role::ALL.into_iter().find(|role| role.code() == code.saturating_abs())?;
        Some(Self { color, role })
    }
}

/// The two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// The side that begins the game.
    White,
    /// The other side.
    Black,
}

impl Color {
    /// White is +1 and Black -1.
    pub fn sign(self) -> i8 {
        match self {
            Self::White => 1,
            Self::Black => -1,
        }
    }
}

impl std::ops::Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// The six kinds of men.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Role {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Role {
    /// All roles, the smallest [`code`](Self::code) first.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// The capital letter of the role.
    pub fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }

    /// 1 to 6 for P N B R Q K.
    pub const fn code(self) -> i8 {
        self as i8 + 1
    }
}

/// One of the 64 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square on a file (0 is a) and a rank (0 is White's first), if it is on the board.
    pub fn at(file: u8, rank: u8) -> Option<Self> {
        (file < 8 && rank < 8).then(|| Self(rank * 8 + file))
    }

    /// All squares: a1, b1 ... h8.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..64).map(Self)
    }

    /// 0 for a1, 1 for b1 ... 63 for h8.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// 0 for the a-file ... 7 for the h-file.
    pub fn file(self) -> u8 {
        self.0 % 8
    }

    /// 0 for White's first rank ... 7 for White's eighth.
    pub fn rank(self) -> u8 {
        self.0 / 8
    }

    /// The square so many files and ranks away, if it is on the board.
    pub fn step(self, files: i8, ranks: i8) -> Option<Self> {
        Self::at(self.file().wrapping_add_signed(files), self.rank().wrapping_add_signed(ranks))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), char::from(b'1' + self.rank()))
    }
}

impl FromStr for Square {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let &[file, rank] = text.as_bytes() else { return Err(NotationError(text.to_owned())) };
        Self::at(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'))
            .ok_or_else(|| NotationError(text.to_owned()))
    }
}

/// A man goes from one square to another.
///
/// That is all these machines say of a move: none of them can choose what a pawn becomes. It is written
/// `e2e4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Move {
    pub from: Square,
    pub to: Square,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let (from, to) = text.split_at_checked(2).ok_or_else(|| NotationError(text.to_owned()))?;
        Ok(Self { from: from.parse()?, to: to.parse()? })
    }
}

/// This text names no square, or no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError(pub String);

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not in the form e2 or e2e4", self.0)
    }
}

impl Error for NotationError {}

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
        assert_eq!(error(""), PlacementError::Ranks(String::new()));
        assert_eq!(error("8/8/8 w"), PlacementError::Ranks("8/8/8".into()));
        assert_eq!(error("8/8/8/8/8/8/8/7 w"), PlacementError::Width("7".into()));
        assert_eq!(error("8/8/8/8/8/8/8/7kk w"), PlacementError::Width("7kk".into()));
        assert_eq!(error("8/8/8/8/8/8/8/88 w"), PlacementError::Width("88".into()));
        assert_eq!(error("8/8/8/8/8/8/8/7x w"), PlacementError::Letter('x'));
        assert_eq!(error("8/8/8/8/8/8/8/70P w"), PlacementError::Letter('0'));
        assert_eq!(error("8/8/8/8/8/8/8/7ö w"), PlacementError::Letter('ö'));
        assert_eq!(error("8/8/8/8/8/8/8/8"), PlacementError::Turn(String::new()));
        assert_eq!(error("8/8/8/8/8/8/8/8 white"), PlacementError::Turn("white".into()));
        assert_eq!(error("8/8/8/8/8/8/8/KK6 w"), PlacementError::TwoKings(Color::White));
        assert_eq!(error("kk6/8/8/8/8/8/8/K7 w"), PlacementError::TwoKings(Color::Black));
    }

    #[test]
    fn odd_but_clear_placements_are_accepted() {
        for fen in ["8/8/8/8/8/8/8/8 b", "PPPPPPPP/8/8/8/8/8/8/pppppppp w - -", "K7/8/8/8/8/8/8/44 w"] {
            assert!(fen.parse::<Placement>().is_ok(), "{fen}");
        }
    }

    #[test]
    fn codes_and_letters_lead_back_to_the_man() {
        for (_, man) in Placement::start().men() {
            assert_eq!(Man::from_code(man.code()), Some(man));
            assert_eq!(Man::from_letter(man.letter()), Some(man));
        }
        for nobody in [0, 7, -7, i8::MIN] {
            assert_eq!(Man::from_code(nobody), None);
        }
    }

    #[test]
    fn squares_and_moves_read_and_write() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        assert_eq!("e2e4".parse::<Move>().map(|m| m.to_string()), Ok("e2e4".to_owned()));
        for bad in ["", "e", "e2", "e2e", "e2e9", "i2e4", "e2e4q", "E2E4", "é2e4", "eéé"] {
            assert!(bad.parse::<Move>().is_err(), "{bad}");
        }
    }
}
