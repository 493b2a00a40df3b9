use kempelen_rules::{Color, Position};

use crate::account::Ledger;
use crate::judge::Judge;
use crate::sum::{self, WHOLE};
use crate::terms::pawns::Anew;
use crate::weights::Family;
use crate::{Judged, S, Weights, s};

/// All weights as fractions: what is tuned, and its slopes.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct WeightNumbers {
    pub(super) middle: Vec<f64>,
    pub(super) end: Vec<f64>,
}

impl WeightNumbers {
    fn zero() -> Self {
        Self { middle: vec![0.0; Weights::COUNT], end: vec![0.0; Weights::COUNT] }
    }

    pub(super) fn from_weights(weights: &Weights) -> Self {
        let cells = weights.to_cells();
        Self {
            middle: cells.iter().map(|cell| cell.middle().into()).collect(),
            end: cells.iter().map(|cell| cell.end().into()).collect(),
        }
    }

    pub(super) fn to_weights(&self) -> Weights {
        let cells: Vec<S> =
            self.middle.iter().zip(&self.end).map(|(m, e)| s(m.round() as i16, e.round() as i16)).collect();
        Weights::from_cells(&cells)
    }

    pub(super) fn len(&self) -> usize {
        self.middle.len() + self.end.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &f64> {
        self.middle.iter().chain(&self.end)
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut f64> {
        self.middle.iter_mut().chain(&mut self.end)
    }
}

/// The evaluations of many positions as formulas of the weights, with what they should come to.
#[derive(Clone, Default)]
pub struct Formulas {
    /// The items of all formulas, one after the other.
    items: Vec<FormulaItem>,
    heads: Vec<Head>,
}

/// A weight counts so many times.
#[derive(Clone, Copy)]
struct FormulaItem {
    cell: u16,
    times: i16,
}

/// One formula: where its items end, and what is done with the sums.
#[derive(Clone, Copy)]
struct Head {
    /// The end of the items of the score, of White's and Black's danger, and of the complexity; all begin where the
    /// last ended, the first where the formula before did.
    ends: [u32; 4],
    /// The share of the middle game, and that of the endgame with its scale.
    middle: f32,
    end: f32,
    result: f32,
    score: f32,
}

/// What a formula comes to, and the sums on the way that its slope depends on.
pub(super) struct FormulaValue {
    pub(super) score: f64,
    dangers: [[f64; 2]; 2],
    end: f64,
    complexity: f64,
}

impl Formulas {
    /// Adds a position.
    pub(super) fn push<V: Judged>(
        &mut self,
        position: &Position<V>,
        weights: &Weights,
        result: f32,
        score: Option<f32>,
    ) {
        let mut ledger = Ledger::new(weights);
        let evaluation = Judge::evaluate(position, weights, &mut ledger, &mut Anew);
        let mut note = |families: &[Family], times: &dyn Fn(usize) -> i32| {
            for field in Weights::FIELDS.iter().filter(|field| families.contains(&field.family)) {
                for cell in field.start..field.start + field.len {
                    if times(cell) != 0 {
                        self.items.push(FormulaItem { cell: cell as u16, times: times(cell) as i16 });
                    }
                }
            }
            self.items.len() as u32
        };
        let [white, black] = &ledger.counts;
        let ends = [
            note(&[Family::Score, Family::Given], &|cell| white[cell] - black[cell]),
            note(&[Family::Danger], &|cell| {
                if evaluation.in_danger[Color::White.index()] { white[cell] } else { 0 }
            }),
            note(&[Family::Danger], &|cell| {
                if evaluation.in_danger[Color::Black.index()] { black[cell] } else { 0 }
            }),
            note(&[Family::Complexity], &|cell| white[cell]),
        ];
        let fade = evaluation.fade as f32 / WHOLE as f32;
        let phase = evaluation.phase as f32 / evaluation.full_phase as f32;
        self.heads.push(Head {
            ends,
            middle: phase * fade,
            end: (1.0 - phase) * fade * evaluation.scale as f32 / WHOLE as f32,
            result,
            score: score.unwrap_or(f32::NAN),
        });
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Takes the last share of the positions off.
    #[must_use]
    pub fn split_off(&mut self, share: f64) -> Self {
        let at = (self.len() as f64 * (1.0 - share.clamp(0.0, 1.0))) as usize;
        let start = if at == 0 { 0 } else { self.heads[at - 1].ends[3] };
        let mut heads = self.heads.split_off(at);
        for head in &mut heads {
            head.ends = head.ends.map(|end| end - start);
        }
        Self { items: self.items.split_off(start as usize), heads }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// All positions in some order that depends on the seed: shuffled in runs, since memory is read faster along
    /// than across.
    pub(super) fn shuffled(&self, seed: u64) -> Vec<u32> {
        const RUN: u32 = 64;
        let all = self.heads.len() as u32;
        let mut runs: Vec<u32> = (0..all.div_ceil(RUN)).collect();
        let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        for i in (1..runs.len()).rev() {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            runs.swap(i, (random >> 11) as usize % (i + 1));
        }
        runs.into_iter().flat_map(|run| run * RUN..all.min((run + 1) * RUN)).collect()
    }

    /// The mean square of the difference between expected results and targets.
    pub(super) fn error(&self, numbers: &WeightNumbers, steepness: f64, result_share: f64) -> f64 {
        let sum: f64 = (0..self.heads.len())
            .map(|i| {
                let expected = expected_result(self.value(i, numbers).score, steepness);
                (expected - self.heads[i].target(steepness, result_share)).powi(2)
            })
            .sum();
        sum / self.heads.len().max(1) as f64
    }

    /// How the mean error of some positions changes with each number.
    pub(super) fn slope(
        &self,
        batch: &[u32],
        numbers: &WeightNumbers,
        steepness: f64,
        result_share: f64,
    ) -> WeightNumbers {
        let mut slope = WeightNumbers::zero();
        for &i in batch {
            let i = i as usize;
            let value = self.value(i, numbers);
            let expected = expected_result(value.score, steepness);
            let off = expected - self.heads[i].target(steepness, result_share);
            // The slope of the logistic curve is p (1 - p).
            let by_score = 2.0 * off * expected * (1.0 - expected) * steepness * TENFOLD / batch.len() as f64;
            self.add_slope(i, &value, by_score, &mut slope);
        }
        slope
    }

    /// What formula `i` comes to with these numbers. It is [`EvalSum::score`](crate::sum::EvalSum::score) in
    /// fractions.
    pub(super) fn value(&self, i: usize, numbers: &WeightNumbers) -> FormulaValue {
        let head = &self.heads[i];
        let sums = self.parts(i).map(|items| {
            items.iter().fold([0.0; 2], |[middle, end], item| {
                let (cell, times) = (item.cell as usize, f64::from(item.times));
                [middle + times * numbers.middle[cell], end + times * numbers.end[cell]]
            })
        });
        let [mut sum, white, black, complexity] = sums;
        for (sign, danger) in [(1.0, white), (-1.0, black)] {
            let cost = sum::danger_fractions(danger);
            sum = [sum[0] + sign * cost[0], sum[1] + sign * cost[1]];
        }
        let (end, complexity) = (sum[1], complexity[1]);
        let end_with_play = end + end.signum() * complexity.max(-end.abs());
        let score = sum[0] * f64::from(head.middle) + end_with_play * f64::from(head.end);
        FormulaValue { score, dangers: [white, black], end, complexity }
    }

    fn add_slope(&self, i: usize, value: &FormulaValue, by_score: f64, slope: &mut WeightNumbers) {
        let head = &self.heads[i];
        // Where the lack of play has eaten an advantage up, nothing of it changes the score.
        let eaten = value.complexity <= -value.end.abs();
        let by_middle = by_score * f64::from(head.middle);
        let by_end = if eaten { 0.0 } else { by_score * f64::from(head.end) };
        let [score, white, black, complexity] = self.parts(i);
        let mut add = |items: &[FormulaItem], middle: f64, end: f64| {
            for item in items {
                slope.middle[item.cell as usize] += middle * f64::from(item.times);
                slope.end[item.cell as usize] += end * f64::from(item.times);
            }
        };
        add(score, by_middle, by_end);
        for (sign, items, danger) in [(1.0, white, value.dangers[0]), (-1.0, black, value.dangers[1])] {
            let steep = sum::danger_slopes(danger);
            add(items, sign * by_middle * steep[0], sign * by_end * steep[1]);
        }
        add(complexity, 0.0, by_end * value.end.signum());
    }

    /// The items of formula `i`: of the score, of White's danger, of Black's, of the complexity.
    fn parts(&self, i: usize) -> [&[FormulaItem]; 4] {
        let start = if i == 0 { 0 } else { self.heads[i - 1].ends[3] };
        let ends = self.heads[i].ends;
        [(start, ends[0]), (ends[0], ends[1]), (ends[1], ends[2]), (ends[2], ends[3])]
            .map(|(from, to)| &self.items[from as usize..to as usize])
    }

    /// Moves what all cells of a man's board, and of its mobility, have in common to its material, where a reader
    /// expects it. No evaluation changes by it, but for rounding.
    pub(super) fn settle(&self, numbers: &mut WeightNumbers) {
        let mut used = vec![0.0; Weights::COUNT];
        for item in &self.items {
            used[item.cell as usize] += f64::from(item.times.abs());
        }
        let field =
            |name: &str| Weights::FIELDS.iter().find(|field| field.name == name).map(|f| (f.start, f.len));
        let (Some(material), Some(places), Some(mobility)) =
            (field("material"), field("places"), field("mobility"))
        else {
            return;
        };
        for half in [&mut numbers.middle, &mut numbers.end] {
            for slot in 0..6 {
                let board = places.0 + 64 * slot..places.0 + 64 * (slot + 1);
                let mean = take_mean(&mut half[board.clone()], &used[board]);
                // Kings have no material: one always stands against the other.
                if slot < material.1 {
                    half[material.0 + slot] += mean;
                }
            }
            let choices = mobility.1 / 4;
            for officer in 0..4 {
                let list = mobility.0 + choices * officer..mobility.0 + choices * (officer + 1);
                half[material.0 + 1 + officer] += take_mean(&mut half[list.clone()], &used[list]);
            }
        }
    }
}

impl Head {
    fn target(&self, steepness: f64, result_share: f64) -> f64 {
        if self.score.is_nan() {
            f64::from(self.result)
        } else {
            let score = expected_result(f64::from(self.score), steepness);
            result_share * f64::from(self.result) + (1.0 - result_share) * score
        }
    }
}

/// With steepness 1, what 400 hundredths of a pawn multiply the odds by is ten.
const TENFOLD: f64 = std::f64::consts::LN_10 / 400.0;

/// The points to expect from a score.
fn expected_result(score: f64, steepness: f64) -> f64 {
    1.0 / (1.0 + (-steepness * TENFOLD * score).exp())
}

/// Takes the mean off the cells that are used at all.
fn take_mean(cells: &mut [f64], used: &[f64]) -> f64 {
    let total: f64 = used.iter().sum();
    if total == 0.0 {
        return 0.0;
    }
    let mean = cells.iter().zip(used).map(|(cell, used)| cell * used).sum::<f64>() / total;
    for (cell, used) in cells.iter_mut().zip(used) {
        if *used > 0.0 {
            *cell -= mean;
        }
    }
    mean
}
