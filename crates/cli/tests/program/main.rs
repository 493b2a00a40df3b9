//! The program as a user sees it.

mod datagen;
mod encode;
mod eval;
mod explain;
mod game;
mod kim;
mod matches;
mod motifs;
mod museum;
mod perft;
mod play;
mod python;
mod review;
mod selfplay;
mod signatures;
mod suite;
mod support;
mod terminal;
mod think;
mod train;
mod uci;
mod window;
mod zero;
