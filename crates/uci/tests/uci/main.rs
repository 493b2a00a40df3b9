//! The protocol, in both directions, and the opening book.

mod book;
mod client;
mod common;
mod front;
