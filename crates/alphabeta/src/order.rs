//! Move ordering: which move is tried next, found in stages so that a cut spares the work of the later ones.
//!
//! Alpha-beta lives on the first move being the best, and nodes that fail high mostly do so with one of the
//! first two or three. So moves are not listed all at once and sorted; each stage is worked out when it is
//! reached:
//!
//! 1. the *table move*, best in this position before, of which nothing need be generated;
//! 2. captures and promotions that win material or at least lose none, by *static exchange evaluation*, the
//!    most valuable victims first and among equals by *capture history*;
//! 3. quiet moves: *killers* and the *counter move*, then by *history*, urgent ones before the others;
//! 4. captures that lose material.

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

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    /// The move that the transposition table thinks best, if it is legal.
    TableMove,
    /// Captures and promotions are listed.
    FindNoisy,
    /// Those that lose nothing are given.
    GoodNoisy,
    /// Quiet moves are listed.
    FindQuiet,
    /// And given.
    Quiet,
    /// Captures that lose material are given.
    BadNoisy,
    /// All have been given.
    Done,
}

/// The *move picker*: gives the moves of a position one by one, the most promising first. No move comes
/// twice.
pub(crate) struct MovePicker<'a> {
    /// How urgent quiet moves are.
    params: &'a Params,
    purpose: Purpose,
    stage: Stage,
    table_move: Option<Move>,
    /// Captures that win less than this come last.
    threshold: i32,
    /// What this stage has still to give, each with its place in the order.
    moves: ArrayVec<(i32, Move), MOST_MOVES>,
    /// Captures that lose material, in the order in which they were found out.
    bad: ArrayVec<Move, MOST_MOVES>,
    next_bad: usize,
    /// Whether quiet moves are no longer wanted.
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

    /// Lists captures and promotions, with their places in the order: the most valuable victim first (*MVV*).
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

    /// Lists quiet moves, with their places in the order.
    fn find_quiet<V: Variant>(
        &mut self,
        position: &Position<V>,
        histories: &Histories,
        context: &MoveContext,
    ) {
        self.moves.clear();
        let danger = Danger::of(position);
        let merits = histories.quiets(position.turn(), context);
        for m in position.quiet_moves() {
            if Some(m) != self.table_move {
                let refutes = if context.is_refutation(m) { self.params.order_refutation } else { 0 };
                let urgency = danger.urgency(position, m, self.params);
                self.moves.push((merits.of(position, m) + refutes + urgency, m));
            }
        }
    }

    /// Most nodes try few moves, so that finding the best each time beats sorting all. Among equals the
    /// first.
    #[inline]
    fn take_best(&mut self) -> Option<(i32, Move)> {
        let (&(first, _), others) = self.moves.split_first()?;
        let (mut best, mut highest) = (0, first);
        for (i, &(place, _)) in others.iter().enumerate() {
            if place > highest {
                (best, highest) = (i + 1, place);
            }
        }
        self.moves.swap_pop(best)
    }
}
