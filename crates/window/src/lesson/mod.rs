//! The lesson: alpha-beta on trees small enough to be followed with a pencil.
//!
//! A [`LessonModel`] is a tree with two to four moves at each of two to four plies, and a made-up score at each of its positions.
//! SARGON, the machine of 1978, searches a pawn ending instead: of its moves only single steps of the pawns wanted are
//! let through, and every evaluation is replaced by the model's score. What the search then does is the machine's own
//! doing: the order in which positions are created, sorted and scored, the thresholds, the cutoffs.
//!
//! The idea is that of "A Window into Sargon", whose five models are here; its pictures and logs are reproduced to the
//! letter.

mod doc;
mod key;
mod model;
mod orders;
mod print;
mod pv;
mod run;

pub use doc::{doc, doc_html};
pub use key::{LessonKey, ModelShape};
pub use model::{LessonModel, LessonModelError};
pub use orders::orders;
pub use pv::principal_variation;
pub use run::{Decision, Fact, Run, ScoredMove};

/// The five models of the lesson, as files that a model of one's own can begin from.
pub const CLASSICS: [&str; 5] = [
    include_str!("../../models/1.model"),
    include_str!("../../models/2.model"),
    include_str!("../../models/3.model"),
    include_str!("../../models/4.model"),
    include_str!("../../models/5.model"),
];
