use super::elo::{ELO_PER_UNIT, SIGMAS_95};
use super::linear::{inverse, product};
use super::{Estimate, Pairs};

/// A *Plackett-Burman design* (Robin Plackett and Peter Burman, 1946): which of many switches are on in each of a few
/// trials, so that every trial says something about all of them.
///
/// Any two switches agree in one half of the trials and differ in the other, so that the effect of each is seen as
/// clearly as if it had been tried alone with all the games. A trial is a match of one side against its complement:
/// what is on for one is off for the other. The difference of the two is the sum of the effects, each with its sign,
/// and what two switches do together cancels out, since it is the same for both sides.
///
/// ```
/// use kempelen_arena::stats::FactorialDesign;
///
/// let design = FactorialDesign::new(5).expect("not too many");
/// assert_eq!(design.trials().len(), 8);
/// let on = design.trials().iter().filter(|trial| trial[0]).count();
/// assert_eq!(on, 4, "a switch is on in half of the trials");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FactorialDesign {
    trials: Vec<Vec<bool>>,
}

impl FactorialDesign {
    /// The most switches of one design.
    pub const MOST: usize = 127;

    /// The smallest design for so many switches; none for none, nor for more than [`MOST`](Self::MOST).
    pub fn new(switches: usize) -> Option<Self> {
        if !(1..=Self::MOST).contains(&switches) {
            return None;
        }
        // With a multiple of four trials there may be one switch less than trials.
        let square = (1..).map(|quarter| 4 * quarter).filter(|&size| size > switches).find_map(orthogonal)?;
        // The first column is the same in all rows; it would be the sides' own difference, and they have none.
        let trials = square.into_iter().map(|row| row[1..=switches].to_vec()).collect();
        Some(Self { trials })
    }

    /// For each trial, which switches are on.
    pub fn trials(&self) -> &[Vec<bool>] {
        &self.trials
    }

    /// What having each switch on is worth in Elo, from the pairs of games of each trial, seen from the side that has
    /// the trial's settings. The errors are those of 95 %, by the variance seen between pairs.
    ///
    /// The effects are those under which the results are likeliest, by the logistic curve that Elo stands for; each
    /// trial counts one drawn pair more than was played, so that a clean sweep has an end.
    ///
    /// Nothing until every trial has been played.
    pub fn effects(&self, results: &[Pairs]) -> Option<Vec<Estimate>> {
        let played = |pairs: &Pairs| pairs.total() > 0;
        if results.len() != self.trials.len() || !results.iter().all(played) {
            return None;
        }
        let trials: Vec<PlayedTrial> =
            self.trials.iter().zip(results).map(|(on, &pairs)| PlayedTrial::new(on, pairs)).collect();
        let switches = self.trials[0].len();
        let effects = likeliest(switches, &trials);
        let bread = inverse(curvature(&effects, &trials));
        let mut meat = vec![vec![0.0; switches]; switches];
        for trial in &trials {
            trial.spread(&mut meat, trial.pairs * trial.variance);
        }
        let covariance = product(&product(&bread, &meat), &bread);
        let estimate = |i: usize| Estimate {
            value: effects[i] * ELO_PER_UNIT,
            error: SIGMAS_95 * covariance[i][i].sqrt() * ELO_PER_UNIT,
        };
        Some((0..switches).map(estimate).collect())
    }
}

/// A square of signs whose rows and columns each agree in one half of their places (a *Hadamard matrix*), the first
/// column all alike: by squares modulo a prime (Raymond Paley, 1933), or from one of half the size (James Sylvester,
/// 1867). None where neither way leads to this size.
fn orthogonal(size: usize) -> Option<Vec<Vec<bool>>> {
    if size <= 2 {
        return Some([vec![true, true], vec![true, false]].into_iter().take(size).collect());
    }
    if is_prime(size - 1) && (size - 1) % 4 == 3 {
        return Some(by_squares(size - 1));
    }
    let half = orthogonal(size / 2).filter(|_| size.is_multiple_of(2))?;
    let double = |turned: bool| {
        half.iter()
            .map(move |row| row.iter().copied().chain(row.iter().map(move |&on| on != turned)).collect())
    };
    Some(double(false).chain(double(true)).collect())
}

