//! The board on a screen or on paper.

use kempelen_rules::{
    AnyPosition, Color, Move, Piece, Role, Square, Variant, VariantId, thai, with_position, with_variant,
};

/// How men are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Men {
    /// Capitals for White, small letters for Black.
    Letters,
    /// Figures, outlined for White and filled for Black. Makruk has none, and keeps its letters.
    Figures,
    /// Thai letters, Black's in brackets. Only makruk has them; chess keeps its letters.
    Thai,
}

impl Men {
    /// What this comes to in a game: not every game has every kind.
    pub(crate) fn in_game(self, variant: VariantId) -> Self {
        match self {
            Self::Figures if has_figures(variant) => Self::Figures,
            Self::Thai if variant.has_thai_notation() => Self::Thai,
            _ => Self::Letters,
        }
    }

    /// The next kind that a game has.
    pub(crate) fn next(self, variant: VariantId) -> Self {
        let kinds = [Self::Letters, Self::Figures, Self::Thai];
        let others = kinds.into_iter().cycle().skip_while(|&men| men != self.in_game(variant)).skip(1);
        others.take(kinds.len()).find(|men| men.in_game(variant) == *men).unwrap_or(Self::Letters)
    }

    /// What stands beside a rank, counted from 0.
    pub(crate) fn rank_name(self, rank: u8) -> String {
        if self == Self::Thai { thai::rank(rank).to_owned() } else { char::from(b'1' + rank).to_string() }
    }

    /// What stands below a file, counted from 0.
    pub(crate) fn file_name(self, file: u8) -> String {
        if self == Self::Thai { thai::file(file).to_owned() } else { char::from(b'a' + file).to_string() }
    }
}

/// How a board is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardStyle {
    pub(crate) men: Men,
    /// Whether squares have colours.
    pub(crate) colored: bool,
}

impl BoardStyle {
    /// Letters without colours, for any output.
    pub(crate) const PLAIN: Self = Self { men: Men::Letters, colored: false };
}

/// Colours of the 256 that terminals have. White's men are bright and Black's dark; every ground lies between them, so
/// that both are read well on it (a contrast of 3 at least), whether the terminal is light or dark.
pub(crate) mod colors {
    pub(crate) const LIGHT: u8 = 137;
    pub(crate) const DARK: u8 = 94;
    /// The squares of the last move.
    pub(crate) const LAST: u8 = 64;
    pub(crate) const HINT: u8 = 30;
    pub(crate) const SELECTED: u8 = 67;
    pub(crate) const CHECK: u8 = 167;
    /// The men.
    pub(crate) const WHITE: u8 = 231;
    pub(crate) const BLACK: u8 = 16;
}

const PLAIN: &str = "\x1b[0m";

/// The board in letters, White's side below. A tilde marks a promoted bia.
pub(crate) fn draw(position: &AnyPosition) -> String {
    draw_for(position, None, Color::White, BoardStyle::PLAIN)
}

