//! The machine's own events, told in the words that all engines share.
//!
//! There is no tree of best replies here. A candidate is a node; below it are the captures that an exchange was
//! followed through, and the position as it would be if the player passed. Replies that are only counted, and
//! tests for check, have no nodes.
//!
//! A score is a value less its constant part, so that 0 is a quiet move and a pawn is 8. An exchange, and the
//! continuation, is left with the best man that could be captured there, at the same rate.

use kempelen_rules::{Color, Move};
use kempelen_trace::{Event as Told, How, Observer, Scale, Score, Trace, Why};

use super::notation::square_of;
use super::state::{Chain, JanusState};
use super::strategy::{QUIET, Ruling, StrategyMove};
use super::tables::POINTS;
use super::watch::{CandidateVerdict, MicrochessEvent, MicrochessWatch, StepOutcome};

/// What a score means. Mates have none of their own: FF passes for one, and is not so much.
pub(super) const SCALE: Scale = Scale { per_pawn: 8, ..Scale::CENTIPAWNS };

/// Writes what the machine says into a trace.
pub(super) struct MicrochessAloud<'a> {
    trace: &'a mut Trace,
    computer: Color,
    /// The move that was made last, to look further.
    made: Option<(JanusState, StrategyMove)>,
    /// The best man that could be captured, for every open node.
    open: Vec<u8>,
    best_value: Option<Score>,
    has_candidates: bool,
}

/// What a point of a captured man weighs in a value.
const POINT: Score = 4;

impl<'a> MicrochessAloud<'a> {
    pub(super) fn new(trace: &'a mut Trace, computer: Color) -> Self {
        Self { trace, computer, made: None, open: Vec::new(), best_value: None, has_candidates: false }
    }

    /// The side whose moves are generated in a state.
    fn mover(&self, state: JanusState) -> Color {
        match state {
            JanusState::Reply | JanusState::CheckTest | JanusState::Exchange(Chain::Third | Chain::Fifth) => {
                !self.computer
            }
            _ => self.computer,
        }
    }

    fn told(&self, state: JanusState, choice: StrategyMove) -> Option<Move> {
        let mover = self.mover(state);
        Some(Move::new(square_of(choice.from, mover)?, square_of(choice.to, mover)?))
    }

    fn enter(&mut self, state: JanusState, how: How) {
        let m = if how == How::Null {
            None
        } else {
            self.made.and_then(|(state, choice)| self.told(state, choice))
        };
        // A value has no window but the one that it has to beat at least, and its own end.
        let (least, most) = (score(super::START_VALUE), score(0xFF));
        let (alpha, beta) = if self.mover(state) == self.computer { (least, most) } else { (-most, -least) };
        let depth = 2 - self.open.len() as i16;
        self.open.push(0);
        self.trace.note(|| Told::Enter { m, how, depth, alpha, beta });
    }

    fn leave(&mut self, score: Score, why: Why) {
        self.open.pop();
        self.trace.note(|| Told::Leave { score, why });
    }

    fn leave_with_capture(&mut self) {
        let best = self.open.last().copied().unwrap_or_default();
        self.leave(POINT * Score::from(best), Why::Counted);
    }

    fn capture(&mut self, slot: u8) {
        if let Some(best) = self.open.last_mut() {
            *best = POINTS[usize::from(slot & 0x0F)].max(*best);
        }
    }

    fn judged(&mut self, verdict: &CandidateVerdict) {
        self.has_candidates = true;
        let score = -score(verdict.candidate.value);
        self.trace.note(|| Told::Static { score });
        let why = match verdict.ruling {
            Ruling::Sum => Why::Counted,
            Ruling::KingHangs => Why::KingCaptured,
            Ruling::Mate => Why::Mate,
        };
        self.leave(score, why);
    }
}

impl MicrochessWatch for MicrochessAloud<'_> {
    fn note(&mut self, event: impl FnOnce() -> MicrochessEvent) {
        match event() {
            MicrochessEvent::Make { state, choice, .. } => self.made = Some((state, choice)),
            MicrochessEvent::Enter { state, .. } => match state {
                JanusState::Prior => {
                    self.trace.note(|| Told::Iteration { depth: 2 });
                    self.enter(state, How::Root);
                }
                JanusState::Reply => self.enter(state, How::Full),
                JanusState::Continuation => self.enter(state, How::Null),
                JanusState::Exchange(_) => self.enter(state, How::Quiescence),
                JanusState::Root | JanusState::CheckTest => {}
            },
            MicrochessEvent::Leave { state: JanusState::Continuation | JanusState::Exchange(_) } => {
                self.leave_with_capture();
            }
            MicrochessEvent::Probe {
                state, slot, from, to, outcome: StepOutcome::Checked { .. }, ..
            } => {
                if let Some(m) = self.told(state, StrategyMove { slot, from, to }) {
                    self.trace.note(|| Told::Skip { m, why: Why::Illegal });
                }
            }
            MicrochessEvent::Counted { state: JanusState::Continuation, captured: Some(slot), .. } => {
                self.capture(slot);
            }
            MicrochessEvent::Exchanged { captured, .. } => self.capture(captured),
            MicrochessEvent::Judged(verdict) => self.judged(&verdict),
            MicrochessEvent::Best(candidate) => {
                let score = score(candidate.value);
                self.best_value = Some(score);
                if let Some(m) = self.told(JanusState::Root, candidate.choice()) {
                    self.trace.note(|| Told::Best { m, score });
                }
            }
            MicrochessEvent::Decided { .. } => {
                let score = self.best_value.unwrap_or(score(super::START_VALUE));
                // It takes having no move for mate, whether or not it is in check.
                self.leave(score, if self.has_candidates { Why::Searched } else { Why::Mate });
            }
            _ => {}
        }
    }
}

/// A value without its constant part.
pub(super) fn score(value: u8) -> Score {
    Score::from(value) - Score::from(QUIET)
}
