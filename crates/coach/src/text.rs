//! Moves, scores and lists as people write them.

use kempelen_engine::Score;
use kempelen_rules::{AnyPosition, Color, Move, with_position};

/// A line with move numbers: `12.Nxd3 Qd6 13.Ne1`, or `12...Qd6 13.Ne1`. It ends at the first move that is not legal.
pub(crate) fn numbered_line(start: &AnyPosition, moves: &[Move]) -> String {
    let mut here = *start;
    let mut words = Vec::new();
    for (ply, &m) in moves.iter().enumerate() {
        if !here.is_legal(m) {
            break;
        }
        let number = with_position!(&here, p => p.move_number());
        words.push(match here.turn() {
            Color::White => format!("{number}.{}", here.san(m)),
            Color::Black if ply == 0 => format!("{number}...{}", here.san(m)),
            Color::Black => here.san(m),
        });
        here = here.play(m);
    }
    words.join(" ")
}

/// One move with its number.
pub(crate) fn numbered(position: &AnyPosition, m: Move) -> String {
    numbered_line(position, &[m])
}

/// A side's score as White sees it: `0.31`, `-#2`.
pub(crate) fn for_white(score: Score, side: Color) -> String {
    match side.pick(score, score.flip()) {
        Score::Cp(cp) => format!("{:.2}", f64::from(cp) / 100.0),
        Score::Mate(moves) if moves > 0 => format!("#{moves}"),
        Score::Mate(moves) => format!("-#{}", -moves),
    }
}

pub(crate) fn side(color: Color) -> &'static str {
    color.pick("White", "Black")
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The same text with its first letter large.
pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
