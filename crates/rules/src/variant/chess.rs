use super::{DrawCount, Draws, Played, Variant, VariantId};
use crate::{Color, End, Position, Role, Square, SquareSet, attacks};

/// Orthodox chess, Chess960 included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Chess;

impl Variant for Chess {
    const ID: VariantId = VariantId::Chess;
    const NAMES: &'static [&'static str] = &["chess", "standard", "normal", "orthodox", "fromposition"];
    const UCI_NAMES: &'static [&'static str] = &["chess", "standard"];
    const TITLE: &'static str = "Chess";
    const ABOUT: &'static str = "Orthodox chess";
    const START: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const ROLES: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
    const STEPPERS: &'static [Role] = &[Role::Pawn, Role::Knight];
    const STRAIGHT_SLIDERS: &'static [Role] = &[Role::Rook, Role::Queen];
    const DIAGONAL_SLIDERS: &'static [Role] = &[Role::Bishop, Role::Queen];
    const PROMOTIONS: &'static [Role] = &[Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    const DOUBLE_STEP: bool = true;
    const CASTLING: bool = true;
    const MARKS_PROMOTED: bool = false;
    const COUNTS_TO_LIMIT: bool = false;
    const THAI_NOTATION: bool = false;
    const SHORT_FEN: bool = false;
    const OPEN_CHECK: bool = false;

    #[inline]
    fn promotion_zone(us: Color) -> SquareSet {
        SquareSet::relative_rank(us, 7)
    }

    fn pawn_zone(_: Color) -> SquareSet {
        !(SquareSet::rank(0) | SquareSet::rank(7))
    }

    #[inline(always)]
    fn attacks(role: Role, us: Color, from: Square, occupied: SquareSet) -> SquareSet {
        match role {
            Role::Pawn => attacks::pawn(us, from),
            Role::Knight => attacks::knight(from),
            Role::Bishop => attacks::bishop(from, occupied),
            Role::Rook => attacks::rook(from, occupied),
            Role::Queen => attacks::queen(from, occupied),
            Role::King => attacks::king(from),
            Role::Khon | Role::Met => SquareSet::EMPTY,
        }
    }

    /// A king that moves gives up both castlings; a rook that leaves or dies, its own.
    #[inline]
    fn rights_ended(_: &Position<Self>, (us, role): (Color, Role), from: Square, to: Square) -> SquareSet {
        let ended = from.set() | to.set();
        if role == Role::King { ended | SquareSet::relative_rank(us, 0) } else { ended }
    }

    #[inline]
    fn count(before: DrawCount, _: &Position<Self>, played: Played) -> DrawCount {
        before.since_last_change(played)
    }

    fn count_limit(_: &Position<Self>, _: Color) -> u16 {
        0
    }

    fn count_runs_out(position: &Position<Self>, draws: Draws) -> Option<End> {
        let (limit, end) = count_limit(draws);
        (position.draw_count().plies >= limit).then_some(end)
    }

    fn plies_to_draw(position: &Position<Self>, draws: Draws) -> Option<u16> {
        Some(count_limit(draws).0.saturating_sub(position.draw_count().plies))
    }

    fn repetition_draw(draws: Draws) -> (usize, End) {
        match draws {
            Draws::Claimed => (3, End::Threefold),
            Draws::Automatic => (5, End::Fivefold),
        }
    }

    /// A lone knight mates only where an enemy man blocks its own king in, which a queen alone never must; and
    /// bishops of one colour need anything that can stand on the other.
    fn can_mate(position: &Position<Self>, side: Color) -> bool {
        let ours = position.side(side);
        let of = |role| position.role(role);
        let heavy = of(Role::Pawn) | of(Role::Rook) | of(Role::Queen);
        if !ours.is_disjoint(heavy) {
            return true;
        }
        if !ours.is_disjoint(of(Role::Knight)) {
            let blockers = position.side(!side) & !of(Role::King) & !of(Role::Queen);
            return ours.len() > 2 || blockers.any();
        }
        let bishops = of(Role::Bishop);
        let one_colour = bishops.is_disjoint(SquareSet::DARK) || SquareSet::DARK.contains(bishops);
        !ours.is_disjoint(bishops) && (!one_colour || (of(Role::Pawn) | of(Role::Knight)).any())
    }
}

/// The plies without capture or pawn move that make a draw, and what that is called.
pub(super) const fn count_limit(draws: Draws) -> (u16, End) {
    match draws {
        Draws::Claimed => (100, End::FiftyMoves),
        Draws::Automatic => (150, End::SeventyFiveMoves),
    }
}
