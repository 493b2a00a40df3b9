//! Alpha-beta to a fixed depth, with captures played out behind it.

use std::cmp::Reverse;
use std::ops::Neg;

use kempelen_rules::{Chess, Color, Game, Move, MoveList, Position, Role, Variant};
use kempelen_trace::{How, Scale, Why};

use super::evaluation::ImprovedEvaluation;
use crate::limits::MachineLimits;
use crate::placement::role_code;
use crate::plain::{NodeEnd, Outside, OwnScore, PlainNode, PlainSearch};
use crate::watch::Watch;

/// A score in hundredths of a pawn, from the side of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ImprovedScore(pub i32);

impl ImprovedScore {
    /// Beyond all scores: the window of the root is from minus this to this.
    pub const LIMIT: Self = Self(1_000_000);
    /// Stalemate and the other draws.
    pub const DRAW: Self = Self(0);
    const MATE: i32 = 100_000;
    /// What the number means in a trace.
    pub(super) const SCALE: Scale =
        Scale { per_pawn: 100, infinite: Self::LIMIT.0, mate: Self::MATE, mate_plies: 999, won: 0 };

    /// The player to move is mated, so many plies from the root.
    fn mated(ply: u16) -> Self {
        Self(i32::from(ply) - Self::MATE)
    }

    /// The plies to a mate, below 0 if the player to move is the one who is mated; none if this is no mate.
    pub fn mate(self) -> Option<i32> {
        let plies = Self::MATE - self.0.abs();
        (0..1000).contains(&plies).then_some(if self.0 > 0 { plies } else { -plies })
    }
}

impl Neg for ImprovedScore {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// What the machine found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImprovedResult {
    /// Its move. There is none in mate and stalemate.
    pub best: Option<Move>,
    /// What it leads to, from the side of the player to move.
    pub score: ImprovedScore,
    /// The positions looked at, captures at the horizon included.
    pub nodes: u64,
}

/// Searches the last position of a game, without the book.
pub fn think(
    game: &Game<Chess>,
    limits: MachineLimits<'_>,
    watch: &mut impl Watch<ImprovedScore>,
) -> ImprovedResult {
    let before = game.positions().iter().map(Position::key).collect();
    let position = game.position();
    let mut search =
        ImprovedSearch { keys: before, best: None, outside: Outside::new(limits, watch, position.turn()) };
    let score = search
        .visit(position, PlainNode::root(limits.depth.max(1), (-ImprovedScore::LIMIT, ImprovedScore::LIMIT)));
    let nodes = search.outside.budget.nodes();
    if let Some((m, score)) = search.best {
        return ImprovedResult { best: Some(m), score, nodes };
    }
    // Stopped before anything was found: any move will do.
    let moves = in_order(position, position.legal_moves());
    let first = moves.into_iter().find(|&m| search.outside.budget.allows(m));
    ImprovedResult { best: first, score, nodes }
}

struct ImprovedSearch<'a, W> {
    /// The positions of the game and of the line at hand, the last one being the one on the board.
    keys: Vec<u64>,
    /// The best move of the root so far.
    best: Option<(Move, ImprovedScore)>,
    outside: Outside<'a, W>,
}

impl OwnScore for ImprovedScore {
    fn traced(self, _: Color) -> i32 {
        self.0
    }
}

impl<'a, W: Watch<ImprovedScore>> PlainSearch<'a> for ImprovedSearch<'a, W> {
    type Board = Position<Chess>;
    /// From the side to move.
    type Score = ImprovedScore;
    type Watch = W;
    const HORIZON: How = How::Quiescence;

    fn outside(&mut self) -> &mut Outside<'a, W> {
        &mut self.outside
    }

    fn look(&mut self, here: &Position<Chess>, node: PlainNode<ImprovedScore>) -> NodeEnd<ImprovedScore> {
        let PlainNode { ply, depth, .. } = node;
        let mut moves = here.legal_moves();
        if moves.is_empty() {
            return without_moves(here, ply);
        }
        if ply > 0
            && let Some(why) = self.drawn(here)
        {
            return NodeEnd { score: ImprovedScore::DRAW, why };
        }
        if depth == 0 {
            return self.quiesce(here, node, moves);
        }
        if ply == 0 {
            moves.retain(|&mut m| self.outside.allows(m));
        }
        self.try_moves(here, node, &in_order(here, moves), None)
    }
}

