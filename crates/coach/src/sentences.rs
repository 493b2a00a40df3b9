//! Facts as sentences.

use kempelen_engine::Score;
use kempelen_motifs::{Finding, Motif};
use kempelen_rules::{AnyGame, AnyPosition, Move};
use kempelen_window::{Grade, chances_lost};

use crate::explain::MoveExplanation;
use crate::point::LinePoint;
use crate::spoils::Spoils;
use crate::terms;
use crate::text::{capitalised, for_white, numbered, numbered_line, side};

/// What is said of a move: three sentences, and one more where there is doubt.
pub(crate) fn tell(
    engine: &str,
    game: &AnyGame,
    told: &MoveExplanation,
    point: Option<&LinePoint>,
) -> Vec<String> {
    let teller = SentenceWriter { engine, start: game.position(), told, point };
    let mut sentences = vec![teller.verdict()];
    sentences.extend(teller.reason());
    sentences.push(teller.comparison());
    sentences.extend(teller.doubt());
    sentences
}

struct SentenceWriter<'a> {
    engine: &'a str,
    start: AnyPosition,
    told: &'a MoveExplanation,
    point: Option<&'a LinePoint>,
}

impl SentenceWriter<'_> {
    fn own(&self) -> String {
        numbered(&self.start, self.told.own.m)
    }

    fn best(&self) -> String {
        numbered(&self.start, self.told.best.m)
    }

    fn opponent(&self) -> &'static str {
        side(!self.start.turn())
    }

    /// A score of the side to move, as White's.
    fn score(&self, score: Score) -> String {
        for_white(score, self.start.turn())
    }

    /// The answer and what follows, with numbers.
    fn line(&self) -> Option<String> {
        let after = self.start.play(self.told.own.m);
        let line = numbered_line(&after, &self.told.refutation);
        (!line.is_empty()).then_some(line)
    }

    fn reply(&self) -> Option<String> {
        let after = self.start.play(self.told.own.m);
        self.told.refutation.first().map(|&reply| numbered(&after, reply))
    }

    /// How good the move is, and what comes of it.
    fn verdict(&self) -> String {
        let own = self.own();
        match self.told.grade {
            Grade::AsGood if self.told.own.m == self.told.best.m => self.praise(),
            Grade::AsGood => {
                format!("{own} is about as good as {}, which {} would play.", self.best(), self.engine)
            }
            Grade::SlightlyWorse => {
                format!("{own} is slightly worse than {}, which {} would play.", self.best(), self.engine)
            }
            Grade::Inaccuracy | Grade::Mistake | Grade::Blunder => self.loss(),
            Grade::AllowsMate(moves) => self.mated(&format!("{own} allows mate"), moves),
            Grade::MatedSooner(moves) => self.mated(
                &format!("{own} only hastens the end, since mate cannot be avoided: it allows mate"),
                moves,
            ),
            Grade::MissesMate(moves) => {
                format!(
                    "{own} lets a mate in {moves} slip: {}.",
                    numbered_line(&self.start, &self.told.best.line)
                )
            }
            Grade::MatesLater(moves) => {
                format!("{own} mates too, but only in {moves}; {} is quicker.", self.best())
            }
        }
    }

    fn praise(&self) -> String {
        let own = self.own();
        if let Score::Mate(moves @ 1..) = self.told.own.score {
            return if moves == 1 { format!("{own} is mate.") } else { format!("{own} mates in {moves}.") };
        }
        let mated = match (self.told.own.score, self.line()) {
            (Score::Mate(..=0), Some(line)) if self.point.is_some_and(|point| point.mates) => {
                format!(", but {} mates all the same: {line}", self.opponent())
            }
            _ => String::new(),
        };
        if self.start.legal_moves().len() == 1 {
            return format!("{own} is the only legal move{mated}.");
        }
        if !mated.is_empty() {
            return format!("{own} is as good as anything{mated}.");
        }
        let is_only = self.told.runner_up.as_ref().is_some_and(|second| {
            chances_lost(self.told.own.score, second.score) >= 30.0
                || matches!(second.score, Score::Mate(..=0))
        });
        let only = if is_only { ", and the only good one" } else { "" };
        format!("{own} is the best move that {} found{only}.", self.engine)
    }

    fn loss(&self) -> String {
        let (own, grade) = (self.own(), self.told.grade);
        let spoils = self.point.and_then(|point| point.spoils.as_ref()).and_then(Spoils::words);
        match (spoils, self.line()) {
            (Some(spoils), Some(line)) => {
                let has = if self.told.refutation.len() == 1 { "wins" } else { "has won" };
                format!("{own} is {grade}: after {line} {} {has} {spoils}.", self.opponent())
            }
            (None, Some(_)) => {
                let reply = self.reply().unwrap_or_default();
                format!("{own} is {grade}: {} answers {reply}.", self.opponent())
            }
            (_, None) => format!("{own} is {grade}."),
        }
    }

    fn mated(&self, what: &str, moves: u32) -> String {
        let mates = self.point.is_some_and(|point| point.mates);
        match (moves, self.line()) {
            (0 | 1, Some(line)) if mates => format!("{what}: {line} ends the game."),
            (_, Some(line)) if mates => format!("{what} in {moves}: {line}."),
            (_, Some(_)) => {
                format!("{what} in {moves}, beginning with {}.", self.reply().unwrap_or_default())
            }
            (_, None) => format!("{what} in {moves}."),
        }
    }

    /// The motif that says most, or else what moved in the machine's judgement.
    fn reason(&self) -> Option<String> {
        if let Some(motif) = self.motif().filter(|_| self.told.is_bad() || self.is_rich()) {
            return Some(motif);
        }
        if !self.told.is_bad() {
            return None;
        }
        let terms = terms::words(&self.told.shifts, self.start.turn())?;
        Some(format!("In {}'s judgement of the positions that follow, what counts is {terms}.", self.engine))
    }

    /// Whether the move's own line wins something, so that its motifs are worth telling.
    fn is_rich(&self) -> bool {
        self.point.is_some_and(|point| point.mates || point.spoils.is_some())
    }

    fn motif(&self) -> Option<String> {
        let line = &self.point?.line;
        let told = |finding: &&Finding| rank(finding.motif).is_some();
        let finding = self
            .told
            .findings
            .iter()
            .filter(told)
            .min_by_key(|finding| (rank(finding.motif), finding.ply))?;
        let words = line.words(finding);
        let board = line.board(finding.ply)?;
        let m = *line.moves().get(finding.ply)?;
        // The motif is told with the move that shows it; on the board before it where the men still stand there.
        Some(if finding.board > finding.ply {
            format!("After {} {words}.", numbered(&board, m))
        } else {
            format!("{}.", capitalised(&words))
        })
    }

    /// What would have been better, or came second.
    fn comparison(&self) -> String {
        let told = self.told;
        if told.own.m == told.best.m {
            let own = self.score(told.own.score);
            return match &told.runner_up {
                None => format!("White's score is {own}."),
                Some(second) => format!(
                    "White's score is {own}; the second best, {}, comes to {}.",
                    numbered(&self.start, second.m),
                    self.score(second.score)
                ),
            };
        }
        let (own, best) = (self.score(told.own.score), self.score(told.best.score));
        if !told.is_bad() {
            return format!("White's score is {own} after it, and {best} after {}.", self.best());
        }
        let gain = self.what_best_wins().map_or_else(String::new, |what| format!(", which {what}"));
        format!("Better is {}{gain}: White's score is then {best} instead of {own}.", self.best())
    }

    /// What the better move wins, where it wins something.
    fn what_best_wins(&self) -> Option<String> {
        if let Score::Mate(moves @ 1..) = self.told.best.score {
            return Some(if moves == 1 { "is mate".to_owned() } else { format!("mates in {moves}") });
        }
        let point = LinePoint::of(self.start, &self.told.best.line, self.start.turn())?;
        let spoils = point.spoils?.words()?;
        Some(format!("wins {spoils}"))
    }

    /// Whether the machine itself is sure.
    fn doubt(&self) -> Option<String> {
        let course = &self.told.course;
        let &(depth, m, score) = course.last()?;
        let before = course.iter().rev().nth(1)?;
        let named = |m: Move| numbered(&self.start, m);
        if before.1 != m && chances_lost(score, before.2).max(chances_lost(before.2, score)) >= 10.0 {
            return Some(format!(
                "Take this with care: {} changed its mind at depth {depth}, from {} ({}) to {} ({}).",
                self.engine,
                named(before.1),
                self.score(before.2),
                named(m),
                self.score(score)
            ));
        }
        if chances_lost(score, before.2).max(chances_lost(before.2, score)) >= 20.0 {
            return Some(format!(
                "Take this with care: the score of {} still moves with depth ({} at depth {}, {} at depth {depth}).",
                named(m),
                self.score(before.2),
                before.0,
                self.score(score)
            ));
        }
        None
    }
}

