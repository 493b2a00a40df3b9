use kempelen_rules::Color;

/// A position in terms that a machine has and the laws do not.
///
/// A machine that is asked like this ([`Capability::HasOwnTerms`](crate::Capability::HasOwnTerms)) answers with its own
/// move, and no referee has seen it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OwnTerms {
    /// The two lists of Microchess: where each of sixteen men stands, as the machine numbers men and squares.
    PieceLists {
        /// The computer's men.
        own: [u8; 16],
        /// The other side's men.
        opponent: [u8; 16],
        /// The computer's colour, which the machine itself does not know.
        computer: Color,
    },
    /// A FEN of a position that the laws may refuse, while the machine can hold it.
    Fen(String),
}
