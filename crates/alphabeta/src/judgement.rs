//! What the modern engine thinks of a position before it looks ahead, as the judgement that every machine can be
//! asked for: by the network man by man, by the hand-written evaluation term by term.
//!
//! What is shown is what is played: the judge here is the one that the option `Evaluation` names, and whoever
//! wants to know what a position is worth (the terminal, UCI's `eval`, the server, the coach) asks here and
//! nowhere else. The parts add up to the total exactly, because they are read off the evaluation itself:
//!
//! ```
//! use kempelen_alphabeta::Kempelen;
//! use kempelen_engine::Engine;
//! use kempelen_rules::{AnyGame, AnyPosition, VariantId};
//!
//! let rook_up = AnyPosition::from_fen(VariantId::Chess, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")?;
//! let judgement = Kempelen::default().judge(&AnyGame::new(rook_up))?.expect("it judges");
//! assert!(judgement.total > 300.0);
//! assert!((judgement.sum() - judgement.total).abs() < 1e-9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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

/// The hand-written terms, for both sides and both halves of the game, and what was made of their sum: the
/// phase says how far the middle game's halves count, the adjustments what a drawish ending takes away.
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

/// A term of the evaluation as a part of the judgement: White's share and Black's, and their difference.
fn part(term: &EvalTerm) -> JudgementPart {
    let share =
        |side: OneSide| Share { middle: side.halves.middle(), end: side.halves.end(), value: side.value };
    JudgementPart::of_sides(term.name, term.sides.map(share), term.meaning)
}
