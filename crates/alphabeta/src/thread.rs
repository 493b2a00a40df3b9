//! One thread of the search: what it knows, and its way down and up the tree.
//!
//! # Lazy SMP
//!
//! Threads do not share out the work. All of them search the same position on their own, and meet only in the
//! [transposition table](TranspositionTable), where each finds what the others have found out: *Lazy SMP*,
//! the simplest of all parallel searches, in use since about 2013. It works because threads differ: the
//! helpers [leave out](SearchThread::iterative_deepening) some iterations, each others, and chance does the
//! rest. The first thread is the one that tells, stops and answers; with it alone a search is the same every
//! time.
//!
//! # Up and down
//!
//! Positions are copied, not taken back (*copy-make*): a step down makes the next position beside the one it
//! came from, and a step up forgets it. [`SearchThread::below`] is the only place where that happens.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use arrayvec::ArrayVec;
use kempelen_engine::{ScoreBound, Stop};
use kempelen_eval::Evaluator;
use kempelen_rules::{Move, Position, Role, SquareSet, Variant};
use kempelen_trace::{Observer, Why};

use crate::danger::attacked_by;
use crate::history::{BACK, Histories, MoveContext, PieceTo};
use crate::params::Params;
use crate::score::{INFINITE, MAX_PLY, Score};
use crate::search::{MoveCandidate, NodeStep, SearchNode, settle};
use crate::steps::LateMoveReductions;
use crate::tablebase::{EndgameTables, TablebaseResult};
use crate::time::TimeBudget;
use crate::transposition::TranspositionTable;

/// What all threads of a search share: the transposition table, and the word to stop.
pub(crate) struct SharedSearch<'a> {
    pub(crate) table: &'a TranspositionTable,
    /// Told from outside.
    pub(crate) stop: &'a Stop,
    /// Told by the first thread to the others.
    pub(crate) halt: AtomicBool,
    /// Nodes of each thread, as far as it has told.
    pub(crate) nodes: Vec<AtomicU64>,
    /// When the question was asked.
    pub(crate) start: Instant,
}

impl SharedSearch<'_> {
    /// Nodes of all threads.
    pub(crate) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }
}

/// What all threads of a search are made from.
pub(crate) struct SearchCommon<'a, V: Variant> {
    pub(crate) shared: SharedSearch<'a>,
    pub(crate) params: &'a Params,
    pub(crate) reductions: &'a LateMoveReductions,
    pub(crate) tables: &'a dyn EndgameTables<V>,
    /// The game so far.
    pub(crate) positions: &'a [Position<V>],
    /// The moves to consider.
    pub(crate) root: Vec<SearchedRootMove>,
    /// How the game ends, where the endgame tables know.
    pub(crate) verdict: Option<TablebaseResult>,
}

/// One thread of the search, with all that it owns while it runs. A lone one is the whole search; several
/// make *Lazy SMP*.
pub(crate) struct SearchThread<'a, V: Variant, E, O> {
    /// 0 is the thread that tells, stops and answers; the others help.
    pub(crate) number: usize,
    pub(crate) shared: &'a SharedSearch<'a>,
    pub(crate) params: &'a Params,
    pub(crate) reductions: &'a LateMoveReductions,
    pub(crate) budget: TimeBudget,
    /// Who judges positions; it belongs to the engine and has judged in earlier searches.
    pub(crate) eval: &'a mut E,
    /// What moves have done, in this search and before.
    pub(crate) histories: &'a mut Histories,
    /// Who is told what happens; for nobody, a type that leaves nothing in the machine code.
    pub(crate) watch: O,
    pub(crate) tables: &'a dyn EndgameTables<V>,
    /// Endgame tables know no position with more men.
    pub(crate) table_men: u32,
    /// How the game ends, where the endgame tables know.
    pub(crate) verdict: Option<TablebaseResult>,
    pub(crate) tablebase_hits: u64,
    pub(crate) nodes: u64,
    /// The deepest ply of the line that is being searched (*selective depth*).
    pub(crate) deepest: usize,
    /// Whether the search is over.
    halted: bool,
    /// The *search stack*, with some frames before the root and after the deepest ply.
    frames: Vec<Frame>,
    /// Keys of all positions from the start of the game to the node now, each with the number of plies that
    /// could lead back to an equal one.
    path: Vec<(u64, u16)>,
    /// How many of them are of the game.
    game_plies: usize,
    /// Below this ply null moves are off, while one is being verified.
    pub(crate) no_null_move_before: usize,
    /// The moves at the root, the best of the last iteration first.
    pub(crate) root: Vec<SearchedRootMove>,
    /// Root moves before this one have their line already (several lines are asked for).
    pub(crate) first_root_move: usize,
    pub(crate) position: Position<V>,
    /// The nominal depth of the iteration that runs, and of the last that ended.
    pub(crate) iteration: usize,
    pub(crate) completed: usize,
}

