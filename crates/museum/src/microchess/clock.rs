//! How long the KIM-1 would have thought.

use std::cmp::Ordering;
use std::time::Duration;

use super::board::is_on_board;
use super::search::START_VALUE;
use super::state::JanusState;
use super::strategy::{Bonus, Ruling};
use super::watch::{CandidateVerdict, MicrochessEvent, MicrochessWatch, StepOutcome};

/// Counts the clock cycles that the 6502 of a KIM-1 would have spent on a thought, at one million a second and without
/// the time to light the display.
///
/// The costs were not read from the program: they come from a least-squares fit to the cycles of 820 thoughts of the
/// original. Nearly all came out as whole numbers, and rounded they give all 820 to the cycle, which says little for
/// thoughts they were fitted to; thoughts in keypad sessions, which the fit did not use, agree as well but for a constant
/// for reading the key. A fit cannot tell apart what always occurs together in fixed numbers: the costs of REVERSE and of
/// making a move are guesses, and those of the generator, the evaluation and the thought as a whole make up for them.
/// Where men share a square the count is off by a few cycles for each such meeting.
///
/// ```
/// use kempelen_museum::microchess::{MicrochessBoard, Clock, Level, think};
///
/// let mut clock = Clock::new();
/// think(&MicrochessBoard::START, Level::NORMAL, &mut clock);
/// assert_eq!(clock.cycles(), 20_949_638); // 21 seconds, exactly as long as the original took.
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    cycles: u64,
    best_value: u8,
}

/// Once a thought: clearing the counters at its start, and at its end moving the chosen man.
const THOUGHT: u64 = 567;
/// The same for a thought that ends in resignation.
const RESIGNATION: u64 = 469;
/// Once a run of the generator: sixteen men, and in each of their directions a first step off the board.
const GENERATE: u64 = 6625;
/// More in a run that tests for check.
const CHECK_TEST: u64 = 30;
/// An exchange of sides.
const REVERSE: u64 = 640;
/// A move that captures, made and taken back; to this comes the search for the captured man.
const MAKE: u64 = 130;
/// A quiet move saves something.
const QUIET: u64 = 8;
/// An entry of the piece lists that is looked at in vain.
const LOOK: u64 = 11;
/// The same where an exchange looks for a piece.
const EXCHANGE_LOOK: u64 = 13;
/// Finding out whether a move of the continuation counts.
const MAY_COUNT: u64 = 6;
/// The sum of a candidate, with the shortest way through everything that depends on the case.
const JUDGE: u64 = 347;

impl Clock {
    /// A clock at zero.
    pub fn new() -> Self {
        Self::default()
    }

    /// The cycles so far.
    pub fn cycles(&self) -> u64 {
        self.cycles
    }

    /// The time so far on a KIM-1.
    pub fn duration(&self) -> Duration {
        Duration::from_micros(self.cycles)
    }

    /// The sum, the override and the comparison with the best candidate so far.
    fn judge(&mut self, verdict: &CandidateVerdict) -> u64 {
        let candidate = &verdict.candidate;
        let compared = match candidate.value.cmp(&self.best_value) {
            Ordering::Less => 0,
            Ordering::Equal => 2,
            Ordering::Greater => 16,
        };
        self.best_value = self.best_value.max(candidate.value);
        let ruled = match verdict.ruling {
            Ruling::KingHangs => 0,
            Ruling::Sum if candidate.counters.reply.mobility > 0 => 2,
            Ruling::Sum => 7,
            Ruling::Mate => 8,
        };
        let bonus = match (verdict.bonus, candidate.to) {
            (Some(Bonus::GoodSquare), 0x33) => 0,
            (Some(Bonus::GoodSquare), 0x34) => 4,
            (Some(Bonus::GoodSquare), 0x22) => 8,
            (Some(Bonus::GoodSquare), _) => 12,
            (Some(Bonus::Development), _) => 24,
            (None, _) if candidate.slot == 0 => 13,
            (None, _) => 21,
        };
        JUDGE + compared + ruled + bonus + u64::from(verdict.clamped)
    }
}

