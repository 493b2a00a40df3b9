//! Fail-hard alpha-beta, with all captures played out at the horizon.

use std::ops::ControlFlow::{self, Break, Continue};
use std::ops::Neg;

use kempelen_rules::{Color, Move};
use kempelen_trace::{How, Mute, Why};

use super::board::{CellMove, Pass, SameshiPosition};
use crate::limits::MachineLimits;
use crate::plain::{NodeEnd, Outside, OwnScore, PlainNode, PlainSearch};
use crate::watch::Watch;

/// A score in pawns, from the side of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SameshiScore(pub i32);

impl SameshiScore {
    /// Beyond all scores: the window of the root is from minus this to this.
    pub const LIMIT: Self = Self(30_000);
    /// The player to move is mated, at whatever distance.
    pub const MATED: Self = Self(-9999);
    /// Stalemate.
    pub const DRAW: Self = Self(0);
}

impl Neg for SameshiScore {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// What the machine found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SameshiReport {
    /// Its move. There is none in mate and stalemate, and at depth 0 when no capture is worth making.
    pub best: Option<Move>,
    /// What it thinks of the position, from the side of the player to move.
    pub score: SameshiScore,
    /// The nodes it looked at, captures at the horizon included.
    pub nodes: u64,
    /// Whether it came to the end. Otherwise move and score are the best so far.
    pub finished: bool,
}

impl SameshiPosition {
    /// Thinks to a depth (the original plays at [`DEPTH`](super::DEPTH)), as far as its
    /// [`PATIENCE`](super::PATIENCE) goes.
    pub fn think(&self, depth: u8) -> SameshiReport {
        self.think_within(MachineLimits::depth(depth).with_nodes(super::PATIENCE), &mut Mute)
    }

    /// Thinks within limits, watched by someone or by nobody ([`Mute`]).
    ///
    /// Stopped before it has found anything, the machine plays its first legal move and reports the material.
    pub fn think_within(
        &self,
        limits: MachineLimits<'_>,
        watch: &mut impl Watch<SameshiScore>,
    ) -> SameshiReport {
        let mut search = SameshiSearch {
            position: self.clone(),
            moves: Vec::new(),
            best: None,
            root_moves: 0,
            // The machine sees everything from the side to move, whichever that is.
            outside: Outside::new(limits, watch, Color::White),
        };
        let root = PlainNode::root(limits.depth, (-SameshiScore::LIMIT, SameshiScore::LIMIT));
        let score = search.visit(&(), root);
        let SameshiSearch { best, outside: Outside { budget, .. }, .. } = search;
        let best = best.map(CellMove::into);
        let (nodes, finished) = (budget.nodes(), !budget.is_exhausted());
        if finished || best.is_some() {
            SameshiReport { best, score, nodes, finished }
        } else {
            let best = self.legal_moves().into_iter().find(|&m| budget.allows(m));
            SameshiReport { best, score: SameshiScore(self.material()), nodes, finished }
        }
    }
}

struct SameshiSearch<'a, W> {
    position: SameshiPosition,
    /// One stack of moves for the whole search: each node piles its own on top, and clears them away.
    moves: Vec<CellMove>,
    /// The best move of the root so far.
    best: Option<CellMove>,
    /// How many moves of the root have been looked at.
    root_moves: usize,
    outside: Outside<'a, W>,
}

type SameshiNode = PlainNode<SameshiScore>;

/// A step either settles the node or hands on what it found.
type SearchStep<T = ()> = ControlFlow<NodeEnd<SameshiScore>, T>;

/// What the moves of one pass led to.
struct PassResult {
    /// Alpha, which may have risen.
    alpha: SameshiScore,
    any_legal: bool,
}

impl OwnScore for SameshiScore {
    fn traced(self, _: Color) -> i32 {
        self.0
    }
}

