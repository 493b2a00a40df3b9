use std::f64::consts::SQRT_2;
use std::fmt;
use std::str::FromStr;

use super::elo::NORMALIZED_SCALE;
use super::{Pairs, mean_and_variance, score_of_elo};
use crate::fields::{FieldError, fields, value};

/// A sequential probability ratio test (Wald 1945): play until the games speak clearly for one of two hypotheses on
/// how much better the first player is.
///
/// The measure is the generalized log-likelihood ratio of the pair counts: how much more likely they are under the
/// best-fitting distribution that has the strength `elo1` than under the best-fitting one that has `elo0`. The
/// distributions are found as in M. Van den Bergh, *Comparing the approximations for the generalized log likelihood
/// ratio of a multinomial distribution* (logistic) and *Comments on normalized Elo* (normalized), the papers behind
/// fishtest and fastchess.
///
/// ```
/// use kempelen_arena::stats::{Pairs, Sprt, SprtVerdict};
///
/// let test: Sprt = "elo0=0,elo1=5,alpha=.05,beta=.05".parse()?;
/// assert_eq!(test.verdict(&Pairs([10, 150, 400, 240, 30])), SprtVerdict::AcceptH1);
/// # Ok::<(), kempelen_arena::stats::SprtError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

/// What `elo0` and `elo1` are measured in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EloModel {
    /// Standard deviations of a game: a test then takes about as long with many draws as with few.
    #[default]
    Normalized,
    /// The score, as in rating lists.
    Logistic,
}

/// What a test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtVerdict {
    /// Nothing yet.
    Continue,
    /// The difference is `elo0` rather than `elo1`.
    AcceptH0,
    /// The difference is `elo1` rather than `elo0`.
    AcceptH1,
}

impl Sprt {
    /// A test of `elo1` against `elo0`, wrong at most `alpha` of the time when `elo0` is true, and at most `beta`
    /// of the time when `elo1` is.
    ///
    /// # Errors
    /// When the hypotheses are not in order, or the error rates are no probabilities below one half together.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: EloModel) -> Result<Self, SprtError> {
        // Written so that a NaN fails too.
        if !(elo0 < elo1 && elo0.is_finite() && elo1.is_finite()) {
            return Err(SprtError::Order { elo0, elo1 });
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::Rates { alpha, beta });
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// The log-likelihood ratios at which the lower and the upper hypothesis is accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of these pairs: above zero they speak for `elo1`.
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        if pairs.total() == 0 {
            return 0.0;
        }
        // A result not seen yet is not impossible: it counts a thousandth, as in fishtest.
        let counts = pairs.0.map(|count| f64::from(count).max(1e-3));
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let [under0, under1] = [self.elo0, self.elo1].map(|elo| match self.model {
            EloModel::Logistic => likeliest_with_mean(&seen, score_of_elo(elo)),
            EloModel::Normalized => likeliest_with_lead(&seen, SQRT_2 * elo / NORMALIZED_SCALE),
        });
        let ratio: f64 = (0..5).map(|i| seen[i] * (under1[i] / under0[i]).ln()).sum();
        total * ratio
    }

    /// What to conclude from these pairs.
    pub fn verdict(&self, pairs: &Pairs) -> SprtVerdict {
        let (lower, upper) = self.bounds();
        match self.llr(pairs) {
            llr if llr >= upper => SprtVerdict::AcceptH1,
            llr if llr <= lower => SprtVerdict::AcceptH0,
            _ => SprtVerdict::Continue,
        }
    }
}

/// The hypotheses and error rates, as they are given: `elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized`.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta, .. } = self;
        let model = match self.model {
            EloModel::Normalized => "normalized",
            EloModel::Logistic => "logistic",
        };
        write!(f, "elo0={elo0} elo1={elo1} alpha={alpha} beta={beta} model={model}")
    }
}

/// Reads what [`Display`](fmt::Display) writes; what is left out is `elo0=0 elo1=5 alpha=.05 beta=.05
/// model=normalized`.
impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let (mut elo0, mut elo1, mut alpha, mut beta) = (0.0, 5.0, 0.05, 0.05);
        let mut model = EloModel::default();
        for (name, text) in fields(text)? {
            match name {
                "elo0" => elo0 = value(name, text)?,
                "elo1" => elo1 = value(name, text)?,
                "alpha" => alpha = value(name, text)?,
                "beta" => beta = value(name, text)?,
                "model" => {
                    model = match text {
                        "normalized" => EloModel::Normalized,
                        "logistic" => EloModel::Logistic,
                        _ => return Err(FieldError::value(name, text).into()),
                    }
                }
                _ => return Err(FieldError::unknown(name, "elo0, elo1, alpha, beta, model").into()),
            }
        }
        Self::new(elo0, elo1, alpha, beta, model)
    }
}

/// Of all distributions with this mean, the one under which what was seen is likeliest.
fn likeliest_with_mean(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    tilted(seen, &Pairs::SCORES.map(|score| score - mean))
}

