use super::{DrawCount, Draws, Played, Variant, VariantId};
use crate::{Color, End, Position, Role, Square, SquareSet, attacks};

/// Makruk, the chess of Thailand, by the competition rules of 2569 (2026) with counting kept automatically.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Makruk;

impl Variant for Makruk {
    const ID: VariantId = VariantId::Makruk;
    const NAMES: &'static [&'static str] = &["makruk"];
    const TITLE: &'static str = "Makruk";
    const ABOUT: &'static str = "The chess of Thailand";
    const START: &'static str = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";
    const ROLES: [Role; 6] = [Role::Pawn, Role::Met, Role::Khon, Role::Knight, Role::Rook, Role::King];
    const STEPPERS: &'static [Role] = &[Role::Pawn, Role::Met, Role::Khon, Role::Knight];
    const STRAIGHT_SLIDERS: &'static [Role] = &[Role::Rook];
    const DIAGONAL_SLIDERS: &'static [Role] = &[];
    const PROMOTIONS: &'static [Role] = &[Role::Met];
    const DOUBLE_STEP: bool = false;
    const CASTLING: bool = false;
    const MARKS_PROMOTED: bool = true;
    const COUNTS_TO_LIMIT: bool = true;
    const THAI_NOTATION: bool = true;
    const SHORT_FEN: bool = true;
    // The positions by which counting is judged begin with such a one, so makruk programs have to read it.
    const OPEN_CHECK: bool = true;

    #[inline]
    fn promotion_zone(us: Color) -> SquareSet {
        SquareSet::relative_rank(us, 5)
    }

    fn pawn_zone(us: Color) -> SquareSet {
        (0..5).fold(SquareSet::EMPTY, |zone, rank| zone | SquareSet::relative_rank(us, rank))
    }

    #[inline(always)]
    fn attacks(role: Role, us: Color, from: Square, occupied: SquareSet) -> SquareSet {
        match role {
            Role::Pawn => attacks::pawn(us, from),
            Role::Met => attacks::met(from),
            Role::Khon => attacks::khon(us, from),
            Role::Knight => attacks::knight(from),
            Role::Rook => attacks::rook(from, occupied),
            Role::King => attacks::king(from),
            Role::Bishop | Role::Queen => SquareSet::EMPTY,
        }
    }

    #[inline]
    fn count(before: DrawCount, after: &Position<Self>, played: Played) -> DrawCount {
        if before.limit == 0 && after.role(Role::Pawn).any() {
            return before.since_last_change(played);
        }
        count_honour(before, after, played)
    }

    fn count_runs_out(position: &Position<Self>, _: Draws) -> Option<End> {
        let DrawCount { plies, limit } = position.draw_count();
        (limit > 0 && plies > limit).then_some(End::Counting)
    }

    fn plies_to_draw(position: &Position<Self>, _: Draws) -> Option<u16> {
        let DrawCount { plies, limit } = position.draw_count();
        (limit > 0).then(|| limit.saturating_add(1).saturating_sub(plies))
    }

    fn repetition_draw(_: Draws) -> (usize, End) {
        (3, End::Threefold)
    }

    fn can_mate(position: &Position<Self>, side: Color) -> bool {
        let ours = position.side(side);
        let of = |role| position.role(role);
        let mets = of(Role::Met);
        let men = position.occupied() & !of(Role::King);
        if !ours.is_disjoint(of(Role::Rook) | of(Role::Khon)) {
            return true;
        }
        let both_colours = !mets.is_disjoint(SquareSet::DARK) && !SquareSet::DARK.contains(mets);
        let mets_help = both_colours || (men & !mets).any();
        let others_help = men.has_several();
        !ours.is_disjoint(mets) && mets_help
            || !ours.is_disjoint(of(Role::Knight) | of(Role::Pawn)) && others_help
    }
}

/// The count after a move, in a position without unpromoted bia or with a count already on.
///
/// *Board's honour* runs while both sides have men, *pieces' honour* against a bare khun; the second takes over
/// from the first. A limit once set is not changed by later captures of the chaser's men.
fn count_honour(before: DrawCount, after: &Position<Makruk>, played: Played) -> DrawCount {
    let (mover, next) = (!after.turn(), after.turn());
    let bare = |side| !after.side(side).has_several();
    let men = after.occupied().len() as u16;
    let mut count = if before.limit > 0 || !played.is_zeroing() {
        DrawCount { plies: before.plies.saturating_add(1), ..before }
    } else {
        DrawCount { plies: 0, ..before }
    };
    let limit = limit_for(after, mover);
    if played.captured == Some(Role::Pawn) && bare(mover) && limit > 0 {
        count = DrawCount { limit: 2 * limit, plies: 2 * men - 1 };
    }
    let turning = played.captured.is_some() || played.promoted;
    let limit = limit_for(after, next);
    if (count.limit == 0 || turning && bare(next)) && limit > 0 {
        count = DrawCount { limit: 2 * limit, plies: if bare(next) { 2 * men } else { 0 } };
    }
    count
}

/// How many moves `side` must hold out for a draw, or 0 where it has nothing to count.
fn limit_for(position: &Position<Makruk>, side: Color) -> u16 {
    let theirs = position.side(!side);
    if position.role(Role::Pawn).any() || !theirs.has_several() {
        return 0;
    }
    if position.side(side).has_several() {
        return 64;
    }
    let chasers = |role| (theirs & position.role(role)).len();
    match (chasers(Role::Rook), chasers(Role::Khon), chasers(Role::Knight)) {
        (2.., _, _) => 8,
        (1, _, _) => 16,
        (_, 2.., _) => 22,
        (_, _, 2..) => 32,
        (_, 1, _) => 44,
        _ => 64,
    }
}
