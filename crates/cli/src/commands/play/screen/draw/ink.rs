//! Text in colour and in lines.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

/// A line in which colours are written as a terminal takes them. Only those are known that readings of a trace use
/// ([`kempelen_window::Style::paint`]); others are left out.
pub(super) fn painted(text: &str) -> Line<'static> {
    let mut line = Line::default();
    let mut style = Style::new();
    for (index, part) in text.split("\x1b[").enumerate() {
        let words = match part.split_once('m') {
            Some((code, words)) if index > 0 => {
                style = style_of(code);
                words
            }
            _ => part,
        };
        if !words.is_empty() {
            line.push_span(Span::styled(words.to_owned(), style));
        }
    }
    line
}

fn style_of(code: &str) -> Style {
    code.split(';').fold(Style::new(), |style, part| match part {
        "1" => style.add_modifier(Modifier::BOLD),
        "2" => style.add_modifier(Modifier::DIM),
        "32" => style.fg(Color::Green),
        "33" => style.fg(Color::Yellow),
        _ => style,
    })
}

/// A text in lines of a width, broken between words, in at most so many; what is left over is hinted at.
pub(super) fn wrap(text: &str, width: usize, height: usize, ascii: bool) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("there is a first line");
        let needed = last.chars().count() + usize::from(!last.is_empty()) + word.chars().count();
        if needed <= width || last.is_empty() {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    if lines.len() > height {
        lines.truncate(height);
        if let Some(last) = lines.last_mut() {
            let more = if ascii { "..." } else { "…" };
            let room = width.saturating_sub(more.chars().count());
            *last = last.chars().take(room).chain(more.chars()).collect();
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_readings_become_styles() {
        let line = painted("plain \x1b[1;32mmain\x1b[0m \x1b[33mcut\x1b[0m");
        let parts: Vec<(&str, Option<Color>)> =
            line.spans.iter().map(|span| (&*span.content, span.style.fg)).collect();
        assert_eq!(
            parts,
            [("plain ", None), ("main", Some(Color::Green)), (" ", None), ("cut", Some(Color::Yellow))]
        );
        assert_eq!(painted("some m").to_string(), "some m");
        assert_eq!(painted("").width(), 0);
    }

    #[test]
    fn texts_are_broken_between_words() {
        assert_eq!(wrap("one two three", 8, 5, false), ["one two", "three"]);
        assert_eq!(wrap("one two three", 8, 1, false), ["one two…"]);
        assert_eq!(wrap("one two three", 8, 1, true), ["one t..."]);
        assert_eq!(wrap("", 8, 1, false), [""]);
        assert_eq!(wrap("incomprehensible", 8, 1, false), ["incomprehensible"]);
    }
}