impl<'a, W: Watch<SameshiScore>> PlainSearch<'a> for SameshiSearch<'a, W> {
    /// The search has its own, on which it makes moves and takes them back.
    type Board = ();
    /// From the side to move.
    type Score = SameshiScore;
    type Watch = W;
    const HORIZON: How = How::Quiescence;

    fn outside(&mut self) -> &mut Outside<'a, W> {
        &mut self.outside
    }

    fn look(&mut self, (): &(), node: SameshiNode) -> NodeEnd<SameshiScore> {
        let (Break(end) | Continue(end)) = self.negamax(node);
        end
    }
}

impl<W: Watch<SameshiScore>> SameshiSearch<'_, W> {
    /// The order of things at a node.
    fn negamax(&mut self, node: SameshiNode) -> SearchStep<NodeEnd<SameshiScore>> {
        let node = self.stand_pat(node)?;
        let captures = self.try_moves(Pass::Captures, node)?;
        if node.depth == 0 {
            return Continue(NodeEnd { score: captures.alpha, why: Why::Searched });
        }
        let quiet = self.try_moves(Pass::Quiet, SameshiNode { alpha: captures.alpha, ..node })?;
        Continue(if captures.any_legal || quiet.any_legal {
            NodeEnd { score: quiet.alpha, why: Why::Searched }
        } else if self.position.is_in_check() {
            NodeEnd { score: SameshiScore::MATED, why: Why::Mate }
        } else {
            NodeEnd { score: SameshiScore::DRAW, why: Why::Stalemate }
        })
    }

    /// Leaves the node if the search has come to its limit.
    fn go_on(&self, alpha: SameshiScore) -> SearchStep {
        if self.outside.budget.is_exhausted() {
            Break(NodeEnd { score: alpha, why: Why::Stopped })
        } else {
            Continue(())
        }
    }

    /// At the horizon nobody is forced to capture: doing nothing is a choice like any other.
    fn stand_pat(&mut self, node: SameshiNode) -> SearchStep<SameshiNode> {
        if node.depth > 0 {
            return Continue(node);
        }
        let score = SameshiScore(self.position.material());
        self.outside.judged(node, score);
        if score >= node.beta {
            return Break(NodeEnd { score: node.beta, why: Why::StandPat });
        }
        Continue(SameshiNode { alpha: node.alpha.max(score), ..node })
    }

    /// Tries the moves of one pass.
    fn try_moves(&mut self, pass: Pass, node: SameshiNode) -> SearchStep<PassResult> {
        let start = self.moves.len();
        self.position.push_moves(pass, &mut self.moves);
        let mut tried = PassResult { alpha: node.alpha, any_legal: false };
        let step = (start..self.moves.len())
            .try_for_each(|index| self.try_move(self.moves[index], node, &mut tried));
        self.moves.truncate(start);
        step.map_continue(|()| tried)
    }

    /// Makes a move, looks at what comes of it, and takes it back.
    fn try_move(&mut self, m: CellMove, node: SameshiNode, tried: &mut PassResult) -> SearchStep {
        if node.ply == 0 && !self.outside.allows(m.into()) {
            // The machine knows of it all the same, so that it does not take itself for mated.
            tried.any_legal = true;
            return Continue(());
        }
        let taken = self.position.play(m);
        if self.position.opponent_is_in_check() {
            self.position.take_back(m, taken);
            self.outside.skip(m.into(), Why::Illegal);
            return Continue(());
        }
        tried.any_legal = true;
        if node.ply == 0 {
            self.root_moves += 1;
            let best = self.best.map(|best| (best.into(), tried.alpha));
            self.outside.progress((m.into(), self.root_moves), best);
        }
        let score = -self.visit(&(), node.below(m.into(), (-node.beta, -tried.alpha)));
        self.position.take_back(m, taken);
        self.go_on(tried.alpha)?;
        if score > tried.alpha {
            tried.alpha = score;
            self.outside.best(node, m.into(), score);
            if node.ply == 0 {
                self.best = Some(m);
            }
            if score >= node.beta {
                return Break(NodeEnd { score: node.beta, why: Why::Beta });
            }
        }
        Continue(())
    }
}
