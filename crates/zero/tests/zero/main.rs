//! The zero worker: planes, policy, search, backends, files.

mod backends;
mod dataset;
mod encode;
mod engine;
mod golden;
mod policy;
mod search;
mod selfplay;
mod status;
mod support;
