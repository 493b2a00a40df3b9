//! When a game is over.

use crate::support::{play, position};
use kempelen_rules::{Chess, Game, Makruk};
use kempelen_zero::status::{game_result, is_checkmate, is_draw, is_game_over, is_in_check, is_stalemate};

fn chess(fen: &str) -> Game<Chess> {
    Game::new(position(fen))
}

#[test]
fn mate_comes_before_the_draw_rules() {
    let game = chess("7k/5KQ1/8/8/8/8/8/8 b - - 100 80");
    assert!(is_in_check(&game) && is_checkmate(&game) && is_draw(&game) && is_game_over(&game));
    assert_eq!(game_result(&game), Some(-1.0));
}

#[test]
fn little_material_is_a_draw_and_a_bit_more_is_not() {
    for (fen, draw) in [
        ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", true),
        ("8/8/4k3/8/8/3NK3/8/8 b - - 0 1", true),
        ("8/8/4k3/8/8/3bK3/8/8 w - - 0 1", true),
        ("8/8/4k3/8/8/3PK3/8/8 b - - 0 1", false),
        ("8/8/3bk3/8/8/4K1B1/8/8 w - - 0 1", true),
        ("8/8/3bk3/8/8/4KB2/8/8 w - - 0 1", false),
        ("8/8/4k3/8/8/4KB1B/8/8 b - - 0 1", false),
        ("8/8/4k1b1/8/8/3NK3/8/8 b - - 0 1", false),
        ("8/8/4k3/8/8/3NKN2/8/8 b - - 0 1", false),
        ("8/8/4k3/8/8/3RK3/8/8 b - - 0 1", false),
    ] {
        assert_eq!(is_draw(&chess(fen)), draw, "{fen}");
        assert_eq!(game_result(&chess(fen)), draw.then_some(0.0), "{fen}");
    }
}

#[test]
fn clocks_and_repetitions_are_draws() {
    assert!(!is_draw(&chess("4k3/8/8/8/8/8/4P3/4K3 w - - 99 80")));
    assert!(is_draw(&chess("4k3/8/8/8/8/8/4P3/4K3 w - - 100 80")));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    assert!(!is_game_over(&play::<Chess>(start, shuffle)));
    assert_eq!(game_result(&play::<Chess>(start, shuffle.repeat(2))), Some(0.0));
    // The first time a pawn could have been taken in passing, so that the position was another.
    let passing = "4k3/8/8/8/p7/8/1P6/4K3 w - - 0 1";
    let moves = ["b2b4", "e8d8", "e1d1", "d8e8", "d1e1", "e8d8", "e1d1", "d8e8", "d1e1"];
    assert!(!is_draw(&play::<Chess>(passing, moves)));
    assert!(is_draw(&play::<Chess>(passing, moves.into_iter().chain(["e8d8"]))));
}

#[test]
fn makruk_ends_by_its_own_rules() {
    let game = |fen| Game::<Makruk>::new(position(fen));
    assert!(!is_draw(&game("8/6ks/3M~2r1/2K1M3/8/3R4/8/8 w - 128 128 50")));
    assert!(is_draw(&game("8/6ks/3M~2r1/2K1M3/8/3R4/8/8 w - 128 129 50")));
    assert!(!is_draw(&game("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 300 200")), "no fifty moves");
    assert!(is_draw(&game("8/8/4k3/8/8/3MK3/8/8 w - 128 6 50")));
    let stalemate = game("k7/8/1K6/8/8/8/8/R7 w - 32 6 50");
    assert!(!is_stalemate(&stalemate) && game_result(&stalemate).is_none());
}
