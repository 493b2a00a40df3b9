//! Playing worse on purpose, for people and for tests.
//!
//! A weaker player looks at fewer positions and misjudges what it sees. Both are set by a rating; the table
//! below was measured by matches (docs/strength.md).

use kempelen_rules::Move;

use crate::score::Score;

/// How weak to play. Few nodes make a player short-sighted; blur makes it err in judgement, as people do,
/// more often by little than by much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Strength {
    /// Nodes for each move.
    pub(crate) nodes: u64,
    /// How far off the judgement of a line may be, in hundredths of a pawn.
    pub(crate) blur: Score,
}

/// The lowest and the highest rating that can be asked for.
pub(crate) const LOWEST: i64 = 800;
pub(crate) const HIGHEST: i64 = 2800;

/// Ratings on the ladder of our machines, with nodes and blur. Between two of them nodes grow by equal
/// factors and blur by equal steps.
const TABLE: [(i64, u64, Score); 10] = [
    (736, 1, 1_600),
    (794, 1, 1_000),
    (908, 50, 600),
    (1057, 100, 400),
    (1187, 400, 190),
    (1361, 800, 120),
    (1648, 2_000, 40),
    (2108, 5_000, 15),
    (2446, 12_000, 5),
    (2812, 30_000, 0),
];

impl Strength {
    /// The strength of a rating, between two of the table. Ratings go with the logarithm of nodes, as
    /// doubling the nodes adds about as much wherever one stands.
    pub(crate) fn of(elo: i64) -> Self {
        let elo = elo.clamp(LOWEST, HIGHEST);
        let i = TABLE.iter().rposition(|&(rating, ..)| rating <= elo).unwrap_or(0).min(TABLE.len() - 2);
        let ((low, few, blurred), (high, many, clear)) = (TABLE[i], TABLE[i + 1]);
        let way = (elo - low) as f64 / (high - low) as f64;
        let nodes = few as f64 * (many as f64 / few as f64).powf(way);
        let blur = f64::from(blurred) + way * f64::from(clear - blurred);
        Self { nodes: nodes.round() as u64, blur: blur.round() as Score }
    }

    /// How many lines such a player chooses from: the worse it judges, the more of them look good.
    pub(crate) fn lines(self) -> usize {
        const AT_LEAST: usize = 4;
        const BLUR_FOR_ONE_MORE: usize = 200;
        AT_LEAST + self.blur.max(0) as usize / BLUR_FOR_ONE_MORE
    }

    /// The number of the line such a player would choose, given what each is worth. The same position gives
    /// the same mistakes, so that a weakened engine is as repeatable as any other.
    pub(crate) fn choose(self, lines: impl Iterator<Item = (Move, Score)>, key: u64) -> usize {
        let blurred =
            |(i, (m, score)): (usize, (Move, Score))| (score + self.error(key, m), std::cmp::Reverse(i));
        lines.enumerate().map(blurred).max().map_or(0, |(_, std::cmp::Reverse(i))| i)
    }

    /// An error between minus and plus the blur, small ones more often than large ones.
    fn error(self, key: u64, m: Move) -> Score {
        let z = kempelen_rules::random::finish(
            key ^ u64::from(m.bits().get()).wrapping_mul(0x9E37_79B9_7F4A_7C15),
        );
        // The sum of two dice is a triangle.
        let die = |bits: u64| (bits & 0xFFFF) as i64 - 0x8000;
        let sum = die(z) + die(z >> 16);
        (i64::from(self.blur) * sum / 0x1_0000) as Score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kempelen_rules::Square;

    #[test]
    fn more_rating_is_more_nodes_or_less_blur() {
        for elo in (LOWEST..HIGHEST).step_by(20) {
            let (now, better) = (Strength::of(elo), Strength::of(elo + 20));
            assert!(better.nodes >= now.nodes && better.blur <= now.blur && better != now, "{elo}");
        }
        assert_eq!(Strength::of(1057), Strength { nodes: 100, blur: 400 });
        assert_eq!(Strength::of(2446), Strength { nodes: 12_000, blur: 5 });
        // Half way in ratings from 1648 to 2108 is half way in blur, and in the logarithm of nodes.
        assert_eq!(Strength::of(1878), Strength { nodes: 3_162, blur: 28 });
        assert_eq!(Strength::of(0), Strength::of(LOWEST));
        assert_eq!(Strength::of(9999), Strength::of(HIGHEST));
    }

    #[test]
    fn who_judges_badly_chooses_from_more_lines() {
        assert_eq!(Strength::of(HIGHEST).lines(), 4);
        assert_eq!(Strength { nodes: 1, blur: 1_000 }.lines(), 9);
    }

    #[test]
    fn mistakes_are_bounded_and_repeatable() {
        let weak = Strength { nodes: 1, blur: 100 };
        let moves = [Square::E4, Square::D4, Square::C4].map(|to| Move::new(Square::A1, to));
        for key in 0..1000u64 {
            let lines = || moves.iter().copied().zip([50, 0, -201]);
            let chosen = weak.choose(lines(), key);
            assert_eq!(chosen, weak.choose(lines(), key));
            assert_ne!(chosen, 2, "more than twice the blur behind is never chosen");
        }
        assert_eq!(Strength { nodes: 1, blur: 0 }.choose(moves.iter().copied().zip([0, 5, 5]), 7), 1);
    }
}
