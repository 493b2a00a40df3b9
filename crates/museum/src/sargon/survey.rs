//! The attack lists of all squares at once.
//!
//! The original walks from each of the 64 squares in 16 directions to find its attackers. Walking from each piece
//! to the squares it attacks meets the same pairs with far fewer steps. The order in which a square's attackers
//! arrive decides which of them an overfull slot loses, so it must stay the same: direction by direction, and
//! within a direction the nearest first. The survey therefore takes the directions in the original's order, and
//! the pieces of each direction from the near end: upwards from a1 when the squares lie below them, downwards
//! from h8 when they lie above.
//!
//! One thing the survey cannot know is a change of the pin list between two squares. It says when a list spilled
//! into the pins, and the evaluation then falls back on [`super::machine::SargonMachine::list_attackers`].

use super::attack::{Attacker, pawn_attacks_along};
use super::board::SargonBoard;
use super::memory::PinList;
use super::piece::{PieceKind, SargonColor, SargonPiece};
use super::square::{DIRECTIONS, SargonSquare};

/// For every cell its attack lists, laid out as in the work memory; byte 15 counts overflows.
#[derive(Clone)]
pub(super) struct Survey {
    lists: [[u8; 16]; 128],
    /// Whether a list grew into the pin memory: the lists of later squares are then not to be trusted.
    pub(super) spilled: bool,
}

const OVERFLOWS: usize = 15;
/// The cell of a1.
const FIRST_CELL: usize = 21;
/// The cell of h8.
const LAST_CELL: usize = 98;

impl Survey {
    pub(super) fn new() -> Self {
        Self { lists: [[0; 16]; 128], spilled: false }
    }

    /// The attack lists of a square.
    #[inline]
    pub(super) fn lists(&self, square: SargonSquare) -> &[u8; 16] {
        &self.lists[(square.0 & 127) as usize]
    }

    /// How many overflows there were on a square.
    #[inline]
    pub(super) fn overflows(&self, square: SargonSquare) -> u64 {
        u64::from(self.lists(square)[OVERFLOWS])
    }

    /// Builds the lists of all squares.
    pub(super) fn take(&mut self, board: &SargonBoard, pins: PinList<'_>) {
        self.lists[FIRST_CELL..=LAST_CELL].fill([0; 16]);
        self.spilled = false;
        let royal = board.both(PieceKind::Queen) | board.both(PieceKind::King);
        let diagonal = royal | board.both(PieceKind::Bishop);
        let straight = royal | board.both(PieceKind::Rook);
        let knights = board.both(PieceKind::Knight);
        for (direction, &offset) in DIRECTIONS.iter().enumerate() {
            let pieces = match direction {
                0 | 1 => diagonal | board.of(SargonColor::Black, PieceKind::Pawn),
                2 | 3 => diagonal | board.of(SargonColor::White, PieceKind::Pawn),
                4..8 => straight,
                _ => knights,
            };
            let mut look = Look { survey: self, board, pins, direction, offset };
            if offset > 0 {
                pieces.ascending().for_each(|at| look.from(at));
            } else {
                pieces.descending().for_each(|at| look.from(at));
            }
        }
    }
}

/// A look from the pieces, one after the other, at the squares that see them in one direction.
struct Look<'a> {
    survey: &'a mut Survey,
    board: &'a SargonBoard,
    pins: PinList<'a>,
    direction: usize,
    offset: i8,
}

impl Look<'_> {
    /// Enters the piece in the lists of all squares that see it in this direction.
    #[inline]
    fn from(&mut self, at: SargonSquare) {
        if self.pins.hold(at, self.offset) {
            return;
        }
        let piece = self.board[at];
        let attacker = Attacker::new(piece, self.pins.slot(piece.kind(), self.offset, false));
        match piece.kind() {
            PieceKind::Bishop | PieceKind::Rook | PieceKind::Queen => self.line(at, piece, attacker),
            _ => self.one_step(at, attacker),
        }
    }

    /// Enters a line piece on every square up to the one that blocks it.
    #[inline]
    fn line(&mut self, at: SargonSquare, piece: SargonPiece, mut attacker: Attacker) {
        let mut target = at.step(-self.offset);
        loop {
            let met = self.board[target];
            if met.is_border() {
                return;
            }
            self.enter(target, attacker);
            if !met.is_empty() {
                match sight_beyond(met, piece.color(), self.direction) {
                    LineOfSight::Blocked => return,
                    LineOfSight::OneStep => return self.one_step(target, attacker),
                    LineOfSight::Free if met.kind() == PieceKind::Queen => {
                        attacker = attacker.in_slot(self.pins.slot(piece.kind(), self.offset, true));
                    }
                    LineOfSight::Free => {}
                }
            }
            target = target.step(-self.offset);
        }
    }

    /// Enters a piece on the one square next to `at`.
    #[inline]
    fn one_step(&mut self, at: SargonSquare, attacker: Attacker) {
        let target = at.step(-self.offset);
        if !self.board[target].is_border() {
            self.enter(target, attacker);
        }
    }

    #[inline]
    fn enter(&mut self, target: SargonSquare, attacker: Attacker) {
        let lists = &mut self.survey.lists[(target.0 & 127) as usize];
        if let Some(overflow) = attacker.enter(lists) {
            lists[OVERFLOWS] += overflow.count;
            self.survey.spilled |= overflow.into_pins;
        }
    }
}

/// How far a line goes on behind a piece.
enum LineOfSight {
    Blocked,
    /// Behind a pawn only the square that the pawn itself attacks is reached.
    OneStep,
    Free,
}

/// What a line piece of a colour sees behind a piece it meets.
fn sight_beyond(met: SargonPiece, color: SargonColor, direction: usize) -> LineOfSight {
    if met.color() != color {
        return LineOfSight::Blocked;
    }
    match met.kind() {
        PieceKind::Queen => LineOfSight::Free,
        PieceKind::Bishop if direction < 4 => LineOfSight::Free,
        PieceKind::Rook if direction >= 4 => LineOfSight::Free,
        PieceKind::Pawn if pawn_attacks_along(color, direction) => LineOfSight::OneStep,
        _ => LineOfSight::Blocked,
    }
}
