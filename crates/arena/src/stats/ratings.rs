use super::elo::{ELO_PER_UNIT, SIGMAS_95};
use super::linear::{inverse, product};
use super::{Estimate, Pairs};

/// The ratings of several players from the games between them: those under which the scores seen are likeliest
/// (Zermelo 1929, Bradley and Terry 1952; a draw counts as half a win and half a loss, as Elo himself had it).
///
/// The average is 0. A pairing in which one side won everything would put it infinitely far ahead; so each pairing
/// counts one drawn pair more than was played, which is the prior of Coulom's Bayeselo.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// The rating of each player, with the error of its distance from the average.
    pub elo: Vec<Estimate>,
    covariance: Vec<Vec<f64>>,
}

impl Ratings {
    /// How much better one player is than another. (The error is not the sum of their two errors: those who played
    /// each other err together.)
    pub fn difference(&self, player: usize, other: usize) -> Estimate {
        let c = &self.covariance;
        let variance = c[player][player] + c[other][other] - 2.0 * c[player][other];
        Estimate {
            value: self.elo[player].value - self.elo[other].value,
            error: SIGMAS_95 * variance.max(0.0).sqrt(),
        }
    }
}

/// Rates `players` by pairs of games: who, against whom, and how it went for the first.
///
/// Players who are not connected through games, however far, are each rated against the average of their own group.
pub fn ratings(players: usize, results: &[(usize, usize, Pairs)]) -> Ratings {
    let results: Vec<Pairing> = results
        .iter()
        .filter(|(_, _, pairs)| pairs.total() > 0)
        .map(|&(first, second, pairs)| Pairing::new(first, second, pairs))
        .collect();
    let rates = likeliest(players, &results);
    let covariance = covariance(&rates, &results);
    let elo = (0..players)
        .map(|i| Estimate { value: rates[i] * ELO_PER_UNIT, error: SIGMAS_95 * covariance[i][i].sqrt() })
        .collect();
    Ratings { elo, covariance }
}

/// What a pairing says, the prior included.
struct Pairing {
    first: usize,
    second: usize,
    pairs: f64,
    score: f64,
    variance: f64,
}

impl Pairing {
    fn new(first: usize, second: usize, mut pairs: Pairs) -> Self {
        pairs.0[2] += 1;
        let (score, variance) = pairs.mean_and_variance().unwrap_or((0.5, 0.0));
        Self { first, second, pairs: f64::from(pairs.total()), score, variance }
    }

    fn expected(&self, rates: &[f64]) -> f64 {
        1.0 / (1.0 + (rates[self.second] - rates[self.first]).exp())
    }
}

/// Newton's method on the log-likelihood, which is concave: one summit, found in a few steps.
fn likeliest(players: usize, results: &[Pairing]) -> Vec<f64> {
    let mut rates = vec![0.0; players];
    for _ in 0..100 {
        let mut slope = vec![0.0; players];
        for pairing in results {
            let surplus = pairing.pairs * (pairing.score - pairing.expected(&rates));
            slope[pairing.first] += surplus;
            slope[pairing.second] -= surplus;
        }
        let inverse = inverse(curvature(&rates, results));
        let mut largest = 0.0_f64;
        for (rate, row) in rates.iter_mut().zip(&inverse) {
            let step: f64 = row.iter().zip(&slope).map(|(a, b)| a * b).sum();
            // A step too long would leave the region where the parabola resembles the curve.
            *rate += step.clamp(-1.0, 1.0);
            largest = largest.max(step.abs());
        }
        if largest < 1e-10 {
            break;
        }
    }
    let average = rates.iter().sum::<f64>() / players.max(1) as f64;
    rates.iter().map(|rate| rate - average).collect()
}

/// How sharply the likelihood bends at these ratings (the Fisher information).
///
/// Ratings are only defined up to a constant, in which direction nothing bends; the constant added to every entry
/// holds the sum still. Those who played nobody are held by the small term on the diagonal.
fn curvature(rates: &[f64], results: &[Pairing]) -> Vec<Vec<f64>> {
    let n = rates.len();
    let mut matrix = vec![vec![1.0 / n as f64; n]; n];
    for (i, row) in matrix.iter_mut().enumerate() {
        row[i] += 1e-9;
    }
    for pairing in results {
        let expected = pairing.expected(rates);
        spread(&mut matrix, pairing, pairing.pairs * expected * (1.0 - expected));
    }
    matrix
}

/// The covariance of the ratings in Elo, by the sandwich formula (Huber 1967): the curvature says how far a surplus
/// moves a rating, the variance seen between pairs says how large a surplus arises by chance. The curvature alone
/// would take every game for won or lost and overstate the error where many are drawn.
fn covariance(rates: &[f64], results: &[Pairing]) -> Vec<Vec<f64>> {
    let n = rates.len();
    let bread = inverse(curvature(rates, results));
    let mut meat = vec![vec![0.0; n]; n];
    for pairing in results {
        spread(&mut meat, pairing, pairing.pairs * pairing.variance);
    }
    let mut covariance = product(&product(&bread, &meat), &bread);
    for entry in covariance.iter_mut().flatten() {
        *entry *= ELO_PER_UNIT * ELO_PER_UNIT;
    }
    covariance
}

