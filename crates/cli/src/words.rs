//! Moves, scores and times in words.

use std::time::Duration;

use kempelen_engine::Score;
use kempelen_rules::{AnyPosition, Color, Move, with_position};

/// A score in pawns, with its sign, or a mate: `+0.31`, `-1.50`, `mate in 3`, `mated in 2`.
pub(crate) fn score(score: Score) -> String {
    match score {
        Score::Cp(cp) => {
            let sign = if cp < 0 { '-' } else { '+' };
            format!("{sign}{}.{:02}", cp.unsigned_abs() / 100, cp.unsigned_abs() % 100)
        }
        Score::Mate(0) => "mated".to_owned(),
        Score::Mate(moves) if moves > 0 => format!("mate in {moves}"),
        Score::Mate(moves) => format!("mated in {}", moves.unsigned_abs()),
    }
}

/// A line of play with move numbers, as far as it is legal: `12... Nf6 13. Bg5`.
pub(crate) fn san_line(position: &AnyPosition, moves: &[Move]) -> String {
    let mut number = with_position!(position, p => p.move_number());
    let mut turn = position.turn();
    let mut text = String::new();
    for (i, san) in position.san_line(moves).into_iter().enumerate() {
        if i > 0 {
            text.push(' ');
        }
        match turn {
            Color::White => text.push_str(&number.to_string()),
            Color::Black if i == 0 => text.extend([&number.to_string(), ".."]),
            Color::Black => {}
        }
        if turn == Color::White || i == 0 {
            text.push_str(". ");
        }
        text.push_str(&san);
        number += u16::from(turn == Color::Black);
        turn = !turn;
    }
    text
}

/// The number before a move: `12. ` or `12... `.
pub(crate) fn number(position: &AnyPosition) -> String {
    let number = with_position!(position, p => p.move_number());
    format!("{number}{} ", position.turn().pick(".", "..."))
}

/// A line of play in UCI's spelling, as far as it is legal.
pub(crate) fn uci_line(position: &AnyPosition, moves: &[Move]) -> Vec<String> {
    let mut here = *position;
    let mut texts = Vec::with_capacity(moves.len());
    for &m in moves {
        if !here.is_legal(m) {
            break;
        }
        texts.push(here.uci(m));
        here = here.play(m);
    }
    texts
}

/// A time as one says it: `0.3 s`, `12 s`, `2 min 5 s`.
pub(crate) fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..10 => format!("{:.1} s", time.as_secs_f64()),
        10..60 => format!("{seconds} s"),
        _ => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}

/// Words with commas between them and `or` before the last.
pub(crate) fn any_of(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [words @ .., last] => format!("{} or {last}", words.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use kempelen_rules::VariantId;

    use super::*;

    #[test]
    fn scores_are_written_in_pawns() {
        for (value, text) in [
            (Score::Cp(31), "+0.31"),
            (Score::Cp(-5), "-0.05"),
            (Score::Cp(0), "+0.00"),
            (Score::Cp(i32::MIN), "-21474836.48"),
            (Score::Mate(3), "mate in 3"),
            (Score::Mate(-2), "mated in 2"),
            (Score::Mate(0), "mated"),
        ] {
            assert_eq!(score(value), text);
        }
    }

    #[test]
    fn lines_have_move_numbers() {
        let mut position = AnyPosition::start(VariantId::Chess);
        let line: Vec<Move> = ["e2e4", "e7e5", "g1f3"]
            .iter()
            .map(|text| {
                let m = position.read_uci(text).unwrap();
                position = position.play(m);
                m
            })
            .collect();
        let start = AnyPosition::start(VariantId::Chess);
        assert_eq!(san_line(&start, &line), "1. e4 e5 2. Nf3");
        assert_eq!(san_line(&start.play(line[0]), &line[1..]), "1... e5 2. Nf3");
        assert_eq!(san_line(&start, &[]), "");
    }
}