/// Each row is the one before, shifted by a place; the last is all off.
fn by_squares(prime: usize) -> Vec<Vec<bool>> {
    let mut is_square = vec![false; prime];
    for root in 1..prime {
        is_square[root * root % prime] = true;
    }
    // Zero is no sign; that of a square fits here.
    is_square[0] = true;
    let row = |shift: usize| {
        std::iter::once(true)
            .chain((0..prime).map(|place| is_square[(place + prime - shift) % prime]))
            .collect()
    };
    let last = std::iter::once(true).chain(std::iter::repeat_n(false, prime)).collect();
    (0..prime).map(row).chain(std::iter::once(last)).collect()
}

fn is_prime(number: usize) -> bool {
    number > 1
        && (2..number)
            .take_while(|divisor| divisor * divisor <= number)
            .all(|divisor| !number.is_multiple_of(divisor))
}

/// A trial and what came of it, the prior included.
struct PlayedTrial {
    /// 1 for a switch that is on, -1 for one that is off.
    signs: Vec<f64>,
    pairs: f64,
    score: f64,
    variance: f64,
}

impl PlayedTrial {
    fn new(on: &[bool], mut pairs: Pairs) -> Self {
        pairs.0[2] += 1;
        let (score, variance) = pairs.mean_and_variance().unwrap_or((0.5, 0.0));
        let signs = on.iter().map(|&on| if on { 1.0 } else { -1.0 }).collect();
        Self { signs, pairs: f64::from(pairs.total()), score, variance }
    }

    /// The score that these effects predict.
    fn expected(&self, effects: &[f64]) -> f64 {
        let lead: f64 = self.signs.iter().zip(effects).map(|(sign, effect)| sign * effect).sum();
        1.0 / (1.0 + (-lead).exp())
    }

    /// Adds an amount to what concerns the sum of the effects alone.
    fn spread(&self, matrix: &mut [Vec<f64>], amount: f64) {
        for (row, a) in matrix.iter_mut().zip(&self.signs) {
            for (entry, b) in row.iter_mut().zip(&self.signs) {
                *entry += a * b * amount;
            }
        }
    }
}

/// Newton's method on the log-likelihood, which is concave.
fn likeliest(switches: usize, trials: &[PlayedTrial]) -> Vec<f64> {
    let mut effects = vec![0.0; switches];
    for _ in 0..100 {
        let mut slope = vec![0.0; switches];
        for trial in trials {
            let surplus = trial.pairs * (trial.score - trial.expected(&effects));
            slope.iter_mut().zip(&trial.signs).for_each(|(slope, sign)| *slope += sign * surplus);
        }
        let inverse = inverse(curvature(&effects, trials));
        let mut largest = 0.0_f64;
        for (effect, row) in effects.iter_mut().zip(&inverse) {
            let step: f64 = row.iter().zip(&slope).map(|(a, b)| a * b).sum();
            // A step too long would leave the region where the parabola resembles the curve.
            *effect += step.clamp(-1.0, 1.0);
            largest = largest.max(step.abs());
        }
        if largest < 1e-10 {
            break;
        }
    }
    effects
}

