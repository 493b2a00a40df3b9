//! The search: depth first, alpha-beta, every ply but the last sorted by the static evaluation.

use super::line::{BestLines, BestMove};
use super::machine::{Baseline, SargonMachine};
use super::moves::{Half, RankedMove, SargonMove};
use super::piece::SargonColor;
use super::points::Points;
use super::square::SargonSquare;
use super::watch::{Comparison, Here, Interfere, SargonEvent, SargonWatch};

/// The deepest ply a search can reach: the greatest nominal depth and the extension behind a check.
pub(super) const MAX_PLY: usize = 9;

/// The score of a ply without legal moves that is not in check.
const STALEMATE: u8 = 128;
/// The score of a ply that is mated.
const MATED: u8 = 255;
/// The entry of the score table for a root that has found a mate.
const MATE_FOUND: u8 = 255;

/// A search in progress.
pub(super) struct SargonSearch<'a, W, I> {
    machine: &'a mut SargonMachine,
    watch: &'a mut W,
    meddler: &'a mut I,
    /// Label PLYMAX: the nominal depth.
    plymax: usize,
    /// Label SCORE: by ply, what the side that moves at that ply has secured. Entry 0 belongs to the opponent at
    /// the root, who has secured nothing.
    scores: [u8; MAX_PLY + 2],
    /// Label MLIST: the moves of all plies of the line at hand, one list after the other.
    moves: Vec<RankedMove>,
    /// The moves from the root to the position on the board.
    path: [SargonMove; MAX_PLY],
    /// The last evaluation.
    last: Points,
    lines: BestLines,
    tally: SargonCounts,
}

/// What a search leaves behind.
pub(super) struct SargonFinding {
    /// Label BESTM.
    pub(super) best: Option<SargonMove>,
    /// Entry 1 of the score table: 128 for no change against the root, high is good for the machine.
    pub(super) score: u8,
    pub(super) line: Vec<BestMove>,
    pub(super) tally: SargonCounts,
}

/// Counters and the like.
#[derive(Clone, Copy, Default)]
pub(super) struct SargonCounts {
    /// Number of evaluations, that of the root included.
    pub(super) evaluations: u64,
    /// Number of move lists.
    pub(super) generations: u64,
    /// Label PMATE: the move number at the last ply that had no legal move.
    pub(super) mate_moveno: u8,
    pub(super) abandoned: bool,
}

/// What became of a move that was tried.
enum TriedMove {
    Illegal,
    /// The answer to it was cut off, so the move is not worth a score.
    Unscored,
    Scored(u8),
}

/// What a comparison of scores decides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ComparisonResult {
    Cutoff,
    Best,
    NotBest,
}

impl<'a, W: SargonWatch, I: Interfere> SargonSearch<'a, W, I> {
    pub(super) fn new(
        machine: &'a mut SargonMachine,
        plymax: usize,
        watch: &'a mut W,
        meddler: &'a mut I,
    ) -> Self {
        let last = Points::new(machine.color);
        Self {
            machine,
            watch,
            meddler,
            plymax,
            scores: [0; MAX_PLY + 2],
            moves: Vec::with_capacity(256),
            path: [SargonMove::EMPTY; MAX_PLY],
            last,
            lines: BestLines::new(),
            tally: SargonCounts::default(),
        }
    }

    /// Label FNDMOV: finds the best move for the side to move.
    pub(super) fn run(mut self) -> SargonFinding {
        self.measure_root();
        self.ply(1);
        let best = self.lines.answer.first().and_then(|best| best.mv);
        SargonFinding { best, score: self.scores[1], line: self.lines.answer, tally: self.tally }
    }

    /// The list of the root's moves as the search would try them at its first ply: in generation order with
    /// their values, then sorted.
    pub(super) fn root_lists(mut self) -> (Vec<RankedMove>, Vec<RankedMove>) {
        self.measure_root();
        self.generate(1);
        self.rank(1, 0);
        let generated = self.moves.clone();
        sort(&mut self.moves);
        (generated, self.moves)
    }

    /// Evaluates the root; all later evaluations are differences to it.
    fn measure_root(&mut self) {
        self.machine.root = Baseline::default();
        self.evaluate(0, self.machine.previous.to);
        self.machine.root = Baseline { material: self.last.material as u8, control: self.last.control as u8 };
    }

    /// One ply with all its moves. Returns the score that the move leading here has earned, or none if this ply
    /// was cut off.
    fn ply(&mut self, ply: usize) -> Option<u8> {
        let by = (ply > 1).then(|| self.path[ply - 2]);
        self.watch.note(|| SargonEvent::Entered { ply, by });
        let first = self.moves.len();
        let in_check = self.generate(ply);
        if ply < self.plymax {
            self.rank(ply, first);
            sort(&mut self.moves[first..]);
        }
        let answer = self.try_moves(ply, first, in_check);
        self.moves.truncate(first);
        self.watch.note(|| SargonEvent::Left { ply });
        answer
    }

