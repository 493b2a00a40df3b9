use kempelen_rules::{Color, Position, Role, SquareSet};

use crate::Weights;
use crate::account::Account;
use crate::games::{Judged, steps_left};
use crate::masks;

/// What the pawns alone decide, for others to use.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Structure {
    /// The passed pawns of both sides.
    pub passed: SquareSet,
    /// All squares that a side's pawns attack now or could attack after advancing.
    pub spans: [SquareSet; 2],
    /// The files on which a side has pawns, a bit a file.
    pub files: [u8; 2],
}

/// Somebody who knows the pawn structure of a position: by looking, or by remembering.
pub(crate) trait Pawns<A> {
    /// The structure, with the terms of pawns and kings put into the account.
    fn structure<V: Judged>(
        &mut self,
        position: &Position<V>,
        weights: &Weights,
        account: &mut A,
    ) -> Structure;
}

/// Looks at the pawns anew each time.
pub(crate) struct Anew;

impl<A: Account> Pawns<A> for Anew {
    fn structure<V: Judged>(
        &mut self,
        position: &Position<V>,
        weights: &Weights,
        account: &mut A,
    ) -> Structure {
        let structure = pawns(position, weights, account);
        for us in Color::ALL {
            super::shelter::king(position, weights, account, us);
        }
        structure
    }
}

/// Finds the structure of the pawns, with the terms of it put into the account.
pub(crate) fn pawns<V: Judged>(
    position: &Position<V>,
    weights: &Weights,
    account: &mut impl Account,
) -> Structure {
    let mut structure = Structure::default();
    for us in Color::ALL {
        let (ours, theirs) = (position.men(us, Role::Pawn), position.men(!us, Role::Pawn));
        let mut side = PawnSide::<V, _>::new(weights, account, us, ours, theirs);
        side.places();
        side.friends();
        side.weaknesses();
        structure.passed |= side.passed();
        side.candidates();
        structure.spans[us.index()] = masks::fill_ahead(us, side.attacks[0] | side.attacks[1]);
        structure.files[us.index()] = side.files.bits() as u8;
    }
    structure
}

/// The pawns of one side, as sets.
struct PawnSide<'a, V, A> {
    weights: &'a Weights,
    account: &'a mut A,
    us: Color,
    ours: SquareSet,
    theirs: SquareSet,
    /// What our pawns attack to the right and to the left.
    attacks: [SquareSet; 2],
    /// The whole files on which we have pawns.
    files: SquareSet,
    /// Our pawns with no other of ours ahead on the file.
    foremost: SquareSet,
    /// The squares that an enemy pawn has ahead of it.
    faced: SquareSet,
    variant: std::marker::PhantomData<V>,
}

impl<'a, V: Judged, A: Account> PawnSide<'a, V, A> {
    fn new(weights: &'a Weights, account: &'a mut A, us: Color, ours: SquareSet, theirs: SquareSet) -> Self {
        let ahead = masks::shift_ahead(us, ours);
        Self {
            weights,
            account,
            us,
            ours,
            theirs,
            attacks: [ahead.east(), ahead.west()],
            files: masks::fill_ahead(us, ours) | masks::fill_ahead(!us, ours),
            foremost: ours & !masks::all_ahead(!us, ours),
            faced: masks::all_ahead(!us, theirs),
            variant: std::marker::PhantomData,
        }
    }

    fn places(&mut self) {
        for pawn in self.ours {
            self.account.add(self.us, &self.weights.material[0], 1);
            self.account.add(self.us, &self.weights.places[0][pawn.relative_to(self.us).index()], 1);
        }
    }

    /// Pawns that stand beside or support each other.
    fn friends(&mut self) {
        let Self { weights, us, ours, attacks, .. } = *self;
        for pawn in ours & (ours.east() | ours.west()) {
            self.account.add(us, &weights.phalanx[steps_left::<V>(us, pawn)], 1);
        }
        for supporters in attacks {
            for pawn in ours & supporters {
                self.account.add(us, &weights.supported[steps_left::<V>(us, pawn)], 1);
            }
        }
    }

