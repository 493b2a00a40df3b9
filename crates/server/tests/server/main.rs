//! The HTTP interface as clients see it.

mod abuse;
mod api;
mod common;
mod doors;
mod live;
mod tournaments;
