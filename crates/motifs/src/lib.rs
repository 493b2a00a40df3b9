//! What a line is about, in a player's words.
//!
//! A [`Line`] is a position and the moves from it; [`motifs`] says which motifs are in it, and who does what to whom.
//! Nothing is searched and nothing is guessed: every [`Finding`] is a fact about the boards of the line, from the rules
//! alone, for chess and makruk.
//!
//! ```text
//! 8  r . . . k . . .
//! 7  p . N . . p p p       After Nb5-c7+ the knight attacks king and rook.
//! 6  . p . . . . . .
//! 5  . . . . . . . .
//! 4  . . . . . . . .
//! 3  . . . . . . . .
//! 2  P P . . . P P P
//! 1  . . . . . . K .
//!    a b c d e f g h
//! ```
//!
//! ```
//! use kempelen_motifs::{Line, Motif, motifs, names};
//! use kempelen_rules::{Chess, Position, uci};
//!
//! let start: Position<Chess> = "r3k3/p4ppp/1p6/1N6/8/8/PP3PPP/6K1 w q - 0 1".parse()?;
//! let mut here = start;
//! let mut moves = Vec::new();
//! for text in ["b5c7", "e8d7", "c7a8"] {
//!     let m = uci::read(&here, text)?;
//!     here = here.play(m);
//!     moves.push(m);
//! }
//! let line = Line::new(start, &moves)?;
//! let found = motifs(&line);
//! assert_eq!(names(&found), ["fork"]);
//! assert_eq!(found[0].words(&line), "the knight on c7 forks the rook on a8 and the king on e8");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Besides there is the material of a line with exchanges played out ([`MaterialLedger`], [`exchange`]), what the other side
//! threatens ([`threats`]), and who promotes first ([`Race`]).
//!
//! Invariants: no line makes anything here panic, and men stand on every square that a finding names, on the board that
//! it names.

mod any;
mod detect;
mod finding;
mod ledger;
mod line;
mod motif;
mod race;
mod sight;
mod threats;
mod words;
mod worth;

pub use any::AnyLine;
pub use finding::Finding;
pub use ledger::{MaterialChange, MaterialLedger};
pub use line::{IllegalAt, Line, Step};
pub use motif::{Motif, MotifError};
pub use race::{Race, Runner};
pub use threats::{Harm, Threat, threats};
pub use worth::{balance, best_exchange, exchange, material, worth};

use kempelen_rules::Variant;

/// What a line is about: every motif that the solver's moves show, in their order.
pub fn motifs<V: Variant>(line: &Line<V>) -> Vec<Finding> {
    detect::all(line)
}

/// The names of what was found, each once, in the order of [`Motif::ALL`].
pub fn names(found: &[Finding]) -> Vec<&'static str> {
    Motif::ALL
        .iter()
        .filter(|&&motif| found.iter().any(|finding| finding.motif == motif))
        .map(|motif| motif.name())
        .collect()
}
