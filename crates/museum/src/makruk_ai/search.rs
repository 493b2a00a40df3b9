//! Minimax with alpha-beta: White maximises, Black minimises.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use kempelen_rules::{Color, Makruk, Move, MoveList, Position, Role};
use kempelen_trace::{Bound, How, Mute, Why};

use super::evaluation::{MakrukAiValue, count_is_over, evaluate_fast, man_value, nobody_can_mate};
use super::table::{MakrukAiEntry, MakrukAiTable, seen_by};
use crate::limits::MachineLimits;
use crate::plain::{NodeEnd, Outside, OwnScore, PlainNode, PlainSearch};
use crate::watch::Watch;

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MakrukAiOptions {
    /// Whether positions seen before are looked up.
    pub use_table: bool,
}

impl Default for MakrukAiOptions {
    fn default() -> Self {
        Self { use_table: true }
    }
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MakrukAiResult {
    /// The move. There is none only where there is no legal one.
    pub best: Option<Move>,
    /// What it leads to.
    pub value: MakrukAiValue,
    /// The positions looked at, captures at the horizon included.
    pub nodes: u64,
    /// The depth of the last search that came to its end.
    pub depth: u8,
}

/// The best move at a depth. Shallower searches come first, since the best move of one is tried first in the next; of
/// equal moves the first is best.
///
/// ```
/// use kempelen_museum::makruk_ai::{MakrukAiOptions, find_best_move};
/// use kempelen_rules::{Makruk, Position};
///
/// let found = find_best_move(&Position::<Makruk>::default(), 3, MakrukAiOptions::default());
/// assert_eq!(found.best.map(|m| m.to_string()).as_deref(), Some("d3d4"));
/// assert_eq!(found.value.bia(), 0.3);
/// ```
pub fn find_best_move(position: &Position<Makruk>, depth: u8, options: MakrukAiOptions) -> MakrukAiResult {
    deepen(position, MachineLimits::depth(depth), options, &mut Mute)
}

/// The best move, looked for at depth 1, 2 and so on. The time is looked at after each of them.
pub fn iterative_deepening(
    position: &Position<Makruk>,
    max_depth: u8,
    time_limit: Option<Duration>,
) -> MakrukAiResult {
    let mut watch = Mute;
    let mut search =
        MakrukSearch::new(position, MachineLimits::depth(max_depth), MakrukAiOptions::default(), &mut watch);
    let start = Instant::now();
    for depth in 1..=max_depth.max(1) {
        search.iterate(position, depth);
        if time_limit.is_some_and(|limit| start.elapsed() >= limit) {
            break;
        }
    }
    search.found(position)
}

/// The value of a position, searched to a depth within a window.
pub fn minimax(
    position: &Position<Makruk>,
    depth: u8,
    alpha: MakrukAiValue,
    beta: MakrukAiValue,
    use_table: bool,
) -> MakrukAiValue {
    let mut watch = Mute;
    let mut search =
        MakrukSearch::new(position, MachineLimits::depth(depth), MakrukAiOptions { use_table }, &mut watch);
    search.visit(position, PlainNode::root(depth, (alpha, beta)))
}

/// [`find_best_move`] for a cabinet with guests: within limits and watched.
pub(super) fn deepen(
    position: &Position<Makruk>,
    limits: MachineLimits<'_>,
    options: MakrukAiOptions,
    watch: &mut impl Watch<MakrukAiValue>,
) -> MakrukAiResult {
    let mut search = MakrukSearch::new(position, limits, options, watch);
    for depth in 1..=limits.depth.max(1) {
        search.iterate(position, depth);
        if search.outside.budget.is_exhausted() {
            break;
        }
    }
    search.found(position)
}

/// What decides the place of a move in the order: the higher, the earlier. A bia that takes a rua has 1499.
pub fn ordering_score(position: &Position<Makruk>, m: Move, from_table: Option<Move>) -> f64 {
    if from_table == Some(m) {
        return 10_000.0;
    }
    let value = |role: Option<Role>| f64::from(role.map_or(0, man_value)) / 1000.0;
    match position.captured(m) {
        victim @ Some(_) => 1000.0 + value(victim) * 100.0 - value(position.role_on(m.from())),
        None if m.is_promotion() => 900.0,
        None => 0.0,
    }
}

struct MakrukSearch<'a, W> {
    options: MakrukAiOptions,
    table: MakrukAiTable,
    outside: Outside<'a, W>,
    /// The best move of the root so far, in the search under way.
    best: Option<(Move, MakrukAiValue)>,
    /// What the last search that came to its end found, and its depth.
    settled: Option<(Option<Move>, MakrukAiValue, u8)>,
}

