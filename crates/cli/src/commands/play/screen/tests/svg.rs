//! The picture in the manual: a screen as SVG, cell by cell as it was drawn.

use std::fmt::Write;
use std::fs;
use std::sync::mpsc::channel;

use ratatui::buffer::Cell;
use ratatui::style::{Color as Ink, Modifier};

use super::super::worker::{MachineSettings, MachineWorker, describe};
use super::*;

/// The size of a cell, in the units of the picture.
const CELL: (usize, usize) = (10, 19);
/// What a terminal shows where nothing else is said.
const GROUND: &str = "#1c1c1c";
const TEXT: &str = "#d0d0d0";

/// Draws a screen. Every cell has its own place, so that it does not matter how wide a font draws its signs.
fn svg(picture: &Buffer) -> String {
    let (columns, rows) = (usize::from(picture.area.width), usize::from(picture.area.height));
    let (width, height) = (columns * CELL.0, rows * CELL.1);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"DejaVu Sans Mono, \
         Menlo, Consolas, monospace\" font-size=\"16\" text-anchor=\"middle\" shape-rendering=\"crispEdges\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{GROUND}\"/>\n"
    );
    for (row, cells) in picture.content().chunks(columns).enumerate() {
        draw_grounds(&mut out, row, cells);
        draw_signs(&mut out, row, cells);
    }
    out.push_str("</svg>\n");
    out
}

/// One rectangle for cells side by side on the same ground.
fn draw_grounds(out: &mut String, row: usize, cells: &[Cell]) {
    let mut column = 0;
    for run in cells.chunk_by(|a, b| colors(a).1 == colors(b).1) {
        let ground = colors(&run[0]).1;
        if ground != GROUND {
            let (x, y, width) = (column * CELL.0, row * CELL.1, run.len() * CELL.0);
            let _ = writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{}\" fill=\"{ground}\"/>",
                CELL.1
            );
        }
        column += run.len();
    }
}

fn draw_signs(out: &mut String, row: usize, cells: &[Cell]) {
    for (column, cell) in cells.iter().enumerate().filter(|(_, cell)| !cell.symbol().trim().is_empty()) {
        let bold = if cell.modifier.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
        let faint = if cell.modifier.contains(Modifier::DIM) { " opacity=\".6\"" } else { "" };
        let sign = cell.symbol().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let (x, y, ink) = (column * CELL.0 + CELL.0 / 2, row * CELL.1 + 14, colors(cell).0);
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\" fill=\"{ink}\"{bold}{faint}>{sign}</text>");
    }
}

/// The colours of a cell: its sign and its ground.
fn colors(cell: &Cell) -> (String, String) {
    let name = |color: Ink, usual: &str| match color {
        Ink::Indexed(index) => indexed(index),
        Ink::Red => "#e06c60".to_owned(),
        Ink::Green => "#7fb069".to_owned(),
        Ink::Yellow => "#d9b44a".to_owned(),
        _ => usual.to_owned(),
    };
    let (ink, ground) = (name(cell.fg, TEXT), name(cell.bg, GROUND));
    if cell.modifier.contains(Modifier::REVERSED) { (ground, ink) } else { (ink, ground) }
}

/// A colour of the cube of 6 x 6 x 6 that terminals have from 16 on.
fn indexed(index: u8) -> String {
    let index = usize::from(index.clamp(16, 231) - 16);
    let part = |n: usize| [0, 95, 135, 175, 215, 255][n % 6];
    format!("#{:02x}{:02x}{:02x}", part(index / 36), part(index / 6), part(index))
}

#[test]
fn the_manual_has_a_picture_of_a_real_game() {
    let (sender, events) = channel();
    let engine = kempelen_cabinet::open("sargon").unwrap();
    let machine = describe(&*engine, MachineSettings::default().budget);
    let mut worker = MachineWorker::new(engine, MachineSettings::default(), sender).unwrap();
    let start = AnyPosition::start(VariantId::Chess);
    let mut player = TestPlayer::at(&start, Color::White, LOOK, (112, 34));
    player.screen.machine = machine;
    for text in ["e4", "Nf3", "Bb5"] {
        player.say(text);
        worker.think(player.task.take().unwrap());
        while player.screen.is_thinking().is_some() {
            player.hear(events.recv_timeout(Duration::from_mins(1)).expect("an answer"));
        }
    }
    player.type_in("Bxc6");
    let drawn = svg(&player.picture());
    let signs = drawn.matches("<text").count();
    let cells = player.picture().content().iter().filter(|cell| !cell.symbol().trim().is_empty()).count();
    assert_eq!(signs, cells);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/terminal.svg");
    if std::env::var_os("KEMPELEN_NEW_PICTURES").is_some() {
        fs::write(path, drawn).unwrap();
    }
    assert!(
        fs::read_to_string(path).is_ok_and(|kept| kept.starts_with("<svg")),
        "the manual has its picture"
    );
}
