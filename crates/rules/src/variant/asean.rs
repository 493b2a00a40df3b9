use super::{DrawCount, Draws, Played, Variant, VariantId, chess, counting, makruk};
use crate::{Color, End, Position, Role, SquareSet};

/// ASEAN chess, for players of all its countries: makruk's men with the letters of chess (B moves as khon, Q as met),
/// kings and queens as in chess, and promotion on the last rank to what the player likes.
///
/// Only a bare king counts, from nothing; while it does, the count takes the place of the fifty-move rule.
///
/// ```
/// use kempelen_rules::{Asean, Position, uci};
///
/// let position: Position<Asean> = "8/6P1/8/1k6/8/8/8/4K3 w - - 0 1".parse()?;
/// let after = position.play(uci::read(&position, "g7g8b").expect("a move"));
/// assert_eq!(after.fen(), "6B1/8/8/1k6/8/8/8/4K3 b - 88 0 1");
/// # Ok::<(), kempelen_rules::fen::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Asean;

impl Variant for Asean {
    const ID: VariantId = VariantId::Asean;
    const NAMES: &'static [&'static str] = &["asean", "aseanchess"];
    const TITLE: &'static str = "Asean";
    const ABOUT: &'static str = "ASEAN chess: makruk's men under the letters of chess";
    const START: &'static str = "rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w - - 0 1";
    const PROMOTIONS: &'static [Role] = &[Role::Rook, Role::Knight, Role::Khon, Role::Met];

    #[inline]
    fn promotion_zone(us: Color) -> SquareSet {
        SquareSet::relative_rank(us, 7)
    }

    fn pawn_zone(us: Color) -> SquareSet {
        !(SquareSet::relative_rank(us, 0) | SquareSet::relative_rank(us, 7))
    }

    #[inline]
    fn count(before: DrawCount, after: &Position<Self>, played: Played) -> DrawCount {
        if before.limit == 0 && after.role(Role::Pawn).any() {
            return before.since_last_change(played);
        }
        counting::bare_king(before, after, played)
    }

    fn count_limit(position: &Position<Self>, side: Color) -> u16 {
        let chased_by = |role| position.men(!side, role).any();
        if position.role(Role::Pawn).any() || position.side(side).has_several() {
            0
        } else if chased_by(Role::Rook) {
            16
        } else if chased_by(Role::Khon) {
            44
        } else if chased_by(Role::Knight) {
            64
        } else {
            0
        }
    }

    fn count_runs_out(position: &Position<Self>, draws: Draws) -> Option<End> {
        let DrawCount { plies, limit } = position.draw_count();
        if limit > 0 {
            return (plies > limit).then_some(End::Counting);
        }
        let (limit, end) = chess::count_limit(draws);
        (plies >= limit).then_some(end)
    }

    fn plies_to_draw(position: &Position<Self>, draws: Draws) -> Option<u16> {
        let DrawCount { plies, limit } = position.draw_count();
        let last = if limit > 0 { limit.saturating_add(1) } else { chess::count_limit(draws).0 };
        Some(last.saturating_sub(plies))
    }

    /// A pawn may become a rook.
    fn can_mate(position: &Position<Self>, side: Color) -> bool {
        position.men(side, Role::Pawn).any() || makruk::can_mate(position, side)
    }

    fn letter(role: Role) -> char {
        match role {
            Role::Khon => 'b',
            Role::Met => 'q',
            role => role.letter(),
        }
    }

    fn man_name(role: Role) -> &'static str {
        match role {
            Role::Khon => "bishop",
            Role::Met => "queen",
            role => role.name(),
        }
    }
}
