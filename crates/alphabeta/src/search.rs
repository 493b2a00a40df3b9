//! The spine of the search: what happens in a node, in order.
//!
//! Each rule is a small function in [`steps`](crate::steps) or beside the thing it belongs to; here they are
//! only listed. A rule that settles a node returns the reason with the score, and so does every other way
//! out.
//!
//! # Alpha-beta
//!
//! A node is searched with a window. *Alpha* is what the side to move is sure of elsewhere, *beta* what the
//! opponent is sure of: a move that comes out at beta or above will never be allowed, so that the node need
//! not be looked at any further, it *fails high*. Where no move reaches alpha it *fails low*. With the best
//! moves first, the work is about the square root of what trying everything would be (Donald Knuth and Ronald
//! Moore, 1975), so that a search sees twice as far; that is why all the rest of the crate cares for the
//! order of moves.
//!
//! # Fail-soft
//!
//! A node that fails returns the best score it found, even where that lies outside the window: *fail-soft*
//! (John Fishburn, 1983). The window's own bound would be as true (*fail-hard*), but it says less to the
//! transposition table, and to the aspiration windows at the root, which then know how far to open.
//!
//! # Principal variation search
//!
//! If the first move is the best, all that is wanted of the others is proof that they are no better, and that
//! costs least with a window of no width, through which no score can pass: a *scout* (Judea Pearl, 1980; in
//! this form Tony Marsland and Murray Campbell, 1982). A move that surprises its scout is searched once more
//! with the window open. So there are three kinds of nodes, and each is a type: the [root](RootNode), nodes
//! of what may become the [principal variation](PvNode), and [scouts](ScoutNode), by far the most.

use std::ops::ControlFlow::{self, Break, Continue};

use arrayvec::ArrayVec;
use kempelen_eval::Evaluator;
use kempelen_rules::{Move, MoveList, Position, Variant};
use kempelen_trace::{Bound, Event, How, Observer, Why};

use crate::history::MoveContext;
use crate::order::MovePicker;
use crate::score::{DRAW, EVAL_BOUND, INFINITE, Score, mated_at};
use crate::thread::SearchThread;
use crate::transposition::TableEntry;

/// What kind of node this is, as a type, so that the machine code of each kind has only the rules that apply
/// to it.
pub(crate) trait NodeKind {
    /// Whether the window is open: the score itself is wanted, not only which side of a bound it is on.
    const PV: bool;
    /// Whether this is the position to be played.
    const ROOT: bool;
}

/// The position to be played. Its moves are a list that keeps its order between iterations.
pub(crate) struct RootNode;
/// A node of what may become the principal variation: the window is open, and nothing is pruned for its score
/// alone.
pub(crate) struct PvNode;
/// A node that is only compared with a bound (a *zero-window* or *null-window* node).
pub(crate) struct ScoutNode;

impl NodeKind for RootNode {
    const PV: bool = true;
    const ROOT: bool = true;
}
impl NodeKind for PvNode {
    const PV: bool = true;
    const ROOT: bool = false;
}
impl NodeKind for ScoutNode {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// How a node ended: the score it returns, and why.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeExit {
    pub(crate) score: Score,
    pub(crate) why: Why,
}

/// A step either settles the node or lets the next one look at it. With `?` the spine reads like a list.
pub(crate) type NodeStep<T = ()> = ControlFlow<NodeExit, T>;

/// Settles a node.
#[inline(always)]
pub(crate) fn settle<T>(score: Score, why: Why) -> NodeStep<T> {
    Break(NodeExit { score, why })
}

/// A visit to a node: where, with what window, and how one came here. The same position may be visited
/// several times in a row, with other depths and windows.
#[derive(Clone, Copy)]
pub(crate) struct NodeVisit {
    /// Plies to go; 0 and less is quiescence.
    pub(crate) depth: i32,
    /// Plies from the root.
    pub(crate) ply: usize,
    /// What the side to move is sure of elsewhere.
    pub(crate) alpha: Score,
    /// What the opponent is sure of elsewhere.
    pub(crate) beta: Score,
    /// Whether the node is expected to fail high (a *cut node*). Its first good move will do, so that late
    /// ones are reduced more.
    pub(crate) cut: bool,
    /// The move that led here; none at the root, after a pass, and where the same position is visited again.
    pub(crate) m: Option<Move>,
    /// Why one came, for the observer.
    pub(crate) how: How,
}

