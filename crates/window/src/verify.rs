//! Does a trace make sense: does every score follow from what stands below it and from the reason given?

use std::fmt;

use kempelen_rules::{AnyPosition, Move};
use kempelen_trace::{Bound, How, Score, ScoreProof, Why};

use crate::tree::{Node, NodeId, Note, TableHit, Tree, game_of};

/// Findings beyond this many are counted but not described.
const MOST_FAULTS: usize = 100;

/// What a look through a trace found.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Findings {
    /// Nodes whose score was checked.
    pub checked: u64,
    /// Nodes that could not be checked, since what is below them was not kept, or the search was stopped.
    pub unchecked: u64,
    /// How many things are wrong.
    pub faults: u64,
    /// The first of them.
    pub described: Vec<Fault>,
    /// Moves that the laws do not allow. A machine with rules of its own may have some.
    pub lawless: u64,
}

/// Something that is wrong with a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Where.
    pub node: Option<NodeId>,
    /// The line that leads there.
    pub line: String,
    /// What.
    pub what: String,
}

impl Findings {
    /// Takes a fault down.
    pub(crate) fn put(&mut self, fault: Fault) {
        self.faults += 1;
        if self.described.len() < MOST_FAULTS {
            self.described.push(fault);
        }
    }

    /// Whether nothing is wrong.
    pub fn is_sound(&self) -> bool {
        self.faults == 0
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { checked, unchecked, faults, .. } = self;
        writeln!(
            f,
            "{checked} nodes were checked against what is below them; {unchecked} cannot be checked"
        )?;
        if self.lawless > 0 {
            writeln!(f, "{} moves are of the machine's own rules: the laws do not allow them", self.lawless)?;
        }
        for fault in &self.described {
            let line = if fault.line.is_empty() { "the root" } else { &fault.line };
            writeln!(f, "wrong: {line}: {}", fault.what)?;
        }
        match faults {
            0 if *checked == 0 => {
                writeln!(f, "not known to be sound: there is nothing in it that could be checked")
            }
            0 => writeln!(f, "sound"),
            1 => writeln!(f, "1 fault"),
            _ => writeln!(f, "{faults} faults"),
        }
    }
}

/// Looks through a trace.
pub fn verify(tree: &Tree) -> Findings {
    let mut inspector = TreeInspector { tree, findings: Findings::default(), path: Vec::new() };
    if let Ok(game) = game_of(tree.header()) {
        inspector.path = game.keys();
    }
    let game_plies = inspector.path.len();
    tree.walk(|id, position| {
        let node = &tree[id];
        let moved = node.parent.is_some() && node.how.moves_on(node.m);
        inspector.path.truncate(game_plies + usize::from(node.ply) - usize::from(moved));
        if moved {
            inspector.path.push(position.map_or(0, AnyPosition::key));
        }
        inspector.node(id, position);
    });
    inspector.whole();
    inspector.findings
}

struct TreeInspector<'t> {
    tree: &'t Tree,
    findings: Findings,
    /// Keys of the positions of the game and on the way to the node at hand; 0 where it is not known.
    path: Vec<u64>,
}

/// What a node said, sorted.
#[derive(Default)]
struct NodeStatements {
    judged: Option<Score>,
    known: Option<TableHit>,
    /// What each move that was tried came to, the last visit of each in a row of visits.
    values: Vec<(Move, Score)>,
    /// Nodes below that are no trials: a pass, a probe, another look.
    others: Vec<NodeId>,
    is_folded: bool,
    is_stopped: bool,
}

impl NodeStatements {
    fn highest(&self) -> Option<Score> {
        self.values.iter().map(|&(_, value)| value).max()
    }
}

