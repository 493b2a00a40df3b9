//! Making and unmaking moves.

use super::machine::SargonMachine;
use super::moves::{Half, SargonMove};
use super::piece::{PieceKind, SargonPiece};
use super::square::SargonSquare;

impl SargonMachine {
    /// Label MOVE: makes a move on the board.
    ///
    /// A new queen is not entered among the royal squares; it will be when it moves. A captured queen empties her
    /// side's royal square even when it was another queen that stood there.
    pub(super) fn make(&mut self, mv: SargonMove) {
        self.make_half(mv.first);
        let last = if mv.first.is_double() {
            self.make_half(mv.second);
            mv.second
        } else {
            mv.first
        };
        if let Some(color) = last.captured_queen() {
            self.memory.set_royal(color, PieceKind::Queen, SargonSquare::NOWHERE);
        }
    }

    fn make_half(&mut self, half: Half) {
        let mut piece = self.board[half.from];
        if half.is_promotion() {
            piece = piece.with(SargonPiece::PROMOTED);
        } else {
            match piece.kind() {
                PieceKind::Queen => self.memory.set_royal(piece.color(), PieceKind::Queen, half.to),
                PieceKind::King => {
                    self.memory.set_royal(piece.color(), PieceKind::King, half.to);
                    if half.is_double() {
                        piece = piece.with(SargonPiece::CASTLED);
                    }
                }
                _ => {}
            }
        }
        self.board.put(half.to, piece.with(SargonPiece::MOVED));
        // The second half of an en passant capture has the pawn's square for both ends: here it vanishes.
        self.board.put(half.from, SargonPiece::EMPTY);
    }

    /// Label UNMOVE: takes a move back.
    ///
    /// With two queens of a colour the royal square may afterwards name the other one, or, after the move of a
    /// promoted queen whose promotion is unmade next, a square without any queen.
    pub(super) fn unmake(&mut self, mv: SargonMove) {
        self.unmake_half(mv.first);
        let last = if mv.first.is_double() {
            self.unmake_half(mv.second);
            mv.second
        } else {
            mv.first
        };
        if let Some(color) = last.captured_queen() {
            self.memory.set_royal(color, PieceKind::Queen, last.to);
        }
    }

    fn unmake_half(&mut self, half: Half) {
        let mut piece = self.board[half.to];
        if half.is_promotion() {
            piece = piece.without(SargonPiece::PROMOTED);
        } else {
            match piece.kind() {
                PieceKind::Queen => self.memory.set_royal(piece.color(), PieceKind::Queen, half.from),
                PieceKind::King => {
                    self.memory.set_royal(piece.color(), PieceKind::King, half.from);
                    if half.is_double() {
                        piece = piece.without(SargonPiece::CASTLED);
                    }
                }
                _ => {}
            }
        }
        if half.is_first_move() {
            piece = piece.without(SargonPiece::MOVED);
        }
        self.board.put(half.from, piece);
        self.board.put(half.to, half.captured());
    }
}
