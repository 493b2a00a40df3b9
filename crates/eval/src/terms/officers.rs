use kempelen_rules::{Color, Role, Square, SquareSet, attacks};

use crate::account::Account;
use crate::games::{Judged, has};
use crate::judge::Judge;
use crate::masks;

/// The officers: what they are worth, where they stand, and what they see.
impl<V: Judged, A: Account> Judge<'_, V, A> {
    #[inline(always)]
    pub(crate) fn officers(&mut self, us: Color) {
        self.kind::<0>(us);
        self.kind::<1>(us);
        self.kind::<2>(us);
        self.kind::<3>(us);
    }

    /// All officers of one kind.
    #[inline(always)]
    fn kind<const OFFICER: usize>(&mut self, us: Color) {
        let role = const { V::ROLES[OFFICER + 1] };
        let them = !us;
        let see_through = self.see_through(us, role);
        let (ring, near) = (self.us(them).ring, self.us(them).king_attacks);
        for square in self.position.men(us, role) {
            let seen = V::attacks(role, us, square, see_through);
            let side = &mut self.sides[us.index()];
            side.twice |= side.attacks & seen;
            side.attacks |= seen;
            side.attacks_of[OFFICER] |= seen;
            let choices = (seen & side.area).len() as usize;
            let attacker = i32::from(!seen.is_disjoint(ring));
            side.attackers += attacker;
            self.phase += V::PHASE[OFFICER];

            let weights = self.weights;
            self.account.add(us, &weights.material[OFFICER + 1], 1);
            self.account.add(us, &weights.places[OFFICER + 1][square.relative_to(us).index()], 1);
            self.account.add(us, &weights.mobility[OFFICER][choices.min(27)], 1);
            self.account.danger(them, &weights.danger_attacker[OFFICER], attacker);
            self.account.danger(them, &weights.danger_hits, (seen & near).len() as i32);
            if V::MINOR[OFFICER] {
                self.minor::<OFFICER>(us, square, seen);
            }
            match role {
                Role::Rook => self.rook(us, square, choices),
                Role::Bishop => self.bishop(us, square),
                _ => {}
            }
        }
    }

    /// What a slider looks through: friends that slide with it stand behind each other, not in the way.
    #[inline(always)]
    fn see_through(&self, us: Color, role: Role) -> SquareSet {
        let position = self.position;
        match role {
            Role::Bishop => self.occupied & !position.role(Role::Queen),
            Role::Rook => self.occupied & !(position.role(Role::Queen) | position.men(us, Role::Rook)),
            _ => self.occupied,
        }
    }

    /// What all officers have in common that are worth less than a rook.
    #[inline(always)]
    fn minor<const OFFICER: usize>(&mut self, us: Color, square: Square, seen: SquareSet) {
        let weights = self.weights;
        let steps = masks::steps(square, self.king_square(us));
        self.account.add(us, &weights.king_steps[OFFICER], steps);
        let pawns = self.us(us).pawns | self.us(!us).pawns;
        let behind = i32::from(square.set().forward(us).is_disjoint(pawns));
        self.account.add(us, &weights.behind_pawn, 1 - behind);
        let outposts = V::outposts(us) & !self.structure.spans[(!us).index()];
        if outposts.has(square) {
            let supported = self.us(us).pawn_attacks.has(square);
            self.account.add(us, &weights.outpost[OFFICER][usize::from(supported)], 1);
        } else if const { matches!(V::ROLES[OFFICER + 1], Role::Knight) } {
            let near = seen & outposts & self.us(us).pawn_attacks & !self.position.side(us);
            self.account.add(us, &weights.outpost_near, i32::from(near.any()));
        }
    }

    #[inline(always)]
    fn rook(&mut self, us: Color, square: Square, choices: usize) {
        let weights = self.weights;
        let file = SquareSet::file(square.file());
        let (ours, theirs) = (self.us(us).pawns, self.us(!us).pawns);
        if ours.is_disjoint(file) {
            self.account.add(us, &weights.rook_file[usize::from(theirs.is_disjoint(file))], 1);
        } else if choices <= 3 {
            let king = self.king_square(us);
            let same_wing = (king.file() < 4) == (square.file() < king.file());
            self.account.add(us, &weights.rook_trapped, i32::from(same_wing));
        }
        if us.relative_rank(square.rank()) == 6 {
            let targets = theirs & SquareSet::rank(square.rank())
                | self.position.men(!us, Role::King) & SquareSet::relative_rank(us, 7);
            self.account.add(us, &weights.rook_seventh, i32::from(targets.any()));
        }
    }

    #[inline(always)]
    fn bishop(&mut self, us: Color, square: Square) {
        let weights = self.weights;
        let pawns = self.us(us).pawns;
        let colour = if SquareSet::DARK.has(square) { SquareSet::DARK } else { !SquareSet::DARK };
        let same = (pawns & colour).len() as i32;
        let blocked = pawns & self.occupied.forward(!us) & masks::CENTRE_FILES;
        self.account.add(us, &weights.bishop_pawns, same);
        self.account.add(us, &weights.bishop_blocked, same * blocked.len() as i32);
        let all_pawns = self.us(us).pawns | self.us(!us).pawns;
        let centre = attacks::bishop(square, all_pawns) & masks::CENTRE;
        self.account.add(us, &weights.long_diagonal, i32::from(centre.has_several()));
    }

    /// What officers are worth together, and castling.
    #[inline(always)]
    pub(crate) fn groups(&mut self, us: Color) {
        let (position, weights) = (self.position, self.weights);
        let pair =
            |men: SquareSet| i32::from(!men.is_disjoint(SquareSet::DARK) && !SquareSet::DARK.contains(men));
        if has::<V>(Role::Bishop) {
            self.account.add(us, &weights.bishop_pair, pair(position.men(us, Role::Bishop)));
        }
        if has::<V>(Role::Met) {
            self.account.add(us, &weights.met_pair, pair(position.men(us, Role::Met)));
        }
        let pawns = self.us(us).pawns.len() as i32 - 5;
        self.account.add(us, &weights.knight_pawns, pawns * position.men(us, Role::Knight).len() as i32);
        self.account.add(us, &weights.rook_pawns, pawns * position.men(us, Role::Rook).len() as i32);
        if V::CASTLING {
            let rights = position.castling_rooks() & SquareSet::relative_rank(us, 0);
            self.account.add(us, &weights.castling, rights.len() as i32);
        }
    }
}
