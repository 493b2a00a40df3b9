//! Who attacks a square: the plain test, and the lists that the evaluation is built on.

use super::machine::Machine;
use super::piece::{Color, Kind, Piece};
use super::square::{DIRECTIONS, Square};

/// Whether a piece that is met in a direction, `distance` steps from the square, attacks that square.
fn attacks_along(piece: Piece, direction: usize, distance: u32) -> bool {
    match piece.kind() {
        Kind::Pawn => distance == 1 && pawn_attacks_along(piece.color(), direction),
        Kind::Knight => direction >= 8,
        Kind::Bishop => direction < 4,
        Kind::Rook => (4..8).contains(&direction),
        Kind::Queen => direction < 8,
        Kind::King => direction < 8 && distance == 1,
        Kind::Nothing | Kind::Border => false,
    }
}

/// Whether a pawn that is met in a direction attacks the square the look came from: looking up the board one
/// meets the black pawns that attack it, looking down the white ones.
pub(super) fn pawn_attacks_along(color: Color, direction: usize) -> bool {
    match color {
        Color::Black => direction < 2,
        Color::White => (2..4).contains(&direction),
    }
}

/// What became of an attacker that was written into a list.
#[derive(Clone, Copy, Default)]
pub(super) struct Overflow {
    /// Half a byte was lost, or the byte after the last slot was written, or both.
    pub(super) count: u8,
    /// The byte after Black's last slot, which belongs to the pin list, was written.
    pub(super) into_pins: bool,
}

/// Label ATKSAV, its end: counts an attacker and writes its value, half a byte, into a slot of its side's list.
///
/// A slot has room for two. The third goes into the next slot and pushes that slot's content up, whereby the
/// upper half is lost. After White's last slot comes Black's count, after Black's last slot the pin list.
#[inline]
pub(super) fn save_in_slot(lists: &mut [u8; 16], color: Color, slot: usize, value: u8) -> Overflow {
    let count = list_start(color);
    lists[count] = lists[count].wrapping_add(1);
    let byte = &mut lists[count + slot];
    if *byte & 15 == 0 {
        *byte = value;
        return Overflow::default();
    }
    if *byte < 16 {
        *byte |= value << 4;
        return Overflow::default();
    }
    let next = &mut lists[count + slot + 1];
    let lost = *next >= 16;
    *next = *next << 4 | value;
    let past_end = slot == Kind::King as usize;
    Overflow { count: u8::from(lost) + u8::from(past_end), into_pins: past_end && color == Color::Black }
}

/// Where a side's list begins, with its count. The six slots follow: pawn, knight, bishop, rook, queen, king.
#[inline]
pub(super) const fn list_start(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 7,
    }
}

impl Machine {
    /// Whether a side attacks a square: the exact test behind check and castling.
    pub(super) fn is_attacked(&self, square: Square, by: Color) -> bool {
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

    /// Label ATTACK: collects both sides' attackers of a square in the work memory.
    ///
    /// This is the original's way, square by square. An evaluation needs it only where lists run into each other;
    /// everywhere else [`super::survey`] has built the same lists already.
    pub(super) fn list_attackers(&mut self, square: Square) {
        self.memory.clear_lists();
        for (direction, &offset) in DIRECTIONS.iter().enumerate() {
            self.look_along(square, direction, offset);
        }
    }

    /// Follows one direction and saves the attackers met there. Line pieces and pawns are transparent to those
    /// of their own colour behind them.
    fn look_along(&mut self, square: Square, direction: usize, offset: i8) {
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
            queen_seen |= piece.kind() == Kind::Queen;
            self.save_attacker(at, piece, offset, queen_seen);
            if matches!(piece.kind(), Kind::King | Kind::Knight) {
                return;
            }
        }
    }

    /// Label ATKSAV: enters an attacker in its side's list, unless it is pinned and would leave the line.
    fn save_attacker(&mut self, at: Square, piece: Piece, offset: i8, queen_seen: bool) {
        let pins = self.pins();
        if pins.hold(at, offset) {
            return;
        }
        let slot = pins.slot(piece.kind(), offset, queen_seen);
        let overflow = save_in_slot(self.memory.lists(), piece.color(), slot, piece.kind().value());
        self.overflows += u64::from(overflow.count);
    }

    /// How many of a side's pieces are in the list of the square at hand.
    pub(super) fn listed(&self, color: Color) -> u8 {
        self.memory.byte(list_start(color)).unwrap_or(0)
    }
}
