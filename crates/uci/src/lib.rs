//! The Universal Chess Interface, in both directions.
//!
//! * [`Front`] serves our engines to a chess program: lines in, lines out.
//! * [`Foreign`] is somebody else's UCI program as an [`Engine`](kempelen_engine::Engine) of ours.
//!
//! Between them stands the language they share: [`Command`] is what a program says to an engine, [`info`],
//! [`option`] and [`Answer`] what an engine says back. A [`Book`] gives moves without thinking.
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

pub use answer::Answer;
pub use book::{Book, BookError};
pub use client::{Foreign, Patience};
pub use command::{Command, Go, PositionCommand};
pub use front::{Bench, Continue, Front, Hooks, Output, front_options};
pub use input::{Lines, MAX_LINE};
