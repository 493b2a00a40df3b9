use kempelen_rules::{Color, SquareSet};

use crate::account::Account;
use crate::games::Judged;
use crate::judge::Judge;
use crate::masks;

/// How endgames go on: mating a bare king, and how much play is left.
impl<V: Judged, A: Account> Judge<'_, V, A> {
    /// Drives a bare king to where it can be mated.
    ///
    /// The weights follow a regression on the distance to mate in all positions of king and rook against king, and
    /// of makruk's khon endings: each of the steps counted here costs the attacker about one move.
    #[inline(always)]
    pub(crate) fn mating(&mut self, us: Color) {
        let them = !us;
        if self.position.side(them).has_several() || self.us(us).officers.is_empty() {
            return;
        }
        let weights = self.weights;
        let king = self.king_square(them);
        let from_edge = |line: u8| line.min(7 - line) as i32;
        let edge = from_edge(king.file()).min(from_edge(king.rank()));
        let corner = V::mating_corners(self.position, us)
            .iter()
            .map(|corner| (king.file().abs_diff(corner.file()) + king.rank().abs_diff(corner.rank())) as i32)
            .min()
            .unwrap_or(0);
        let near = |man| 7 - masks::steps(king, man);
        let officers = self.us(us).officers.into_iter().map(near).sum();
        self.account.add(us, &weights.mate_edge, 3 - edge);
        self.account.add(us, &weights.mate_corner, 14 - corner);
        self.account.add(us, &weights.mate_close, near(self.king_square(us)));
        self.account.add(us, &weights.mate_officers, officers);
    }

    /// How much play is left, for either side to use.
    #[inline(always)]
    pub(crate) fn complexity(&mut self) {
        let weights = self.weights;
        let pawns = self.us(Color::White).pawns | self.us(Color::Black).pawns;
        let wing = |files: SquareSet| !pawns.is_disjoint(files);
        let both = wing(masks::WEST_WING) && wing(masks::EAST_WING);
        let (white, black) = (self.king_square(Color::White), self.king_square(Color::Black));
        let files = white.file().abs_diff(black.file()) as i32;
        let ranks = white.rank().abs_diff(black.rank()) as i32;
        let officers = self.us(Color::White).officers | self.us(Color::Black).officers;
        let account = &mut *self.account;
        account.complexity(&weights.complex_passed, self.structure.passed.len() as i32);
        account.complexity(&weights.complex_pawns, pawns.len() as i32);
        account.complexity(&weights.complex_wings, i32::from(both));
        account.complexity(&weights.complex_outflanking, files - ranks);
        account.complexity(&weights.complex_pawn_ending, i32::from(officers.is_empty()));
        account.complexity(&weights.complex_base, 1);
    }
}
