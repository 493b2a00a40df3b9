//! Makruk's relatives against another program's counts and games.

use std::io::Read;

use flate2::read::GzDecoder;
use serde_json::Value;

use super::{AiWok, Asean, Cambodian, Makpong, Variant};
use crate::{End, Game, Position, Square, SquareSet, perft, san, uci};

/// The counts and games of `data/`, which came from another program.
fn perft_of(name: &str) -> Vec<Value> {
    let all: Vec<Value> = serde_json::from_str(include_str!("../../data/family_perft.json")).expect("JSON");
    all.into_iter().filter(|entry| entry["variant"] == name).collect()
}

fn games_of(name: &str) -> Vec<Value> {
    let mut text = String::new();
    let bytes = include_bytes!("../../data/family_games.jsonl.gz");
    GzDecoder::new(&bytes[..]).read_to_string(&mut text).expect("a compressed file");
    let all = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    all.filter(|game| game["variant"] == name).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn agrees<V: Variant>(name: &str) {
    let counts = perft_of(name);
    assert_eq!(counts.len(), 4);
    for entry in counts {
        let position: Position<V> = text(&entry["fen"]).parse().expect("a position");
        for depth in 1..=2 {
            let wanted = entry["perft"][depth.to_string()].as_u64();
            assert_eq!(Some(perft::perft(&position, depth)), wanted, "{name} {position} {depth}");
        }
    }
    let games = games_of(name);
    assert_eq!(games.len(), 20);
    for record in games {
        let sans: Vec<&str> = text(&record["san"]).split(' ').collect();
        let mut game = Game::<V>::new(text(&record["start"]).parse().expect("a position"));
        for (ply, word) in text(&record["moves"]).split(' ').enumerate() {
            let position = *game.position();
            let place = format!("{name} {position} {word}");
            assert_eq!(position.fen(), text(&record["fens"][ply]), "{place}");
            assert_eq!(
                position.legal_moves().len() as u64,
                record["nlegal"][ply].as_u64().expect("a count"),
                "{place}"
            );
            assert_eq!(position.in_check(), text(&record["check"]).as_bytes()[ply] == b'1', "{place}");
            let again: Position<V> = position.fen().parse().expect("a position");
            assert_eq!((again.key(), again), (position.key(), position), "{place}");
            let m = uci::read(&position, word).expect("a legal move");
            assert_eq!(uci::write(&position, m, uci::Castling::Natural), word, "{place}");
            assert_eq!(san::write(&position, m), sans[ply], "{place}");
            assert_eq!(san::read(&position, &san::write(&position, m)), Ok(m), "{place}");
            game.play(m);
        }
        let last = record["fens"].as_array().and_then(|fens| fens.last());
        assert_eq!(Some(game.position().fen().as_str()), last.and_then(Value::as_str), "{name}");
        if let Some(end) = record["end"].as_str() {
            assert_eq!(game.outcome().map(End::name), Some(end), "{name} {}", game.position());
        }
    }
}

#[test]
fn men_may_leap_with_their_first_move() {
    agrees::<Cambodian>("cambodian");
}

#[test]
fn kings_may_have_to_stand_their_ground() {
    agrees::<Makpong>("makpong");
}

#[test]
fn men_may_have_moves_and_letters_of_their_own() {
    agrees::<AiWok>("ai-wok");
}

#[test]
fn promotion_may_be_elsewhere_and_to_what_the_player_likes() {
    agrees::<Asean>("asean");
}

#[test]
fn a_right_to_leap_is_part_of_the_position() {
    let with: Position<Cambodian> = Cambodian::START.parse().expect("a position");
    let without: Position<Cambodian> = Cambodian::START.replace("DEde", "DEd").parse().expect("a position");
    assert_ne!(with.key(), without.key());
    assert_eq!(with.mirror().rights(), with.rights().flip());
    let leap = uci::read(&with, "d1f2").expect("a leap");
    assert!(with.quiet_moves().contains(&leap) && !with.noisy_moves().contains(&leap));
    assert!(with.moves_from(Square::D1).contains(&leap));
    assert!(with.play(leap).fen().contains(" Ede "), "{}", with.play(leap));
    assert_eq!(with.castling_rooks(), SquareSet::EMPTY);
}

#[test]
fn a_right_to_leap_needs_a_man_that_can() {
    let error = Cambodian::START
        .replace("DEde", "AEde")
        .parse::<Position<Cambodian>>()
        .expect_err("a rook does not leap");
    assert_eq!(error.to_string(), "White has no man on a1 that may leap");
}