/// What the steps know about the node they look at. It fills up on the way: the [window](NodeVisit) comes
/// first, then what the transposition table knows, then the static evaluation. Its flags are facts
/// independent of each other.
#[allow(clippy::struct_excessive_bools)]
pub(crate) struct SearchNode<'a, V: Variant> {
    pub(crate) position: &'a Position<V>,
    /// Plies to go, which a rule may have made fewer.
    pub(crate) depth: i32,
    pub(crate) ply: usize,
    /// The best that the side to move is sure of, here or elsewhere; it rises as moves are searched.
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    /// Whether the node is expected to fail high.
    pub(crate) cut: bool,
    pub(crate) in_check: bool,
    /// The move that this node is searched without.
    pub(crate) excluded: Option<Move>,
    /// What the table knew.
    pub(crate) known: Option<TableEntry>,
    /// The move the table thinks best.
    pub(crate) table_move: Option<Move>,
    /// Whether the node is on the principal variation, or was once: what mattered before may matter again.
    pub(crate) was_pv: bool,
    /// The static evaluation as the evaluator gave it; none in check.
    pub(crate) raw_eval: Option<Score>,
    /// The static evaluation with what was learned of its errors.
    pub(crate) eval: Score,
    /// Whether the side to move stands better than two plies ago.
    pub(crate) improving: bool,
}

impl<'a, V: Variant> SearchNode<'a, V> {
    /// A node of which nothing is known yet but how one came here.
    #[inline(always)]
    pub(crate) fn new<N: NodeKind>(position: &'a Position<V>, visit: NodeVisit) -> Self {
        Self {
            position,
            depth: visit.depth,
            ply: visit.ply,
            alpha: visit.alpha,
            beta: visit.beta,
            cut: visit.cut,
            in_check: position.in_check(),
            excluded: None,
            known: None,
            table_move: None,
            was_pv: N::PV,
            raw_eval: None,
            eval: DRAW,
            improving: false,
        }
    }

    /// Whether a legal move here neither captures nor promotes.
    #[inline(always)]
    pub(crate) fn is_quiet(&self, m: Move) -> bool {
        !m.is_promotion() && !self.position.is_capture(m)
    }
}

impl<'a, V: Variant, E: Evaluator<V>, O: Observer> SearchThread<'a, V, E, O> {
    /// Searches a node and returns its score, seen from the side to move (*negamax*): what is good for one
    /// side is as bad for the other, so that one function serves both, and every score from below changes its
    /// sign.
    ///
    /// At depth 0 it goes over to [quiescence](Self::quiescence).
    pub(crate) fn node<N: NodeKind>(&mut self, position: &Position<V>, visit: NodeVisit) -> Score {
        if visit.depth <= 0 {
            return self.quiescence::<N>(position, NodeVisit { depth: 0, ..visit });
        }
        self.watched(visit, |search| search.search_node::<N>(position, visit))
    }

    /// Tells that a node is entered and, with the reason, that it is left.
    #[inline(always)]
    pub(crate) fn watched(
        &mut self,
        visit: NodeVisit,
        look: impl FnOnce(&mut Self) -> NodeStep<NodeExit>,
    ) -> Score {
        let NodeVisit { depth, alpha, beta, m, how, .. } = visit;
        self.watch.note(|| Event::Enter { m, how, depth: depth as i16, alpha, beta });
        let (Break(exit) | Continue(exit)) = look(self);
        self.watch.note(|| Event::Leave { score: exit.score, why: exit.why });
        exit.score
    }

    /// What happens in a node, in order: what is known already, rules that settle the node as a whole, and
    /// then its moves.
    #[inline(always)]
    fn search_node<N: NodeKind>(&mut self, position: &Position<V>, visit: NodeVisit) -> NodeStep<NodeExit> {
        let mut here = SearchNode::new::<N>(position, visit);
        here.excluded = self.frame(visit.ply).excluded;
        self.enter_node(&here)?;
        if !N::ROOT {
            self.draw(&here)?;
            mate_distance(&mut here)?;
        }
        self.look_up::<N>(&mut here)?;
        self.probe_tablebase::<N>(&here)?;
        self.static_evaluation(&mut here);
        if !N::PV && !here.in_check && here.excluded.is_none() {
            self.razoring(&here)?;
            self.reverse_futility(&here)?;
            self.null_move(&here)?;
            self.probcut(&here)?;
        }
        self.internal_iterative_reduction::<N>(&mut here);
        Continue(self.search_moves::<N>(here))
    }

