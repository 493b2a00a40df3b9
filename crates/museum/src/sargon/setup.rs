//! Setting up a position from a FEN.
//!
//! A FEN does not say which pieces have moved or whether a king has castled, and the machine wants to know both.
//! The convention: pieces on their home squares have not moved, all others have; a king without castling rights
//! has castled.

use super::machine::SargonMachine;
use super::moves::Half;
use super::piece::{PieceKind, SargonColor, SargonPiece};
use super::square::SargonSquare;
use std::fmt;

/// Whether the machine may open from its book when the position is the first of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookUse {
    /// The first move comes from the book.
    Open,
    /// The machine thinks from the first move on.
    Closed,
}

/// Why a position cannot be set up. Each reason carries the text that is at fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SargonSetupError {
    /// The first field does not describe eight ranks of eight squares.
    Placement(String),
    /// The second field is neither `w` nor `b`.
    Side(String),
    /// The third field is neither `-` nor made of the letters `KQkq`.
    Castling(String),
    /// The fourth field is neither `-` nor a square.
    EnPassant(String),
    /// The sixth field is not a number.
    MoveNumber(String),
    /// A side has not exactly one king.
    Kings(String),
    /// A pawn stands on the first or the last rank.
    Pawns(String),
}

impl fmt::Display for SargonSetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Placement(text) => write!(f, "\"{text}\" is not a placement of pieces"),
            Self::Side(text) => write!(f, "\"{text}\" is not a side to move (w or b)"),
            Self::Castling(text) => write!(f, "\"{text}\" are not castling rights (KQkq or -)"),
            Self::EnPassant(text) => write!(f, "\"{text}\" is not an en passant square"),
            Self::MoveNumber(text) => write!(f, "\"{text}\" is not a move number"),
            Self::Kings(text) => write!(f, "each side needs exactly one king: \"{text}\""),
            Self::Pawns(text) => write!(f, "a pawn cannot stand on the first or last rank: \"{text}\""),
        }
    }
}

impl std::error::Error for SargonSetupError {}

/// The FEN of the start of a game.
pub(super) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// What a FEN says.
struct Fen {
    /// Unmoved pieces, by rank and file.
    ranks: [[SargonPiece; 8]; 8],
    color: SargonColor,
    castling: String,
    en_passant: Option<SargonSquare>,
    fullmove: u64,
}

impl SargonMachine {
    /// A machine with the position of a FEN, its work memory fresh.
    pub(super) fn from_fen(text: &str, book: BookUse) -> Result<Self, SargonSetupError> {
        let fen = Fen::parse(text)?;
        let mut machine = Self::new();
        for square in SargonSquare::all() {
            let piece = fen.on(square);
            if !piece.is_empty() {
                machine.board.put(square, fen.with_history(square, piece));
            }
        }
        machine.find_royals();
        machine.color = fen.color;
        machine.previous = fen.last_push();
        machine.moveno = fen.moveno(book);
        Ok(machine)
    }
}

impl Fen {
    fn parse(text: &str) -> Result<Self, SargonSetupError> {
        let mut fields = text.split_ascii_whitespace();
        let ranks = parse_placement(fields.next().unwrap_or(""))?;
        let color = match fields.next() {
            Some("w") => SargonColor::White,
            Some("b") => SargonColor::Black,
            other => return Err(SargonSetupError::Side(other.unwrap_or("").to_owned())),
        };
        let castling = fields.next().unwrap_or("-");
        if castling != "-" && !castling.chars().all(|letter| "KQkq".contains(letter)) {
            return Err(SargonSetupError::Castling(castling.to_owned()));
        }
        let en_passant = match fields.next().unwrap_or("-") {
            "-" => None,
            name => Some(
                SargonSquare::from_name(name).ok_or_else(|| SargonSetupError::EnPassant(name.to_owned()))?,
            ),
        };
        let number = fields.nth(1).unwrap_or("1");
        let fullmove = number.parse().map_err(|_| SargonSetupError::MoveNumber(number.to_owned()))?;
        Ok(Self { ranks, color, castling: castling.to_owned(), en_passant, fullmove })
    }

    fn on(&self, square: SargonSquare) -> SargonPiece {
        self.ranks[square.rank() as usize][square.file() as usize]
    }

    /// The piece with its "has moved" and "has castled" bits.
    fn with_history(&self, square: SargonSquare, piece: SargonPiece) -> SargonPiece {
        let color = piece.color();
        let back_rank = square.rank() == back_rank(color);
        let at_home = match piece.kind() {
            PieceKind::Pawn => square.rank() == pawn_rank(color),
            PieceKind::Knight => back_rank && matches!(square.file(), 1 | 6),
            PieceKind::Bishop => back_rank && matches!(square.file(), 2 | 5),
            PieceKind::Queen => back_rank && square.file() == 3,
            PieceKind::Rook => {
                back_rank
                    && matches!(square.file(), 0 | 7)
                    && (self.may_castle(color, square.file()) || !self.king_is_home(color))
            }
            PieceKind::King => return self.king_with_history(piece),
            PieceKind::Nothing | PieceKind::Border => true,
        };
        if at_home { piece } else { piece.with(SargonPiece::MOVED) }
    }

    fn king_with_history(&self, king: SargonPiece) -> SargonPiece {
        let color = king.color();
        if self.may_castle(color, 0) || self.may_castle(color, 7) {
            king
        } else {
            king.with(SargonPiece::MOVED | SargonPiece::CASTLED)
        }
    }

