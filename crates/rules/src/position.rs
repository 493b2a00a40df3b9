mod play;

use std::fmt;
use std::marker::PhantomData;

use crate::variant::DrawCount;
use crate::{Chess, Color, Piece, Role, Setup, SetupError, Square, SquareSet, Variant};
use crate::{attacks, zobrist};

/// A position that can be played on, in any of our games.
///
/// It is small and copied for every move: [`play`](Self::play) gives the position after a move and leaves this one as
/// it was. Who gives check and which men are pinned is known from the start, so that generation gives legal moves
/// at once and none has to be tried.
///
/// ```
/// use kempelen_rules::{Chess, Move, Position, Square};
///
/// let start = Position::<Chess>::default();
/// let after = start.play(Move::new(Square::E2, Square::E4));
/// // r n b q k b n r
/// // p p p p p p p p
/// // . . . . . . . .
/// // . . . . . . . .
/// // . . . . P . . .
/// // . . . . . . . .
/// // P P P P . P P P
/// // R N B Q K B N R
/// assert_eq!(after.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// assert_eq!(start, Position::default());
/// ```
#[derive(Clone, Copy)]
pub struct Position<V: Variant> {
    pub(crate) roles: [SquareSet; Role::COUNT],
    pub(crate) colors: [SquareSet; 2],
    board: [Option<Piece>; 64],
    checkers: SquareSet,
    pinned: SquareSet,
    /// Men with a right that they can lose: rooks that may still castle, or men that may still leap. Always empty where
    /// the game has neither.
    pub(crate) rights: SquareSet,
    /// Men that were pawns once, for display only.
    promoted: SquareSet,
    key: u64,
    pub(crate) turn: Color,
    /// The square behind a pawn that has just taken two steps.
    passed: Option<Square>,
    /// Whether some pawn may legally capture there.
    takes_in_passing: bool,
    draw_count: DrawCount,
    move_number: u16,
    variant: PhantomData<V>,
}

impl<V: Variant> Default for Position<V> {
    /// The first position of the game.
    fn default() -> Self {
        V::START.parse().expect("the first position of a game is a position")
    }
}

/// # What stands where
impl<V: Variant> Position<V> {
    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Every square with a man on it.
    #[inline]
    pub fn occupied(&self) -> SquareSet {
        self.colors[0] | self.colors[1]
    }

    /// The men of one side.
    #[inline]
    pub fn side(&self, color: Color) -> SquareSet {
        self.colors[color.index()]
    }

    /// The men of one role, of both sides.
    #[inline]
    pub fn role(&self, role: Role) -> SquareSet {
        self.roles[role.index()]
    }

    /// The men of one side and role.
    #[inline]
    pub fn men(&self, color: Color, role: Role) -> SquareSet {
        self.colors[color.index()] & self.roles[role.index()]
    }

    /// The man on a square.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// What stands on a square, whoever owns it.
    #[inline]
    pub fn role_on(&self, square: Square) -> Option<Role> {
        self.board[square.index()].map(Piece::role)
    }

