use std::marker::PhantomData;

use kempelen_rules::{Chess, Color, Makruk, Position, Role, Square, Variant};

use crate::score::s;
use crate::{Evaluator, LIMIT, S};

/// The hand-written evaluation of a game.
#[derive(Clone, Debug, Default)]
pub struct Hand<V: Judged> {
    variant: PhantomData<V>,
}

impl<V: Judged> Hand<V> {
    /// An evaluator with the game's own weights.
    pub fn new() -> Self {
        Self::default()
    }
}

/// A game with a hand-written evaluation.
pub trait Judged: Variant {
    /// What a man is worth, wherever it stands.
    fn material(role: Role) -> S;
    /// How much a man counts towards the middle game.
    fn phase(role: Role) -> i32;
}

impl Judged for Chess {
    fn material(role: Role) -> S {
        match role {
            Role::Pawn => s(85, 110),
            Role::Knight => s(340, 310),
            Role::Bishop => s(355, 325),
            Role::Rook => s(480, 540),
            Role::Queen => s(1000, 980),
            _ => S::ZERO,
        }
    }

    fn phase(role: Role) -> i32 {
        match role {
            Role::Knight | Role::Bishop => 1,
            Role::Rook => 2,
            Role::Queen => 4,
            _ => 0,
        }
    }
}

impl Judged for Makruk {
    fn material(role: Role) -> S {
        match role {
            Role::Pawn => s(100, 100),
            Role::Met => s(170, 170),
            Role::Khon => s(260, 260),
            Role::Knight => s(300, 300),
            Role::Rook => s(500, 500),
            _ => S::ZERO,
        }
    }

    fn phase(role: Role) -> i32 {
        match role {
            Role::Met => 1,
            Role::Khon | Role::Knight => 2,
            Role::Rook => 3,
            _ => 0,
        }
    }
}

/// What a man gains by standing on this square, its own side at the bottom: the centre draws every man, the
/// middle game keeps the king at home, and pawns want ahead.
fn placed(role: Role, square: Square) -> S {
    let from_edge = |line: u8| line.min(7 - line) as i16;
    let (file, rank) = (from_edge(square.file()), square.rank() as i16);
    let centre = 2 * (file + from_edge(square.rank())) - 6;
    match role {
        Role::Pawn => s(2 * rank + file * rank / 2 - 8, 4 * rank - 12),
        Role::Knight | Role::Khon | Role::Met => s(5 * centre, 4 * centre),
        Role::Bishop | Role::Queen => s(2 * centre, 2 * centre),
        Role::Rook => s(2 * file - 3, 0),
        Role::King => s(-6 * centre - 8 * rank, 5 * centre),
    }
}

impl<V: Judged> Evaluator<V> for Hand<V> {
    fn evaluate(&mut self, position: &Position<V>) -> i32 {
        let (us, mut sum, mut phase, mut full) = (position.turn(), S::ZERO, 0, 0);
        for role in V::ROLES {
            for color in Color::ALL {
                for square in position.men(color, role) {
                    let worth = V::material(role) + placed(role, square.relative_to(color));
                    sum += if color == us { worth } else { -worth };
                    phase += V::phase(role);
                }
            }
            full += V::phase(role) * if matches!(role, Role::Queen | Role::Met) { 2 } else { 4 };
        }
        let phase = phase.min(full);
        let score = (sum.middle() * phase + sum.end() * (full - phase)) / full;
        score.clamp(-LIMIT, LIMIT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirrored_position_is_worth_the_same() {
        for fen in ["r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1", Chess::START] {
            let position: Position<Chess> = fen.parse().unwrap();
            let mut hand = Hand::new();
            assert_eq!(hand.evaluate(&position), hand.evaluate(&position.mirror()), "{fen}");
        }
        let position = Position::<Makruk>::default();
        let mut hand = Hand::new();
        assert_eq!(hand.evaluate(&position), hand.evaluate(&position.mirror()));
    }
}
