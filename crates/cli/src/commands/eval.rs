use std::io::Write;

use clap::Args;
use kempelen_engine::Judgement;
use kempelen_eval::{EvalExplanation, EvalTerm, HandCrafted, TermPart};
use kempelen_rules::{AnyGame, AnyPosition};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::rules::Rules;

/// Show what a position is worth, term by term.
///
/// Every term of the modern engine is given for both sides, in the middle game, in the endgame and in this position;
/// the values add up to the score exactly. The old machines tell their parts in their own units, seen from White.
#[derive(Args, Debug)]
#[command(after_help = "Example: kempelen eval --fen '6k1/5ppp/8/3p4/3P4/5N2/5PPP/6K1 w - - 0 1'")]
pub(crate) struct Eval {
    /// The position; the start if not given.
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// The game.
    #[arg(long, value_enum, default_value_t = Rules::CHESS)]
    variant: Rules,

    /// The engine whose judgement is asked for.
    #[arg(long, value_name = "ID", default_value = "kempelen")]
    engine: String,

    /// As JSON.
    #[arg(long)]
    json: bool,
}

impl Eval {
    pub(crate) fn run(&self, output: &mut impl Write) -> Result<(), Failure> {
        let position = self.variant.position(self.fen.as_deref())?;
        if self.engine.eq_ignore_ascii_case("kempelen") {
            let explanation = explain(&position);
            if self.json {
                writeln!(output, "{}", to_json(&position, &explanation))?;
            } else {
                writeln!(output, "{explanation}")?;
            }
            return Ok(());
        }
        let engine = kempelen_cabinet::open(&self.engine)?;
        let name = engine.about().name;
        let judgement = engine.judge(&AnyGame::new(position))?.ok_or_else(|| {
            Failure::Input(format!(
                "{name} does not judge positions part by part; `kempelen think` asks it for a move"
            ))
        })?;
        if self.json {
            writeln!(output, "{}", judgement_to_json(&position, engine.about().id, &judgement))?;
        } else {
            write_judgement(output, name, &judgement)?;
        }
        Ok(())
    }
}

/// A table for people, one line a part.
fn write_judgement(output: &mut impl Write, name: &str, judgement: &Judgement) -> std::io::Result<()> {
    // The last bits of sums of tenths are for machines to read. Adding nothing makes a plain zero of a negative one.
    let rounded = |value: f64| (value * 1000.0).round() / 1000.0 + 0.0;
    writeln!(output, "{name}, in {}, for White", judgement.unit)?;
    for part in &judgement.parts {
        writeln!(output, "{:<14} {:>8}  {}", part.name, rounded(part.value), part.meaning)?;
    }
    writeln!(output, "{:<14} {:>8}", "total", rounded(judgement.total))
}

fn judgement_to_json(position: &AnyPosition, id: &str, judgement: &Judgement) -> Value {
    let part = |part: &kempelen_engine::Part| json!({ "name": part.name, "meaning": part.meaning, "value": part.value });
    json!({
        "fen": position.fen(),
        "variant": position.variant().name(),
        "turn": position.turn().letter().to_string(),
        "engine": id,
        "unit": judgement.unit,
        "score": judgement.total,
        "terms": judgement.parts.iter().map(part).collect::<Vec<_>>(),
    })
}

/// What a position is worth by the hand-written evaluation, item by item.
pub(crate) fn explain(position: &AnyPosition) -> EvalExplanation {
    match position {
        AnyPosition::Chess(position) => HandCrafted::new().explain(position),
        AnyPosition::Makruk(position) => HandCrafted::new().explain(position),
    }
}

fn to_json(position: &AnyPosition, explanation: &EvalExplanation) -> Value {
    let part = |part: &TermPart| json!({ "middle": part.halves.middle(), "end": part.halves.end(), "value": part.value });
    let terms = |terms: &[EvalTerm]| -> Vec<Value> {
        terms
            .iter()
            .map(|term| {
                let [white, black] = &term.sides;
                json!({ "name": term.name, "meaning": term.meaning, "white": part(white), "black": part(black) })
            })
            .collect()
    };
    let adjustments: Vec<Value> = explanation
        .adjustments
        .iter()
        .map(|item| json!({ "name": item.name, "meaning": item.meaning, "value": item.value }))
        .collect();
    json!({
        "fen": position.fen(),
        "variant": position.variant().name(),
        "turn": position.turn().letter().to_string(),
        "score": explanation.score,
        "phase": [explanation.phase.0, explanation.phase.1],
        "terms": terms(&explanation.terms),
        "dangers": terms(&explanation.dangers),
        "complexity": terms(&explanation.complexity),
        "adjustments": adjustments,
    })
}
