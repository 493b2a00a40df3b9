//! `kempelen play` and `kempelen kim` on a real terminal.

#![cfg(unix)]

use std::path::Path;

use crate::support::pty::Pty;
use rustix::process::Signal;

fn kempelen(arguments: &[&str], size: (u16, u16)) -> Pty {
    Pty::start(Path::new(env!("CARGO_BIN_EXE_kempelen")), arguments, size)
}

#[test]
fn four_moves_are_played_and_the_terminal_is_given_back() {
    let mut pty = kempelen(&["play", "--engine", "mint", "--depth", "1"], (80, 24));
    pty.wait_for("You play White against MINT");
    assert_ne!(pty.modes(), pty.before, "keys come one by one");
    for (number, text) in ["e2e4", "Nf3", "b1-c3", "a3"].iter().enumerate() {
        pty.write(&format!("{text}\r"));
        pty.wait_for(&format!("MINT plays {}... ", number + 1));
    }
    pty.write("a9\r");
    pty.wait_for("\"a9\" is neither a move nor a command");
    pty.write("quit\r");
    assert_eq!(pty.wait(), Some(0));
    pty.assert_restored();
    let left = pty.screen();
    assert!(
        left.contains("[Black \"MINT\"]") && left.contains("1. e4 ") && left.contains("4. a3 "),
        "{left}"
    );
    assert!(!left.contains("White to move>"), "nothing of the other screen is left: {left}");
}

#[test]
fn a_bare_start_takes_the_full_screen() {
    let mut pty = kempelen(&[], (100, 30));
    pty.wait_for("White to move>");
    pty.write("\x03");
    assert_eq!(pty.wait(), Some(0));
    pty.assert_restored();
}

#[test]
fn the_screen_follows_the_size_of_the_terminal() {
    let mut pty = kempelen(&["play", "--engine", "mint"], (80, 24));
    pty.wait_for("The doors: why");
    pty.resize((30, 8));
    pty.wait_for("A board needs 34 x 14.");
    pty.resize((40, 16));
    pty.wait_until("a small board", |screen| screen.contains("1  ♖  ♘  ♗") && screen.contains("to move>"));
    pty.resize((160, 50));
    pty.wait_until("three columns", |screen| screen.contains("Moves") && screen.contains("The doors"));
    pty.write("\x1b[21~"); // F10
    assert_eq!(pty.wait(), Some(0));
    pty.assert_restored();
}

#[test]
fn a_thought_without_end_is_shown_and_interrupted() {
    let mut pty = kempelen(&["play", "--movetime", "100000000"], (80, 24));
    pty.wait_for("White to move>");
    pty.write("d4\r");
    pty.wait_for("thinks, ");
    pty.wait_for(" nodes");
    pty.write("stop\r");
    pty.wait_for("Kempelen plays 1... ");
    // It is left in the middle of the next one.
    pty.write("c4\r");
    pty.wait_for("thinks, ");
    pty.write("\x03");
    assert_eq!(pty.wait(), Some(0));
    pty.assert_restored();
}

#[test]
fn a_signal_ends_it_and_nothing_is_lost() {
    let mut pty = kempelen(&["play", "--engine", "mint", "--depth", "1"], (80, 24));
    pty.wait_for("White to move>");
    pty.write("e4\r");
    pty.wait_for("MINT plays 1... ");
    pty.kill(Signal::TERM);
    assert_eq!(pty.wait(), None, "the signal has its way in the end");
    pty.assert_restored();
    assert!(pty.screen().contains("1. e4 "), "the game is printed: {}", pty.screen());
}

