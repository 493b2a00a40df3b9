use std::io::Write;

use clap::Args;
use kempelen_cabinet::json::judgement_to_json;
use kempelen_rules::AnyGame;

use crate::engine::EngineChoice;
use crate::failure::Failure;
use crate::rules::RulesArg;

/// Show what a position is worth, term by term.
///
/// Every term of the modern engine is given for both sides, in the middle game, in the endgame and in this position;
/// the values add up to the score exactly. The old machines tell their parts in their own units, seen from White.
#[derive(Args, Debug)]
#[command(after_help = "Example: kempelen eval --fen '6k1/5ppp/8/3p4/3P4/5N2/5PPP/6K1 w - - 0 1'")]
pub(crate) struct EvalArgs {
    /// The position; the start if not given.
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// The game [default: what the FEN looks like].
    #[arg(long, value_enum, ignore_case = true)]
    variant: Option<RulesArg>,

    #[command(flatten)]
    choice: EngineChoice,

    /// As JSON.
    #[arg(long)]
    json: bool,
}

impl EvalArgs {
    pub(crate) fn run(&self, output: &mut impl Write) -> Result<(), Failure> {
        let fen = self.fen.as_deref();
        let position = RulesArg::asked_or_guessed(self.variant, fen).position(fen)?;
        let engine = self.choice.open()?;
        let about = engine.about();
        let judgement = engine.judge(&AnyGame::new(position))?.ok_or_else(|| {
            Failure::Input(format!(
                "{} does not judge positions part by part; `kempelen think` asks it for a move",
                about.name
            ))
        })?;
        if self.json {
            writeln!(output, "{}", judgement_to_json(&position, about, &judgement))?;
        } else {
            writeln!(output, "{}", judgement.table(about.name, position.turn()))?;
        }
        Ok(())
    }
}
