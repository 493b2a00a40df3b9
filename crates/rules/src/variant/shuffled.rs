use super::GameKind;
use crate::{AnyPosition, Chess, Position};

/// How many first positions Chess960 has.
const STARTS: usize = 960;

impl GameKind {
    /// How many first positions it has.
    pub const fn starts(self) -> usize {
        match self {
            Self::Usual(_) => 1,
            Self::Chess960 => STARTS,
        }
    }

    /// A first position by its number; numbers beyond the last begin anew. Those of Chess960 are in the order of Reinhard
    /// Scharnagl's list, in which 518 is orthodox chess.
    ///
    /// ```
    /// use kempelen_rules::{AnyPosition, GameKind, VariantId};
    ///
    /// assert_eq!(GameKind::Chess960.start(518), AnyPosition::start(VariantId::Chess));
    /// let first = GameKind::Chess960.start(0).fen();
    /// assert!(first.starts_with("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w"));
    /// ```
    pub fn start(self, number: usize) -> AnyPosition {
        match self {
            Self::Usual(variant) => AnyPosition::start(variant),
            // Each of the 960 is a position; the orthodox one stands in for none.
            Self::Chess960 => {
                AnyPosition::Chess(chess960(number % STARTS).parse::<Position<Chess>>().unwrap_or_default())
            }
        }
    }
}

/// The bishops' places follow from the number, then the queen's and the knights' among those left; rook, king and rook
/// take the rest.
fn chess960(number: usize) -> String {
    /// The places of two knights among five.
    const KNIGHTS: [[usize; 2]; 10] =
        [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];
    let mut row = [None; 8];
    row[2 * (number % 4) + 1] = Some('b');
    row[2 * (number / 4 % 4)] = Some('b');
    put(&mut row, &[number / 16 % 6], "q");
    put(&mut row, &KNIGHTS[number / 96], "nn");
    put(&mut row, &[0, 1, 2], "rkr");
    let black: String = row.into_iter().flatten().collect();
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{} w KQkq - 0 1", black.to_uppercase())
}

/// Puts men on places counted among those that are empty.
fn put(row: &mut [Option<char>; 8], places: &[usize], men: &str) {
    let empty: Vec<usize> = (0..8).filter(|&i| row[i].is_none()).collect();
    for (&place, man) in places.iter().zip(men.chars()) {
        row[empty[place]] = Some(man);
    }
}
