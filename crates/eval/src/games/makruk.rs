use kempelen_rules::variant::Draws;
use kempelen_rules::{Color, Makruk, Position, Role, Square, SquareSet, Variant};

use super::{ALL_CORNERS, Judged, Prospects};
use crate::sum::WHOLE;
use crate::{Weights, weights};

impl Judged for Makruk {
    const PHASE: [i32; 4] = [1, 2, 2, 3];
    const FULL_PHASE: i32 = 30;
    const MINOR: [bool; 4] = [true, true, true, false];
    const ROOK: usize = 3;
    const STRONGEST: Role = Role::Rook;
    const PROMOTION_RANK: u8 = 5;

    #[inline(always)]
    fn weights() -> &'static Weights {
        &weights::makruk::WEIGHTS
    }

    #[inline(always)]
    fn home_pawns(us: Color) -> SquareSet {
        SquareSet::relative_rank(us, 2)
    }

    /// A rua mates in any corner; a khon, which does not step back, drives the khun before it to the far ones.
    fn mating_corners(position: &Position<Self>, us: Color) -> &'static [Square] {
        if position.men(us, Role::Rook).any() {
            &ALL_CORNERS
        } else {
            us.pick(&[Square::A8, Square::H8], &[Square::A1, Square::H1])
        }
    }

    #[inline(always)]
    fn prospects(position: &Position<Self>, stronger: Color) -> Prospects {
        let pawns = position.men(stronger, Role::Pawn).len() as i32;
        let chance = if pawns > 0 { WHOLE } else { mating_chance(position, stronger) };
        let bare = !position.side(!stronger).has_several();
        Prospects {
            // Against more than a bare khun there is more to win than the mate, but without bia to promote not much.
            scale: if bare { chance } else { WHOLE.min(chance / 4 + 26 + 12 * pawns) },
            fade: count_left(position, bare).min(if bare { chance } else { WHOLE }),
        }
    }
}

/// The nearer the count comes to its limit, the less an advantage is worth; in 64ths. A bare khun's count presses
/// from the first move, that of the board only in its second half.
#[inline(always)]
fn count_left(position: &Position<Makruk>, bare: bool) -> i32 {
    let Some(left) = Makruk::plies_to_draw(position, Draws::Claimed) else { return WHOLE };
    let whole = if bare { WHOLE * 4 / 3 } else { WHOLE * 2 };
    (whole * i32::from(left) / i32::from(position.draw_count().limit)).min(WHOLE)
}

/// In how many positions, in 64ths, a side's officers mate a bare khun before the count runs out.
///
/// Found by retrograde analysis of all positions with khun and up to two officers against khun, the attacker to
/// move and the count just begun: a rua mates in time in 87 of 100, khon and ma in 96, khon and met in 82; two khon,
/// who must hurry, in 24; ma and met in 4; two ma, two mets or a single lesser officer never.
fn mating_chance(position: &Position<Makruk>, side: Color) -> i32 {
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