    /// Tries the moves, the most promising first, until one of them fails high.
    ///
    /// A move is first offered to [pruning](Self::prune_move); if it stays, it may be
    /// [extended](Self::singular_extension); then it is [searched](Self::search_move). The best score counts
    /// even below alpha (*fail-soft*), but only a move that beats alpha is a best move: of the others only
    /// upper bounds are known.
    fn search_moves<N: NodeKind>(&mut self, mut here: SearchNode<'_, V>) -> NodeExit {
        let position = here.position;
        self.look_at_attacks(&here);
        let context = self.context(here.ply);
        let mut picker =
            if N::ROOT { self.root_picker() } else { MovePicker::new(self.params, here.table_move) };
        let first_alpha = here.alpha;
        let mut tried = TriedMoves::default();
        let mut best = BestSoFar { score: -INFINITE, m: None };
        let mut why = Why::Searched;
        self.clear_pv(here.ply);
        while let Some(m) = picker.next(position, self.histories, &context) {
            if here.excluded == Some(m) {
                self.watch.note(|| Event::Skip { m, why: Why::Excluded });
                continue;
            }
            tried.count += 1;
            let quiet = here.is_quiet(m);
            let history = if quiet {
                self.histories.quiet(position, &context, m)
            } else {
                self.histories.capture(position, m)
            };
            let candidate =
                MoveCandidate { m, quiet, history, refutes: context.is_refutation(m), number: tried.count };
            if !N::ROOT
                && best.score > -EVAL_BOUND
                && let Some(why) = self.prune_move(&here, &candidate, &mut picker)
            {
                self.watch.note(|| Event::Skip { m, why });
                continue;
            }
            let extension = match self.singular_extension::<N>(&here, m) {
                Continue(extension) => extension,
                Break(exit) => return exit,
            };
            let nodes = self.nodes;
            let score = self.search_move::<N>(&here, &candidate, extension);
            if self.is_halted() {
                return NodeExit { score: best.score.max(-INFINITE), why: Why::Stopped };
            }
            if N::ROOT {
                self.note_root_move(&candidate, score, (here.alpha, here.beta), self.nodes - nodes);
            }
            tried.note(candidate);
            if score <= best.score {
                continue;
            }
            best.score = score;
            if score <= here.alpha {
                continue;
            }
            best.m = Some(m);
            self.watch.note(|| Event::Best { m, score });
            if N::PV {
                self.extend_pv(here.ply, m);
            }
            if score >= here.beta {
                why = Why::Beta;
                break;
            }
            here.alpha = score;
        }
        if tried.count == 0 {
            return no_moves(&here);
        }
        self.conclude(&here, first_alpha, &best, &tried, &context);
        NodeExit { score: best.score, why }
    }

    /// Searches one move, a ply further down.
    fn search_move<N: NodeKind>(
        &mut self,
        here: &SearchNode<'_, V>,
        candidate: &MoveCandidate,
        extension: i32,
    ) -> Score {
        self.frame_mut(here.ply + 1).doubles = self.frame(here.ply).doubles + u8::from(extension > 1);
        self.below(here, Some(candidate.m), |search, next| {
            search.search_windows::<N>(here, candidate, extension, next)
        })
    }

    /// *Principal variation search* of one move: the first in full, the rest with a scout, late ones to
    /// [less depth](Self::late_move_reduction) first.
    ///
    /// A reduced move that beats alpha is searched again to its whole depth, a ply more if it did so by far
    /// and a ply less if only just; on the principal variation, one that still beats alpha is searched at
    /// last with the window open.
    #[inline(always)]
    fn search_windows<N: NodeKind>(
        &mut self,
        here: &SearchNode<'_, V>,
        candidate: &MoveCandidate,
        extension: i32,
        next: &Position<V>,
    ) -> Score {
        let p = self.params;
        let (alpha, beta) = (here.alpha, here.beta);
        let depth = here.depth - 1 + extension;
        let child = NodeVisit {
            depth,
            ply: here.ply + 1,
            alpha: -alpha - 1,
            beta: -alpha,
            cut: true,
            m: Some(candidate.m),
            how: How::Scout,
        };
        let mut score = -INFINITE;
        let mut open = candidate.number == 1;
        if !open || !N::PV {
            let reduction = self.late_move_reduction::<N>(here, candidate, next);
            let reduced = (depth - reduction).clamp(1, depth.max(1));
            if candidate.number > 1 && reduced < depth && here.depth >= p.reduction_depth {
                score =
                    -self.node::<ScoutNode>(next, NodeVisit { depth: reduced, how: How::Reduced, ..child });
                if score > alpha {
                    // Well above what there was: a deeper look pays; only just: a shallower one is enough.
                    let deeper = i32::from(score > alpha + p.reduction_deeper)
                        - i32::from(score < alpha + p.reduction_shallower);
                    let depth = depth + deeper * i32::from(reduced < depth - 1 || deeper > 0);
                    if depth > reduced {
                        score = -self.node::<ScoutNode>(
                            next,
                            NodeVisit { depth, cut: !here.cut, how: How::Again, ..child },
                        );
                    }
                }
            } else {
                score = -self.node::<ScoutNode>(next, NodeVisit { cut: !here.cut, ..child });
            }
            open = score > alpha;
        }
        if N::PV && open {
            let how = if candidate.number == 1 { How::Full } else { How::Again };
            score = -self
                .node::<PvNode>(next, NodeVisit { alpha: -beta, beta: -alpha, cut: false, how, ..child });
        }
        score
    }

