//! Microchess against what the program of 1976 computed, and against its description.

mod data;
mod engine;
mod games;
mod keypad;
mod machine;
mod positions;
mod quirks;
mod sum;
