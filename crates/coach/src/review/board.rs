//! Boards for the page, as SVG.

use std::fmt::Write as _;

use kempelen_rules::{AnyPosition, Color, Move, Piece, Role, Square, with_position};

const SIDE: i32 = 40;

/// A board from the side of whoever is asked, with arrows in the colours that are given.
pub(super) fn board(position: &AnyPosition, from: Color, arrows: &[(Move, &str)]) -> String {
    let mut out = String::new();
    let whole = 8 * SIDE;
    let _ = write!(out, "<svg class=\"board\" viewBox=\"0 0 {whole} {whole}\" role=\"img\" aria-label=\"");
    let _ = write!(out, "{}\">", kempelen_window::escape(&position.fen()));
    for square in Square::all() {
        let (x, y) = corner(square, from);
        let shade = if (square.file() + square.rank()) % 2 == 0 { "dark" } else { "light" };
        let _ =
            write!(out, "<rect class=\"{shade}\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>");
        if let Some(piece) = with_position!(position, p => p.piece_on(square)) {
            let (x, y, ink) = (x + SIDE / 2, y + SIDE * 4 / 5, piece.color().pick("#fff", "#000"));
            let _ = write!(out, "<text x=\"{x}\" y=\"{y}\" fill=\"{ink}\">{}</text>", figure(piece));
        }
    }
    for &(m, ink) in arrows {
        let [(x1, y1), (x2, y2)] = [m.from(), m.to()].map(|square| {
            let (x, y) = corner(square, from);
            (x + SIDE / 2, y + SIDE / 2)
        });
        let _ = write!(
            out,
            "<g stroke=\"{ink}\"><line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/><circle cx=\"{x2}\" cy=\"{y2}\" r=\"9\"/></g>"
        );
    }
    out + "</svg>"
}

/// The upper left corner of a square.
fn corner(square: Square, from: Color) -> (i32, i32) {
    let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
    from.pick((file * SIDE, (7 - rank) * SIDE), ((7 - file) * SIDE, rank * SIDE))
}

/// The figure of a man, as every font has it; makruk's khon and met borrow those of bishop and queen.
fn figure(piece: Piece) -> char {
    match piece.role() {
        Role::Pawn => '♟',
        Role::Knight => '♞',
        Role::Bishop | Role::Khon => '♝',
        Role::Rook => '♜',
        Role::Queen | Role::Met => '♛',
        Role::King => '♚',
    }
}
