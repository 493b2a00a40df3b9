//! The fifteen positions of a model.

use crate::sargon::moves::Move;

/// A position of the tree, named after the pawns that moved: A and B for White, G and H for Black. `AHB` is the
/// position after the a-pawn, the h-pawn and the b-pawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key(usize);

/// What is fixed about a position.
struct Row {
    name: &'static str,
    /// Its number in the log, in the order in which a search without cut-offs creates the positions.
    card: u8,
    /// Where it stands in the picture, row and column.
    place: (usize, usize),
}

const ROWS: [Row; Key::COUNT] = [
    Row { name: "", card: 0, place: (18, 0) },
    Row { name: "A", card: 1, place: (8, 12) },
    Row { name: "AG", card: 3, place: (3, 17) },
    Row { name: "AGA", card: 5, place: (0, 20) },
    Row { name: "AGB", card: 6, place: (6, 20) },
    Row { name: "AH", card: 4, place: (13, 17) },
    Row { name: "AHA", card: 7, place: (10, 20) },
    Row { name: "AHB", card: 8, place: (16, 20) },
    Row { name: "B", card: 2, place: (28, 12) },
    Row { name: "BG", card: 9, place: (23, 17) },
    Row { name: "BGA", card: 11, place: (20, 20) },
    Row { name: "BGB", card: 12, place: (26, 20) },
    Row { name: "BH", card: 10, place: (33, 17) },
    Row { name: "BHA", card: 13, place: (30, 20) },
    Row { name: "BHB", card: 14, place: (36, 20) },
];

impl Key {
    /// How many keys there are, the root included.
    pub const COUNT: usize = 15;
    /// The position at the root.
    pub const ROOT: Self = Self(0);

    /// The 14 positions after the root in alphabetical order.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..Self::COUNT).map(Self)
    }

    /// The key of a name such as `AGB`; the root's name is empty.
    pub fn from_name(name: &str) -> Option<Self> {
        ROWS.iter().position(|row| row.name == name).map(Self)
    }

    /// The name.
    pub fn name(self) -> &'static str {
        ROWS[self.0].name
    }

    /// The number of the position in the log.
    pub fn card(self) -> u8 {
        ROWS[self.0].card
    }

    /// Row and column of the position in the picture, counted from 0.
    pub fn place(self) -> (usize, usize) {
        ROWS[self.0].place
    }

    pub(super) fn index(self) -> usize {
        self.0
    }

    /// The position that the moves of a search lead to: the files of the pawns are its name.
    pub(super) fn of_path(path: &[Move]) -> Option<Self> {
        let name: String = path.iter().map(|mv| (b'A' + mv.first.from.file()) as char).collect();
        Self::from_name(&name)
    }
}
