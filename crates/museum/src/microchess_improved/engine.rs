//! The improved Microchess behind the door that all engines share.

use kempelen_engine::{
    About, Capability, Details, Figures, Handicap, Judgement, JudgementPart, RegistryEntry, Score as Reported,
};
use kempelen_rules::{Chess, Color, Game, Move, Position, VariantId};
use kempelen_trace::Scale;

use super::book::Book;
use super::{DEPTH, ImprovedEvaluation, ImprovedScore, search};
use crate::fixed_depth::{FixedDepth, FixedDepthMachine, FixedDepthResult};
use crate::limits::MachineLimits;
use crate::watch::Watch;

/// The machine as the cabinet keeps it.
pub fn entry() -> RegistryEntry {
    RegistryEntry { about: Improved::ABOUT, make: || Box::new(FixedDepth::<Improved>::new()) }
}

struct Improved;

impl FixedDepthMachine for Improved {
    const ABOUT: About = About {
        id: "microchess-improved",
        name: "Microchess, improved",
        year: 2026,
        authors: &["the Kempelen authors", "after Peter R. Jennings"],
        variants: &[VariantId::Chess],
        capabilities: &[
            Capability::PlaysWeaker(Handicap::Depth("Depth")),
            Capability::HasBook,
            Capability::Judges,
        ],
        provenance: "What the manual of Microchess (1976) wished for: special moves, three plies of alpha-beta with \
                     captures played out, a sum that knows opening, middle game and end, and the openings of all \
                     tapes as one book.",
        gaps: &["captures alone are played out at the horizon, checks are not"],
    };
    const DEPTH: u8 = DEPTH;
    type Variant = Chess;
    type Score = ImprovedScore;
    const SCALE: Scale = ImprovedScore::SCALE;

    fn search(
        game: &Game<Chess>,
        limits: MachineLimits<'_>,
        watch: &mut impl Watch<ImprovedScore>,
    ) -> FixedDepthResult<ImprovedScore> {
        if let Some(best) = book_move(game, limits) {
            let details = Details { from_book: true, ..Details::default() };
            return FixedDepthResult { best: Some(best), score: ImprovedScore::DRAW, nodes: 0, details };
        }
        let found = search::think(game, limits, watch);
        let white = ImprovedEvaluation::of(game.position()).total();
        let raw = Figures::default()
            .with("score", found.score.0)
            .with("static_eval", game.position().turn().pick(white, -white));
        let details = Figures::default().with("raw", raw).into();
        FixedDepthResult { best: found.best, score: found.score, nodes: found.nodes, details }
    }

    fn judge(position: &Position<Chess>) -> Judgement {
        let sum = ImprovedEvaluation::of(position);
        Judgement {
            parts: vec![
                JudgementPart::new("material", sum.material, "Men on the board."),
                JudgementPart::new("mobility", sum.mobility, "Moves that men could make."),
                JudgementPart::new(
                    "development",
                    sum.development,
                    "Opening: knights and bishops off the first rank.",
                ),
                JudgementPart::new("centre", sum.centre, "Opening: squares of the centre held or attacked."),
                JudgementPart::new(
                    "pawns",
                    sum.pawns,
                    "After the opening: passed, isolated and doubled pawns.",
                ),
                JudgementPart::new(
                    "king_safety",
                    sum.king_safety,
                    "Middle game: pawns before the king, and castling.",
                ),
                JudgementPart::new("open_files", sum.open_files, "Middle game: rooks on open files."),
                JudgementPart::new("king_activity", sum.king_activity, "End: a king near the centre."),
                JudgementPart::new("passed_pawns", sum.passed_pawns, "End: how far passed pawns have gone."),
                JudgementPart::new("check", sum.check, "A check to the side to move."),
            ],
            total: sum.total().into(),
            ..Judgement::in_unit(Judgement::HUNDREDTHS)
        }
    }

    fn score(score: ImprovedScore, _: Color) -> Reported {
        match score.mate() {
            // The mated side has no move of its own at the end, so that its plies are even.
            Some(plies) if plies > 0 => Reported::Mate((plies + 1) / 2),
            Some(plies) => Reported::Mate(plies / 2),
            None => Reported::Cp(score.0),
        }
    }
}

/// A move of the book. Where it has several, the position's own number chooses, so that the same question gets the same
/// answer and different games get different openings.
fn book_move(game: &Game<Chess>, limits: MachineLimits<'_>) -> Option<Move> {
    let answers = Book::of_all_tapes().answers(game.position());
    let allowed: Vec<Move> =
        answers.iter().copied().filter(|m| limits.only.is_none_or(|only| only.contains(m))).collect();
    let number = game.position().key() % allowed.len().max(1) as u64;
    allowed.get(number as usize).copied()
}
