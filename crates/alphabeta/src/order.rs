//! The order in which moves are tried, found in stages so that a cut spares the work of the later ones.

use arrayvec::ArrayVec;
use kempelen_rules::{Move, MoveList, Position, Variant};

use crate::danger::Danger;
use crate::exchange;
use crate::history::{Histories, MoveContext};
use crate::params::Params;
use crate::params::fixed::PLACE;

/// The most moves a position can have; as long as a [`MoveList`].
const MOST_MOVES: usize = 416;

/// What the moves are for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// Every move.
    Everything,
    /// Captures and promotions.
    Quiescence,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    TableMove,
    FindNoisy,
    GoodNoisy,
    FindQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// Gives the moves of a position one by one, the most promising first.
pub(crate) struct MovePicker<'a> {
    /// How urgent quiet moves are.
    params: &'a Params,
    purpose: Purpose,
    stage: Stage,
    table_move: Option<Move>,
    /// Captures that win less than this come last.
    threshold: i32,
    moves: ArrayVec<(i32, Move), MOST_MOVES>,
    bad: ArrayVec<Move, MOST_MOVES>,
    next_bad: usize,
    skip_quiets: bool,
}

impl<'a> MovePicker<'a> {
    /// For a full search.
    pub(crate) fn new(params: &'a Params, table_move: Option<Move>) -> Self {
        Self::for_purpose(Purpose::Everything, params, table_move, 0)
    }

    /// For captures and promotions only, those first that win at least `threshold`.
    pub(crate) fn noisy(params: &'a Params, table_move: Option<Move>, threshold: i32) -> Self {
        Self::for_purpose(Purpose::Quiescence, params, table_move, threshold)
    }

    /// For a list whose order is known already.
    pub(crate) fn listed(params: &'a Params, list: &MoveList) -> Self {
        let mut picker = Self::for_purpose(Purpose::Everything, params, None, 0);
        picker.stage = Stage::BadNoisy;
        picker.bad.extend(list.iter().copied());
        picker
    }

    fn for_purpose(purpose: Purpose, params: &'a Params, table_move: Option<Move>, threshold: i32) -> Self {
        Self {
            params,
            purpose,
            stage: Stage::TableMove,
            table_move,
            threshold,
            moves: ArrayVec::new(),
            bad: ArrayVec::new(),
            next_bad: 0,
            skip_quiets: false,
        }
    }

    /// No more quiet moves, please.
    pub(crate) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The captures that lose material and were not given, where only others were asked for.
    pub(crate) fn rejected(&self) -> &[Move] {
        if self.purpose == Purpose::Quiescence { &self.bad } else { &[] }
    }

    /// Whether the captures that lose material are being given now.
    pub(crate) fn gives_bad_captures(&self) -> bool {
        self.stage >= Stage::BadNoisy
    }

    /// The next move.
    pub(crate) fn next<V: Variant>(
        &mut self,
        position: &Position<V>,
        histories: &Histories,
        context: &MoveContext,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::FindNoisy;
                    if let Some(m) = self.table_move.filter(|&m| position.is_legal(m)) {
                        return Some(m);
                    }
                    self.table_move = None;
                }
                Stage::FindNoisy => {
                    self.find_noisy(position, histories);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.take_best() {
                    Some((score, m)) => {
                        // A capture that did well before may lose a little on its square.
                        let leeway = score * self.params.order_leeway / PLACE;
                        if exchange::wins(position, m, self.threshold - leeway) {
                            return Some(m);
                        }
                        self.bad.push(m);
                    }
                    None if self.purpose == Purpose::Quiescence => self.stage = Stage::Done,
                    None => self.stage = Stage::FindQuiet,
                },
                Stage::FindQuiet => {
                    if !self.skip_quiets {
                        self.find_quiet(position, histories, context);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.take_best() {
                    Some((_, m)) if !self.skip_quiets => return Some(m),
                    _ => self.stage = Stage::BadNoisy,
                },
                Stage::BadNoisy => match self.bad.get(self.next_bad) {
                    Some(&m) => {
                        self.next_bad += 1;
                        return Some(m);
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    fn find_noisy<V: Variant>(&mut self, position: &Position<V>, histories: &Histories) {
        for m in position.noisy_moves() {
            if Some(m) != self.table_move {
                // The most valuable victim first; among equals, what did well before.
                let score =
                    self.params.order_victim * exchange::gain(position, m) + histories.capture(position, m);
                self.moves.push((score, m));
            }
        }
    }

    fn find_quiet<V: Variant>(
        &mut self,
        position: &Position<V>,
        histories: &Histories,
        context: &MoveContext,
    ) {
        self.moves.clear();
        let danger = Danger::of(position);
        for m in position.quiet_moves() {
            if Some(m) != self.table_move {
                let refutes = if context.is_refutation(m) { self.params.order_refutation } else { 0 };
                let urgency = danger.urgency(position, m, self.params);
                self.moves.push((histories.quiet(position, context, m) + refutes + urgency, m));
            }
        }
    }

    /// Most nodes try few moves, so that finding the best each time beats sorting all. Among equals the first.
    #[inline]
    fn take_best(&mut self) -> Option<(i32, Move)> {
        let mut best = 0;
        for i in 1..self.moves.len() {
            if self.moves[i].0 > self.moves[best].0 {
                best = i;
            }
        }
        self.moves.swap_pop(best)
    }
}
