//! Watching the machine think.

use kempelen_trace::Mute;

use super::board::MicrochessBoard;
use super::counts::MicrochessTally;
use super::search::CountedCandidate;
use super::state::JanusState;
use super::strategy::{Bonus, Ruling, StrategyMove};

/// Someone who looks on while the machine thinks.
///
/// An event is handed over as a closure, so that [`Mute`], which never calls it, costs nothing. Watching changes nothing
/// in the thinking.
pub trait MicrochessWatch {
    /// Something happened; call `event` to learn what.
    fn note(&mut self, event: impl FnOnce() -> MicrochessEvent);
}

impl MicrochessWatch for Mute {
    #[inline]
    fn note(&mut self, _: impl FnOnce() -> MicrochessEvent) {}
}

impl<W: MicrochessWatch> MicrochessWatch for &mut W {
    #[inline]
    fn note(&mut self, event: impl FnOnce() -> MicrochessEvent) {
        (**self).note(event);
    }
}

/// Two look on.
impl<A: MicrochessWatch, B: MicrochessWatch> MicrochessWatch for (A, B) {
    #[inline]
    fn note(&mut self, event: impl FnOnce() -> MicrochessEvent) {
        let event = event();
        self.0.note(|| event);
        self.1.note(|| event);
    }
}

/// Every event is kept. Beware: a thought of the normal level has hundreds of thousands.
impl MicrochessWatch for Vec<MicrochessEvent> {
    fn note(&mut self, event: impl FnOnce() -> MicrochessEvent) {
        self.push(event());
    }
}

/// A step of the machine's thinking. Squares are seen by the side that moves in the state named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MicrochessEvent {
    /// The generator starts on the position `board`.
    Enter {
        /// What the moves are wanted for.
        state: JanusState,
        /// The position, seen by the side that moves.
        board: MicrochessBoard,
    },
    /// The generator has gone through all men.
    Leave {
        /// The state it was in.
        state: JanusState,
    },
    /// CMOVE: one step of a man was tried.
    Probe {
        /// What the moves are wanted for.
        state: JanusState,
        /// The man.
        slot: u8,
        /// The square byte it stands on.
        from: u8,
        /// The number of the step in the table, 1-16.
        step: u8,
        /// The square byte reached, which may be off the board.
        to: u8,
        /// The man found there, as [`MicrochessBoard::entry_on`] counts; `None` also off the board.
        found: Option<u8>,
        /// What came of it.
        outcome: StepOutcome,
    },
    /// JANUS: a move was generated and is looked at.
    Visit {
        /// What the moves are wanted for.
        state: JanusState,
        /// The move.
        choice: StrategyMove,
        /// The slot of the opponent's man it captures.
        captured: Option<u8>,
    },
    /// COUNTS: the move just visited was entered into a set of counters.
    Counted {
        /// The state, which chooses the set.
        state: JanusState,
        /// The man that moves.
        slot: u8,
        /// The slot of the opponent's man it captures.
        captured: Option<u8>,
        /// Whether that man is now the best to capture.
        raised: bool,
        /// The set now.
        tally: MicrochessTally,
    },
    /// TREE: a capture was entered into the counter of an exchange.
    Exchanged {
        /// The state, which chooses the counter: BCAP0, WCAP1, BCAP1, WCAP2 or BCAP2.
        state: JanusState,
        /// The slot of the captured man.
        captured: u8,
        /// Whether nothing better had been captured in this state.
        raised: bool,
        /// The counter now.
        counter: u8,
    },
    /// MOVE: a move is made on the board, to look further.
    Make {
        /// The state it was generated in.
        state: JanusState,
        /// The move.
        choice: StrategyMove,
        /// Whom it captures, as [`MicrochessBoard::entry_on`] counts.
        captured: Option<u8>,
    },
    /// REVERSE: the sides are exchanged.
    Exchange,
    /// UMOVE: the move is taken back.
    Unmake {
        /// The state it was generated in.
        state: JanusState,
        /// The move.
        choice: StrategyMove,
        /// Whom it had captured.
        captured: Option<u8>,
    },
    /// STRATGY: a candidate has its value.
    Judged(CandidateVerdict),
    /// PUSH: the candidate just judged is the best so far.
    Best(CountedCandidate),
    /// The thought is over.
    Decided {
        /// The move chosen, `None` for a resignation.
        best: Option<StrategyMove>,
        /// Whom it captures, as [`MicrochessBoard::entry_on`] counts.
        captured: Option<u8>,
    },
}

/// A candidate and what was special about its sum. [`Strategy`](super::Strategy) has the whole sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CandidateVerdict {
    /// The candidate with its counters and value.
    pub candidate: CountedCandidate,
    /// The two extra points.
    pub bonus: Option<Bonus>,
    /// Whether the sum stands.
    pub ruling: Ruling,
    /// Whether the first stage fell below 0 and was held there.
    pub clamped: bool,
}

/// What came of one step of a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepOutcome {
    /// Off the board or onto a friend.
    Blocked,
    /// The mover's king could be taken afterwards.
    Checked {
        /// Whether an opponent's man stands there.
        capture: bool,
    },
    /// A move.
    Fine {
        /// Whether an opponent's man stands there.
        capture: bool,
    },
}
