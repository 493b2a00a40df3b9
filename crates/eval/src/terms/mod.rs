//! The terms of the evaluation, a topic a file.

mod endings;
mod king;
mod officers;
mod passed;
pub(crate) mod pawns;
pub(crate) mod shelter;
mod threats;
