use std::cmp::Ordering;
use std::f64::consts::{LN_10, SQRT_2};
use std::fmt;

use super::Pairs;

/// How many standard deviations hold 95 % of a normal distribution.
pub(super) const SIGMAS_95: f64 = 1.959_963_984_540_054;

/// Elo points in a unit of the logistic curve.
pub(super) const ELO_PER_UNIT: f64 = 400.0 / LN_10;

/// A number and how far off it may be: the truth lies within `error` of it 95 times in 100.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// Half the width of the 95 % interval; infinite where the games say nothing on one side, or nothing of it at all.
    pub error: f64,
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What is shown as nothing has no side.
        let sign = if self.value <= -0.05 { '-' } else { '+' };
        write!(f, "{sign}{:.1} +/- {:.1}", self.value.abs(), self.error)
    }
}

/// The score per game that a difference in Elo predicts.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The difference in Elo that predicts this score per game; infinite for 0 and 1 (and beyond, where the end of an
/// interval may lie).
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// Normalized Elo is measured in standard deviations of a game's result, scaled so that it equals Elo where no game
/// is drawn and the players are nearly equal.
pub(super) const NORMALIZED_SCALE: f64 = 800.0 / LN_10;

impl Pairs {
    /// The difference in (logistic) Elo between the players. The interval is that of the score, seen through
    /// [`elo_of_score`].
    ///
    /// Nothing without pairs.
    pub fn elo(&self) -> Option<Estimate> {
        let (mean, variance) = self.mean_and_variance()?;
        let reach = SIGMAS_95 * (variance / f64::from(self.total())).sqrt();
        let (low, high) = (elo_of_score(mean - reach), elo_of_score(mean + reach));
        // Pairs that all ended alike, as one alone does, tell nothing of how others would end.
        let error = if variance > 0.0 { (high - low) / 2.0 } else { f64::INFINITY };
        Some(Estimate { value: elo_of_score(mean), error })
    }

    /// The difference in normalized Elo: the distance of the score from one half in standard deviations of a game
    /// (a pair's deviation times the root of two), which is what decides how many games a proof takes.
    ///
    /// Nothing without pairs, or where all pairs ended alike.
    pub fn normalized_elo(&self) -> Option<Estimate> {
        let (mean, variance) = self.mean_and_variance()?;
        let deviation = SQRT_2 * variance.sqrt();
        (deviation > 0.0).then(|| Estimate {
            value: (mean - 0.5) / deviation * NORMALIZED_SCALE,
            error: SIGMAS_95 / (2.0 * f64::from(self.total())).sqrt() * NORMALIZED_SCALE,
        })
    }

    /// The likelihood of superiority: how probable it is that the first player is the better one.
    ///
    /// Nothing without pairs.
    pub fn likelihood_of_superiority(&self) -> Option<f64> {
        let (mean, variance) = self.mean_and_variance()?;
        let lead = mean - 0.5;
        if variance > 0.0 {
            return Some(normal_below(lead / (variance / f64::from(self.total())).sqrt()));
        }
        // All pairs ended alike. If nothing was known before, leading in all n of n pairs leaves 1 in 2^(n+1) for the other.
        let doubt = 0.5_f64.powi(self.total() as i32 + 1);
        Some(match lead.total_cmp(&0.0) {
            Ordering::Equal => 0.5,
            Ordering::Greater => 1.0 - doubt,
            Ordering::Less => doubt,
        })
    }
}

