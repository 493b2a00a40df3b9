//! The keys, each of which says a command.

use ratatui::crossterm::event::KeyCode;

/// A key that stands for something one could type.
pub(super) struct KeyBinding {
    pub(super) code: KeyCode,
    pub(super) name: &'static str,
    /// What it says.
    pub(super) says: &'static str,
    /// What it does, in a word, for the foot of the screen; empty where there is no need.
    pub(super) short: &'static str,
    /// What it does.
    pub(super) does: &'static str,
}

const fn key(
    code: KeyCode,
    name: &'static str,
    says: &'static str,
    short: &'static str,
    does: &'static str,
) -> KeyBinding {
    KeyBinding { code, name, says, short, does }
}

/// All of them. The foot of the screen, the help and the manual are made from this.
pub(super) const KEYS: [KeyBinding; 10] = [
    key(KeyCode::F(1), "F1", "help", "help", "the keys and all that can be said"),
    key(KeyCode::F(2), "F2", "undo", "back", "take your last move back"),
    key(KeyCode::F(3), "F3", "redo", "again", "play it again"),
    key(KeyCode::F(4), "F4", "hint", "hint", "what the machine would play in your place"),
    key(KeyCode::F(5), "F5", "flip", "flip", "turn the board round"),
    key(KeyCode::F(6), "F6", "men", "men", "letters, figures, or Thai letters in makruk"),
    key(KeyCode::F(7), "F7", "engine", "engine", "choose another machine, in the middle of a game too"),
    key(KeyCode::Tab, "Tab", "doors", "doors", "behind the doors: why, tree, log; then they are shut"),
    key(KeyCode::Esc, "Esc", "stop", "move!", "the machine is to move now; or empty the line, or close this"),
    key(KeyCode::F(10), "F10", "quit", "quit", "leave (Ctrl-C, too); the game is printed"),
];

/// Keys that edit or scroll, for the help.
pub(super) const OTHER_KEYS: [(&str, &str); 3] = [
    ("PgUp PgDn", "scroll behind the doors (the wheel, too)"),
    ("Up Down", "what was typed before"),
    ("mouse", "click on a man, then on the square it goes to"),
];

/// Commands that only a full screen understands.
pub(super) const SCREEN_COMMANDS: [(&str, &str); 3] = [
    ("why [MOVE]", "why the machine played its move, or why it did not play another"),
    ("tree, log", "its search as a drawing, or sentence by sentence; `shut` ends it"),
    ("stop", "the machine is to move now"),
];

#[cfg(test)]
mod tests {
    use super::super::super::said::Said;
    use super::*;

    #[test]
    fn every_key_says_something_that_is_understood() {
        for key in KEYS {
            assert!(!matches!(Said::parse(key.says), Said::Move(_) | Said::Nothing), "{}", key.name);
        }
    }

    #[test]
    fn the_manual_tells_of_every_key_and_command() {
        let manual = include_str!("../../../../../../docs/terminal.md");
        for (name, does) in
            KEYS.iter().map(|key| (key.name, key.does)).chain(OTHER_KEYS).chain(SCREEN_COMMANDS)
        {
            assert!(manual.contains(&format!("| {name} | {does} |")), "| {name} | {does} |");
        }
    }
}
