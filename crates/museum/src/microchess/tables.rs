//! The tables of the program: set-up, steps and points.

/// SETW, first half: own men of the start set-up, cells 70-7F.
pub(super) const START_OWN: [u8; 16] =
    [0x03, 0x04, 0x00, 0x07, 0x02, 0x05, 0x01, 0x06, 0x10, 0x17, 0x11, 0x16, 0x12, 0x15, 0x14, 0x13];

/// SETW, second half: the opponent's men of the start set-up, cells 80-8F.
pub(super) const START_OPP: [u8; 16] =
    [0x73, 0x74, 0x70, 0x77, 0x72, 0x75, 0x71, 0x76, 0x60, 0x67, 0x61, 0x66, 0x62, 0x65, 0x64, 0x63];

/// MOVEX: the sixteen steps, cells 90-9F. The program numbers them from 1: 1-4 go along ranks and files, 5-8 along
/// diagonals, 9-16 are the knight's.
pub(super) const STEPS: [u8; 16] =
    [0xF0, 0xFF, 0x01, 0x10, 0x11, 0x0F, 0xEF, 0xF1, 0xDF, 0xE1, 0xEE, 0xF2, 0x12, 0x0E, 0x1F, 0x21];

/// POINTS: the worth of the man in each slot, cells A0-AF.
pub(super) const POINTS: [u8; 16] = [11, 10, 6, 6, 4, 4, 4, 4, 2, 2, 2, 2, 2, 2, 2, 2];

/// The two tables a search reads.
///
/// They lie in writable memory. A book pointer gone astray (or a curious owner) can overwrite a cell of them, and from
/// then on the machine moves or counts differently; so a search takes the tables as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tables {
    /// MOVEX: steps 1-16 at indices 0-15.
    pub steps: [u8; 16],
    /// POINTS: the worth of the man in each slot.
    pub points: [u8; 16],
}

impl Tables {
    /// The tables as loaded from tape.
    pub const ORIGINAL: Self = Self { steps: STEPS, points: POINTS };

    /// The step byte of the program's step `number`, 1-16.
    #[inline]
    pub(super) fn step(&self, number: u8) -> u8 {
        self.steps[usize::from(number.wrapping_sub(1) & 0x0F)]
    }
}

impl Default for Tables {
    fn default() -> Self {
        Self::ORIGINAL
    }
}
