//! What stands before everything else: the help, a paper, the cabinet.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use super::super::super::said::HELP;
use super::super::keys::{KEYS, OTHER_KEYS, SCREEN_COMMANDS};
use super::super::state::{Overlay, Screen};
use super::{BOLD, FAINT, frame_of, ink};

pub(super) fn draw(frame: &mut Frame<'_>, overlay: &Overlay, screen: &Screen) {
    let width = usize::from(paper_area(screen.size).width.saturating_sub(2));
    match overlay {
        Overlay::Help { scroll } => {
            draw_text(frame, screen, " Help ", help(width), *scroll);
        }
        Overlay::Paper { title, text, scroll } => {
            draw_text(frame, screen, &format!(" {title} "), paper(text, width), *scroll);
        }
        Overlay::Cabinet { machines, chosen } => {
            let rows = machines.iter().enumerate().map(|(index, about)| {
                let sign = if index == *chosen { ">" } else { " " };
                let year = if about.year > 0 { format!(", {}", about.year) } else { String::new() };
                let text = format!("{sign} {} ({}{year})", about.name, about.id);
                let style = if index == *chosen {
                    Style::new().add_modifier(Modifier::REVERSED)
                } else {
                    Style::new()
                };
                Line::styled(text, style)
            });
            let lines: Vec<Line<'_>> = rows.collect();
            let (width, height) = size_of(&lines);
            let area = middle(frame.area(), width.max(36) + 4, height + 2);
            let block = frame_of(" The cabinet ", screen.look)
                .title_bottom(Line::styled(" Up Down, Enter, Esc ", FAINT).right_aligned());
            let skip = (*chosen + 1).saturating_sub(usize::from(area.height.saturating_sub(2))) as u16;
            frame.render_widget(Clear, area);
            frame.render_widget(Paragraph::new(lines).scroll((skip, 0)).block(block), area);
        }
    }
}

/// A text that can be scrolled.
fn draw_text(frame: &mut Frame<'_>, screen: &Screen, title: &str, lines: Vec<Line<'_>>, scroll: u16) {
    let area = paper_area(screen.size);
    let block = frame_of(title, screen.look)
        .title_bottom(Line::styled(" Up Down PgUp PgDn, any other key closes ", FAINT).right_aligned());
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(lines).scroll((scroll, 0)).block(block), area);
}

/// Where a text stands that can be scrolled.
fn paper_area((width, height): (u16, u16)) -> Rect {
    middle(Rect::new(0, 0, width, height), 86, height.saturating_sub(2))
}

/// How far a text can be scrolled on a screen of this size.
pub(in super::super) fn last_scroll(overlay: &Overlay, size: (u16, u16)) -> u16 {
    let area = paper_area(size);
    let width = usize::from(area.width.saturating_sub(2));
    let lines = match overlay {
        Overlay::Help { .. } => help(width).len(),
        Overlay::Paper { text, .. } => paper(text, width).len(),
        Overlay::Cabinet { .. } => 0,
    };
    lines.saturating_sub(area.height.saturating_sub(2).into()) as u16
}

fn paper(text: &str, width: usize) -> Vec<Line<'static>> {
    text.lines().flat_map(|line| ink::wrap(line, width, usize::MAX, false)).map(Line::from).collect()
}

fn help(width: usize) -> Vec<Line<'static>> {
    let keys = KEYS.iter().map(|key| (key.name, key.does)).chain(OTHER_KEYS);
    let mut lines = vec![Line::styled("Keys", BOLD)];
    lines.extend(keys.flat_map(|(name, does)| entry(name, does, width)));
    lines.push(Line::default());
    lines.push(Line::styled("What can be typed", BOLD));
    let (commands, notes): (Vec<_>, Vec<_>) = HELP.into_iter().partition(|(what, _)| !what.is_empty());
    let commands = commands.into_iter().chain(SCREEN_COMMANDS);
    lines.extend(commands.flat_map(|(what, does)| entry(what, does, width)));
    lines.push(Line::default());
    lines.extend(notes.iter().flat_map(|(_, note)| paper(note, width)));
    lines
}

/// What one can do, and beside it what that does.
fn entry(what: &'static str, does: &'static str, width: usize) -> Vec<Line<'static>> {
    let does = ink::wrap(does, width.saturating_sub(20).max(10), usize::MAX, false);
    let names = std::iter::once(what).chain(std::iter::repeat(""));
    names
        .zip(does)
        .map(|(what, does)| Line::from(vec![Span::styled(format!("  {what:<17} "), BOLD), Span::raw(does)]))
        .collect()
}

fn size_of(lines: &[Line<'_>]) -> (u16, u16) {
    let width = lines.iter().map(Line::width).max().unwrap_or(0);
    (width as u16, lines.len() as u16)
}

/// An area of a size in the middle of another, as far as it fits.
fn middle(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect::new(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height)
}
