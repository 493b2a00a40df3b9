use kempelen_rules::{Color, Position, Role, SquareSet};

use crate::Weights;
use crate::account::Account;
use crate::games::Judged;
use crate::masks;

/// The king's place, and the pawns before it.
pub(crate) fn king<V: Judged>(
    position: &Position<V>,
    weights: &Weights,
    account: &mut impl Account,
    us: Color,
) {
    let (ours, theirs) = (position.men(us, Role::Pawn), position.men(!us, Role::Pawn));
    let king = position.king(us);
    account.add(us, &weights.places[5][king.relative_to(us).index()], 1);
    let near = ours.into_iter().map(|pawn| masks::steps(king, pawn)).min().unwrap_or(0);
    account.add(us, &weights.king_pawn, near);
    let bare = masks::wing(king.file()).is_disjoint(ours | theirs);
    account.add(us, &weights.bare_wing, i32::from(bare));

    let middle = king.file().clamp(1, 6);
    let not_behind = !masks::ranks_ahead(!us, king);
    for file in middle - 1..=middle + 1 {
        let squares = SquareSet::file(file) & not_behind;
        let from_edge = file.min(7 - file) as usize;
        let (own, enemy) = (nearest(us, ours & squares), nearest(us, theirs & squares));
        account.add(us, &weights.shelter[from_edge][own], 1);
        account.danger(us, &weights.danger_shelter[own], 1);
        if own > 0 && enemy == own + 1 {
            account.add(us, &weights.storm_blocked[enemy], 1);
        } else {
            account.add(us, &weights.storm[from_edge][enemy], 1);
            account.danger(us, &weights.danger_storm[enemy], 1);
        }
    }
}

/// The rank, as `us` counts, of the pawn nearest to our back rank, or 0 for none. A pawn on the back rank itself,
/// which only makruk's set-ups know, counts as on the next.
fn nearest(us: Color, pawns: SquareSet) -> usize {
    let pawn = us.pick(pawns.first(), pawns.last());
    pawn.map_or(0, |pawn| us.relative_rank(pawn.rank()).max(1) as usize)
}
