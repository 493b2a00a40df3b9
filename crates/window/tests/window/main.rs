//! The readings of recorded searches.

mod common;
mod data;
mod lesson;
mod playouts;
mod sound;
mod truth;
mod why_not;
