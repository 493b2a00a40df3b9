//! The front end of the original: a board, a prompt, an answer.

use std::fmt::Write as _;

use kempelen_rules::{Piece, Square};

use super::{DEPTH, SameshiPosition};
use crate::dialogue::{self, Reply};
use crate::placement::Placement;

/// A game at the machine's own front end. The player has White.
///
/// The board has rank 8 on top, the prompt is `move: `, the machine answers `ai: e7e5`, and `q` leaves. The
/// player's moves are judged by the machine's own rules. What is said of a move that is none, and at the end
/// of a game, is ours: `illegal move`, `checkmate` and `stalemate`, in the machine's manner.
///
/// ```
/// use kempelen_museum::sameshi::SameshiDialogue;
///
/// let mut game = SameshiDialogue::new();
/// assert!(game.greeting().ends_with("1 R N B Q K B N R\n  a b c d e f g h\nmove: "));
/// assert_eq!(game.line("e2e5").text, "illegal move\nmove: ");
/// assert!(game.line("q").over);
/// ```
#[derive(Clone, Debug)]
pub struct SameshiDialogue {
    position: SameshiPosition,
    over: bool,
}

impl Default for SameshiDialogue {
    fn default() -> Self {
        Self::new()
    }
}

impl SameshiDialogue {
    /// A new game.
    pub fn new() -> Self {
        Self::at(SameshiPosition::from(&Placement::start()))
    }

    /// A game that goes on from a position. The player has the side to move.
    pub fn at(position: SameshiPosition) -> Self {
        Self { position, over: false }
    }

    /// What the machine shows before the first move.
    pub fn greeting(&self) -> String {
        self.board() + PROMPT
    }

    /// Answers a line that the player typed.
    pub fn line(&mut self, input: &str) -> Reply {
        let input = input.trim();
        let text = if self.over {
            String::new()
        } else if input == "q" {
            self.over = true;
            String::new()
        } else if let Some(next) =
            dialogue::squares(input).and_then(|(from, to)| self.position.try_play(from, to))
        {
            self.position = next;
            self.answer()
        } else {
            format!("illegal move\n{PROMPT}")
        };
        Reply { text, over: self.over }
    }

    /// The machine's move, and the board after it.
    fn answer(&mut self) -> String {
        let played = self
            .position
            .think(DEPTH)
            .best
            .and_then(|m| Some((m, self.position.try_play(m.from(), m.to())?)));
        let Some((m, next)) = played else {
            return self.end();
        };
        self.position = next;
        let mut text = format!("ai: {m}\n{}", self.board());
        if self.position.legal_moves().is_empty() {
            text += &self.end();
        } else {
            text += PROMPT;
        }
        text
    }

    /// The side to move has no move.
    fn end(&mut self) -> String {
        self.over = true;
        if self.position.is_in_check() { "checkmate\n".to_owned() } else { "stalemate\n".to_owned() }
    }

    fn board(&self) -> String {
        let mut text = String::new();
        for rank in (0..8).rev() {
            let _ = write!(text, "{}", rank + 1);
            for man in Square::all()
                .filter(|square| square.rank() == rank)
                .map(|square| self.position.piece_on(square))
            {
                let _ = write!(text, " {}", man.map_or('.', Piece::letter));
            }
            text.push('\n');
        }
        text + "  a b c d e f g h\n"
    }
}

const PROMPT: &str = "move: ";
