//! Sessions on the keypad, key by key.

use std::collections::BTreeMap;

use kempelen_museum::microchess::{Clock, Kim, KimKey, MicrochessBoard, OPENINGS, Opening, is_on_board};

use super::data::{Hex, KeyStep, Session, Step, digits, lines, path};

pub(crate) fn opening(name: Option<&str>) -> Option<Opening> {
    name.map(|name| name.parse().expect("the opening is one of the ten"))
}

fn replay(session: &Session) -> usize {
    let mut kim = Kim::new(session.level, opening(session.opening.as_deref()));
    for (number, step) in session.steps.iter().enumerate() {
        match step {
            Step::Poke { poke } => kim.poke(poke.addr.0, poke.value.0),
            Step::Key(step) => press(&mut kim, step, &format!("{} step {number}", session.id)),
        }
    }
    session.steps.len()
}

fn press(kim: &mut Kim, step: &KeyStep, at: &str) {
    let key: KimKey = step.key.parse().expect("the key exists");
    assert_eq!(key.code(), step.code.0, "{at}");
    let mut clock = Clock::new();
    let men_share_squares = shares_squares(&kim.board());
    let pressed = kim.press_watched(key, &mut clock);
    if let (Some(_), Some(cycles)) = (&pressed.thought, step.cycles) {
        time_agrees(cycles, clock.cycles(), men_share_squares, at);
    }
    assert_eq!(pressed.display.to_string(), step.display, "{at}: display");
    assert_eq!(kim.display(), pressed.display, "{at}");
    assert_eq!(digits(&kim.board()), step.board, "{at}: board");
    assert_eq!(kim.book_pointer(), step.omove.0, "{at}: OMOVE");
    let flashes: Vec<String> = pressed.flashes.iter().map(ToString::to_string).collect();
    match &step.flashes {
        Some(theirs) => assert_eq!(&flashes, theirs, "{at}: flashes"),
        None => assert!(flashes.is_empty(), "{at}: flashes"),
    }
}

/// A session's cycles include the reading of the key, which is outside the thought; the clock was not fitted to these.
fn time_agrees(theirs: u64, ours: u64, men_share_squares: bool, at: &str) {
    let key = theirs.checked_sub(ours).unwrap_or_else(|| panic!("{at}: {ours} cycles instead of {theirs}"));
    if men_share_squares {
        assert!(key * 5000 < theirs, "{at}: {ours} cycles instead of {theirs}");
    } else {
        assert!(matches!(key, 125 | 137), "{at}: {ours} cycles instead of {theirs}");
    }
}

fn shares_squares(board: &MicrochessBoard) -> bool {
    let mut men: Vec<u8> = board.own.into_iter().chain(board.opp).filter(|&man| is_on_board(man)).collect();
    let all = men.len();
    men.sort_unstable();
    men.dedup();
    men.len() < all
}

#[test]
fn sessions_agree_key_by_key() {
    let sessions: Vec<Session> = lines("kim.jsonl.gz");
    assert_eq!(sessions.len(), 16);
    assert!(sessions.iter().map(replay).sum::<usize>() > 300);
}

#[test]
fn odd_orders_of_keys_agree_too() {
    let sessions: Vec<Session> = lines("kim_extra.jsonl.gz");
    assert_eq!(sessions.len(), 9);
    assert!(sessions.iter().map(replay).sum::<usize>() > 30);
}

#[test]
fn the_openings_are_those_of_the_tapes() {
    let text = std::fs::read_to_string(path("openings.json")).unwrap();
    let tapes: BTreeMap<String, Vec<Hex>> = serde_json::from_str(&text).unwrap();
    assert_eq!(tapes.len(), OPENINGS.len());
    for opening in OPENINGS {
        let bytes: Vec<u8> = tapes[opening.name].iter().map(|hex| hex.0).collect();
        assert_eq!(opening.bytes.as_slice(), bytes, "{opening}");
    }
}
