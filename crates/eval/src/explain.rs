use kempelen_rules::Color;

use crate::account::Ledger;
use crate::sum::{EvalSum, WHOLE};
use crate::weights::Family;
use crate::{LIMIT, S, Weights};

/// An evaluation, item by item.
///
/// The score is made of the [terms](Self::terms) and then the [adjustments](Self::adjustments): White's values
/// less Black's are exactly the score. Since each is a whole number and the phase divides, a fraction that one
/// item leaves is carried to the next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvalExplanation {
    /// What counts for a side.
    pub terms: Vec<EvalTerm>,
    /// What makes up the danger of the kings, of which the term `king_danger` is the effect.
    pub dangers: Vec<EvalTerm>,
    /// What makes up the play that is left, of which the adjustment `complexity` is the effect.
    pub complexity: Vec<EvalTerm>,
    /// What happens to the sum at last, for White.
    pub adjustments: Vec<Adjustment>,
    /// How much of the middle game is left, and how much there was.
    pub phase: (i32, i32),
    /// The side to move.
    pub turn: Color,
    /// The score for White.
    pub score: i32,
}

/// One item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvalTerm {
    /// Its name in the table of weights.
    pub name: &'static str,
    /// What it is for.
    pub meaning: &'static str,
    /// What it is worth to White and to Black.
    pub sides: [TermPart; 2],
}

/// What an item is worth to a side.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TermPart {
    /// In the middle game and in the endgame.
    pub halves: S,
    /// In this position.
    pub value: i32,
}

/// A last change of the sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adjustment {
    /// What it is called.
    pub name: &'static str,
    /// What it is for.
    pub meaning: &'static str,
    /// What it adds for White.
    pub value: i32,
}

impl EvalExplanation {
    /// Reads a ledger and the evaluation it led to.
    pub(crate) fn new(ledger: &Ledger<'_>, evaluation: &EvalSum, weights: &Weights, turn: Color) -> Self {
        let cells = weights.to_cells();
        let family = |wanted: &'static [Family]| {
            Weights::FIELDS
                .iter()
                .filter(move |field| wanted.contains(&field.family))
                .map(|field| {
                    let range = field.start..field.start + field.len;
                    let sides = [0, 1].map(|side| {
                        let halves =
                            range.clone().fold(S::ZERO, |sum, i| sum + cells[i] * ledger.counts[side][i]);
                        TermPart { halves, value: 0 }
                    });
                    let counted = range.clone().any(|i| ledger.counts.iter().any(|counts| counts[i] != 0));
                    (counted, EvalTerm { name: field.name, meaning: field.meaning, sides })
                })
                .filter_map(|(counted, term)| counted.then_some(term))
        };
        let mut terms: Vec<EvalTerm> = family(&[Family::Score, Family::Given]).collect();
        terms.push(EvalTerm {
            name: "king_danger",
            meaning: "What the danger of its king costs a side.",
            sides: evaluation.dangers.map(|halves| TermPart { halves, value: 0 }),
        });
        let carried = carry(&mut terms, evaluation);
        let dangers = family(&[Family::Danger])
            .map(|mut term| {
                for side in 0..2 {
                    if !evaluation.in_danger[side] {
                        term.sides[side] = TermPart::default();
                    }
                }
                term
            })
            .filter(|term| term.sides.iter().any(|part| part.halves != S::ZERO))
            .collect();
        Self {
            terms,
            dangers,
            complexity: family(&[Family::Complexity]).collect(),
            adjustments: adjustments(evaluation, carried),
            phase: (evaluation.phase, evaluation.full_phase),
            turn,
            score: evaluation.score(),
        }
    }
}

/// Gives every part its whole value, so that they add up to what the sum of them is worth; returns that.
fn carry(terms: &mut [EvalTerm], evaluation: &EvalSum) -> i32 {
    let (mut sum, mut value) = (S::ZERO, 0);
    for term in terms {
        for (side, sign) in [(0, 1), (1, -1)] {
            let part = &mut term.sides[side];
            sum += part.halves * sign;
            let next = evaluation.blend(sum, WHOLE);
            part.value = (next - value) * sign;
            value = next;
        }
    }
    value
}

/// From the worth of the terms to the score, step by step.
fn adjustments(evaluation: &EvalSum, terms: i32) -> Vec<Adjustment> {
    let sum = evaluation.sum + evaluation.complexity_value();
    let complex = evaluation.blend(sum, WHOLE);
    let scaled = evaluation.blend(sum, evaluation.scale);
    let faded = scaled * evaluation.fade / WHOLE;
    let limited = faded.clamp(-LIMIT, LIMIT);
    [
        ("complexity", "The more play is left, the more an advantage counts in the endgame.", terms, complex),
        ("endgame_scale", "What of an endgame advantage the material allows to keep.", complex, scaled),
        ("draw_nears", "What a count or clock that runs towards a draw leaves.", scaled, faded),
        ("limit", "No evaluation is larger.", faded, limited),
    ]
    .into_iter()
    .filter(|(_, _, before, after)| before != after)
    .map(|(name, meaning, before, after)| Adjustment { name, meaning, value: after - before })
    .collect()
}
