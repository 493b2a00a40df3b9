//! What the keypad does when it is not used as intended.

use kempelen_museum::microchess::{Display, Kim, KimKey, Level, MicrochessBoard, OPENINGS, Opening};
use kempelen_trace::Mute;

use super::data::{Case, lines};

fn kim(level: Level, opening: &str) -> Kim {
    Kim::new(level, Some(opening.parse().unwrap()))
}

/// Presses keys written with spaces between and gives the last display.
fn press(kim: &mut Kim, keys: &str) -> String {
    let mut display = kim.display();
    for key in keys.split_whitespace() {
        display = kim.press(key.parse().unwrap()).display;
    }
    display.to_string()
}

#[test]
fn a_key_held_down_acts_once() {
    let mut kim = kim(Level::SUPER_BLITZ, "giuoco_w");
    kim.press(KimKey::C);
    for _ in 0..3 {
        assert_eq!(kim.read_keypad(0x06, &mut Mute).display.to_string(), "FFCCC6");
    }
    // Another key without letting go acts, and so does the first again.
    assert_eq!(kim.read_keypad(0x03, &mut Mute).display.to_string(), "FFCC63");
    assert_eq!(kim.read_keypad(0x06, &mut Mute).display.to_string(), "FFC636");
    // Letting go changes nothing, and then the same key acts again.
    assert_eq!(kim.read_keypad(KimKey::NONE_PRESSED, &mut Mute).display.to_string(), "FFC636");
    assert_eq!(kim.read_keypad(0x06, &mut Mute).display.to_string(), "1F6366");
    // Codes that no key has do nothing.
    let before = kim.display();
    for code in 0x15..=0xFF {
        assert_eq!(kim.read_keypad(code, &mut Mute).display, before);
    }
}

#[test]
fn keys_without_a_meaning_do_nothing() {
    let mut kim = kim(Level::SUPER_BLITZ, "giuoco_w");
    press(&mut kim, "C 6 3");
    let before = kim.clone();
    press(&mut kim, "8 9 A B D AD DA + GO");
    assert_eq!(kim, before);
}

#[test]
fn the_manuals_example_of_entering_a_move() {
    let mut kim = kim(Level::SUPER_BLITZ, "giuoco_w");
    assert_eq!(kim.display(), Display([0x00, 0x00, 0xD8]));
    let shown: Vec<String> = ["C", "6", "3", "4", "3", "F"].iter().map(|key| press(&mut kim, key)).collect();
    assert_eq!(shown, ["CCCCCC", "FFCCC6", "FFCC63", "FFC634", "1F6343", "FF6343"]);
}

#[test]
fn register_after_the_computers_move_changes_only_the_display() {
    let mut kim = kim(Level::SUPER_BLITZ, "giuoco_w");
    assert_eq!(press(&mut kim, "C PC"), "0F1333");
    let board = kim.board();
    assert_eq!(press(&mut kim, "F"), "FF1333");
    assert_eq!(kim.board(), board);
    // A second time nobody is moved to 33, where the pawn vanishes.
    press(&mut kim, "F");
    assert_eq!(kim.board().own[15], 0xCC);
    assert_eq!(kim.peek(0x4F), 0x33);
}

#[test]
fn register_after_a_resignation_removes_the_own_king() {
    let mut kim = kim(Level::NORMAL, "giuoco_w");
    kim.press(KimKey::C);
    // The king on 00 is stalemated by the queen on 21.
    let mut board = MicrochessBoard::EMPTY;
    (board.own[0], board.opp[0], board.opp[1]) = (0x00, 0x77, 0x21);
    kim.set_board(&board);
    kim.poke(0xDC, 0x00);
    assert_eq!(press(&mut kim, "PC"), "FFFFFF");
    assert_eq!(kim.board(), board);
    assert_eq!((kim.peek(0xB0), kim.peek(0xB1)), (0xFF, 0x00));
    press(&mut kim, "F");
    assert_eq!(kim.board().own[0], 0xCC);
}