impl OwnScore for MakrukAiValue {
    /// In thousandths of a bia.
    fn traced(self, mover: Color) -> i32 {
        mover.pick(self.0, -self.0)
    }
}

impl<'a, W: Watch<MakrukAiValue>> PlainSearch<'a> for MakrukSearch<'a, W> {
    type Board = Position<Makruk>;
    /// From White's side.
    type Score = MakrukAiValue;
    type Watch = W;
    const HORIZON: How = How::Quiescence;

    fn outside(&mut self) -> &mut Outside<'a, W> {
        &mut self.outside
    }

    fn look(&mut self, here: &Position<Makruk>, node: PlainNode<MakrukAiValue>) -> NodeEnd<MakrukAiValue> {
        let PlainNode { ply, depth, alpha, beta, .. } = node;
        if ply > 0
            && let Some(why) = drawn(here)
            && here.can_move()
        {
            return NodeEnd { score: MakrukAiValue::DRAW, why };
        }
        let known = if self.remembers(here) { self.table.get(here.key()) } else { None };
        if let Some(known) = known
            && ply > 0
        {
            let value = known.value.nearer(-i32::from(ply));
            let MakrukAiEntry { bound, depth: before, best, .. } = known;
            self.outside.known(node, value, (seen_by(bound, here.turn()), before, best));
            if known.settles(depth, alpha, beta, value) {
                return NodeEnd { score: value, why: Why::Table };
            }
        }
        let mut moves = here.legal_moves();
        if moves.is_empty() {
            return without_moves(here, ply);
        }
        if depth == 0 {
            return self.quiesce(here, node, moves);
        }
        let mut first = known.and_then(|known| known.best);
        if ply == 0 {
            moves.retain(|&mut m| self.outside.allows(m));
            first = self.settled.and_then(|(best, ..)| best).or(first);
        }
        let moves = in_order(here, moves, first);
        let (end, best) = self.try_moves(here, node, &moves, None);
        if end.why != Why::Stopped && self.remembers(here) {
            self.remember(here, node, end.score, best);
        }
        end
    }
}

impl<'a, W: Watch<MakrukAiValue>> MakrukSearch<'a, W> {
    fn new(
        position: &Position<Makruk>,
        limits: MachineLimits<'a>,
        options: MakrukAiOptions,
        watch: &'a mut W,
    ) -> Self {
        let outside = Outside::new(limits, watch, position.turn());
        Self { options, table: MakrukAiTable::default(), outside, best: None, settled: None }
    }

    /// Searches the root to one depth.
    fn iterate(&mut self, position: &Position<Makruk>, depth: u8) {
        self.best = None;
        let window = (MakrukAiValue::LOWEST, MakrukAiValue::HIGHEST);
        let value = self.visit(position, PlainNode::root(depth.max(1), window));
        if !self.outside.budget.is_exhausted() {
            self.settled = Some((self.best.map(|(m, _)| m), value, depth));
        }
    }

    /// The answer. A search that was stopped counts only where there is no other; and there is always a move.
    fn found(&self, position: &Position<Makruk>) -> MakrukAiResult {
        let nodes = self.outside.budget.nodes();
        if let Some((best, value, depth)) = self.settled {
            return MakrukAiResult { best, value, nodes, depth };
        }
        let first = || {
            let moves = in_order(position, position.legal_moves(), None);
            moves.into_iter().find(|&m| self.outside.budget.allows(m))
        };
        match self.best {
            Some((m, value)) => MakrukAiResult { best: Some(m), value, nodes, depth: 0 },
            None => MakrukAiResult { best: first(), value: evaluate_fast(position), nodes, depth: 0 },
        }
    }