/// A move at the root and what came of it.
#[derive(Clone, Debug)]
pub(crate) struct SearchedRootMove {
    pub(crate) m: Move,
    /// Its score in this iteration, or less than anything where it was only found worse than the best.
    pub(crate) score: Score,
    /// Whether that is only a bound, since it fell outside the window and there was no time to ask again.
    pub(crate) bound: ScoreBound,
    /// Its score in the last iteration that gave it one, and whether that was a bound.
    pub(crate) last_score: Score,
    pub(crate) last_bound: ScoreBound,
    /// The iteration that gave it its score, be it one that was broken off.
    pub(crate) depth: usize,
    /// The line that it begins.
    pub(crate) pv: Vec<Move>,
    /// What it has cost so far, which says how sure the search is of it.
    pub(crate) nodes: u64,
    pub(crate) deepest: usize,
}

/// What is remembered of each ply on the way down: an entry of the *search stack*, as the field says.
#[derive(Clone, Default)]
pub(crate) struct Frame {
    /// The corrected static evaluation; none in check.
    pub(crate) eval: Option<Score>,
    /// What arrived where by the move made from this ply.
    pub(crate) moved: Option<PieceTo>,
    /// The move made from this ply, if it is quiet.
    pub(crate) quiet_move: Option<Move>,
    /// The move that the next visit to this ply leaves out, to see how good the others are.
    pub(crate) excluded: Option<Move>,
    /// *Killer moves*: the last two quiet moves that cut off at this ply, below the same grandparent. What
    /// refuted one move often refutes its sisters too (Selim Akl and Monroe Newborn, 1977).
    pub(crate) killers: [Option<Move>; 2],
    /// How many nodes of this ply have failed high, below the same grandparent.
    pub(crate) cutoffs: u32,
    /// What the opponent attacks at this ply, once its moves are searched.
    pub(crate) attacked: SquareSet,
    /// Double extensions on the way here.
    pub(crate) doubles: u8,
    /// The best line from here (the *triangular table* of principal variations has one for each ply).
    pv: ArrayVec<Move, MAX_PLY>,
}

/// Frames before the root, so that looking back needs no special case.
const BEFORE: usize = 4;
/// And after the deepest ply, so that looking ahead needs none either.
const AFTER: usize = 4;

impl<'a, V: Variant, E: Evaluator<V>, O: Observer> SearchThread<'a, V, E, O> {
    /// A thread that will search from the last of these positions.
    pub(crate) fn new(
        number: usize,
        common: &'a SearchCommon<'a, V>,
        budget: TimeBudget,
        eval: &'a mut E,
        histories: &'a mut Histories,
        watch: O,
    ) -> Self {
        let SearchCommon { shared, params, reductions, tables, positions, root, verdict } = common;
        let mut path = Vec::with_capacity(positions.len() + MAX_PLY + 1);
        for position in *positions {
            path.push((position.key(), position.draw_count().plies));
        }
        Self {
            number,
            shared,
            params,
            reductions,
            budget,
            eval,
            histories,
            watch,
            tables: *tables,
            table_men: tables.most_men(),
            verdict: *verdict,
            tablebase_hits: 0,
            nodes: 0,
            deepest: 0,
            halted: false,
            frames: vec![Frame::default(); BEFORE + MAX_PLY + AFTER],
            path,
            game_plies: positions.len(),
            no_null_move_before: 0,
            root: root.clone(),
            first_root_move: 0,
            position: positions[positions.len() - 1],
            iteration: 0,
            completed: 0,
        }
    }

