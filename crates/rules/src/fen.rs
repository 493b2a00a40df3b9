//! Forsyth-Edwards Notation: a position in a line of text.
//!
//! Reading takes X-FEN and Shredder-FEN castling letters, four to six fields, and both spellings of makruk's
//! counting field; writing is canonical, so that equal positions have equal texts.

use std::fmt;
use std::str::FromStr;

use crate::text::clip;
use crate::variant::DrawCount;
use crate::{Color, Piece, Position, Role, Setup, SetupError, Square, SquareSet, Variant};

/// No sound FEN is longer; anything longer is refused before it is looked at.
const LONGEST: usize = 256;

/// Reads a FEN into a set-up, which need not be sound.
///
/// # Errors
/// Where the text is no FEN: what is wrong with it, first thing first.
///
/// ```
/// use kempelen_rules::{Chess, Color, fen};
///
/// let setup = fen::read::<Chess>("8/8/8/8/8/8/8/4K3 w - - 0 1")?;
/// assert!(setup.king(Color::White).is_some() && setup.king(Color::Black).is_none());
/// assert!(fen::read::<Chess>("4k3/8/8/8/8/8/8/4K4 w - - 0 1").is_err(), "nine squares on a rank");
/// # Ok::<(), kempelen_rules::fen::FenError>(())
/// ```
pub fn read<V: Variant>(text: &str) -> Result<Setup, FenError> {
    if text.len() > LONGEST {
        return Err(FenError::TooLong(text.len()));
    }
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let mut setup = Setup::default();
    let [board, turn, rest @ ..] = fields.as_slice() else { return Err(FenError::Fields(fields.len())) };
    read_board::<V>(board, &mut setup)?;
    setup.turn = match *turn {
        "w" => Color::White,
        "b" => Color::Black,
        other => return Err(FenError::Turn(clip(other))),
    };
    let (rights, fourth, numbers) = match rest {
        [] if V::SHORT_FEN => ("-", "-", &[][..]),
        [plies, number] if V::SHORT_FEN && plies.bytes().all(|b| b.is_ascii_digit()) => {
            ("-", "-", &[*plies, *number][..])
        }
        [rights, fourth, numbers @ ..] if numbers.len() <= 2 => (*rights, *fourth, numbers),
        [_, _, _, _, junk, ..] => return Err(FenError::Trailing(clip(junk))),
        _ => return Err(FenError::Fields(fields.len())),
    };
    setup.rights = read_rights(rights, &setup)?;
    match fourth {
        "-" => {}
        text if text.bytes().all(|b| b.is_ascii_digit()) => {
            setup.draw_count.limit = read_number(text, "counting limit")?;
        }
        text => {
            let square = text.parse().map_err(|_| FenError::EnPassant(clip(text)))?;
            setup.en_passant = Some(square);
        }
    }
    if let Some(text) = numbers.first() {
        setup.draw_count.plies = read_number(text, "half-move clock")?;
    }
    if let Some(text) = numbers.get(1) {
        // Some programs count moves from 0.
        setup.move_number = read_number(text, "move number")?.max(1);
    }
    Ok(setup)
}

fn read_board<V: Variant>(text: &str, setup: &mut Setup) -> Result<(), FenError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 8 {
        return Err(FenError::Ranks(rows.len()));
    }
    for (row, rank) in rows.into_iter().zip((0..8).rev()) {
        let mut file = 0;
        let mut last = None;
        for c in row.chars() {
            match c {
                '1'..='8' => {
                    file += c as usize - '0' as usize;
                    last = None;
                }
                '~' => {
                    let square: Square = last.take().ok_or(FenError::Letter(c))?;
                    setup.promoted = setup.promoted.with(square);
                }
                _ => {
                    let piece = read_man::<V>(c).ok_or(FenError::Letter(c))?;
                    if file < 8 {
                        let square = Square::at(file as u8, rank);
                        setup.board[square.index()] = Some(piece);
                        last = Some(square);
                    }
                    file += 1;
                }
            }
        }
        if file != 8 {
            return Err(FenError::Width { rank: rank + 1, squares: file });
        }
    }
    Ok(())
}

/// The man of a letter, of another game if this one has none: the check of the set-up says so then.
fn read_man<V: Variant>(letter: char) -> Option<Piece> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    V::role_of(letter).map(|role| Piece::new(color, role))
}

/// The letters of rights: K and Q name the outermost rook of that side (X-FEN), A to H a file (Shredder-FEN, and what
/// games with first leaps write).
fn read_rights(text: &str, setup: &Setup) -> Result<SquareSet, FenError> {
    let mut rights = SquareSet::EMPTY;
    if text == "-" {
        return Ok(rights);
    }
    let bad = || FenError::Castling(clip(text));
    if text.len() > 4 {
        return Err(bad());
    }
    for c in text.chars() {
        let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
        let home = color.relative_rank(0);
        let file = match c.to_ascii_lowercase() {
            'k' => outermost_rook(setup, color, (0..8).rev(), 7),
            'q' => outermost_rook(setup, color, 0..8, 0),
            letter @ 'a'..='h' => letter as u8 - b'a',
            _ => return Err(bad()),
        };
        let square = Square::at(file, home);
        if rights.has(square) {
            return Err(bad());
        }
        rights = rights.with(square);
    }
    Ok(rights)
}

/// The file of the first rook met on the way in from the edge to the king, or the edge where there is none, so that
/// the check of the set-up can say what is missing.
fn outermost_rook(setup: &Setup, color: Color, inwards: impl Iterator<Item = u8>, edge: u8) -> u8 {
    let on = |file: u8| setup.board[Square::at(file, color.relative_rank(0)).index()];
    inwards
        .take_while(|&file| on(file) != Some(Piece::new(color, Role::King)))
        .find(|&file| on(file) == Some(Piece::new(color, Role::Rook)))
        .unwrap_or(edge)
}

