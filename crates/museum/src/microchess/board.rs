//! The two piece lists: all that Microchess knows of a position.

use super::tables::{START_OPP, START_OWN};

/// The byte a captured man's cell receives. It lies off the board in both of its forms (see [`MicrochessBoard::exchanged`]).
pub const CAPTURED: u8 = 0xCC;

/// A position: the square of each of the sixteen men of the mover and of the sixteen of the opponent.
///
/// There is no array of squares and no side to move: *own* is whoever moves next. A square is the byte
/// `rank * 16 + file` seen from own's first rank, file 0 being the *opponent's* left hand, and a byte is on the
/// board when it has no bit of `0x88`. A captured man holds a byte off the board.
///
/// Entry *i* of a list always belongs to the same man, here called its *slot*:
///
/// ```text
/// 0 K   1 Q   2 KR  3 QR   4 KB  5 QB   6 KN  7 QN
/// 8 KRP 9 QRP A KNP B QNP  C KBP D QBP  E QP  F KP
/// ```
///
/// Any bytes are accepted, also men sharing a square, missing kings and bytes that no game can produce: the machine of
/// 1976 did not look either.
///
/// ```
/// use kempelen_museum::microchess::MicrochessBoard;
///
/// let start = MicrochessBoard::START;
/// assert_eq!(start.own[15], 0x13); // The king's pawn.
/// assert_eq!(start.exchanged().exchanged(), start);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MicrochessBoard {
    /// Squares of the men of the side to move: the computer's when it thinks. Zero page cells 50-5F, the label BOARD.
    pub own: [u8; 16],
    /// Squares of the other side's men. Zero page cells 60-6F, the label BK.
    pub opp: [u8; 16],
}

impl MicrochessBoard {
    /// The position set up by key `C`, the label SETW: own is White.
    pub const START: Self = Self { own: START_OWN, opp: START_OPP };

    /// No man on the board.
    pub const EMPTY: Self = Self { own: [CAPTURED; 16], opp: [CAPTURED; 16] };

    /// The man first met on `square` when the 32 entries are searched from the last to the first: 10-1F for a man of
    /// the opponent (slot + 10), 00-0F for an own man. The order matters only when men share a square.
    #[inline]
    pub fn entry_on(&self, square: u8) -> Option<u8> {
        match last_on(&self.opp, square) {
            Some(slot) => Some(slot | 0x10),
            None => last_on(&self.own, square),
        }
    }

    /// The opponent's man on `square`, searched from slot 15 down.
    #[inline]
    pub fn opponent_on(&self, square: u8) -> Option<u8> {
        last_on(&self.opp, square)
    }

    /// REVERSE: the same position seen by the other side, which becomes own. Every byte, on the board or not, is
    /// mirrored to `0x77 - byte`, so captured men alternate between `CC` and `AB`.
    #[inline]
    #[must_use]
    pub fn exchanged(&self) -> Self {
        Self {
            own: self.opp.map(|square| 0x77_u8.wrapping_sub(square)),
            opp: self.own.map(|square| 0x77_u8.wrapping_sub(square)),
        }
    }

    /// MOVE: the position after own man `slot` (its low four bits count) went to `to`. Whoever [`MicrochessBoard::entry_on`]
    /// finds there is captured, friend or foe; nothing is tested.
    #[inline]
    #[must_use]
    pub fn after(&self, slot: u8, to: u8) -> Self {
        let mut next = *self;
        if let Some(entry) = self.entry_on(to) {
            let list = if entry < 0x10 { &mut next.own } else { &mut next.opp };
            list[usize::from(entry & 0x0F)] = CAPTURED;
        }
        next.own[usize::from(slot & 0x0F)] = to;
        next
    }

    /// The square of own man `slot` (its low four bits count).
    #[inline]
    pub fn square_of(&self, slot: u8) -> u8 {
        self.own[usize::from(slot & 0x0F)]
    }
}

/// Whether a byte names one of the 64 squares.
#[inline]
pub const fn is_on_board(square: u8) -> bool {
    square & 0x88 == 0
}

/// What kind of man a slot holds: `K`, `Q`, `R`, `B`, `N` or `P`.
pub const fn role_of(slot: u8) -> char {
    match slot & 0x0F {
        0 => 'K',
        1 => 'Q',
        2 | 3 => 'R',
        4 | 5 => 'B',
        6 | 7 => 'N',
        _ => 'P',
    }
}

/// The last slot of a list that stands on `square`.
#[inline]
fn last_on(list: &[u8; 16], square: u8) -> Option<u8> {
    list.iter().rposition(|&held| held == square).map(|slot| slot as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchange_mirrors_and_swaps_and_is_its_own_inverse() {
        let mut board = MicrochessBoard::START;
        board.own[3] = CAPTURED;
        board.opp[5] = 0xAB;
        board.opp[6] = 0x9F;
        let seen = board.exchanged();
        assert_eq!(seen.own[0], 0x04);
        assert_eq!(seen.opp[0], 0x74);
        assert_eq!(seen.opp[3], 0xAB);
        assert_eq!(seen.own[5], 0xCC);
        assert_eq!(seen.own[6], 0xD8);
        assert_eq!(seen.exchanged(), board);
    }

    #[test]
    fn the_opponents_last_entry_is_found_first() {
        let mut board = MicrochessBoard::EMPTY;
        board.own[15] = 0x33;
        board.own[2] = 0x33;
        assert_eq!(board.entry_on(0x33), Some(0x0F));
        assert_eq!(board.opponent_on(0x33), None);
        board.opp[0] = 0x33;
        board.opp[7] = 0x33;
        assert_eq!(board.entry_on(0x33), Some(0x17));
        assert_eq!(board.opponent_on(0x33), Some(7));
        assert_eq!(board.entry_on(0x34), None);
    }

    #[test]
    fn a_move_captures_only_the_first_man_found() {
        let mut board = MicrochessBoard::EMPTY;
        board.own[1] = 0x00;
        board.opp[2] = 0x44;
        board.opp[9] = 0x44;
        let next = board.after(1, 0x44);
        assert_eq!((next.own[1], next.opp[9], next.opp[2]), (0x44, CAPTURED, 0x44));
        // A man moved to the square it stands on changes nothing; a friend standing there vanishes.
        assert_eq!(next.after(1, 0x44).opp[2], CAPTURED);
        let mut alone = MicrochessBoard::EMPTY;
        alone.own[4] = 0x21;
        assert_eq!(alone.after(4, 0x21), alone);
        alone.own[8] = 0x31;
        assert_eq!(alone.after(4, 0x31).own[8], CAPTURED);
    }
}