    /// Whether the FEN grants castling with the rook of a file, and king and rook are really there.
    fn may_castle(&self, color: SargonColor, rook_file: u8) -> bool {
        let letter = match (color, rook_file) {
            (SargonColor::White, 7) => 'K',
            (SargonColor::White, _) => 'Q',
            (SargonColor::Black, 7) => 'k',
            (SargonColor::Black, _) => 'q',
        };
        let rook = self.ranks[back_rank(color) as usize][rook_file as usize];
        self.castling.contains(letter)
            && self.king_is_home(color)
            && rook == SargonPiece::new(color, PieceKind::Rook)
    }

    fn king_is_home(&self, color: SargonColor) -> bool {
        self.ranks[back_rank(color) as usize][4] == SargonPiece::new(color, PieceKind::King)
    }

    /// The double step of a pawn that the en passant square speaks of, if it can have happened; otherwise an empty
    /// entry.
    fn last_push(&self) -> Half {
        let mover = self.color.other();
        let forward = if mover == SargonColor::White { 10 } else { -10 };
        let push = self.en_passant.map(|passed| (passed.step(-forward), passed, passed.step(forward)));
        match push {
            Some((from, passed, to))
                if passed.rank() == if mover == SargonColor::White { 2 } else { 5 }
                    && self.on(to) == SargonPiece::new(mover, PieceKind::Pawn)
                    && self.on(from).is_empty()
                    && self.on(passed).is_empty() =>
            {
                Half { from, to, flags: Half::FIRST_MOVE }
            }
            _ => Half::EMPTY,
        }
    }

    /// The move number. A FEN that says 1 is not believed: the machine would think itself in the opening. The
    /// number is then guessed from the squares of the two home ranks that have changed.
    fn moveno(&self, book: BookUse) -> u8 {
        if self.fullmove > 1 {
            return self.fullmove as u8;
        }
        if book == BookUse::Open && self.is_first_move() {
            return 1;
        }
        let start = start_placement();
        let changed = SargonSquare::all()
            .filter(|square| matches!(square.rank(), 0 | 1 | 6 | 7))
            .filter(|&square| self.on(square) != start[square.rank() as usize][square.file() as usize])
            .count();
        (changed / 2).max(2) as u8
    }

    /// Whether this is the start of a game, or the position after one move of White.
    fn is_first_move(&self) -> bool {
        let all_rights = [SargonColor::White, SargonColor::Black]
            .into_iter()
            .all(|color| self.may_castle(color, 0) && self.may_castle(color, 7));
        if !all_rights {
            return false;
        }
        let start = start_placement();
        match self.color {
            SargonColor::White => self.ranks == start,
            SargonColor::Black => {
                let Ok(machine) = SargonMachine::from_fen(START, BookUse::Closed) else { return false };
                machine.legal_moves().into_iter().any(|mv| self.is_after(&machine, mv.first))
            }
        }
    }

    /// Whether the placement is that of a machine after one simple move.
    fn is_after(&self, machine: &SargonMachine, half: Half) -> bool {
        SargonSquare::all().all(|square| {
            let origin = if square == half.to { half.from } else { square };
            let piece = if square == half.from { SargonPiece::EMPTY } else { machine.board[origin] };
            self.on(square) == piece
        })
    }
}

fn start_placement() -> [[SargonPiece; 8]; 8] {
    let placement = START.split(' ').next().unwrap_or("");
    parse_placement(placement).unwrap_or([[SargonPiece::EMPTY; 8]; 8])
}

fn parse_placement(text: &str) -> Result<[[SargonPiece; 8]; 8], SargonSetupError> {
    let wrong = || SargonSetupError::Placement(text.to_owned());
    let mut ranks = [[SargonPiece::EMPTY; 8]; 8];
    let mut rows = text.split('/');
    for rank in ranks.iter_mut().rev() {
        parse_rank(rows.next().ok_or_else(wrong)?, rank).ok_or_else(wrong)?;
    }
    if rows.next().is_some() {
        return Err(wrong());
    }
    let count = |piece| ranks.iter().flatten().filter(|&&other| other == piece).count();
    if count(SargonPiece::new(SargonColor::White, PieceKind::King)) != 1
        || count(SargonPiece::new(SargonColor::Black, PieceKind::King)) != 1
    {
        return Err(SargonSetupError::Kings(text.to_owned()));
    }
    if ranks[0].iter().chain(&ranks[7]).any(|piece| piece.kind() == PieceKind::Pawn) {
        return Err(SargonSetupError::Pawns(text.to_owned()));
    }
    Ok(ranks)
}

/// Fills one rank. None if the text is not exactly eight squares long.
fn parse_rank(text: &str, rank: &mut [SargonPiece; 8]) -> Option<()> {
    let mut file = 0;
    for letter in text.chars() {
        if let Some(gap @ 1..=8) = letter.to_digit(10) {
            file += gap as usize;
        } else {
            *rank.get_mut(file)? = SargonPiece::from_letter(letter)?;
            file += 1;
        }
    }
    (file == 8).then_some(())
}

const fn back_rank(color: SargonColor) -> u8 {
    match color {
        SargonColor::White => 0,
        SargonColor::Black => 7,
    }
}

const fn pawn_rank(color: SargonColor) -> u8 {
    match color {
        SargonColor::White => 1,
        SargonColor::Black => 6,
    }
}
