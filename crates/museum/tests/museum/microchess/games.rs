//! Whole games.

use kempelen_museum::microchess::{Color, Display, Kim, KimKey, StrategyMove};

use super::data::{Game, digits, lines};
use super::keypad::opening;

/// The move a display shows.
fn uci(Display([slot, from, to]): Display, computer: Color) -> Option<String> {
    StrategyMove { slot, from, to }.uci(computer)
}

fn games() -> Vec<Game> {
    let games: Vec<Game> = lines("games.jsonl.gz");
    assert_eq!(games.len(), 6);
    games
}

/// Keys C, then PC and E in turn.
#[test]
fn games_against_itself_agree() {
    let mut played = 0;
    for game in games().iter().filter(|game| game.kind.starts_with("self-play")) {
        let mut kim = Kim::new(game.level, opening(game.opening.as_deref()));
        kim.press(KimKey::C);
        let mut computer = Color::White;
        for (number, ply) in game.plies.iter().enumerate() {
            if number > 0 {
                kim.press(KimKey::E);
                computer = !computer;
            }
            let at = format!("{} ply {number}", game.id);
            assert_eq!(ply.side, if computer == Color::White { "w" } else { "b" }, "{at}");
            let display = kim.press(KimKey::PC).display;
            assert_eq!(Some(display.to_string()), ply.display, "{at}");
            assert_eq!(uci(display, computer).as_deref(), Some(ply.uci.as_str()), "{at}");
            assert_eq!(Some(kim.book_pointer()), ply.omove.map(|hex| hex.0), "{at}");
        }
        assert_eq!(digits(&kim.board()), game.final_board, "{}", game.id);
        if game.result.contains("resigns") {
            kim.press(KimKey::E);
            assert_eq!(kim.press(KimKey::PC).display.to_string(), "FFFFFF", "{}", game.id);
        }
        played += 1;
    }
    assert_eq!(played, 5);
}

/// The player's moves are keyed in; the book is switched off through the monitor.
#[test]
fn a_game_against_a_random_player_agrees() {
    let games = games();
    let game = games.iter().find(|game| game.kind.contains("random player")).unwrap();
    let mut kim = Kim::new(game.level, opening(game.opening.as_deref()));
    kim.press(KimKey::C);
    kim.poke(0xDC, 0x00);
    for (number, ply) in game.plies.iter().enumerate() {
        let at = format!("{} ply {number}", game.id);
        if let Some(keys) = &ply.keys {
            assert_eq!(ply.side, "player", "{at}");
            for key in keys.chars() {
                kim.press(key.to_string().parse().unwrap());
            }
            let Display([_, from, to]) = kim.display();
            assert_eq!(uci(Display([0, from, to]), Color::White).as_deref(), Some(ply.uci.as_str()), "{at}");
        } else {
            let pressed = kim.press(KimKey::PC);
            assert_eq!(Some(pressed.display.to_string()), ply.display, "{at}");
            assert_eq!(uci(pressed.display, Color::White).as_deref(), Some(ply.uci.as_str()), "{at}");
            assert_eq!(pressed.thought.map(|thought| thought.best_value), ply.bestv, "{at}");
        }
    }
    assert_eq!(digits(&kim.board()), game.final_board);
    assert_eq!(kim.board().placement(Color::White).chars().filter(|&man| man == 'k').count(), 1);
}