    /// Captures only, and whoever is to move may be content with what there is.
    fn quiesce(
        &mut self,
        here: &Position<Makruk>,
        node: PlainNode<MakrukAiValue>,
        mut moves: MoveList,
    ) -> NodeEnd<MakrukAiValue> {
        let stand_pat = evaluate_fast(here);
        self.outside.judged(node, stand_pat);
        let content = match here.turn() {
            Color::White => stand_pat >= node.beta,
            Color::Black => stand_pat <= node.alpha,
        };
        if content {
            return NodeEnd { score: stand_pat, why: Why::StandPat };
        }
        moves.retain(|&mut m| here.is_capture(m));
        let moves = in_order(here, moves, None);
        let (end, best) = self.try_moves(here, node, &moves, Some(stand_pat));
        let horizon = best.is_none() && end.why == Why::Searched;
        NodeEnd { why: if horizon { Why::Horizon } else { end.why }, ..end }
    }

    /// Tries the moves in order. Of several best moves the first one wins; `floor` is what the mover has without any.
    fn try_moves(
        &mut self,
        here: &Position<Makruk>,
        node: PlainNode<MakrukAiValue>,
        moves: &[Move],
        floor: Option<MakrukAiValue>,
    ) -> (NodeEnd<MakrukAiValue>, Option<Move>) {
        let PlainNode { ply, mut alpha, mut beta, .. } = node;
        let us = here.turn();
        let mut best = floor.unwrap_or(us.pick(MakrukAiValue::LOWEST, MakrukAiValue::HIGHEST));
        let mut best_move = None;
        for (&m, number) in moves.iter().zip(1..) {
            match us {
                Color::White => alpha = alpha.max(best),
                Color::Black => beta = beta.min(best),
            }
            if ply == 0 {
                self.outside.progress((m, number), self.best);
            }
            let score = self.visit(&here.play(m), node.below(m, (alpha, beta)));
            if self.outside.budget.is_exhausted() {
                return (NodeEnd { score: best, why: Why::Stopped }, best_move);
            }
            if us.pick(score > best, score < best) {
                (best, best_move) = (score, Some(m));
                self.outside.best(node, m, score);
                if ply == 0 {
                    self.best = Some((m, score));
                }
            }
            if us.pick(best >= beta, best <= alpha) {
                return (NodeEnd { score: best, why: Why::Beta }, best_move);
            }
        }
        (NodeEnd { score: best, why: Why::Searched }, best_move)
    }

    /// While a count is on, a position is worth less each time it comes back.
    fn remembers(&self, here: &Position<Makruk>) -> bool {
        self.options.use_table && here.draw_count().limit == 0
    }

    fn remember(
        &mut self,
        here: &Position<Makruk>,
        node: PlainNode<MakrukAiValue>,
        value: MakrukAiValue,
        best: Option<Move>,
    ) {
        let bound = if value >= node.beta {
            Bound::Lower
        } else if value <= node.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let value = value.nearer(i32::from(node.ply));
        self.table.put(here.key(), MakrukAiEntry { depth: node.depth, value, bound, best });
    }
}

/// Why nobody can win any more.
fn drawn(here: &Position<Makruk>) -> Option<Why> {
    if count_is_over(here) { Some(Why::Counting) } else { nobody_can_mate(here).then_some(Why::Material) }
}

fn without_moves(here: &Position<Makruk>, ply: u16) -> NodeEnd<MakrukAiValue> {
    if here.in_check() {
        NodeEnd { score: MakrukAiValue::mated(here.turn(), ply), why: Why::Mate }
    } else {
        NodeEnd { score: MakrukAiValue::DRAW, why: Why::Stalemate }
    }
}

/// The moves by their score, and where that is equal by their squares.
fn in_order(position: &Position<Makruk>, moves: MoveList, from_table: Option<Move>) -> Vec<Move> {
    let mut scored: Vec<(Move, i32)> = moves
        .into_iter()
        .map(|m| (m, (ordering_score(position, m, from_table) * 10.0).round() as i32))
        .collect();
    scored.sort_by_key(|&(m, score)| (Reverse(score), m.from(), m.to()));
    scored.into_iter().map(|(m, _)| m).collect()
}