impl TreeInspector<'_> {
    fn fault(&mut self, id: Option<NodeId>, what: impl fmt::Display) {
        let line = id.map_or_else(String::new, |id| self.tree.line(id));
        self.findings.put(Fault { node: id, line, what: what.to_string() });
    }

    fn node(&mut self, id: NodeId, position: Option<&AnyPosition>) {
        self.entry(id);
        if let (Some(m), Some(parent)) = (self.tree[id].m, self.tree[id].parent)
            && position.is_none()
            && self.tree.position(parent).is_some_and(|above| !above.is_legal(m))
        {
            self.findings.lawless += 1;
        }
        let said = self.listen(id);
        if said.is_folded || said.is_stopped || self.tree[id].why == Why::Stopped || !self.tree[id].is_closed
        {
            self.findings.unchecked += 1;
            return;
        }
        self.findings.checked += 1;
        if let Err(what) = self.explain(id, &said, position) {
            self.fault(Some(id), what);
        }
    }

    /// How a node was entered.
    fn entry(&mut self, id: NodeId) {
        let node = &self.tree[id];
        let scale = self.tree.scale();
        if node.alpha > node.beta {
            self.fault(Some(id), format_args!("its window is upside down: {} to {}", node.alpha, node.beta));
        }
        let Some(parent) = node.parent else {
            if node.how != How::Root || node.m.is_some() {
                self.fault(Some(id), "a search begins with something else than the root");
            }
            return;
        };
        if node.how == How::Root {
            self.fault(Some(id), "a root stands below another node");
        }
        let above = &self.tree[parent];
        let within = node.alpha >= above.beta.saturating_neg() && node.beta <= above.alpha.saturating_neg();
        if node.m.is_some() && node.how.tries() && !within {
            let (alpha, beta) = (scale.show(node.alpha), scale.show(node.beta));
            self.fault(
                Some(id),
                format_args!("its window, {alpha} to {beta}, is wider than that of the node above"),
            );
        }
    }

    /// Gathers what a node said, and looks whether its best moves are those that did best.
    fn listen(&mut self, id: NodeId) -> NodeStatements {
        let mut said = NodeStatements::default();
        let mut best: Option<Score> = None;
        // Where moves are missing, or none was tried, a best one may have been found all the same.
        let is_listed = !self.tree.is_folded(id) && self.tree[id].why.facts().proof != ScoreProof::Unsearched;
        for note in self.tree.notes(id) {
            match note {
                Note::Static(score) => said.judged = Some(score),
                Note::Table(known) => said.known = Some(known),
                Note::Dropped(_) => said.is_folded = true,
                Note::Skip(..) => {}
                Note::Child(child) => {
                    let node = &self.tree[child];
                    said.is_stopped |= node.why == Why::Stopped;
                    match node.m {
                        Some(m) if node.how.tries() => {
                            let value = node.score.saturating_neg();
                            match said.values.last_mut() {
                                Some(last) if last.0 == m => last.1 = value,
                                _ => said.values.push((m, value)),
                            }
                        }
                        _ => said.others.push(child),
                    }
                }
                Note::Best(m, score) => {
                    let last = said.values.last().copied();
                    let is_found = last == Some((m, score));
                    if !is_found && !said.is_stopped && is_listed {
                        self.fault(
                            Some(id),
                            format_args!("{m} is called the best with {score}, but was not found so"),
                        );
                    }
                    if best.is_some_and(|best| score < best) {
                        self.fault(Some(id), format_args!("{m} is called the best but is worse than before"));
                    }
                    best = Some(score);
                }
            }
        }
        said
    }

    /// Whether a node's score follows from what it said, by the rule of its reason.
    fn explain(
        &self,
        id: NodeId,
        said: &NodeStatements,
        position: Option<&AnyPosition>,
    ) -> Result<(), String> {
        let node = &self.tree[id];
        let (score, alpha) = (node.score, node.alpha);
        // No score can be beyond the shortest mate, so that some searches do not look for one.
        let goal = node.beta.min(self.shortest_mate(node.ply).unwrap_or(node.beta));
        let last = said.values.last().map(|&(_, value)| value);
        let reaches = |value: Score| value >= goal && (score == value || score == goal);
        let nothing_tried = said.values.is_empty();
        let (holds, otherwise) = match node.why.facts().proof {
            ScoreProof::BestMove => (self.is_the_best(id, said), "that is not what its best move came to"),
            ScoreProof::BestMoveOrStatic => {
                (self.is_the_best(id, said), "that is neither its evaluation nor what a capture came to")
            }
            ScoreProof::Cutoff => (last.is_some_and(reaches), "no move was good enough to cut off"),
            ScoreProof::StandPat => (judgements(said).any(reaches), "its evaluation is not so good"),
            ScoreProof::Static => {
                let is_so_good = judgements(said).any(|judged| judged >= score);
                (score >= goal && is_so_good, "its evaluation is not so good")
            }
            ScoreProof::Table => (
                said.known.is_some_and(|known| is_enough(known, score, alpha, goal)),
                "the table did not say so",
            ),
            ScoreProof::Pass => {
                let pass =
                    self.other(said, How::Null).is_some_and(|pass| reaches(pass.score.saturating_neg()));
                let verified = self.other(said, How::Verification).is_none_or(|again| again.score >= goal);
                (pass && verified, "a pass was not so good")
            }
            ScoreProof::Captures => {
                let calm = self.other(said, How::Quiescence).is_some_and(|calm| calm.score == score);
                (score <= alpha && calm, "captures did not show it")
            }
            ScoreProof::Probe => {
                let probe = self.other(said, How::Probe);
                let is_so_good = probe.is_some_and(|probe| probe.score.saturating_neg() >= score);
                (score >= goal && is_so_good, "no capture showed it")
            }
            ScoreProof::OtherMoves => {
                let others = self.other(said, How::Singular);
                let are_so_good = others.is_some_and(|others| others.score >= score && others.beta == score);
                (score >= goal && are_so_good, "the other moves are not so good")
            }
            ScoreProof::MateScore => (self.tree.scale().is_mate(score), "that is no mate"),
            proof if proof.is_game_over() && nothing_tried => self.explain_end(node, proof, position),
            ScoreProof::Mate
            | ScoreProof::Draw
            | ScoreProof::Repetition
            | ScoreProof::Stated
            | ScoreProof::Unsearched => (nothing_tried, "but moves were tried"),
            ScoreProof::NothingElse => (nothing_tried && score == alpha, "there were other moves"),
            ScoreProof::Sum => (said.judged.is_none_or(|sum| sum == score), "that is not its sum"),
            ScoreProof::Unchecked => (true, ""),
            ScoreProof::OfMoves => return Err(format!("{:?} is no reason to leave a node", node.why)),
            ScoreProof::OfPlayouts => return Err(format!("{:?} is a reason of playouts", node.why)),
        };
        if holds {
            Ok(())
        } else {
            Err(format!("{:?} with {}: {otherwise}", node.why, self.tree.scale().show(score)))
        }
    }

    /// The last look of some kind at a node, or at one of its moves, that is no trial.
    fn other(&self, said: &NodeStatements, how: How) -> Option<&Node> {
        said.others.iter().rev().map(|&id| &self.tree[id]).find(|node| node.how == how)
    }

    /// Whether the game is over in a node, and with that score; and what is wrong if it is not.
    fn explain_end(
        &self,
        node: &Node,
        proof: ScoreProof,
        position: Option<&AnyPosition>,
    ) -> (bool, &'static str) {
        if proof == ScoreProof::Mate {
            let mated = self.shortest_mate(node.ply).map(|next| -(next + 1));
            if mated.is_some_and(|mated| node.score != mated) {
                return (false, "the distance is wrong");
            }
            return (position.is_none_or(|p| !p.in_check() || p.legal_moves().is_empty()), "there are moves");
        }
        if node.score != 0 {
            return (false, "that is no draw");
        }
        let (now, before) = self.path.split_last().map_or((0, &[][..]), |(&now, before)| (now, before));
        let is_known = proof != ScoreProof::Repetition || position.is_none() || before.contains(&now);
        (is_known, "the position is new")
    }

    /// The score of mating one ply after this one, where mates are counted by plies.
    fn shortest_mate(&self, ply: u16) -> Option<Score> {
        let scale = self.tree.scale();
        (scale.mate > 0 && scale.mate_plies > 0).then(|| scale.mate - Score::from(ply) - 1)
    }

    /// Whether a score is the best of a node's moves, of doing nothing where nothing forces a move, and of the lower end of
    /// its window where the machine never goes below that.
    fn is_the_best(&self, id: NodeId, said: &NodeStatements) -> bool {
        let node = &self.tree[id];
        let proof = node.why.facts().proof;
        let may_stand =
            node.how == How::Quiescence || node.depth <= 0 || proof == ScoreProof::BestMoveOrStatic;
        let is_best_with = |stand: Option<Score>| {
            let Some(best) = said.highest().max(stand) else { return false };
            node.score == best || best < node.alpha && node.score == node.alpha
        };
        is_best_with(None) || may_stand && judgements(said).any(|judged| is_best_with(Some(judged)))
    }

    /// The trace as a whole.
    fn whole(&mut self) {
        let tree = self.tree;
        let recording = tree.recording();
        if recording.cut.is_some() {
            return;
        }
        let kept: u64 = tree.rounds().iter().map(|round| tree[round.root].nodes).sum();
        let told = recording.tally.nodes();
        if kept != told {
            self.fault(None, format_args!("{told} nodes were counted, but there are {kept}"));
        }
        let Some(best) = recording.answer.as_ref().and_then(|answer| answer.best.as_deref()) else { return };
        let Ok(best) = tree.root_position().read_uci(best) else {
            self.fault(None, format_args!("the answer, {best}, is no legal move"));
            return;
        };
        let depth = tree.last_round().depth;
        let of_depth = tree.rounds().iter().filter(|round| round.depth == depth);
        let found = of_depth.filter_map(|round| tree.best(round.root)).any(|(m, _)| m == best);
        let is_stopped = tree.rounds().iter().any(|round| tree[round.root].why == Why::Stopped);
        if !found && !is_stopped && tree.best(tree.last_round().root).is_some() {
            self.fault(None, format_args!("the answer, {best}, is not the best move of the last search"));
        }
    }
}

/// What a node may take for its evaluation: its own, or the table's where that says more.
fn judgements(said: &NodeStatements) -> impl Iterator<Item = Score> + use<> {
    said.judged.into_iter().chain(said.known.map(|known| known.score))
}

/// Whether what the table knew settles a node with a score.
fn is_enough(known: TableHit, score: Score, alpha: Score, goal: Score) -> bool {
    score == known.score
        && match known.bound {
            Bound::Exact => true,
            Bound::Lower => score >= goal,
            Bound::Upper => score <= alpha,
        }
}
