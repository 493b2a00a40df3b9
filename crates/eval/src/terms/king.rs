use kempelen_rules::{Color, Role, SquareSet};

use crate::account::Account;
use crate::games::{Judged, has};
use crate::judge::Judge;
use crate::masks;

/// The danger a king is in from officers. What pawns do for it is told with the pawns.
impl<V: Judged, A: Account> Judge<'_, V, A> {
    /// Adds up the danger of a king, and says whether it counts: a lone attacker without its strongest friend
    /// does not mate.
    #[inline(always)]
    pub(crate) fn king(&mut self, us: Color) -> bool {
        let (position, weights, them) = (self.position, self.weights, !us);
        let strongest = position.men(them, V::STRONGEST).any();
        let (side, enemy) = (*self.us(us), *self.us(them));
        let attackers = enemy.attacks_of.into_iter().fold(SquareSet::EMPTY, |set, of| set | of);
        if side.ring.is_disjoint(if strongest { attackers } else { attackers & enemy.twice }) {
            return false;
        }
        let queen = if has::<V>(Role::Queen) { side.attacks_of[3] } else { SquareSet::EMPTY };
        let weak = enemy.attacks & !side.twice & (!side.attacks | side.king_attacks | queen);
        let camp = masks::wing(self.king_square(us).file()) & V::camp(us);
        let pressed = (enemy.attacks & camp).len() + (enemy.twice & camp).len();
        let account = &mut *self.account;
        account.danger(us, &weights.danger_base, 1);
        account.danger(us, &weights.danger_weak, (weak & side.ring).len() as i32);
        account.danger(us, &weights.danger_no_queen, i32::from(!strongest));
        account.danger(us, &weights.danger_flank, pressed as i32);
        account.danger(us, &weights.danger_flank_defence, (side.attacks & camp).len() as i32);
        self.checks(us, weak);
        true
    }

    /// Squares from which the enemy's officers could give check.
    #[inline(always)]
    fn checks(&mut self, us: Color, weak: SquareSet) {
        let (position, weights, them) = (self.position, self.weights, !us);
        let king = self.king_square(us);
        let (side, enemy) = (*self.us(us), *self.us(them));
        let safe = !side.attacks | weak & enemy.twice;
        // A slider's check goes on through our queen, who cannot stay between.
        let lines = self.occupied & !position.men(us, Role::Queen);
        let mut unsafe_checks = SquareSet::EMPTY;
        for officer in 0..4 {
            let from = V::attacks(V::ROLES[officer + 1], us, king, lines) & !position.side(them);
            let checks = from & enemy.attacks_of[officer];
            let good = checks & safe;
            if good.any() {
                let several = usize::from(good.has_several());
                self.account.danger(us, &weights.danger_check[officer][several], 1);
            } else {
                unsafe_checks |= checks;
            }
        }
        self.account.danger(us, &weights.danger_unsafe_check, unsafe_checks.len() as i32);
    }
}
