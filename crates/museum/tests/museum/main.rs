//! The historic machines against what the originals did.

mod common;
mod dialogues;
mod engines;
mod makruk_ai;
mod microchess;
mod microchess_improved;
mod octave;
mod octave_by_the_book;
mod sameshi;
mod sargon;
mod sargon_data;
mod sargon_doors;
mod sargon_engine;
mod sargon_games;
mod watching;
