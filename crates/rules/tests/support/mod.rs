//! What several tests share: a source of chance that is the same on every run, and places to start from.
#![allow(dead_code, reason = "each test uses a part")]

use kempelen_rules::{Chess, Position, Variant};

/// Sebastiano Vigna's splitmix64: small, and the same sequence everywhere.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// One of these.
    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// The FEN of a Chess960 start, by its number in Reinhard Scharnagl's list (0 to 959; orthodox chess is 518).
pub(crate) fn chess960(number: usize) -> String {
    let mut row = [' '; 8];
    let empty = |row: &[char; 8]| (0..8).filter(|&i| row[i] == ' ').collect::<Vec<_>>();
    row[2 * (number % 4) + 1] = 'B';
    row[2 * (number / 4 % 4)] = 'B';
    row[empty(&row)[number / 16 % 6]] = 'Q';
    let knights =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)][number / 96];
    let free = empty(&row);
    row[free[knights.0]] = 'N';
    row[free[knights.1]] = 'N';
    for (square, man) in empty(&row).into_iter().zip(['R', 'K', 'R']) {
        row[square] = man;
    }
    let white: String = row.iter().collect();
    format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1", white.to_lowercase())
}

/// A few kings and men anywhere, where that makes a position of the game.
pub(crate) fn few_men<V: Variant>(chance: &mut Chance) -> Option<Position<V>> {
    let mut board = [[' '; 8]; 8];
    let mut put = |chance: &mut Chance, man| board[chance.below(8)][chance.below(8)] = man;
    for _ in 0..chance.below(6) {
        let role = *chance.pick(&V::ROLES[..5]);
        let letter = role.letter();
        let man = if chance.below(2) == 0 { letter } else { letter.to_ascii_uppercase() };
        put(chance, man);
    }
    put(chance, 'k');
    put(chance, 'K');
    let rows: Vec<String> =
        board.iter().map(|row| row.iter().collect::<String>().replace(' ', "1")).collect();
    let turn = chance.pick(&["w", "b"]);
    format!("{} {turn} - - 0 1", rows.join("/")).parse().ok()
}

#[test]
fn number_518_is_orthodox() {
    assert_eq!(chess960(518), Chess::START);
}