    /// The square of a side's king.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        // A position has both kings; the fallback keeps the function free of a panic.
        self.men(color, Role::King).first().unwrap_or(Square::A1)
    }

    /// Men that were pawns once and are shown as such (`M~` in makruk).
    #[inline]
    pub fn promoted(&self) -> SquareSet {
        self.promoted
    }

    /// The men with a right that they can lose: in chess the rooks with which castling may still be possible, in a game
    /// with [first leaps](Variant::FIRST_LEAPS) the men that may still leap.
    #[inline]
    pub fn rights(&self) -> SquareSet {
        self.rights
    }

    /// The rooks with which castling may still be possible.
    ///
    /// ```
    /// use kempelen_rules::{Chess, Position, Square};
    ///
    /// // . . . . k . . .
    /// // . . . . . . . .
    /// // ...
    /// // R . . . K . . R   only the rook on h1 may castle
    /// let position: Position<Chess> = "4k3/8/8/8/8/8/8/R3K2R w K - 0 1".parse()?;
    /// assert_eq!(position.castling_rooks(), Square::H1.set());
    /// # Ok::<(), kempelen_rules::fen::FenError>(())
    /// ```
    #[inline]
    pub fn castling_rooks(&self) -> SquareSet {
        if V::CASTLING { self.rights } else { SquareSet::EMPTY }
    }

    /// The square on which a pawn may now legally be taken in passing.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        if self.takes_in_passing { self.passed } else { None }
    }

    /// The square that a pawn passed over with its double step just now, whether or not anything can capture there.
    #[inline]
    pub fn passed_square(&self) -> Option<Square> {
        self.passed
    }

    /// What runs towards a draw.
    #[inline]
    pub fn draw_count(&self) -> DrawCount {
        self.draw_count
    }

    /// Sets what runs towards a draw, where players keep the count.
    pub(crate) fn set_draw_count(&mut self, count: DrawCount) {
        self.draw_count = count;
    }

    /// The side that counts towards a draw, where a count is on: a bare king, or else the side that was to move when
    /// the count began, which is to move again whenever an even number of half-moves has been counted.
    ///
    /// ```
    /// use kempelen_rules::{Color, Makruk, Position};
    ///
    /// // A bare khun counts, and 8 half-moves of 88 have been counted.
    /// let position: Position<Makruk> = "8/3k4/8/2K1S3/8/8/8/8 b - 88 8 1".parse()?;
    /// assert_eq!(position.counting_side(), Some(Color::Black));
    /// assert_eq!(position.draw_count().spoken(), Some((4, 44)));
    /// # Ok::<(), kempelen_rules::fen::FenError>(())
    /// ```
    pub fn counting_side(&self) -> Option<Color> {
        let DrawCount { plies, limit } = self.draw_count;
        let bare = Color::ALL.into_iter().find(|&side| !self.side(side).has_several());
        let by_turn = if plies.is_multiple_of(2) { self.turn } else { !self.turn };
        (limit > 0).then_some(bare.unwrap_or(by_turn))
    }

    /// The number of the move to be played, from 1, as in a FEN.
    #[inline]
    pub fn move_number(&self) -> u16 {
        self.move_number
    }

    /// A number that names this position (men, side to move, rights to castle or leap, and legal en passant) and, but for a
    /// chance in 2^64, no other. Equal positions in the sense of repetition have equal keys.
    ///
    /// ```
    /// # use kempelen_rules::{Chess, Position, uci};
    /// let mut position = Position::<Chess>::default();
    /// let first = position.key();
    /// for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
    ///     position = position.play(uci::read(&position, text)?);
    /// }
    /// assert_eq!(position.key(), first, "the knights are back");
    /// # Ok::<(), uci::MoveError>(())
    /// ```
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }
}

/// # Who attacks what
impl<V: Variant> Position<V> {
    /// The men that give check.
    #[inline]
    pub fn checkers(&self) -> SquareSet {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// The mover's men that stand alone between their king and an enemy slider.
    ///
    /// ```
    /// use kempelen_rules::{Chess, Position, Square};
    ///
    /// // . . . . k . . .
    /// // . . . . r . . .
    /// // . . . . . . . .
    /// // . . . . . . b .
    /// // . . . . . . . .
    /// // . . . . N . . .
    /// // . . . . . . . .
    /// // . . . . K . . .   the knight is pinned by the rook
    /// let position: Position<Chess> = "4k3/4r3/8/6b1/8/4N3/8/4K3 w - - 0 1".parse()?;
    /// assert_eq!(position.pinned(), Square::E3.set());
    /// assert!(position.checkers().is_empty() && position.moves_from(Square::E3).is_empty());
    /// # Ok::<(), kempelen_rules::fen::FenError>(())
    /// ```
    #[inline]
    pub fn pinned(&self) -> SquareSet {
        self.pinned
    }

    /// The men of side `by` that attack a square, were the board occupied like this.
    ///
    /// One fact serves all men: a man of the other colour on the square would see exactly the squares from which
    /// the same role attacks it. It holds for the pawn and the khon too.
    ///
    /// ```
    /// use kempelen_rules::{Chess, Color, Position, Square};
    ///
    /// // . . . . k . . .
    /// // . . . . . . . .
    /// // . . n . . . . .
    /// // . . . . x . . .
    /// // . . . P . . . .
    /// // . . . . . N . .
    /// // . . . . . . . .
    /// // . . . . K . . .
    /// let position: Position<Chess> = "4k3/8/2n5/8/3P4/5N2/8/4K3 w - - 0 1".parse()?;
    /// let on_e5 = |side| position.attackers(Square::E5, side, position.occupied());
    /// assert_eq!(on_e5(Color::White), Square::D4.set() | Square::F3.set());
    /// assert_eq!(on_e5(Color::Black), Square::C6.set());
    /// # Ok::<(), kempelen_rules::fen::FenError>(())
    /// ```
    #[inline]
    pub fn attackers(&self, square: Square, by: Color, occupied: SquareSet) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        for &role in V::STEPPERS {
            set |= V::attacks(role, !by, square, occupied) & self.role(role);
        }
        set |= attacks::king(square) & self.role(Role::King);
        if !V::STRAIGHT_SLIDERS.is_empty() {
            set |= attacks::rook(square, occupied) & self.any_of(V::STRAIGHT_SLIDERS);
        }
        if !V::DIAGONAL_SLIDERS.is_empty() {
            set |= attacks::bishop(square, occupied) & self.any_of(V::DIAGONAL_SLIDERS);
        }
        set & self.side(by)
    }

