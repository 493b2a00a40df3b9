//! What several tests share: places to start from.
use kempelen_rules::random::SplitMix64;
use kempelen_rules::{Chess, Position, Variant};

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
pub(crate) fn few_men<V: Variant>(chance: &mut SplitMix64) -> Option<Position<V>> {
    let mut board = [[' '; 8]; 8];
    let mut put = |chance: &mut SplitMix64, man| board[chance.remainder(8)][chance.remainder(8)] = man;
    for _ in 0..chance.remainder(6) {
        let role = *chance.pick(&V::ROLES[..5]);
        let letter = V::letter(role);
        let man = if chance.remainder(2) == 0 { letter } else { letter.to_ascii_uppercase() };
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

#[test]
fn every_number_has_its_start() {
    use kempelen_rules::GameKind;
    let mut seen = std::collections::HashSet::new();
    for number in 0..960 {
        let wanted: Position<Chess> = chess960(number).parse().expect("a position");
        let start = GameKind::Chess960.start(number);
        assert_eq!(start.fen(), wanted.fen(), "{number}");
        seen.insert(start.fen());
    }
    assert_eq!((seen.len(), GameKind::Chess960.starts()), (960, 960));
    assert_eq!(GameKind::Chess960.start(960), GameKind::Chess960.start(0));
}