    fn try_moves(&mut self, ply: usize, first: usize, in_check: bool) -> Option<u8> {
        // Label MATEF: whether this ply may still turn out to be mate or stalemate.
        let mut no_legal_move = true;
        for index in first..self.moves.len() {
            let RankedMove { mv, value } = self.moves[index];
            let tried = self.try_move(ply, mv, value);
            if self.tally.abandoned {
                return None;
            }
            let score = match tried {
                TriedMove::Illegal => {
                    self.watch.note(|| SargonEvent::Illegal { ply, mv });
                    continue;
                }
                TriedMove::Unscored => None,
                TriedMove::Scored(score) => Some(score),
            };
            no_legal_move = false;
            match score.map(|score| self.judge(ply, Some(mv), score)) {
                Some(ComparisonResult::Cutoff) => return None,
                // A mate ends the search on the spot.
                Some(ComparisonResult::Best) if ply == 1 && self.scores[1] == MATE_FOUND => break,
                _ => {}
            }
        }
        if no_legal_move {
            let last = self.moves[first..].last().map(|ranked| ranked.mv);
            let score = self.score_without_moves(ply, in_check);
            if self.judge(ply, last, score) == ComparisonResult::Cutoff {
                return None;
            }
        }
        Some(self.scores[ply])
    }

    /// Makes a move, finds its score, and takes it back.
    fn try_move(&mut self, ply: usize, mv: SargonMove, value: u8) -> TriedMove {
        if self.meddler.abandons() {
            self.tally.abandoned = true;
            return TriedMove::Unscored;
        }
        let sorted = ply < self.plymax;
        if sorted && value == 0 {
            return TriedMove::Illegal;
        }
        self.machine.make(mv);
        self.path[ply - 1] = mv;
        let color = self.machine.color;
        let tried = if !sorted && self.machine.in_check(color) {
            TriedMove::Illegal
        } else if sorted || ply == self.plymax && self.machine.in_check(color.other()) {
            self.descend(ply)
        } else {
            TriedMove::Scored(self.evaluate(ply, mv.first.to))
        };
        self.machine.unmake(mv);
        tried
    }

    /// Goes one ply deeper and, label ASCEND, comes back.
    fn descend(&mut self, ply: usize) -> TriedMove {
        self.machine.color = self.machine.color.other();
        if self.machine.color == SargonColor::White {
            self.machine.moveno = self.machine.moveno.wrapping_add(1);
        }
        self.scores[ply + 1] = self.scores[ply - 1];
        let answer = self.ply(ply + 1);
        self.machine.color = self.machine.color.other();
        if self.machine.color == SargonColor::Black {
            self.machine.moveno = self.machine.moveno.wrapping_sub(1);
        }
        answer.map_or(TriedMove::Unscored, TriedMove::Scored)
    }

    /// Mate or stalemate.
    fn score_without_moves(&mut self, ply: usize, in_check: bool) -> u8 {
        self.tally.mate_moveno = self.machine.moveno;
        if in_check {
            self.watch.note(|| SargonEvent::Mate { ply });
            MATED
        } else {
            self.watch.note(|| SargonEvent::Stalemate { ply });
            STALEMATE
        }
    }

    /// Alpha-beta: compares the score of a move with what the two sides have secured.
    fn judge(&mut self, ply: usize, mv: Option<SargonMove>, score: u8) -> ComparisonResult {
        let comparison =
            Comparison { ply, mv, score, two_lower: self.scores[ply - 1], one_lower: self.scores[ply] };
        if score <= comparison.two_lower {
            self.watch.note(|| SargonEvent::Cutoff(comparison));
            return ComparisonResult::Cutoff;
        }
        if comparison.negated() <= comparison.one_lower {
            self.watch.note(|| SargonEvent::NotBest(comparison));
            return ComparisonResult::NotBest;
        }
        self.scores[ply] = comparison.negated();
        self.lines.note(ply, BestMove::new(mv, self.last));
        self.watch.note(|| SargonEvent::Best(comparison));
        ComparisonResult::Best
    }

    /// Label GENMOV, and the moves a meddler takes out again.
    fn generate(&mut self, ply: usize) -> bool {
        let Self { machine, moves, meddler, path, .. } = self;
        let before = moves.len();
        let previous: Half = if ply == 1 { machine.previous } else { path[ply - 2].first };
        let here = Here { path: &path[..ply - 1], board: &machine.board };
        let in_check = machine.generate(previous, |mv| {
            if meddler.allows(here, mv) {
                moves.push(RankedMove { mv, value: 0 });
            }
        });
        self.tally.generations += 1;
        let count = self.moves.len() - before;
        self.watch.note(|| SargonEvent::Generated { ply, count, in_check });
        in_check
    }

    /// Label SORTM, its first part: gives every move of the list its value, 0 if it is illegal.
    fn rank(&mut self, ply: usize, first: usize) {
        for index in first..self.moves.len() {
            let mv = self.moves[index].mv;
            self.machine.make(mv);
            self.path[ply - 1] = mv;
            if !self.machine.in_check(self.machine.color) {
                self.moves[index].value = self.evaluate(ply, mv.first.to);
            }
            self.machine.unmake(mv);
        }
    }

    /// Label EVAL: finds the pins and evaluates the position after the move of a ply.
    fn evaluate(&mut self, ply: usize, moved_to: SargonSquare) -> u8 {
        self.machine.find_pins();
        self.last = self.machine.points(moved_to);
        self.tally.evaluations += 1;
        let path = &self.path[..ply];
        let value = self.meddler.value(Here { path, board: &self.machine.board }, self.last);
        self.watch.note(|| SargonEvent::Evaluated {
            ply,
            mv: path.last().copied(),
            points: self.last,
            value,
        });
        value
    }
}

/// Label SORTM, its second part: best first. A move goes before the first one that is strictly worse, so equal
/// moves keep the order of generation, and illegal ones come first.
fn sort(moves: &mut [RankedMove]) {
    for sorted in 1..moves.len() {
        let moved = moves[sorted];
        let place = moves[..sorted].partition_point(|other| other.value <= moved.value);
        moves.copy_within(place..sorted, place + 1);
        moves[place] = moved;
    }
}
