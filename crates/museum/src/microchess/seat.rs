//! A game brought to the machine: its owner keys in the moves.
//!
//! The men keep the slots they had at the start, as on a KIM-1. What the program itself cannot do is done the
//! way the manual tells: castling is a move of the king and one of the rook, en passant a step sideways and one
//! ahead, and a new man is written into the cell of one that was captured.

use std::fmt;

use kempelen_rules::{Chess, Color, Game, Move, Position, Role, Square};

use super::board::{CAPTURED, MicrochessBoard, is_on_board, role_of};
use super::import::{ImportError, men_on};
use super::key::KimKey;
use super::kim::Kim;
use super::level::Level;
use super::notation::byte_of;
use super::openings::Opening;

/// A KIM-1 at which a game has been played, with the computer to move.
pub(super) struct Seat {
    pub(super) kim: Kim,
    /// The computer's colour.
    pub(super) computer: Color,
}

/// Why a game cannot be brought to the machine.
#[derive(Debug)]
pub(super) enum SeatError {
    /// It cannot hold the position from which the game started.
    Start(ImportError),
    /// It has no slot for the man that a pawn became.
    Promotion {
        /// Whose man.
        color: Color,
        /// What it became.
        role: Role,
    },
}

impl fmt::Display for SeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => error.fmt(f),
            Self::Promotion { color, role } => {
                write!(
                    f,
                    "Microchess has no free slot for the {} that {color} has made of a pawn",
                    role.name()
                )
            }
        }
    }
}

impl Seat {
    /// Plays a game on a machine that has just been switched on. The book serves only games from the start.
    pub(super) fn at(game: &Game<Chess>, level: Level, opening: Option<Opening>) -> Result<Self, SeatError> {
        let computer = game.position().turn();
        let mut seat = Self { kim: Kim::new(level, opening), computer };
        if *game.start() == Position::default() {
            seat.kim.press(KimKey::C);
            if computer == Color::Black {
                seat.kim.press(KimKey::E);
            }
            if opening.is_none() {
                seat.kim.set_book_pointer(0x00);
            }
        } else {
            let board =
                MicrochessBoard::from_men(&men_on(game.start()), computer).map_err(SeatError::Start)?;
            seat.kim.set_board(&board);
        }
        for (position, &m) in game.positions().iter().zip(game.moves()) {
            if position.turn() == computer {
                seat.follow_book(position, m);
            }
            seat.key_in(position, m)?;
        }
        Ok(seat)
    }

    /// The book may have known this move of the computer.
    fn follow_book(&mut self, position: &Position<Chess>, m: Move) {
        let to = if position.is_castling(m) { castled(m).0 } else { m.to() };
        let (from, to) = (self.byte(m.from()), self.byte(to));
        if let Some(slot) = self.kim.board().entry_on(from) {
            self.kim.follow_book(slot, to);
        }
    }

    /// Keys in one move of either side.
    fn key_in(&mut self, position: &Position<Chess>, m: Move) -> Result<(), SeatError> {
        if position.is_castling(m) {
            self.castle(m);
        } else if position.is_en_passant(m) {
            let beside = Square::at(m.to().file(), m.from().rank());
            self.press(m.from(), beside);
            self.press(beside, m.to());
        } else {
            self.press(m.from(), m.to());
        }
        m.promoted().map_or(Ok(()), |role| self.promote(position.turn(), m.to(), role))
    }

    /// Four digits and key `F`.
    fn press(&mut self, from: Square, to: Square) {
        let (from, to) = (self.byte(from), self.byte(to));
        for digit in [from >> 4, from & 0x0F, to >> 4, to & 0x0F] {
            // A square's digits are 0-7, all of which are keys.
            if let Some(key) = KimKey::from_code(digit) {
                self.kim.press(key);
            }
        }
        self.kim.press(KimKey::F);
    }

    fn castle(&mut self, m: Move) {
        let (king_to, rook_to) = castled(m);
        // In Chess960 the king may go where the rook stands, and key F would capture it: both are written at once.
        if king_to == m.to() {
            let (king, rook) = (self.byte(king_to), self.byte(rook_to));
            let mut board = self.kim.board();
            let cells = [board.entry_on(self.byte(m.from())), board.entry_on(self.byte(m.to()))];
            for (cell, square) in cells.into_iter().zip([king, rook]) {
                if let Some(entry) = cell {
                    *man(&mut board, entry) = square;
                }
            }
            self.kim.set_board(&board);
        } else {
            if king_to != m.from() {
                self.press(m.from(), king_to);
            }
            if rook_to != m.to() {
                self.press(m.to(), rook_to);
            }
        }
    }

    /// Writes a new man into a captured man's cell, as the manual says to do through the monitor.
    fn promote(&mut self, color: Color, square: Square, role: Role) -> Result<(), SeatError> {
        let square = self.byte(square);
        let mut board = self.kim.board();
        let slot = free_slot(self.list(&board, color), role).ok_or(SeatError::Promotion { color, role })?;
        if let Some(pawn) = board.entry_on(square) {
            *man(&mut board, pawn) = CAPTURED;
        }
        let side = if color == self.computer { 0x00 } else { 0x10 };
        *man(&mut board, slot | side) = square;
        self.kim.set_board(&board);
        Ok(())
    }

    /// What a pawn of the computer becomes: the best of its captured men.
    pub(super) fn promotion(&self) -> Option<Role> {
        let board = self.kim.board();
        [Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
            .into_iter()
            .find(|&role| free_slot(&board.own, role).is_some())
    }

    fn list<'a>(&self, board: &'a MicrochessBoard, color: Color) -> &'a [u8; 16] {
        if color == self.computer { &board.own } else { &board.opp }
    }

    fn byte(&self, square: Square) -> u8 {
        byte_of(square, self.computer)
    }
}

/// The lowest slot for a kind of man whose holder has been captured.
fn free_slot(list: &[u8; 16], role: Role) -> Option<u8> {
    let letter = role.letter().to_ascii_uppercase();
    (0..16).find(|&slot| role_of(slot) == letter && !is_on_board(list[usize::from(slot)]))
}

/// The cell of an entry, 00-0F for the computer's men and 10-1F for the player's.
fn man(board: &mut MicrochessBoard, entry: u8) -> &mut u8 {
    let list = if entry < 0x10 { &mut board.own } else { &mut board.opp };
    &mut list[usize::from(entry & 0x0F)]
}

/// Where king and rook land when they castle.
fn castled(m: Move) -> (Square, Square) {
    let (king, rook) = if m.to().file() > m.from().file() { (6, 5) } else { (2, 3) };
    (Square::at(king, m.from().rank()), Square::at(rook, m.from().rank()))
}