/// Draws a position from one side, with the last move marked where there are colours.
pub(crate) fn draw_for(
    position: &AnyPosition,
    last: Option<Move>,
    bottom: Color,
    style: BoardStyle,
) -> String {
    let mut text = String::new();
    let files: Vec<u8> = bottom.pick((0..8).collect(), (0..8).rev().collect());
    let ranks: Vec<u8> = bottom.pick((0..8).rev().collect(), (0..8).collect());
    let men = style.men.in_game(position.variant());
    for rank in ranks {
        text.push_str("  ");
        text.push_str(&men.rank_name(rank));
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
        text.push_str(&men.file_name(file));
        text.push(' ');
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

fn draw_square(position: &AnyPosition, square: Square, is_last: bool, style: BoardStyle) -> String {
    let color = with_position!(position, p => p.piece_on(square)).map(Piece::color);
    let empty = if style.colored { "   " } else { " . " };
    let face = face(position, square, style.men).unwrap_or_else(|| empty.to_owned());
    if !style.colored {
        return face;
    }
    let usual = if is_dark(square) { colors::DARK } else { colors::LIGHT };
    let ground = if is_last { colors::LAST } else { usual };
    let ink = color.map_or(colors::BLACK, |color| color.pick(colors::WHITE, colors::BLACK));
    format!("\x1b[48;5;{ground}m\x1b[1;38;5;{ink}m{face}{PLAIN}")
}

/// Whether a square is a dark one.
pub(crate) fn is_dark(square: Square) -> bool {
    (square.file() + square.rank()).is_multiple_of(2)
}

/// The man on a square, three columns wide: itself in the middle, and a mark behind a promoted bia.
pub(crate) fn face(position: &AnyPosition, square: Square, men: Men) -> Option<String> {
    let (man, promoted) = with_position!(position, p => (p.piece_on(square), p.promoted().has(square)));
    let man = man?;
    let letter = with_position!(position, p => p.letter_of(man));
    let mark = if promoted { '~' } else { ' ' };
    Some(match men.in_game(position.variant()) {
        Men::Letters => format!(" {letter}{mark}"),
        Men::Figures => {
            let [white, black] = figures(man.role()).unwrap_or([letter; 2]);
            format!(" {}{mark}", man.color().pick(white, black))
        }
        Men::Thai => {
            let letter = thai::role_letter(man.role(), promoted);
            man.color().pick(format!(" {letter} "), format!("({letter})"))
        }
    })
}

/// Whether every man of a game has a figure in Unicode.
fn has_figures(variant: VariantId) -> bool {
    with_variant!(variant, V => V::ROLES.iter().all(|&role| figures(role).is_some()))
}

/// The figures of a man of either side, where Unicode has any.
fn figures(role: Role) -> Option<[char; 2]> {
    Some(match role {
        Role::King => ['♔', '♚'],
        Role::Queen => ['♕', '♛'],
        Role::Rook => ['♖', '♜'],
        Role::Bishop => ['♗', '♝'],
        Role::Knight => ['♘', '♞'],
        Role::Pawn => ['♙', '♟'],
        Role::Khon | Role::Met => return None,
    })
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
        let text = draw_for(&AnyPosition::start(VariantId::Chess), None, Color::Black, BoardStyle::PLAIN);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "  1  R  N  B  K  Q  B  N  R");
        assert_eq!(lines[8], "     h  g  f  e  d  c  b  a");
    }

    /// Every man that a game has, one on each square that is taken.
    const ALL_MEN: [(VariantId, &str); 2] = [
        (VariantId::Chess, "rnbqk3/p7/8/8/8/8/P7/RNBQK3 w - - 0 1"),
        (VariantId::Makruk, "rnsmk2m~/7p/8/8/8/8/P7/RNSMK2M~ w - 0 0 1"),
    ];

    #[test]
    fn no_two_men_look_alike() {
        for (variant, fen) in ALL_MEN {
            let position = AnyPosition::from_fen(variant, fen).unwrap();
            for men in [Men::Letters, Men::Figures, Men::Thai] {
                let faces: Vec<String> =
                    Square::all().filter_map(|square| face(&position, square, men)).collect();
                let distinct: std::collections::BTreeSet<&String> = faces.iter().collect();
                assert_eq!(faces.len(), with_position!(position, p => p.occupied().len()) as usize);
                assert_eq!(distinct.len(), faces.len(), "{men:?}: {faces:?}");
            }
        }
    }

    /// The brightness of a colour of the cube from 16 to 231, as the W3C measures contrast by it.
    fn luminance(color: u8) -> f64 {
        let parts = [color - 16, (color - 16) % 36, (color - 16) % 6];
        let steps = [parts[0] / 36, parts[1] / 6, parts[2]];
        let linear = steps.map(|step| {
            let part = f64::from([0u8, 95, 135, 175, 215, 255][usize::from(step)]) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    #[test]
    fn every_man_is_read_well_on_every_ground() {
        use colors::{BLACK, CHECK, DARK, HINT, LAST, LIGHT, SELECTED, WHITE};
        for ground in [LIGHT, DARK, LAST, HINT, SELECTED, CHECK] {
            for ink in [WHITE, BLACK] {
                let (a, b) = (luminance(ground), luminance(ink));
                let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
                assert!(contrast >= 3.0, "{ink} on {ground}: {contrast:.2}");
            }
        }
    }

    #[test]
    fn makruk_speaks_thai() {
        let position = AnyPosition::start(VariantId::Makruk);
        let style = BoardStyle { men: Men::Thai, colored: false };
        let text = draw_for(&position, None, Color::White, style);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "  ๘ (ร)(ม)(ค)(ม็)(ข)(ค)(ม)(ร)");
        assert_eq!(lines[7], "  ๑  ร  ม  ค  ข  ม็  ค  ม  ร");
        assert_eq!(lines[8], "     ก  ข  ค  ง  จ  ฉ  ช  ญ");
        let chess = draw_for(&AnyPosition::start(VariantId::Chess), None, Color::White, style);
        assert!(chess.starts_with("  8  r  n"), "chess has no Thai letters");
    }

    #[test]
    fn colours_mark_the_last_move_and_a_tilde_a_promoted_bia() {
        let position =
            AnyPosition::from_fen(VariantId::Makruk, "8/3k4/6M~1/2K1S3/8/8/8/8 b - 88 8 1").unwrap();
        assert!(draw(&position).contains(" M~ "));
        let colored = BoardStyle { men: Men::Figures, colored: true };
        let last = Some(Move::new(Square::E4, Square::E5));
        let text = draw_for(&position, last, Color::White, colored);
        assert_eq!(text.matches(&format!("\x1b[48;5;{}m", colors::LAST)).count(), 2);
        assert_eq!(text.matches(PLAIN).count(), 64);
    }
}
