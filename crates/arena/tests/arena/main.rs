//! Matches between toy engines.

mod matches;
mod toys;
mod verdicts;
