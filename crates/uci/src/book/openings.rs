//! The embedded book: lines of play, turned into entries.

use std::collections::BTreeMap;

use kempelen_rules::{Chess, Game, san};

use super::polyglot::{self, PolyglotEntry};

const LINES: &str = include_str!("../../data/openings.txt");

/// Every move of every line, weighted by how many lines play it.
pub(super) fn entries() -> Vec<PolyglotEntry> {
    let mut weights = BTreeMap::new();
    for game in games() {
        for (position, &m) in game.positions().iter().zip(game.moves()) {
            if let Some(key) = polyglot::key(position) {
                *weights.entry((key, polyglot::write_move(m))).or_default() += 1;
            }
        }
    }
    weights.into_iter().map(|((key, bits), weight)| PolyglotEntry { key, bits, weight }).collect()
}

/// The lines, each as far as it can be read; a test sees to it that this is to the end.
fn games() -> impl Iterator<Item = Game<Chess>> {
    LINES.lines().filter_map(|line| line.split_once(':')).filter(|(name, _)| !name.starts_with('#')).map(
        |(_, moves)| {
            let mut game = Game::default();
            for word in moves.split_whitespace() {
                let Ok(m) = san::read(game.position(), word) else { break };
                game.play(m);
            }
            game
        },
    )
}

#[cfg(test)]
mod tests {
    use kempelen_rules::{Color, Square};

    use super::*;

    /// The tapes of 1976. Groups of three: where the player must have moved to, which man answers, and where to.
    const TAPES: [(&str, Color, &str); 10] = [
        ("french", Color::White, "CC0F33 530E34 440725 520541 630F43 640563 630114 720C32 450622"),
        ("french", Color::Black, "440F24 430E33 520625 360414 340613 140114 630006 450D32 550722"),
        ("giuoco", Color::White, "CC0F33 430622 550435 450D25 520E34 340D34 360725 330001 250B25"),
        ("giuoco", Color::Black, "440F34 550722 420432 520625 430F43 430441 520644 750652 520452"),
        ("ruy", Color::White, "CC0F33 430622 550446 520001 330E34 630113 540455 550E43 660725"),
        ("ruy", Color::Black, "440F34 550722 310625 750644 430414 640623 220B22 340611 520006"),
        ("queens_indian", Color::White, "CC0E34 520D35 530622 560A21 660411 630001 720725 330115 250125"),
        ("queens_indian", Color::Black, "430625 420F24 550B21 560511 660414 750006 520644 620652 520C35"),
        ("four_knights", Color::White, "CC0F33 430622 550725 520446 360001 720E24 540541 250B25 630203"),
        ("four_knights", Color::Black, "440F34 550722 520625 310441 750006 530E23 360452 520114 740703"),
    ];

    /// A square of the tape, as the computer of this colour sees it.
    fn square(byte: u8, computer: Color) -> Square {
        let (rank, file) = (byte >> 4, byte & 15);
        computer.pick(Square::at(7 - file, rank), Square::at(file, 7 - rank))
    }

    #[test]
    fn the_lines_are_those_of_the_tapes() {
        let names: Vec<&str> = LINES
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| line.split(':').next())
            .collect();
        let games: Vec<_> = games().collect();
        assert_eq!(names.len(), 5);
        for (name, computer, tape) in TAPES {
            let index = names.iter().position(|&line| line == name).expect("the opening is there");
            let game = &games[index];
            assert_eq!(game.moves().len(), 18, "{name} can be read to its end");
            // Where a move ends on the tape: castling is typed as two moves, the king's and then the rook's, of
            // which the player's last counts, and the computer's first.
            let end = |ply: usize, rook: bool| {
                let (position, m) = (&game.positions()[ply], game.moves()[ply]);
                if !position.is_castling(m) {
                    return m.to();
                }
                let file = if rook { 5 } else { 6 };
                assert!(m.to().file() == 7, "all castling in these lines is short");
                Square::at(file, m.to().rank())
            };
            for (n, group) in tape.split(' ').enumerate() {
                let byte = |at: usize| u8::from_str_radix(&group[at..at + 2], 16).expect("hexadecimal");
                let ply = 2 * n + computer.pick(0, 1);
                assert_eq!(end(ply, false), square(byte(4), computer), "{name} {computer} {n}");
                if ply > 0 {
                    assert_eq!(end(ply - 1, true), square(byte(0), computer), "{name} {computer} {n}");
                }
            }
        }
    }
}
