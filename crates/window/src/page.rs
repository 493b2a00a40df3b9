//! A trace as one web page that needs nothing else: no network, no other file.

use kempelen_rules::AnyPosition;
use kempelen_trace::Why;
use serde_json::{Value, json};

use crate::html::escape;
use crate::position;
use crate::readings::{PictureOptions, main_line};
use crate::tree::{Candidate, NodeId, Tree, Verdict};
use crate::words::{ghost, side};

/// A page holds no more nodes than this.
const MOST_NODES: usize = 20_000;

/// Makes the page: the tree to be opened node by node, with the board and the reasons of the one that is looked at.
pub fn page(tree: &Tree, options: PictureOptions) -> String {
    let mut binder = Binder { tree, options, main: main_line(tree, options.round.root), room: MOST_NODES };
    let root = binder.node(options.round.root, Some(tree.root_position()), None, 0);
    let data = json!({ "variant": tree.header().variant.name(), "root": root });
    let title = format!("{} thinks aloud", tree.header().engine);
    let summary = format!(
        "{} to move in {}, depth {}, {} nodes. Scores are White's; a window is what White has already and what Black has.",
        side(tree.root_position().turn()),
        tree.root_position().fen(),
        options.round.depth,
        tree[options.round.root].nodes,
    );
    bind(&title, &summary, &data)
}

/// Puts the parts of a page together.
pub(crate) fn bind(title: &str, summary: &str, data: &Value) -> String {
    // Within a script only its own end must not occur.
    let data = data.to_string().replace('<', "\\u003c");
    let parts = [
        ("title", escape(title)),
        ("summary", escape(summary)),
        ("style", include_str!("page/page.css").to_owned()),
        ("data", data),
        ("script", include_str!("page/page.js").to_owned()),
    ];
    let mut page = String::new();
    let mut rest = include_str!("page/page.html");
    while let Some((before, behind)) = rest.split_once("{{") {
        page.push_str(before);
        let (name, behind) = behind.split_once("}}").unwrap_or(("", behind));
        page.push_str(parts.iter().find(|(part, _)| *part == name).map_or("", |(_, text)| text));
        rest = behind;
    }
    page.push_str(rest);
    page
}

struct Binder<'t> {
    tree: &'t Tree,
    options: PictureOptions,
    main: Vec<NodeId>,
    /// How many nodes still fit.
    room: usize,
}

impl Binder<'_> {
    fn node(
        &mut self,
        id: NodeId,
        position: Option<&AnyPosition>,
        verdict: Option<Verdict>,
        ply: usize,
    ) -> Value {
        let tree = self.tree;
        let node = &tree[id];
        self.room = self.room.saturating_sub(1);
        let (mut children, mut others) = (Vec::new(), Vec::new());
        if ply < self.options.depth && self.room > 0 {
            let (selected, rest) = tree.select(id, self.options.width);
            others = rest;
            for (child, verdict) in selected {
                if self.room == 0 {
                    break;
                }
                let below = position.and_then(|position| position::after(*position, tree[child].m));
                children.push(self.node(child, below.as_ref(), Some(verdict), ply + 1));
            }
        }
        let is_main = self.main.contains(&id);
        let class = match verdict {
            _ if is_main => "main",
            Some(Verdict::Cut(_)) => "cut",
            _ => "",
        };
        let more = if others.is_empty() { String::new() } else { format!("… {} more", others.len()) };
        json!({
            "name": if ply == 0 { "root".to_owned() } else { tree.name(id) },
            "move": node.m.map(|m| m.to_string()),
            "line": if ply == 0 { "The position of the search".to_owned() } else { tree.line(id) },
            "score": tree.show(id, node.score),
            "verdict": verdict.map_or("", |verdict| role(verdict, node.why)),
            "class": class,
            "because": sentence(&tree.because(id)),
            "board": position.map(placement),
            "facts": facts(tree, id),
            "rest": rest(tree, id, &others),
            "more": more,
            "open": is_main && ply < 3,
            "children": children,
        })
    }
}

/// The first field of a FEN.
fn placement(position: &AnyPosition) -> String {
    let fen = position.fen();
    fen.split(' ').next().unwrap_or_default().to_owned()
}

fn role(verdict: Verdict, why: Why) -> &'static str {
    match verdict {
        Verdict::Best(_) => "best",
        Verdict::Cut(_) => "cuts off",
        Verdict::WasBest(_) => "best for a while",
        Verdict::Stopped => "stopped",
        Verdict::Judged(_) => "judged only",
        _ if why == Why::Table => "table",
        _ => "no better",
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

fn facts(tree: &Tree, id: NodeId) -> Vec<[String; 2]> {
    let node = &tree[id];
    let mut facts =
        vec![["window".to_owned(), tree.window(id)], ["depth".to_owned(), node.depth.to_string()]];
    if let Some(score) = tree.static_score(id) {
        facts.push(["judged at".to_owned(), tree.show(id, score)]);
    }
    if let Some(known) = tree.known(id) {
        let words = format!("{}, depth {}", tree.bound(id, known.score, known.bound), known.depth);
        facts.push(["table".to_owned(), words]);
    }
    if !node.how.words().is_empty() {
        facts.push(["searched".to_owned(), node.how.words().to_owned()]);
    }
    facts.push(["nodes".to_owned(), node.nodes.to_string()]);
    facts
}

/// The moves that are not in the list, together where the reason is the same.
fn rest(tree: &Tree, id: NodeId, others: &[Candidate]) -> Vec<String> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for candidate in others {
        let why = match candidate.verdict {
            Verdict::Skipped(why) => format!("passed over: {}", why.words()),
            Verdict::Ghost(why) => ghost(why),
            Verdict::Judged(_) => "judged only".to_owned(),
            _ => "searched, and no better".to_owned(),
        };
        let name = tree.name_of(id, candidate.m);
        match groups.iter_mut().find(|(other, _)| *other == why) {
            Some((_, names)) => names.push(name),
            None => groups.push((why, vec![name])),
        }
    }
    groups.into_iter().map(|(why, names)| format!("{}: {}", names.join(" "), why)).collect()
}