impl MicrochessWatch for Clock {
    fn note(&mut self, event: impl FnOnce() -> MicrochessEvent) {
        self.cycles += match event() {
            MicrochessEvent::Enter { state: JanusState::Prior, .. } => {
                self.best_value = START_VALUE;
                GENERATE
            }
            MicrochessEvent::Enter { state: JanusState::CheckTest, .. } => GENERATE + CHECK_TEST,
            MicrochessEvent::Enter { .. } => GENERATE,
            MicrochessEvent::Probe { to, .. } if !is_on_board(to) => 0,
            MicrochessEvent::Probe { state, slot, step, to, found, outcome, .. } => {
                looks(found) + asks_for_check(state, outcome) + probe(slot, step, to, outcome)
            }
            MicrochessEvent::Visit { state, choice, captured } => visit(state, choice.slot, captured),
            MicrochessEvent::Counted { state, slot, captured, raised, .. } => {
                count(state, slot, captured, raised)
            }
            MicrochessEvent::Exchanged { raised, .. } => 3 * u64::from(raised),
            MicrochessEvent::Make { captured, .. } => looks(captured) + MAKE - saved(captured),
            MicrochessEvent::Exchange => REVERSE,
            MicrochessEvent::Judged(verdict) => self.judge(&verdict),
            MicrochessEvent::Decided { best: None, .. } => RESIGNATION,
            MicrochessEvent::Decided { best: Some(_), captured } => {
                looks(captured) + THOUGHT - saved(captured)
            }
            MicrochessEvent::Leave { .. } | MicrochessEvent::Unmake { .. } | MicrochessEvent::Best(_) => 0,
        };
    }
}

/// The search for a man through the 32 entries, from the last.
fn looks(found: Option<u8>) -> u64 {
    LOOK * found.map_or(32, |entry| 31 - u64::from(entry & 0x1F))
}

fn saved(captured: Option<u8>) -> u64 {
    if captured.is_some() { 0 } else { QUIET }
}

/// Outside exchanges and check tests it takes longer to find out whether to test for check.
fn asks_for_check(state: JanusState, outcome: StepOutcome) -> u64 {
    let long_way = outcome != StepOutcome::Blocked && state.code() < 0x80;
    4 * u64::from(long_way)
}

/// One step on the board, beyond what a step off the board costs, and the call of JANUS when it is a move. Sliding on is
/// dear because the direction is not finished.
fn probe(slot: u8, step: u8, to: u8, outcome: StepOutcome) -> u64 {
    use StepOutcome::{Blocked, Checked, Fine};
    match (slot, outcome) {
        (_, Blocked) => 19,
        // Sliding men.
        (1..=5, Fine { capture: false }) => 95,
        (1..=5, Fine { capture: true }) => 63,
        (1..=5, Checked { capture: false }) => 58,
        (1..=5, Checked { capture: true }) => 29,
        // Knights and king.
        (0..=7, Fine { capture: false }) => 40,
        (0..=7, Fine { capture: true }) => 54,
        (0..=7, Checked { capture: true }) => 28,
        // Pawns forward. From the third rank they go on.
        (_, Fine { capture: false }) if step == 4 && to & 0xF0 == 0x20 => 94,
        (_, Fine { capture: false }) if step == 4 => 52,
        (_, Fine { capture: true }) if step == 4 => 27,
        (_, Checked { capture: true }) if step == 4 => 26,
        // Pawns' captures.
        (_, Fine { capture: false }) => 15,
        (_, Fine { capture: true }) => 56,
        (_, Checked { capture: true }) => 30,
        (_, Checked { capture: false }) => 14,
    }
}

/// What JANUS does with a move before it is counted.
fn visit(state: JanusState, slot: u8, captured: Option<u8>) -> u64 {
    match state {
        JanusState::Prior => 0,
        JanusState::Root => count(state, slot, captured, captured.is_some()),
        JanusState::CheckTest => 5 + 4 * u64::from(captured == Some(0)),
        JanusState::Continuation => MAY_COUNT,
        JanusState::Reply | JanusState::Exchange(_) => match captured {
            None => 0,
            Some(piece @ 1..=7) => 40 + EXCHANGE_LOOK * u64::from(7 - piece),
            Some(_) => 93,
        },
    }
}

/// COUNTS. The root counts too, for WCAP0.
fn count(state: JanusState, slot: u8, captured: Option<u8>, raised: bool) -> u64 {
    let way = match (state, slot) {
        (JanusState::Continuation, 0) => 17 - MAY_COUNT,
        (JanusState::Continuation, _) => 25 - MAY_COUNT,
        (JanusState::Prior, 0) => 17,
        (_, 0) | (JanusState::Prior, _) => 21,
        _ => 25,
    };
    let queen = if slot == 1 { 5 } else { 0 };
    let capture = captured.map_or(0, |victim| 39 + LOOK * (15 - u64::from(victim & 0x0F)));
    way + queen + capture + if raised { 7 } else { 0 }
}
