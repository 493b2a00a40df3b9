//! A trace for programs. `schema/trace.schema.json` describes what is written.

use std::io::{self, Write};

use kempelen_rules::{AnyPosition, Move};
use kempelen_trace::{Bound, Header, How, Recording, Tally, Why};
use serde_json::{Map, Value, json};

use crate::position;
use crate::tree::{Ghost, NodeId, Note, Round, Tree, Verdict};

/// What is written, as a JSON Schema.
pub const SCHEMA: &str = include_str!("../schema/trace.schema.json");

/// The number of the format.
pub(crate) const VERSION: u32 = 2;

/// How much of a trace is written.
#[derive(Clone, Copy, Debug)]
pub struct JsonOptions {
    /// How many plies of nodes; everything if left out.
    pub plies: Option<usize>,
    /// The search of the root; all of them if left out.
    pub round: Option<Round>,
    /// Whether to list the moves that nobody looked at.
    pub ghosts: bool,
}

/// Writes a tree as one JSON object on one line.
///
/// # Errors
/// As the writer has them.
pub fn json(tree: &Tree, options: JsonOptions, out: &mut impl Write) -> io::Result<()> {
    let mut head = head(tree.recording());
    head.insert("fen".to_owned(), tree.root_position().fen().into());
    let rounds: Vec<Round> = options.round.map_or_else(|| tree.rounds().to_vec(), |round| vec![round]);
    let mut scribe = JsonScribe { tree, options, out };
    // The rounds come last, so that all before them can be closed and opened again.
    let text = Value::Object(head).to_string();
    scribe.out.write_all(text.strip_suffix('}').unwrap_or(&text).as_bytes())?;
    scribe.out.write_all(b",\"rounds\":[")?;
    for (index, round) in rounds.iter().enumerate() {
        scribe.comma(index)?;
        write!(scribe.out, "{{\"depth\":{},\"root\":", round.depth)?;
        scribe.node(round.root, Some(tree.root_position()), 0)?;
        scribe.out.write_all(b"}")?;
    }
    scribe.out.write_all(b"]}\n")
}

/// What is not of the tree itself.
pub(crate) fn head(recording: &Recording) -> Map<String, Value> {
    let Header { engine, options, variant, start, moves, limits, only, scale, kept } = &recording.header;
    let pairs = |pairs: &[(String, String)]| -> Map<String, Value> {
        pairs.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect()
    };
    let answer = recording.answer.as_ref().map(|answer| {
        json!({
            "best": answer.best, "pv": answer.pv, "score": answer.score,
            "nodes": answer.nodes, "ms": answer.milliseconds,
        })
    });
    let head = json!({
        "format": "kempelen-trace", "version": VERSION,
        "engine": engine, "options": pairs(options), "variant": variant.name(), "start": start, "moves": moves,
        "limits": pairs(limits), "only": only, "kept": kept, "cut": recording.cut,
        "scale": {
            "per_pawn": scale.per_pawn, "infinite": scale.infinite, "mate": scale.mate,
            "mate_plies": scale.mate_plies, "won": scale.won,
        },
        "answer": answer, "counts": counts(&recording.tally),
    });
    if let Value::Object(head) = head { head } else { Map::new() }
}

fn counts(tally: &Tally) -> Value {
    let by_why = |counts: &[u64]| -> Map<String, Value> {
        let counted = Why::ALL.iter().zip(counts).filter(|(_, count)| **count > 0);
        counted.map(|(&why, &count)| (why.name().to_owned(), count.into())).collect()
    };
    let plies: Vec<Value> = tally
        .plies
        .iter()
        .map(|ply| {
            json!({
                "nodes": ply.nodes, "inner": ply.inner,
                "left": by_why(&ply.left), "skipped": by_why(&ply.skipped),
            })
        })
        .collect();
    let ways: Map<String, Value> = How::ALL
        .iter()
        .filter(|&&how| tally.ways[how as usize] > 0)
        .map(|&how| (how.name().to_owned(), tally.ways[how as usize].into()))
        .collect();
    let [exact, lower, upper] = tally.table;
    json!({
        "nodes": tally.nodes(), "events": tally.events, "plies": plies, "ways": ways,
        "table": {"exact": exact, "lower": lower, "upper": upper},
        "cutoffs": tally.cutoffs, "playouts": by_why(&tally.playouts.ended),
    })
}