/// Of all distributions whose mean lies `lead` of their own standard deviations above one half, the one under which
/// what was seen is likeliest.
///
/// The condition is not linear in the distribution, so it is replaced by its tangent at the current guess, again
/// and again until nothing moves.
fn likeliest_with_lead(seen: &[f64; 5], lead: f64) -> [f64; 5] {
    const ROUNDS: usize = 50;
    const STILL: f64 = 1e-9;
    let mut guess = [0.2; 5];
    for _ in 0..ROUNDS {
        let (mean, variance) = mean_and_variance(&guess);
        let deviation = variance.sqrt();
        let tangent = Pairs::SCORES.map(|score| {
            let away = (score - mean) / deviation;
            score - 0.5 - 0.5 * lead * deviation * (1.0 + away * away)
        });
        let next = tilted(seen, &tangent);
        let moved = (0..5).map(|i| (next[i] - guess[i]).abs()).fold(0.0, f64::max);
        guess = next;
        if moved < STILL {
            break;
        }
    }
    guess
}

/// Of all distributions under which `weights` has the expectation zero, the one under which `seen` is likeliest.
///
/// By Lagrange it is `seen / (1 + theta * weights)`, with the one `theta` between two poles that makes the
/// expectation vanish. The expectation falls as `theta` grows, so halving the interval finds it.
fn tilted(seen: &[f64; 5], weights: &[f64; 5]) -> [f64; 5] {
    let at = |theta: f64| -> [f64; 5] { std::array::from_fn(|i| seen[i] / (1.0 + theta * weights[i])) };
    let least = weights.iter().copied().fold(f64::INFINITY, f64::min);
    let most = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        let expected: f64 = at(middle).iter().zip(weights).map(|(share, weight)| share * weight).sum();
        if expected > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    at(f64::midpoint(low, high))
}

/// Why a test makes no sense.
#[derive(Clone, PartialEq, Debug)]
pub enum SprtError {
    /// The hypotheses are not in order.
    Order {
        /// The lower one.
        elo0: f64,
        /// The upper one.
        elo1: f64,
    },
    /// The error rates are no probabilities that leave room for each other.
    Rates {
        /// That of accepting too much.
        alpha: f64,
        /// That of rejecting too much.
        beta: f64,
    },
    /// The text cannot be read.
    Field(FieldError),
}

impl From<FieldError> for SprtError {
    fn from(error: FieldError) -> Self {
        Self::Field(error)
    }
}

