//! Historic chess machines, re-created move for move.
//!
//! Each machine is a room of its own, with its own board and its own idea of the rules:
//!
//! * [`microchess`] (1976), Peter Jennings: a state machine in a kilobyte, with its keypad and six digits;
//! * [`microchess_improved`]: what the manual of that machine wished for;
//! * [`sargon`] (1978), Dan and Kathe Spracklen: exchanges, pins, alpha-beta to a fixed ply;
//! * [`makruk_ai`] (2025): minimax for the chess of Thailand;
//! * [`octave`] (2025), a game for GNU Octave: minimax in floating point, and a sign that makes it spare the king;
//! * [`mint`] (2025), which draws lots;
//! * [`sameshi`] (2026), an engine in two kilobytes: alpha-beta, material, captures to the end.
//!
//! Each has an `entry` for the cabinet, through which it is an [`Engine`](kempelen_engine::Engine) like any other.
//!
//! What the rooms share stands beside them: a [`placement`] is how a position enters, [`limits`] how long a
//! machine may think, [`watch`] how its thinking is seen, and [`dialogue`] how it talks at its own front end.

pub mod placement;

pub mod makruk_ai;
pub mod microchess;
pub mod microchess_improved;
pub mod mint;
pub mod octave;
pub mod sameshi;
pub mod sargon;

pub mod dialogue;
pub mod limits;
pub mod watch;

mod door;
mod fixed_depth;
mod plain;
