//! Move generation. The lists hold illegal moves too; the search finds out by making them.

use super::machine::SargonMachine;
use super::moves::{Half, SargonMove};
use super::piece::{PieceKind, SargonColor, SargonPiece};
use super::square::{DIAGONALS, DIRECTIONS, JUMPS, LINES, STRAIGHTS, SargonSquare};

/// How the pawns of a colour go.
struct PawnSteps {
    forward: i8,
    /// In the order in which they are tried.
    captures: [i8; 2],
    /// The rank, counted from 0, from which this colour captures en passant.
    en_passant_rank: u8,
}

const fn pawn_steps(color: SargonColor) -> PawnSteps {
    match color {
        SargonColor::White => PawnSteps { forward: 10, captures: [11, 9], en_passant_rank: 4 },
        SargonColor::Black => PawnSteps { forward: -10, captures: [-11, -9], en_passant_rank: 3 },
    }
}

/// Where the moves of one generation go, with what the pieces have to know about the position.
struct Generation<'a, F> {
    machine: &'a SargonMachine,
    /// The move that led to this position.
    previous: Half,
    /// Label CKFLG.
    in_check: bool,
    /// Label ADMOVE: enters a move in the list.
    add: F,
}

impl SargonMachine {
    /// Label GENMOV: hands every pseudo-legal move of the side to move to `add`, piece by piece from a1 to h8.
    /// Returns label CKFLG, whether that side is in check.
    pub(super) fn generate(&self, previous: Half, add: impl FnMut(SargonMove)) -> bool {
        let in_check = self.in_check(self.color);
        let mut generation = Generation { machine: self, previous, in_check, add };
        for from in self.board.side(self.color).ascending() {
            generation.piece(from);
        }
        in_check
    }
}

impl<F: FnMut(SargonMove)> Generation<'_, F> {
    /// Label MPIECE: the moves of one piece.
    fn piece(&mut self, from: SargonSquare) {
        match self.machine.board[from].kind() {
            PieceKind::Pawn => self.pawn(from),
            PieceKind::Knight => self.steps(from, &DIRECTIONS[JUMPS]),
            PieceKind::Bishop => self.slides(from, &DIRECTIONS[DIAGONALS]),
            PieceKind::Rook => self.slides(from, &DIRECTIONS[STRAIGHTS]),
            PieceKind::Queen => self.slides(from, &DIRECTIONS[LINES]),
            PieceKind::King => {
                self.steps(from, &DIRECTIONS[LINES]);
                self.castle(from);
            }
            PieceKind::Nothing | PieceKind::Border => {}
        }
    }

    fn steps(&mut self, from: SargonSquare, offsets: &[i8]) {
        for &offset in offsets {
            self.step(from, from.step(offset));
        }
    }

    fn slides(&mut self, from: SargonSquare, offsets: &[i8]) {
        for &offset in offsets {
            let mut to = from.step(offset);
            while self.step(from, to) {
                to = to.step(offset);
            }
        }
    }

    /// Label PATH: adds the move unless the border or an own piece is in the way. Says whether the square was empty, so that
    /// a line piece goes on.
    fn step(&mut self, from: SargonSquare, to: SargonSquare) -> bool {
        let target = self.machine.board[to];
        if target.is_empty() {
            self.add_single(from, to, 0);
            return true;
        }
        if !target.is_border() && target.color() != self.machine.color {
            self.add_single(from, to, 0);
        }
        false
    }

    fn pawn(&mut self, from: SargonSquare) {
        let board = &self.machine.board;
        let steps = pawn_steps(self.machine.color);
        let ahead = from.step(steps.forward);
        if board[ahead].is_empty() {
            self.add_single(from, ahead, promotion_flag(ahead));
            let two_ahead = ahead.step(steps.forward);
            if !board[from].has_moved() && board[two_ahead].is_empty() {
                self.add_single(from, two_ahead, 0);
            }
        }
        for offset in steps.captures {
            let to = from.step(offset);
            let target = board[to];
            if target.is_empty() {
                self.en_passant(from, to);
            } else if !target.is_border() && target.color() != self.machine.color {
                self.add_single(from, to, promotion_flag(to));
            }
        }
    }

    /// Label ENPSNT: a pawn takes one that has just passed it. That the last move was a double step is not
    /// looked up: a pawn that made its first move and stands beside ours can have done nothing else.
    fn en_passant(&mut self, from: SargonSquare, to: SargonSquare) {
        let passed = self.previous.to;
        let pawn = self.machine.board[passed];
        if from.rank() == pawn_steps(self.machine.color).en_passant_rank
            && self.previous.is_first_move()
            && pawn.kind() == PieceKind::Pawn
            && passed.cell().abs_diff(to.cell()) == 10
        {
            let first = self.half(from, to, Half::DOUBLE);
            let second = Half { from: passed, to: passed, flags: pawn.byte() };
            (self.add)(SargonMove { first, second });
        }
    }

    /// Label CASTLE: king's side first, then queen's side.
    fn castle(&mut self, king: SargonSquare) {
        if self.machine.board[king].has_moved() || self.in_check {
            return;
        }
        for (rook_offset, towards_king) in [(3, -1), (-4, 1)] {
            let rook = king.step(rook_offset);
            if self.may_castle(king, rook, towards_king) {
                let beside_king = king.step(-towards_king);
                let king_to = beside_king.step(-towards_king);
                let first = self.half(king, king_to, Half::DOUBLE);
                let second = self.half(rook, beside_king, 0);
                (self.add)(SargonMove { first, second });
            }
        }
    }

    /// Whether an unmoved rook (its colour is not looked at) stands in the corner, and the squares between are
    /// empty and, but for the one beside a queen's rook, not attacked.
    fn may_castle(&self, king: SargonSquare, rook: SargonSquare, towards_king: i8) -> bool {
        let SargonMachine { board, color, .. } = self.machine;
        if board[rook].without(SargonPiece::BLACK) != SargonPiece::new(SargonColor::White, PieceKind::Rook) {
            return false;
        }
        let mut between = rook.step(towards_king);
        while between != king {
            let beside_queens_rook = matches!(between.cell(), 22 | 92);
            if !board[between].is_empty()
                || !beside_queens_rook && self.machine.is_attacked(between, color.other())
            {
                return false;
            }
            between = between.step(towards_king);
        }
        true
    }

    fn add_single(&mut self, from: SargonSquare, to: SargonSquare, flags: u8) {
        let half = self.half(from, to, flags);
        (self.add)(SargonMove::single(half));
    }

    /// A half with the captured piece and the first-move flag filled in.
    fn half(&self, from: SargonSquare, to: SargonSquare, flags: u8) -> Half {
        let board = &self.machine.board;
        let captured = board[to].without(SargonPiece::CASTLED).byte();
        let first = if board[from].has_moved() { 0 } else { Half::FIRST_MOVE };
        Half { from, to, flags: flags | captured | first }
    }
}

fn promotion_flag(to: SargonSquare) -> u8 {
    if to.cell() >= 91 || to.cell() <= 28 { Half::PROMOTION } else { 0 }
}
