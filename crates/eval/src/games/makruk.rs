use kempelen_rules::variant::Draws;
use kempelen_rules::{Color, Makruk, Position, Role, Square, Variant};

use super::{ALL_CORNERS, Judged, Prospects};
use crate::sum::WHOLE;

impl Judged for Makruk {}

/// A rua mates in any corner; a khon, which does not step back, drives the khun before it to the far ones.
pub(super) fn mating_corners<V: Variant>(position: &Position<V>, us: Color) -> &'static [Square] {
    if position.men(us, Role::Rook).any() {
        &ALL_CORNERS
    } else {
        us.pick(&[Square::A8, Square::H8], &[Square::A1, Square::H1])
    }
}

/// What the stronger side can hope for, if without pawns it has this chance to mate a bare king, in 64ths.
#[inline(always)]
pub(super) fn prospects<V: Variant>(position: &Position<V>, stronger: Color, chance: i32) -> Prospects {
    let pawns = position.men(stronger, Role::Pawn).len() as i32;
    let chance = if pawns > 0 { WHOLE } else { chance };
    let bare = !position.side(!stronger).has_several();
    Prospects {
        // Against more than a bare khun there is more to win than the mate, but without bia to promote not much.
        scale: if bare { chance } else { WHOLE.min(chance / 4 + 26 + 12 * pawns) },
        fade: count_left(position, bare).min(if bare { chance } else { WHOLE }),
    }
}

/// The nearer the count comes to its limit, the less an advantage is worth; in 64ths. A bare khun's count presses
/// from the first move, that of the board only in its second half.
#[inline(always)]
fn count_left<V: Variant>(position: &Position<V>, bare: bool) -> i32 {
    let limit = position.draw_count().limit;
    let Some(left) = V::plies_to_draw(position, Draws::Claimed).filter(|_| limit > 0) else { return WHOLE };
    let whole = if bare { WHOLE * 4 / 3 } else { WHOLE * 2 };
    (whole * i32::from(left) / i32::from(limit)).min(WHOLE)
}

/// In how many positions, in 64ths, a side's officers mate a bare khun before the count runs out.
///
/// Found by retrograde analysis of all positions with khun and up to two officers against khun, the attacker to
/// move and the count just begun: a rua mates in time in 87 of 100, khon and ma in 96, khon and met in 82; two khon,
/// who must hurry, in 24; ma and met in 4; two ma, two mets or a single lesser officer never.
pub(super) fn mating_chance<V: Variant>(position: &Position<V>, side: Color) -> i32 {
    let count = |role| position.men(side, role).len();
    match (count(Role::Rook), count(Role::Khon), count(Role::Knight), count(Role::Met)) {
        (0, 0, 0..=2, 0) | (0, 1, 0, 0) | (0, 0, 0, 1..=2) => 0,
        (0, 0, 1, 1) => 3,
        (0, 2, 0, 0) => 16,
        (0, 1, 0, 1) => 52,
        (1, 0, 0, 0) => 56,
        (0, 1, 1, 0) => 62,
        _ => WHOLE,
    }
}
