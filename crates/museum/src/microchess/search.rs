//! The move generator and what is done with each move.

use super::board::{MicrochessBoard, is_on_board};
use super::counts::{Counters, MicrochessTally};
use super::level::Level;
use super::state::{Chain, JanusState};
use super::strategy::{Strategy, StrategyMove};
use super::tables::Tables;
use super::watch::{CandidateVerdict, MicrochessEvent, MicrochessWatch, StepOutcome};

/// BESTV before any candidate: only a higher value is remembered.
pub const START_VALUE: u8 = 0x0C;

/// A best value below this is a resignation.
pub const RESIGNS_BELOW: u8 = 0x0F;

/// A candidate move with everything counted for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CountedCandidate {
    /// The slot of the man.
    pub slot: u8,
    /// The square byte it comes from.
    pub from: u8,
    /// The square byte it goes to.
    pub to: u8,
    /// The value by which candidates are compared.
    pub value: u8,
    /// The sum before a hanging king or a supposed mate overrode it.
    pub raw: u8,
    /// What was counted.
    pub counters: Counters,
}

impl CountedCandidate {
    /// The move.
    pub const fn choice(&self) -> StrategyMove {
        StrategyMove { slot: self.slot, from: self.from, to: self.to }
    }
}

/// The outcome of thinking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MicrochessThought {
    /// The move chosen; `None` when the machine resigns, be it mated, stalemated or just in despair.
    pub best: Option<StrategyMove>,
    /// BESTV: the best value. It can be 0D or 0E, which beat the start value, and the machine resigns all the same.
    pub best_value: u8,
    /// The P set: the tally before any move.
    pub prior: MicrochessTally,
    /// The candidates in the order of generation. The first of the best ones is chosen.
    pub candidates: Vec<CountedCandidate>,
}

impl MicrochessThought {
    /// The sum behind the value of a candidate, term by term, in a machine with these tables.
    pub fn strategy(&self, candidate: &CountedCandidate, tables: &Tables) -> Strategy {
        Strategy::of(&self.prior, &candidate.counters, candidate.choice(), tables)
    }
}

/// GO: thinks about `board` with the given tables.
pub(super) fn think(
    board: &MicrochessBoard,
    level: Level,
    tables: &Tables,
    watch: &mut impl MicrochessWatch,
) -> MicrochessThought {
    let mut search = MicrochessSearch {
        level,
        tables,
        watch,
        prior: MicrochessTally::default(),
        counters: Counters::default(),
        king_taken: false,
        best: None,
        best_value: START_VALUE,
        candidates: Vec::new(),
    };
    search.generate(board, JanusState::Prior);
    search.generate(board, JanusState::Root);
    let best = search.best.filter(|_| search.best_value >= RESIGNS_BELOW);
    search.watch.note(|| {
        let captured = best.and_then(|choice| board.entry_on(choice.to));
        MicrochessEvent::Decided { best, captured }
    });
    MicrochessThought {
        best,
        best_value: search.best_value,
        prior: search.prior,
        candidates: search.candidates,
    }
}

/// One thought in progress.
struct MicrochessSearch<'a, W> {
    level: Level,
    tables: &'a Tables,
    watch: &'a mut W,
    prior: MicrochessTally,
    counters: Counters,
    /// INCHEK: whether the check test under way found a capture of the king.
    king_taken: bool,
    best: Option<StrategyMove>,
    best_value: u8,
    candidates: Vec<CountedCandidate>,
}

