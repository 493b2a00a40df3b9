//! Makruk's relatives, as far as they are judged otherwise than makruk.

use kempelen_rules::{AiWok, Asean, Cambodian, Color, Makpong, Position, Role};

use super::{Judged, Prospects, makruk};
use crate::sum::WHOLE;
use crate::{Weights, weights};

impl Judged for Cambodian {}

impl Judged for Makpong {
    /// A khun that may not flee is mated by whatever checks it, so that no officer is too weak.
    #[inline(always)]
    fn prospects(position: &Position<Self>, stronger: Color) -> Prospects {
        makruk::prospects(position, stronger, WHOLE)
    }
}

impl Judged for AiWok {
    const PHASE: [i32; 4] = [2, 2, 3, 6];
    const FULL_PHASE: i32 = 40;
    const MINOR: [bool; 4] = [true, true, false, false];
    const ROOK: usize = 2;
    const STRONGEST: Role = Role::Queen;

    #[inline(always)]
    fn weights() -> &'static Weights {
        &weights::ai_wok::WEIGHTS
    }

    #[inline(always)]
    fn prospects(position: &Position<Self>, stronger: Color) -> Prospects {
        let mates_alone = position.men(stronger, Role::Queen).any();
        let chance = if mates_alone { WHOLE } else { makruk::mating_chance(position, stronger) };
        makruk::prospects(position, stronger, chance)
    }
}

impl Judged for Asean {
    const PROMOTION_RANK: u8 = 7;

    #[inline(always)]
    fn weights() -> &'static Weights {
        &weights::asean::WEIGHTS
    }
}
