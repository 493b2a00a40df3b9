//! The static evaluation.

use super::attack::list_start;
use super::machine::{Baseline, SargonMachine};
use super::piece::{PieceKind, SargonColor, SargonPiece};
use super::square::SargonSquare;

/// What the evaluation found, in parts. Amounts of material are in half pawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Points {
    /// The side that has just moved, or at the root the side to move.
    pub color: SargonColor,
    /// Label MTRL: material, positive for White. A piece that would be lost counts one less.
    pub material: i8,
    /// Label BRDC: board control and development, positive for White.
    pub control: i8,
    /// Label PTSL: the greatest loss that threatens the side that has just moved.
    pub loss: u8,
    /// Label PTSW1: the greatest loss that threatens the other side.
    pub win: u8,
    /// Label PTSW2: the second greatest loss that threatens the other side.
    pub second_win: u8,
    /// Label PTSCK: whether the piece that has just moved can be taken with profit.
    pub mover_hangs: bool,
    /// Label VALM: the value of the move, 128 for no change, low if it is good for the side that has just moved.
    pub value: u8,
}

/// The widest material difference that the evaluation tells apart.
const MATERIAL_LIMIT: i8 = 30;
/// The widest difference of board control that the evaluation tells apart.
const CONTROL_LIMIT: i8 = 6;

impl Points {
    pub(super) const fn new(color: SargonColor) -> Self {
        Self {
            color,
            material: 0,
            control: 0,
            loss: 0,
            win: 0,
            second_win: 0,
            mover_hangs: false,
            value: 128,
        }
    }

    /// What the threats are worth to White. Only the second greatest win counts, and only half of it: the first
    /// the opponent can parry. When the piece that has just moved hangs, the opponent takes it and the mover's
    /// best win is gone.
    fn threats(self) -> i8 {
        let (win, second_win) =
            if self.mover_hangs { (self.second_win, 0) } else { (self.win, self.second_win) };
        let gain = if win == 0 || second_win == 0 { 0 } else { (second_win - 1) >> 1 };
        let balance = gain.wrapping_sub(self.loss.saturating_sub(1)) as i8;
        match self.color {
            SargonColor::White => balance,
            SargonColor::Black => balance.wrapping_neg(),
        }
    }

    /// Material with the threats counted in, positive for White.
    pub fn expected_material(self) -> i8 {
        self.threats().wrapping_add(self.material)
    }

    /// Board control as far as it counts: not at all when the piece that has just moved hangs.
    pub fn effective_control(self) -> i8 {
        if self.mover_hangs { 0 } else { self.control }
    }

    /// The two parts put together: four units for a half pawn of material, one for a point of control.
    pub fn units(material: i8, control: i8) -> i32 {
        let material = limit(material, MATERIAL_LIMIT);
        let control = limit(control, CONTROL_LIMIT);
        4 * i32::from(material) + i32::from(control)
    }

    /// Label POINTS, its end: the value of the move against the root.
    fn valued(mut self, root: Baseline) -> Self {
        let material = self.expected_material().wrapping_sub_unsigned(root.material);
        let control = if self.mover_hangs { 0 } else { self.control.wrapping_sub_unsigned(root.control) };
        let units = Self::units(material, control);
        let for_mover = if self.color == SargonColor::White { -units } else { units };
        self.value = (for_mover + 128) as u8;
        self
    }

    /// Enters one piece: its value, its development, and what its owner would lose on its square.
    fn add_piece(&mut self, piece: SargonPiece, loss: u8, just_moved: bool, moveno: u8) {
        let mut value = 2 * piece.kind().value() as i8;
        if loss != 0 {
            value -= 1;
            self.threaten(piece, loss, just_moved);
        }
        let sign = if piece.color() == SargonColor::White { 1 } else { -1 };
        self.material = self.material.wrapping_add(sign * value);
        self.control = self.control.wrapping_add(sign * development(piece, moveno));
    }

    /// Enters the loss that threatens a piece.
    fn threaten(&mut self, piece: SargonPiece, loss: u8, just_moved: bool) {
        if piece.color() == self.color {
            if loss >= self.loss {
                self.loss = loss;
                // Once set it stays, even when a greater loss is found elsewhere.
                self.mover_hangs |= just_moved;
            }
            return;
        }
        let runner_up = if loss >= self.win { std::mem::replace(&mut self.win, loss) } else { loss };
        self.second_win = self.second_win.max(runner_up);
    }
}

/// Label LIMIT.
fn limit(value: i8, most: i8) -> i8 {
    value.clamp(-most, most)
}

/// The side's reward or penalty for the state of one piece.
fn development(piece: SargonPiece, moveno: u8) -> i8 {
    match piece.kind() {
        PieceKind::Knight | PieceKind::Bishop if !piece.has_moved() => -2,
        PieceKind::Rook | PieceKind::Queen if piece.has_moved() && moveno < 7 => -2,
        PieceKind::King if piece.has_castled() => 6,
        PieceKind::King if piece.has_moved() => -2,
        _ => 0,
    }
}

impl SargonMachine {
    /// Label POINTS: evaluates the position after a move to a square, with the pins that were found before.
    pub(super) fn points(&mut self, moved_to: SargonSquare) -> Points {
        self.survey.take(&self.board, self.memory.pins(self.pin_count));
        self.scan_board(moved_to)
    }

    /// Goes through the squares one by one and adds up what the lists of the survey say, or, where they cannot be
    /// trusted, lists built on the spot.
    pub(super) fn scan_board(&mut self, moved_to: SargonSquare) -> Points {
        let mut survey_holds = !self.survey.spilled;
        let mut points = Points::new(self.color);
        for square in SargonSquare::all() {
            let lists = if survey_holds { self.surveyed_lists(square) } else { self.list_attackers(square) };
            let count = |color| lists[list_start(color)];
            let balance = count(SargonColor::White).wrapping_sub(count(SargonColor::Black));
            points.control = points.control.wrapping_add(balance as i8);
            let piece = self.board[square];
            if piece.is_empty() {
                continue;
            }
            let mut loss = 0;
            if count(piece.color().other()) > 0 {
                self.memory.load_lists(lists);
                loss = self.exchange(piece);
                // If the exchange has shifted bytes of the pin list, the survey may be wrong from here on.
                survey_holds &= !std::mem::take(&mut self.overran);
            }
            points.add_piece(piece, loss, square == moved_to, self.moveno);
        }
        points.valued(self.root)
    }

    fn surveyed_lists(&mut self, square: SargonSquare) -> [u8; 16] {
        self.overflows += self.survey.overflows(square);
        *self.survey.lists(square)
    }
}
