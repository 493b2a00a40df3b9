//! The terminal after a panic. The program has no way to panic on demand, so this file starts itself in a terminal.

#[expect(dead_code, reason = "the tests of the whole program use the rest")]
#[path = "../../../../../tests/program/support/pty.rs"]
mod pty;

use std::env;
use std::thread;

use super::super::terminal::FullScreen;
use pty::Pty;

/// Run by the test below, in a terminal of its own.
#[test]
#[ignore = "it panics"]
fn panics_on_a_full_screen() {
    let mut screen = FullScreen::enter().unwrap();
    screen.draw(|frame| frame.render_widget("before the panic", frame.area())).unwrap();
    // A machine that panics on its own thread leaves the screen alone.
    assert!(thread::spawn(|| panic!("not on the screen")).join().is_err());
    panic!("on the right screen");
}

#[test]
fn a_panic_gives_the_terminal_back_before_it_speaks() {
    let name = "commands::play::screen::tests::restored::panics_on_a_full_screen";
    let program = env::current_exe().unwrap();
    let mut pty =
        Pty::start(&program, &["--exact", name, "--ignored", "--nocapture", "--test-threads=1"], (80, 24));
    assert_ne!(pty.wait(), Some(0));
    pty.assert_restored();
    let screen = pty.screen();
    assert!(screen.contains("on the right screen"), "it is read where it was said: {screen}");
    assert!(!pty.heard().contains("not on the screen"), "{}", pty.heard());
}