    /// Learns from a node that was searched to the end: histories from a cut, the transposition table from
    /// the score and which bound it is, correction history from how far it is from the static evaluation.
    ///
    /// A search without its best move (see [singular extensions](Self::singular_extension)) is no search of
    /// this position, and is not remembered as one.
    fn conclude(
        &mut self,
        here: &SearchNode<'_, V>,
        first_alpha: Score,
        best: &BestSoFar,
        tried: &TriedMoves,
        context: &MoveContext,
    ) {
        if best.score >= here.beta
            && let Some(m) = best.m
        {
            self.frame_mut(here.ply).cutoffs += 1;
            self.update_histories(here, m, tried, context);
        }
        if here.excluded.is_some() {
            return;
        }
        let bound = if best.score >= here.beta {
            Bound::Lower
        } else if best.score > first_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if !self.hides_root_moves(here.ply) {
            self.store(here, best.m, best.score, bound);
        }
        self.update_correction_history(here, best, bound);
    }

    /// The root's moves, in the order of the last iteration.
    fn root_picker(&self) -> MovePicker<'a> {
        let list: MoveList = self.root.iter().skip(self.first_root_move).map(|root| root.m).collect();
        MovePicker::listed(self.params, &list)
    }
}

/// A move that is about to be searched.
#[derive(Clone, Copy)]
pub(crate) struct MoveCandidate {
    pub(crate) m: Move,
    /// Whether it neither captures nor promotes.
    pub(crate) quiet: bool,
    /// How it has fared before.
    pub(crate) history: i32,
    /// Whether it is a killer or counter move.
    pub(crate) refutes: bool,
    /// Its place in the order of trial, from 1.
    pub(crate) number: usize,
}

/// The best move of a node so far, and the best score of any move.
pub(crate) struct BestSoFar {
    pub(crate) score: Score,
    /// None until a move beats alpha.
    pub(crate) m: Option<Move>,
}

/// Moves that were searched, for the tables to learn from.
#[derive(Default)]
pub(crate) struct TriedMoves {
    pub(crate) count: usize,
    pub(crate) quiets: ArrayVec<Move, { Self::QUIETS }>,
    pub(crate) noisy: ArrayVec<Move, { Self::NOISY }>,
}

impl TriedMoves {
    const QUIETS: usize = 64;
    const NOISY: usize = 32;

    /// Remembers a move, as long as there is room; who fails after so many others teaches little.
    fn note(&mut self, candidate: MoveCandidate) {
        if candidate.quiet && !self.quiets.is_full() {
            self.quiets.push(candidate.m);
        } else if !candidate.quiet && !self.noisy.is_full() {
            self.noisy.push(candidate.m);
        }
    }
}

/// *Mate distance pruning*: no mate below this node can be shorter than being mated here or mating next move.
/// Where a shorter one is known already, nothing here matters. It cannot be wrong, and saves much once a mate
/// has been found.
fn mate_distance<V: Variant>(here: &mut SearchNode<'_, V>) -> NodeStep {
    here.alpha = here.alpha.max(mated_at(here.ply));
    here.beta = here.beta.min(-mated_at(here.ply + 1));
    if here.alpha >= here.beta {
        return settle(here.alpha, Why::MateDistance);
    }
    Continue(())
}

/// A node without moves: mate or stalemate, or, where one move was left out, nothing to compare it with.
fn no_moves<V: Variant>(here: &SearchNode<'_, V>) -> NodeExit {
    if here.excluded.is_some() {
        NodeExit { score: here.alpha, why: Why::Excluded }
    } else if here.in_check {
        NodeExit { score: mated_at(here.ply), why: Why::Mate }
    } else {
        NodeExit { score: DRAW, why: Why::Stalemate }
    }
}
