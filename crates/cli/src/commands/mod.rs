//! The commands, a file each.

mod game;
mod matches;
mod perft;

use std::io::Write;

use clap::Subcommand;

use crate::failure::Failure;

/// What the program can do.
#[derive(Subcommand)]
pub(crate) enum Command {
    Perft(perft::Perft),
    Game(game::Game),
    Match(Box<matches::Match>),
}

impl Command {
    pub(crate) fn run(self, output: &mut impl Write) -> Result<(), Failure> {
        match self {
            Self::Perft(perft) => perft.run(output),
            Self::Game(game) => game.run(output),
            Self::Match(engines) => engines.run(output),
        }
    }
}
