//! The five openings of the tapes, for both colours at once.
//!
//! A tape has one opening for one colour: the square to which the player is expected to move, and the man and square to
//! answer with. The machine of 1976 held one tape; here all ten are played out at the start, and each position in
//! which a tape has an answer goes into one book.

use std::collections::HashMap;
use std::sync::LazyLock;

use kempelen_rules::{Chess, Color, Move, Position, Square, uci};

use crate::microchess::{MicrochessBoard, OPENINGS, Opening, square_name};

/// Positions and what to answer in them.
#[derive(Default)]
pub struct Book {
    answers: HashMap<u64, Vec<Move>>,
}

/// The book of all tapes.
static TAPES: LazyLock<Book> = LazyLock::new(|| {
    let mut book = Book::default();
    for opening in &OPENINGS {
        book.read(opening);
    }
    book
});

impl Book {
    /// The book of all tapes.
    pub fn of_all_tapes() -> &'static Self {
        &TAPES
    }

    /// The answers in a position, those of the tapes in their order.
    pub fn answers(&self, position: &Position<Chess>) -> &[Move] {
        self.answers.get(&position.key()).map_or(&[], Vec::as_slice)
    }

    /// How many positions it knows.
    pub fn len(&self) -> usize {
        self.answers.len()
    }

    /// Whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    fn read(&mut self, opening: &Opening) {
        let computer = if opening.name.ends_with("_w") { Color::White } else { Color::Black };
        let board = if computer == Color::White {
            MicrochessBoard::START
        } else {
            MicrochessBoard::START.exchanged()
        };
        let men = board.own.map(|byte| square(byte, computer));
        let tape = TapeRest { computer, groups: opening.bytes.as_chunks::<3>().0 };
        self.follow(&Position::default(), men, tape);
    }

    /// Follows a tape through all moves that the player may mean. `men` are the squares of the computer's men by slot.
    fn follow(&mut self, position: &Position<Chess>, mut men: [Option<Square>; 16], tape: TapeRest<'_>) {
        let Some((&[expected, slot, to], rest)) = tape.groups.split_first() else { return };
        if position.turn() != tape.computer {
            for m in position
                .legal_moves()
                .into_iter()
                .filter(|&m| Some(ends_on(position, m)) == tape.square(expected))
            {
                self.follow(&position.play(m), men, tape);
            }
            return;
        }
        let (from, to) = (men[usize::from(slot & 0x0F)], tape.square(to));
        let (Some(from), Some(to)) = (from, to) else { return };
        let Ok(m) = uci::read(position, &format!("{from}{to}")) else { return };
        let answers = self.answers.entry(position.key()).or_default();
        if !answers.contains(&m) {
            answers.push(m);
        }
        men[usize::from(slot & 0x0F)] = Some(to);
        if position.is_castling(m) {
            for rook in men.iter_mut().filter(|man| **man == Some(m.to())) {
                *rook = Some(ends_on(position, m));
            }
        }
        self.follow(&position.play(m), men, TapeRest { groups: rest, ..tape });
    }
}

/// What is left of a tape.
#[derive(Clone, Copy)]
struct TapeRest<'a> {
    computer: Color,
    groups: &'a [[u8; 3]],
}

impl TapeRest<'_> {
    fn square(&self, byte: u8) -> Option<Square> {
        square(byte, self.computer)
    }
}

fn square(byte: u8, computer: Color) -> Option<Square> {
    square_name(byte, computer)?.parse().ok()
}

/// The last square that the player of a move enters on the keypad: after castling that of the rook.
fn ends_on(position: &Position<Chess>, m: Move) -> Square {
    if position.is_castling(m) {
        let file = if m.to().file() > m.from().file() { 5 } else { 3 };
        Square::at(file, m.from().rank())
    } else {
        m.to()
    }
}
