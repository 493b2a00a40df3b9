//! The board of 10 x 12 cells, and the moves on it.

use kempelen_rules::{Color, Move, Piece, Role, Square};

use crate::placement::{Placement, code, man_of, role_code};

/// Men on the machine's own board, and the side to move.
///
/// ```
/// use kempelen_museum::{placement::Placement, sameshi};
///
/// let placement: Placement = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1".parse()?;
/// let report = sameshi::SameshiPosition::from(&placement).think(sameshi::DEPTH);
/// assert_eq!(report.score.0, 9999);
/// # Ok::<(), kempelen_museum::placement::PlacementError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SameshiPosition {
    /// Codes of men; row by row, with a rim that is one cell wide at the sides and two at the ends.
    cells: [i8; 120],
    /// The side to move: +1 for White, -1 for Black.
    side: i8,
    /// Where White's and Black's king stand.
    kings: [Option<SameshiCell>; 2],
    /// White's men less Black's, in pawns.
    balance: i32,
}

/// One of the 120 cells: a1 is 21, h1 is 28, a8 is 91, h8 is 98.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SameshiCell(u8);

impl SameshiCell {
    /// From a1 to h8, the cells of the rim between them included.
    fn all() -> impl Iterator<Item = Self> {
        (21..=98).map(Self)
    }

    /// The cell so many cells further on. From a square, no step of the tables leads off the 120 cells.
    fn step(self, by: i8) -> Self {
        Self(self.0.wrapping_add_signed(by))
    }

    /// The rank of a square's cell, 1 to 8.
    fn rank(self) -> u8 {
        self.0 / 10 - 1
    }

    fn square(self) -> Square {
        Square::at(self.0 % 10 - 1, self.rank() - 1)
    }
}

impl From<Square> for SameshiCell {
    fn from(square: Square) -> Self {
        Self(21 + 10 * square.rank() + square.file())
    }
}

/// What a cell of the rim holds.
const RIM: i8 = 7;
const EMPTY: i8 = 0;

const PAWN: i8 = role_code(Role::Pawn);
const KNIGHT: i8 = role_code(Role::Knight);
const BISHOP: i8 = role_code(Role::Bishop);
const ROOK: i8 = role_code(Role::Rook);
const QUEEN: i8 = role_code(Role::Queen);
const KING: i8 = role_code(Role::King);

/// The value of an empty cell, P, N, B, R, Q and K in pawns. The kings cancel out.
const VALUES: [i32; 7] = [0, 1, 3, 3, 5, 9, 99];

const KNIGHT_STEPS: [i8; 8] = [-21, -19, -12, -8, 8, 12, 19, 21];
/// The rook goes the first four ways, the bishop the last four, queen and king all of them.
const KING_STEPS: [i8; 8] = [-1, 1, -10, 10, -11, -9, 9, 11];

/// The machine looks at its moves in two passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// Moves that take a man.
    Captures,
    /// All others.
    Quiet,
}

/// A move from cell to cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellMove {
    from: SameshiCell,
    to: SameshiCell,
}

impl From<CellMove> for Move {
    fn from(m: CellMove) -> Self {
        Self::new(m.from.square(), m.to.square())
    }
}

/// What has to be put back when a move is taken back.
#[derive(Clone, Copy, Debug)]
pub(super) struct TakenMan(i8);

impl From<&Placement> for SameshiPosition {
    fn from(placement: &Placement) -> Self {
        let mut cells = [RIM; 120];
        for square in Square::all() {
            cells[usize::from(SameshiCell::from(square).0)] = EMPTY;
        }
        let mut position = Self { cells, side: placement.turn().forward(), kings: [None; 2], balance: 0 };
        for (square, man) in placement.men() {
            position.put(square.into(), code(man));
        }
        position
    }
}

impl SameshiPosition {
    /// The side to move.
    pub fn turn(&self) -> Color {
        if self.side > 0 { Color::White } else { Color::Black }
    }

