//! The principal variation and the score in centipawns.
//!
//! The 1978 program knows neither: it only remembers its best move. Both are put together from outside, from the
//! best moves of all plies, as the modern ports do it.

use super::machine::SargonMachine;
use super::moves::SargonMove;
use super::piece::SargonColor;
use super::points::Points;
use super::search::MAX_PLY;

/// A move that was the best of its ply for a while, and what the last evaluation before it had found.
#[derive(Clone, Copy)]
pub(super) struct BestMove {
    /// None if the ply had no moves at all.
    pub(super) mv: Option<SargonMove>,
    /// Material in half pawns, threats counted in, positive for White.
    material: i8,
    /// Board control, positive for White.
    control: i8,
}

impl BestMove {
    pub(super) fn new(mv: Option<SargonMove>, last: Points) -> Self {
        Self { mv, material: last.expected_material(), control: last.effective_control() }
    }

    fn centipawns(&self) -> i32 {
        // A unit is an eighth of a pawn; the division truncates towards zero.
        Points::units(self.material, self.control) * 25 / 2
    }
}

/// For each ply its latest best move with the line that followed it.
///
/// The observer is defined over the sequence of all best moves: looking back from a best move at ply 1 one takes
/// the latest at ply 2, from there the latest at ply 3, and so on. Keeping the line of each ply, copied at the
/// moment of its best move, gives the same lines without keeping the sequence.
pub(super) struct BestLines {
    latest: [Vec<BestMove>; MAX_PLY + 2],
    /// The line of the last best move at ply 1.
    pub(super) answer: Vec<BestMove>,
}

impl BestLines {
    pub(super) fn new() -> Self {
        Self { latest: std::array::from_fn(|_| Vec::with_capacity(MAX_PLY)), answer: Vec::new() }
    }

    pub(super) fn note(&mut self, ply: usize, best: BestMove) {
        let [line, following] = &mut self.latest[ply..=ply + 1] else { return };
        line.clear();
        line.push(best);
        line.extend_from_slice(following);
        if ply == 1 {
            self.answer.clone_from(line);
            self.latest.iter_mut().for_each(Vec::clear);
        }
    }
}

/// The line as far as it can be played, and its score.
pub(super) struct Settled {
    pub(super) pv: Vec<SargonMove>,
    /// Positive for White.
    pub(super) centipawns: i32,
}

/// Plays a line out on a board of its own. At the horizon a line may go on with a left-over of another branch: it
/// is cut there unless a check has really extended it.
pub(super) fn settle(root: &SargonMachine, line: &[BestMove], plymax: usize) -> Settled {
    let mut machine = root.referee();
    let mut pv = Vec::new();
    let mut centipawns = 0;
    for (index, best) in line.iter().enumerate() {
        if index >= plymax && !machine.in_check(machine.color) {
            break;
        }
        centipawns = best.centipawns();
        let Some(mv) = best.mv.and_then(|mv| machine.find_legal(mv.first.from, mv.first.to)) else { break };
        machine.play(mv);
        pv.push(mv);
    }
    if machine.legal_moves().is_empty() {
        centipawns = if machine.in_check(machine.color) { mated(machine.color, pv.len()) } else { 0 };
    }
    Settled { pv, centipawns }
}

/// The score of a mate: 60 pawns, less one for each move it is away.
fn mated(loser: SargonColor, plies: usize) -> i32 {
    let moves = plies.div_ceil(2).max(1) as i32;
    let score = 6000 - 100 * (moves - 1);
    if loser == SargonColor::Black { score } else { -score }
}
