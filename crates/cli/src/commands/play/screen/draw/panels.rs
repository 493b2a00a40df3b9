//! What stands beside the board: the machine's thoughts, the moves, the doors.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::super::state::{Screen, Thinking, WhatFor};
use super::{BOLD, FAINT, frame_of, ink};
use crate::words;

/// Turns while a machine thinks.
const WHEEL: [&str; 8] = ["⠋", "⠙", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇"];
const ASCII_WHEEL: [&str; 4] = ["|", "/", "-", "\\"];

/// What the machine thinks, or thought last.
pub(super) fn draw_thinking(frame: &mut Frame<'_>, area: Rect, screen: &Screen) {
    // Where there is no room for a frame, the most important line is enough.
    if area.height < 4 {
        let width = usize::from(area.width);
        let lines: Vec<Line<'_>> = narrow(screen, width).into_iter().take(area.height.into()).collect();
        return frame.render_widget(Paragraph::new(lines), area);
    }
    let block = frame_of(format!(" {} ", screen.machine.about.name), screen.look);
    let inside = block.inner(area);
    frame.render_widget(block, area);
    let mut lines = vec![doing(screen)];
    if let Some(thinking) = &screen.thinking {
        let width = usize::from(inside.width);
        lines.push(figures(thinking, screen, width));
        let rows = usize::from(inside.height).saturating_sub(3);
        lines.extend(
            ink::wrap(&line_of(thinking, screen), width, rows, screen.look.ascii).into_iter().map(Line::from),
        );
        if let Some(bar) = bar(thinking, screen, width) {
            lines.truncate(usize::from(inside.height) - 1);
            while lines.len() + 1 < usize::from(inside.height) {
                lines.push(Line::default());
            }
            lines.push(bar);
        }
    }
    frame.render_widget(Paragraph::new(lines), inside);
}

/// Everything in a line or two.
fn narrow<'t>(screen: &Screen, width: usize) -> Vec<Line<'t>> {
    let mut lines = vec![doing(screen)];
    if let Some(thinking) = &screen.thinking {
        let found = figures(thinking, screen, width);
        if lines[0].width() + found.width() + 2 <= width {
            lines[0].push_span(Span::raw("  "));
            lines[0].extend(found);
        } else {
            lines.push(found);
        }
        lines.push(Line::from(line_of(thinking, screen)));
    }
    lines
}

/// What the machine does.
fn doing<'t>(screen: &Screen) -> Line<'t> {
    if let Some(name) = &screen.expected {
        return Line::from(format!("{name} is called {}", wheel(screen)));
    }
    match &screen.thinking {
        Some(Thinking { took: None, since, thought, what_for, .. }) => {
            let elapsed = screen.now.saturating_sub(*since);
            let what = match what_for {
                WhatFor::Move => "thinks",
                WhatFor::Hint => "thinks for you",
            };
            let left = thought.left(elapsed).map(|left| format!(", about {} left", words::time(left)));
            let left = left.unwrap_or_default();
            Line::styled(format!("{} {what}, {}{left}", wheel(screen), words::time(elapsed)), BOLD)
        }
        Some(Thinking { took: Some(took), .. }) => Line::from(format!("thought for {}", words::time(*took))),
        None if screen.table.is_over() => Line::from("is done"),
        None => Line::from("waits for your move"),
    }
}

fn wheel(screen: &Screen) -> &'static str {
    let turn = (screen.now.as_millis() / 100) as usize;
    if screen.look.ascii { ASCII_WHEEL[turn % ASCII_WHEEL.len()] } else { WHEEL[turn % WHEEL.len()] }
}

/// Depth, score and nodes, as far as there is room.
fn figures<'t>(thinking: &Thinking, screen: &Screen, width: usize) -> Line<'t> {
    let mut parts = Vec::new();
    if let Some(line) = &thinking.thought.line {
        if line.depth > 0 {
            parts.push(format!("depth {}", line.depth));
        }
        parts.extend(line.score.map(words::score));
    }
    let nodes = thinking.thought.nodes;
    if nodes > 0 {
        parts.push(format!("{} nodes", short(nodes)));
        let time = thinking.took.unwrap_or(screen.now.saturating_sub(thinking.since)).as_secs_f64();
        if time >= 0.1 {
            parts.push(format!("{}/s", short((nodes as f64 / time) as u64)));
        }
    }
    while parts.join("  ").len() > width {
        parts.pop();
    }
    Line::from(parts.join("  "))
}