#[test]
fn set_up_and_exchange_leave_the_man_and_square_entered_before() {
    let mut kim = kim(Level::SUPER_BLITZ, "giuoco_w");
    press(&mut kim, "C 6 3 4 3 C E");
    // Man 1F and square 43 are still in the work cells: the opponent's king's pawn of the new position goes to 43.
    press(&mut kim, "F");
    assert_eq!(kim.board().opp[15], 0x43);
}

#[test]
fn a_display_that_holds_no_best_move_yet_keeps_its_digits() {
    // Super blitz, and the only moves leave the king hanging: every value is 0, DIS2 shows the start value 0C.
    let mut kim = kim(Level::SUPER_BLITZ, "giuoco_w");
    kim.press(KimKey::C);
    let mut board = MicrochessBoard::EMPTY;
    (board.own[0], board.opp[1], board.opp[2], board.opp[3]) = (0x00, 0x71, 0x10, 0x17);
    kim.set_board(&board);
    press(&mut kim, "1 2 3 4");
    kim.poke(0xDC, 0x00);
    let pressed = kim.press(KimKey::PC);
    let flashes: Vec<String> = pressed.flashes.iter().map(ToString::to_string).collect();
    assert_eq!(flashes.len(), pressed.thought.as_ref().unwrap().candidates.len());
    assert_eq!(flashes, ["FF0C34", "FF0C34", "FF0C34"]);
    assert_eq!(pressed.display.to_string(), "FFFFFF");
}

#[test]
fn a_low_best_value_is_flashed_and_still_resigned() {
    // 0D beats the start value 0C but is below 0F.
    let cases: Vec<Case> = lines("quirks.jsonl.gz");
    let case = cases.iter().find(|case| case.bestv == 0x0D && case.resign).unwrap();
    let mut kim = kim(case.level, "giuoco_w");
    kim.set_board(&case.board());
    let pressed = kim.press(KimKey::PC);
    let &Display([slot, value, to]) = pressed.flashes.last().unwrap();
    assert_eq!(value, 0x0D);
    let low = case.candidates.iter().find(|figures| figures.value == 0x0D).unwrap();
    assert_eq!((slot, to), (low.piece, low.to.0));
    assert_eq!(pressed.display.to_string(), "FFFFFF");
    assert_eq!(kim.board(), case.board());
}

#[test]
fn the_book_is_followed_only_while_the_square_agrees() {
    for opening in OPENINGS {
        let mut kim = Kim::new(Level::SUPER_BLITZ, Some(opening));
        kim.press(KimKey::C);
        for group in opening.bytes.chunks_exact(3) {
            let &[expected, slot, to] = group else { unreachable!("chunks of three") };
            let from = kim.board().own[usize::from(slot)];
            kim.poke(0xF9, expected);
            let pressed = kim.press(KimKey::PC);
            assert_eq!(pressed.display, Display([slot, from, to]), "{opening}");
            assert!(pressed.flashes.is_empty() && pressed.thought.is_none(), "{opening}");
            assert_eq!(kim.board().own[usize::from(slot)], to, "{opening}");
        }
        // All nine moves are played; then the byte 99 ends the book.
        assert_eq!(kim.book_pointer(), 0xE4, "{opening}");
        kim.poke(0xF9, 0x42);
        assert!(kim.press(KimKey::PC).thought.is_some(), "{opening}");
        assert_eq!(kim.book_pointer(), 0x42, "{opening}");
    }
}

#[test]
fn a_stray_book_pointer_plays_and_writes_nonsense() {
    // After C, E, PC the pointer is EE: cell CA. With the giuoco of White, a next move to 34 matches there.
    let mut kim = kim(Level::SUPER_BLITZ, "giuoco_w");
    assert_eq!(press(&mut kim, "C E PC"), "0F1434");
    assert_eq!(kim.book_pointer(), 0xEE);
    // "Man" 36 lies in the start set-up, where the player's knight of 71 becomes 07; the man standing on 07 vanishes.
    assert_eq!(press(&mut kim, "6 4 3 4 F PC"), "367107");
    assert_eq!(kim.peek(0x86), 0x07);
    assert!(!kim.board().own.contains(&0x07));
    kim.press(KimKey::C);
    assert_eq!(kim.board().opp[6], 0x07);
}

