use std::fmt;

use crate::variant::DrawCount;
use crate::{Color, Piece, Position, Role, Square, SquareSet, Variant};

/// Anything a FEN may say, sensible or not.
///
/// A set-up becomes a [`Position`] when it is [sound](Self::check); when it is not, all the reasons are given.
///
/// ```
/// use kempelen_rules::{Chess, Color, Piece, SetupProblem, Role, Setup, Square};
///
/// let mut setup = Setup::default();
/// setup.board[Square::E1.index()] = Some(Piece::new(Color::White, Role::King));
/// setup.board[Square::A8.index()] = Some(Piece::new(Color::White, Role::Pawn));
/// let error = setup.check::<Chess>().expect_err("a pawn on the last rank, and one king");
/// assert_eq!(error.problems.len(), 2);
/// assert!(error.problems.contains(&SetupProblem::NoKing(Color::Black)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// What stands on each square.
    pub board: [Option<Piece>; 64],
    /// Men marked as former pawns.
    pub promoted: SquareSet,
    /// The side to move.
    pub turn: Color,
    /// The men with a right that they can lose: rooks that may castle, or men that may leap.
    pub rights: SquareSet,
    /// The square a pawn passed over just now.
    pub en_passant: Option<Square>,
    /// What runs towards a draw.
    pub draw_count: DrawCount,
    /// The number of the move to be played.
    pub move_number: u16,
}

impl Default for Setup {
    /// An empty board, White to move.
    fn default() -> Self {
        Self {
            board: [None; 64],
            promoted: SquareSet::EMPTY,
            turn: Color::White,
            rights: SquareSet::EMPTY,
            en_passant: None,
            draw_count: DrawCount::default(),
            move_number: 1,
        }
    }
}

impl<V: Variant> From<Position<V>> for Setup {
    fn from(position: Position<V>) -> Self {
        let mut setup = Self {
            promoted: position.promoted(),
            turn: position.turn(),
            rights: position.rights(),
            en_passant: position.passed_square(),
            draw_count: position.draw_count(),
            move_number: position.move_number(),
            ..Self::default()
        };
        for square in position.occupied() {
            setup.board[square.index()] = position.piece_on(square);
        }
        setup
    }
}

/// The most men a side can have. It bounds the length of a [move list](crate::MoveList).
const MOST_MEN: usize = 16;

impl Setup {
    /// The men and where they stand.
    pub fn men(&self) -> impl Iterator<Item = (Square, Piece)> {
        Square::all().zip(self.board).filter_map(|(square, piece)| Some((square, piece?)))
    }

    /// The men of one side.
    fn side(&self, color: Color) -> impl Iterator<Item = (Square, Piece)> {
        self.men().filter(move |(_, piece)| piece.color() == color)
    }

    /// The square of a side's only or lowest king.
    pub fn king(&self, color: Color) -> Option<Square> {
        self.men().find(|&(_, piece)| piece == Piece::new(color, Role::King)).map(|(square, _)| square)
    }

    /// Exchanges the colours and turns the board over.
    pub fn mirror(&mut self) {
        let mut board = [None; 64];
        for (square, piece) in self.men() {
            board[square.flip().index()] = Some(Piece::new(!piece.color(), piece.role()));
        }
        self.board = board;
        self.promoted = self.promoted.flip();
        self.rights = self.rights.flip();
        self.en_passant = self.en_passant.map(Square::flip);
        self.turn = !self.turn;
    }

    /// Whether a game can go on from here, and if not, why.
    ///
    /// # Errors
    /// All that is wrong, in the order in which a reader of the FEN would find it.
    pub fn check<V: Variant>(&self) -> Result<(), SetupError> {
        let mut problems = Vec::new();
        self.check_men::<V>(&mut problems);
        for side in Color::ALL {
            self.check_side(side, &mut problems);
            self.check_rights::<V>(side, &mut problems);
        }
        self.check_en_passant::<V>(&mut problems);
        if !V::COUNTS_TO_LIMIT && self.draw_count.limit > 0 {
            problems.push(SetupProblem::CountingLimit(self.draw_count.limit));
        }
        if problems.is_empty() {
            let position = Position::<V>::from_sound(self);
            let (mover, waiting) = (self.turn, !self.turn);
            let attackers = position.attackers(position.king(waiting), mover, position.occupied());
            if attackers.has(position.king(mover)) {
                problems.push(SetupProblem::KingsTouch);
            } else if attackers.any() && !V::OPEN_CHECK {
                problems.push(SetupProblem::WaitingSideInCheck(waiting));
            }
        }
        if problems.is_empty() { Ok(()) } else { Err(SetupError { problems }) }
    }

    fn check_men<V: Variant>(&self, problems: &mut Vec<SetupProblem>) {
        for (square, piece) in self.men() {
            if !V::ROLES.contains(&piece.role()) {
                problems.push(SetupProblem::ForeignMan(piece, square, V::ID.name()));
            } else if piece.role() == Role::Pawn && !V::pawn_zone(piece.color()).has(square) {
                problems.push(SetupProblem::PawnOutOfPlace(piece.color(), square));
            }
            let may_be_marked = V::MARKS_PROMOTED && V::PROMOTIONS.contains(&piece.role());
            if self.promoted.has(square) && !may_be_marked {
                problems.push(SetupProblem::PromotedMark(square));
            }
        }
    }

    fn check_side(&self, side: Color, problems: &mut Vec<SetupProblem>) {
        match self.side(side).filter(|(_, piece)| piece.role() == Role::King).count() {
            0 => problems.push(SetupProblem::NoKing(side)),
            1 => {}
            n => problems.push(SetupProblem::Kings(side, n)),
        }
        let men = self.side(side).count();
        if men > MOST_MEN {
            problems.push(SetupProblem::TooManyMen(side, men));
        }
    }

