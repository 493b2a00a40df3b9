//! The counts of makruk and its relatives, which differ in who may count and how far.

use super::{DrawCount, Played, Variant};
use crate::{Color, Position, Role};

/// The count after a move, in a game with makruk's two counts.
///
/// *Board's honour* runs while both sides have men, *pieces' honour* against a bare king, from the number of men on the
/// board; the second takes over from the first. A limit once set is not changed by later captures of the chaser's men.
/// Who may count, and how far, is [`Variant::count_limit`].
///
/// Kept out of line: in most positions nothing is counted, and every move asks.
#[inline(never)]
pub(super) fn honour<V: Variant>(before: DrawCount, after: &Position<V>, played: Played) -> DrawCount {
    let (mover, next) = (!after.turn(), after.turn());
    let bare = |side| !after.side(side).has_several();
    let men = after.occupied().len() as u16;
    let mut count = one_on(before, played);
    if played.captured == Some(Role::Pawn) && bare(mover) && after.role(Role::Pawn).is_empty() {
        let limit = V::count_limit(after, mover);
        if limit > 0 {
            count = DrawCount { limit: 2 * limit, plies: 2 * men - 1 };
        }
    }
    if count.limit == 0 || turns(played) && bare(next) {
        let limit = V::count_limit(after, next);
        if limit > 0 {
            count = DrawCount { limit: 2 * limit, plies: if bare(next) { 2 * men } else { 0 } };
        }
    }
    count
}

/// The count after a move, in a game where only a bare king counts, and from nothing.
#[inline]
pub(super) fn bare_king<V: Variant>(before: DrawCount, after: &Position<V>, played: Played) -> DrawCount {
    let count = one_on(before, played);
    let next = after.turn();
    if count.limit == 0 || turns(played) && !after.side(next).has_several() {
        let limit = V::count_limit(after, next);
        if limit > 0 {
            return DrawCount { limit: 2 * limit, plies: 0 };
        }
    }
    count
}

/// A count that is on goes on whatever is played; without one, half-moves since the last change are counted.
#[inline(always)]
fn one_on(before: DrawCount, played: Played) -> DrawCount {
    if before.limit > 0 || !played.is_zeroing() {
        DrawCount { plies: before.plies.saturating_add(1), ..before }
    } else {
        DrawCount { plies: 0, ..before }
    }
}

/// Whether a move may have turned one count into another.
#[inline(always)]
fn turns(played: Played) -> bool {
    played.captured.is_some() || played.promoted
}

/// How many moves a bare king must hold out against these men: two rooks, one rook, two khon, two knights, one khon, or
/// anything else.
#[inline]
pub(super) fn by_chasers<V: Variant>(position: &Position<V>, bare: Color, limits: [u16; 6]) -> u16 {
    let chasers = |role| position.men(!bare, role).len();
    let [rooks, rook, khons, knights, khon, other] = limits;
    match (chasers(Role::Rook), chasers(Role::Khon), chasers(Role::Knight)) {
        (2.., _, _) => rooks,
        (1, _, _) => rook,
        (_, 2.., _) => khons,
        (_, _, 2..) => knights,
        (_, 1, _) => khon,
        _ => other,
    }
}
