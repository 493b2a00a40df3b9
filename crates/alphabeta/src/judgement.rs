//! What the modern engine thinks of a position before it looks ahead, as the judgement that every machine can be
//! asked for: by the network man by man, by the hand-written evaluation term by term.

use kempelen_engine::{Beside, Breakdown, GamePhase, Judgement, JudgementPart, ManWorth, Share};
use kempelen_eval::{EvalExplanation, EvalTerm, HandCrafted, Judged, TermPart as OneSide};
use kempelen_nnue::{Nnue, by_man};
use kempelen_rules::Position;

use crate::evaluators::{EvaluationKind, Evaluators};

/// What the evaluation in use says, and beside it what the other one would say, where the game has both.
pub(crate) fn judge<V: Judged>(
    position: &Position<V>,
    evaluators: &Evaluators<V>,
    kind: EvaluationKind,
) -> Judgement {
    let hand = by_hand(position);
    let Some(network) = evaluators.network() else { return hand };
    let network = by_network(position, network);
    let (first, name, second) = match kind {
        EvaluationKind::Network => (network, "the hand-written evaluation", hand),
        EvaluationKind::Hand => (hand, "the network", network),
    };
    Judgement { beside: Some(Box::new(Beside { name, judgement: second })), ..first }
}

/// A network knows no terms. What it can be asked is what would change if a man were not there.
fn by_network<V: Judged>(position: &Position<V>, network: &Nnue) -> Judgement {
    let judged = by_man::<V>(network, position);
    let men = judged
        .men
        .iter()
        .map(|&(square, man, value)| ManWorth { square, man, value: f64::from(value) })
        .collect();
    let parts =
        vec![JudgementPart::new("network", judged.value, "What the network says of the whole position.")];
    let faded = f64::from(judged.faded - judged.value);
    let meaning = "What a count towards a draw or too little material takes away.";
    let adjustments = vec![JudgementPart::new("fading", faded, meaning)];
    Judgement {
        parts,
        adjustments,
        total: judged.faded.into(),
        men,
        ..Judgement::in_unit(Judgement::HUNDREDTHS)
    }
}

fn by_hand<V: Judged>(position: &Position<V>) -> Judgement {
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
