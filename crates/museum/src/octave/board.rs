//! The men, their moves, and check.

use kempelen_rules::{Color, Move, Piece, Role, Square};

use crate::placement::Placement;

/// Men on the board, and the side to move.
///
/// ```
/// use kempelen_museum::{octave, placement::Placement};
/// use kempelen_rules::{Move, Square};
///
/// let start = octave::OctavePosition::from(&Placement::start());
/// let after = start.try_play(Square::E2, Square::E4).expect("a legal move");
/// assert_eq!(after.think(octave::DEPTH).best, Some(Move::new(Square::E7, Square::E6)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OctavePosition {
    /// From a1 to h8, which is the order in which the machine scans its matrix: row by row.
    men: [Option<Piece>; 64],
    /// Where White's and Black's king stand.
    kings: [Option<Square>; 2],
    turn: Color,
}

/// A way to go: so many rows up, so many columns to the right.
type Way = (i8, i8);

const KNIGHT_WAYS: [Way; 8] = [(2, 1), (2, -1), (-2, 1), (-2, -1), (1, 2), (1, -2), (-1, 2), (-1, -2)];
/// The rook goes the first four ways, the bishop the last four, queen and king all of them.
const KING_WAYS: [Way; 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
const ROOK_WAYS: &[Way] = KING_WAYS.split_at(4).0;
const BISHOP_WAYS: &[Way] = KING_WAYS.split_at(4).1;

impl From<&Placement> for OctavePosition {
    fn from(placement: &Placement) -> Self {
        let mut position = Self { men: [None; 64], kings: [None; 2], turn: placement.turn() };
        for (square, man) in placement.men() {
            position.put(square, Some(man));
        }
        position
    }
}

impl OctavePosition {
    /// The side to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The man on a square, if there is one.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.men[square.index()]
    }

    /// Whether a side is in check: its king can be taken, or it has none.
    pub fn is_in_check(&self, color: Color) -> bool {
        self.kings[color.index()].is_none_or(|king| self.is_attacked(king, !color))
    }

    /// The moves of the side to move that do not leave it in check, in the order in which they are generated.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.legal_moves_of(self.turn)
    }

    /// The position after a move from one square to another, if it is legal by the machine's own rules.
    pub fn try_play(&self, from: Square, to: Square) -> Option<Self> {
        self.legal_moves().into_iter().find(|m| (m.from(), m.to()) == (from, to)).map(|m| self.play(m))
    }

    /// The position after a move that this board generated. The original copies its boards too.
    pub(super) fn play(&self, m: Move) -> Self {
        let mut next = self.clone();
        let man = self.piece_on(m.from()).map(|man| match m.promoted() {
            Some(role) => Piece::new(man.color(), role),
            None => man,
        });
        next.put(m.from(), None);
        next.put(m.to(), man);
        next.turn = !self.turn;
        next
    }

    /// Whether a side is in check and has no way out.
    pub(super) fn is_mated(&self, color: Color) -> bool {
        self.is_in_check(color) && self.legal_moves_of(color).is_empty()
    }

    fn legal_moves_of(&self, color: Color) -> Vec<Move> {
        let mut moves = Vec::new();
        self.each_move(color, |m| moves.push(m));
        moves.retain(|&m| !self.play(m).is_in_check(color));
        moves
    }

    /// Hands out the moves of a side, whether or not they leave it in check, in the order of the original:
    /// row by row, column by column, and for each man the ways of the tables.
    pub(super) fn each_move(&self, color: Color, mut visit: impl FnMut(Move)) {
        for from in Square::all() {
            let Some(man) = self.piece_on(from).filter(|man| man.color() == color) else { continue };
            let mut to = |to| visit(Move::new(from, to));
            match man.role() {
                Role::Pawn => self.each_pawn_target(color, from, |to| visit(pawn_move(color, from, to))),
                Role::Knight => self.each_step(color, from, &KNIGHT_WAYS, to),
                Role::King => self.each_step(color, from, &KING_WAYS, to),
                Role::Bishop => self.each_run(color, from, BISHOP_WAYS, &mut to),
                Role::Rook => self.each_run(color, from, ROOK_WAYS, &mut to),
                Role::Queen => self.each_run(color, from, &KING_WAYS, &mut to),
                Role::Khon | Role::Met => {}
            }
        }
    }

    /// One step, the double step, the capture towards a, the capture towards h.
    fn each_pawn_target(&self, color: Color, from: Square, mut visit: impl FnMut(Square)) {
        let ahead = color.forward();
        let is_empty = |square: &Square| self.piece_on(*square).is_none();
        if let Some(one) = from.offset(0, ahead).filter(is_empty) {
            visit(one);
            if color.relative_rank(from.rank()) == 1
                && let Some(two) = one.offset(0, ahead).filter(is_empty)
            {
                visit(two);
            }
        }
        for sideways in [-1, 1] {
            if let Some(to) = from.offset(sideways, ahead)
                && self.piece_on(to).is_some_and(|man| man.color() != color)
            {
                visit(to);
            }
        }
    }

    fn each_step(&self, color: Color, from: Square, ways: &[Way], mut visit: impl FnMut(Square)) {
        for &(rows, columns) in ways {
            if let Some(to) = from.offset(columns, rows)
                && self.piece_on(to).is_none_or(|man| man.color() != color)
            {
                visit(to);
            }
        }
    }

    fn each_run(&self, color: Color, from: Square, ways: &[Way], visit: &mut impl FnMut(Square)) {
        for &(rows, columns) in ways {
            let mut next = from.offset(columns, rows);
            while let Some(to) = next {
                match self.piece_on(to) {
                    None => visit(to),
                    Some(man) => {
                        if man.color() != color {
                            visit(to);
                        }
                        break;
                    }
                }
                next = to.offset(columns, rows);
            }
        }
    }

    /// Whether some man of a side could go to a square that the other side holds.
    ///
    /// The original generates all moves to find out. Looking out from the square sees the same men sooner:
    /// wherever a man of that kind would go from here, the enemy can come from.
    fn is_attacked(&self, square: Square, by: Color) -> bool {
        let stands =
            |at: Option<Square>, role| at.and_then(|at| self.piece_on(at)) == Some(Piece::new(by, role));
        let first_seen = |(rows, columns): Way| {
            let mut next = square.offset(columns, rows);
            while let Some(at) = next {
                if let Some(man) = self.piece_on(at) {
                    return Some(man).filter(|man| man.color() == by).map(Piece::role);
                }
                next = at.offset(columns, rows);
            }
            None
        };
        let slider_sees = |ways: &[Way], slider| {
            ways.iter().any(|&way| first_seen(way).is_some_and(|role| role == slider || role == Role::Queen))
        };
        [-1, 1].into_iter().any(|sideways| stands(square.offset(sideways, -by.forward()), Role::Pawn))
            || KNIGHT_WAYS.iter().any(|&(rows, columns)| stands(square.offset(columns, rows), Role::Knight))
            || KING_WAYS.iter().any(|&(rows, columns)| stands(square.offset(columns, rows), Role::King))
            || slider_sees(ROOK_WAYS, Role::Rook)
            || slider_sees(BISHOP_WAYS, Role::Bishop)
    }

    /// The one place where a square changes; it keeps the kings with the men.
    fn put(&mut self, square: Square, man: Option<Piece>) {
        let old = std::mem::replace(&mut self.men[square.index()], man);
        let king_of = |man: Option<Piece>| man.filter(|man| man.role() == Role::King).map(Piece::color);
        if let Some(color) = king_of(old)
            && self.kings[color.index()] == Some(square)
        {
            self.kings[color.index()] = None;
        }
        if let Some(color) = king_of(man) {
            self.kings[color.index()] = Some(square);
        }
    }
}

/// A pawn's move. On its last row it becomes a queen, without a word: the machine writes such a move like any
/// other, `b2b1`.
fn pawn_move(color: Color, from: Square, to: Square) -> Move {
    if color.relative_rank(to.rank()) == 7 {
        Move::promotion(from, to, Role::Queen)
    } else {
        Move::new(from, to)
    }
}
