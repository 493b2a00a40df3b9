//! The work memory: one run of bytes that several tables share without fences between them.
//!
//! The original keeps the attack lists (label ATKLST, halves WACT and BACT), the list of pinned pieces (PLISTA)
//! and the royal squares (POSK, POSQ) side by side and never checks an index. A list that grows too long writes
//! into its neighbour; a list that lost an entry is read on into the next table. Both happen in real games and
//! change the machine's moves, so they are kept: all of these tables live here, in one array.

use super::piece::{PieceKind, SargonColor};
use super::square::SargonSquare;

/// Number of bytes that the attack lists of one square take: a count and six slots for each side.
pub(super) const LISTS: usize = 14;
/// Where the squares of pinned pieces begin.
const PIN_SQUARES: usize = 14;
/// Where the directions of the pins begin.
const PIN_DIRECTIONS: usize = 24;
/// Where the royal squares begin: White's king, Black's king, White's queen, Black's queen.
const ROYALS: usize = 34;
/// The byte after the royal squares, which is 255 at the start.
const END_MARK: usize = 38;

/// The bytes. The ones past the end mark are not part of any table; they are zero, and give stray reads and
/// writes (32 pins at most) somewhere to go.
#[derive(Clone)]
pub(super) struct WorkMemory {
    bytes: [u8; 64],
}

/// A pinned piece and the direction from its king or queen to the pinner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pin {
    /// Where the pinned piece stands.
    pub square: SargonSquare,
    /// The step from the royal piece towards the pinner.
    pub direction: i8,
}

/// The entries of the pin list that are valid, as they stand in memory.
#[derive(Clone, Copy)]
pub(super) struct PinList<'a> {
    memory: &'a WorkMemory,
    count: usize,
}

impl PinList<'_> {
    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.count == 0
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Pin> {
        (0..self.count).map(|index| self.memory.pin(index))
    }

    /// Label PNCK: whether a pin keeps the piece on a square from attacking in a direction. A piece pinned along
    /// that very line may; a piece with a second pin may not.
    pub(super) fn hold(&self, square: SargonSquare, offset: i8) -> bool {
        let mut pins = self.iter().filter(|pin| pin.square == square);
        match pins.next() {
            None => false,
            Some(pin) if pin.direction == offset || pin.direction == -offset => pins.next().is_some(),
            Some(_) => true,
        }
    }

    /// The slot of an attack list where an attacker goes: its kind's, but the queen's slot for a piece that
    /// attacks through a queen.
    ///
    /// As soon as there is a pin anywhere on the board, the 1978 program has lost the register that remembers the
    /// queen and looks at the sign of the direction instead.
    #[inline]
    pub(super) fn slot(self, kind: PieceKind, offset: i8, queen_seen: bool) -> usize {
        let with_queens = if self.is_empty() { queen_seen } else { offset < 0 };
        if with_queens { PieceKind::Queen as usize } else { kind as usize }
    }
}

impl WorkMemory {
    pub(super) fn new() -> Self {
        let mut bytes = [0; 64];
        bytes[END_MARK] = 255;
        Self { bytes }
    }

    /// The lists of the square at hand, with the two bytes of pin memory that an overlong list can reach.
    #[inline]
    pub(super) fn lists(&mut self) -> &mut [u8; 16] {
        self.bytes.first_chunk_mut().expect("the memory is longer than the lists")
    }

    /// Empties the attack lists and nothing else.
    #[inline]
    pub(super) fn clear_lists(&mut self) {
        self.bytes[..LISTS].fill(0);
    }

    /// Replaces the attack lists and nothing else.
    #[inline]
    pub(super) fn load_lists(&mut self, lists: [u8; 16]) {
        self.bytes[..LISTS].copy_from_slice(&lists[..LISTS]);
    }

    #[inline]
    pub(super) fn byte(&self, address: usize) -> Option<u8> {
        self.bytes.get(address).copied()
    }

    /// Label NEXTAD, its middle: takes the low half of a byte, and moves the high half down.
    #[inline]
    pub(super) fn take_nibble(&mut self, address: usize) -> u8 {
        let byte = self.bytes[address];
        self.bytes[address] = byte >> 4;
        byte & 15
    }

    /// Pin number `index`, whatever bytes stand there now.
    #[inline]
    fn pin(&self, index: usize) -> Pin {
        Pin {
            square: SargonSquare(self.bytes[PIN_SQUARES + index]),
            direction: self.bytes[PIN_DIRECTIONS + index] as i8,
        }
    }

    /// The first `count` pins.
    #[inline]
    pub(super) fn pins(&self, count: usize) -> PinList<'_> {
        PinList { memory: self, count }
    }

    /// Writes pin number `index`, direction first. There is room for ten; the eleventh falls on the royal
    /// squares, as in the original.
    pub(super) fn set_pin(&mut self, index: usize, pin: Pin) {
        self.bytes[PIN_DIRECTIONS + index] = pin.direction as u8;
        self.bytes[PIN_SQUARES + index] = pin.square.0;
    }

    /// One of the four royal squares in memory order.
    #[inline]
    pub(super) fn royal(&self, index: usize) -> SargonSquare {
        SargonSquare(self.bytes[ROYALS + index])
    }

    /// Label POSK: where a king stands.
    #[inline]
    pub(super) fn king(&self, color: SargonColor) -> SargonSquare {
        self.royal(royal_index(color, PieceKind::King))
    }

    /// Notes where a king, or the one queen of a side that is remembered, now stands.
    #[inline]
    pub(super) fn set_royal(&mut self, color: SargonColor, kind: PieceKind, square: SargonSquare) {
        self.bytes[ROYALS + royal_index(color, kind)] = square.0;
    }
}

/// The place of a king, or else of a queen, among the royal squares.
const fn royal_index(color: SargonColor, kind: PieceKind) -> usize {
    let queen = if matches!(kind, PieceKind::King) { 0 } else { 2 };
    match color {
        SargonColor::White => queen,
        SargonColor::Black => queen + 1,
    }
}