#[test]
fn it_sleeps_and_wakes_as_a_shell_wants() {
    let mut pty = kempelen(&["play", "--engine", "mint", "--depth", "1"], (80, 24));
    pty.wait_for("White to move>");
    pty.write("\x1a"); // Ctrl-Z
    pty.wait_until("the other screen is left", |screen| !screen.contains("to move>"));
    // It may not sleep yet when it is first woken.
    for _ in 0..600 {
        pty.kill(Signal::CONT);
        if pty.screen().contains("White to move>") {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    pty.wait_for("White to move>");
    pty.write("e4\r");
    pty.wait_for("MINT plays 1... ");
    pty.write("\x03");
    assert_eq!(pty.wait(), Some(0));
    pty.assert_restored();
}

#[test]
fn a_machine_is_set_in_the_middle_of_a_game() {
    let mut pty = kempelen(&["play", "--depth", "1"], (100, 30));
    pty.wait_for("White to move>");
    pty.write("level 1500\r");
    pty.wait_for("Kempelen plays at level 1500 from now on.");
    pty.write("depth 2\r");
    pty.wait_for("Kempelen thinks to depth 2 from now on.");
    pty.write("options\r");
    pty.wait_for("UCI_Elo = 1500");
    pty.write("\x03");
    assert_eq!(pty.wait(), Some(0));
}

#[test]
fn the_other_signals_end_it_too() {
    for signal in [Signal::INT, Signal::HUP, Signal::QUIT] {
        let mut pty = kempelen(&["play", "--engine", "mint"], (80, 24));
        pty.wait_for("White to move>");
        pty.kill(signal);
        assert_eq!(pty.wait(), None, "{signal:?}");
        pty.assert_restored();
    }
}

#[test]
fn a_terminal_that_is_closed_ends_it() {
    let mut pty = kempelen(&["play", "--engine", "mint"], (80, 24));
    pty.wait_for("White to move>");
    pty.hang_up();
    assert_ne!(pty.wait(), Some(0));
}

#[test]
fn lines_may_end_as_in_a_file() {
    let mut pty = kempelen(&["play", "--engine", "mint", "--depth", "1"], (80, 24));
    pty.wait_for("White to move>");
    pty.write("e4\n");
    pty.wait_for("MINT plays 1... ");
    pty.write("quit\n");
    assert_eq!(pty.wait(), Some(0));
    pty.assert_restored();
}

#[test]
fn what_cannot_be_begun_leaves_the_terminal_alone() {
    let mut pty = kempelen(&["play", "--engine", "sameshi", "--variant", "makruk"], (80, 24));
    assert_eq!(pty.wait(), Some(2));
    assert_eq!(pty.modes(), pty.before);
    pty.finish();
    assert!(pty.screen().contains("does not play makruk"), "{}", pty.screen());
    assert!(!pty.heard().contains("\x1b[?1049h"), "the other screen was never taken");
}

#[test]
fn the_dialogue_stays() {
    let mut pty = kempelen(&["play", "--engine", "mint", "--plain"], (80, 24));
    pty.wait_for("White to move: ");
    pty.write("\x04");
    assert_eq!(pty.wait(), Some(0));
    pty.finish();
    assert!(!pty.heard().contains("\x1b[?1049h"));
}

#[test]
fn the_dialogue_has_colours_and_a_line_that_moves() {
    let mut pty = kempelen(&["play", "--plain", "--engine", "sameshi", "--unicode"], (100, 60));
    pty.write("e4\n");
    pty.wait_for("sameshi plays 1... ");
    pty.write("quit\n");
    assert_eq!(pty.wait(), Some(0));
    assert_eq!(pty.modes(), pty.before, "the terminal is left as it was");
    pty.finish();
    let text = pty.heard();
    assert!(text.contains("\x1b[48;5;") && text.contains('♙') && text.contains('♟'), "{text}");
    assert!(text.contains("\r\x1b[Ksameshi thinks, ") && text.contains("[Result \"*\"]"), "{text}");
    assert!(text.trim_end().ends_with('*') && !text.ends_with("\x1b[K"), "{text}");
}

#[test]
fn the_kim_1_has_digits_and_a_keypad() {
    let mut pty = kempelen(&["kim", "--level", "superblitz", "--opening", "none"], (100, 40));
    pty.wait_for("[ C]   D  [ E] [ F]");
    // No key needs an Enter. Twenty candidates flash before the move is shown: 0F 13 33, and the king's pawn on its square.
    pty.write("cp");
    pty.wait_until("the move", |screen| {
        screen.contains(" _   _       _     _   _") && screen.contains("3 . . . P . . . .")
    });
    pty.write("q");
    assert_eq!(pty.wait(), Some(0));
    pty.assert_restored();
    let screens = pty.heard().matches("\x1b[H").count();
    assert!(screens > 40, "it flashes: {screens} screens");
}
