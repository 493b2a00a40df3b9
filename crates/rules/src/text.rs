//! Small helpers for text in messages.

/// The beginning of a text that somebody else wrote, fit to be quoted in one line.
pub(crate) fn clip(text: &str) -> String {
    const SHOWN: usize = 40;
    match text.char_indices().nth(SHOWN) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}
