//! A board in plain characters, for whoever types `d`.

use std::fmt::Write as _;

use kempelen_rules::{AnyPosition, Square, with_position};

/// Draws a position from White's side, with its FEN and key below it.
///
/// ```
/// use kempelen_rules::{AnyPosition, VariantId};
/// let text = kempelen_uci::board::draw(&AnyPosition::start(VariantId::Chess));
/// assert!(text.starts_with("8  r n b q k b n r\n7  p p p p p p p p\n6  . . ."));
/// assert!(text.contains("\n   a b c d e f g h\nVariant: chess\nFen: rnbqkbnr/"));
/// ```
pub fn draw(position: &AnyPosition) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        text.push((b'1' + rank) as char);
        text.push(' ');
        for file in 0..8 {
            text.push(' ');
            text.push(letter(position, Square::at(file, rank)));
        }
        text.push('\n');
    }
    let checkers: Vec<String> =
        with_position!(position, p => p.checkers().into_iter()).map(|square| square.to_string()).collect();
    text.push_str("   a b c d e f g h\n");
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "Variant: {}\nFen: {}\nKey: {:016X}\nCheckers: {}\n",
        position.variant(),
        position.fen(),
        position.key(),
        if checkers.is_empty() { "none".to_owned() } else { checkers.join(" ") }
    );
    text
}

fn letter(position: &AnyPosition, square: Square) -> char {
    with_position!(position, p => p.piece_on(square)).map_or('.', kempelen_rules::Piece::letter)
}