/// How sharply the likelihood bends at these effects.
fn curvature(effects: &[f64], trials: &[PlayedTrial]) -> Vec<Vec<f64>> {
    let mut matrix = vec![vec![0.0; effects.len()]; effects.len()];
    for trial in trials {
        let expected = trial.expected(effects);
        trial.spread(&mut matrix, trial.pairs * expected * (1.0 - expected));
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::stream;
    use crate::stats::{WinDrawLoss, score_of_elo};

    #[test]
    fn any_two_switches_agree_in_half_of_the_trials() {
        for switches in 1..=FactorialDesign::MOST {
            let design = FactorialDesign::new(switches).expect("a design");
            let (trials, half) = (design.trials(), design.trials().len() / 2);
            assert!(trials.len() > switches && trials.len().is_multiple_of(4), "{switches}");
            for i in 0..switches {
                assert_eq!(trials.iter().filter(|trial| trial[i]).count(), half, "{switches}: {i}");
                for j in 0..i {
                    let agree = trials.iter().filter(|trial| trial[i] == trial[j]).count();
                    assert_eq!(agree, half, "{switches}: {i} and {j}");
                }
            }
        }
        assert_eq!(FactorialDesign::new(0), None);
        assert_eq!(FactorialDesign::new(FactorialDesign::MOST + 1), None);
    }

    /// The sizes that Plackett and Burman give for up to so many factors.
    #[test]
    fn designs_are_as_small_as_theirs() {
        for (switches, trials) in
            [(3, 4), (4, 8), (7, 8), (8, 12), (11, 12), (15, 16), (19, 20), (23, 24), (31, 32)]
        {
            assert_eq!(
                FactorialDesign::new(switches).expect("a design").trials().len(),
                trials,
                "{switches}"
            );
        }
    }

    /// Where the scores are exactly those that some effects predict, these are found.
    #[test]
    fn effects_without_noise_are_found() {
        let truth = [60.0, -25.0, 0.0, 10.0, -3.0];
        let design = FactorialDesign::new(truth.len()).expect("a design");
        let results: Vec<Pairs> = design
            .trials()
            .iter()
            .map(|trial| {
                let lead: f64 = trial.iter().zip(truth).map(|(&on, elo)| if on { elo } else { -elo }).sum();
                let wins = (score_of_elo(lead) * 1e8).round() as u32;
                Pairs([100_000_000 - wins, 0, 0, 0, wins])
            })
            .collect();
        for (found, truth) in design.effects(&results).expect("games").iter().zip(truth) {
            assert!((found.value - truth).abs() < 0.01, "{found} is not {truth}");
        }
    }

    /// Games by the toss of dice: the truth lies within the error about 95 times in 100, and the error is what so many
    /// games give for a single match.
    #[test]
    fn errors_are_honest() {
        let truth = [45.0, 15.0, 8.0, 4.0, 0.0, 0.0, 0.0, -10.0, -35.0, 2.0, -2.0];
        let design = FactorialDesign::new(truth.len()).expect("a design");
        let (mut within, mut all) = (0, 0);
        for experiment in 0..40 {
            let mut random = stream(7, experiment);
            let mut whole = Pairs::default();
            let mut results = vec![Pairs::default(); design.trials().len()];
            for (trial, pairs) in design.trials().iter().zip(&mut results) {
                let lead: f64 = trial.iter().zip(truth).map(|(&on, elo)| if on { elo } else { -elo }).sum();
                for _ in 0..100 {
                    let mut game = || {
                        let (score, toss) = (score_of_elo(lead), random.below(1_000_000) as f64 / 1e6);
                        let draws = 0.6 * score.min(1.0 - score);
                        match toss {
                            toss if toss < score - draws / 2.0 => WinDrawLoss::Win,
                            toss if toss < score + draws / 2.0 => WinDrawLoss::Draw,
                            _ => WinDrawLoss::Loss,
                        }
                    };
                    let (first, second) = (game(), game());
                    pairs.count(first, second);
                    whole.count(first, second);
                }
            }
            let single = whole.elo().expect("games").error;
            for (found, truth) in design.effects(&results).expect("games").iter().zip(truth) {
                assert!((found.error / single - 1.0).abs() < 0.15, "{found}, but alone {single}");
                within += usize::from((found.value - truth).abs() <= found.error);
                all += 1;
            }
        }
        let share = f64::from(within as u32) / f64::from(all);
        assert!((0.92..=0.98).contains(&share), "{share} of {all} within the error");
    }

    #[test]
    fn without_games_nothing_is_known() {
        let design = FactorialDesign::new(3).expect("a design");
        assert_eq!(design.effects(&[]), None);
        assert_eq!(design.effects(&[Pairs([1; 5]), Pairs([1; 5]), Pairs([1; 5]), Pairs::default()]), None);
    }
}
