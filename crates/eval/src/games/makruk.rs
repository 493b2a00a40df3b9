use kempelen_rules::{Color, Makruk, Position, Role, Square, SquareSet};

use super::{ALL_CORNERS, Judged, Prospects};
use crate::verdict::WHOLE;
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

    fn mating_corners(_: &Position<Self>, _: Color) -> &'static [Square] {
        &ALL_CORNERS
    }

    /// The nearer the count comes to its limit, the less an advantage is worth.
    #[inline(always)]
    fn prospects(position: &Position<Self>, _: Color) -> Prospects {
        let clock = position.clock();
        let fade = if clock.limit == 0 {
            WHOLE
        } else {
            let left = clock.limit.saturating_add(1).saturating_sub(clock.plies) as i32;
            (2 * WHOLE * left / clock.limit as i32).min(WHOLE)
        };
        Prospects { scale: WHOLE, fade }
    }
}
