//! The makruk program behind the door that all engines share.

use kempelen_engine::{About, Capability, Figures, Handicap, Judgement, JudgementPart, RegistryEntry, Score};
use kempelen_rules::{Color, Game, Makruk, Position, VariantId};
use kempelen_trace::Scale;

use super::evaluation::parts;
use super::{DEPTH, MakrukAiOptions, MakrukAiValue, evaluate_fast, search};
use crate::fixed_depth::{FixedDepth, FixedDepthMachine, FixedDepthResult};
use crate::limits::MachineLimits;
use crate::plain::OwnScore;
use crate::watch::Watch;

/// The machine as the cabinet keeps it.
pub fn entry() -> RegistryEntry {
    RegistryEntry { about: MakrukAi::ABOUT, make: || Box::new(FixedDepth::<MakrukAi>::new()) }
}

struct MakrukAi;

impl FixedDepthMachine for MakrukAi {
    const ABOUT: About = About {
        id: "makruk-ai",
        name: "Makruk AI",
        year: 2025,
        authors: &["the author of the makruk bitboard AI"],
        variants: &[VariantId::Makruk],
        capabilities: &[Capability::PlaysWeaker(Handicap::Depth("Depth")), Capability::Judges],
        provenance: "A program for the chess of Thailand in TypeScript: minimax with alpha-beta and a table, \
                     captures played out. Re-created from a description on correct rules: stalemate is a draw, \
                     a shorter mate is better, and there is always a move.",
        gaps: &["no repetition", "captures alone are played out at the horizon, checks are not"],
    };
    const DEPTH: u8 = DEPTH;
    type Variant = Makruk;
    type Score = MakrukAiValue;
    const SCALE: Scale = MakrukAiValue::SCALE;

    fn search(
        game: &Game<Makruk>,
        limits: MachineLimits<'_>,
        watch: &mut impl Watch<MakrukAiValue>,
    ) -> FixedDepthResult<MakrukAiValue> {
        let found = search::deepen(game.position(), limits, MakrukAiOptions::default(), watch);
        let raw = Figures::default().with("score", found.value.bia()).with("depth", found.depth);
        let details = Figures::default().with("raw", raw).into();
        FixedDepthResult { best: found.best, score: found.value, nodes: found.nodes, details }
    }

    fn judge(position: &Position<Makruk>) -> Judgement {
        let [men, tables, centre] = parts(position).map(MakrukAiValue::bia);
        Judgement {
            parts: vec![
                JudgementPart::new("men", men, "Men on the board."),
                JudgementPart::new("tables", tables, "Where they stand."),
                JudgementPart::new("centre", centre, "Men on the four squares of the centre."),
            ],
            total: evaluate_fast(position).bia(),
            ..Judgement::in_unit("bia")
        }
    }

    fn score(value: MakrukAiValue, mover: Color) -> Score {
        match value.mate() {
            // Plies from the root to the mate; the winner's moves are every other one.
            Some((winner, plies)) => {
                let moves = i32::from(plies.div_ceil(2));
                Score::Mate(if winner == mover { moves } else { -moves })
            }
            None => Score::Cp(value.traced(mover) / 10),
        }
    }
}
