//! Scores inside the search: hundredths of a pawn, seen from the side to move, with mates beyond all
//! evaluations.
//!
//! One scale holds everything that can be known of a node, in this order: mates, the nearer the higher; wins
//! promised by endgame tables; evaluations; and the same below zero for the other side. So scores are
//! compared as numbers, and a mate in two is better than one in three without anybody asking.

use kempelen_trace::Bound;
pub(crate) use kempelen_trace::Score;

use kempelen_engine as door;

use crate::tablebase::TablebaseResult;

/// More than any score.
pub(crate) const INFINITE: Score = 32_000;
/// Mate on the board; a mate in `n` plies is `n` less.
pub(crate) const MATE: Score = 31_000;
/// Every score above this is a mate.
pub(crate) const MATE_BOUND: Score = MATE - MAX_PLY as Score;
/// A win that an endgame table promises; less than any mate, since the way to it is not known.
pub(crate) const TABLEBASE_WIN: Score = 29_000;
/// No evaluation is beyond this.
pub(crate) const EVAL_BOUND: Score = 28_000;
/// A draw.
pub(crate) const DRAW: Score = 0;
/// The deepest ply the search ever looks at.
pub(crate) const MAX_PLY: usize = 128;
/// The deepest iteration, so that extensions have some plies left.
pub(crate) const MAX_DEPTH: usize = MAX_PLY - 8;

/// Being mated at this ply.
#[inline]
pub(crate) fn mated_at(ply: usize) -> Score {
    ply as Score - MATE
}

/// Whether a score is a won or lost game, by mate or by endgame table, and not an evaluation.
#[inline]
pub(crate) fn is_decided(score: Score) -> bool {
    score.abs() > EVAL_BOUND
}

/// A score kept within what evaluations may be.
#[inline]
pub(crate) fn as_evaluation(score: Score) -> Score {
    score.clamp(-EVAL_BOUND + 1, EVAL_BOUND - 1)
}

/// Whether a score that is known from one side at least says something else than an evaluation does.
#[inline]
pub(crate) fn tells_more(score: Score, bound: Bound, evaluation: Score) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => score > evaluation,
        Bound::Upper => score < evaluation,
    }
}

/// A score as the table keeps it: mates counted from the node, not from the root.
///
/// The search counts them from the root, so that nearer ones are better. But the same position may be met at
/// another ply, where the mate is as far from the node and not from the root.
#[inline]
pub(crate) fn to_table(score: Score, ply: usize) -> Score {
    if score > EVAL_BOUND {
        score + ply as Score
    } else if score < -EVAL_BOUND {
        score - ply as Score
    } else {
        score
    }
}

/// The score of a table's entry met at this ply.
#[inline]
pub(crate) fn from_table(score: Score, ply: usize) -> Score {
    if score > EVAL_BOUND {
        score - ply as Score
    } else if score < -EVAL_BOUND {
        score + ply as Score
    } else {
        score
    }
}

/// What a result is worth that an endgame table promises.
pub(crate) fn of_tablebase(verdict: TablebaseResult, ply: usize) -> Score {
    match verdict {
        TablebaseResult::Win => TABLEBASE_WIN - ply as Score,
        TablebaseResult::Draw => DRAW,
        TablebaseResult::Loss => ply as Score - TABLEBASE_WIN,
    }
}

/// A score as the world sees it.
pub(crate) fn to_door(score: Score) -> door::Score {
    if score >= MATE_BOUND {
        door::Score::Mate((MATE - score + 1) / 2)
    } else if score <= -MATE_BOUND {
        door::Score::Mate(-MATE.midpoint(score))
    } else {
        door::Score::Cp(score)
    }
}

/// Chances of winning, drawing and losing in thousandths, by a logistic curve over the score.
///
/// One side's winning chances are the other's losing chances, and what is left are draws: between equals most
/// of the games, and at an advantage that wins every second one most of the others.
pub(crate) fn chances(score: Score) -> [u16; 3] {
    // An advantage of 110 wins half of the games; the width is that of games between equals.
    const HALF: f64 = 110.0;
    const WIDTH: f64 = 60.0;
    let wins = |score: Score| (1000.0 / (1.0 + ((HALF - f64::from(score)) / WIDTH).exp())).round() as u16;
    let (win, loss) = (wins(score), wins(-score));
    [win, 1000 - (win + loss).min(1000), loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_told_in_moves() {
        assert_eq!(to_door(MATE - 1), door::Score::Mate(1));
        assert_eq!(to_door(MATE - 2), door::Score::Mate(1));
        assert_eq!(to_door(MATE - 3), door::Score::Mate(2));
        assert_eq!(to_door(mated_at(2)), door::Score::Mate(-1));
        assert_eq!(to_door(mated_at(0)), door::Score::Mate(0));
        assert_eq!(to_door(37), door::Score::Cp(37));
    }

    #[test]
    fn the_table_counts_mates_from_the_node() {
        for score in [MATE - 7, 7 - MATE, 123, 0] {
            assert_eq!(from_table(to_table(score, 5), 5), score);
        }
        assert_eq!(from_table(to_table(MATE - 7, 5), 3), MATE - 5);
    }

    #[test]
    fn chances_add_up() {
        for score in [-3000, -200, 0, 50, 400, MATE] {
            assert_eq!(chances(score).iter().sum::<u16>(), 1000);
        }
    }
}
