//! The Octave game behind the door that all engines share.

use kempelen_engine::{About, Capability, Figures, Handicap, Judgement, JudgementPart, RegistryEntry, Score};
use kempelen_rules::{self as rules, Chess, Color, Game, VariantId};
use kempelen_trace::Scale;

use super::{DEPTH, OctaveEvaluation, OctavePosition, OctaveValue};
use crate::fixed_depth::{FixedDepth, FixedDepthMachine, FixedDepthResult};
use crate::limits::MachineLimits;
use crate::placement::Placement;
use crate::plain::OwnScore;
use crate::watch::Watch;

/// The machine as the cabinet keeps it.
pub fn entry() -> RegistryEntry {
    RegistryEntry { about: Octave::ABOUT, make: || Box::new(FixedDepth::<Octave>::new()) }
}

struct Octave;

impl FixedDepthMachine for Octave {
    const ABOUT: About = About {
        id: "octave",
        name: "chess1.m",
        year: 2025,
        authors: &["the author of chess1.m"],
        variants: &[VariantId::Chess],
        capabilities: &[Capability::PlaysWeaker(Handicap::Depth("Depth")), Capability::Judges],
        provenance: "A chess game for GNU Octave in one file: minimax with alpha-beta to depth 3, in floating \
                     point. Re-created from a description; moves and values are the original's to the last bit.",
        gaps: &[
            "no castling",
            "no en passant",
            "a pawn always becomes a queen",
            "no draws but stalemate",
            "as Black it shuns the move that mates, wherever it sees that far: the sign of mate is wrong",
            "a mate at the horizon is not seen, and there is no quiescence search",
        ],
    };
    const DEPTH: u8 = DEPTH;
    type Variant = Chess;
    type Score = OctaveValue;
    /// Pawns do not do for a machine that counts in tenths: its unit here is the hundredth.
    const SCALE: Scale = Scale { per_pawn: 100, infinite: i32::MAX, mate: 999_900, mate_plies: 0, won: 0 };

    fn search(
        game: &Game<Chess>,
        limits: MachineLimits<'_>,
        watch: &mut impl Watch<OctaveValue>,
    ) -> FixedDepthResult<OctaveValue> {
        let report = OctavePosition::from(&Placement::from(game.position())).think_within(limits, watch);
        let raw = Figures::default().with("value", report.value.0).with("static_eval", report.static_eval.0);
        // The original writes a promotion like any other move.
        let own = report.best.map(|m| format!("{}{}", m.from(), m.to()));
        let details = Figures::default().with("raw", raw).with("move", own).into();
        FixedDepthResult { best: report.best, score: report.value, nodes: report.nodes, details }
    }

    fn judge(position: &rules::Position<Chess>) -> Judgement {
        let OctaveEvaluation { material, mobility, position } =
            OctaveEvaluation::of(&OctavePosition::from(&Placement::from(position)));
        Judgement {
            parts: vec![
                JudgementPart::new("material", 0.0 - material, "Men on the board; a king is 999."),
                JudgementPart::new(
                    "mobility",
                    0.0 - mobility,
                    "A tenth for each move, whether or not it leaves the king in check.",
                ),
                JudgementPart::new("position", 0.0 - position, "Advanced pawns, and men in the centre."),
            ],
            total: 0.0 - (material + mobility + position),
            ..Judgement::in_unit("pawns")
        }
    }

    fn score(value: OctaveValue, mover: Color) -> Score {
        Score::Cp(value.traced(mover))
    }
}
