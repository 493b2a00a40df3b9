//! The Universal Chess Interface, in both directions.
//!
//! * [`Front`] serves our engines to a chess program: lines in, lines out.
//! * [`Foreign`] is somebody else's UCI program as an [`Engine`](kempelen_engine::Engine) of ours.
//!
//! Between them stands the language they share: [`UciCommand`] is what a program says to an engine, [`info`],
//! [`option`] and [`UciAnswer`] what an engine says back. A [`OpeningBook`] gives moves without thinking.
//!
//! Invariant: bad input is answered, never panicked on, and nothing here prints but to the output it was given.

mod answer;
mod command;
pub mod info;
pub mod option;
mod spelling;

pub mod board;
mod book;
mod client;
mod front;
mod input;

pub use answer::UciAnswer;
pub use book::{OpeningBook, OpeningBookError};
pub use client::{Foreign, ForeignPatience};
pub use command::{Go, PositionCommand, UciCommand};
pub use front::{BenchHook, Continue, Front, Hooks, Output, front_options};
pub use input::{InputLines, MAX_LINE};