    fn check_rights<V: Variant>(&self, side: Color, problems: &mut Vec<SetupProblem>) {
        let home = SquareSet::relative_rank(side, 0);
        let rights = self.rights & home;
        if rights.is_empty() {
            return;
        }
        if V::CASTLING {
            return self.check_castling(side, rights, problems);
        }
        if !V::RIGHTS {
            problems.push(SetupProblem::NoCastling(V::ID.name()));
            return;
        }
        for square in rights {
            let man = self.board[square.index()];
            if !man.is_some_and(|man| man.color() == side && V::FIRST_LEAPS.contains(&man.role())) {
                problems.push(SetupProblem::LeapWithoutMan(side, square));
            }
        }
    }

    fn check_castling(&self, side: Color, rooks: SquareSet, problems: &mut Vec<SetupProblem>) {
        let home = SquareSet::relative_rank(side, 0);
        let Some(king) = self.king(side).filter(|&king| home.has(king)) else {
            problems.push(SetupProblem::CastlingWithoutKing(side));
            return;
        };
        for rook in rooks {
            if self.board[rook.index()] != Some(Piece::new(side, Role::Rook)) {
                problems.push(SetupProblem::CastlingWithoutRook(side, rook));
            }
        }
        let east = rooks.into_iter().filter(|rook| rook.file() > king.file()).count();
        if east > 1 || rooks.len() as usize - east > 1 {
            problems.push(SetupProblem::CastlingTwice(side));
        }
    }

    /// A double step leaves two empty squares behind a pawn; a FEN that names another square is lying.
    fn check_en_passant<V: Variant>(&self, problems: &mut Vec<SetupProblem>) {
        let Some(square) = self.en_passant else { return };
        let pusher = !self.turn;
        let explained = V::DOUBLE_STEP && pusher.relative_rank(square.rank()) == 2 && {
            let ahead = square.offset(0, pusher.forward()).and_then(|s| self.board[s.index()]);
            let behind = square.offset(0, -pusher.forward()).and_then(|s| self.board[s.index()]);
            ahead == Some(Piece::new(pusher, Role::Pawn))
                && behind.is_none()
                && self.board[square.index()].is_none()
        };
        if !explained {
            problems.push(SetupProblem::EnPassant(square));
        }
    }
}

/// Why a set-up is no position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupError {
    /// Everything that is wrong; never empty.
    pub problems: Vec<SetupProblem>,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A board full of nonsense has a reason for every square; a few tell the story.
        const SHOWN: usize = 5;
        for (i, problem) in self.problems.iter().take(SHOWN).enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{problem}")?;
        }
        match self.problems.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

impl std::error::Error for SetupError {}

/// One thing that is wrong with a set-up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupProblem {
    /// A man that this game does not have.
    ForeignMan(Piece, Square, &'static str),
    /// A pawn where none can stand.
    PawnOutOfPlace(Color, Square),
    /// A man marked as a former pawn that cannot be one.
    PromotedMark(Square),
    /// A side without a king.
    NoKing(Color),
    /// A side with several kings.
    Kings(Color, usize),
    /// A side with more than sixteen men.
    TooManyMen(Color, usize),
    /// Castling rights in a game without castling.
    NoCastling(&'static str),
    /// A right to castle whose king is not on its first rank.
    CastlingWithoutKing(Color),
    /// A right to castle without its rook.
    CastlingWithoutRook(Color, Square),
    /// Two rights to castle to the same side.
    CastlingTwice(Color),
    /// A right to leap without a man that could.
    LeapWithoutMan(Color, Square),
    /// An en-passant square that no double step explains.
    EnPassant(Square),
    /// A counting limit in a game without counting.
    CountingLimit(u16),
    /// The kings stand side by side.
    KingsTouch,
    /// The side not to move is in check.
    WaitingSideInCheck(Color),
}

impl fmt::Display for SetupProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ForeignMan(piece, square, game) => {
                write!(f, "{game} has no {} ({piece:?} on {square})", piece.role().name())
            }
            Self::PawnOutOfPlace(color, square) => write!(f, "a pawn of {color} cannot stand on {square}"),
            Self::PromotedMark(square) => write!(f, "what stands on {square} is no promoted pawn (`~`)"),
            Self::NoKing(color) => write!(f, "{color} has no king"),
            Self::Kings(color, n) => write!(f, "{color} has {n} kings"),
            Self::TooManyMen(color, n) => write!(f, "{color} has {n} men, more than {MOST_MEN}"),
            Self::NoCastling(game) => write!(f, "there is no castling in {game}"),
            Self::CastlingWithoutKing(color) => {
                write!(f, "{color} may not castle: its king is not on its first rank")
            }
            Self::CastlingWithoutRook(color, square) => {
                write!(f, "{color} may not castle: it has no rook on {square}")
            }
            Self::CastlingTwice(color) => write!(f, "{color} may castle twice to the same side"),
            Self::LeapWithoutMan(color, square) => {
                write!(f, "{color} has no man on {square} that may leap")
            }
            Self::EnPassant(square) => write!(f, "no double step explains the en-passant square {square}"),
            Self::CountingLimit(limit) => write!(f, "a counting limit ({limit}) belongs to makruk"),
            Self::KingsTouch => f.write_str("the kings stand side by side"),
            Self::WaitingSideInCheck(color) => write!(f, "{color} is in check, but it is not its turn"),
        }
    }
}
