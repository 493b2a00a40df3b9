//! The moves of a node: those that were searched, those that were passed over, and those that nobody looked at.

use kempelen_rules::{AnyPosition, Move, with_position};
use kempelen_trace::{How, Score, Skips, Why};

use super::{NodeId, Note, Tree};

/// A move of a node and what became of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The move.
    pub m: Move,
    /// The visits to it, the one that counts last. None if it was not searched.
    pub visits: Vec<NodeId>,
    /// What became of it.
    pub verdict: Verdict,
}

impl Candidate {
    /// Moves that matter come first.
    fn rank(&self) -> u8 {
        match self.verdict {
            _ if self.visits.is_empty() => 4,
            Verdict::Best(_) | Verdict::Cut(_) => 0,
            Verdict::WasBest(_) => 1,
            Verdict::Worse(_) | Verdict::Stopped => 2,
            Verdict::Judged(_) | Verdict::Skipped(_) | Verdict::Ghost(_) => 3,
        }
    }
}

/// What became of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It was so good that the node was left.
    Cut(Score),
    /// It is the best of the node.
    Best(Score),
    /// It was the best for a while.
    WasBest(Score),
    /// It is no better than what there was; the score is what was found, often only a bound.
    Worse(Score),
    /// Its search was stopped.
    Stopped,
    /// It was only judged, to find its place in the order.
    Judged(Score),
    /// It was passed over for this reason.
    Skipped(Why),
    /// Nobody looked at it.
    Ghost(Ghost),
}

/// Why nobody looked at a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ghost {
    /// Another move had cut the node off before.
    AfterCutoff,
    /// The node was settled, for this reason, before any move was tried.
    Settled(Why),
    /// Only captures and promotions were tried here.
    Quiet,
    /// With another one of its kind, which was passed over for this reason, the rest was given up.
    WithTheRest(Why),
    /// The search was asked about other moves only, or had dealt with it in a search before.
    NotAsked,
    /// The search ended before its turn came.
    Stopped,
    /// The machine does not know this move.
    Unknown,
    /// What became of it was not kept.
    NotKept,
}

impl Tree {
    /// The moves of a node in the order of their fates: searched and passed over as it happened, and then those that
    /// nobody looked at. (Where the laws do not know the position, the last ones are not known.)
    pub fn candidates(&self, id: NodeId) -> Vec<Candidate> {
        let mut list = self.tried(id);
        let best = self.best(id);
        let node = &self[id];
        for candidate in &mut list {
            if let Verdict::WasBest(score) = candidate.verdict
                && best.is_some_and(|(m, _)| m == candidate.m)
            {
                let is_cut = node.why == Why::Beta;
                candidate.verdict = if is_cut { Verdict::Cut(score) } else { Verdict::Best(score) };
            }
        }
        if let Some(position) = self.position(id) {
            for m in position.legal_moves() {
                if !list.iter().any(|candidate| candidate.m == m) {
                    let ghost = self.ghost(id, &position, m, &list);
                    list.push(Candidate { m, visits: Vec::new(), verdict: Verdict::Ghost(ghost) });
                }
            }
        }
        list
    }

    /// The moves of a node that matter most, as many as there is room for, in the order in which they were searched; and
    /// the others.
    pub(crate) fn select(&self, id: NodeId, width: usize) -> (Vec<(NodeId, Verdict)>, Vec<Candidate>) {
        let mut candidates = self.candidates(id);
        // A stable sort keeps the order of search among equals.
        candidates.sort_by_key(Candidate::rank);
        let searched = candidates.iter().filter(|candidate| !candidate.visits.is_empty()).count();
        let others = candidates.split_off(searched.min(width));
        let visits =
            candidates.iter().filter_map(|candidate| Some((*candidate.visits.last()?, candidate.verdict)));
        let mut selected: Vec<(NodeId, Verdict)> = visits.collect();
        selected.sort_by_key(|&(child, _)| child);
        (selected, others)
    }

    /// Moves that were searched or passed over. A best move is one that was best for a while here.
    fn tried(&self, id: NodeId) -> Vec<Candidate> {
        let mut list: Vec<Candidate> = Vec::new();
        let mut put = |m: Move, visit: Option<NodeId>, verdict: Verdict| {
            let known = list.iter().position(|candidate| candidate.m == m);
            let index = known.unwrap_or_else(|| {
                list.push(Candidate { m, visits: Vec::new(), verdict });
                list.len() - 1
            });
            list[index].visits.extend(visit);
            list[index].verdict = verdict;
        };
        for note in self.notes(id) {
            match note {
                Note::Child(child) => {
                    let node = &self[child];
                    let Some(m) = node.m else { continue };
                    let score = node.score.saturating_neg();
                    let verdict = match node.how {
                        How::Order => Verdict::Judged(score),
                        // A shallow look, before the moves are tried.
                        How::Probe => continue,
                        _ if node.why == Why::Stopped => Verdict::Stopped,
                        _ => Verdict::Worse(score),
                    };
                    put(m, Some(child), verdict);
                }
                Note::Skip(m, why) => put(m, None, Verdict::Skipped(why)),
                Note::Best(m, score) => put(m, None, Verdict::WasBest(score)),
                Note::Static(_) | Note::Table(_) | Note::Dropped(_) => {}
            }
        }
        list
    }

    fn ghost(&self, id: NodeId, position: &AnyPosition, m: Move, tried: &[Candidate]) -> Ghost {
        let node = &self[id];
        let is_quiet = !m.is_promotion() && !with_position!(position, p => p.is_capture(m));
        let searched = tried.iter().any(|candidate| !candidate.visits.is_empty());
        // A quiet move that was passed over takes all later ones with it.
        let rest = tried.iter().find_map(|candidate| match candidate.verdict {
            Verdict::Skipped(why) if why.facts().skips == Skips::Rest => Some(why),
            _ => None,
        });
        if self.is_folded(id) {
            return Ghost::NotKept;
        }
        match node.why {
            Why::Stopped => Ghost::Stopped,
            Why::Searched | Why::Horizon if node.parent.is_none() => Ghost::NotAsked,
            Why::Searched | Why::Horizon | Why::Beta => {
                let only_noisy = (node.how == How::Quiescence || node.depth <= 0) && !position.in_check();
                match rest {
                    Some(why) if is_quiet => Ghost::WithTheRest(why),
                    _ if is_quiet && only_noisy => Ghost::Quiet,
                    _ if node.why == Why::Beta => Ghost::AfterCutoff,
                    _ if searched || node.why == Why::Searched => Ghost::Unknown,
                    _ => Ghost::Settled(node.why),
                }
            }
            why => Ghost::Settled(why),
        }
    }
}
