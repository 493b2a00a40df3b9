//! Alpha-beta to a fixed depth, with captures played out behind it.

use std::cmp::Reverse;
use std::ops::Neg;

use kempelen_rules::{Chess, Color, Game, Move, MoveList, Position, Role, Variant};
use kempelen_trace::Scale;

use super::evaluation::Evaluation;
use crate::limits::{Budget, Limits};
use crate::placement::role_code;
use crate::watch::{Event, Exit, Left, Progress, Skipped, Watch};

/// A score in hundredths of a pawn, from the side of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub i32);

impl Score {
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

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// What the machine found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its move. There is none in mate and stalemate.
    pub best: Option<Move>,
    /// What it leads to, from the side of the player to move.
    pub score: Score,
    /// The positions looked at, captures at the horizon included.
    pub nodes: u64,
}

/// Searches the last position of a game, without the book.
pub fn think(game: &Game<Chess>, limits: Limits<'_>, watch: &mut impl Watch<Score>) -> Found {
    let before = game.positions().iter().map(Position::key).collect();
    let mut search = Search { keys: before, best: None, budget: Budget::new(limits), watch };
    let (position, depth) = (game.position(), limits.depth.max(1));
    let score = search.visit(Node { position, ply: 0, depth, alpha: -Score::LIMIT, beta: Score::LIMIT });
    let nodes = search.budget.nodes();
    if let Some((m, score)) = search.best {
        return Found { best: Some(m), score, nodes };
    }
    // Stopped before anything was found: any move will do.
    let first = in_order(position, position.legal_moves()).into_iter().find(|&m| search.budget.allows(m));
    Found { best: first, score, nodes }
}

struct Search<'a, W> {
    /// The positions of the game and of the line at hand, the last one being the one on the board.
    keys: Vec<u64>,
    /// The best move of the root so far.
    best: Option<(Move, Score)>,
    budget: Budget<'a>,
    watch: &'a mut W,
}

/// A position of the tree, and what is known on the way to it.
#[derive(Clone, Copy)]
struct Node<'p> {
    position: &'p Position<Chess>,
    /// The distance from the root in plies.
    ply: u16,
    /// The plies still to search; at 0 captures are played out.
    depth: u8,
    /// What the player to move is sure of.
    alpha: Score,
    /// What the opponent will not allow to be exceeded.
    beta: Score,
}

impl<W: Watch<Score>> Search<'_, W> {
    /// Enters a node, and leaves it with the score for the player to move there.
    fn visit(&mut self, node: Node<'_>) -> Score {
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
    fn look(&mut self, node: Node<'_>) -> Exit<Score> {
        let Node { position: here, ply, depth, .. } = node;
        let mut moves = here.legal_moves();
        if moves.is_empty() {
            return without_moves(here, ply);
        }
        if ply > 0
            && let Some(why) = self.drawn(here)
        {
            return Exit { score: Score::DRAW, why };
        }
        if depth == 0 {
            return self.quiesce(node, moves);
        }
        if ply == 0 {
            self.forbid(&mut moves);
        }
        self.try_moves(node, &in_order(here, moves), None)
    }

    /// Captures and promotions only, and whoever is to move may be content with what there is.
    fn quiesce(&mut self, node: Node<'_>, mut moves: MoveList) -> Exit<Score> {
        let here = node.position;
        let white = Evaluation::of(here).total();
        let stand_pat = Score(here.turn().pick(white, -white));
        self.watch.note(|| Event::Static { score: stand_pat });
        if stand_pat >= node.beta {
            return Exit { score: stand_pat, why: Left::StandPat };
        }
        moves.retain(|&mut m| here.is_capture(m) || m.promoted() == Some(Role::Queen));
        if moves.is_empty() {
            return Exit { score: stand_pat, why: Left::Horizon };
        }
        self.try_moves(node, &in_order(here, moves), Some(stand_pat))
    }

    /// Tries the moves in order. Of several best moves the first one wins; `floor` is what the mover has without any.
    fn try_moves(&mut self, node: Node<'_>, moves: &[Move], floor: Option<Score>) -> Exit<Score> {
        let Node { position: here, ply, depth, mut alpha, beta } = node;
        let mut best = floor.unwrap_or(-Score::LIMIT);
        for (&m, number) in moves.iter().zip(1..) {
            alpha = alpha.max(best);
            if ply == 0 {
                let nodes = self.budget.nodes();
                self.watch.progress(Progress { next: (m, number), best: self.best, nodes });
            }
            self.watch.note(|| Event::Try { m });
            let child = here.play(m);
            self.keys.push(child.key());
            let depth = depth.saturating_sub(1);
            let score =
                -self.visit(Node { position: &child, ply: ply + 1, depth, alpha: -beta, beta: -alpha });
            self.keys.pop();
            if self.budget.is_exhausted() {
                return Exit { score: best, why: Left::Stopped };
            }
            if score > best {
                best = score;
                self.watch.note(|| Event::Best { m, score });
                if ply == 0 {
                    self.best = Some((m, score));
                }
            }
            if best >= beta {
                return Exit { score: best, why: Left::Cutoff };
            }
        }
        Exit { score: best, why: Left::Exhausted }
    }

    /// Why nobody can win any more. A position that has occurred before is as good as a draw.
    fn drawn(&self, here: &Position<Chess>) -> Option<Left> {
        let since = usize::from(here.clock().plies);
        let (current, before) = self.keys.split_last()?;
        if before.iter().rev().take(since).any(|key| key == current) {
            Some(Left::Repetition)
        } else if here.clock().plies >= 100 {
            Some(Left::FiftyMoves)
        } else {
            Color::ALL.iter().all(|&side| !Chess::can_mate(here, side)).then_some(Left::Material)
        }
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
}

fn without_moves(here: &Position<Chess>, ply: u16) -> Exit<Score> {
    if here.in_check() {
        Exit { score: Score::mated(ply), why: Left::Mate }
    } else {
        Exit { score: Score::DRAW, why: Left::Stalemate }
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
