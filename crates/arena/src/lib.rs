//! Matches between engines, and what their results prove.

mod fields;
pub mod stats;

pub use fields::FieldError;