    /// Pawns without friends: on no file beside, or all of them ahead while an enemy pawn bars the next step; and
    /// pawns that stand in each other's way.
    fn weaknesses(&mut self) {
        let Self { weights, us, ours, theirs, .. } = *self;
        let isolated = ours & !(self.files.east() | self.files.west());
        let level = masks::fill_ahead(us, ours);
        let left_behind = ours & !isolated & !(level.east() | level.west());
        let enemy_ahead = masks::shift_ahead(!us, theirs);
        let barred = theirs | enemy_ahead.east() | enemy_ahead.west();
        let backward = left_behind & masks::shift_ahead(!us, barred);
        for (weights, weak) in [(&weights.isolated, isolated), (&weights.backward, backward)] {
            self.account.add(us, &weights[0], (weak & self.faced).len() as i32);
            self.account.add(us, &weights[1], (weak & !self.faced).len() as i32);
        }
        self.account.add(us, &weights.doubled, (ours & !self.foremost).len() as i32);
    }

    /// Pawns that no enemy pawn can stop or capture on their way.
    fn passed(&mut self) -> SquareSet {
        let Self { weights, us, .. } = *self;
        let passed = self.foremost & !(self.faced | self.faced.east() | self.faced.west());
        for pawn in passed {
            self.account.add(us, &weights.passed[steps_left::<V>(us, pawn)], 1);
        }
        let protected = passed & (self.attacks[0] | self.attacks[1]);
        self.account.add(us, &weights.passed_protected, protected.len() as i32);
        passed
    }

    /// Pawns with an open file, and at least as many friends beside or behind as enemies that guard the way.
    fn candidates(&mut self) {
        let Self { weights, us, ours, theirs, .. } = *self;
        for pawn in self.foremost & !self.faced {
            let beside = masks::beside(pawn.file());
            let guards = theirs & beside & masks::ranks_ahead(us, pawn);
            let helpers = ours & beside & !masks::ranks_ahead(us, pawn);
            if guards.any() && helpers.len() >= guards.len() {
                self.account.add(us, &weights.candidate[steps_left::<V>(us, pawn)], 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use kempelen_rules::Chess;

    use super::*;
    use crate::account::Ledger;
    use crate::weights::chess::WEIGHTS;

    /// How often a weight counts for White and for Black.
    fn counts(fen: &str, weight: impl Fn(&Weights) -> &crate::S) -> [i32; 2] {
        let position: Position<Chess> = fen.parse().unwrap();
        let mut ledger = Ledger::new(&WEIGHTS);
        pawns(&position, &WEIGHTS, &mut ledger);
        let index = WEIGHTS.index_of(weight(&WEIGHTS));
        [ledger.counts[0][index], ledger.counts[1][index]]
    }

    #[test]
    fn pawns_are_what_books_call_them() {
        // White: a2 isolated, c2 c3 doubled, d4 e4 beside each other. Black: a7 b6 a chain, h7 passed and isolated.
        let fen = "4k3/p6p/1p6/8/3PP3/2P5/P1P5/4K3 w - - 0 1";
        assert_eq!(counts(fen, |w| &w.isolated[0]), [1, 0]);
        assert_eq!(counts(fen, |w| &w.isolated[1]), [0, 1]);
        assert_eq!(counts(fen, |w| &w.doubled), [1, 0]);
        assert_eq!(counts(fen, |w| &w.phalanx[4]), [2, 0]);
        assert_eq!(counts(fen, |w| &w.supported[4]), [1, 0]);
        assert_eq!(counts(fen, |w| &w.supported[5]), [0, 1]);
        assert_eq!(counts(fen, |w| &w.passed[6]), [0, 1]);
        // d4 and e4 are passed; c3 has b6 to pass, and d4 does not stand behind it.
        assert_eq!(counts(fen, |w| &w.passed[4]), [2, 0]);
        assert_eq!(counts(fen, |w| &w.passed_protected), [1, 0]);
    }

    #[test]
    fn a_backward_pawn_is_left_behind_and_barred() {
        // d3 is passed by c4 and e4, and c5 guards d4.
        let fen = "4k3/8/8/2p5/2P1P3/3P4/8/4K3 w - - 0 1";
        assert_eq!(counts(fen, |w| &w.backward[1]), [1, 0]);
        // Without the guard it is free to come along.
        let fen = "4k3/8/2p5/8/2P1P3/3P4/8/4K3 w - - 0 1";
        assert_eq!(counts(fen, |w| &w.backward[1]), [0, 0]);
    }

    #[test]
    fn a_candidate_outnumbers_its_guards() {
        let fen = "4k3/8/1p6/8/2P5/1P6/8/4K3 w - - 0 1";
        assert_eq!(counts(fen, |w| &w.candidate[4]), [1, 0]);
    }
}
