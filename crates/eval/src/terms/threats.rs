use kempelen_rules::{Color, SquareSet};

use crate::account::Account;
use crate::games::{Judged, slot};
use crate::judge::Judge;
use crate::masks;

/// What a side attacks, and the room it has.
impl<V: Judged, A: Account> Judge<'_, V, A> {
    #[inline(always)]
    pub(crate) fn threats(&mut self, us: Color) {
        let weights = self.weights;
        let (side, enemy) = (*self.us(us), *self.us(!us));
        let strong = enemy.pawn_attacks | enemy.twice & !side.twice;
        let weak = (enemy.officers | enemy.pawns) & !strong & side.attacks;

        let mut minors = SquareSet::EMPTY;
        for officer in 0..4 {
            if V::MINOR[officer] {
                minors |= side.attacks_of[officer];
            }
        }
        for victim in (enemy.officers & strong | weak) & minors {
            self.account.add(us, &weights.threat_by_minor[self.slot_on(victim)], 1);
        }
        for victim in weak & side.attacks_of[V::ROOK] {
            self.account.add(us, &weights.threat_by_rook[self.slot_on(victim)], 1);
        }
        let account = &mut *self.account;
        account.add(us, &weights.threat_by_king, i32::from(!weak.is_disjoint(side.king_attacks)));
        let hanging = weak & (!enemy.attacks | enemy.officers & side.twice);
        account.add(us, &weights.hanging, hanging.len() as i32);
        let restricted = enemy.attacks & !strong & side.attacks;
        account.add(us, &weights.restricted, restricted.len() as i32);
        self.pawn_threats(us);
    }

    #[inline(always)]
    fn pawn_threats(&mut self, us: Color) {
        let weights = self.weights;
        let (side, enemy) = (*self.us(us), *self.us(!us));
        let spread = |pawns: SquareSet| {
            let ahead = pawns.forward(us);
            ahead.east() | ahead.west()
        };
        let kept = side.attacks | !enemy.attacks;
        for victim in spread(side.pawns & kept) & enemy.officers {
            // The pawn has slot 0.
            let officer = self.slot_on(victim).wrapping_sub(1) & 3;
            self.account.add(us, &weights.threat_by_pawn[officer], 1);
        }
        let mut steps = side.pawns.forward(us) & !self.occupied;
        if V::DOUBLE_STEP {
            steps |= (steps & SquareSet::relative_rank(us, 2)).forward(us) & !self.occupied;
        }
        let targets = spread(steps & kept & !enemy.pawn_attacks) & enemy.officers;
        self.account.add(us, &weights.threat_by_push, targets.len() as i32);
    }

    /// Safe squares in the centre of our own half; those behind a pawn count twice.
    #[inline(always)]
    pub(crate) fn space(&mut self, us: Color) {
        let (side, enemy) = (*self.us(us), *self.us(!us));
        let half = [1, 2, 3]
            .into_iter()
            .fold(SquareSet::EMPTY, |set, rank| set | SquareSet::relative_rank(us, rank));
        let safe = masks::CENTRE_FILES & half & !side.pawns & !enemy.pawn_attacks;
        let mut behind = side.pawns.forward(!us);
        behind |= behind.forward(!us);
        let room = safe.len() + (safe & behind & !enemy.attacks).len();
        self.account.add(us, &self.weights.space[(room as usize).min(15)], 1);
    }

    #[inline(always)]
    fn slot_on(&self, square: kempelen_rules::Square) -> usize {
        self.position.role_on(square).map_or(0, slot::<V>).min(4)
    }
}
