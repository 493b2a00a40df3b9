use std::fmt;

use kempelen_rules::{Color, Move, Position, Role, Square, SquareSet, Variant};

use crate::sight::Sight;

/// A line of play: a position, the moves from it, every position on the way, and whose success it is about.
///
/// ```
/// use kempelen_motifs::Line;
/// use kempelen_rules::{Chess, Color, Position, uci};
///
/// let start: Position<Chess> = "4k3/8/8/8/8/8/4r3/R3K3 w Q - 0 1".parse()?;
/// let takes = uci::read(&start, "e1e2")?;
/// let line = Line::new(start, &[takes])?;
/// assert_eq!((line.solver(), line.len()), (Color::White, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Line<V: Variant> {
    /// One more than there are moves.
    boards: Vec<Position<V>>,
    moves: Vec<Move>,
    solver: Color,
}

impl<V: Variant> Line<V> {
    /// The line of these moves. The *solver*, whose success the motifs tell of, is the side that makes the last of
    /// them: a line that proves something ends when it is proven.
    ///
    /// # Errors
    /// At the first move that is not legal.
    pub fn new(start: Position<V>, moves: &[Move]) -> Result<Self, IllegalAt> {
        let mut boards = Vec::with_capacity(moves.len() + 1);
        boards.push(start);
        let mut here = start;
        for (ply, &m) in moves.iter().enumerate() {
            if !here.is_legal(m) {
                return Err(IllegalAt { ply, m });
            }
            here = here.play(m);
            boards.push(here);
        }
        let solver = if moves.is_empty() { start.turn() } else { !here.turn() };
        Ok(Self { boards, moves: moves.to_vec(), solver })
    }

    /// The same line, told as the success of this side.
    pub fn solved_by(self, solver: Color) -> Self {
        Self { solver, ..self }
    }

    /// The side whose success the line is.
    pub fn solver(&self) -> Color {
        self.solver
    }

    /// How many moves there are.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Every position, the first before any move.
    pub fn boards(&self) -> &[Position<V>] {
        &self.boards
    }

    /// The position before the first move.
    pub fn first(&self) -> &Position<V> {
        &self.boards[0]
    }

    /// The position after the last move.
    pub fn last(&self) -> &Position<V> {
        &self.boards[self.boards.len() - 1]
    }

    /// The move of this number, the first = 0, with the positions before and after it.
    pub fn step(&self, ply: usize) -> Option<Step<'_, V>> {
        let m = *self.moves.get(ply)?;
        Some(Step { ply, m, before: &self.boards[ply], after: &self.boards[ply + 1] })
    }

    /// All moves with the positions before and after them.
    pub fn steps(&self) -> impl Iterator<Item = Step<'_, V>> {
        (0..self.len()).filter_map(|ply| self.step(ply))
    }

    /// Whether the line ends with the opponent mated.
    pub fn mates(&self) -> bool {
        self.len()
            .checked_sub(1)
            .and_then(|ply| self.step(ply))
            .is_some_and(|last| last.side() == self.solver && last.mates())
    }

    /// What led to one of the solver's moves: its move before, and the reply to that.
    pub fn lead_up(&self, step: &Step<'_, V>) -> Option<(Step<'_, V>, Step<'_, V>)> {
        let earlier = step.ply.checked_sub(2).filter(|&ply| ply >= self.first_solved())?;
        self.step(earlier).zip(self.step(earlier + 1))
    }

    /// The number of the solver's first move.
    pub fn first_solved(&self) -> usize {
        usize::from(self.first().turn() != self.solver)
    }

    /// The solver's moves.
    pub fn solved(&self) -> impl Iterator<Item = Step<'_, V>> {
        (self.first_solved()..self.len()).step_by(2).filter_map(|ply| self.step(ply))
    }
}

/// A move of a line that the laws do not allow there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalAt {
    /// Which move of the line, the first = 0.
    pub ply: usize,
    /// The move.
    pub m: Move,
}

impl fmt::Display for IllegalAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {} of the line, {}, is not legal there", self.ply + 1, self.m)
    }
}

impl std::error::Error for IllegalAt {}

/// One move of a line, with the positions before and after it.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a, V: Variant> {
    /// The number of the move in its line, the first = 0.
    pub ply: usize,
    /// The move.
    pub m: Move,
    /// The position it was played in.
    pub before: &'a Position<V>,
    /// The position it led to.
    pub after: &'a Position<V>,
}

impl<V: Variant> Step<'_, V> {
    /// The side that moved.
    pub fn side(&self) -> Color {
        self.before.turn()
    }

    /// Where the man came from.
    pub fn from(&self) -> Square {
        self.m.from()
    }

    /// Where the man landed; after castling, the king.
    pub fn to(&self) -> Square {
        if self.is_castling() { self.after.king(self.side()) } else { self.m.to() }
    }

    /// What moved, before any promotion.
    pub fn role(&self) -> Role {
        self.before.role_on(self.m.from()).unwrap_or(Role::King)
    }

    /// What stands there now: the same, or what the pawn became.
    pub fn landed(&self) -> Role {
        self.m.promoted().unwrap_or_else(|| self.role())
    }

    /// What was taken.
    pub fn captured(&self) -> Option<Role> {
        self.before.captured(self.m)
    }

    /// Where the man stood that was taken: where the mover landed, but for a pawn taken in passing.
    pub fn taken_on(&self) -> Option<Square> {
        self.captured()?;
        let passed = self.before.is_en_passant(self.m);
        Some(if passed { Square::at(self.m.to().file(), self.m.from().rank()) } else { self.m.to() })
    }

    /// Whether it is mate.
    pub fn mates(&self) -> bool {
        self.gives_check() && !self.after.can_move()
    }

    /// Whether king and rook castled.
    pub fn is_castling(&self) -> bool {
        self.before.is_castling(self.m)
    }

    /// Whether the other side is now in check.
    pub fn gives_check(&self) -> bool {
        self.after.in_check()
    }

    /// What the man that moved attacks from where it stands now.
    pub fn attacks(&self) -> SquareSet {
        self.after.sees(self.to())
    }
}
