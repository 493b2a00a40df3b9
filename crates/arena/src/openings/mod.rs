//! Where games start.

mod book;
mod random;

pub use book::{BookOrder, BookSource, BookSpec, OpeningsBook, OpeningsError};

use kempelen_rules::{AnyGame, AnyPosition, Move};

/// A position and the moves that are played from it before the engines are asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningLine {
    /// Where the record of the game starts.
    pub start: AnyPosition,
    /// Moves out of the book.
    pub moves: Vec<Move>,
}

impl OpeningLine {
    /// The game when the book ends.
    pub fn game(&self) -> AnyGame {
        let mut game = AnyGame::new(self.start);
        for &m in &self.moves {
            game.play(m);
        }
        game
    }
}
