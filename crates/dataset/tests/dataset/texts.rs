use kempelen_dataset::{HowEnded, LabelledGame, text};
use kempelen_rules::{Chess, Position, VariantId, with_variant};

use crate::{fischer_games, random_games};

/// What a text can hold of a game: all but the way to its start and who ended it.
fn as_told<V: kempelen_rules::Variant>(game: &LabelledGame<V>) -> LabelledGame<V> {
    // A FEN names the square of a pawn's double step only where it can be taken there.
    let start: Position<V> = game.first_position().fen().parse().expect("our own FEN");
    LabelledGame { start, opening: Vec::new(), ended: HowEnded::Unknown, ..game.clone() }
}

#[test]
fn games_come_back_from_text() {
    for variant in VariantId::ALL {
        with_variant!(variant, V => for game in random_games::<V>(60, 21) {
            assert_eq!(text::read_game(&text::write_game(&game)), Ok(as_told(&game)));
        });
    }
    for game in fischer_games() {
        assert_eq!(text::read_game(&text::write_game(&game)), Ok(as_told(&game)));
    }
}

#[test]
fn usual_castling_is_spelled_as_usual() {
    let line = "4k3/8/8/8/8/8/8/4K2R w K - 0 1;2;e1g1 500";
    let game = text::read_game::<Chess>(line).expect("a game");
    assert_eq!(text::write_game(&game), line);
}

#[test]
fn bad_lines_are_told_apart() {
    let start = Position::<Chess>::default().fen();
    for (line, part) in [
        (String::new(), "START_FEN"),
        ("what;1;".to_owned(), "what"),
        (format!("{start};3;"), "\"3\" is no result"),
        (format!("{start};1;e2e5 0"), "e2e5"),
        (format!("{start};1;e2e4"), "after e2e4 is no score"),
        (format!("{start};1;e2e4 40000"), "40000"),
    ] {
        let error = text::read_game::<Chess>(&line).expect_err("a bad line").to_string();
        assert!(error.contains(part), "{line:?}: {error}");
    }
}
