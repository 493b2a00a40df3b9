//! The board.

use kempelen_rules::{Color as Side, Move, Square, SquareSet, with_position};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Span;

use super::super::layout::BoardArea;
use super::super::state::{Look, Screen};
use super::FAINT;
use crate::board::{colors, face, is_dark};

/// What is to be seen of a square beside its man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    None,
    /// Of the last move.
    Last,
    /// Of the move that is recommended.
    Hint,
    /// The man on it is about to move.
    Selected,
    /// The king on it is in check.
    Check,
}

pub(super) fn draw(buffer: &mut Buffer, board: BoardArea, screen: &Screen) {
    let position = screen.table.position();
    let targets: SquareSet = screen
        .selected
        .map(|from| with_position!(position, p => p.moves_from(from).into_iter().map(Move::to).collect()))
        .unwrap_or_default();
    for square in Square::all() {
        let area = board.area_of(square, screen.bottom);
        let color = with_position!(position, p => p.piece_on(square)).map(kempelen_rules::Piece::color);
        let style = style_of(square, color, mark(screen, square), screen.look);
        buffer.set_style(area, style);
        fill(buffer, area);
        let text = match face(&position, square, screen.look.men) {
            Some(face) if targets.has(square) => {
                format!("{}{}", face.trim_end(), if face.ends_with(' ') { "x" } else { "" })
            }
            Some(face) => face,
            None if targets.has(square) => if screen.look.ascii { " * " } else { " • " }.to_owned(),
            None if !screen.look.colored && is_dark(square) => " . ".to_owned(),
            None => "   ".to_owned(),
        };
        let x = area.x + (area.width - 3) / 2;
        buffer.set_string(x, area.y + (area.height - 1) / 2, text, style);
    }
    draw_names(buffer, board, screen);
}

fn draw_names(buffer: &mut Buffer, board: BoardArea, screen: &Screen) {
    let men = screen.look.men.in_game(screen.table.game().variant());
    for n in 0..8 {
        let rank = board.area_of(Square::at(0, n), screen.bottom);
        let name = Span::styled(men.rank_name(n), FAINT);
        buffer.set_span(board.squares.x - 2, rank.y + (rank.height - 1) / 2, &name, 1);
        let file = board.area_of(Square::at(n, 0), screen.bottom);
        let name = Span::styled(men.file_name(n), FAINT);
        buffer.set_span(file.x + file.width / 2, board.squares.bottom(), &name, 1);
    }
}

fn mark(screen: &Screen, square: Square) -> Mark {
    let position = screen.table.position();
    let is_of = |m: Move| m.from() == square || m.to() == square;
    let in_check = || with_position!(position, p => p.in_check() && p.king(p.turn()) == square);
    if screen.selected == Some(square) {
        Mark::Selected
    } else if in_check() {
        Mark::Check
    } else if screen.hint.is_some_and(is_of) {
        Mark::Hint
    } else if screen.table.game().moves().last().copied().is_some_and(is_of) {
        Mark::Last
    } else {
        Mark::None
    }
}

/// White's men are bright and Black's dark, on grounds in between, whatever the colours of the terminal. Without
/// colours, marks are made by other means; the men differ by their letters anyway.
fn style_of(square: Square, man: Option<Side>, mark: Mark, look: Look) -> Style {
    if !look.colored {
        return match mark {
            Mark::None => Style::new(),
            Mark::Last => Style::new().add_modifier(Modifier::UNDERLINED),
            Mark::Hint | Mark::Selected => Style::new().add_modifier(Modifier::REVERSED),
            Mark::Check => Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED),
        };
    }
    let ground = match mark {
        Mark::None if is_dark(square) => colors::DARK,
        Mark::None => colors::LIGHT,
        Mark::Last => colors::LAST,
        Mark::Hint => colors::HINT,
        Mark::Selected => colors::SELECTED,
        Mark::Check => colors::CHECK,
    };
    let ink = man.map_or(colors::BLACK, |color| color.pick(colors::WHITE, colors::BLACK));
    Style::new().bg(Color::Indexed(ground)).fg(Color::Indexed(ink)).add_modifier(Modifier::BOLD)
}

fn fill(buffer: &mut Buffer, area: Rect) {
    for position in area.positions() {
        buffer[position].set_symbol(" ");
    }
}
