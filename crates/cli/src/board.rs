//! The board on a screen or on paper.

use kempelen_rules::{AnyPosition, Color, Move, Piece, Role, Square, VariantId, with_position};

/// How men are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Men {
    /// Capitals for White, small letters for Black.
    Letters,
    /// Figures, outlined for White and filled for Black. Makruk has none, and keeps its letters.
    Figures,
}

/// How a board is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub(crate) men: Men,
    /// Whether squares have colours.
    pub(crate) colored: bool,
}

impl Style {
    /// Letters without colours, for any output.
    pub(crate) const PLAIN: Self = Self { men: Men::Letters, colored: false };
}

/// Colours of light and dark squares, and of those of the last move.
const SQUARES: [[&str; 2]; 2] = [["\x1b[48;5;180m", "\x1b[48;5;137m"], ["\x1b[48;5;186m", "\x1b[48;5;143m"]];
/// White's men are bright and Black's dark, on all of them.
const WHITE: &str = "\x1b[1;38;5;231m";
const BLACK: &str = "\x1b[1;38;5;16m";
const PLAIN: &str = "\x1b[0m";

/// The board in letters, White's side below. A tilde marks a promoted bia.
pub(crate) fn draw(position: &AnyPosition) -> String {
    draw_for(position, None, Color::White, Style::PLAIN)
}

/// Draws a position from one side, with the last move marked where there are colours.
pub(crate) fn draw_for(position: &AnyPosition, last: Option<Move>, bottom: Color, style: Style) -> String {
    let mut text = String::new();
    let files: Vec<u8> = bottom.pick((0..8).collect(), (0..8).rev().collect());
    let ranks: Vec<u8> = bottom.pick((0..8).rev().collect(), (0..8).collect());
    for rank in ranks {
        text.push_str("  ");
        text.push(char::from(b'1' + rank));
        text.push(' ');
        for &file in &files {
            let square = Square::at(file, rank);
            let is_last = last.is_some_and(|m| m.from() == square || m.to() == square);
            text.push_str(&draw_square(position, square, is_last, style));
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    text.push_str("    ");
    for file in files {
        text.push(' ');
        text.push(char::from(b'a' + file));
        text.push(' ');
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// Three characters: the man in the middle, and a mark behind a promoted bia.
fn draw_square(position: &AnyPosition, square: Square, is_last: bool, style: Style) -> String {
    let (man, promoted) = with_position!(position, p => (p.piece_on(square), p.promoted().has(square)));
    let figure =
        man.map_or(if style.colored { ' ' } else { '.' }, |man| figure(man, position.variant(), style.men));
    let mark = if promoted { '~' } else { ' ' };
    if !style.colored {
        return format!(" {figure}{mark}");
    }
    let dark = (square.file() + square.rank()).is_multiple_of(2);
    let ground = SQUARES[usize::from(is_last)][usize::from(dark)];
    let ink = man.map_or("", |man| man.color().pick(WHITE, BLACK));
    format!("{ground}{ink} {figure}{mark}{PLAIN}")
}

fn figure(man: Piece, variant: VariantId, men: Men) -> char {
    let figures = match man.role() {
        Role::King => ['♔', '♚'],
        Role::Queen => ['♕', '♛'],
        Role::Rook => ['♖', '♜'],
        Role::Bishop => ['♗', '♝'],
        Role::Knight => ['♘', '♞'],
        Role::Pawn => ['♙', '♟'],
        Role::Khon | Role::Met => return man.letter(),
    };
    let has_figures = variant == VariantId::Chess && men == Men::Figures;
    if has_figures { man.color().pick(figures[0], figures[1]) } else { man.letter() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_of_letters() {
        let text = draw(&AnyPosition::start(VariantId::Chess));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "  8  r  n  b  q  k  b  n  r");
        assert_eq!(lines[4], "  4  .  .  .  .  .  .  .  .");
        assert_eq!(lines[7], "  1  R  N  B  Q  K  B  N  R");
        assert_eq!(lines[8], "     a  b  c  d  e  f  g  h");
        assert_eq!(lines.len(), 9);
    }

    #[test]
    fn the_board_can_be_turned() {
        let text = draw_for(&AnyPosition::start(VariantId::Chess), None, Color::Black, Style::PLAIN);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "  1  R  N  B  K  Q  B  N  R");
        assert_eq!(lines[8], "     h  g  f  e  d  c  b  a");
    }

    #[test]
    fn no_two_men_look_alike() {
        for men in [Men::Letters, Men::Figures] {
            for variant in VariantId::ALL {
                let mut seen = std::collections::BTreeSet::new();
                for color in Color::ALL {
                    for role in Role::ALL {
                        assert!(
                            seen.insert(figure(Piece::new(color, role), variant, men)),
                            "{color} {role:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn colours_mark_the_last_move_and_a_tilde_a_promoted_bia() {
        let position =
            AnyPosition::from_fen(VariantId::Makruk, "8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1").unwrap();
        assert!(draw(&position).contains(" M~ "));
        let colored = Style { men: Men::Figures, colored: true };
        let last = Some(Move::new(Square::E4, Square::E5));
        let text = draw_for(&position, last, Color::White, colored);
        assert_eq!(text.matches(SQUARES[1][0]).count() + text.matches(SQUARES[1][1]).count(), 2);
        assert_eq!(text.matches(PLAIN).count(), 64);
    }
}
