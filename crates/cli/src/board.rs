use kempelen_rules::{AnyPosition, Piece, Square, with_position};

/// The board in letters, White's side below. A tilde marks a promoted bia.
pub(crate) fn draw(position: &AnyPosition) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        text.push_str("  ");
        text.push(char::from(b'1' + rank));
        text.push(' ');
        for square in (0..8).map(|file| Square::at(file, rank)) {
            let (piece, promoted) =
                with_position!(position, p => (p.piece_on(square), p.promoted().has(square)));
            text.push(' ');
            text.push(piece.map_or('.', Piece::letter));
            text.push(if promoted { '~' } else { ' ' });
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text.push_str("     a  b  c  d  e  f  g  h\n");
    text
}
