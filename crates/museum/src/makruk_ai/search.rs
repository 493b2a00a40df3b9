//! Minimax with alpha-beta: White maximises, Black minimises.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use kempelen_rules::{Color, Makruk, Move, MoveList, Position, Role};

use super::evaluation::{Value, count_is_over, evaluate_fast, man_value, nobody_can_mate};
use super::table::{Bound, Known, Table};
use crate::limits::{Budget, Limits};
use crate::watch::{Event, Exit, Left, Mute, Progress, Skipped, Watch};

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether positions seen before are looked up.
    pub use_table: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { use_table: true }
    }
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The move. There is none only where there is no legal one.
    pub best: Option<Move>,
    /// What it leads to.
    pub value: Value,
    /// The positions looked at, captures at the horizon included.
    pub nodes: u64,
    /// The depth of the last search that came to its end.
    pub depth: u8,
}

/// The best move at a depth. Shallower searches come first, since the best move of one is tried first in the next; of
/// equal moves the first is best.
///
/// ```
/// use kempelen_museum::makruk_ai::{Options, find_best_move};
/// use kempelen_rules::{Makruk, Position};
///
/// let found = find_best_move(&Position::<Makruk>::default(), 3, Options::default());
/// assert_eq!(found.best.map(|m| m.to_string()).as_deref(), Some("d3d4"));
/// assert_eq!(found.value.bia(), 0.3);
/// ```
pub fn find_best_move(position: &Position<Makruk>, depth: u8, options: Options) -> Found {
    deepen(position, Limits::depth(depth), options, &mut Mute)
}

