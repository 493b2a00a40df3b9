use kempelen_rules::{Chess, Color, Position, Role, Square, SquareSet};

use super::{ALL_CORNERS, Judged, Prospects};
use crate::sum::WHOLE;
use crate::{Weights, weights};

impl Judged for Chess {
    const PHASE: [i32; 4] = [1, 1, 2, 4];
    const FULL_PHASE: i32 = 24;
    const MINOR: [bool; 4] = [true, true, false, false];
    const ROOK: usize = 2;
    const STRONGEST: Role = Role::Queen;
    const PROMOTION_RANK: u8 = 7;

    #[inline(always)]
    fn weights() -> &'static Weights {
        &weights::chess::WEIGHTS
    }

    #[inline(always)]
    fn home_pawns(us: Color) -> SquareSet {
        SquareSet::relative_rank(us, 1) | SquareSet::relative_rank(us, 2)
    }

    /// A bishop with a knight mates only in the corners the bishop sees.
    fn mating_corners(position: &Position<Self>, us: Color) -> &'static [Square] {
        let (bishops, knights) = (position.men(us, Role::Bishop), position.men(us, Role::Knight));
        let others = position.side(us) & !bishops & !knights & !position.role(Role::King);
        if others.any() || knights.is_empty() || bishops.is_empty() || bishops.has_several() {
            &ALL_CORNERS
        } else if SquareSet::DARK.contains(bishops) {
            &[Square::A1, Square::H8]
        } else {
            &[Square::H1, Square::A8]
        }
    }

    #[inline(always)]
    fn prospects(position: &Position<Self>, stronger: Color) -> Prospects {
        // Towards the fifty-move draw nothing happens: an advantage that is not used fades.
        let idle = position.draw_count().plies.clamp(20, 100) as i32 - 20;
        let scale = scale(position, stronger);
        // What is drawn without pawns is no endgame matter only.
        let drawn = scale == 0 || position.men(stronger, Role::Pawn).is_empty();
        Prospects { scale, fade: (WHOLE - idle * 5 / 8).min(if drawn { scale } else { WHOLE }) }
    }
}

/// How much of its advantage the stronger side keeps in the endgame.
#[inline(always)]
fn scale(position: &Position<Chess>, stronger: Color) -> i32 {
    let pawns = position.men(stronger, Role::Pawn);
    let officers = |side| position.side(side) & !position.role(Role::Pawn) & !position.role(Role::King);
    let (ours, theirs) = (officers(stronger), officers(!stronger));
    let bishops = position.role(Role::Bishop);
    let each_a_bishop = |side| {
        let own = bishops & position.side(side);
        own.any() && !own.has_several()
    };
    if pawns.is_empty() {
        return without_pawns(position, stronger, ours, theirs);
    }
    if each_a_bishop(stronger)
        && each_a_bishop(!stronger)
        && !bishops.is_disjoint(SquareSet::DARK)
        && !SquareSet::DARK.contains(bishops)
    {
        // Opposite bishops: what one side attacks the other cannot defend, but neither can it be driven off.
        return if ours == bishops & position.side(stronger) && theirs == bishops & position.side(!stronger) {
            (8 * pawns.len() as i32 + 4).min(40)
        } else {
            (50 + 2 * pawns.len() as i32).min(WHOLE)
        };
    }
    if theirs.is_empty() && holds_the_corner(position, stronger, pawns, ours) {
        return 0;
    }
    (50 + 4 * pawns.len() as i32).min(WHOLE)
}

/// Without pawns a small surplus does not mate.
fn without_pawns(position: &Position<Chess>, stronger: Color, ours: SquareSet, theirs: SquareSet) -> i32 {
    let worth = |men: SquareSet| {
        let count = |role| (men & position.role(role)).len() as i32;
        3 * count(Role::Knight) + 3 * count(Role::Bishop) + 5 * count(Role::Rook) + 9 * count(Role::Queen)
    };
    let (more, less) = (worth(ours), worth(theirs));
    let only_knights = position.role(Role::Knight).contains(ours) && ours.len() == 2;
    if only_knights && position.men(!stronger, Role::Pawn).is_empty() || more < 5 {
        0
    } else if more - less <= 3 {
        if less <= 3 { 4 } else { 14 }
    } else {
        WHOLE
    }
}

/// Whether a bare defender sits before rook pawns that the attacker's bishop, if any, cannot help to promote.
fn holds_the_corner(position: &Position<Chess>, stronger: Color, pawns: SquareSet, ours: SquareSet) -> bool {
    let file = match (SquareSet::file(0).contains(pawns), SquareSet::file(7).contains(pawns)) {
        (true, _) => 0,
        (_, true) => 7,
        _ => return false,
    };
    let corner = Square::at(file, stronger.relative_rank(7));
    let bishops = position.role(Role::Bishop);
    let wrong = bishops.contains(ours)
        && ((ours & SquareSet::DARK).is_empty() != (corner.set() & SquareSet::DARK).is_empty()
            || ours.is_empty());
    let one_colour = ours.is_disjoint(SquareSet::DARK) || SquareSet::DARK.contains(ours);
    wrong && one_colour && position.king(!stronger).distance(corner) <= 1
}
