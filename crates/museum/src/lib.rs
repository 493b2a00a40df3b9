//! Historic chess machines, re-created move for move.

pub mod microchess;