#[test]
fn a_stray_book_pointer_can_overwrite_the_tables() {
    let mut kim = kim(Level::SUPER_BLITZ, "giuoco_w");
    kim.press(KimKey::C);
    // Cell D2 holds 45, the cell below 0D, then 25. One cell higher: expected 35, "man" 45 in cell 95, step 6, gets 0D.
    kim.poke(0xDC, 0xF7);
    kim.poke(0xF9, 0x35);
    assert_eq!(kim.press(KimKey::PC).display, Display([0x45, 0x0F, 0x0D]));
    assert_eq!(kim.tables().steps[5], 0x0D);
    assert_eq!(kim.book_pointer(), 0xF4);
    // From now on the pawns capture to another square.
    kim.poke(0xDC, 0x00);
    kim.press(KimKey::C);
    kim.poke(0xDC, 0x00);
    kim.poke(0x61, 0x23); // The player's queen, three files beside and one rank ahead of the pawn on 16.
    let thought = kim.press(KimKey::PC).thought.unwrap();
    assert!(
        thought.candidates.iter().any(|c| (c.slot, c.from, c.to, c.counters.wcap0) == (11, 0x16, 0x23, 10))
    );
}

#[test]
fn the_pointer_ff_reads_the_first_group_again() {
    // A mismatch after a resignation stores FF, which points to the first cell again.
    let mut kim = kim(Level::SUPER_BLITZ, "giuoco_b");
    kim.press(KimKey::C);
    kim.poke(0xF9, 0xFF);
    assert!(kim.press(KimKey::PC).thought.is_some());
    assert_eq!(kim.book_pointer(), 0xFF);
    kim.poke(0xF9, 0x44);
    assert_eq!(kim.press(KimKey::PC).display.0[0], 0x0F);
}

#[test]
fn a_closed_book_is_not_opened() {
    let mut kim = kim(Level::SUPER_BLITZ, "giuoco_w");
    kim.press(KimKey::C);
    // 7F + DC = 5B: a pointer without bit 7 is not looked at, even if the cell agrees.
    kim.poke(0xDC, 0x7F);
    kim.poke(0xF9, kim.peek(0x5B));
    assert!(kim.press(KimKey::PC).thought.is_some());
    assert_eq!(kim.book_pointer(), 0x7F);
    // 80 is the lowest active pointer: cell 5C, the king's bishop's pawn; then cells 5B and 5A.
    kim.press(KimKey::C);
    kim.poke(0xDC, 0x80);
    kim.poke(0xF9, 0x12);
    let pressed = kim.press(KimKey::PC);
    // Cell 5B holds 16, the player's king's knight, which stood on 71; cell 5A holds 11.
    assert_eq!(pressed.display, Display([0x16, 0x71, 0x11]));
    assert_eq!(kim.board().opp[6], 0x11);
    assert_eq!(kim.board().own[10], 0xCC);
    assert_eq!(kim.book_pointer(), 0x7D);
}

#[test]
fn without_an_opening_the_book_never_agrees_with_c() {
    let mut kim = Kim::new(Level::SUPER_BLITZ, None);
    kim.press(KimKey::C);
    assert!(kim.press(KimKey::PC).thought.is_some());
    kim.load(&Opening::AS_DISTRIBUTED);
    kim.press(KimKey::C);
    assert_eq!(kim.press(KimKey::PC).display.to_string(), "0F1333");
    assert_eq!(Opening::AS_DISTRIBUTED.name, "giuoco_w");
}

#[test]
fn the_machine_remembers_nothing_but_its_memory() {
    let mut first = kim(Level::SUPER_BLITZ, "ruy_b");
    press(&mut first, "C E 6 4 4 4 F");
    let mut second = first.clone();
    assert_eq!(first.press(KimKey::PC), second.press(KimKey::PC));
    assert_eq!(first, second);
    first.set_level(Level::NORMAL);
    assert_eq!((first.level(), second.level()), (Level::NORMAL, Level::SUPER_BLITZ));
}
