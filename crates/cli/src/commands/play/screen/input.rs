//! The line in which one types.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Nothing that is meant seriously is longer.
const LONGEST: usize = 400;

/// A line that is typed, and those before it.
#[derive(Default, Debug)]
pub(super) struct InputLine {
    letters: Vec<char>,
    cursor: usize,
    history: Vec<String>,
    /// The line of the history that is shown, counted from its end.
    back: usize,
}

impl InputLine {
    pub(super) fn text(&self) -> String {
        self.letters.iter().collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    /// What stands before the cursor.
    pub(super) fn before_cursor(&self) -> String {
        self.letters[..self.cursor].iter().collect()
    }

    pub(super) fn set(&mut self, text: &str) {
        self.letters = text.chars().filter(|c| !c.is_control()).take(LONGEST).collect();
        self.cursor = self.letters.len();
    }

    pub(super) fn clear(&mut self) {
        self.set("");
        self.back = 0;
    }

    /// Puts the first line of a text in.
    pub(super) fn insert(&mut self, text: &str) {
        for c in text.trim_start().lines().next().unwrap_or_default().chars() {
            self.put_in(c);
        }
    }

    fn put_in(&mut self, c: char) {
        if !c.is_control() && self.letters.len() < LONGEST {
            self.letters.insert(self.cursor, c);
            self.cursor += 1;
        }
    }

    /// Takes the line out, and remembers it.
    pub(super) fn take(&mut self) -> String {
        let text = self.text();
        if !text.trim().is_empty() && self.history.last() != Some(&text) {
            self.history.push(text.clone());
        }
        self.clear();
        text
    }

    /// Edits the line.
    pub(super) fn press(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('a') if control => self.cursor = 0,
            KeyCode::Char('e') if control => self.cursor = self.letters.len(),
            KeyCode::Char('u') if control => {
                self.letters.drain(..self.cursor);
                self.cursor = 0;
            }
            KeyCode::Char('k') if control => self.letters.truncate(self.cursor),
            KeyCode::Char('w') if control => self.erase_word(),
            KeyCode::Char(c) if !control && !key.modifiers.contains(KeyModifiers::ALT) => self.put_in(c),
            KeyCode::Backspace if self.cursor > 0 => {
                self.cursor -= 1;
                self.letters.remove(self.cursor);
            }
            KeyCode::Delete if self.cursor < self.letters.len() => {
                self.letters.remove(self.cursor);
            }
            KeyCode::Left => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Right => self.cursor = (self.cursor + 1).min(self.letters.len()),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.letters.len(),
            KeyCode::Up => self.recall(self.back + 1),
            KeyCode::Down => self.recall(self.back.saturating_sub(1)),
            _ => {}
        }
    }

    fn erase_word(&mut self) {
        let is_blank = |c: &char| c.is_whitespace();
        let before = &self.letters[..self.cursor];
        let word_end = before.iter().rposition(|c| !is_blank(c)).map_or(0, |last| last + 1);
        let start = before[..word_end].iter().rposition(is_blank).map_or(0, |blank| blank + 1);
        self.letters.drain(start..self.cursor);
        self.cursor = start;
    }

    /// Shows an earlier line; none back is an empty one.
    fn recall(&mut self, back: usize) {
        let back = back.min(self.history.len());
        let text = match self.history.len().checked_sub(back).filter(|_| back > 0) {
            Some(index) => self.history[index].clone(),
            None if self.back > 0 => String::new(),
            None => return,
        };
        self.set(&text);
        self.back = back;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(input: &mut InputLine, text: &str) {
        for c in text.chars() {
            input.press(KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE));
        }
    }

    fn press(input: &mut InputLine, code: KeyCode) {
        input.press(KeyEvent::new(code, KeyModifiers::NONE));
    }

    fn control(input: &mut InputLine, c: char) {
        input.press(KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL));
    }

    #[test]
    fn a_line_is_edited_anywhere() {
        let mut input = InputLine::default();
        typed(&mut input, "e2e5");
        press(&mut input, KeyCode::Backspace);
        typed(&mut input, "4");
        press(&mut input, KeyCode::Home);
        press(&mut input, KeyCode::Delete);
        typed(&mut input, "d");
        assert_eq!((input.text().as_str(), input.before_cursor().as_str()), ("d2e4", "d"));
        press(&mut input, KeyCode::End);
        press(&mut input, KeyCode::Right);
        typed(&mut input, " save  a");
        control(&mut input, 'w');
        control(&mut input, 'w');
        assert_eq!(input.text(), "d2e4 ");
        control(&mut input, 'u');
        press(&mut input, KeyCode::Backspace);
        assert!(input.is_empty());
    }

    #[test]
    fn earlier_lines_come_back() {
        let mut input = InputLine::default();
        press(&mut input, KeyCode::Up);
        assert!(input.is_empty(), "there is none");
        for text in ["e4", "d4", "d4"] {
            typed(&mut input, text);
            assert_eq!(input.take(), text);
        }
        press(&mut input, KeyCode::Up);
        assert_eq!(input.text(), "d4");
        press(&mut input, KeyCode::Up);
        press(&mut input, KeyCode::Up);
        assert_eq!(input.text(), "e4");
        press(&mut input, KeyCode::Down);
        press(&mut input, KeyCode::Down);
        assert!(input.is_empty());
        typed(&mut input, "c4");
        press(&mut input, KeyCode::Down);
        assert_eq!(input.text(), "c4", "what is typed is not lost");
    }

    #[test]
    fn only_the_first_line_of_a_paste_is_taken_and_no_sign_that_moves_the_cursor() {
        let mut input = InputLine::default();
        input.insert("\nNf3\x1b[2J\nd4\n");
        assert_eq!(input.text(), "Nf3[2J");
        input.insert(&"x".repeat(10_000));
        assert_eq!(input.text().len(), LONGEST);
    }
}
