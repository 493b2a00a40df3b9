//! Moves on a board, named as people name them, also where a machine plays by rules of its own.

use kempelen_rules::{AnyPosition, Color, Move, with_position};

/// How a pass is written.
pub(crate) const PASS: &str = "--";

/// The position after a move or a pass; none where the laws do not allow it.
pub(crate) fn after(position: AnyPosition, m: Option<Move>) -> Option<AnyPosition> {
    match m {
        Some(m) => position.is_legal(m).then(|| position.play(m)),
        None => (!position.in_check()).then(|| with_position!(&position, p => p.pass().into())),
    }
}

/// A move in algebraic notation; in plain squares where the laws do not allow it, or the position is not known.
pub(crate) fn name(position: Option<&AnyPosition>, m: Option<Move>) -> String {
    match (position, m) {
        (_, None) => PASS.to_owned(),
        (Some(position), Some(m)) if position.is_legal(m) => position.san(m),
        (_, Some(m)) => m.to_string(),
    }
}

/// A line of play with move numbers: `12.Nxd3 Qd6 13.Ne1`, or `12...Qd6 13.Ne1`.
pub(crate) fn line(start: &AnyPosition, moves: &[Option<Move>]) -> String {
    let mut here = Some(*start);
    let mut number = with_position!(start, p => p.move_number());
    let mut turn = start.turn();
    let mut text = String::new();
    for (i, &m) in moves.iter().enumerate() {
        if i > 0 {
            text.push(' ');
        }
        if turn == Color::White || i == 0 {
            text.push_str(&number.to_string());
            text.push_str(turn.pick(".", "..."));
        }
        text.push_str(&name(here.as_ref(), m));
        here = here.and_then(|here| after(here, m));
        number = number.saturating_add(u16::from(turn == Color::Black));
        turn = !turn;
    }
    text
}

/// A single move with its number: `12.Nxd3` or `12...Qd6`. `ply` is how far it is from the start.
pub(crate) fn numbered(start: &AnyPosition, ply: usize, name: &str) -> String {
    let number = with_position!(start, p => p.move_number());
    let half_moves = ply + usize::from(start.turn() == Color::Black);
    let number = usize::from(number) + half_moves / 2;
    if half_moves.is_multiple_of(2) { format!("{number}.{name}") } else { format!("{number}...{name}") }
}
