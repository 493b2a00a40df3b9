use kempelen_rules::{Color, Position, Role, Square, SquareSet, attacks};

use crate::Weights;
use crate::account::Account;
use crate::games::{Judged, steps_left};
use crate::masks;

/// What the pawns and kings alone decide, for others to use.
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
    /// The structure, with its terms put into the account.
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
        let mut structure = Structure::default();
        for us in Color::ALL {
            let mut side = PawnSide::new(position, weights, account, us);
            side.pawns(&mut structure);
            side.king();
        }
        structure
    }
}

/// The pawns and the king of one side, with the account of what they are worth.
struct PawnSide<'a, V: Judged, A> {
    position: &'a Position<V>,
    weights: &'a Weights,
    account: &'a mut A,
    us: Color,
    ours: SquareSet,
    theirs: SquareSet,
}

impl<'a, V: Judged, A: Account> PawnSide<'a, V, A> {
    fn new(position: &'a Position<V>, weights: &'a Weights, account: &'a mut A, us: Color) -> Self {
        let (ours, theirs) = (position.men(us, Role::Pawn), position.men(!us, Role::Pawn));
        Self { position, weights, account, us, ours, theirs }
    }

    fn pawns(&mut self, structure: &mut Structure) {
        structure.spans[self.us.index()] = masks::fill_ahead(self.us, self.position.pawn_attacks(self.us));
        structure.files[self.us.index()] = masks::fill_ahead(Color::Black, self.ours).bits() as u8;
        for pawn in self.ours {
            self.account.add(self.us, &self.weights.material[0], 1);
            self.account.add(self.us, &self.weights.places[0][pawn.relative_to(self.us).index()], 1);
            if self.pawn(pawn) {
                structure.passed = structure.passed.with(pawn);
            }
        }
    }

    /// One pawn among the others; says whether it is passed.
    fn pawn(&mut self, pawn: Square) -> bool {
        let Self { weights, us, ours, theirs, .. } = *self;
        let left = steps_left::<V>(us, pawn);
        let beside = masks::beside(pawn.file());
        let ahead = masks::ahead(us, pawn);
        let friends = ours & beside;
        let phalanx = friends & SquareSet::rank(pawn.rank());
        let support = attacks::pawn(!us, pawn) & ours;
        let enemies_ahead = theirs & masks::span(us, pawn);
        let open = usize::from(theirs.is_disjoint(ahead));

        self.account.add(us, &weights.phalanx[left], i32::from(phalanx.any()));
        self.account.add(us, &weights.supported[left], support.len() as i32);
        self.account.add(us, &weights.doubled, i32::from(!ours.is_disjoint(ahead)));
        if friends.is_empty() {
            self.account.add(us, &weights.isolated[open], 1);
        } else if self.is_backward(pawn, friends) {
            self.account.add(us, &weights.backward[open], 1);
        }
        let foremost = ours.is_disjoint(ahead);
        if enemies_ahead.is_empty() && foremost {
            self.account.add(us, &weights.passed[left], 1);
            self.account.add(us, &weights.passed_protected, i32::from(support.any()));
            return true;
        }
        let helpers = friends & !masks::ranks_ahead(us, pawn);
        if open == 1 && foremost && helpers.len() >= enemies_ahead.len() {
            self.account.add(us, &weights.candidate[left], 1);
        }
        false
    }

    /// Whether all friends beside a pawn stand ahead of it, and an enemy pawn bars its next step.
    fn is_backward(&self, pawn: Square, friends: SquareSet) -> bool {
        let stop = pawn.set().forward(self.us);
        let guards = stop.forward(self.us);
        masks::ranks_ahead(self.us, pawn).contains(friends)
            && !self.theirs.is_disjoint(stop | guards.east() | guards.west())
    }

    /// The king's place, and the pawns before it.
    fn king(&mut self) {
        let Self { position, weights, us, ours, theirs, .. } = *self;
        let king = position.king(us);
        self.account.add(us, &weights.places[5][king.relative_to(us).index()], 1);
        let near = ours.into_iter().map(|pawn| masks::steps(king, pawn)).min().unwrap_or(0);
        self.account.add(us, &weights.king_pawn, near);
        let bare = masks::wing(king.file()).is_disjoint(ours | theirs);
        self.account.add(us, &weights.bare_wing, i32::from(bare));
        let middle = king.file().clamp(1, 6);
        let not_behind = !masks::ranks_ahead(!us, king);
        for file in middle - 1..=middle + 1 {
            let squares = SquareSet::file(file) & not_behind;
            self.shelter(file, nearest(us, ours & squares), nearest(us, theirs & squares));
        }
    }

    /// One file before the king, with the ranks of the nearest pawns of either side.
    fn shelter(&mut self, file: u8, own: usize, enemy: usize) {
        let Self { weights, us, .. } = *self;
        let from_edge = file.min(7 - file) as usize;
        self.account.add(us, &weights.shelter[from_edge][own], 1);
        self.account.danger(us, &weights.danger_shelter[own], 1);
        if own > 0 && enemy == own + 1 {
            self.account.add(us, &weights.storm_blocked[enemy], 1);
        } else {
            self.account.add(us, &weights.storm[from_edge][enemy], 1);
            self.account.danger(us, &weights.danger_storm[enemy], 1);
        }
    }
}

/// The rank, as `us` counts, of the pawn nearest to our back rank, or 0 for none. A pawn on the back rank itself,
/// which only makruk's set-ups know, counts as on the next.
fn nearest(us: Color, pawns: SquareSet) -> usize {
    let pawn = us.pick(pawns.first(), pawns.last());
    pawn.map_or(0, |pawn| us.relative_rank(pawn.rank()).max(1) as usize)
}
