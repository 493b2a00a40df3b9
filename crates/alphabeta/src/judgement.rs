//! The hand-written evaluation as the judgement that every machine can be asked for.

use kempelen_engine::{Breakdown, GamePhase, Judgement, JudgementPart, Share};
use kempelen_eval::{EvalExplanation, EvalTerm, HandCrafted, Judged, TermPart as OneSide};
use kempelen_rules::Position;

/// What the modern engine thinks of a position before it looks ahead.
pub(crate) fn judge<V: Judged>(position: &Position<V>) -> Judgement {
    let EvalExplanation { terms, dangers, complexity, adjustments, phase: (left, of), score, .. } =
        HandCrafted::<V>::new().explain(position);
    let made_of =
        |name, of, terms: &[EvalTerm]| Breakdown { name, of, parts: terms.iter().map(part).collect() };
    Judgement {
        parts: terms.iter().map(part).collect(),
        adjustments: adjustments
            .iter()
            .map(|item| JudgementPart::new(item.name, item.value, item.meaning))
            .collect(),
        total: score.into(),
        breakdowns: vec![
            made_of("dangers", "king_danger", &dangers),
            made_of("complexity", "complexity", &complexity),
        ],
        phase: Some(GamePhase { left, of }),
        ..Judgement::in_unit(Judgement::HUNDREDTHS)
    }
}

fn part(term: &EvalTerm) -> JudgementPart {
    let share =
        |side: OneSide| Share { middle: side.halves.middle(), end: side.halves.end(), value: side.value };
    JudgementPart::of_sides(term.name, term.sides.map(share), term.meaning)
}
