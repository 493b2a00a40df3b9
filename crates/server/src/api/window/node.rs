//! The nodes of a recording.

use std::sync::Arc;

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use kempelen_window::{Candidate, NodeId, Tree, Verdict, tell};
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::body::Path;
use crate::app::App;
use crate::refusal::{ErrorShape, Refusal};

/// A node of a search.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NodeShape {
    /// Its number, in the order in which nodes were entered.
    node: usize,
    /// The node above.
    parent: Option<usize>,
    /// The moves that led to it.
    line: String,
    /// The position, where the laws know it.
    fen: Option<String>,
    /// Why it was left with its score.
    because: String,
    /// How it was searched.
    how: &'static str,
    /// Why it was left, in a word or two.
    why: &'static str,
    /// The depth that was left.
    depth: i16,
    /// Its score, for White.
    score: String,
    /// What White has already, and what Black has.
    window: String,
    /// The static evaluation, for White.
    #[serde(rename = "static")]
    judged: Option<String>,
    /// Nodes below it and itself.
    nodes: u64,
    /// Its moves and what became of them.
    moves: Vec<NodeMoveShape>,
}

/// A move of a node.
#[derive(Serialize, ToSchema)]
pub(crate) struct NodeMoveShape {
    /// As `Nf3`.
    san: String,
    /// As `e2e4`.
    uci: String,
    /// What became of it: `best`, `cut`, `was best`, `worse`, `stopped`, `judged`, `skipped` or `ghost`.
    fate: &'static str,
    /// The same in words.
    text: String,
    /// Its score for White, where there is one.
    score: Option<String>,
    /// The node of the visit that counts.
    node: Option<usize>,
}

impl NodeMoveShape {
    fn new(tree: &Tree, id: NodeId, candidate: &Candidate) -> Self {
        let (fate, score) = match candidate.verdict {
            Verdict::Best(score) => ("best", Some(score)),
            Verdict::Cut(score) => ("cut", Some(score)),
            Verdict::WasBest(score) => ("was best", Some(score)),
            Verdict::Worse(score) => ("worse", Some(score)),
            Verdict::Judged(score) => ("judged", Some(score)),
            Verdict::Stopped => ("stopped", None),
            Verdict::Skipped(_) => ("skipped", None),
            Verdict::Ghost(_) => ("ghost", None),
        };
        let position = tree.position(id).filter(|position| position.is_legal(candidate.m));
        Self {
            san: tree.name_of(id, candidate.m),
            uci: position.map_or_else(|| candidate.m.to_string(), |position| position.uci(candidate.m)),
            fate,
            text: tell(tree, id, candidate),
            score: score.map(|score| tree.show(id, score)),
            node: candidate.visits.last().map(|visit| visit.number()),
        }
    }
}

/// A node of a recording: its position, its window, and why it was left.
#[utoipa::path(
    get,
    path = "/api/window/{id}/node/{node}",
    tag = "doors",
    params(("id" = u64, Path, description = "The recording"), ("node" = usize, Path, description = "The node")),
    responses(
        (status = 200, description = "The node", body = NodeShape),
        (status = 404, description = "No such recording or node", body = ErrorShape)
    )
)]
pub(crate) async fn node(
    State(app): State<Arc<App>>,
    Path((id, number)): Path<(u64, usize)>,
) -> Result<Answer<NodeShape>, Refusal> {
    let kept = app.traces.get(id)?;
    let tree = kept.tree()?;
    let id = tree.ids().nth(number).ok_or_else(|| {
        let reason = format!("there is no node {number}; there are {}", tree.len());
        Refusal::new(StatusCode::NOT_FOUND, "unknown_node", reason)
    })?;
    let node = &tree[id];
    Ok(Answer(NodeShape {
        node: number,
        parent: node.parent.map(NodeId::number),
        line: tree.line(id),
        fen: tree.position(id).map(|position| position.fen()),
        because: tree.because(id),
        how: node.how.name(),
        why: node.why.name(),
        depth: node.depth,
        score: tree.show(id, node.score),
        window: tree.window(id),
        judged: tree.static_score(id).map(|score| tree.show(id, score)),
        nodes: node.nodes,
        moves: tree.candidates(id).iter().map(|candidate| NodeMoveShape::new(tree, id, candidate)).collect(),
    }))
}
