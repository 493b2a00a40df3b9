//! The laws against other programs, known counts and properties of all positions.

mod against_shakmaty;
mod epd;
mod game;
mod makruk;
mod notation;
mod perft;
mod pgn;
mod properties;
mod setup;
mod support;
