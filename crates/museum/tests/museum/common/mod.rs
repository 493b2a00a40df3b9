//! What several tests need.
use kempelen_museum::placement::Placement;
use kempelen_museum::{octave, sameshi};
use kempelen_rules::{Color, Move, Piece, Setup};

/// The placement of a FEN that the test itself has written.
pub(crate) fn placement(fen: &str) -> Placement {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

pub(crate) fn sameshi_at(fen: &str) -> sameshi::SameshiPosition {
    sameshi::SameshiPosition::from(&placement(fen))
}

pub(crate) fn octave_at(fen: &str) -> octave::OctavePosition {
    octave::OctavePosition::from(&placement(fen))
}

/// A move as the machines write it, without a letter for a promotion.
pub(crate) fn squares_of(m: Move) -> String {
    format!("{}{}", m.from(), m.to())
}

/// Numbers that look random and are the same in every run (xorshift, George Marsaglia, 2003).
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    /// Men anywhere: pawns on the first and last ranks, kings in check or side by side, and now and then a
    /// king missing.
    pub(crate) fn odd_placement(&mut self, men: usize) -> Placement {
        let mut setup = Setup::default();
        let board = &mut setup.board;
        for king in ['K', 'k'] {
            if self.below(8) > 0 {
                board[self.below(64)] = Piece::from_letter(king);
            }
        }
        for _ in 0..men {
            let letter = char::from(b"PPPPNBRQppppnbrq"[self.below(16)]);
            let square = self.below(64);
            board[square] = board[square].or(Piece::from_letter(letter));
        }
        setup.turn = Color::ALL[self.below(2)];
        Placement::try_from(&setup).expect("there is one king a side at most")
    }
}
