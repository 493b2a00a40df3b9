//! The page and the HTTP interface: every machine of the cabinet for a browser.
//!
//! [`serve`] listens, by default on the loopback address only. One-shots are plain requests with JSON answers; a search
//! that is watched goes over a WebSocket. All shapes are described at `/api/openapi.json`.
//!
//! Rooms: [`config`](Config) says what is allowed; `listen` takes connections, `guard` turns strangers away, `pool` lets
//! no more machines think than there are cores, and `api` has a file for each thing that can be asked.
//!
//! Invariant: whatever a client sends, or stops sending, it gets a clear answer, takes nothing from others, and leaves
//! nothing behind.

mod api;
mod app;
mod assets;
mod config;
mod guard;
mod levels;
mod listen;
mod pool;
mod question;
mod refusal;
mod shapes;
mod text;
mod tournament;
mod traces;

pub use config::{Config, ServerLimits};
pub use listen::{Server, serve};