fn read_number(text: &str, what: &'static str) -> Result<u16, FenError> {
    if text.bytes().all(|b| b.is_ascii_digit())
        && let Ok(number) = text.parse()
    {
        return Ok(number);
    }
    Err(FenError::Number(what, clip(text)))
}

impl<V: Variant> FromStr for Position<V> {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::try_from(read::<V>(text)?).map_err(FenError::Unsound)
    }
}

/// How a FEN is written where tastes differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FenStyle {
    /// Castling rights by file (`HAha`) instead of `KQkq`.
    pub shredder: bool,
    /// The en-passant square after every double step, not only when a capture is legal.
    pub always_en_passant: bool,
}

/// The canonical FEN.
impl<V: Variant> fmt::Display for Position<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.fen_with(FenStyle::default()))
    }
}

impl<V: Variant> Position<V> {
    /// The FEN of this position: X-FEN castling letters, and an en-passant square only where a capture is legal.
    pub fn fen(&self) -> String {
        self.fen_with(FenStyle::default())
    }

    /// The FEN of this position in a chosen style.
    ///
    /// ```
    /// use kempelen_rules::fen::FenStyle;
    /// use kempelen_rules::{Chess, Position};
    ///
    /// let start = Position::<Chess>::default();
    /// let style = FenStyle { shredder: true, ..FenStyle::default() };
    /// assert_eq!(start.fen_with(style), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    /// ```
    pub fn fen_with(&self, style: FenStyle) -> String {
        let en_passant = if style.always_en_passant { self.passed_square() } else { self.en_passant() };
        let DrawCount { plies, limit } = self.draw_count();
        let fourth = match en_passant {
            Some(square) => square.to_string(),
            None if limit > 0 => limit.to_string(),
            None => "-".to_owned(),
        };
        format!(
            "{} {} {} {fourth} {plies} {}",
            self.board_text(),
            self.turn().letter(),
            self.rights_text(style),
            self.move_number()
        )
    }

    /// The first field of a FEN.
    pub fn board_text(&self) -> String {
        let mut text = String::with_capacity(72);
        for rank in (0..8).rev() {
            let mut empty = 0;
            for square in (0..8).map(|file| Square::at(file, rank)) {
                let Some(piece) = self.piece_on(square) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text.push((b'0' + empty) as char);
                    empty = 0;
                }
                text.push(self.letter_of(piece));
                if self.promoted().has(square) {
                    text.push('~');
                }
            }
            if empty > 0 {
                text.push((b'0' + empty) as char);
            }
            if rank > 0 {
                text.push('/');
            }
        }
        text
    }

    /// The letter of a man in a FEN: upper case for White.
    pub fn letter_of(&self, piece: Piece) -> char {
        let letter = V::letter(piece.role());
        piece.color().pick(letter.to_ascii_uppercase(), letter)
    }

    fn rights_text(&self, style: FenStyle) -> String {
        let mut text = String::new();
        for color in Color::ALL {
            let mut rights: Vec<Square> = (self.rights() & self.side(color)).into_iter().collect();
            if V::CASTLING {
                // The king's side is named first.
                rights.reverse();
            }
            for square in rights {
                let letter = match self.wing_letter(color, square) {
                    Some(letter) if V::CASTLING && !style.shredder => letter,
                    _ => (b'a' + square.file()) as char,
                };
                text.push(color.pick(letter.to_ascii_uppercase(), letter));
            }
        }
        if text.is_empty() { "-".to_owned() } else { text }
    }

    /// `k` or `q` where a rook is the outermost of its wing.
    fn wing_letter(&self, color: Color, rook: Square) -> Option<char> {
        let rooks = self.men(color, Role::Rook) & SquareSet::relative_rank(color, 0);
        let east = rook.file() > self.king(color).file();
        let (outermost, letter) = if east { (rooks.last(), 'k') } else { (rooks.first(), 'q') };
        (outermost == Some(rook)).then_some(letter)
    }
}

/// Why a text is no FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    /// Longer than any FEN.
    TooLong(usize),
    /// Too few fields, or an odd number of them.
    Fields(usize),
    /// Not eight ranks.
    Ranks(usize),
    /// A rank without eight squares.
    Width {
        /// The rank, from 1.
        rank: u8,
        /// How many squares it has.
        squares: usize,
    },
    /// A letter that stands for no man.
    Letter(char),
    /// Neither `w` nor `b`.
    Turn(String),
    /// No castling rights.
    Castling(String),
    /// Neither `-` nor a square nor a counting limit.
    EnPassant(String),
    /// No number, or one out of range.
    Number(&'static str, String),
    /// More after the last field.
    Trailing(String),
    /// A FEN, but of no position.
    Unsound(SetupError),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(len) => write!(f, "a FEN has at most {LONGEST} bytes, not {len}"),
            Self::Fields(n) => write!(f, "a FEN has four to six fields, not {n}"),
            Self::Ranks(n) => write!(f, "a FEN has eight ranks, not {n}"),
            Self::Width { rank, squares } => write!(f, "rank {rank} has {squares} squares, not eight"),
            Self::Letter(c) => write!(f, "{c:?} stands for no man"),
            Self::Turn(text) => write!(f, "the side to move is w or b, not {text:?}"),
            Self::Castling(text) => write!(f, "{text:?} are no castling rights"),
            Self::EnPassant(text) => write!(f, "{text:?} is no en-passant square"),
            Self::Number(what, text) => {
                write!(f, "the {what} is a number from 0 to {}, not {text:?}", u16::MAX)
            }
            Self::Trailing(text) => write!(f, "{text:?} stands after the last field"),
            Self::Unsound(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FenError {}
