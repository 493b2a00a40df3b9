//! What the numbers of a trace mean.

use std::fmt;

use crate::Score;

/// How an engine counts: what its scores are in pawns, and which of them are no evaluations.
///
/// ```
/// use kempelen_trace::Scale;
///
/// let scale = Scale { per_pawn: 100, infinite: 32_000, mate: 31_000, mate_plies: 128, won: 28_001 };
/// assert_eq!(scale.show(-120), "-1.20");
/// assert_eq!(scale.show(30_997), "#2");
/// assert_eq!(scale.show(32_000), "max");
/// assert_eq!(Scale::read(&scale.to_string()), Some(scale));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scale {
    /// Units in a pawn; 0 where the engine does not count in pawns at all.
    pub per_pawn: i32,
    /// Every score from here on is beyond all scores: the ends of a window without bounds.
    pub infinite: Score,
    /// The score of mating; 0 where mates have none of their own.
    pub mate: Score,
    /// A mate in `n` plies from the root is `n` less, up to so many plies. 0 where the distance does not count.
    pub mate_plies: Score,
    /// Every score from here on is a won game; 0 where only mates are.
    pub won: Score,
}

impl Scale {
    /// Hundredths of a pawn, and nothing else is known.
    pub const CENTIPAWNS: Self = Self { per_pawn: 100, infinite: Score::MAX, mate: 0, mate_plies: 0, won: 0 };

    /// Whether a score stands for no bound at all.
    pub fn is_infinite(&self, score: Score) -> bool {
        score.unsigned_abs() >= self.infinite.unsigned_abs()
    }

    /// Whether a score is a mate, for or against.
    pub fn is_mate(&self, score: Score) -> bool {
        let least = self.mate.saturating_sub(self.mate_plies);
        self.mate > 0 && !self.is_infinite(score) && score.unsigned_abs() >= least.unsigned_abs()
    }

    /// The plies from the root to the mate that a score promises, where it says so.
    pub fn plies_to_mate(&self, score: Score) -> Option<u32> {
        (self.is_mate(score) && self.mate_plies > 0)
            .then(|| self.mate.unsigned_abs().saturating_sub(score.unsigned_abs()))
    }

    /// A score for people: pawns with as many decimals as the unit has, `#3` for a mate in three moves from the root,
    /// `-#3` for being mated, `max` for no bound.
    pub fn show(&self, score: Score) -> String {
        let minus = if score < 0 { "-" } else { "" };
        if self.is_infinite(score) {
            return format!("{minus}max");
        }
        if self.is_mate(score) {
            return match self.plies_to_mate(score) {
                Some(plies) => format!("{minus}#{}", plies.div_ceil(2)),
                None => format!("{minus}#"),
            };
        }
        if self.won > 0 && score.unsigned_abs() >= self.won.unsigned_abs() {
            return format!("{minus}won");
        }
        match self.per_pawn {
            0 | 1 => score.to_string(),
            per_pawn => {
                // Eighths are told to the last digit.
                let decimals = if per_pawn == 8 { 3 } else { per_pawn.ilog10() as usize };
                format!("{:.decimals$}", f64::from(score) / f64::from(per_pawn))
            }
        }
    }

    /// The same with a sign before gains too.
    pub fn show_signed(&self, score: Score) -> String {
        let text = self.show(score);
        if score > 0 { format!("+{text}") } else { text }
    }
}

/// Five numbers, as a trace's header has them.
impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { per_pawn, infinite, mate, mate_plies, won } = self;
        write!(f, "{per_pawn} {infinite} {mate} {mate_plies} {won}")
    }
}

impl Scale {
    /// Reads what [`Display`](fmt::Display) writes.
    pub fn read(text: &str) -> Option<Self> {
        let mut numbers = text.split_ascii_whitespace().map(str::parse::<Score>);
        let mut next = || numbers.next()?.ok().filter(|&number| number >= 0);
        let scale =
            Self { per_pawn: next()?, infinite: next()?, mate: next()?, mate_plies: next()?, won: next()? };
        numbers.next().is_none().then_some(scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODERN: Scale =
        Scale { per_pawn: 100, infinite: 32_000, mate: 31_000, mate_plies: 128, won: 28_001 };
    const SARGON: Scale = Scale { per_pawn: 8, infinite: 128, mate: 127, mate_plies: 0, won: 0 };

    #[test]
    fn scores_are_shown_for_people() {
        let shown =
            [0, 31, -120, 30_999, 30_997, -30_998, -31_000, 32_000, -32_000, 28_995].map(|s| MODERN.show(s));
        assert_eq!(shown, ["0.00", "0.31", "-1.20", "#1", "#2", "-#1", "-#0", "max", "-max", "won"]);
        assert_eq!([27, -9, 127, -127, -128].map(|s| SARGON.show(s)), ["3.375", "-1.125", "#", "-#", "-max"]);
        assert_eq!(Scale { per_pawn: 1, ..Scale::CENTIPAWNS }.show(-3), "-3");
        assert_eq!(MODERN.show_signed(31), "+0.31");
        assert_eq!(MODERN.plies_to_mate(30_997), Some(3));
        assert_eq!(MODERN.plies_to_mate(300), None);
        assert_eq!(Scale::CENTIPAWNS.show(Score::MIN), "-max");
    }

    #[test]
    fn scales_are_written_and_read() {
        for scale in [MODERN, SARGON, Scale::CENTIPAWNS] {
            assert_eq!(Scale::read(&scale.to_string()), Some(scale));
        }
        for text in ["", "100 1 2 3", "100 1 2 3 4 5", "x 1 2 3 4", "-1 1 2 3 4"] {
            assert_eq!(Scale::read(text), None, "{text}");
        }
    }
}
