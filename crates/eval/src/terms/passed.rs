use kempelen_rules::{Color, Role, Square, SquareSet};

use crate::account::Account;
use crate::games::{Judged, steps_left};
use crate::judge::Judge;
use crate::masks;

/// What officers and kings mean to passed pawns. That they are passed was found with the pawns.
impl<V: Judged, A: Account> Judge<'_, V, A> {
    #[inline(always)]
    pub(crate) fn passed(&mut self, us: Color) {
        for pawn in self.structure.passed & self.us(us).pawns {
            self.passed_pawn(us, pawn);
        }
    }

    #[inline(always)]
    fn passed_pawn(&mut self, us: Color, pawn: Square) {
        let (position, weights, them) = (self.position, self.weights, !us);
        let left = steps_left::<V>(us, pawn);
        let stop = pawn.set().forward(us).first().unwrap_or(pawn);
        let way = masks::ahead(us, pawn) & V::pawn_way(us);
        let (ours, theirs) = (self.us(us).attacks, self.us(them).attacks);
        let own_king = masks::steps(self.king_square(us), stop);
        let enemy_king = masks::steps(self.king_square(them), stop);
        let account = &mut *self.account;
        account.add(us, &weights.passed_own_king[left], own_king);
        account.add(us, &weights.passed_enemy_king[left], enemy_king);
        account.add(us, &weights.passed_free[left], i32::from(!self.occupied.has(stop)));
        account.add(us, &weights.passed_safe[left], i32::from(way.is_disjoint(theirs)));
        account.add(us, &weights.passed_guarded[left], i32::from(ours.has(stop)));
        let behind = masks::ahead(them, pawn) & position.role(Role::Rook);
        if behind.any() {
            let own = usize::from(!behind.is_disjoint(position.side(us)));
            account.add(us, &weights.passed_rook[own], 1);
        }
        if self.us(them).officers.is_empty() && way.is_disjoint(self.occupied) {
            let runs = self.outruns(us, way, left);
            self.account.add(us, &weights.passed_runs, i32::from(runs));
        }
    }

    /// The rule of the square: whether the enemy king comes too late.
    fn outruns(&self, us: Color, way: SquareSet, left: usize) -> bool {
        let goal = (way & V::promotion_zone(us)).first();
        // From its first rank a pawn saves a move by its double step.
        let moves = if V::DOUBLE_STEP { left.min(5) } else { left } as i32;
        let late = i32::from(self.position.turn() != us);
        goal.is_some_and(|goal| masks::steps(self.king_square(!us), goal) - late > moves)
    }
}
