//! Cells of the 12 × 10 board, the steps between them, and sets of squares.

use std::fmt;

/// A cell of the board: 21 + file + 10 · rank, so a1 = 21, h1 = 28, e4 = 55, h8 = 98. Every other number is a
/// cell of the border.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct SargonSquare(pub(super) u8);

/// Label DIRECT: the steps of the pieces, in the order in which the machine tries them.
pub(super) const DIRECTIONS: [i8; 16] = [
    9, 11, -11, -9, // diagonals
    10, -10, 1, -1, // files and ranks
    -21, -12, 8, 19, 21, 12, -8, -19, // knights
];

/// The part of [`DIRECTIONS`] that holds the diagonals.
pub(super) const DIAGONALS: std::ops::Range<usize> = 0..4;
/// The part of [`DIRECTIONS`] that holds files and ranks.
pub(super) const STRAIGHTS: std::ops::Range<usize> = 4..8;
/// The part of [`DIRECTIONS`] along which lines run.
pub(super) const LINES: std::ops::Range<usize> = 0..8;
/// The part of [`DIRECTIONS`] that holds the knight's jumps.
pub(super) const JUMPS: std::ops::Range<usize> = 8..16;

impl SargonSquare {
    /// Cell 0, which the original finds in a move entry that has not been filled in.
    pub(super) const NOWHERE: Self = Self(0);

    /// The square on a file and a rank, each counted from 0.
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < 8 && rank < 8 { Some(Self(21 + file + 10 * rank)) } else { None }
    }

    /// The square of a name such as `e4`.
    pub fn from_name(name: &str) -> Option<Self> {
        match name.as_bytes() {
            [file, rank] => Self::new(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1')),
            _ => None,
        }
    }

    /// The file, counted from 0. Meaningless on the border.
    pub const fn file(self) -> u8 {
        self.0.wrapping_sub(21) % 10
    }

    /// The rank, counted from 0. Meaningless on the border.
    pub const fn rank(self) -> u8 {
        self.0.wrapping_sub(21) / 10
    }

    /// The number of the cell.
    pub const fn cell(self) -> u8 {
        self.0
    }

    /// The cell one step away. Cells are bytes: beyond 255 they begin anew, and all of that is border.
    pub(super) const fn step(self, offset: i8) -> Self {
        Self(self.0.wrapping_add_signed(offset))
    }

    pub(super) const fn bit(self) -> u64 {
        1 << INDICES[self.0 as usize]
    }

    /// All 64 squares in the order in which the machine scans them: a1 to h1, a2 to h2, up to h8.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        CELLS.into_iter()
    }
}

impl fmt::Display for SargonSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

/// From the number of a square among 64 to its cell.
const CELLS: [SargonSquare; 64] = {
    let mut cells = [SargonSquare::NOWHERE; 64];
    let mut i = 0;
    while i < 64 {
        cells[i] = SargonSquare(21 + i as u8 % 8 + 10 * (i as u8 / 8));
        i += 1;
    }
    cells
};

/// From a cell to its number among 64.
const INDICES: [u8; 256] = {
    let mut indices = [0; 256];
    let mut i = 0;
    while i < 64 {
        indices[CELLS[i].0 as usize] = i as u8;
        i += 1;
    }
    indices
};

/// A set of squares. Both iterators follow the order of the cell numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct SargonSquareSet(pub(super) u64);

impl SargonSquareSet {
    /// From a1 towards h8.
    pub(super) fn ascending(self) -> impl Iterator<Item = SargonSquare> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let index = left.trailing_zeros();
            left &= left - 1;
            Some(CELLS[index as usize])
        })
    }

    /// From h8 towards a1.
    pub(super) fn descending(self) -> impl Iterator<Item = SargonSquare> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let index = left.ilog2();
            left ^= 1 << index;
            Some(CELLS[index as usize])
        })
    }
}

impl std::ops::BitOr for SargonSquareSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
