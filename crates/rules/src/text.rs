//! Small helpers for text.

/// The beginning of a text that somebody else wrote, fit to be quoted in one line.
pub(crate) fn clip(text: &str) -> String {
    const SHOWN: usize = 40;
    match text.char_indices().nth(SHOWN) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}

/// A text in quotes, with a backslash before each quote and backslash in it, as PGN and EPD have it.
pub(crate) fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// What stands between the quotes. A backslash before anything but a quote or a backslash is itself.
pub(crate) fn unquote(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let protected = if c == '\\' { chars.next_if(|&next| next == '"' || next == '\\') } else { None };
        value.push(protected.unwrap_or(c));
    }
    value
}
