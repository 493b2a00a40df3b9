//! What the programs of this crate share. CONTRIBUTING.md says what each is for.

pub mod games;
pub mod processor;
