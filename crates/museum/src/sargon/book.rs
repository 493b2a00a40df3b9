//! The opening book: one move deep.

use super::machine::SargonMachine;
use super::moves::SargonMove;
use super::piece::{SargonColor, SargonPiece};
use super::square::SargonSquare;

impl SargonMachine {
    /// Label BOOK: the book move, if this is the first move of a game.
    ///
    /// White opens with the king's or the queen's pawn. The original tosses the coin with the Z80's refresh
    /// register; here the caller hands in a byte, odd for the queen's pawn. Black answers the pawns of the a, b,
    /// c and e file with the king's pawn and everything else with the queen's pawn.
    pub(super) fn book_move(&self, refresh: u8) -> Option<SargonMove> {
        let (from, to) = match (self.color, self.white_departure()?) {
            (SargonColor::White, Departure::None) if refresh & 1 == 0 => ("e2", "e4"),
            (SargonColor::White, Departure::None) => ("d2", "d4"),
            (SargonColor::Black, Departure::From(left)) => match left.cell() {
                31 | 32 | 33 | 35 => ("e7", "e5"),
                _ => ("d7", "d5"),
            },
            _ => return None,
        };
        self.find_legal(SargonSquare::from_name(from)?, SargonSquare::from_name(to)?)
    }

    /// Which of White's pieces has left its home in the first move. None if this is not the first move: the move
    /// number is a byte, and comes round to 1 again at move 257.
    fn white_departure(&self) -> Option<Departure> {
        if self.moveno != 1 {
            return None;
        }
        let mut left =
            SargonSquare::all().filter(|&square| square.rank() < 2 && self.board[square].is_empty());
        match (left.next(), left.next(), self.black_is_at_home()) {
            (None, None, true) => Some(Departure::None),
            (Some(square), None, true) => Some(Departure::From(square)),
            _ => None,
        }
    }

    fn black_is_at_home(&self) -> bool {
        let home = |square: &SargonSquare| square.rank() >= 6;
        SargonSquare::all().filter(home).all(|square| {
            let piece = self.board[square];
            piece != SargonPiece::EMPTY && piece.color() == SargonColor::Black && !piece.has_moved()
        })
    }
}

enum Departure {
    None,
    From(SargonSquare),
}
