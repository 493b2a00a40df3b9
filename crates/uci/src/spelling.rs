//! Moves as the other side of the line spells them.

use kempelen_rules::uci::{self, Castling};
use kempelen_rules::{AnyPosition, Move, with_position};

/// A legal move.
pub(crate) fn spell(position: &AnyPosition, m: Move, style: Castling) -> String {
    with_position!(position, p => uci::write(p, m, style))
}

/// A line of moves, as far as it is legal.
pub(crate) fn spell_line(position: &AnyPosition, moves: &[Move], style: Castling) -> String {
    let mut here = *position;
    let mut text = String::new();
    for &m in moves {
        if !here.is_legal(m) {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&spell(&here, m, style));
        here = here.play(m);
    }
    text
}

/// A line of moves, read as far as it can be read.
pub(crate) fn read_line<'a>(position: &AnyPosition, words: impl Iterator<Item = &'a str>) -> Vec<Move> {
    let mut here = *position;
    let mut moves = Vec::new();
    for word in words {
        let Ok(m) = here.read_uci(word) else { break };
        here = here.play(m);
        moves.push(m);
    }
    moves
}

/// Text fit for one line: whatever would end the line becomes a space.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