    /// The depth of the iteration, whatever was added or taken off on the way down.
    #[inline]
    pub(crate) fn nominal_depth(&self) -> usize {
        self.iteration
    }

    /// What is remembered of a ply.
    #[inline]
    pub(crate) fn frame(&self, ply: usize) -> &Frame {
        &self.frames[ply + BEFORE]
    }

    #[inline]
    pub(crate) fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE]
    }

    /// The frame so many plies before a ply; before the root, an empty one.
    #[inline]
    pub(crate) fn frame_before(&self, ply: usize, back: usize) -> &Frame {
        debug_assert!(back <= BEFORE);
        &self.frames[ply + BEFORE - back]
    }

    /// What move ordering at this ply looks back at.
    #[inline]
    pub(crate) fn context(&self, ply: usize) -> MoveContext {
        let before = BACK.map(|back| self.frame_before(ply, back).moved);
        let Frame { killers, attacked, .. } = *self.frame(ply);
        MoveContext { before, attacked, killers, counter: self.histories.counter(before[0]) }
    }

    /// Looks what the opponent attacks, before the quiet moves of a node are looked up.
    #[inline]
    pub(crate) fn look_at_attacks(&mut self, here: &SearchNode<'_, V>) {
        if self.params.history_attacked > 0 {
            self.frame_mut(here.ply).attacked = attacked_by(here.position, !here.position.turn());
        }
    }

    /// Whether the search is over: every score from now on means nothing, and nobody may remember it.
    #[inline]
    pub(crate) fn is_halted(&self) -> bool {
        self.halted
    }

    /// Counts a node and looks whether it is time to stop.
    #[inline]
    pub(crate) fn enter_node(&mut self, here: &SearchNode<'_, V>) -> NodeStep {
        if !self.halted {
            self.count_node(here.ply);
        }
        if self.halted {
            return settle(0, Why::Stopped);
        }
        if here.ply + 1 < MAX_PLY {
            self.frame_mut(here.ply + 1).killers = [None; 2];
            self.frame_mut(here.ply + 1).excluded = None;
            self.frame_mut(here.ply + 2).cutoffs = 0;
        }
        NodeStep::Continue(())
    }

    /// One node more; and every now and then a look at the clock, which costs more than a node.
    #[inline]
    pub(crate) fn count_node(&mut self, ply: usize) {
        /// A power of two; a few hundred microseconds of work.
        const INTERVAL: u64 = 512;
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        if self.nodes & (INTERVAL - 1) == 0 || self.nodes >= self.budget.nodes {
            self.look_at_the_clock();
        }
    }

    /// Whether it is time to stop. Only the first thread decides; the others hear of it here.
    #[cold]
    #[inline(never)]
    fn look_at_the_clock(&mut self) {
        self.shared.nodes[self.number].store(self.nodes, Ordering::Relaxed);
        if self.number == 0 {
            let enough = self.shared.stop.is_stopped()
                || self.budget.is_over(self.shared.start.elapsed(), self.shared.stop)
                || self.shared.total_nodes() >= self.budget.nodes;
            // The first iteration is finished whatever happens, unless it is told to stop.
            if enough && (self.budget.may_stop || self.shared.stop.is_stopped()) {
                self.shared.halt.store(true, Ordering::Relaxed);
            }
        }
        self.halted = self.shared.halt.load(Ordering::Relaxed);
    }

    /// Steps down by a move or, without one, by a pass, looks at the position there, and comes back up with
    /// what was found. The one place where the search moves through its tree, so that whoever goes along (the
    /// path for repetitions, the evaluator) never loses step.
    #[inline(always)]
    pub(crate) fn below<T>(
        &mut self,
        here: &SearchNode<'_, V>,
        step: Option<Move>,
        look: impl FnOnce(&mut Self, &Position<V>) -> T,
    ) -> T {
        let mut next = here.position.duplicate();
        match step {
            Some(m) => next.make(m),
            None => next.make_pass(),
        }
        self.shared.table.prefetch(next.key());
        self.leave_trail(here, step, &next);
        self.eval.descend(here.position, step, &next);
        let found = look(self, &next);
        self.eval.ascend();
        self.path.pop();
        found
    }

    /// Remembers how a position was reached. Behind a pass no repetition is looked for.
    #[inline(always)]
    fn leave_trail(&mut self, here: &SearchNode<'_, V>, step: Option<Move>, next: &Position<V>) {
        let (mut moved, mut quiet_move, mut back) = (None, None, 0);
        if let Some(m) = step {
            let capture = here.position.is_capture(m);
            let irreversible = capture || here.position.role_on(m.from()) == Some(Role::Pawn);
            if !irreversible {
                back = self.path.last().map_or(0, |last| last.1.saturating_add(1));
            }
            moved = Some(PieceTo::of(here.position, m));
            quiet_move = (!capture && !m.is_promotion()).then_some(m);
        }
        let frame = self.frame_mut(here.ply);
        (frame.moved, frame.quiet_move) = (moved, quiet_move);
        self.path.push((next.key(), back));
    }

    /// Whether the position now has occurred before: once within the search, or twice in the game.
    ///
    /// The laws want three times. But a side that can go round once can do so again, so that within the
    /// search once is taken for a draw, which saves depth. Only every second position of the path can be
    /// equal, as far back as nothing irreversible was played.
    pub(crate) fn is_repetition(&self) -> bool {
        let now = self.path.len() - 1;
        let (key, back) = self.path[now];
        let mut earlier = 0;
        let first = now.saturating_sub(back as usize);
        let mut i = now;
        while i >= first + 2 {
            i -= 2;
            if self.path[i].0 == key {
                earlier += 1;
                if i >= self.game_plies || earlier == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// There is no best line from a ply yet.
    #[inline]
    pub(crate) fn clear_pv(&mut self, ply: usize) {
        self.frame_mut(ply).pv.clear();
    }

    /// The best line from a ply is a move and then the best line from the next.
    pub(crate) fn extend_pv(&mut self, ply: usize, m: Move) {
        let [here, below] = &mut self.frames[ply + BEFORE..ply + BEFORE + 2] else { return };
        here.pv.clear();
        here.pv.push(m);
        here.pv.extend(below.pv.iter().copied().take(MAX_PLY - 1));
    }

    /// Whether some moves of this node are not looked at because they have their lines already.
    pub(crate) fn hides_root_moves(&self, ply: usize) -> bool {
        ply == 0 && self.first_root_move > 0
    }

    /// Notes what came of a move at the root, searched with this window, and how many nodes it took.
    pub(crate) fn note_root_move(
        &mut self,
        candidate: &MoveCandidate,
        score: Score,
        window: (Score, Score),
        nodes: u64,
    ) {
        let (m, (alpha, beta)) = (candidate.m, window);
        let below: Vec<Move> = self.frame(1).pv.to_vec();
        let (depth, deepest) = (self.iteration, self.deepest);
        let Some(root) = self.root.iter_mut().find(|root| root.m == m) else { return };
        root.nodes += nodes;
        root.deepest = deepest;
        if candidate.number == 1 || score > alpha {
            root.score = score;
            root.depth = depth;
            root.bound = match score {
                score if score <= alpha => ScoreBound::Upper,
                score if score >= beta => ScoreBound::Lower,
                _ => ScoreBound::Exact,
            };
            root.pv.clear();
            root.pv.push(m);
            root.pv.extend(below);
        } else {
            root.score = -INFINITE;
        }
    }
}
