//! Playouts for programs and pages.

use std::fmt::Write as _;
use std::io::{self, Write};

use kempelen_trace::Fixed;
use serde_json::{Map, Value, json as value};

use super::readings::parts;
use super::{Playouts, SpotId};
use crate::html::escape;
use crate::json::head;
use crate::position;
use crate::words::side;

/// Nodes with fewer visits than this share of the root's are left out of pages.
const LEAST_SHARE: u64 = 2000;

/// Writes playouts as one JSON object on one line, as deep as asked.
///
/// # Errors
/// As the writer has them.
pub fn json(playouts: &Playouts, plies: Option<usize>, out: &mut impl Write) -> io::Result<()> {
    let mut object = head(playouts.recording());
    object.insert("fen".to_owned(), playouts.root.fen().into());
    let course: Vec<Value> = playouts
        .recording
        .tally
        .playouts
        .course
        .iter()
        .map(|choice| {
            value!({
                "playouts": choice.playouts, "best": playouts.root.uci(choice.m),
                "visits": choice.visits, "value": choice.value.to_f64(),
            })
        })
        .collect();
    let root = spot(playouts, SpotId::ROOT, plies.unwrap_or(usize::MAX));
    object.insert("playouts".to_owned(), value!({ "root": root, "course": course }));
    serde_json::to_writer(&mut *out, &object)?;
    out.write_all(b"\n")
}

fn spot(playouts: &Playouts, id: SpotId, plies: usize) -> Value {
    let here = &playouts[id];
    let mut object = Map::new();
    let mut put = |name: &str, value: Value| drop(object.insert(name.to_owned(), value));
    if let Some(m) = here.m {
        let above = here.parent.and_then(|parent| playouts.position(parent));
        let legal = above.filter(|above| above.is_legal(m));
        put("move", legal.map_or_else(|| m.to_string(), |above| above.uci(m)).into());
        put("san", position::name(above.as_ref(), Some(m)).into());
        put("prior", here.prior.to_f64().into());
    }
    put("visits", here.visits.into());
    put("value", here.value().to_f64().into());
    if let Some(network) = here.network {
        put("network", network.to_f64().into());
    }
    if let Some(end) = here.end {
        put("end", end.name().into());
    }
    if let Some(promise) = here.promise {
        put(
            "puct",
            value!({
                "visits": promise.visits, "prior": promise.prior.to_f64(),
                "q": promise.value.to_f64(), "u": promise.bonus.to_f64(),
            }),
        );
    }
    if plies > 0 {
        let children = playouts.children(id);
        put("children", children.into_iter().map(|child| spot(playouts, child, plies - 1)).collect());
    }
    Value::Object(object)
}

/// One web page that needs nothing else.
pub fn page(playouts: &Playouts, plies: usize, width: usize) -> String {
    let main = playouts.main_line(SpotId::ROOT);
    let root = leaf(playouts, SpotId::ROOT, plies, width, &main);
    let data = value!({ "variant": playouts.recording.header.variant.name(), "root": root });
    let title = format!("{} thinks aloud", playouts.recording.header.engine);
    let summary = format!(
        "{} to move in {}, {} playouts. Values are White's, from -1 (lost) to +1 (won).",
        side(playouts.root.turn()),
        playouts.root.fen(),
        playouts.recording.tally.playouts.total(),
    );
    crate::page::bind(&title, &summary, &data)
}

