//! Chance as a search needs it.

use kempelen_rules::random::{SplitMix64, stir};

/// The numbers of one of many tasks that share a seed: unrelated to those of the others, and the same whenever and
/// wherever the task is done.
pub(crate) fn of_task(seed: u64, task: u64) -> SplitMix64 {
    // The seed is stirred before the task is added, so that task 1 of seed 0 is not task 0 of seed 1.
    SplitMix64::new(stir(seed) ^ stir(task.wrapping_mul(0xD605_BBB5_8C8A_BBFD)))
}

/// What can be drawn from a source of numbers.
pub(crate) trait Distributions {
    /// An index, with a probability in proportion to its weight. `None` where no weight is above zero.
    fn weighted(&mut self, weights: &[f64]) -> Option<usize>;

    /// Fills a slice with a draw of the symmetric Dirichlet distribution: numbers from 0 to 1 whose sum is 1, the more
    /// uneven the smaller alpha.
    fn dirichlet(&mut self, alpha: f64, out: &mut [f32]);

    /// A number of the standard Gumbel distribution.
    fn gumbel(&mut self) -> f32;
}

impl Distributions for SplitMix64 {
    fn weighted(&mut self, weights: &[f64]) -> Option<usize> {
        let sum: f64 = weights.iter().sum();
        let mut left = self.unit() * sum;
        let mut last = None;
        for (i, &weight) in weights.iter().enumerate().filter(|&(_, &weight)| weight > 0.0) {
            last = Some(i);
            left -= weight;
            if left < 0.0 {
                break;
            }
        }
        last
    }

    fn dirichlet(&mut self, alpha: f64, out: &mut [f32]) {
        let mut sum = 0.0;
        for x in &mut *out {
            let gamma = gamma(self, alpha);
            sum += gamma;
            *x = gamma as f32;
        }
        let even = 1.0 / out.len().max(1) as f32;
        for x in out {
            // With a tiny alpha all of them can come out as nothing.
            *x = if sum > 1e-30 { (f64::from(*x) / sum) as f32 } else { even };
        }
    }

    fn gumbel(&mut self) -> f32 {
        let unit = self.unit().clamp(1e-12, 1.0 - 1e-12);
        -(-unit.ln()).ln() as f32
    }
}

/// A number of the standard normal distribution (George Marsaglia's polar method, 1964).
fn normal(random: &mut SplitMix64) -> f64 {
    loop {
        let (x, y) = (random.unit() * 2.0 - 1.0, random.unit() * 2.0 - 1.0);
        let s = x * x + y * y;
        if s > 0.0 && s < 1.0 {
            return x * (-2.0 * s.ln() / s).sqrt();
        }
    }
}

/// A number of the gamma distribution with this shape (Marsaglia and Tsang, 2000).
fn gamma(random: &mut SplitMix64, shape: f64) -> f64 {
    if shape < 1.0 {
        let power = random.unit().max(f64::MIN_POSITIVE).powf(1.0 / shape);
        return gamma(random, shape + 1.0) * power;
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(random);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && random.unit().max(f64::MIN_POSITIVE).ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_of_a_seed_have_nothing_in_common() {
        let mut seen = std::collections::HashSet::new();
        for seed in 0..50 {
            for task in 0..50 {
                assert!(seen.insert(of_task(seed, task).next_u64()), "{seed} {task}");
                assert_eq!(of_task(seed, task).next_u64(), of_task(seed, task).next_u64());
            }
        }
    }

    #[test]
    fn distributions_have_their_means_and_spreads() {
        let mut random = SplitMix64::new(1);
        let n = 20_000;
        let mut mean_and_variance = |draw: &mut dyn FnMut(&mut SplitMix64) -> f64| {
            let draws: Vec<f64> = (0..n).map(|_| draw(&mut random)).collect();
            let mean = draws.iter().sum::<f64>() / f64::from(n);
            (mean, draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / f64::from(n))
        };
        let near = |(mean, variance): (f64, f64), m: f64, v: f64| {
            (mean - m).abs() < 0.05 * (1.0 + m) && (variance - v).abs() < 0.1 * (1.0 + v)
        };
        assert!(near(mean_and_variance(&mut |r| r.unit()), 0.5, 1.0 / 12.0));
        assert!(near(mean_and_variance(&mut |r| normal(r)), 0.0, 1.0));
        assert!(near(mean_and_variance(&mut |r| gamma(r, 0.3)), 0.3, 0.3));
        assert!(near(mean_and_variance(&mut |r| gamma(r, 2.5)), 2.5, 2.5));
        // Euler's constant, and pi squared over six.
        assert!(near(mean_and_variance(&mut |r| f64::from(r.gumbel())), 0.5772, 1.6449));
        // A component of Dirichlet(alpha) of k parts has mean 1/k and variance (k-1) / (k^2 (k alpha + 1)).
        let part = |r: &mut SplitMix64| {
            let mut draw = [0.0; 20];
            r.dirichlet(0.3, &mut draw);
            assert!((draw.iter().sum::<f32>() - 1.0).abs() < 1e-5);
            f64::from(draw[7])
        };
        let (mean, variance) = mean_and_variance(&mut { part });
        assert!((mean - 0.05).abs() < 0.005, "{mean}");
        assert!((variance - 19.0 / (400.0 * 7.0)).abs() < 0.0005, "{variance}");
    }

    #[test]
    fn weights_are_kept_to() {
        let mut random = SplitMix64::new(3);
        let mut counts = [0; 4];
        for _ in 0..10_000 {
            counts[random.weighted(&[1.0, 0.0, 3.0, 0.0]).expect("some weight")] += 1;
        }
        assert_eq!((counts[1], counts[3]), (0, 0));
        assert!((2300..2700).contains(&counts[0]), "{counts:?}");
        assert_eq!(random.weighted(&[0.0, 0.0]), None);
        assert_eq!(random.weighted(&[]), None);
    }

    #[test]
    fn tiny_alphas_still_give_a_distribution() {
        let mut random = SplitMix64::new(5);
        for _ in 0..100 {
            let mut draw = [0.0; 3];
            random.dirichlet(1e-4, &mut draw);
            assert!((draw.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{draw:?}");
        }
        random.dirichlet(0.3, &mut []);
    }
}