/// Adds what concerns the difference of two players alone.
fn spread(matrix: &mut [Vec<f64>], pairing: &Pairing, amount: f64) {
    let Pairing { first, second, .. } = *pairing;
    matrix[first][first] += amount;
    matrix[second][second] += amount;
    matrix[first][second] -= amount;
    matrix[second][first] -= amount;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::stream;
    use crate::stats::score_of_elo;

    fn near(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} is not {b}");
    }

    /// Two players leave nothing to be fitted: the rating is the Elo of the score.
    #[test]
    fn two_players_are_rated_as_in_a_match() {
        let mut pairs = Pairs([30, 180, 500, 260, 55]);
        let rated = ratings(2, &[(0, 1, pairs)]).difference(0, 1);
        pairs.0[2] += 1;
        let direct = pairs.elo().unwrap();
        near(rated.value, direct.value, 1e-6);
        near(rated.error, direct.error, 0.05);
    }

    /// At the summit every player scores what the ratings predict.
    #[test]
    fn scores_are_what_the_ratings_predict() {
        let results = [
            (0, 1, Pairs([2, 3, 10, 9, 4])),
            (0, 2, Pairs([0, 1, 8, 12, 9])),
            (1, 2, Pairs([3, 5, 10, 5, 5])),
            (2, 3, Pairs([0, 0, 0, 0, 12])),
        ];
        let ratings = ratings(4, &results);
        for player in 0..4 {
            let (mut scored, mut predicted) = (0.0, 0.0);
            for &(first, second, pairs) in &results {
                let (other, pairs) = match player {
                    _ if player == first => (second, pairs),
                    _ if player == second => (first, pairs.flip()),
                    _ => continue,
                };
                let games = f64::from(pairs.total() + 1);
                scored += f64::from(pairs.total()) * pairs.score().unwrap() + 0.5;
                predicted += games * score_of_elo(ratings.elo[player].value - ratings.elo[other].value);
            }
            near(scored, predicted, 1e-6);
        }
        near(ratings.elo.iter().map(|elo| elo.value).sum(), 0.0, 1e-6);
    }

    #[test]
    fn players_given_in_another_order_are_rated_alike() {
        let (ab, bc) = (Pairs([1, 4, 9, 6, 2]), Pairs([2, 2, 9, 3, 1]));
        let forth = ratings(3, &[(0, 1, ab), (1, 2, bc)]);
        let back = ratings(3, &[(0, 1, bc.flip()), (2, 1, ab)]);
        near(forth.elo[0].value, back.elo[2].value, 1e-6);
        near(forth.elo[2].value, back.elo[0].value, 1e-6);
        near(forth.elo[1].error, back.elo[1].error, 1e-6);
    }

    /// Resampling the pairs (the bootstrap) is another way to the same error.
    #[test]
    fn errors_agree_with_resampling() {
        let seen = [(0, 1, Pairs([20, 60, 200, 90, 30])), (1, 2, Pairs([10, 40, 200, 110, 40]))];
        let spread = ratings(3, &seen).difference(0, 2).error / SIGMAS_95;
        let mut random = stream(7, 0);
        let mut resample = |pairs: &Pairs| {
            let mut drawn = Pairs::default();
            for _ in 0..pairs.total() {
                let mut place = random.remainder(pairs.total() as usize) as u32;
                let kind = pairs.0.iter().position(|&count| {
                    let here = place < count;
                    place = place.saturating_sub(count);
                    here
                });
                drawn.0[kind.unwrap()] += 1;
            }
            drawn
        };
        let samples: Vec<f64> = (0..2000)
            .map(|_| {
                let drawn = seen.map(|(first, second, pairs)| (first, second, resample(&pairs)));
                ratings(3, &drawn).difference(0, 2).value
            })
            .collect();
        let mean = samples.iter().sum::<f64>() / 2000.0;
        let deviation = (samples.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 2000.0).sqrt();
        assert!((spread / deviation - 1.0).abs() < 0.08, "{spread} is not {deviation}");
    }

    #[test]
    fn nobody_and_strangers_are_rated_without_fuss() {
        assert!(ratings(0, &[]).elo.is_empty());
        let strangers = ratings(3, &[(0, 1, Pairs([0, 0, 0, 0, 50]))]);
        assert!(strangers.elo.iter().all(|elo| elo.value.is_finite() && elo.error.is_finite()));
        assert!(strangers.elo[0].value > 300.0);
        near(strangers.elo[2].value, 0.0, 1e-3);
    }
}
