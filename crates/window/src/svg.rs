//! A tree as a picture for pages and papers.

use std::fmt::Write;

use crate::html::escape;
use crate::readings::{PictureOptions, main_line};
use crate::tree::{NodeId, Tree, Verdict};
use crate::words::side;

/// Room for a node, in pixels.
const ROW: usize = 22;
const COLUMN: usize = 190;
const BOX: usize = 150;
const MARGIN: usize = 16;
const HEAD: usize = 34;

/// Draws a tree as SVG: the root at the left, the principal variation thick, cutoffs in amber, and a sentence for each node
/// where the pointer rests.
pub fn svg(tree: &Tree, options: PictureOptions) -> String {
    let main = main_line(tree, options.round.root);
    let mut artist =
        SvgArtist { tree, options, main, next_row: 0, lines: String::new(), boxes: String::new() };
    artist.node(options.round.root, None, 0);
    let (lines, boxes) = (&artist.lines, &artist.boxes);
    let width = MARGIN * 2 + COLUMN * options.depth + BOX;
    let height = HEAD + MARGIN + ROW * artist.next_row.max(1);
    let title = format!(
        "{}, depth {}, {} to move",
        tree.header().engine,
        options.round.depth,
        side(tree.root_position().turn())
    );
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         <style>{STYLE}</style>\n<text class=\"head\" x=\"{MARGIN}\" y=\"21\">{}</text>\n{lines}{boxes}</svg>\n",
        escape(&title)
    )
}

const STYLE: &str = "text{font:12px ui-monospace,Menlo,Consolas,monospace;fill:#222}.head{font-weight:bold}\
rect{fill:#f4f2ec;stroke:#bbb}.main rect{fill:#dff0dc;stroke:#3a8a3a}.cut rect{fill:#fdeecb;stroke:#c98b12}\
path{fill:none;stroke:#aaa}path.main{stroke:#3a8a3a;stroke-width:2.5}.rest text{fill:#888}";

struct SvgArtist<'t> {
    tree: &'t Tree,
    options: PictureOptions,
    main: Vec<NodeId>,
    next_row: usize,
    lines: String,
    boxes: String,
}

impl SvgArtist<'_> {
    /// Draws a node and all below it; returns the row it stands in, in halves.
    fn node(&mut self, id: NodeId, verdict: Option<Verdict>, ply: usize) -> usize {
        let mut children: Vec<(usize, bool)> = Vec::new();
        if ply < self.options.depth {
            let (selected, others) = self.tree.select(id, self.options.width);
            for (child, verdict) in selected {
                let row = self.node(child, Some(verdict), ply + 1);
                children.push((row, self.main.contains(&child)));
            }
            if !others.is_empty() && !children.is_empty() {
                let row = self.row();
                self.rest(others.len(), row, ply + 1);
                children.push((row, false));
            }
        }
        let row = match (children.first(), children.last()) {
            (Some(first), Some(last)) => usize::midpoint(first.0, last.0),
            _ => self.row(),
        };
        for (child, is_main) in children {
            self.line(row, child, ply, is_main);
        }
        self.draw(id, verdict, row, ply);
        row
    }

    fn row(&mut self) -> usize {
        self.next_row += 1;
        2 * (self.next_row - 1)
    }

    fn line(&mut self, from: usize, to: usize, ply: usize, is_main: bool) {
        let (x1, x2) = (MARGIN + COLUMN * ply + BOX, MARGIN + COLUMN * (ply + 1));
        let (y1, y2) = (middle(from), middle(to));
        let bend = usize::midpoint(x1, x2);
        let class = if is_main { " class=\"main\"" } else { "" };
        // Writing to a string does not fail.
        let _ = writeln!(self.lines, "<path{class} d=\"M{x1} {y1}C{bend} {y1} {bend} {y2} {x2} {y2}\"/>");
    }

    fn draw(&mut self, id: NodeId, verdict: Option<Verdict>, row: usize, ply: usize) {
        let tree = self.tree;
        let node = &tree[id];
        let class = match verdict {
            _ if self.main.contains(&id) => " class=\"main\"",
            Some(Verdict::Cut(_)) => " class=\"cut\"",
            _ => "",
        };
        let name = if ply == 0 { "root".to_owned() } else { tree.name(id) };
        let label = format!("{name} {}", tree.show(id, node.score));
        let line = if ply == 0 { "the root".to_owned() } else { tree.line(id) };
        let sentence =
            format!("{line}: {} (window {}, {} nodes)", tree.because(id), tree.window(id), node.nodes);
        let (x, y) = (MARGIN + COLUMN * ply, middle(row));
        let _ = writeln!(
            self.boxes,
            "<g{class}><title>{}</title><rect x=\"{x}\" y=\"{}\" width=\"{BOX}\" height=\"18\" rx=\"4\"/>\
             <text x=\"{}\" y=\"{}\">{}</text></g>",
            escape(&sentence),
            y - 9,
            x + 6,
            y + 4,
            escape(&label)
        );
    }

    fn rest(&mut self, others: usize, row: usize, ply: usize) {
        let (x, y) = (MARGIN + COLUMN * ply, middle(row));
        let _ = writeln!(
            self.boxes,
            "<g class=\"rest\"><text x=\"{}\" y=\"{}\">{others} more</text></g>",
            x + 6,
            y + 4
        );
    }
}

/// The middle of a row, which is given in halves.
fn middle(row: usize) -> usize {
    HEAD + row * ROW / 2 + ROW / 2
}
