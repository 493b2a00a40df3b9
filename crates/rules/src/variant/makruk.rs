use super::counting::{by_chasers, honour};
use super::{DrawCount, Played, Variant, VariantId};
use crate::{Color, Position, Role, Square, SquareSet, attacks};

/// Makruk, the chess of Thailand, by the competition rules of 2569 (2026) with counting kept automatically.
///
/// What [`Variant`] says for all games is what makruk does; so little is left to say here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Makruk;

impl Variant for Makruk {
    const ID: VariantId = VariantId::Makruk;
    const NAMES: &'static [&'static str] = &["makruk"];
    const TITLE: &'static str = "Makruk";
    const ABOUT: &'static str = "The chess of Thailand";
    const START: &'static str = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";
    const MARKS_PROMOTED: bool = true;
}

/// How the men of makruk move.
#[inline(always)]
pub(super) fn attacks(role: Role, us: Color, from: Square, occupied: SquareSet) -> SquareSet {
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

/// Nothing is counted as long as there are bia.
#[inline(always)]
pub(super) fn count<V: Variant>(before: DrawCount, after: &Position<V>, played: Played) -> DrawCount {
    if before.limit == 0 && after.role(Role::Pawn).any() {
        return before.since_last_change(played);
    }
    honour(before, after, played)
}

/// Without bia a side counts: 64 moves as long as it has men, and as a bare khun by the men that chase it.
pub(super) fn count_limit<V: Variant>(position: &Position<V>, side: Color) -> u16 {
    if position.role(Role::Pawn).any() || !position.side(!side).has_several() {
        0
    } else if position.side(side).has_several() {
        64
    } else {
        by_chasers(position, side, [8, 16, 22, 32, 44, 64])
    }
}

/// A rua or a khon mates; mets need squares of both colours or another man, ma and bia a second man.
pub(super) fn can_mate<V: Variant>(position: &Position<V>, side: Color) -> bool {
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
