//! `tree`: a drawing in the style of the lesson.

use std::collections::HashMap;

use kempelen_rules::Color;
use kempelen_trace::Why;

use crate::lattice::{Picture, Signs, Spacing, Twig};
use crate::style::{Ink, Style};
use crate::tree::{Candidate, NodeId, Round, Tree, Verdict};
use crate::words::side;

/// How much of a tree is drawn.
#[derive(Clone, Copy, Debug)]
pub struct PictureOptions {
    /// How many plies.
    pub depth: usize,
    /// How many moves of each node.
    pub width: usize,
    /// The search of the root to draw.
    pub round: Round,
}

/// Draws a tree. Each node has its line, the order in which it was settled, its score, its window, and what the
/// comparison of the two came to.
pub fn picture(tree: &Tree, options: PictureOptions, style: &Style) -> String {
    let mut artist =
        LatticeArtist { tree, options, settled: HashMap::new(), main: main_line(tree, options.round.root) };
    let root = artist.root();
    let mut text = heading(tree, options.round, style);
    let signs = if style.ascii { Signs::ASCII } else { Signs::JOINED };
    for (row, ink) in Picture::of(&root, Spacing::COMPACT, signs).lines() {
        text.push_str(&style.line(&row, ink));
        text.push('\n');
    }
    text
}

/// Who thought about what, and how far.
pub(crate) fn heading(tree: &Tree, round: Round, style: &Style) -> String {
    let turn = side(tree.root_position().turn());
    let line = format!(
        "{}, depth {}, {turn} to move: {} nodes. Scores are White's; a window is what White has and what Black has.",
        tree.header().engine,
        round.depth,
        tree[round.root].nodes,
    );
    format!("{}\n{}\n\n", style.line(&tree.root_position().fen(), Ink::Head), style.wrap(&line, 0))
}

/// The nodes of the principal variation, as far as they were kept.
pub(crate) fn main_line(tree: &Tree, root: NodeId) -> Vec<NodeId> {
    let mut line = vec![root];
    while let Some((m, _)) = line.last().and_then(|&id| tree.best(id)) {
        let Some(next) = line.last().and_then(|&id| tree.visit(id, m)) else { break };
        line.push(next);
    }
    line
}

struct LatticeArtist<'t> {
    tree: &'t Tree,
    options: PictureOptions,
    /// The order in which the nodes that are drawn were settled.
    settled: HashMap<NodeId, usize>,
    main: Vec<NodeId>,
}

impl LatticeArtist<'_> {
    fn root(&mut self) -> Twig {
        let root = self.options.round.root;
        self.number(root, 0);
        let because = match self.tree[root].why {
            why if ends_itself(why) => format!(" {}", self.tree.because(root)),
            _ => String::new(),
        };
        let children = self.children(root, 0);
        // Behind a root with moves there is no room for words.
        let text = if children.is_empty() { format!("(root){because}") } else { "(root)".to_owned() };
        Twig { children, ink: Ink::Head, ..Twig::leaf(text) }
    }

    /// Numbers the nodes that will be drawn in the order in which they were left.
    fn number(&mut self, id: NodeId, ply: usize) {
        if ply < self.options.depth {
            for (child, _) in self.tree.select(id, self.options.width).0 {
                self.number(child, ply + 1);
                let next = self.settled.len() + 1;
                self.settled.insert(child, next);
            }
        }
    }

    fn children(&self, id: NodeId, ply: usize) -> Vec<Twig> {
        if ply == self.options.depth {
            return Vec::new();
        }
        let (selected, others) = self.tree.select(id, self.options.width);
        let mut twigs: Vec<Twig> =
            selected.into_iter().map(|(child, verdict)| self.twig(id, child, verdict, ply)).collect();
        // Nodes that were settled without a move need no list of what was not tried.
        if !others.is_empty() && !twigs.is_empty() {
            twigs.push(Twig { ink: Ink::Faint, ..Twig::leaf(rest(&others)) });
        }
        twigs
    }

    fn twig(&self, parent: NodeId, child: NodeId, verdict: Verdict, ply: usize) -> Twig {
        let tree = self.tree;
        let is_main = self.main.contains(&child);
        let ink = match verdict {
            _ if is_main => Ink::Main,
            Verdict::Cut(_) => Ink::Cut,
            Verdict::Judged(_) => Ink::Faint,
            _ => Ink::Plain,
        };
        let number = self.settled.get(&child).copied().unwrap_or(0);
        let text = format!("{} ({number}): {}", tree.line(child), self.verdict(parent, child, verdict));
        Twig { text, star: is_main, ink, children: self.children(child, ply + 1) }
    }

    /// The score, the window, and what the comparison came to.
    fn verdict(&self, parent: NodeId, child: NodeId, verdict: Verdict) -> String {
        let tree = self.tree;
        let node = &tree[child];
        let score = tree.show(child, node.score);
        let window = tree.window(child);
        // What each side has, seen by White: the mover wants more than the one and must not get as much as the other.
        let (own, other) = (tree.show(child, node.beta), tree.show(child, node.alpha));
        let mover = tree.turn(parent);
        let (beats, loses, cuts) = match mover {
            Color::White => (">", "<=", ">="),
            Color::Black => ("<", ">=", "<="),
        };
        let how = if ends_itself(node.why) { format!(" ({})", node.why.name()) } else { String::new() };
        match verdict {
            Verdict::Cut(_) => format!("{score}{how} {window} {score} {cuts} {other} so CUTOFF"),
            Verdict::Best(_) | Verdict::WasBest(_) => {
                format!("{score}{how} {window} {score} {beats} {own} so NEW BEST MOVE")
            }
            Verdict::Judged(_) => format!("{score}, judged only"),
            Verdict::Stopped => "stopped".to_owned(),
            _ => format!("{score}{how} {window} {score} {loses} {own} so discard"),
        }
    }
}

/// Whether a reason says something that the score does not.
fn ends_itself(why: Why) -> bool {
    !matches!(why, Why::Searched | Why::Beta | Why::Horizon)
}

/// The moves that are not drawn, in one line.
fn rest(others: &[Candidate]) -> String {
    let count =
        |wanted: fn(&Verdict) -> bool| others.iter().filter(|candidate| wanted(&candidate.verdict)).count();
    let parts = [
        (count(|v| matches!(v, Verdict::WasBest(_))), "surpassed"),
        (count(|v| matches!(v, Verdict::Worse(_) | Verdict::Judged(_) | Verdict::Stopped)), "no better"),
        (count(|v| matches!(v, Verdict::Skipped(_))), "passed over"),
        (count(|v| matches!(v, Verdict::Ghost(_))), "never searched"),
    ];
    let parts: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
    format!("… {}", parts.join(", "))
}
