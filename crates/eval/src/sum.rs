use crate::{LIMIT, S};

/// What an evaluation comes to, before it is one number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EvalSum {
    /// White's score less Black's, the dangers of the kings included.
    pub sum: S,
    /// What the danger of each king costs its side.
    pub dangers: [S; 2],
    /// Whether each king is attacked enough for its danger to count.
    pub in_danger: [bool; 2],
    /// How much play is left, as far as the endgame cares.
    pub complexity: i32,
    /// How much of the middle game is left, of [`full_phase`](Self::full_phase).
    pub phase: i32,
    pub full_phase: i32,
    /// How much of its endgame advantage the stronger side can hope to keep, in 64ths.
    pub scale: i32,
    /// How much of the whole is left before a count or a clock makes it a draw, in 64ths.
    pub fade: i32,
}

impl EvalSum {
    /// The score for White.
    #[inline(always)]
    pub(crate) fn score(&self) -> i32 {
        let sum = self.sum + self.complexity_value();
        let score = self.blend(sum, self.scale) * self.fade / WHOLE;
        score.clamp(-LIMIT, LIMIT)
    }

    /// The middle game's and the endgame's half mixed by the phase, the latter so many 64ths of itself.
    #[inline(always)]
    pub(crate) fn blend(&self, sum: S, scale: i32) -> i32 {
        let (phase, full) = (self.phase, self.full_phase);
        (sum.middle() * phase * WHOLE + sum.end() * (full - phase) * scale) / (full * WHOLE)
    }

    /// What the play that is left adds to an advantage, or takes from it, though never more than there is.
    #[inline(always)]
    pub(crate) fn complexity_value(&self) -> S {
        let end = self.sum.end();
        S::end_only(end.signum() * self.complexity.max(-end.abs()))
    }
}

/// The whole of something that is told in 64ths.
pub(crate) const WHOLE: i32 = 64;

/// What a sum of dangers costs: in the middle game it grows with the square, in the endgame it is mild.
#[inline(always)]
pub(crate) fn danger_value(danger: S) -> S {
    let (middle, end) = (danger.middle().max(0), danger.end().max(0));
    -(S::middle_only(middle * middle / DANGER_SQUARE) + S::end_only(end / DANGER_LINE))
}

const DANGER_SQUARE: i32 = 128;
const DANGER_LINE: i32 = 4;

/// The same in fractions, for middle game and endgame.
pub(crate) fn danger_fractions([middle, end]: [f64; 2]) -> [f64; 2] {
    [-middle.max(0.0).powi(2) / f64::from(DANGER_SQUARE), -end.max(0.0) / f64::from(DANGER_LINE)]
}

/// How the cost changes with the danger.
pub(crate) fn danger_slopes([middle, end]: [f64; 2]) -> [f64; 2] {
    let end_slope = if end > 0.0 { -1.0 / f64::from(DANGER_LINE) } else { 0.0 };
    [-2.0 * middle.max(0.0) / f64::from(DANGER_SQUARE), end_slope]
}
