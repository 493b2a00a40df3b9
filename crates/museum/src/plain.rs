//! What the plain alpha-beta searches of the museum share: how a node is entered, told of, and left.
//!
//! Each machine has its own board, its own kind of score and its own order of things at a node. Round about that they are
//! alike: a node is told of and counted, and where the limits are reached it is left at once.

use kempelen_rules::{Color, Move};
use kempelen_trace::{Bound, Event, How, Why};

use crate::limits::{MachineLimits, NodeBudget};
use crate::watch::{RootProgress, Watch};

/// A machine's own kind of score.
pub(crate) trait OwnScore: Copy {
    /// As a trace carries it: in the machine's own unit, seen from the side to move.
    fn traced(self, mover: Color) -> i32;
}

/// A search that looks at one node after the other, deeper and deeper to a fixed depth.
pub(crate) trait PlainSearch<'a> {
    /// What it needs to know of a position.
    type Board;
    /// Its kind of score.
    type Score: OwnScore;
    /// Who watches.
    type Watch: Watch<Self::Score> + 'a;
    /// How nodes at the horizon are searched.
    const HORIZON: How;

    /// What it has to do with the world.
    fn outside(&mut self) -> &mut Outside<'a, Self::Watch>;

    /// The order of things at a node.
    fn look(&mut self, board: &Self::Board, node: PlainNode<Self::Score>) -> NodeEnd<Self::Score>;

    /// Enters a node, and leaves it with its score.
    fn visit(&mut self, board: &Self::Board, node: PlainNode<Self::Score>) -> Self::Score {
        let outside = self.outside();
        outside.enter(node, Self::HORIZON);
        outside.budget.spend();
        let end = if outside.budget.is_exhausted() {
            NodeEnd { score: node.alpha, why: Why::Stopped }
        } else {
            self.look(board, node)
        };
        self.outside().leave(node, end);
        end.score
    }
}

/// A node of the tree, and what is known on the way to it.
#[derive(Clone, Copy)]
pub(crate) struct PlainNode<S> {
    /// The move that led here.
    pub(crate) m: Option<Move>,
    /// The distance from the root in plies.
    pub(crate) ply: u16,
    /// The plies still to search; 0 is the horizon.
    pub(crate) depth: u8,
    /// The lower bound: the side that maximises is already sure of this.
    pub(crate) alpha: S,
    /// The upper bound: the side that minimises is already sure of this.
    pub(crate) beta: S,
}

impl<S> PlainNode<S> {
    pub(crate) fn root(depth: u8, (alpha, beta): (S, S)) -> Self {
        Self { m: None, ply: 0, depth, alpha, beta }
    }

    /// The node that a move leads to.
    pub(crate) fn below(&self, m: Move, (alpha, beta): (S, S)) -> Self {
        Self { m: Some(m), ply: self.ply + 1, depth: self.depth.saturating_sub(1), alpha, beta }
    }
}

/// How a node ends: the score it returns, and why.
#[derive(Clone, Copy)]
pub(crate) struct NodeEnd<S> {
    pub(crate) score: S,
    pub(crate) why: Why,
}

/// What a search has to do with the world: how far it may go, and who watches.
pub(crate) struct Outside<'a, W> {
    pub(crate) budget: NodeBudget<'a>,
    watch: &'a mut W,
    /// The side to move at the root.
    root: Color,
}

impl<'a, W> Outside<'a, W> {
    pub(crate) fn new(limits: MachineLimits<'a>, watch: &'a mut W, root: Color) -> Self {
        Self { budget: NodeBudget::new(limits), watch, root }
    }

    fn mover(&self, ply: u16) -> Color {
        if ply.is_multiple_of(2) { self.root } else { !self.root }
    }

    fn enter<S: OwnScore>(&mut self, node: PlainNode<S>, horizon: How)
    where
        W: Watch<S>,
    {
        let PlainNode { m, ply, depth, alpha, beta } = node;
        if ply == 0 {
            self.watch.note(|| Event::Iteration { depth });
        }
        let mover = self.mover(ply);
        self.watch.note(|| {
            let how = match (ply, depth) {
                (0, _) => How::Root,
                (_, 0) => horizon,
                _ => How::Full,
            };
            // Where a machine counts from one side only, the other side sees its window from the other end.
            let (alpha, beta) = (alpha.traced(mover), beta.traced(mover));
            Event::Enter { m, how, depth: depth.into(), alpha: alpha.min(beta), beta: alpha.max(beta) }
        });
    }

    fn leave<S: OwnScore>(&mut self, node: PlainNode<S>, end: NodeEnd<S>)
    where
        W: Watch<S>,
    {
        let mover = self.mover(node.ply);
        self.watch.note(|| Event::Leave { score: end.score.traced(mover), why: end.why });
    }

    /// Tells the static judgement of a node.
    pub(crate) fn judged<S: OwnScore>(&mut self, node: PlainNode<S>, score: S)
    where
        W: Watch<S>,
    {
        let mover = self.mover(node.ply);
        self.watch.note(|| Event::Static { score: score.traced(mover) });
    }

    /// Tells what was found before in the position of a node: a bound as the side to move sees it, the depth, and the
    /// best move.
    pub(crate) fn known<S: OwnScore>(
        &mut self,
        node: PlainNode<S>,
        score: S,
        (bound, depth, m): (Bound, u8, Option<Move>),
    ) where
        W: Watch<S>,
    {
        let mover = self.mover(node.ply);
        self.watch.note(|| Event::Table { score: score.traced(mover), bound, depth: depth.into(), m });
    }

    /// Tells that a move is the best of a node so far.
    pub(crate) fn best<S: OwnScore>(&mut self, node: PlainNode<S>, m: Move, score: S)
    where
        W: Watch<S>,
    {
        let mover = self.mover(node.ply);
        self.watch.note(|| Event::Best { m, score: score.traced(mover) });
    }

    /// Tells that a move is not looked at.
    pub(crate) fn skip<S>(&mut self, m: Move, why: Why)
    where
        W: Watch<S>,
    {
        self.watch.note(|| Event::Skip { m, why });
    }

    /// Whether a move may be played at the root. Where it may not, that is told.
    pub(crate) fn allows<S>(&mut self, m: Move) -> bool
    where
        W: Watch<S>,
    {
        let allowed = self.budget.allows(m);
        if !allowed {
            self.skip(m, Why::Excluded);
        }
        allowed
    }

    /// Tells how far the search has come at the root.
    pub(crate) fn progress<S>(&mut self, next: (Move, usize), best: Option<(Move, S)>)
    where
        W: Watch<S>,
    {
        let nodes = self.budget.nodes();
        self.watch.progress(RootProgress { next, best, nodes });
    }
}
