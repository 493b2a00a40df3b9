//! Where everything stands.

use kempelen_rules::{Color, Square};
use ratatui::layout::Rect;

/// Less than this shows no board.
pub(super) const LEAST: (u16, u16) = (34, 14);

/// Columns and rows of a square, from the largest down.
const SQUARES: [(u16, u16); 3] = [(7, 3), (5, 2), (3, 1)];
/// The narrowest column beside the board.
const NARROW: u16 = 24;
/// A column in which one can read well.
const READABLE: u16 = 34;
/// Two such columns, with a good one for the doors.
const TWO_COLUMNS: u16 = 86;

/// The parts of a screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Areas {
    pub(super) title: Rect,
    pub(super) board: BoardArea,
    /// What the machine thinks.
    pub(super) thinking: Rect,
    /// The moves so far; empty where there is no room.
    pub(super) moves: Rect,
    /// The doors; empty while they are shut, or where there is no room.
    pub(super) doors: Rect,
    /// How the game stands.
    pub(super) status: Rect,
    /// The last answer.
    pub(super) message: Rect,
    pub(super) prompt: Rect,
    /// The keys; empty where there is no room.
    pub(super) footer: Rect,
}

/// A board, its ranks named on the left and its files below.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BoardArea {
    /// The squares alone.
    pub(super) squares: Rect,
    /// Columns and rows of a square.
    pub(super) square: (u16, u16),
}

impl Areas {
    /// Divides a screen; `None` if it is too small.
    pub(super) fn of(width: u16, height: u16, doors_are_open: bool) -> Option<Self> {
        if width < LEAST.0 || height < LEAST.1 {
            return None;
        }
        let footer_rows = u16::from(height >= 16);
        let message_rows = match height {
            0..16 => 1,
            16..30 => 2,
            _ => 3,
        };
        let mut rows = Rows { width, next: 0 };
        let title = rows.take(1);
        let body = rows.take(height - 3 - message_rows - footer_rows);
        let status = rows.take(1);
        let message = rows.take(message_rows);
        let prompt = rows.take(1);
        let footer = rows.take(footer_rows);
        let board = BoardArea::in_body(body);
        let left = board.squares.right() + 1;
        let beside = width.saturating_sub(left);
        let (thinking, moves, doors) = if beside >= NARROW {
            divide(Rect { x: left, width: beside, ..body }, doors_are_open)
        } else {
            let top = board.squares.bottom() + 1;
            let below = Rect { y: top, height: body.bottom().saturating_sub(top), ..body };
            (below, Rect::ZERO, Rect::ZERO)
        };
        Some(Self { title, board, thinking, moves, doors, status, message, prompt, footer })
    }
}

/// The column, or the two, beside the board.
fn divide(side: Rect, doors_are_open: bool) -> (Rect, Rect, Rect) {
    let thinking_rows = side.height.min(7);
    if doors_are_open && side.width >= TWO_COLUMNS {
        let middle = Rect { width: READABLE + 2, ..side };
        let doors = Rect { x: middle.right(), width: side.width - middle.width, ..side };
        let (thinking, moves) = split(middle, thinking_rows);
        return (thinking, moves, doors);
    }
    let (thinking, rest) = split(side, thinking_rows);
    if rest.height < 3 {
        return (thinking, Rect::ZERO, Rect::ZERO);
    }
    if !doors_are_open {
        return (thinking, rest, Rect::ZERO);
    }
    let moves_rows = if rest.height >= 16 { 6 } else { 0 };
    let (moves, doors) = split(rest, moves_rows);
    (thinking, moves, doors)
}

/// The first rows, and the others.
fn split(area: Rect, rows: u16) -> (Rect, Rect) {
    let rows = rows.min(area.height);
    let rest = Rect { y: area.y + rows, height: area.height - rows, ..area };
    (Rect { height: rows, ..area }, rest)
}

/// Gives out rows from the top.
struct Rows {
    width: u16,
    next: u16,
}

impl Rows {
    fn take(&mut self, height: u16) -> Rect {
        let area = Rect::new(0, self.next, self.width, height);
        self.next += height;
        area
    }
}

impl BoardArea {
    /// The largest board that leaves room for something to read beside it.
    fn in_body(body: Rect) -> Self {
        let fits = |&(columns, rows): &(u16, u16)| {
            8 * rows < body.height && 8 * columns + 3 + READABLE <= body.width
        };
        let square = SQUARES.into_iter().find(fits).unwrap_or(SQUARES[2]);
        let squares = Rect::new(body.x + 2, body.y, 8 * square.0, 8 * square.1);
        Self { squares, square }
    }

    /// The square in which a position of the screen lies, with this side of the board below.
    pub(super) fn square_at(&self, column: u16, row: u16, bottom: Color) -> Option<Square> {
        if !self.squares.contains((column, row).into()) {
            return None;
        }
        let x = ((column - self.squares.x) / self.square.0) as u8;
        let y = ((row - self.squares.y) / self.square.1) as u8;
        Some(bottom.pick(Square::at(x, 7 - y), Square::at(7 - x, y)))
    }

    /// Where a square stands, with this side of the board below.
    pub(super) fn area_of(&self, square: Square, bottom: Color) -> Rect {
        let (x, y) = bottom.pick((square.file(), 7 - square.rank()), (7 - square.file(), square.rank()));
        let (columns, rows) = self.square;
        Rect::new(
            self.squares.x + u16::from(x) * columns,
            self.squares.y + u16::from(y) * rows,
            columns,
            rows,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(areas: &Areas) -> Vec<Rect> {
        let BoardArea { squares, .. } = areas.board;
        let with_names = Rect::new(squares.x - 2, squares.y, squares.width + 2, squares.height + 1);
        vec![
            areas.title,
            with_names,
            areas.thinking,
            areas.moves,
            areas.doors,
            areas.status,
            areas.message,
            areas.prompt,
            areas.footer,
        ]
    }

    #[test]
    fn parts_stay_on_the_screen_and_never_overlap_whatever_its_size() {
        for width in 0..=220 {
            for height in 0..=70 {
                for doors in [false, true] {
                    let Some(areas) = Areas::of(width, height, doors) else {
                        assert!(width < LEAST.0 || height < LEAST.1, "{width} x {height}");
                        continue;
                    };
                    let screen = Rect::new(0, 0, width, height);
                    let parts = parts(&areas);
                    for (index, part) in parts.iter().enumerate().filter(|(_, part)| !part.is_empty()) {
                        assert_eq!(screen.intersection(*part), *part, "{width} x {height}: {areas:?}");
                        for other in parts[..index].iter().filter(|other| !other.is_empty()) {
                            assert!(!part.intersects(*other), "{width} x {height}: {part} and {other}");
                        }
                    }
                    assert!(!areas.thinking.is_empty(), "{width} x {height}");
                }
            }
        }
    }

    #[test]
    fn every_square_is_found_where_it_stands() {
        for (width, height) in [LEAST, (80, 24), (200, 60)] {
            let board = Areas::of(width, height, true).unwrap().board;
            for bottom in Color::ALL {
                for square in Square::all() {
                    for position in board.area_of(square, bottom).positions() {
                        assert_eq!(board.square_at(position.x, position.y, bottom), Some(square));
                    }
                }
            }
            assert_eq!(board.square_at(0, 0, Color::White), None);
        }
    }
}
