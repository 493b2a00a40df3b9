//! The men, their moves, and check.

use crate::placement::{Color, Man, Move, Placement, Role, Square};

/// Men on the board, and the side to move.
///
/// ```
/// use kempelen_museum::{octave, placement::Placement};
///
/// let start = octave::Position::from(&Placement::start());
/// let after = start.try_play("e2e4".parse()?).expect("a legal move");
/// assert_eq!(after.think(octave::DEPTH).best, Some("e7e6".parse()?));
/// # Ok::<(), kempelen_museum::placement::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// From a1 to h8, which is the order in which the machine scans its matrix: row by row.
    men: [Option<Man>; 64],
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

impl From<&Placement> for Position {
    fn from(placement: &Placement) -> Self {
        let mut position = Self { men: [None; 64], kings: [None; 2], turn: placement.turn() };
        for (square, man) in placement.men() {
            position.put(square, Some(man));
        }
        position
    }
}

impl Position {
    /// The side to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The man on a square, if there is one.
    pub fn man_on(&self, square: Square) -> Option<Man> {
        self.men[square.index()]
    }

    /// Whether a side is in check: its king can be taken, or it has none.
    pub fn is_in_check(&self, color: Color) -> bool {
        self.kings[color as usize].is_none_or(|king| self.is_attacked(king, !color))
    }

    /// The moves of the side to move that do not leave it in check, in the order in which they are generated.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.legal_moves_of(self.turn)
    }

    /// Whether the move takes a pawn of the side to move to its last row, where it becomes a queen.
    ///
    /// The machine writes such a move like any other, `b2b1`.
    pub fn promotes(&self, m: Move) -> bool {
        self.man_on(m.from).is_some_and(|man| man.role == Role::Pawn && m.to.rank() == last_rank(man.color))
    }

    /// The position after a move, if the move is legal by the machine's own rules.
    pub fn try_play(&self, m: Move) -> Option<Self> {
        self.legal_moves().contains(&m).then(|| self.play(m))
    }

    /// The position after a move that this board generated. The original copies its boards too.
    pub(super) fn play(&self, m: Move) -> Self {
        let mut next = self.clone();
        let man = self.man_on(m.from);
        let promoted = man.filter(|_| self.promotes(m)).map(|pawn| Man { role: Role::Queen, ..pawn });
        next.put(m.from, None);
        next.put(m.to, promoted.or(man));
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
            let Some(man) = self.man_on(from) else { continue };
            if man.color != color {
                continue;
            }
            let mut to = |to| visit(Move { from, to });
            match man.role {
                Role::Pawn => self.each_pawn_target(color, from, to),
                Role::Knight => self.each_step(color, from, &KNIGHT_WAYS, to),
                Role::King => self.each_step(color, from, &KING_WAYS, to),
                Role::Bishop => self.each_run(color, from, BISHOP_WAYS, &mut to),
                Role::Rook => self.each_run(color, from, ROOK_WAYS, &mut to),
                Role::Queen => self.each_run(color, from, &KING_WAYS, &mut to),
            }
        }
    }

    /// One step, the double step, the capture towards a, the capture towards h.
    fn each_pawn_target(&self, color: Color, from: Square, mut visit: impl FnMut(Square)) {
        let ahead = color.sign();
        let is_empty = |square: &Square| self.man_on(*square).is_none();
        if let Some(one) = from.step(0, ahead).filter(is_empty) {
            visit(one);
            if from.rank() == pawn_rank(color)
                && let Some(two) = one.step(0, ahead).filter(is_empty)
            {
                visit(two);
            }
        }
        for sideways in [-1, 1] {
            if let Some(to) = from.step(sideways, ahead)
                && self.man_on(to).is_some_and(|man| man.color != color)
            {
                visit(to);
            }
        }
    }

    fn each_step(&self, color: Color, from: Square, ways: &[Way], mut visit: impl FnMut(Square)) {
        for &(rows, columns) in ways {
            if let Some(to) = from.step(columns, rows)
                && self.man_on(to).is_none_or(|man| man.color != color)
            {
                visit(to);
            }
        }
    }

    fn each_run(&self, color: Color, from: Square, ways: &[Way], visit: &mut impl FnMut(Square)) {
        for &(rows, columns) in ways {
            let mut next = from.step(columns, rows);
            while let Some(to) = next {
                match self.man_on(to) {
                    None => visit(to),
                    Some(man) => {
                        if man.color != color {
                            visit(to);
                        }
                        break;
                    }
                }
                next = to.step(columns, rows);
            }
        }
    }

    /// Whether some man of a side could go to a square that the other side holds.
    ///
    /// The original generates all moves to find out. Looking out from the square sees the same men sooner:
    /// wherever a man of that kind would go from here, the enemy can come from.
    fn is_attacked(&self, square: Square, by: Color) -> bool {
        let stands =
            |at: Option<Square>, role| at.and_then(|at| self.man_on(at)) == Some(Man { color: by, role });
        let first_seen = |(rows, columns): Way| {
            let mut next = square.step(columns, rows);
            while let Some(at) = next {
                if let Some(man) = self.man_on(at) {
                    return Some(man).filter(|man| man.color == by).map(|man| man.role);
                }
                next = at.step(columns, rows);
            }
            None
        };
        let slider_sees = |ways: &[Way], slider| {
            ways.iter().any(|&way| first_seen(way).is_some_and(|role| role == slider || role == Role::Queen))
        };
        [-1, 1].into_iter().any(|sideways| stands(square.step(sideways, -by.sign()), Role::Pawn))
            || KNIGHT_WAYS.iter().any(|&(rows, columns)| stands(square.step(columns, rows), Role::Knight))
            || KING_WAYS.iter().any(|&(rows, columns)| stands(square.step(columns, rows), Role::King))
            || slider_sees(ROOK_WAYS, Role::Rook)
            || slider_sees(BISHOP_WAYS, Role::Bishop)
    }

    /// The one place where a square changes; it keeps the kings with the men.
    fn put(&mut self, square: Square, man: Option<Man>) {
        let old = std::mem::replace(&mut self.men[square.index()], man);
        if let Some(Man { color, role: Role::King }) = old
            && self.kings[color as usize] == Some(square)
        {
            self.kings[color as usize] = None;
        }
        if let Some(Man { color, role: Role::King }) = man {
            self.kings[color as usize] = Some(square);
        }
    }
}

/// The rank from which a side's pawns may step twice.
fn pawn_rank(color: Color) -> u8 {
    match color {
        Color::White => 1,
        Color::Black => 6,
    }
}

/// The rank on which a side's pawns become queens.
fn last_rank(color: Color) -> u8 {
    match color {
        Color::White => 7,
        Color::Black => 0,
    }
}
