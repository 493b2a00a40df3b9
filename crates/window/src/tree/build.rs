//! Events become nodes.

use std::fmt;

use kempelen_trace::{Event, Recording, Why, code};

use super::{Node, NodeId, Round, Tree, game_of};

/// Nodes deeper than this are not a search's.
const DEEPEST: usize = 1000;

/// Why a recording is no tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TreeError {
    /// Its position or a move before it makes no sense.
    Position(String),
    /// A node is left that was not entered, or something is said outside of all nodes.
    Nesting {
        /// Where in the events.
        offset: usize,
    },
    /// A node is entered and never left, though the recording is complete.
    Open,
    /// Nodes are nested deeper than any search goes.
    TooDeep,
    /// It has more events than can be laid out.
    TooLong,
    /// It has no nodes at all: the engine said nothing, or it tells playouts.
    Nothing,
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => write!(f, "the trace's position makes no sense: {error}"),
            Self::Nesting { offset } => write!(f, "the trace's events do not nest, at byte {offset} of them"),
            Self::Open => f.write_str("the trace ends within a node though it is complete"),
            Self::TooDeep => write!(f, "the trace has nodes more than {DEEPEST} deep"),
            Self::TooLong => f.write_str("the trace is too long to be laid out; record it with a bound"),
            Self::Nothing => f.write_str("the trace is empty: the engine does not say what it thinks"),
        }
    }
}

impl std::error::Error for TreeError {}

pub(super) fn build(recording: Recording) -> Result<Tree, TreeError> {
    let root = game_of(&recording.header)?.position();
    let end = u32::try_from(recording.events.len()).map_err(|_| TreeError::TooLong)?;
    let mut builder = Builder { nodes: Vec::new(), rounds: Vec::new(), open: Vec::new(), depth: None };
    let mut events = code::Events::new(&recording.events);
    loop {
        let start = events.offset();
        // A recording's events were read once before.
        let Some(Ok(event)) = events.next() else { break };
        builder.take(event, start, events.offset())?;
    }
    let Builder { mut nodes, rounds, open, .. } = builder;
    if recording.cut.is_none() && !open.is_empty() {
        return Err(TreeError::Open);
    }
    let mut below = 0;
    for entry in open.iter().rev() {
        let node = &mut nodes[entry.id.number()];
        node.span.end = end;
        node.nodes = node.nodes.saturating_add(below);
        below = node.nodes;
    }
    if rounds.is_empty() {
        return Err(TreeError::Nothing);
    }
    Ok(Tree { recording, root, nodes, rounds })
}

struct Builder {
    nodes: Vec<Node>,
    rounds: Vec<Round>,
    open: Vec<OpenBranch>,
    /// The nominal depth that was told last.
    depth: Option<u8>,
}

#[derive(Clone, Copy)]
struct OpenBranch {
    id: NodeId,
    last_child: Option<NodeId>,
}

impl Builder {
    #[inline]
    fn take(&mut self, event: Event, start: usize, end: usize) -> Result<(), TreeError> {
        let outside = TreeError::Nesting { offset: start };
        match event {
            Event::Enter { .. } => return self.enter(event, start, end),
            Event::Leave { score, why } => {
                let Some(OpenBranch { id, .. }) = self.open.pop() else { return Err(outside) };
                let node = &mut self.nodes[id.number()];
                (node.score, node.why, node.is_closed) = (score, why, true);
                node.span.end = end as u32;
                let below = node.nodes;
                if let Some(parent) = self.open.last() {
                    let parent = &mut self.nodes[parent.id.number()];
                    parent.nodes = parent.nodes.saturating_add(below);
                }
            }
            Event::Dropped { nodes } => {
                let Some(OpenBranch { id, .. }) = self.open.last() else { return Err(outside) };
                let node = &mut self.nodes[id.number()];
                node.nodes = node.nodes.saturating_add(nodes);
            }
            Event::Iteration { depth } if self.open.is_empty() => self.depth = Some(depth),
            Event::Static { .. } | Event::Table { .. } | Event::Skip { .. } | Event::Best { .. }
                if !self.open.is_empty() => {}
            _ => return Err(outside),
        }
        Ok(())
    }

    #[inline]
    fn enter(&mut self, event: Event, start: usize, end: usize) -> Result<(), TreeError> {
        let Event::Enter { m, how, depth, alpha, beta } = event else { return Ok(()) };
        let id = NodeId(u32::try_from(self.nodes.len()).map_err(|_| TreeError::TooLong)?);
        if self.open.len() >= DEEPEST {
            return Err(TreeError::TooDeep);
        }
        let parent = self.open.last().map(|above| above.id);
        let ply = parent.map_or(0, |parent| self.nodes[parent.number()].ply + u16::from(how.moves_on(m)));
        if let Some(above) = self.open.last_mut() {
            let link = match above.last_child.replace(id) {
                Some(before) => &mut self.nodes[before.number()].next_sibling,
                None => &mut self.nodes[above.id.number()].first_child,
            };
            *link = Some(id);
        } else {
            let depth = self.depth.unwrap_or_else(|| depth.clamp(0, 255) as u8);
            self.rounds.push(Round { root: id, depth });
        }
        self.open.push(OpenBranch { id, last_child: None });
        self.nodes.push(Node {
            parent,
            first_child: None,
            next_sibling: None,
            span: start as u32..end as u32,
            entered: (end - start) as u8,
            is_closed: false,
            m,
            how,
            depth,
            ply,
            alpha,
            beta,
            score: 0,
            why: Why::Stopped,
            nodes: 1,
        });
        Ok(())
    }
}
