//! What a machine says at its own front end.
//!
//! The dialogues of the originals are told here without a keyboard and without a screen: a line goes in, a
//! [`Reply`] comes out, and whoever holds the dialogue does the typing and printing.

/// The answer to a line that the player typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// What the machine prints. It ends with the next prompt, without a line feed, unless the game is over.
    pub text: String,
    /// Whether the machine has gone home.
    pub over: bool,
}