    /// Whether side `by` attacks a square, were the board occupied like this.
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color, occupied: SquareSet) -> bool {
        (attacks::pawn(!by, square) & self.men(by, Role::Pawn)).any()
            || (attacks::king(square) & self.men(by, Role::King)).any()
            || self.officers_attack(square, by, occupied)
    }

    /// Whether any man of side `by` but its pawns and king attacks a square.
    #[inline(always)]
    pub(crate) fn officers_attack(&self, square: Square, by: Color, occupied: SquareSet) -> bool {
        let theirs = self.side(by);
        let steps =
            V::STEPPERS.iter().filter(|&&role| role != Role::Pawn).fold(SquareSet::EMPTY, |set, &role| {
                set | V::attacks(role, !by, square, occupied) & self.role(role)
            });
        // Most squares have no slider on their lines at all, which is cheaper to see than what a slider sees.
        let straight = self.any_of(V::STRAIGHT_SLIDERS) & theirs;
        let diagonal = self.any_of(V::DIAGONAL_SLIDERS) & theirs;
        (steps & theirs).any()
            || (attacks::straights(square) & straight).any()
                && (attacks::rook(square, occupied) & straight).any()
            || (attacks::diagonals(square) & diagonal).any()
                && (attacks::bishop(square, occupied) & diagonal).any()
    }

    /// The squares on which the pawns of side `by` capture.
    #[inline]
    pub fn pawn_attacks(&self, by: Color) -> SquareSet {
        let ahead = self.men(by, Role::Pawn).forward(by);
        ahead.east() | ahead.west()
    }

    #[inline]
    fn any_of(&self, roles: &[Role]) -> SquareSet {
        roles.iter().fold(SquareSet::EMPTY, |set, &role| set | self.role(role))
    }
}

/// Where king and rook land when they castle: the king on the c- or g-file, the rook beside it.
#[inline]
pub(crate) fn castled(king: Square, rook: Square) -> (Square, Square) {
    let (king_file, rook_file) = if rook.file() > king.file() { (6, 5) } else { (2, 3) };
    (Square::at(king_file, king.rank()), Square::at(rook_file, king.rank()))
}

/// # From and to a set-up
impl<V: Variant> Position<V> {
    /// The position of a set-up that has been found sound.
    pub(crate) fn from_sound(setup: &Setup) -> Self {
        let mut position = Self {
            roles: [SquareSet::EMPTY; Role::COUNT],
            colors: [SquareSet::EMPTY; 2],
            board: [None; 64],
            checkers: SquareSet::EMPTY,
            pinned: SquareSet::EMPTY,
            rights: setup.rights,
            promoted: setup.promoted,
            key: zobrist::turn(setup.turn),
            turn: setup.turn,
            passed: None,
            takes_in_passing: false,
            draw_count: setup.draw_count,
            move_number: setup.move_number,
            variant: PhantomData,
        };
        for (square, piece) in setup.men() {
            position.put(piece, square);
        }
        for square in setup.rights {
            position.key ^= zobrist::right(square);
        }
        position.look_around();
        if let Some(square) = setup.en_passant {
            position.remember_passed(square);
        }
        position
    }
}

impl<V: Variant> TryFrom<Setup> for Position<V> {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Self, SetupError> {
        setup.check::<V>()?;
        Ok(Self::from_sound(&setup))
    }
}

/// Two positions are equal when everything a FEN says of them is.
impl<V: Variant> PartialEq for Position<V> {
    fn eq(&self, other: &Self) -> bool {
        Setup::from(*self) == Setup::from(*other)
    }
}

impl<V: Variant> Eq for Position<V> {}

impl<V: Variant> fmt::Debug for Position<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

// A position is copied for every move played, so its size is a promise.
const _: () = assert!(size_of::<Position<Chess>>() <= 200);
