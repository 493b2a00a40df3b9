//! Traces: bytes, files and bounds.

mod bounds;
mod bytes;
mod common;
mod files;
mod generated;
mod playouts;