/// The generator.
impl<W: MicrochessWatch> MicrochessSearch<'_, W> {
    /// GNM: goes through own men from the king's pawn to the king and visits their moves.
    fn generate(&mut self, board: &MicrochessBoard, state: JanusState) {
        self.watch.note(|| MicrochessEvent::Enter { state, board: *board });
        for slot in (8..16).rev() {
            self.pawn(board, state, slot);
        }
        for slot in [7, 6] {
            self.steps(board, state, slot, 9..=16);
        }
        for slot in [5, 4] {
            self.lines(board, state, slot, 5..=8);
        }
        for slot in [3, 2] {
            self.lines(board, state, slot, 1..=4);
        }
        self.lines(board, state, 1, 1..=8);
        self.steps(board, state, 0, 1..=8);
        self.watch.note(|| MicrochessEvent::Leave { state });
    }

    /// PAWN: the two captures, then forward, and forward again from the third rank.
    ///
    /// A single step that leaves the king in check ends the pawn's turn, even if the double step would not.
    fn pawn(&mut self, board: &MicrochessBoard, state: JanusState, slot: u8) {
        let from = board.square_of(slot);
        for step in [6, 5] {
            if let (to, StepOutcome::Fine { capture: true }) = self.probe(board, state, slot, from, step) {
                self.visit(board, state, StrategyMove { slot, from, to }, true);
            }
        }
        let mut square = from;
        while let (to, StepOutcome::Fine { capture: false }) = self.probe(board, state, slot, square, 4) {
            self.visit(board, state, StrategyMove { slot, from, to }, false);
            if to & 0xF0 != 0x20 {
                break;
            }
            square = to;
        }
    }

    /// SNGMV: the single steps of a knight or king, from the last of the table to the first.
    fn steps(
        &mut self,
        board: &MicrochessBoard,
        state: JanusState,
        slot: u8,
        steps: std::ops::RangeInclusive<u8>,
    ) {
        let from = board.square_of(slot);
        for step in steps.rev() {
            if let (to, StepOutcome::Fine { capture }) = self.probe(board, state, slot, from, step) {
                self.visit(board, state, StrategyMove { slot, from, to }, capture);
            }
        }
    }

    /// LINE: slides a bishop, rook or queen along each direction. A square where the move would leave the king in check
    /// is passed over, not a stop.
    fn lines(
        &mut self,
        board: &MicrochessBoard,
        state: JanusState,
        slot: u8,
        steps: std::ops::RangeInclusive<u8>,
    ) {
        let from = board.square_of(slot);
        for step in steps.rev() {
            let mut square = from;
            loop {
                let (to, outcome) = self.probe(board, state, slot, square, step);
                let capture = match outcome {
                    StepOutcome::Blocked => break,
                    StepOutcome::Checked { capture } => capture,
                    StepOutcome::Fine { capture } => {
                        self.visit(board, state, StrategyMove { slot, from, to }, capture);
                        capture
                    }
                };
                if capture {
                    break;
                }
                square = to;
            }
        }
    }

    /// CMOVE: tries one step from `square`, on which the man stands or to which it has slid.
    #[inline]
    fn probe(
        &mut self,
        board: &MicrochessBoard,
        state: JanusState,
        slot: u8,
        square: u8,
        step: u8,
    ) -> (u8, StepOutcome) {
        let (from, to) = (board.square_of(slot), square.wrapping_add(self.tables.step(step)));
        let found = if is_on_board(to) { board.entry_on(to) } else { None };
        let outcome = if !is_on_board(to) || found.is_some_and(|entry| entry < 0x10) {
            StepOutcome::Blocked
        } else {
            let capture = found.is_some();
            let choice = StrategyMove { slot, from, to };
            if self.level.tests_check_in(state) && self.leaves_king(board, state, choice) {
                StepOutcome::Checked { capture }
            } else {
                StepOutcome::Fine { capture }
            }
        };
        self.watch.note(|| MicrochessEvent::Probe { state, slot, from, step, to, found, outcome });
        (to, outcome)
    }

    /// CHKCHK: whether the opponent could take the king after a move.
    fn leaves_king(&mut self, board: &MicrochessBoard, state: JanusState, choice: StrategyMove) -> bool {
        self.king_taken = false;
        self.look_behind(board, state, choice, JanusState::CheckTest);
        self.king_taken
    }

    /// GENRM and its kin: makes a move, exchanges sides, generates in another state, and takes all back.
    fn look_behind(
        &mut self,
        board: &MicrochessBoard,
        state: JanusState,
        choice: StrategyMove,
        then: JanusState,
    ) {
        let after = self.make(board, state, choice);
        self.generate_for_other_side(&after, then);
        self.unmake(board, state, choice);
    }

    fn generate_for_other_side(&mut self, board: &MicrochessBoard, state: JanusState) {
        self.watch.note(|| MicrochessEvent::Exchange);
        self.generate(&board.exchanged(), state);
        self.watch.note(|| MicrochessEvent::Exchange);
    }

    fn make(&mut self, board: &MicrochessBoard, state: JanusState, choice: StrategyMove) -> MicrochessBoard {
        self.watch.note(|| MicrochessEvent::Make { state, choice, captured: board.entry_on(choice.to) });
        board.after(choice.slot, choice.to)
    }

    /// UMOVE: `board` is a copy, so that only the watcher has something to do.
    fn unmake(&mut self, board: &MicrochessBoard, state: JanusState, choice: StrategyMove) {
        self.watch.note(|| MicrochessEvent::Unmake { state, choice, captured: board.entry_on(choice.to) });
    }
}

