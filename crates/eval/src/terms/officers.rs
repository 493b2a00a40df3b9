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
        let weights = self.weights;
        let see_through = self.see_through(us, role);
        let (king, ring) = (self.king_square(us), self.us(!us).ring);
        for square in self.position.men(us, role) {
            let seen = V::attacks(role, us, square, see_through);
            let side = &mut self.sides[us.index()];
            side.twice |= side.attacks & seen;
            side.attacks |= seen;
            side.attacks_of[OFFICER] |= seen;
            let choices = (seen & side.area).len() as usize;
            let aimed = (seen & ring).len() as usize;

            self.account.add(us, &weights.material[OFFICER + 1], 1);
            self.account.add(us, &weights.places[OFFICER + 1][square.relative_to(us).index()], 1);
            self.account.add(us, &weights.mobility[OFFICER][choices], 1);
            self.account.danger(!us, &weights.danger_attacker[OFFICER][aimed], 1);
            if V::MINOR[OFFICER] {
                self.account.add(us, &weights.king_steps[OFFICER], masks::steps(king, square));
            }
            match role {
                Role::Rook if choices <= 3 => self.trapped(us, square),
                Role::Bishop if masks::LONG_DIAGONALS.has(square) => self.long_diagonal(us, square),
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

    /// A rook with few squares that stands between its king and the corner.
    #[inline(always)]
    fn trapped(&mut self, us: Color, rook: Square) {
        let king = self.king_square(us);
        let outside = (king.file() < 4) == (rook.file() < king.file());
        let closed = !self.us(us).pawns.is_disjoint(SquareSet::file(rook.file()));
        self.account.add(us, &self.weights.rook_trapped, i32::from(outside && closed));
    }

    #[inline(always)]
    fn long_diagonal(&mut self, us: Color, bishop: Square) {
        let pawns = self.us(us).pawns | self.us(!us).pawns;
        let centre = attacks::bishop(bishop, pawns).with(bishop) & masks::CENTRE;
        self.account.add(us, &self.weights.long_diagonal, i32::from(centre.has_several()));
    }

    /// Where officers stand among the pawns, by whole sets.
    #[inline(always)]
    pub(crate) fn posts(&mut self, us: Color) {
        let (position, weights) = (self.position, self.weights);
        let (side, enemy) = (*self.us(us), *self.us(!us));
        let outposts = V::outposts(us) & !self.structure.spans[(!us).index()];
        let supported = outposts & side.pawn_attacks;
        let behind_pawns = (side.pawns | enemy.pawns).forward(!us);
        let mut minors = SquareSet::EMPTY;
        for officer in 0..4 {
            if V::MINOR[officer] {
                let men = position.men(us, V::ROLES[officer + 1]);
                minors |= men;
                self.account.add(us, &weights.outpost[officer][0], (men & outposts).len() as i32);
                self.account.add(us, &weights.outpost[officer][1], (men & supported).len() as i32);
                if V::ROLES[officer + 1] == Role::Knight {
                    let near = side.attacks_of[officer] & supported & !position.side(us);
                    self.account.add(us, &weights.outpost_near, i32::from(near.any()));
                }
            }
        }
        self.account.add(us, &weights.behind_pawn, (minors & behind_pawns).len() as i32);
        self.rooks(us);
        if has::<V>(Role::Bishop) {
            self.bishops(us);
        }
    }

    #[inline(always)]
    fn rooks(&mut self, us: Color) {
        let weights = self.weights;
        let rooks = self.position.men(us, Role::Rook);
        let half_open = rooks & !masks::whole_files(self.structure.files[us.index()]);
        let open = half_open & !masks::whole_files(self.structure.files[(!us).index()]);
        self.account.add(us, &weights.rook_file[0], half_open.len() as i32);
        self.account.add(us, &weights.rook_file[1], open.len() as i32);
        let seventh = rooks & SquareSet::relative_rank(us, 6);
        if seventh.any() {
            let targets = self.us(!us).pawns & SquareSet::relative_rank(us, 6)
                | self.position.men(!us, Role::King) & SquareSet::relative_rank(us, 7);
            let useful = if targets.any() { seventh.len() } else { 0 };
            self.account.add(us, &weights.rook_seventh, useful as i32);
        }
    }

    /// Own pawns on a bishop's colour stand in its way, the more if the centre is shut.
    #[inline(always)]
    fn bishops(&mut self, us: Color) {
        let weights = self.weights;
        let (pawns, bishops) = (self.us(us).pawns, self.position.men(us, Role::Bishop));
        let pairs = |colour: SquareSet| ((bishops & colour).len() * (pawns & colour).len()) as i32;
        let in_the_way = pairs(SquareSet::DARK) + pairs(!SquareSet::DARK);
        let blocked = pawns & self.occupied.forward(!us) & masks::CENTRE_FILES;
        self.account.add(us, &weights.bishop_pawns, in_the_way);
        self.account.add(us, &weights.bishop_blocked, in_the_way * blocked.len() as i32);
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