impl<W: Watch<ImprovedScore>> ImprovedSearch<'_, W> {
    /// Captures and promotions only, and whoever is to move may be content with what there is.
    fn quiesce(
        &mut self,
        here: &Position<Chess>,
        node: PlainNode<ImprovedScore>,
        mut moves: MoveList,
    ) -> NodeEnd<ImprovedScore> {
        let white = ImprovedEvaluation::of(here).total();
        let stand_pat = ImprovedScore(here.turn().pick(white, -white));
        self.outside.judged(node, stand_pat);
        if stand_pat >= node.beta {
            return NodeEnd { score: stand_pat, why: Why::StandPat };
        }
        moves.retain(|&mut m| here.is_capture(m) || m.promoted() == Some(Role::Queen));
        if moves.is_empty() {
            return NodeEnd { score: stand_pat, why: Why::Horizon };
        }
        self.try_moves(here, node, &in_order(here, moves), Some(stand_pat))
    }

    /// Tries the moves in order. Of several best moves the first one wins; `floor` is what the mover has without any.
    fn try_moves(
        &mut self,
        here: &Position<Chess>,
        node: PlainNode<ImprovedScore>,
        moves: &[Move],
        floor: Option<ImprovedScore>,
    ) -> NodeEnd<ImprovedScore> {
        let PlainNode { ply, mut alpha, beta, .. } = node;
        let mut best = floor.unwrap_or(-ImprovedScore::LIMIT);
        for (&m, number) in moves.iter().zip(1..) {
            alpha = alpha.max(best);
            if ply == 0 {
                self.outside.progress((m, number), self.best);
            }
            let child = here.play(m);
            self.keys.push(child.key());
            let score = -self.visit(&child, node.below(m, (-beta, -alpha)));
            self.keys.pop();
            if self.outside.budget.is_exhausted() {
                return NodeEnd { score: best, why: Why::Stopped };
            }
            if score > best {
                best = score;
                self.outside.best(node, m, score);
                if ply == 0 {
                    self.best = Some((m, score));
                }
            }
            if best >= beta {
                return NodeEnd { score: best, why: Why::Beta };
            }
        }
        NodeEnd { score: best, why: Why::Searched }
    }

    /// Why nobody can win any more. A position that has occurred before is as good as a draw.
    fn drawn(&self, here: &Position<Chess>) -> Option<Why> {
        let since = usize::from(here.draw_count().plies);
        let (current, before) = self.keys.split_last()?;
        if before.iter().rev().take(since).any(|key| key == current) {
            Some(Why::Repetition)
        } else if here.draw_count().plies >= 100 {
            Some(Why::FiftyMoves)
        } else {
            Color::ALL.iter().all(|&side| !Chess::can_mate(here, side)).then_some(Why::Material)
        }
    }
}

fn without_moves(here: &Position<Chess>, ply: u16) -> NodeEnd<ImprovedScore> {
    if here.in_check() {
        NodeEnd { score: ImprovedScore::mated(ply), why: Why::Mate }
    } else {
        NodeEnd { score: ImprovedScore::DRAW, why: Why::Stalemate }
    }
}

/// Big men are taken first, by small ones; then come promotions; and the rest by their squares.
fn in_order(here: &Position<Chess>, moves: MoveList) -> Vec<Move> {
    let rank = |m: Move| {
        let victim = here.captured(m).map_or(0, role_code);
        let attacker = here.role_on(m.from()).map_or(0, role_code);
        let promotion = m.promoted().map_or(0, role_code);
        if victim > 0 { (victim, promotion, -attacker) } else { (0, promotion, 0) }
    };
    let mut ranked: Vec<_> = moves.into_iter().map(|m| (Reverse(rank(m)), m.from(), m.to(), m)).collect();
    ranked.sort_unstable();
    ranked.into_iter().map(|(.., m)| m).collect()
}