fn leaf(playouts: &Playouts, id: SpotId, plies: usize, width: usize, main: &[SpotId]) -> Value {
    let here = &playouts[id];
    let all = playouts.children(id);
    let least = playouts[SpotId::ROOT].visits / LEAST_SHARE;
    let shown: Vec<SpotId> = if plies == 0 {
        Vec::new()
    } else {
        all.iter().copied().filter(|&child| playouts[child].visits > least).take(width).collect()
    };
    let is_main = id == SpotId::ROOT || main.contains(&id);
    let mut facts =
        vec![["visits".to_owned(), here.visits.to_string()], ["value".to_owned(), playouts.worth(id)]];
    if id != SpotId::ROOT {
        facts.push(["prior".to_owned(), here.prior.to_string()]);
    }
    if let Some(promise) = here.promise {
        let mover = here.parent.map_or(playouts.turn(id), |parent| playouts.turn(parent));
        facts.push(["when last weighed".to_owned(), parts(promise, mover)]);
    }
    let rest: Vec<String> = here
        .priors
        .iter()
        .filter(|(m, _)| playouts.child(id, *m).is_none_or(|child| playouts[child].visits == 0))
        .map(|&(m, prior): &(_, Fixed)| {
            format!(
                "{}: never visited, prior {prior}",
                position::name(playouts.position(id).as_ref(), Some(m))
            )
        })
        .collect();
    let others = all.len().max(here.priors.len()) - shown.len();
    let board =
        playouts.position(id).map(|position| position.fen().split(' ').next().unwrap_or("").to_owned());
    let children: Vec<Value> =
        shown.iter().map(|&child| leaf(playouts, child, plies - 1, width, main)).collect();
    value!({
        "name": if id == SpotId::ROOT { "root".to_owned() } else { playouts.name(id) },
        "move": here.m.map(|m| m.to_string()),
        "line": if id == SpotId::ROOT { "The position of the search".to_owned() } else { playouts.line_to(id) },
        "score": playouts.worth(id),
        "verdict": format!("{} visits", here.visits),
        "class": if is_main { "main" } else { "" },
        "because": playouts.because(id),
        "board": board,
        "facts": facts,
        "rest": rest,
        "more": if others > 0 && !shown.is_empty() { format!("… {others} more") } else { String::new() },
        "open": is_main && plies > 0,
        "children": children,
    })
}

/// A picture: the moves of the root with their visits as bars, over which stands the line with most visits.
pub fn svg(playouts: &Playouts, width: usize) -> String {
    const ROW: usize = 24;
    const BAR: usize = 320;
    let children: Vec<SpotId> = playouts
        .children(SpotId::ROOT)
        .into_iter()
        .filter(|&child| playouts[child].visits > 0)
        .take(width)
        .collect();
    let most = children.first().map_or(1, |&child| playouts[child].visits).max(1);
    let mut rows = String::new();
    for (index, &child) in children.iter().enumerate() {
        let spot = &playouts[child];
        let y = 60 + index * ROW;
        let length = (spot.visits as f64 / most as f64 * BAR as f64).round().max(1.0);
        let class = if index == 0 { " class=\"main\"" } else { "" };
        let name = escape(&playouts.name(child));
        let words = format!("{} visits, {}, prior {}", spot.visits, playouts.worth(child), spot.prior);
        // Writing to a string does not fail.
        let _ = writeln!(
            rows,
            "<g{class}><text x=\"16\" y=\"{}\">{name}</text><rect x=\"90\" y=\"{y}\" width=\"{length}\" height=\"16\"/>\
             <text x=\"{}\" y=\"{}\">{}</text></g>",
            y + 12,
            98 + BAR,
            y + 12,
            escape(&words)
        );
    }
    let end = playouts.main_line(SpotId::ROOT).into_iter().take(12).next_back().unwrap_or(SpotId::ROOT);
    let title = format!("{}: {}", playouts.recording.header.engine, playouts.line_to(end));
    let height = 76 + children.len() * ROW;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"760\" height=\"{height}\" viewBox=\"0 0 760 {height}\">\n<style>\
         text{{font:12px ui-monospace,Menlo,Consolas,monospace;fill:#222}}rect{{fill:#c9c2b0}}.main rect{{fill:#3a8a3a}}\
         .main text{{font-weight:bold}}</style>\n<text x=\"16\" y=\"28\">{}</text>\n{rows}</svg>\n",
        escape(&title)
    )
}
