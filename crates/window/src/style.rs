//! How text looks: its width, its letters, its colours.

/// How readings are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// The widest a line may be.
    pub width: usize,
    /// Only letters that every terminal has.
    pub ascii: bool,
    /// With the colours of a terminal.
    pub color: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self { width: 100, ascii: false, color: false }
    }
}

/// What a text is, for those who see colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// Like everything else.
    Plain,
    /// Of the principal variation.
    Main,
    /// Cut off or refuted.
    Cut,
    /// Beside the point.
    Faint,
    /// A heading.
    Head,
}

/// Signs that say more than letters do, each with what stands for it in plain ASCII.
const SIGNS: [(char, &str); 24] = [
    ('│', "|"),
    ('─', "-"),
    ('├', "+"),
    ('└', "`"),
    ('┌', "."),
    ('┬', "+"),
    ('┴', "+"),
    ('┼', "+"),
    ('╱', "/"),
    ('╲', "\\"),
    ('█', "#"),
    ('▉', "#"),
    ('▊', "#"),
    ('▋', "#"),
    ('▌', "+"),
    ('▍', "+"),
    ('▎', ":"),
    ('▏', "."),
    ('…', "..."),
    ('×', "x"),
    ('≥', ">="),
    ('≤', "<="),
    ('→', "->"),
    ('·', "."),
];

impl Style {
    /// A text in the letters of this style. What has no letters to stand for it becomes a question mark.
    pub fn letters(&self, text: &str) -> String {
        if !self.ascii {
            return text.to_owned();
        }
        let mut out = String::with_capacity(text.len());
        for c in text.chars() {
            match SIGNS.iter().find(|(sign, _)| *sign == c) {
                Some((_, plain)) => out.push_str(plain),
                None if c.is_ascii() => out.push(c),
                None => out.push('?'),
            }
        }
        out
    }

    /// A line in this style, cut where it is too wide, without blanks at its end.
    pub fn line(&self, text: &str, ink: Ink) -> String {
        let text = self.letters(text.trim_end());
        let text = clip(&text, self.width, if self.ascii { "..." } else { "…" });
        self.paint(&text, ink)
    }

    /// A text in colour, where there are colours.
    pub fn paint(&self, text: &str, ink: Ink) -> String {
        let code = match ink {
            _ if !self.color || text.is_empty() => return text.to_owned(),
            Ink::Plain => return text.to_owned(),
            Ink::Main => "1;32",
            Ink::Cut => "33",
            Ink::Faint => "2",
            Ink::Head => "1",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }

    /// A paragraph, broken between words, each line but the first behind so many blanks.
    pub fn wrap(&self, text: &str, indent: usize) -> String {
        let text = self.letters(text);
        let mut out = String::new();
        let mut column = 0;
        for word in text.split_whitespace() {
            let len = word.chars().count();
            if column > 0 && column + 1 + len > self.width.max(indent + 20) {
                out.push('\n');
                out.push_str(&" ".repeat(indent));
                column = indent;
            } else if column > 0 {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += len;
        }
        out
    }
}

/// A text no longer than a width, with a mark where it was cut.
fn clip(text: &str, width: usize, mark: &str) -> String {
    let width = width.max(8);
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width - mark.chars().count()).collect();
    format!("{}{mark}", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_and_plain_when_asked() {
        let style = Style { width: 10, ascii: true, color: false };
        assert_eq!(style.line("├─ e4 × d5 … and more", Ink::Main), "+- e4 x...");
        assert_eq!(style.line("short  ", Ink::Plain), "short");
        assert_eq!(Style { ascii: false, ..style }.line("├─ e4 × d5 … and", Ink::Main), "├─ e4 × d…");
        assert_eq!(style.letters("é"), "?");
    }

    #[test]
    fn colours_are_only_put_where_wanted() {
        let style = Style { color: true, ..Style::default() };
        assert_eq!(style.paint("x", Ink::Main), "\x1b[1;32mx\x1b[0m");
        assert_eq!(style.paint("x", Ink::Plain), "x");
        assert_eq!(style.paint("", Ink::Main), "");
        assert_eq!(Style::default().paint("x", Ink::Main), "x");
    }

    #[test]
    fn paragraphs_are_broken_between_words() {
        let style = Style { width: 24, ..Style::default() };
        assert_eq!(style.wrap("a paragraph that does not fit", 2), "a paragraph that does\n  not fit");
    }
}
