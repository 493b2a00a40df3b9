//! sameshi behind the door that all engines share.

use kempelen_engine::{
    About, Capability, Figures, Handicap, Judgement, JudgementPart, RegistryEntry, Score as Reported,
};
use kempelen_rules::{self as rules, Chess, Color, Game, VariantId};
use kempelen_trace::Scale;

use super::{DEPTH, PATIENCE, SameshiPosition, SameshiScore};
use crate::fixed_depth::{FixedDepth, FixedDepthMachine, FixedDepthResult};
use crate::limits::MachineLimits;
use crate::placement::Placement;
use crate::watch::Watch;

/// The machine as the cabinet keeps it.
pub fn entry() -> RegistryEntry {
    RegistryEntry { about: Sameshi::ABOUT, make: || Box::new(FixedDepth::<Sameshi>::new()) }
}

struct Sameshi;

impl FixedDepthMachine for Sameshi {
    const ABOUT: About = About {
        id: "sameshi",
        name: "sameshi",
        year: 2026,
        authors: &["the author of sameshi"],
        variants: &[VariantId::Chess],
        capabilities: &[Capability::PlaysWeaker(Handicap::Depth("Depth")), Capability::Judges],
        provenance: "An engine in two kilobytes of C: a 10 x 12 board, material and nothing else as judgement, \
                     fail-hard alpha-beta to depth 5 with all captures played out. Re-created from a \
                     description; the moves and scores are the original's.",
        gaps: &[
            "no castling",
            "no en passant",
            "no promotion: a pawn on the last rank is frozen",
            "a black pawn may make its double step from rank 6 too",
            "no repetition and no fifty-move rule",
            "mates carry no distance, so that the first one found is kept",
        ],
    };
    const DEPTH: u8 = DEPTH;
    type Variant = Chess;
    type Score = SameshiScore;
    const SCALE: Scale = Scale {
        per_pawn: 1,
        infinite: SameshiScore::LIMIT.0,
        mate: -SameshiScore::MATED.0,
        mate_plies: 0,
        won: 0,
    };

    fn search(
        game: &Game<Chess>,
        limits: MachineLimits<'_>,
        watch: &mut impl Watch<SameshiScore>,
    ) -> FixedDepthResult<SameshiScore> {
        let limits = limits.with_nodes(limits.nodes.unwrap_or(PATIENCE));
        let report = SameshiPosition::from(&Placement::from(game.position())).think_within(limits, watch);
        let raw = Figures::default().with("score", report.score.0);
        let details = Figures::default().with("raw", raw).into();
        FixedDepthResult { best: report.best, score: report.score, nodes: report.nodes, details }
    }

    fn judge(position: &rules::Position<Chess>) -> Judgement {
        let own = SameshiPosition::from(&Placement::from(position)).material();
        let white = f64::from(position.turn().pick(own, -own));
        let part = JudgementPart::new("material", white, "Men on the board, and nothing else.");
        Judgement { parts: vec![part], total: white, ..Judgement::in_unit("pawns") }
    }

    fn score(score: SameshiScore, _: Color) -> Reported {
        Reported::Cp(score.0 * 100)
    }
}