/// The best move, looked for at depth 1, 2 and so on. The time is looked at after each of them.
pub fn iterative_deepening(
    position: &Position<Makruk>,
    max_depth: u8,
    time_limit: Option<Duration>,
) -> Found {
    let mut watch = Mute;
    let mut search = Search::new(Limits::depth(max_depth), Options::default(), &mut watch);
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
pub fn minimax(position: &Position<Makruk>, depth: u8, alpha: Value, beta: Value, use_table: bool) -> Value {
    let mut watch = Mute;
    let mut search = Search::new(Limits::depth(depth), Options { use_table }, &mut watch);
    search.visit(Node { position, ply: 0, depth, alpha, beta })
}

/// [`find_best_move`] for a cabinet with guests: within limits and watched.
pub(super) fn deepen(
    position: &Position<Makruk>,
    limits: Limits<'_>,
    options: Options,
    watch: &mut impl Watch<Value>,
) -> Found {
    let mut search = Search::new(limits, options, watch);
    for depth in 1..=limits.depth.max(1) {
        search.iterate(position, depth);
        if search.budget.is_exhausted() {
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

struct Search<'a, W> {
    options: Options,
    table: Table,
    budget: Budget<'a>,
    watch: &'a mut W,
    /// The best move of the root so far, in the search under way.
    best: Option<(Move, Value)>,
    /// What the last search that came to its end found, and its depth.
    settled: Option<(Option<Move>, Value, u8)>,
}

/// A position of the tree, and what is known on the way to it.
#[derive(Clone, Copy)]
struct Node<'p> {
    position: &'p Position<Makruk>,
    /// The distance from the root in plies.
    ply: u16,
    /// The plies still to search; at 0 captures are played out.
    depth: u8,
    /// What White is sure of.
    alpha: Value,
    /// What Black is sure of.
    beta: Value,
}

impl<'a, W: Watch<Value>> Search<'a, W> {
    fn new(limits: Limits<'a>, options: Options, watch: &'a mut W) -> Self {
        let (table, budget) = (Table::default(), Budget::new(limits));
        Self { options, table, budget, watch, best: None, settled: None }
    }

    /// Searches the root to one depth.
    fn iterate(&mut self, position: &Position<Makruk>, depth: u8) {
        self.best = None;
        let (alpha, beta) = (Value::LOWEST, Value::HIGHEST);
        let value = self.visit(Node { position, ply: 0, depth: depth.max(1), alpha, beta });
        if !self.budget.is_exhausted() {
            self.settled = Some((self.best.map(|(m, _)| m), value, depth));
        }
    }

    /// The answer. A search that was stopped counts only where there is no other; and there is always a move.
    fn found(&self, position: &Position<Makruk>) -> Found {
        let nodes = self.budget.nodes();
        if let Some((best, value, depth)) = self.settled {
            return Found { best, value, nodes, depth };
        }
        let first =
            || in_order(position, position.legal_moves(), None).into_iter().find(|&m| self.budget.allows(m));
        match self.best {
            Some((m, value)) => Found { best: Some(m), value, nodes, depth: 0 },
            None => Found { best: first(), value: evaluate_fast(position), nodes, depth: 0 },
        }
    }

    /// Enters a node, and leaves it with its value for White.
    fn visit(&mut self, node: Node<'_>) -> Value {
        let Node { ply, depth, alpha, beta, .. } = node;
        self.watch.note(|| Event::Enter { ply, depth, alpha, beta });
        self.budget.spend();
        let Exit { score, why } = if self.budget.is_exhausted() {
            Exit { score: alpha, why: Left::Stopped }
        } else {
            self.look(node)
        };
        self.watch.note(|| Event::Leave { score, why });
        score
    }

    /// The order of things at a node.
    fn look(&mut self, node: Node<'_>) -> Exit<Value> {
        let Node { position: here, ply, depth, alpha, beta } = node;
        if ply > 0
            && let Some(why) = drawn(here)
            && here.can_move()
        {
            return Exit { score: Value::DRAW, why };
        }
        let known = if self.remembers(here) { self.table.get(here.key()) } else { None };
        if let Some(known) = known
            && ply > 0
        {
            let value = known.value.nearer(-i32::from(ply));
            self.watch.note(|| {
                let Known { depth, bound, best: m, .. } = known;
                Event::Known { score: value, bound: bound.seen_by(here.turn()), depth, m }
            });
            if known.settles(depth, alpha, beta, value) {
                return Exit { score: value, why: Left::Table };
            }
        }
        let mut moves = here.legal_moves();
        if moves.is_empty() {
            return without_moves(here, ply);
        }
        if depth == 0 {
            return self.quiesce(node, moves);
        }
        let mut first = known.and_then(|known| known.best);
        if ply == 0 {
            self.forbid(&mut moves);
            first = self.settled.and_then(|(best, ..)| best).or(first);
        }
        let moves = in_order(here, moves, first);
        let (exit, best) = self.try_moves(node, &moves, None);
        if exit.why != Left::Stopped && self.remembers(here) {
            self.remember(node, exit.score, best);
        }
        exit
    }

    /// Captures only, and whoever is to move may be content with what there is.
    fn quiesce(&mut self, node: Node<'_>, mut moves: MoveList) -> Exit<Value> {
        let here = node.position;
        let stand_pat = evaluate_fast(here);
        self.watch.note(|| Event::Static { score: stand_pat });
        let content = match here.turn() {
            Color::White => stand_pat >= node.beta,
            Color::Black => stand_pat <= node.alpha,
        };
        if content {
            return Exit { score: stand_pat, why: Left::StandPat };
        }
        moves.retain(|&mut m| here.is_capture(m));
        let moves = in_order(here, moves, None);
        let (exit, best) = self.try_moves(node, &moves, Some(stand_pat));
        let horizon = best.is_none() && exit.why == Left::Exhausted;
        Exit { why: if horizon { Left::Horizon } else { exit.why }, ..exit }
    }

    /// Tries the moves in order. Of several best moves the first one wins; `floor` is what the mover has without any.
    fn try_moves(
        &mut self,
        node: Node<'_>,
        moves: &[Move],
        floor: Option<Value>,
    ) -> (Exit<Value>, Option<Move>) {
        let Node { position: here, ply, depth, mut alpha, mut beta } = node;
        let us = here.turn();
        let mut best = floor.unwrap_or(us.pick(Value::LOWEST, Value::HIGHEST));
        let mut best_move = None;
        for (&m, number) in moves.iter().zip(1..) {
            match us {
                Color::White => alpha = alpha.max(best),
                Color::Black => beta = beta.min(best),
            }
            if ply == 0 {
                let nodes = self.budget.nodes();
                self.watch.progress(Progress { next: (m, number), best: self.best, nodes });
            }
            self.watch.note(|| Event::Try { m });
            let (position, depth) = (&here.play(m), depth.saturating_sub(1));
            let score = self.visit(Node { position, ply: ply + 1, depth, alpha, beta });
            if self.budget.is_exhausted() {
                return (Exit { score: best, why: Left::Stopped }, best_move);
            }
            if us.pick(score > best, score < best) {
                (best, best_move) = (score, Some(m));
                self.watch.note(|| Event::Best { m, score });
                if ply == 0 {
                    self.best = Some((m, score));
                }
            }
            if us.pick(best >= beta, best <= alpha) {
                return (Exit { score: best, why: Left::Cutoff }, best_move);
            }
        }
        (Exit { score: best, why: Left::Exhausted }, best_move)
    }

    /// Strikes out the moves of the root that the machine was told not to play.
    fn forbid(&mut self, moves: &mut MoveList) {
        moves.retain(|&mut m| {
            let allowed = self.budget.allows(m);
            if !allowed {
                self.watch.note(|| Event::Skip { m, why: Skipped::Forbidden });
            }
            allowed
        });
    }

    /// While a count is on, a position is worth less each time it comes back.
    fn remembers(&self, here: &Position<Makruk>) -> bool {
        self.options.use_table && here.clock().limit == 0
    }

    fn remember(&mut self, node: Node<'_>, value: Value, best: Option<Move>) {
        let bound = if value >= node.beta {
            Bound::Lower
        } else if value <= node.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let value = value.nearer(i32::from(node.ply));
        self.table.put(node.position.key(), Known { depth: node.depth, value, bound, best });
    }
}

/// Why nobody can win any more.
fn drawn(here: &Position<Makruk>) -> Option<Left> {
    if count_is_over(here) { Some(Left::Counting) } else { nobody_can_mate(here).then_some(Left::Material) }
}

fn without_moves(here: &Position<Makruk>, ply: u16) -> Exit<Value> {
    if here.in_check() {
        Exit { score: Value::mated(here.turn(), ply), why: Left::Mate }
    } else {
        Exit { score: Value::DRAW, why: Left::Stalemate }
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