    /// The man on a square, if there is one.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        man_of(self.man(square.into()))
    }

    /// The moves of the side to move that do not leave its king in check, by the machine's own rules and in
    /// its own order: captures first.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut board = self.clone();
        let mut moves = Vec::new();
        for pass in [Pass::Captures, Pass::Quiet] {
            self.push_moves(pass, &mut moves);
        }
        moves.retain(|&m| {
            let taken = board.play(m);
            let legal = !board.opponent_is_in_check();
            board.take_back(m, taken);
            legal
        });
        moves.into_iter().map(CellMove::into).collect()
    }

    /// The position after a move from one square to another, if it is legal by the machine's own rules.
    pub fn try_play(&self, from: Square, to: Square) -> Option<Self> {
        self.legal_moves().iter().any(|m| (m.from(), m.to()) == (from, to)).then(|| {
            let mut next = self.clone();
            next.play(CellMove { from: from.into(), to: to.into() });
            next
        })
    }

    /// Whether the king of the side to move is attacked. A side without a king is never in check.
    pub fn is_in_check(&self) -> bool {
        self.king_is_attacked(self.side)
    }

    /// Whether the king of the side that just moved is attacked, so that its move was illegal.
    pub(super) fn opponent_is_in_check(&self) -> bool {
        self.king_is_attacked(-self.side)
    }

    /// The men of the side to move less the opponent's, in pawns.
    pub(super) fn material(&self) -> i32 {
        i32::from(self.side) * self.balance
    }

    /// Makes a move and gives the turn to the opponent.
    pub(super) fn play(&mut self, m: CellMove) -> TakenMan {
        let taken = TakenMan(self.man(m.to));
        self.put(m.to, self.man(m.from));
        self.put(m.from, EMPTY);
        self.side = -self.side;
        taken
    }

    /// Takes back the move that was made last.
    pub(super) fn take_back(&mut self, m: CellMove, taken: TakenMan) {
        self.side = -self.side;
        self.put(m.from, self.man(m.to));
        self.put(m.to, taken.0);
    }

    /// Adds the moves of one pass in the machine's order: cell by cell from a1 to h8, and for each man its
    /// steps in the order of the tables. Whether they leave the king in check is not looked at.
    pub(super) fn push_moves(&self, pass: Pass, moves: &mut Vec<CellMove>) {
        for from in SameshiCell::all() {
            match self.man(from) * self.side {
                PAWN if pass == Pass::Captures => self.push_pawn_captures(from, moves),
                PAWN => self.push_pawn_steps(from, moves),
                KNIGHT => self.push_runs(pass, from, &KNIGHT_STEPS, Reach::OneStep, moves),
                BISHOP => self.push_runs(pass, from, &KING_STEPS[4..], Reach::UntilBlocked, moves),
                ROOK => self.push_runs(pass, from, &KING_STEPS[..4], Reach::UntilBlocked, moves),
                QUEEN => self.push_runs(pass, from, &KING_STEPS, Reach::UntilBlocked, moves),
                KING => self.push_runs(pass, from, &KING_STEPS, Reach::OneStep, moves),
                _ => {} // An empty cell, an enemy, or the rim.
            }
        }
    }

    /// Towards the a-file first, then towards the h-file.
    fn push_pawn_captures(&self, from: SameshiCell, moves: &mut Vec<CellMove>) {
        for sideways in [-1, 1] {
            let to = from.step(10 * self.side + sideways);
            if self.is_enemy(to) {
                moves.push(CellMove { from, to });
            }
        }
    }

    /// One step, then two.
    ///
    /// White's double step starts on rank 2. Black's starts on rank 7 or, by a slip of the original, rank 6.
    fn push_pawn_steps(&self, from: SameshiCell, moves: &mut Vec<CellMove>) {
        let ahead = 10 * self.side;
        let one = from.step(ahead);
        if self.man(one) != EMPTY {
            return;
        }
        moves.push(CellMove { from, to: one });
        let may_step_twice = matches!((self.turn(), from.rank()), (Color::White, 2) | (Color::Black, 6 | 7));
        let two = one.step(ahead);
        if may_step_twice && self.man(two) == EMPTY {
            moves.push(CellMove { from, to: two });
        }
    }

    fn push_runs(
        &self,
        pass: Pass,
        from: SameshiCell,
        steps: &[i8],
        reach: Reach,
        moves: &mut Vec<CellMove>,
    ) {
        for &step in steps {
            let mut to = from.step(step);
            while self.man(to) == EMPTY {
                if pass == Pass::Quiet {
                    moves.push(CellMove { from, to });
                }
                if reach == Reach::OneStep {
                    break;
                }
                to = to.step(step);
            }
            if pass == Pass::Captures && self.is_enemy(to) {
                moves.push(CellMove { from, to });
            }
        }
    }

    /// Looks out from the king's cell for men that could take it.
    fn king_is_attacked(&self, side: i8) -> bool {
        let Some(king) = self.kings[king_index(side)] else { return false };
        let enemy = |code: i8| -side * code;
        let at = |step: i8| self.man(king.step(step));

        [10 * side - 1, 10 * side + 1].into_iter().any(|step| at(step) == enemy(PAWN))
            || KNIGHT_STEPS.into_iter().any(|step| at(step) == enemy(KNIGHT))
            || KING_STEPS.into_iter().enumerate().any(|(way, step)| {
                let slider = if way < 4 { ROOK } else { BISHOP };
                let seen = self.first_man(king, step);
                at(step) == enemy(KING) || seen == enemy(slider) || seen == enemy(QUEEN)
            })
    }

    /// What a slider runs into: a man, or the rim.
    fn first_man(&self, from: SameshiCell, step: i8) -> i8 {
        let mut to = from.step(step);
        while self.man(to) == EMPTY {
            to = to.step(step);
        }
        self.man(to)
    }

    fn man(&self, cell: SameshiCell) -> i8 {
        self.cells[usize::from(cell.0)]
    }

    /// An enemy of the side to move.
    fn is_enemy(&self, cell: SameshiCell) -> bool {
        let code = self.man(cell);
        code != RIM && code * self.side < 0
    }

    /// The one place where a cell changes; it keeps kings and balance with the men.
    fn put(&mut self, cell: SameshiCell, code: i8) {
        let old = std::mem::replace(&mut self.cells[usize::from(cell.0)], code);
        if old.abs() == KING && self.kings[king_index(old)] == Some(cell) {
            self.kings[king_index(old)] = None;
        }
        if code.abs() == KING {
            self.kings[king_index(code)] = Some(cell);
        }
        self.balance += value(code) - value(old);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    OneStep,
    UntilBlocked,
}

/// The value of a man in pawns, Black's negative.
fn value(code: i8) -> i32 {
    i32::from(code.signum()) * VALUES[usize::from(code.unsigned_abs())]
}

fn king_index(side: i8) -> usize {
    usize::from(side < 0)
}
