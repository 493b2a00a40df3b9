//! Who attacks a square: the plain test, and the lists that the evaluation is built on.

use super::machine::SargonMachine;
use super::piece::{PieceKind, SargonColor, SargonPiece};
use super::square::{DIRECTIONS, SargonSquare};

/// Whether a piece that is met in a direction, `distance` steps from the square, attacks that square.
fn attacks_along(piece: SargonPiece, direction: usize, distance: u32) -> bool {
    match piece.kind() {
        PieceKind::Pawn => distance == 1 && pawn_attacks_along(piece.color(), direction),
        PieceKind::Knight => direction >= 8,
        PieceKind::Bishop => direction < 4,
        PieceKind::Rook => (4..8).contains(&direction),
        PieceKind::Queen => direction < 8,
        PieceKind::King => direction < 8 && distance == 1,
        PieceKind::Nothing | PieceKind::Border => false,
    }
}

/// Whether a pawn that is met in a direction attacks the square the look came from: looking up the board one
/// meets the black pawns that attack it, looking down the white ones.
pub(super) fn pawn_attacks_along(color: SargonColor, direction: usize) -> bool {
    match color {
        SargonColor::Black => direction < 2,
        SargonColor::White => (2..4).contains(&direction),
    }
}

/// An attacker on its way into a list.
#[derive(Clone, Copy)]
pub(super) struct Attacker {
    /// Where its side's list begins.
    start: usize,
    /// The slot, 1 to 6.
    slot: usize,
    /// Its value, half a byte.
    value: u8,
}

/// What a full slot led to.
pub(super) struct Overflow {
    /// One for a half byte that was lost, one for writing to the byte after the last slot.
    pub(super) count: u8,
    /// The byte after Black's last slot, which belongs to the pin list, was written.
    pub(super) into_pins: bool,
}

impl Attacker {
    #[inline]
    pub(super) fn new(piece: SargonPiece, slot: usize) -> Self {
        Self { start: list_start(piece.color()), slot, value: piece.kind().value() }
    }

    #[inline]
    pub(super) fn in_slot(self, slot: usize) -> Self {
        Self { slot, ..self }
    }

    /// Label ATKSAV, its end: counts the attacker and writes its value into its slot.
    ///
    /// A slot has room for two. The third goes into the next slot and pushes that slot's content up, whereby the
    /// upper half is lost. After White's last slot comes Black's count, after Black's last slot the pin list.
    #[inline]
    pub(super) fn enter(self, lists: &mut [u8; 16]) -> Option<Overflow> {
        lists[self.start] = lists[self.start].wrapping_add(1);
        let byte = &mut lists[self.start + self.slot];
        if *byte == 0 {
            *byte = self.value;
            None
        } else if *byte < 16 {
            *byte |= self.value << 4;
            None
        } else {
            Some(self.overflow(lists))
        }
    }

    #[cold]
    fn overflow(self, lists: &mut [u8; 16]) -> Overflow {
        let next = &mut lists[self.start + self.slot + 1];
        let lost = *next >= 16;
        *next = *next << 4 | self.value;
        let past_end = self.slot == PieceKind::King as usize;
        let into_pins = past_end && self.start == list_start(SargonColor::Black);
        Overflow { count: u8::from(lost) + u8::from(past_end), into_pins }
    }
}

/// Where a side's list begins, with its count. The six slots follow: pawn, knight, bishop, rook, queen, king.
#[inline]
pub(super) const fn list_start(color: SargonColor) -> usize {
    match color {
        SargonColor::White => 0,
        SargonColor::Black => 7,
    }
}

impl SargonMachine {
    /// Label ATTACK as check and castling use it: whether a side attacks a square, lists or no lists.
    pub(super) fn is_attacked(&self, square: SargonSquare, by: SargonColor) -> bool {
        DIRECTIONS.iter().enumerate().any(|(direction, &offset)| {
            let mut at = square.step(offset);
            let mut distance = 1;
            while direction < 8 && self.board[at].is_empty() {
                at = at.step(offset);
                distance += 1;
            }
            let piece = self.board[at];
            piece.color() == by && attacks_along(piece, direction, distance)
        })
    }

    /// Label ATTACK: collects both sides' attackers of a square in the work memory, and shows them.
    ///
    /// This is the original's way, square by square. An evaluation needs it only where lists run into each other;
    /// everywhere else [`super::survey`] has built the same lists already.
    pub(super) fn list_attackers(&mut self, square: SargonSquare) -> [u8; 16] {
        self.memory.clear_lists();
        for (direction, &offset) in DIRECTIONS.iter().enumerate() {
            self.look_along(square, direction, offset);
        }
        *self.memory.lists()
    }

    /// Follows one direction and saves the attackers met there. Line pieces and pawns are transparent to those
    /// of their own colour behind them.
    fn look_along(&mut self, square: SargonSquare, direction: usize, offset: i8) {
        let mut at = square;
        let mut met = None;
        let mut queen_seen = false;
        for distance in 1.. {
            at = at.step(offset);
            let piece = self.board[at];
            if piece.is_empty() && direction < 8 {
                continue;
            }
            if met.is_some_and(|color| color != piece.color()) || !attacks_along(piece, direction, distance) {
                return;
            }
            met = Some(piece.color());
            queen_seen |= piece.kind() == PieceKind::Queen;
            self.save_attacker(at, piece, offset, queen_seen);
            if matches!(piece.kind(), PieceKind::King | PieceKind::Knight) {
                return;
            }
        }
    }

    /// Label ATKSAV: enters an attacker in its side's list, unless it is pinned and would leave the line.
    fn save_attacker(&mut self, at: SargonSquare, piece: SargonPiece, offset: i8, queen_seen: bool) {
        let pins = self.pins();
        if pins.hold(at, offset) {
            return;
        }
        let attacker = Attacker::new(piece, pins.slot(piece.kind(), offset, queen_seen));
        if let Some(overflow) = attacker.enter(self.memory.lists()) {
            self.overflows += u64::from(overflow.count);
        }
    }
}