/// Which motif says most to a player; those without a rank are about the place, not the blow.
fn rank(motif: Motif) -> Option<usize> {
    const ORDER: &[Motif] = &[
        Motif::SmotheredMate,
        Motif::BackRankMate,
        Motif::AnastasiaMate,
        Motif::ArabianMate,
        Motif::BodenMate,
        Motif::DoubleBishopMate,
        Motif::DovetailMate,
        Motif::HookMate,
        Motif::OperaMate,
        Motif::PillsburysMate,
        Motif::MorphysMate,
        Motif::CornerMate,
        Motif::TriangleMate,
        Motif::KillBoxMate,
        Motif::VukovicMate,
        Motif::BlindSwineMate,
        Motif::BalestraMate,
        Motif::HangingPiece,
        Motif::Fork,
        Motif::Skewer,
        Motif::DoubleCheck,
        Motif::DiscoveredCheck,
        Motif::DiscoveredAttack,
        Motif::TrappedPiece,
        Motif::CapturingDefender,
        Motif::Deflection,
        Motif::Attraction,
        Motif::Interference,
        Motif::Intermezzo,
        Motif::XRayAttack,
        Motif::Pin,
        Motif::Clearance,
        Motif::Sacrifice,
        Motif::Zugzwang,
        Motif::Promotion,
        Motif::UnderPromotion,
        Motif::EnPassant,
        Motif::CountRunsOut,
        Motif::ExposedKing,
        Motif::AttackingF2F7,
    ];
    ORDER.iter().position(|&other| other == motif)
}