struct JsonScribe<'t, W> {
    tree: &'t Tree,
    options: JsonOptions,
    out: &'t mut W,
}

impl<W: Write> JsonScribe<'_, W> {
    fn comma(&mut self, index: usize) -> io::Result<()> {
        if index > 0 { self.out.write_all(b",") } else { Ok(()) }
    }

    fn node(&mut self, id: NodeId, position: Option<&AnyPosition>, ply: usize) -> io::Result<()> {
        let own = Value::Object(self.own(id, position)).to_string();
        self.out.write_all(own.strip_suffix('}').unwrap_or(&own).as_bytes())?;
        if self.options.plies.is_none_or(|plies| ply < plies) {
            self.out.write_all(b",\"children\":[")?;
            let children: Vec<NodeId> = self.tree.children(id).collect();
            for (index, &child) in children.iter().enumerate() {
                self.comma(index)?;
                let node = &self.tree[child];
                let moves_on = node.how.moves_on(node.m);
                let below = position.and_then(|position| {
                    if moves_on { position::after(*position, node.m) } else { Some(*position) }
                });
                self.node(child, below.as_ref(), ply + 1)?;
            }
            self.out.write_all(b"]")?;
        }
        self.out.write_all(b"}")
    }

    /// A node without those below it.
    fn own(&self, id: NodeId, position: Option<&AnyPosition>) -> Map<String, Value> {
        let tree = self.tree;
        let node = &tree[id];
        let mut own = Map::new();
        let mut put = |name: &str, value: Value| drop(own.insert(name.to_owned(), value));
        if let Some(m) = node.m {
            let above = node.parent.and_then(|parent| tree.position(parent));
            put("move", spelled(above.as_ref(), m).into());
            put("san", position::name(above.as_ref(), Some(m)).into());
        }
        put("how", node.how.name().into());
        put("depth", node.depth.into());
        put("alpha", node.alpha.into());
        put("beta", node.beta.into());
        put("score", node.score.into());
        put("why", node.why.name().into());
        put("nodes", node.nodes.into());
        let (mut best, mut skipped) = (Vec::new(), Vec::new());
        for note in tree.notes(id) {
            match note {
                Note::Static(score) => put("static", score.into()),
                Note::Table(known) => put(
                    "table",
                    json!({
                        "score": known.score, "bound": bound_word(known.bound), "depth": known.depth,
                        "move": known.m.map(|m| spelled(position, m)),
                    }),
                ),
                Note::Skip(m, why) => {
                    skipped.push(json!({"move": spelled(position, m), "why": why.name()}));
                }
                Note::Best(m, score) => best.push(json!({"move": spelled(position, m), "score": score})),
                Note::Dropped(nodes) => put("dropped", nodes.into()),
                Note::Child(_) => {}
            }
        }
        if !best.is_empty() {
            put("best", best.into());
        }
        if !skipped.is_empty() {
            put("skipped", skipped.into());
        }
        if self.options.ghosts {
            let ghosts = tree.candidates(id).into_iter().filter_map(|candidate| match candidate.verdict {
                Verdict::Ghost(why) => {
                    Some(json!({"move": spelled(position, candidate.m), "why": ghost_word(why)}))
                }
                _ => None,
            });
            put("ghosts", ghosts.collect());
        }
        own
    }
}

/// A move in UCI's spelling, or in plain squares where the laws do not allow it.
fn spelled(position: Option<&AnyPosition>, m: Move) -> String {
    position.filter(|position| position.is_legal(m)).map_or_else(|| m.to_string(), |position| position.uci(m))
}

fn bound_word(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}

fn ghost_word(ghost: Ghost) -> &'static str {
    match ghost {
        Ghost::AfterCutoff => "after-cutoff",
        Ghost::Settled(why) | Ghost::WithTheRest(why) => why.name(),
        Ghost::Quiet => "quiet",
        Ghost::NotAsked => "not-asked",
        Ghost::Stopped => "stopped",
        Ghost::Unknown => "unknown",
        Ghost::NotKept => "not-kept",
    }
}
