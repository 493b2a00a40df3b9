//! Moves as people write them: Standard Algebraic Notation.
//!
//! Writing is exact. Reading is tolerant: check marks may be missing, `0-0` is castling, and long algebraic
//! (`Ng1-f3`, `e2-e4`, `e2xd3`) is understood too.

pub use crate::uci::MoveError as SanError;

use crate::text::clip;
use crate::{Move, Position, Role, Square, Variant, uci};

/// Writes a legal move.
///
/// ```
/// # use kempelen_rules::{Chess, Move, Position, Square, san};
/// let position = Position::<Chess>::default();
/// assert_eq!(san::write(&position, Move::new(Square::G1, Square::F3)), "Nf3");
/// ```
pub fn write<V: Variant>(position: &Position<V>, m: Move) -> String {
    let mut text = bare(position, m);
    text.push_str(check_mark(position, m));
    text
}

/// `+` for a check, `#` for mate.
pub(crate) fn check_mark<V: Variant>(position: &Position<V>, m: Move) -> &'static str {
    let next = position.play(m);
    match (next.in_check(), next.can_move()) {
        (true, false) => "#",
        (true, true) => "+",
        _ => "",
    }
}

/// Which of its squares must be named to tell a man from others of its kind that reach the same square.
pub(crate) fn origin<V: Variant>(position: &Position<V>, m: Move) -> (Option<u8>, Option<u8>) {
    let role = position.role_on(m.from());
    let rivals: Vec<Square> = position
        .legal_moves()
        .into_iter()
        .filter(|other| other.to() == m.to() && other.from() != m.from())
        .map(Move::from)
        .filter(|&from| position.role_on(from) == role)
        .collect();
    let (file, rank) = (m.from().file(), m.from().rank());
    if rivals.is_empty() {
        (None, None)
    } else if rivals.iter().all(|rival| rival.file() != file) {
        (Some(file), None)
    } else if rivals.iter().all(|rival| rival.rank() != rank) {
        (None, Some(rank))
    } else {
        (Some(file), Some(rank))
    }
}

fn bare<V: Variant>(position: &Position<V>, m: Move) -> String {
    if position.is_castling(m) {
        return match wing_of(m) {
            Wing::King => "O-O".to_owned(),
            Wing::Queen => "O-O-O".to_owned(),
        };
    }
    let mut text = String::with_capacity(8);
    let capture = position.is_capture(m);
    match position.role_on(m.from()) {
        Some(Role::Pawn) | None => {
            if capture {
                text.push((b'a' + m.from().file()) as char);
            }
        }
        Some(role) => {
            text.push(V::letter(role).to_ascii_uppercase());
            let (file, rank) = origin(position, m);
            text.extend(file.map(|file| (b'a' + file) as char));
            text.extend(rank.map(|rank| (b'1' + rank) as char));
        }
    }
    if capture {
        text.push('x');
    }
    text.push_str(&m.to().to_string());
    if let Some(role) = m.promoted() {
        text.push('=');
        text.push(V::letter(role).to_ascii_uppercase());
    }
    text
}

/// Reads a move.
///
/// # Errors
/// When the text is no move, or does not say which, or the move is not legal here.
///
/// ```
/// # use kempelen_rules::{Chess, Position, san};
/// let position: Position<Chess> = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
/// assert_eq!(san::read(&position, "0-0")?, san::read(&position, "O-O")?);
/// assert_eq!(san::read(&position, "Rh8")?, san::read(&position, "Rh1xh8+")?);
/// assert!(san::read(&position, "Rc3").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read<V: Variant>(position: &Position<V>, text: &str) -> Result<Move, SanError> {
    let core = text.trim().trim_end_matches(['+', '#', '!', '?']);
    let core = core.strip_suffix("e.p.").unwrap_or(core).trim_end();
    if core.len() > 16 {
        return Err(SanError::Unreadable(clip(text)));
    }
    let moves = position.legal_moves();
    if let Some(wing) = castling_wing(core) {
        let castling = moves.into_iter().find(|&m| position.is_castling(m) && wing_of(m) == wing);
        return castling.ok_or_else(|| SanError::Illegal(clip(text)));
    }
    let Some(wanted) = SanParts::parse::<V>(core) else { return Err(SanError::Unreadable(clip(text))) };
    let mut fitting = moves.into_iter().filter(|&m| wanted.fits(position, m));
    match (fitting.next(), fitting.next()) {
        (Some(m), None) => Ok(m),
        (Some(_), Some(_)) => Err(SanError::Ambiguous(clip(text))),
        // A king's two-step or a king on its rook is castling in UCI's spelling.
        _ => uci::read(position, core).map_err(|_| SanError::Illegal(clip(text))),
    }
}

/// The side to which a king castles.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wing {
    King,
    Queen,
}

fn wing_of(castling: Move) -> Wing {
    if castling.to() > castling.from() { Wing::King } else { Wing::Queen }
}

/// Castling in letters or zeros, or `None` where the text is another move.
fn castling_wing(text: &str) -> Option<Wing> {
    match text.replace(['0', 'o'], "O").as_str() {
        "O-O" | "OO" => Some(Wing::King),
        "O-O-O" | "OOO" => Some(Wing::Queen),
        _ => None,
    }
}

/// What a text in algebraic notation says of a move.
struct SanParts {
    role: Role,
    file: Option<u8>,
    rank: Option<u8>,
    to: Square,
    promoted: Option<Role>,
}

impl SanParts {
    fn parse<V: Variant>(text: &str) -> Option<Self> {
        let mut rest = text;
        let mut role = Role::Pawn;
        if let Some(letter) = rest.chars().next().filter(char::is_ascii_uppercase) {
            role = V::role_of(letter)?;
            rest = &rest[1..];
        }
        let mut promoted = None;
        let tail = rest.trim_end_matches(')');
        if let Some(letter) = tail.chars().last().filter(|c| !c.is_ascii_digit()) {
            promoted = Some(V::role_of(letter)?);
            rest = tail[..tail.len() - letter.len_utf8()].trim_end_matches(['=', '(', '/']);
        }
        if !rest.is_ascii() || rest.len() < 2 {
            return None;
        }
        let (origin, to) = rest.split_at(rest.len() - 2);
        let to = to.parse().ok()?;
        let (file, rank) = match origin.trim_end_matches(['x', '-', ':']).as_bytes() {
            [] => (None, None),
            [file @ b'a'..=b'h'] => (Some(file - b'a'), None),
            [rank @ b'1'..=b'8'] => (None, Some(rank - b'1')),
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => (Some(file - b'a'), Some(rank - b'1')),
            _ => return None,
        };
        Some(Self { role, file, rank, to, promoted })
    }

    fn fits<V: Variant>(&self, position: &Position<V>, m: Move) -> bool {
        // Where there is but one thing to become, it may be left unsaid.
        let promoted = self.promoted.or(m.promoted().filter(|_| V::PROMOTIONS.len() == 1));
        m.to() == self.to
            && !position.is_castling(m)
            && position.role_on(m.from()) == Some(self.role)
            && m.promoted() == promoted
            && self.file.is_none_or(|file| m.from().file() == file)
            && self.rank.is_none_or(|rank| m.from().rank() == rank)
            // A pawn that captures names its file, so that `d5` is never `exd5`.
            && (self.role != Role::Pawn || self.file.is_some() || m.from().file() == m.to().file())
    }
}
