//! Draws the pictures of docs/motifs.md: `cargo run -p kempelen-motifs --example pictures -- docs/motifs`.
//!
//! A picture is the board that a finding names, with an arrow from the man that does it to each of its targets, and a ring
//! round the man behind.

use std::error::Error;
use std::fmt::Write as _;
use std::path::PathBuf;

use kempelen_motifs::{AnyLine, Finding, Motif};
use kempelen_rules::{AnyGame, AnyPosition, Piece, Role, Square, VariantId, with_position};

/// The side of a square in the pictures.
const SIDE: i32 = 40;

/// A motif, and a line that shows it.
const PICTURES: [(Motif, VariantId, &str, &str); 8] = [
    (Motif::Fork, VariantId::Chess, "r3k3/p4ppp/1p6/1N6/8/8/PP3PPP/6K1 w q - 0 1", "b5c7 e8d7 c7a8"),
    (Motif::Pin, VariantId::Chess, "4k3/8/8/4n3/8/3P4/8/R5K1 w - - 0 1", "a1e1 e8d7 d3d4 d7d6 d4e5"),
    (Motif::Skewer, VariantId::Chess, "8/8/8/q2k4/8/8/8/6RK w - - 0 1", "g1g5 d5c4 g5a5"),
    (Motif::Deflection, VariantId::Chess, "3r2k1/5ppp/8/3b4/8/8/3Q1PPP/4R1K1 w - - 0 1", "e1e8 d8e8 d2d5"),
    (Motif::DiscoveredCheck, VariantId::Chess, "4k3/8/8/4N3/8/q7/8/4R1K1 w - - 0 1", "e5c4 e8f7 c4a3"),
    (Motif::SmotheredMate, VariantId::Chess, "6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", "g5f7"),
    (Motif::ArabianMate, VariantId::Chess, "7k/1R6/5N2/8/8/8/8/6K1 w - - 0 1", "b7h7"),
    (Motif::Fork, VariantId::Makruk, "r3k2s/8/8/1N6/8/8/3M4/3K4 w - - 0 1", "b5c7 e8d7 c7a8"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let directory = PathBuf::from(std::env::args().nth(1).ok_or("which directory?")?);
    for (motif, variant, fen, moves) in PICTURES {
        let mut game = AnyGame::new(AnyPosition::from_fen(variant, fen)?);
        for text in moves.split(' ') {
            game.play(game.position().read_uci(text)?);
        }
        let line = AnyLine::new(game.start(), game.moves())?;
        let found = line.motifs();
        let finding =
            found.iter().find(|finding| finding.motif == motif).ok_or("the line does not show it")?;
        let name = if variant == VariantId::Chess { motif.to_string() } else { format!("{variant}-{motif}") };
        std::fs::write(directory.join(name + ".svg"), picture(&line, finding).ok_or("there is no board")?)?;
    }
    Ok(())
}

fn picture(line: &AnyLine, finding: &Finding) -> Option<String> {
    let board = line.board(finding.board)?;
    let (mut squares, mut men) = (String::new(), String::new());
    for square in Square::all() {
        let (x, y) = corner(square);
        let shade = if (square.file() + square.rank()) % 2 == 0 { "#b58863" } else { "#f0d9b5" };
        writeln!(squares, "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{shade}\"/>")
            .ok()?;
        if let Some(piece) = with_position!(&board, p => p.piece_on(square)) {
            let (x, y, ink) = (x + SIDE / 2, y + SIDE * 4 / 5, piece.color().pick("#fff", "#000"));
            writeln!(men, "<text x=\"{x}\" y=\"{y}\" fill=\"{ink}\">{}</text>", figure(piece)).ok()?;
        }
    }
    let (x1, y1) = centre(finding.by?);
    for (x2, y2) in finding.targets.into_iter().map(centre) {
        writeln!(squares, "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" marker-end=\"url(#tip)\"/>")
            .ok()?;
    }
    if let Some((x, y)) = finding.behind.map(centre) {
        writeln!(squares, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", SIDE / 2 - 2).ok()?;
    }
    let (side, words) = (8 * SIDE, line.words(finding));
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" width=\"{side}\" height=\"{side}\">\n\
         <title>{words}</title>\n<style>{STYLE}</style>\n\
         <defs><marker id=\"tip\" markerWidth=\"4\" markerHeight=\"4\" refX=\"3\" refY=\"2\" orient=\"auto\">\
         <path d=\"M0,0 L4,2 L0,4 z\" fill=\"#15781b\"/></marker></defs>\n{squares}{men}</svg>\n"
    ))
}

const STYLE: &str = "text { font: 34px sans-serif; text-anchor: middle; stroke: #000; stroke-width: 1; paint-order: stroke } \
                     line, circle { stroke: #15781b; stroke-width: 7; fill: none } circle { stroke-width: 4 }";

/// The upper left corner of a square.
fn corner(square: Square) -> (i32, i32) {
    (i32::from(square.file()) * SIDE, i32::from(7 - square.rank()) * SIDE)
}

fn centre(square: Square) -> (i32, i32) {
    let (x, y) = corner(square);
    (x + SIDE / 2, y + SIDE / 2)
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
