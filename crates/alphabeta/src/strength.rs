//! Playing worse on purpose, for people and for tests.
//!
//! A weaker player looks at fewer positions and misjudges what it sees. Both are set by a rating; the table below was
//! measured by matches (docs/strength.md).

use kempelen_rules::Move;

use crate::score::Score;

/// How weak to play.
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

/// How many lines a weakened engine chooses from.
pub(crate) const LINES: usize = 4;

/// Ratings on the ladder of our machines, with nodes and blur. Between two of them nodes grow by equal factors and
/// blur by equal steps.
const TABLE: [(i64, u64, Score); 7] = [
    (787, 200, 400),
    (1057, 200, 250),
    (1619, 2_000, 40),
    (2031, 5_000, 15),
    (2287, 12_000, 5),
    (2643, 30_000, 0),
    (2957, 90_000, 0),
];

impl Strength {
    /// The strength of a rating.
    pub(crate) fn of(elo: i64) -> Self {
        let elo = elo.clamp(LOWEST, HIGHEST);
        let i = TABLE.iter().rposition(|&(rating, ..)| rating <= elo).unwrap_or(0).min(TABLE.len() - 2);
        let ((low, few, blurred), (high, many, clear)) = (TABLE[i], TABLE[i + 1]);
        let way = (elo - low) as f64 / (high - low) as f64;
        let nodes = few as f64 * (many as f64 / few as f64).powf(way);
        let blur = f64::from(blurred) + way * f64::from(clear - blurred);
        Self { nodes: nodes.round() as u64, blur: blur.round() as Score }
    }

    /// The number of the line such a player would choose, given what each is worth. The same position gives the same
    /// mistakes.
    pub(crate) fn choose(self, lines: impl Iterator<Item = (Move, Score)>, key: u64) -> usize {
        let blurred =
            |(i, (m, score)): (usize, (Move, Score))| (score + self.error(key, m), std::cmp::Reverse(i));
        lines.enumerate().map(blurred).max().map_or(0, |(_, std::cmp::Reverse(i))| i)
    }

    /// An error between minus and plus the blur, small ones more often than large ones.
    fn error(self, key: u64, m: Move) -> Score {
        let mut z = key ^ u64::from(m.bits().get()).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
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
        assert_eq!(Strength::of(1057), Strength { nodes: 200, blur: 250 });
        assert_eq!(Strength::of(2643), Strength { nodes: 30_000, blur: 0 });
        // Half way in ratings from 1619 to 2031 is half way in blur, and in the logarithm of nodes.
        assert_eq!(Strength::of(1825), Strength { nodes: 3_162, blur: 28 });
        assert_eq!(Strength::of(0), Strength::of(LOWEST));
        assert_eq!(Strength::of(9999), Strength::of(HIGHEST));
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
