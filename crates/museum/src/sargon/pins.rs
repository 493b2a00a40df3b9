//! Pins against kings and queens.

use super::attack::list_start;
use super::machine::SargonMachine;
use super::memory::Pin;
use super::piece::{PieceKind, SargonPiece};
use super::square::{DIRECTIONS, LINES, SargonSquare};

impl SargonMachine {
    /// Label PINFND: lists the pieces that are pinned against the royal squares. A piece can be listed twice.
    pub(super) fn find_pins(&mut self) {
        self.pin_count = 0;
        for index in 0..4 {
            // The squares are read one by one: an eleventh pin would overwrite the ones still to come.
            let royal = self.memory.royal(index);
            if royal == SargonSquare::NOWHERE {
                continue;
            }
            for direction in LINES {
                self.find_pin(royal, direction);
            }
        }
    }

    /// Looks from a royal square along a line for an own piece with an enemy line piece behind it.
    fn find_pin(&mut self, royal: SargonSquare, direction: usize) {
        let offset = DIRECTIONS[direction];
        let color = self.board[royal].color();
        let (candidate, piece) = self.first_piece(royal, offset);
        if piece.is_border() || piece.color() != color {
            return;
        }
        let (_, pinner) = self.first_piece(candidate, offset);
        if pinner.is_border() || pinner.color() == color {
            return;
        }
        let pins = match pinner.kind() {
            PieceKind::Bishop => direction < 4,
            PieceKind::Rook => direction >= 4,
            PieceKind::Queen => self.queen_pins(royal),
            _ => false,
        };
        if pins {
            self.memory.set_pin(self.pin_count, Pin { square: candidate, direction: offset });
            self.pin_count += 1;
        }
    }

    /// The first piece, or the border, that a look from a square meets.
    fn first_piece(&self, from: SargonSquare, offset: i8) -> (SargonSquare, SargonPiece) {
        let mut at = from.step(offset);
        while self.board[at].is_empty() {
            at = at.step(offset);
        }
        (at, self.board[at])
    }

    /// Whether a queen's pin counts: against anything but a queen always, against a queen only if she is not
    /// defended more often than attacked. The royal square may be out of date; whatever stands there is judged.
    fn queen_pins(&mut self, royal: SargonSquare) -> bool {
        let piece = self.board[royal];
        if piece.kind() != PieceKind::Queen {
            return true;
        }
        let lists = self.list_attackers(royal);
        let defenders = lists[list_start(piece.color())];
        let attackers = lists[list_start(piece.color().other())];
        (defenders.wrapping_sub(attackers) as i8) < 1
    }
}
