//! What a position is worth to Black.

use kempelen_rules::{Color, Move, Piece, Role, Square};

use super::board::OctavePosition;

/// A worth in pawns, from Black's side, whoever is to move.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct OctaveValue(pub f64);

impl OctaveValue {
    /// The side to move is mated, whichever it is: this is the machine's famous slip, since it is good for
    /// White only.
    pub const MATED: Self = Self(-9999.0);
    /// The side that is not to move is mated.
    pub const OPPONENT_MATED: Self = Self(9999.0);
    /// Stalemate.
    pub const DRAW: Self = Self(0.0);
    /// Worse for Black than anything.
    pub const LOWEST: Self = Self(f64::NEG_INFINITY);
    /// Better for Black than anything.
    pub const HIGHEST: Self = Self(f64::INFINITY);
}

/// The judgement of a position in its three parts.
///
/// Tenths are not exact in binary, so the order of every addition is the original's: the choice between two
/// moves may hang on the last bit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OctaveEvaluation {
    /// Men on the board: Black's less White's.
    pub material: f64,
    /// A tenth for each move, whether it leaves the king in check or not: Black's less White's.
    pub mobility: f64,
    /// Advanced pawns, and men in the centre: Black's less White's.
    pub position: f64,
}

impl OctaveEvaluation {
    /// Judges a position. Whose turn it is does not matter.
    pub fn of(position: &OctavePosition) -> Self {
        let (material, place) = Self::scan(position);
        Self { material, mobility: Self::mobility(position), position: place }
    }

    /// The sum of the parts.
    pub fn total(self) -> OctaveValue {
        OctaveValue(self.material + self.mobility + self.position)
    }

    /// Material and position, added up in one walk from a1 to h8.
    fn scan(position: &OctavePosition) -> (f64, f64) {
        let (mut material, mut place) = (0.0, 0.0);
        for square in Square::all() {
            let Some(man) = position.piece_on(square) else { continue };
            match man.color() {
                Color::Black => {
                    material += man_value(man.role());
                    place += place_value(man, square);
                }
                Color::White => {
                    material -= man_value(man.role());
                    place -= place_value(man, square);
                }
            }
        }
        (material, place)
    }

    fn mobility(position: &OctavePosition) -> f64 {
        let count = |color| {
            let mut moves = 0_i32;
            position.each_move(color, |_: Move| moves += 1);
            moves
        };
        f64::from(count(Color::Black) - count(Color::White)) * 0.1
    }
}

fn man_value(role: Role) -> f64 {
    match role {
        Role::Pawn => 1.0,
        Role::Knight | Role::Bishop => 3.0,
        Role::Rook => 5.0,
        Role::Queen => 9.0,
        Role::King => 999.0,
        Role::Khon | Role::Met => 0.0,
    }
}

/// What its place is worth to a man's own side.
fn place_value(man: Piece, square: Square) -> f64 {
    let is_central = (3..=4).contains(&square.rank()) && (2..=5).contains(&square.file());
    match (man.role(), man.color()) {
        (Role::Pawn, Color::White) => f64::from(square.rank()) * 0.1,
        (Role::Pawn, Color::Black) => f64::from(7 - square.rank()) * 0.1,
        (Role::King, _) => 0.0,
        _ if is_central => 0.3,
        _ => 0.0,
    }
}