impl fmt::Display for SprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Order { elo0, elo1 } => write!(f, "elo0 ({elo0}) must be below elo1 ({elo1})"),
            Self::Rates { alpha, beta } => {
                write!(f, "alpha ({alpha}) and beta ({beta}) must be above 0 and together below 1")
            }
            Self::Field(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SprtError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::stream;
    use crate::stats::elo_of_score;

    fn test(text: &str) -> Sprt {
        text.parse().unwrap()
    }

    /// Counts of real tests on fishtest and their ratios, as fastchess's own tests give them (to 1 %).
    #[test]
    fn agrees_with_fastchess() {
        let cases = [
            ("elo0=0 elo1=2 model=normalized", [365, 16618, 36229, 16974, 390], 2.25),
            ("elo0=-1.75 elo1=0.25 model=normalized", [127, 4883, 10712, 5150, 104], 3.01),
            ("elo0=0 elo1=5 model=normalized", [0, 0, 0, 0, 5550], 111.82),
            ("elo0=0.5 elo1=2.5 model=logistic", [223, 9863, 21279, 10037, 246], -3.07),
            ("elo0=0 elo1=2 model=logistic", [871, 26175, 55983, 26678, 821], -4.98),
        ];
        for (setting, counts, wanted) in cases {
            let llr = test(setting).llr(&Pairs(counts));
            assert!((llr / wanted - 1.0).abs() < 0.01, "{setting}: {llr}, not {wanted}");
        }
    }

    /// For many pairs and small differences the ratio tends to that of two normal distributions with the variance
    /// seen: n (s1 - s0) (2 s - s0 - s1) / (2 variance).
    #[test]
    fn tends_to_the_ratio_of_normal_distributions() {
        for counts in [[365, 16618, 36229, 16974, 390], [100, 900, 2400, 1000, 120]] {
            let pairs = Pairs(counts);
            let (mean, variance) = pairs.mean_and_variance().unwrap();
            let (s0, s1) = (score_of_elo(0.0), score_of_elo(2.0));
            let normal = f64::from(pairs.total()) * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
            let llr = test("elo0=0 elo1=2 model=logistic").llr(&pairs);
            assert!((llr - normal).abs() < 0.01 * normal.abs().max(1.0), "{llr}, not {normal}");
        }
    }

    /// Whatever else has the same mean makes what was seen less likely.
    #[test]
    fn no_other_distribution_with_the_mean_is_likelier() {
        let seen = [0.05, 0.2, 0.4, 0.25, 0.1];
        let found = likeliest_with_mean(&seen, 0.47);
        let likelihood = |p: &[f64; 5]| -> f64 { seen.iter().zip(p).map(|(s, p)| s * p.ln()).sum() };
        assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!((mean_and_variance(&found).0 - 0.47).abs() < 1e-12);
        // These directions keep both the sum and the mean; together they span all that do.
        for direction in [[1.0, -2.0, 1.0, 0.0, 0.0], [0.0, 1.0, -2.0, 1.0, 0.0], [0.0, 0.0, 1.0, -2.0, 1.0]]
        {
            for step in [-1e-3, 1e-3] {
                let other: [f64; 5] = std::array::from_fn(|i| found[i] + step * direction[i]);
                assert!((mean_and_variance(&other).0 - 0.47).abs() < 1e-12);
                assert!(likelihood(&other) < likelihood(&found), "{direction:?}");
            }
        }
    }

    #[test]
    fn the_normalized_distribution_has_the_lead_it_should() {
        let seen = [0.05, 0.2, 0.4, 0.25, 0.1];
        for lead in [-0.2, 0.0, 0.05, 0.3] {
            let found = likeliest_with_lead(&seen, lead);
            let (mean, variance) = mean_and_variance(&found);
            assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!(((mean - 0.5) / variance.sqrt() - lead).abs() < 1e-6);
        }
    }

    /// What speaks for one side in one test speaks as loudly for the other in the test turned round.
    #[test]
    fn is_symmetric() {
        let pairs = Pairs([12, 80, 200, 120, 20]);
        for model in [EloModel::Logistic, EloModel::Normalized] {
            let forth = Sprt::new(-1.0, 4.0, 0.05, 0.05, model).unwrap();
            let back = Sprt::new(-4.0, 1.0, 0.05, 0.05, model).unwrap();
            assert!((forth.llr(&pairs) + back.llr(&pairs.flip())).abs() < 1e-6);
        }
    }

    #[test]
    fn concludes_at_the_bounds() {
        let sprt = test("");
        let (lower, upper) = sprt.bounds();
        assert!((upper - 19_f64.ln()).abs() < 1e-12 && (lower + 19_f64.ln()).abs() < 1e-12);
        assert_eq!(sprt.verdict(&Pairs::default()), SprtVerdict::Continue);
        assert_eq!(sprt.verdict(&Pairs([1, 2, 3, 2, 1])), SprtVerdict::Continue);
        assert_eq!(sprt.verdict(&Pairs([0, 100, 900, 1000, 0])), SprtVerdict::AcceptH1);
        assert_eq!(sprt.verdict(&Pairs([0, 1000, 900, 100, 0])), SprtVerdict::AcceptH0);
    }

    #[test]
    fn reads_what_it_writes_and_refuses_nonsense() {
        let sprt = test("elo0=-3,elo1=1.5,alpha=.1,beta=.02,model=logistic");
        assert_eq!(sprt, test(&sprt.to_string()));
        for bad in
            ["elo0=5 elo1=5", "elo0=nan", "alpha=0", "alpha=.5 beta=.5", "elo=3", "elo0", "model=x", "elo0=x"]
        {
            assert!(bad.parse::<Sprt>().is_err(), "{bad}");
        }
    }

    /// The promise of the test, kept over many matches played with dice: under each hypothesis it errs no more often
    /// than it says.
    #[test]
    fn errs_as_rarely_as_it_promises() {
        const MATCHES: usize = 400;
        let mut random = stream(1, 1);
        // `favour` moves weight from pairs lost to pairs won.
        let mut play = |sprt: &Sprt, favour: f64| {
            let shares = [0.05, 0.2 - favour, 0.5, 0.2 + favour, 0.05];
            let mut pairs = Pairs::default();
            loop {
                for _ in 0..4 {
                    let mut place = random.next_u64() as f64 / u64::MAX as f64;
                    let kind = shares.iter().position(|share| {
                        place -= share;
                        place < 0.0
                    });
                    pairs.0[kind.unwrap_or(4)] += 1;
                }
                match sprt.verdict(&pairs) {
                    SprtVerdict::Continue => {}
                    verdict => return verdict,
                }
            }
        };
        for model in [EloModel::Logistic, EloModel::Normalized] {
            // The strengths of two such players, so that each hypothesis is true in its turn.
            let strength = |favour: f64| {
                let shares = [0.05, 0.2 - favour, 0.5, 0.2 + favour, 0.05];
                let (mean, variance) = mean_and_variance(&shares);
                match model {
                    EloModel::Logistic => elo_of_score(mean),
                    EloModel::Normalized => (mean - 0.5) / (2.0 * variance).sqrt() * NORMALIZED_SCALE,
                }
            };
            let (low, high) = (0.0, 0.06);
            let sprt = Sprt::new(strength(low), strength(high), 0.1, 0.05, model).unwrap();
            let mut errors = |favour, wrong| (0..MATCHES).filter(|_| play(&sprt, favour) == wrong).count();
            let (alpha, beta) = (errors(low, SprtVerdict::AcceptH1), errors(high, SprtVerdict::AcceptH0));
            // Expected are at most 40 and 20; three standard deviations more would be 58 and 33.
            assert!((10..=58).contains(&alpha), "{model:?}: {alpha}");
            assert!((3..=33).contains(&beta), "{model:?}: {beta}");
        }
    }
}
