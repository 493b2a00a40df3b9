//! Makruk moves in Thai letters and digits, as the Thai association writes them.
//!
//! Files are the first consonants of the alphabet, ranks are Thai digits, and a promoted bia has a letter of its
//! own. The promotion sign stays Latin (`=M`), as in the programs that print this notation.

use crate::{Move, Position, Role, Square, Variant, san};

/// Writes a legal move in short form: the man's letter, its file or rank where others of its kind reach the same
/// square, and where it goes. A bia has no letter.
///
/// ```
/// # use kempelen_rules::{Makruk, Position, thai, uci};
/// let position = Position::<Makruk>::default();
/// let m = uci::read(&position, "b1d2")?;
/// assert_eq!(thai::short(&position, m), "ม-ง๒");
/// # Ok::<(), uci::MoveError>(())
/// ```
pub fn short<V: Variant>(position: &Position<V>, m: Move) -> String {
    let mut text = String::new();
    let bia = position.role_on(m.from()) == Some(Role::Pawn);
    if bia {
        if position.is_capture(m) {
            text.push_str(file(m.from().file()));
        }
    } else {
        text.push_str(letter(position, m.from()));
        let (from_file, from_rank) = san::origin(position, m);
        text.extend(from_file.map(file));
        text.extend(from_rank.map(rank));
    }
    let quiet = if bia { "" } else { "-" };
    text.push_str(if position.is_capture(m) { "x" } else { quiet });
    finish(text, position, m)
}

/// Writes a legal move in long form: the man's letter, a space, where it stands and where it goes.
///
/// ```
/// # use kempelen_rules::{Makruk, Position, thai, uci};
/// let position = Position::<Makruk>::default();
/// let m = uci::read(&position, "e3e4")?;
/// assert_eq!(thai::long(&position, m), "บ จ๓-จ๔");
/// # Ok::<(), uci::MoveError>(())
/// ```
pub fn long<V: Variant>(position: &Position<V>, m: Move) -> String {
    let sign = if position.is_capture(m) { "x" } else { "-" };
    finish(format!("{} {}{sign}", letter(position, m.from()), square(m.from())), position, m)
}

/// Adds what both forms end with: the target, the promotion, and the mark of a check.
fn finish<V: Variant>(mut text: String, position: &Position<V>, m: Move) -> String {
    text.push_str(&square(m.to()));
    if let Some(role) = m.promoted() {
        text.push('=');
        text.push(V::letter(role).to_ascii_uppercase());
    }
    text.push_str(san::check_mark(position, m));
    text
}

fn letter<V: Variant>(position: &Position<V>, from: Square) -> &'static str {
    let role = position.role_on(from).unwrap_or(Role::Pawn);
    role_letter(role, position.promoted().has(from))
}

/// The letter of a man; a promoted bia has one of its own. One letter on a screen, though that of the met is written
/// with a mark above it.
///
/// ```
/// # use kempelen_rules::{Role, thai};
/// assert_eq!(thai::role_letter(Role::Rook, false), "ร");
/// ```
pub fn role_letter(role: Role, promoted: bool) -> &'static str {
    match role {
        Role::King => "ข",
        Role::Met if promoted => "ง",
        Role::Met => "ม็",
        Role::Khon => "ค",
        Role::Knight => "ม",
        Role::Rook => "ร",
        // The ai-wok, by its own first letter; no association has given it one.
        Role::Queen => "อ",
        _ => "บ",
    }
}

fn square(square: Square) -> String {
    format!("{}{}", file(square.file()), rank(square.rank()))
}

/// The letter of a file, counted from 0.
pub fn file(file: u8) -> &'static str {
    ["ก", "ข", "ค", "ง", "จ", "ฉ", "ช", "ญ"][usize::from(file & 7)]
}

/// The digit of a rank, counted from 0.
pub fn rank(rank: u8) -> &'static str {
    ["๑", "๒", "๓", "๔", "๕", "๖", "๗", "๘"][usize::from(rank & 7)]
}
