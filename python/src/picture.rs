//! Boards for notebooks.

use std::fmt::Write;

use kempelen_rules::{AnyPosition, Color, VariantId};

const CELL: usize = 44;

/// A board as SVG, drawn from its FEN. Men of makruk are letters, since no font has them.
pub(crate) fn board(position: &AnyPosition) -> String {
    let side = 8 * CELL;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" width=\"{side}\" height=\"{side}\" \
         font-size=\"{}\" text-anchor=\"middle\">",
        CELL * 4 / 5
    );
    let plain = position.variant() != VariantId::Chess;
    for row in 0..8 {
        for file in 0..8 {
            let fill = if plain || (row + file) % 2 == 0 { "#f0d9b5" } else { "#b58863" };
            let (x, y) = (file * CELL, row * CELL);
            let _ = write!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" stroke=\"#866\"/>"
            );
        }
    }
    let fen = position.fen();
    for (row, rank) in fen.split([' ', '[']).next().unwrap_or_default().split('/').enumerate() {
        let mut file = 0;
        for letter in rank.chars() {
            match letter.to_digit(10) {
                Some(empty) => file += empty as usize,
                None if letter.is_ascii_alphabetic() => {
                    put(&mut svg, letter, plain, file, row);
                    file += 1;
                }
                // A sign beside a letter, such as that of a promoted man.
                None => {}
            }
        }
    }
    let turn = if position.turn() == Color::White { "White" } else { "Black" };
    let _ = write!(svg, "<title>{turn} to move</title></svg>");
    svg
}

fn put(svg: &mut String, letter: char, plain: bool, file: usize, row: usize) {
    let (x, y) = (file * CELL + CELL / 2, row * CELL + CELL * 4 / 5);
    let sign = match ("pnbrqk".find(letter.to_ascii_lowercase()), plain) {
        (Some(role), false) => ['♟', '♞', '♝', '♜', '♛', '♚'][role],
        _ => letter.to_ascii_uppercase(),
    };
    let (fill, stroke) = if letter.is_ascii_uppercase() { ("#fff", "#222") } else { ("#222", "#222") };
    let _ = write!(svg, "<text x=\"{x}\" y=\"{y}\" fill=\"{fill}\" stroke=\"{stroke}\">{sign}</text>");
}