/// The line that the machine expects; before it knows one, the move it looks at.
fn line_of(thinking: &Thinking, screen: &Screen) -> String {
    let thought = &thinking.thought;
    match (&thought.line, thought.current) {
        (Some(line), _) => screen.line_of(&thought.position, &line.pv),
        (None, Some((m, ..))) if thought.position.is_legal(m) => {
            format!("looks at {}", screen.name_of(&thought.position, m))
        }
        _ => String::new(),
    }
}

/// How far a search is that runs.
fn bar<'t>(thinking: &Thinking, screen: &Screen, width: usize) -> Option<Line<'t>> {
    let elapsed = screen.now.saturating_sub(thinking.since);
    let progress = thinking.thought.progress(elapsed).filter(|_| thinking.took.is_none())?;
    let label = format!(" {}", progress.label);
    let room = width.saturating_sub(label.chars().count()).max(4);
    let done = (progress.ratio * room as f64).round() as usize;
    let (full, empty) = if screen.look.ascii { ("#", ".") } else { ("█", "░") };
    Some(Line::from(vec![
        Span::raw(full.repeat(done)),
        Span::styled(empty.repeat(room - done), FAINT),
        Span::raw(label),
    ]))
}

/// A number in at most four figures: `950`, `12.3 k`, `4.56 M`.
fn short(number: u64) -> String {
    match number {
        0..1000 => number.to_string(),
        1000..1_000_000 => format!("{:.1} k", number as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.2} M", number as f64 / 1e6),
        _ => format!("{:.2} G", number as f64 / 1e9),
    }
}

/// The moves so far; the last of them where there is not room for all.
pub(super) fn draw_moves(frame: &mut Frame<'_>, area: Rect, screen: &Screen) {
    if area.is_empty() {
        return;
    }
    let block = frame_of(" Moves ", screen.look);
    let inside = block.inner(area);
    frame.render_widget(block, area);
    let rows = move_rows(screen, usize::from(inside.width / 13).clamp(1, 4));
    let skip = rows.len().saturating_sub(inside.height.into());
    let lines: Vec<Line<'_>> = rows.into_iter().skip(skip).map(Line::from).collect();
    frame.render_widget(Paragraph::new(lines), inside);
}

/// So many moves of both sides to a row, one below the other.
fn move_rows(screen: &Screen, per_row: usize) -> Vec<String> {
    let game = screen.table.game();
    let mut pairs: Vec<String> = Vec::new();
    for (ply, &m) in game.moves().iter().enumerate() {
        let Some(before) = game.position_at(ply) else { break };
        let name = screen.name_of(&before, m);
        match pairs.last_mut() {
            Some(pair) if before.turn() == kempelen_rules::Color::Black => {
                pair.push(' ');
                pair.push_str(&name);
            }
            _ => pairs.push(format!("{}{name}", words::number(&before))),
        }
    }
    pairs
        .chunks(per_row)
        .map(|row| row.iter().map(|pair| pad(pair, 18)).collect::<String>().trim_end().to_owned())
        .collect()
}

/// A text that is at least so wide.
fn pad(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(Span::raw(text).width()).max(1)))
}

/// What is behind the doors.
pub(super) fn draw_doors(frame: &mut Frame<'_>, area: Rect, screen: &Screen) {
    let Some(reading) = screen.doors.reading().filter(|_| !area.is_empty()) else { return };
    let subject = screen.doors.subject().map_or(String::new(), |subject| format!(" {subject}"));
    let mut block = frame_of(format!(" The doors: {}{subject} ", reading.name()), screen.look);
    let inside = block.inner(area);
    let (first, count) = screen.doors.place();
    let height = usize::from(inside.height);
    if count > height {
        let last = (first + height).min(count);
        let place = format!(" {}-{last} of {count}, PgUp PgDn ", first + 1);
        block = block.title_bottom(Line::styled(place, FAINT).right_aligned());
    }
    frame.render_widget(block, area);
    let lines: Vec<Line<'_>> = screen.doors.lines().take(height).map(ink::painted).collect();
    frame.render_widget(Paragraph::new(lines), inside);
}
