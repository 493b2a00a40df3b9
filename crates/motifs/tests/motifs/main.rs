//! Motifs: as players know them, as lichess labels them, and as the laws see them.

mod cases;
mod facts;
mod puzzles;
mod support;