/// The share of a normal distribution that lies below `x` standard deviations, by Marsaglia's series (2004), exact
/// to the last few bits wherever it differs from 0 and 1.
fn normal_below(x: f64) -> f64 {
    if x.abs() > 8.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut sum, mut term, mut k) = (x, x, 1.0);
    while term.abs() > sum.abs() * f64::EPSILON / 4.0 {
        k += 2.0;
        term *= x * x / k;
        sum += term;
    }
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    0.5 + sum * density
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} is not {b}");
    }

    /// Figures of public testing tools for the same counts (fastchess's own tests, two decimals).
    #[test]
    fn agrees_with_fastchess() {
        let cases = [
            ([34, 54, 63, 64, 75], 55.58, 27.65, 57.94, 28.28),
            ([332, 433, 498, 333, 334], -8.64, 10.33, -9.17, 10.96),
            ([7895, 8757, 5685, 568, 9999], -21.04, 2.95, -19.01, 2.65),
        ];
        for (counts, elo, error, normalized, normalized_error) in cases {
            let pairs = Pairs(counts);
            near(pairs.elo().unwrap().value, elo, 0.005);
            near(pairs.elo().unwrap().error, error, 0.005);
            near(pairs.normalized_elo().unwrap().value, normalized, 0.005);
            near(pairs.normalized_elo().unwrap().error, normalized_error, 0.005);
        }
        near(Pairs([332, 433, 498, 333, 334]).likelihood_of_superiority().unwrap(), 0.0505, 0.00005);
    }

    #[test]
    fn swapping_the_players_changes_the_sign_alone() {
        let pairs = Pairs([3, 10, 40, 22, 7]);
        let (ours, theirs) = (pairs.elo().unwrap(), pairs.flip().elo().unwrap());
        near(ours.value, -theirs.value, 1e-9);
        near(ours.error, theirs.error, 1e-9);
        let sum =
            pairs.likelihood_of_superiority().unwrap() + pairs.flip().likelihood_of_superiority().unwrap();
        near(sum, 1.0, 1e-12);
    }

    #[test]
    fn elo_and_score_undo_each_other() {
        for elo in [-700.0, -12.5, 0.0, 3.0, 400.0] {
            near(elo_of_score(score_of_elo(elo)), elo, 1e-9);
        }
        near(score_of_elo(400.0), 10.0 / 11.0, 1e-12);
    }

    /// Without draws and between equals, a pair of independent games makes both scales agree.
    #[test]
    fn normalized_elo_is_elo_where_nothing_is_drawn() {
        let pairs = Pairs([2490, 0, 5000, 0, 2510]);
        near(pairs.normalized_elo().unwrap().value, pairs.elo().unwrap().value, 0.01);
    }

    #[test]
    fn one_sided_results_have_no_bounds() {
        let sweep = Pairs([0, 0, 0, 0, 9]);
        assert_eq!(sweep.elo().unwrap(), Estimate { value: f64::INFINITY, error: f64::INFINITY });
        assert_eq!(sweep.elo().unwrap().to_string(), "+inf +/- inf");
        assert_eq!(Estimate { value: -0.01, error: 3.0 }.to_string(), "+0.0 +/- 3.0");
        assert_eq!(Estimate { value: -0.06, error: 3.0 }.to_string(), "-0.1 +/- 3.0");
        assert_eq!(sweep.likelihood_of_superiority(), Some(1023.0 / 1024.0));
        assert_eq!(Pairs([1, 0, 0, 0, 0]).likelihood_of_superiority(), Some(0.25));
        assert_eq!(sweep.normalized_elo(), None);
        assert_eq!(Pairs([0, 0, 4, 0, 0]).likelihood_of_superiority(), Some(0.5));
        assert_eq!(Pairs([0, 0, 1, 0, 0]).elo().unwrap().to_string(), "+0.0 +/- inf");
        assert!(Pairs([0, 1, 0, 1, 0]).elo().unwrap().error.is_finite());
        assert_eq!(Pairs::default().elo(), None);
    }

    /// Values of the normal distribution as printed in tables.
    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
        for (x, below) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (-1.0, 0.158_655_253_931_457),
            (SIGMAS_95, 0.975),
            (3.0, 0.998_650_101_968_370),
            (-4.0, 0.000_031_671_241_833),
        ] {
            near(normal_below(x), below, 1e-14);
        }
    }
}
