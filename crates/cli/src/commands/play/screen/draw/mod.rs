//! The screen as it is seen. Drawing reads the state and changes nothing.

mod board;
mod ink;
mod overlay;
mod panels;

use kempelen_rules::with_position;
use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph, Wrap};

use super::keys::{KEYS, KeyBinding};
use super::layout::{Areas, LEAST};
use super::state::{Look, Screen};

pub(super) use overlay::last_scroll;

/// Draws everything.
pub(super) fn draw(frame: &mut Frame<'_>, screen: &Screen) {
    let Some(areas) = screen.areas() else { return draw_too_small(frame, screen) };
    draw_title(frame, areas.title, screen);
    board::draw(frame.buffer_mut(), areas.board, screen);
    panels::draw_thinking(frame, areas.thinking, screen);
    panels::draw_moves(frame, areas.moves, screen);
    panels::draw_doors(frame, areas.doors, screen);
    draw_status(frame, areas.status, screen);
    draw_message(frame, areas.message, screen);
    draw_footer(frame, areas.footer, screen);
    draw_prompt(frame, &areas, screen);
    if let Some(overlay) = &screen.overlay {
        overlay::draw(frame, overlay, screen);
    }
}

const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const FAINT: Style = Style::new().add_modifier(Modifier::DIM);

/// A frame for a part of the screen.
fn frame_of<'t>(title: impl Into<Line<'t>>, look: Look) -> Block<'t> {
    const ASCII: border::Set<'_> = border::Set {
        top_left: "+",
        top_right: "+",
        bottom_left: "+",
        bottom_right: "+",
        vertical_left: "|",
        vertical_right: "|",
        horizontal_top: "-",
        horizontal_bottom: "-",
    };
    let set = if look.ascii { ASCII } else { border::ROUNDED };
    Block::bordered().border_set(set).border_style(FAINT).title(title).title_style(BOLD)
}

fn draw_too_small(frame: &mut Frame<'_>, screen: &Screen) {
    let (width, height) = screen.size;
    let text = format!(
        "The terminal is too small: {width} x {height}. A board needs {} x {}. Ctrl-C leaves.",
        LEAST.0, LEAST.1
    );
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), frame.area());
}

fn draw_title(frame: &mut Frame<'_>, area: Rect, screen: &Screen) {
    let about = screen.machine.about;
    let year = if about.year > 0 { format!(" ({})", about.year) } else { String::new() };
    let you = screen.table.human();
    let text = format!("You ({you}) against {}{year}, {}", about.name, screen.table.game().variant());
    let text = ink::wrap(&text, usize::from(area.width) - 2, 1, screen.look.ascii).concat();
    let bar = Style::new().add_modifier(Modifier::REVERSED);
    frame.render_widget(Paragraph::new(format!(" {text}")).style(bar), area);
    let name = "Kempelen ";
    if usize::from(area.width) > 60 {
        frame.render_widget(Paragraph::new(name).alignment(Alignment::Right).style(bar.patch(BOLD)), area);
    }
}

/// How the game stands: its end, a check, the count, and the last moves.
fn draw_status(frame: &mut Frame<'_>, area: Rect, screen: &Screen) {
    let position = screen.table.position();
    let mut spans = Vec::new();
    match screen.table.ending() {
        Some(ending) => {
            spans.push(Span::styled(format!("{ending} {}", screen.table.outcome().text()), BOLD));
        }
        None if position.in_check() => {
            spans.push(Span::styled(format!("{} is in check.", position.turn()), BOLD));
        }
        None => {}
    }
    if let Some((counted, limit)) = with_position!(&position, p => p.draw_count().spoken()) {
        spans.push(Span::raw(format!("The count: {counted} of {limit}.")));
    }
    if let Some(offer) = screen.table.count_offer() {
        spans.push(Span::raw(offer));
    }
    if let Some((before, m)) = screen.table.last_move() {
        let number = crate::words::number(&before);
        spans.push(Span::raw(format!("Last move: {number}{}", screen.name_of(&before, m))));
    }
    let mut line = Line::default();
    for span in spans {
        line.push_span(Span::raw(if line.spans.is_empty() { " " } else { "  " }));
        line.push_span(span);
    }
    frame.render_widget(line, area);
}

fn draw_message(frame: &mut Frame<'_>, area: Rect, screen: &Screen) {
    let style = match (screen.message.refuses, screen.look.colored) {
        (true, true) => Style::new().fg(Color::Red),
        (true, false) => BOLD,
        (false, _) => Style::new(),
    };
    let width = usize::from(area.width.saturating_sub(2));
    let lines = ink::wrap(&screen.message.text, width, usize::from(area.height), screen.look.ascii);
    let lines: Vec<Line<'_>> = lines.into_iter().map(|line| Line::from(format!(" {line}"))).collect();
    frame.render_widget(Paragraph::new(lines).style(style), area);
}

fn draw_prompt(frame: &mut Frame<'_>, areas: &Areas, screen: &Screen) {
    let area = areas.prompt;
    let sign = if screen.table.is_over() {
        "Game over> ".to_owned()
    } else {
        format!("{} to move> ", screen.table.position().turn())
    };
    let sign = Span::styled(format!(" {sign}"), BOLD);
    let before = Span::raw(screen.input.before_cursor());
    // A long line is seen where it is edited.
    let cursor = sign.width() + before.width();
    let shift = (cursor + 1).saturating_sub(usize::from(area.width)) as u16;
    let line = Line::from(vec![sign, Span::raw(screen.input.text())]);
    frame.render_widget(Paragraph::new(line).scroll((0, shift)), area);
    if screen.overlay.is_none() {
        frame.set_cursor_position((area.x + cursor as u16 - shift, area.y));
    }
}

/// As many keys as there is room for. Esc has something to do only while a machine thinks; then it comes first, and there
/// are no hints.
fn draw_footer(frame: &mut Frame<'_>, area: Rect, screen: &Screen) {
    let (hurry, others): (Vec<&KeyBinding>, Vec<&KeyBinding>) =
        KEYS.iter().partition(|key| key.says == "stop");
    let is_thinking = screen.is_thinking().is_some();
    let hurry = hurry.into_iter().filter(|_| is_thinking);
    let others = others.into_iter().filter(|key| !is_thinking || key.says != "hint");
    let mut line = Line::default();
    for key in hurry.chain(others) {
        let spans = [Span::styled(format!(" {} ", key.name), BOLD), Span::styled(key.short, FAINT)];
        let width: usize = spans.iter().map(Span::width).sum();
        if line.width() + width <= usize::from(area.width) {
            line.extend(spans);
        }
    }
    frame.render_widget(line, area);
}