/// What becomes of a generated move.
impl<W: MicrochessWatch> MicrochessSearch<'_, W> {
    /// JANUS: looks at a move according to the state.
    #[inline]
    fn visit(&mut self, board: &MicrochessBoard, state: JanusState, choice: StrategyMove, capture: bool) {
        self.watch.note(|| MicrochessEvent::Visit { state, choice, captured: board.opponent_on(choice.to) });
        match state {
            JanusState::CheckTest => self.king_taken |= choice.to == board.opp[0],
            JanusState::Prior => self.count(board, state, choice, capture),
            JanusState::Root => self.judge(board, choice),
            JanusState::Reply => {
                self.count(board, state, choice, capture);
                if capture {
                    self.exchange(board, state, choice);
                }
            }
            JanusState::Continuation => {
                // The man the player is most likely to take will not be there to move. Slot 0 stands for the king and
                // for nobody alike, so the king always counts.
                if choice.slot == 0 || choice.slot != self.counters.reply.best_victim {
                    self.count(board, state, choice, capture);
                }
            }
            JanusState::Exchange(_) => {
                if capture {
                    self.exchange(board, state, choice);
                }
            }
        }
    }

    /// COUNTS: enters a move into the set that belongs to the state.
    fn count(&mut self, board: &MicrochessBoard, state: JanusState, choice: StrategyMove, capture: bool) {
        let victim = if capture { self.victim(board, choice.to) } else { None };
        let tally = match state {
            JanusState::Prior => &mut self.prior,
            JanusState::Reply => &mut self.counters.reply,
            _ => &mut self.counters.continuation,
        };
        let raised = tally.count(choice.slot, victim);
        let (tally, slot, captured) = (*tally, choice.slot, victim.map(|(slot, _)| slot));
        self.watch.note(|| MicrochessEvent::Counted { state, slot, captured, raised, tally });
    }

    /// The opponent's man on a square and its worth.
    fn victim(&self, board: &MicrochessBoard, square: u8) -> Option<(u8, u8)> {
        board.opponent_on(square).map(|slot| (slot, self.tables.points[usize::from(slot)]))
    }

    /// ON4: looks at the replies to a candidate and at its continuation, and gives it a value.
    fn judge(&mut self, board: &MicrochessBoard, choice: StrategyMove) {
        let wcap0 = self.victim(board, choice.to).map_or(0, |(_, worth)| worth);
        self.counters = Counters { wcap0, ..Counters::default() };
        let after = self.make(board, JanusState::Root, choice);
        self.generate_for_other_side(&after, JanusState::Reply);
        self.generate(&after, JanusState::Continuation);
        self.unmake(board, JanusState::Root, choice);

        let Strategy { value, raw, bonus, ruling, clamped, .. } =
            Strategy::of(&self.prior, &self.counters, choice, self.tables);
        let StrategyMove { slot, from, to } = choice;
        let candidate = CountedCandidate { slot, from, to, value, raw, counters: self.counters };
        self.candidates.push(candidate);
        self.watch.note(|| MicrochessEvent::Judged(CandidateVerdict { candidate, bonus, ruling, clamped }));
        self.push(candidate);
    }

    /// PUSH: remembers a candidate that is better than all before it.
    fn push(&mut self, candidate: CountedCandidate) {
        if candidate.value > self.best_value {
            self.best_value = candidate.value;
            self.best = Some(candidate.choice());
            self.watch.note(|| MicrochessEvent::Best(candidate));
        }
    }

    /// TREE: enters the capture of a queen, rook, bishop or knight into the counter of the state, and follows the
    /// exchange until the limit of the level. Every further capture goes on with it, wherever on the board it happens.
    fn exchange(&mut self, board: &MicrochessBoard, state: JanusState, choice: StrategyMove) {
        // Only slots 7 down to 1 are searched: pawns and the king are not worth an exchange.
        let Some(captured) = (1..8).rev().find(|&slot| board.opp[slot] == choice.to) else { return };
        let worth = self.tables.points[captured];
        let counter = match state {
            JanusState::Exchange(Chain::Second) => &mut self.counters.wcap1,
            JanusState::Exchange(Chain::Third) => &mut self.counters.bcap1,
            JanusState::Exchange(Chain::Fourth) => &mut self.counters.wcap2,
            JanusState::Exchange(Chain::Fifth) => &mut self.counters.bcap2,
            _ => &mut self.counters.bcap0,
        };
        let raised = worth >= *counter;
        if raised {
            *counter = worth;
        }
        let counter = *counter;
        self.watch.note(|| MicrochessEvent::Exchanged { state, captured: captured as u8, raised, counter });

        if let Some(next) = state.next_capture()
            && next.code() != self.level.exchange_limit()
        {
            self.look_behind(board, state, choice, next);
        }
    }
}
