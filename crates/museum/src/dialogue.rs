//! What a machine says at its own front end.
//!
//! The dialogues of the originals are told here without a keyboard and without a screen: a line goes in, a
//! [`Reply`] comes out, and whoever holds the dialogue does the typing and printing.

use kempelen_rules::Square;

/// The answer to a line that the player typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// What the machine prints. It ends with the next prompt, without a line feed, unless the game is over.
    pub text: String,
    /// Whether the machine has gone home.
    pub over: bool,
}

/// The two squares of a move in the form `e2e4`, which is all these machines say of one: none of them can
/// choose what a pawn becomes.
pub(crate) fn squares(text: &str) -> Option<(Square, Square)> {
    let (from, to) = text.split_at_checked(2)?;
    Some((from.parse().ok()?, to.parse().ok()?))
}
