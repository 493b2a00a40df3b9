use kempelen_rules::{Color, Position, Role, Square, SquareSet, attacks};

use crate::account::Account;
use crate::games::{Judged, Prospects};
use crate::masks;
use crate::sum::{EvalSum, danger_value};
use crate::terms::pawns::{Pawns, Structure};
use crate::{S, Weights};

/// One evaluation on its way: the position, what has been seen of it, and the account that is kept.
///
/// The terms are methods of it, each topic in a file of its own under `terms`.
pub(crate) struct Judge<'a, V: Judged, A> {
    pub position: &'a Position<V>,
    pub weights: &'a Weights,
    pub account: &'a mut A,
    pub occupied: SquareSet,
    pub sides: [SideView; 2],
    pub structure: Structure,
}

/// What is known about one side.
#[derive(Clone, Copy, Default)]
pub(crate) struct SideView {
    pub pawns: SquareSet,
    /// All men but pawns and king.
    pub officers: SquareSet,
    /// Where the king could step.
    pub king_attacks: SquareSet,
    pub pawn_attacks: SquareSet,
    /// What each kind of officer attacks.
    pub attacks_of: [SquareSet; 4],
    /// Everything this side attacks.
    pub attacks: SquareSet,
    /// What it attacks at least twice.
    pub twice: SquareSet,
    /// The squares an officer is glad to reach.
    pub area: SquareSet,
    /// The squares around the king.
    pub ring: SquareSet,
}

impl<'a, V: Judged, A: Account> Judge<'a, V, A> {
    /// Judges a position, term by term. The order matters: first everybody looks around, then the attacks are
    /// weighed.
    #[inline(always)]
    pub(crate) fn evaluate(
        position: &'a Position<V>,
        weights: &'a Weights,
        account: &'a mut A,
        pawns: &mut impl Pawns<A>,
    ) -> EvalSum {
        let structure = pawns.structure(position, weights, account);
        let mut judge = Self {
            position,
            weights,
            account,
            occupied: position.occupied(),
            sides: [SideView::default(); 2],
            structure,
        };
        judge.look(Color::White);
        judge.look(Color::Black);
        judge.officers(Color::White);
        judge.officers(Color::Black);
        judge.posts(Color::White);
        judge.posts(Color::Black);
        judge.groups(Color::White);
        judge.groups(Color::Black);
        let dangers = [judge.king(Color::White), judge.king(Color::Black)];
        judge.threats(Color::White);
        judge.threats(Color::Black);
        judge.passed(Color::White);
        judge.passed(Color::Black);
        judge.space(Color::White);
        judge.space(Color::Black);
        judge.mating(Color::White);
        judge.mating(Color::Black);
        judge.complexity();
        judge.account.add(position.turn(), &weights.tempo, 1);
        judge.conclude(dangers)
    }

    /// From the sums to an evaluation.
    #[inline(always)]
    fn conclude(self, in_danger: [bool; 2]) -> EvalSum {
        let tally = self.account.tally();
        let cost = |counts: bool, danger: S| if counts { danger_value(danger) } else { S::ZERO };
        let dangers = [cost(in_danger[0], tally.white_danger), cost(in_danger[1], tally.black_danger)];
        let sum = tally.score + dangers[0] - dangers[1];
        let stronger = match sum.end() {
            1.. => Color::White,
            ..0 => Color::Black,
            0 => self.position.turn(),
        };
        let Prospects { scale, fade } = V::prospects(self.position, stronger);
        EvalSum {
            sum,
            dangers,
            in_danger,
            complexity: tally.complexity.end(),
            phase: self.phase(),
            full_phase: V::FULL_PHASE,
            scale,
            fade,
        }
    }

    /// How much of the middle game is left.
    #[inline(always)]
    fn phase(&self) -> i32 {
        let sum: i32 = (0..4)
            .map(|officer| V::PHASE[officer] * self.position.role(V::ROLES[officer + 1]).len() as i32)
            .sum();
        sum.min(V::FULL_PHASE)
    }

    /// What pawns and king of a side attack, and what follows for the officers.
    #[inline(always)]
    fn look(&mut self, us: Color) {
        let position = self.position;
        let king = self.king_square(us);
        let pawns = position.men(us, Role::Pawn);
        let ahead = pawns.forward(us);
        let (east, west) = (ahead.east(), ahead.west());
        let king_attacks = attacks::king(king);
        let side = &mut self.sides[us.index()];
        side.pawns = pawns;
        side.officers = position.side(us) & !pawns & !position.role(Role::King);
        side.king_attacks = king_attacks;
        side.pawn_attacks = east | west;
        side.attacks = east | west | king_attacks;
        side.twice = east & west | (east | west) & king_attacks;
        side.ring = masks::ring(king);
        // A pawn that is blocked or still at home, and the king, would only be got out of the way with time.
        let idle = pawns & (self.occupied.forward(!us) | V::home_pawns(us));
        let enemy_pawns = position.men(!us, Role::Pawn).forward(!us);
        side.area = !(idle | position.men(us, Role::King) | enemy_pawns.east() | enemy_pawns.west());
    }

    #[inline(always)]
    pub(crate) fn us(&self, us: Color) -> &SideView {
        &self.sides[us.index()]
    }

    #[inline(always)]
    pub(crate) fn king_square(&self, us: Color) -> Square {
        // As `Position::king`, but without the choice for a missing king, which costs more than it looks.
        Square::wrap(self.position.men(us, Role::King).bits().trailing_zeros() as u8)
    }
}
