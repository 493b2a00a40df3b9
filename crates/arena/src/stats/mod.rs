//! What the results of games prove.
//!
//! Nothing here knows of boards or clocks: numbers in, numbers out. Games are counted in pairs, two games from one
//! opening with the colours swapped, because the two are not independent: an opening that favours White gives each
//! side a win, which says nothing about the players. Counting pairs (the *pentanomial* model: five possible sums)
//! takes that into account and makes every error bar honest.

mod elo;
mod factorial;
mod linear;
mod ratings;
mod sprt;

pub use elo::{Estimate, elo_of_score, score_of_elo};
pub use factorial::FactorialDesign;
pub use ratings::{Ratings, ratings};
pub use sprt::{EloModel, Sprt, SprtError, SprtVerdict};

use std::ops::{Add, AddAssign};

/// The result of a game for one of its players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WinDrawLoss {
    /// No point.
    Loss,
    /// Half a point.
    Draw,
    /// A point.
    Win,
}

impl WinDrawLoss {
    /// The same game for the other player.
    #[must_use]
    pub fn flip(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// Points in halves: 0, 1 or 2.
    pub fn half_points(self) -> usize {
        self as usize
    }
}

/// Wins, draws and losses of one player.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ResultTally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl ResultTally {
    /// Counts a game.
    pub fn count(&mut self, outcome: WinDrawLoss) {
        match outcome {
            WinDrawLoss::Win => self.wins += 1,
            WinDrawLoss::Draw => self.draws += 1,
            WinDrawLoss::Loss => self.losses += 1,
        }
    }

    /// The games counted.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points: a win is one, a draw half.
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// Points per game, or nothing without games.
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / f64::from(self.games()))
    }
}

impl Add for ResultTally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

impl AddAssign for ResultTally {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// How pairs of games went for the first of two players, by points: 0, ½, 1, 1½ or 2 of 2.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pairs(pub [u32; 5]);

impl AddAssign for Pairs {
    fn add_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
    }
}

impl Pairs {
    /// What a pair counts per game, by its place in the count.
    pub const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// Counts a pair.
    pub fn count(&mut self, first: WinDrawLoss, second: WinDrawLoss) {
        self.0[first.half_points() + second.half_points()] += 1;
    }

    /// The pairs counted.
    pub fn total(&self) -> u32 {
        self.0.iter().sum()
    }

    /// The same pairs for the other player.
    #[must_use]
    pub fn flip(&self) -> Self {
        let mut counts = self.0;
        counts.reverse();
        Self(counts)
    }

    /// Points per game, or nothing without pairs.
    pub fn score(&self) -> Option<f64> {
        self.mean_and_variance().map(|(mean, _)| mean)
    }

    /// The mean score per game, and the variance of a pair's score about it.
    pub fn mean_and_variance(&self) -> Option<(f64, f64)> {
        let total = f64::from(self.total());
        let shares = self.0.map(|count| f64::from(count) / total);
        (total > 0.0).then(|| mean_and_variance(&shares))
    }
}

/// Mean and variance of a distribution over the five [scores of a pair](Pairs::SCORES).
fn mean_and_variance(shares: &[f64; 5]) -> (f64, f64) {
    let mean = expectation(shares, |score| score);
    (mean, expectation(shares, |score| (score - mean).powi(2)))
}

fn expectation(shares: &[f64; 5], of: impl Fn(f64) -> f64) -> f64 {
    shares.iter().zip(Pairs::SCORES).map(|(share, score)| share * of(score)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_lands_in_the_place_of_its_points() {
        let mut pairs = Pairs::default();
        pairs.count(WinDrawLoss::Win, WinDrawLoss::Loss);
        pairs.count(WinDrawLoss::Draw, WinDrawLoss::Draw);
        pairs.count(WinDrawLoss::Win, WinDrawLoss::Draw);
        pairs.count(WinDrawLoss::Loss, WinDrawLoss::Loss);
        assert_eq!(pairs, Pairs([1, 0, 2, 1, 0]));
        assert_eq!(pairs.flip(), Pairs([0, 1, 2, 0, 1]));
        assert_eq!(pairs.score(), Some((0.0 + 0.5 + 0.5 + 0.75) / 4.0));
        assert_eq!(Pairs::default().score(), None);
    }

    #[test]
    fn tallies_add_up() {
        let mut tally = ResultTally::default();
        assert_eq!(tally.score(), None);
        for outcome in [WinDrawLoss::Win, WinDrawLoss::Draw, WinDrawLoss::Loss, WinDrawLoss::Win] {
            tally.count(outcome);
        }
        assert_eq!(tally, ResultTally { wins: 2, draws: 1, losses: 1 });
        assert_eq!(tally + tally, ResultTally { wins: 4, draws: 2, losses: 2 });
        assert_eq!(tally.score(), Some(0.625));
    }
}
