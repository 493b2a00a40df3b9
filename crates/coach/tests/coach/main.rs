//! Explanations, checked.

mod facts;
mod words;
