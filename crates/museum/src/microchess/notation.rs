//! Squares and moves as chess players write them.
//!
//! The machine has no colours. By convention own is White after key `C` and Black after `C`, `E`, and whoever talks to it
//! remembers which; here that is the `computer`'s [`Color`].

use kempelen_rules::{Color, Square};

use super::board::{MicrochessBoard, is_on_board, role_of};
use super::strategy::StrategyMove;

/// A man as the letter of its kind (`K`, `Q`, `R`, `B`, `N`, `P`) and its colour.
pub type Man = (Color, char);

/// The index of a square byte in an array of 64 that runs a1, b1 .. h8; `None` off the board.
pub const fn index_of(square: u8, computer: Color) -> Option<usize> {
    if !is_on_board(square) {
        return None;
    }
    let (rank, file) = (square >> 4, square & 0x07);
    let (row, column) = match computer {
        Color::White => (rank, 7 - file),
        Color::Black => (7 - rank, file),
    };
    Some((row * 8 + column) as usize)
}

/// The name of a square byte; `None` off the board.
///
/// ```
/// use kempelen_museum::microchess::{Color, square_name};
///
/// assert_eq!(square_name(0x13, Color::White).as_deref(), Some("e2"));
/// assert_eq!(square_name(0x14, Color::Black).as_deref(), Some("e7"));
/// assert_eq!(square_name(0xCC, Color::White), None);
/// ```
pub fn square_name(square: u8, computer: Color) -> Option<String> {
    let index = index_of(square, computer)? as u8;
    Some([index % 8 + b'a', index / 8 + b'1'].map(char::from).iter().collect())
}

/// The square byte of a name such as `e4`; `None` when there is no such square.
pub fn square_named(name: &str, computer: Color) -> Option<u8> {
    name.parse().ok().map(|square| byte_of(square, computer))
}

/// The square of a byte; `None` off the board.
pub(super) fn square_of(byte: u8, computer: Color) -> Option<Square> {
    Square::from_index(index_of(byte, computer)?)
}

/// The byte of a square.
pub(super) fn byte_of(square: Square, computer: Color) -> u8 {
    let (file, rank) = (square.file(), square.rank());
    computer.pick(rank * 16 + (7 - file), (7 - rank) * 16 + file)
}

impl StrategyMove {
    /// The move as UCI writes it. Microchess does not promote, so there is never a fifth letter; `None` when a byte is
    /// off the board.
    pub fn uci(&self, computer: Color) -> Option<String> {
        Some(square_name(self.from, computer)? + &square_name(self.to, computer)?)
    }
}

impl MicrochessBoard {
    /// The men on the squares a1, b1 .. h8. Where men share a square the one the machine would find first is shown.
    pub fn men(&self, computer: Color) -> [Option<Man>; 64] {
        let mut men = [None; 64];
        for square in (0..0x78).filter(|&square| is_on_board(square)) {
            if let (Some(entry), Some(index)) = (self.entry_on(square), index_of(square, computer)) {
                let color = if entry < 0x10 { computer } else { !computer };
                men[index] = Some((color, role_of(entry)));
            }
        }
        men
    }

    /// The first field of a FEN.
    pub fn placement(&self, computer: Color) -> String {
        let men = self.men(computer);
        let mut text = String::new();
        for row in men.chunks(8).rev() {
            if !text.is_empty() {
                text.push('/');
            }
            let mut gap = 0;
            for man in row {
                match man {
                    None => gap += 1,
                    Some((color, role)) => {
                        if gap > 0 {
                            text.push_str(&gap.to_string());
                            gap = 0;
                        }
                        text.push(if *color == Color::White { *role } else { role.to_ascii_lowercase() });
                    }
                }
            }
            if gap > 0 {
                text.push_str(&gap.to_string());
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_bytes_are_inverse_for_both_colours() {
        for computer in [Color::White, Color::Black] {
            let mut seen = 0;
            for square in 0..=0xFF {
                if let Some(name) = square_name(square, computer) {
                    assert_eq!(square_named(&name, computer), Some(square));
                    seen += 1;
                }
            }
            assert_eq!(seen, 64);
        }
        assert_eq!(square_named("i1", Color::White), None);
        assert_eq!(square_named("e9", Color::White), None);
        assert_eq!(square_named("e44", Color::White), None);
        assert_eq!(square_named("é", Color::White), None);
    }

    #[test]
    fn file_zero_is_the_players_left() {
        // White's own king's rook stands on h1; Black's own queen's rook on a8.
        assert_eq!(square_named("h1", Color::White), Some(0x00));
        assert_eq!(square_named("a8", Color::Black), Some(0x00));
        assert_eq!(square_named("a8", Color::White), Some(0x77));
    }

    #[test]
    fn the_start_is_the_start_for_both() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        assert_eq!(MicrochessBoard::START.placement(Color::White), start);
        assert_eq!(MicrochessBoard::START.exchanged().placement(Color::Black), start);
        assert_eq!(MicrochessBoard::EMPTY.placement(Color::White), "8/8/8/8/8/8/8/8");
    }
}
