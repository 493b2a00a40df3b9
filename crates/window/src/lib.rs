//! Why an engine chose its move.
//!
//! A search tells what it does ([`kempelen_trace`]); here that becomes something to look at. [`record`] asks an engine and
//! keeps what it says, [`View`] reads it: as a drawing, as sentences, as an answer to *why* and *why not*, as numbers,
//! pictures and pages. What a search by nodes and one by playouts look like inside is in [`Tree`] and [`playouts`].
//!
//! What a search did not need to know is asked for: [`exact`] and [`weigh`] ask the machine itself about single moves, and
//! [`Grade`] says by how much one is worse than another.
//!
//! [`lesson`] holds the small models on which it is all explained, and [`microchess`] a machine that has no tree at all.

mod record;

mod exact;
mod grade;

mod tree;

pub mod playouts;

mod verify;

mod view;

mod style;
mod words;

mod readings;

mod json;
mod page;
mod svg;

pub mod lesson;
mod microchess;

mod html;
mod lattice;
mod position;

pub use exact::{ExactAnswer, Weighing, best_of_others, exact, same_effort, weigh};
pub use grade::{Grade, chances_lost, winning_chances};
pub use html::escape;
pub use json::{JsonOptions, SCHEMA, json};
pub use microchess::{MicrochessError, MicrochessOptions, microchess};
pub use page::page;
pub use readings::{LogOptions, PictureOptions, diff, line, log, picture, stats, tell, why, why_not};
pub use record::{Question, RecordError, open, record, record_and_tell, record_to_file};
pub use style::{Ink, Style};
pub use svg::svg;
pub use tree::{
    Candidate, Ghost, Node, NodeId, Note, Notes, Round, TableHit, Tree, TreeError, Verdict, game_of,
};
pub use verify::{Fault, Findings, verify};
pub use view::{Part, View, ViewError};
