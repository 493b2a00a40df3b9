//! A tree drawn from left to right with letters, as in the lesson: the root at the left, a node halfway between its
//! children, `/` and `\` to the first and the last of them, `|` from one to the next.

use crate::style::Ink;

/// A node to be drawn.
#[derive(Clone, Debug)]
pub(crate) struct Twig {
    /// What stands there.
    pub(crate) text: String,
    /// Whether an asterisk stands before it.
    pub(crate) star: bool,
    pub(crate) ink: Ink,
    pub(crate) children: Vec<Twig>,
}

impl Twig {
    /// A node without children.
    pub(crate) fn leaf(text: impl Into<String>) -> Self {
        Self { text: text.into(), star: false, ink: Ink::Plain, children: Vec::new() }
    }
}

/// How much room there is between nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spacing {
    /// Rows from a node to one of its children that has none itself.
    pub(crate) near: usize,
    /// Rows between any other neighbours.
    pub(crate) far: usize,
    /// How far the bars between nodes without children stand from their first letter.
    pub(crate) bar: usize,
    /// No branch goes further to the right than this before it goes straight up or down.
    pub(crate) reach: usize,
    /// Where the first branches begin, so that the root's name has room.
    pub(crate) margin: usize,
}

impl Spacing {
    /// As in the pictures of the lesson.
    pub(crate) const LESSON: Self = Self { near: 3, far: 2, bar: 1, reach: usize::MAX, margin: 2 };
    /// As in its diagrams of orders.
    pub(crate) const ORDERS: Self = Self { near: 2, far: 2, bar: 1, reach: usize::MAX, margin: 3 };
    /// For trees of any size.
    pub(crate) const COMPACT: Self = Self { near: 2, far: 2, bar: 1, reach: 8, margin: 2 };
}

/// What branches and bars are made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signs {
    rise: char,
    fall: char,
    bar: char,
}

impl Signs {
    /// Letters that every terminal has.
    pub(crate) const ASCII: Self = Self { rise: '/', fall: '\\', bar: '|' };
    /// Lines that join.
    pub(crate) const JOINED: Self = Self { rise: '╱', fall: '╲', bar: '│' };
}

/// A drawn tree: its rows, each with its colour.
pub(crate) struct Picture {
    rows: Vec<Vec<char>>,
    inks: Vec<Ink>,
    signs: Signs,
}

/// Where a node stands.
#[derive(Clone, Copy)]
struct LatticeSpot {
    row: usize,
    ply: usize,
}

/// A node with its place, in the order of rows.
struct Placed<'t> {
    twig: &'t Twig,
    spot: LatticeSpot,
    children: Vec<Placed<'t>>,
}

impl Picture {
    /// Draws a tree.
    pub(crate) fn of(root: &Twig, spacing: Spacing, signs: Signs) -> Self {
        let mut next = None;
        let placed = place(root, 0, &mut next, spacing);
        let columns = columns(&placed, spacing);
        let rows = next.map_or(1, |(row, _)| row + 1);
        let mut picture = Self { rows: vec![Vec::new(); rows], inks: vec![Ink::Plain; rows], signs };
        picture.bars(&placed, &columns, spacing);
        picture.branches(&placed, &columns);
        picture.texts(&placed, &columns);
        picture
    }

    /// The rows as text, without blanks at their ends.
    pub(crate) fn lines(self) -> impl Iterator<Item = (String, Ink)> {
        self.rows
            .into_iter()
            .map(|row| row.into_iter().collect::<String>().trim_end().to_owned())
            .zip(self.inks)
    }

    /// Bars from each node to the next with the same parent.
    fn bars(&mut self, node: &Placed<'_>, columns: &[usize], spacing: Spacing) {
        for pair in node.children.windows(2) {
            let leaves = pair.iter().all(|child| child.children.is_empty());
            let column = columns[pair[0].spot.ply] + if leaves { spacing.bar } else { 0 };
            for row in pair[0].spot.row + 1..pair[1].spot.row {
                self.put(row, column, [self.signs.bar]);
            }
        }
        for child in &node.children {
            self.bars(child, columns, spacing);
        }
    }

    /// Branches from each node to its children, drawn from the child.
    fn branches(&mut self, node: &Placed<'_>, columns: &[usize]) {
        let first = node.children.first().map(|child| child.spot.row);
        let last = node.children.last().map(|child| child.spot.row);
        for child in &node.children {
            let (from, to) = (node.spot.row, child.spot.row);
            // A branch to a child in the middle would run over the others.
            if Some(to) != first && Some(to) != last {
                continue;
            }
            let (least, start) = (columns[node.spot.ply] + 1, columns[child.spot.ply]);
            for step in 1..from.abs_diff(to) {
                let row = if to < from { to + step } else { to - step };
                let column = start.saturating_sub(step).max(least);
                let sign = match (start.saturating_sub(step) < least, to < from) {
                    (true, _) => self.signs.bar,
                    (false, true) => self.signs.rise,
                    (false, false) => self.signs.fall,
                };
                self.put(row, column, [sign]);
            }
        }
        for child in &node.children {
            self.branches(child, columns);
        }
    }

    fn texts(&mut self, node: &Placed<'_>, columns: &[usize]) {
        let LatticeSpot { row, ply } = node.spot;
        self.put(row, columns[ply], node.twig.text.chars());
        if node.twig.star {
            self.put(row, columns[ply].saturating_sub(1), ['*']);
        }
        self.inks[row] = node.twig.ink;
        for child in &node.children {
            self.texts(child, columns);
        }
    }

    /// Writes over a row from a column on. What stands to the right of it stays.
    fn put(&mut self, row: usize, column: usize, text: impl IntoIterator<Item = char>) {
        let row = &mut self.rows[row];
        for (offset, letter) in text.into_iter().enumerate() {
            let place = column + offset;
            if place >= row.len() {
                row.resize(place + 1, ' ');
            }
            row[place] = letter;
        }
    }
}

/// Gives rows to a node and all below it: half of its children, itself, the other half. `last` is the row given last and
/// whether a node without children stands there.
fn place<'t>(twig: &'t Twig, ply: usize, last: &mut Option<(usize, usize)>, spacing: Spacing) -> Placed<'t> {
    let (above, below) = twig.children.split_at(twig.children.len().div_ceil(2));
    let mut children: Vec<Placed<'t>> =
        above.iter().map(|child| place(child, ply + 1, last, spacing)).collect();
    let row = match *last {
        None => 0,
        Some((row, before)) => {
            // `before` is the ply of the node in the row before.
            let lowest = |twig: &Twig| twig.children.iter().all(|child| child.children.is_empty());
            let own_leaf = before == ply + 1 && !twig.children.is_empty() && lowest(twig);
            let own_parent = twig.children.is_empty() && before + 1 == ply;
            row + if own_leaf || own_parent { spacing.near } else { spacing.far }
        }
    };
    *last = Some((row, ply));
    children.extend(below.iter().map(|child| place(child, ply + 1, last, spacing)));
    Placed { twig, spot: LatticeSpot { row, ply }, children }
}

/// The column of each ply: far enough for the longest branch to it.
fn columns(root: &Placed<'_>, spacing: Spacing) -> Vec<usize> {
    fn reach(node: &Placed<'_>, longest: &mut Vec<usize>) {
        let LatticeSpot { row, ply } = node.spot;
        for child in &node.children {
            if longest.len() <= ply {
                longest.resize(ply + 1, 0);
            }
            longest[ply] = longest[ply].max(row.abs_diff(child.spot.row));
            reach(child, longest);
        }
    }
    let mut longest = Vec::new();
    reach(root, &mut longest);
    let mut columns = vec![0];
    let mut column = spacing.margin;
    for steps in longest {
        column += steps.min(spacing.reach).max(2);
        columns.push(column);
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two(key: &str, depth: usize) -> Twig {
        let letters = if key.len().is_multiple_of(2) { ["A", "B"] } else { ["G", "H"] };
        let children = if depth == 0 {
            Vec::new()
        } else {
            letters.map(|l| two(&format!("{key}{l}"), depth - 1)).into()
        };
        let text = if key.is_empty() { "(root)" } else { key };
        Twig { children, ..Twig::leaf(text) }
    }

    fn count(twig: &Twig) -> usize {
        1 + twig.children.iter().map(count).sum::<usize>()
    }

    #[test]
    fn the_tree_of_the_lesson() {
        let drawn: String = Picture::of(&two("", 3), Spacing::LESSON, Signs::ASCII)
            .lines()
            .map(|(row, _)| row + "\n")
            .collect();
        assert_eq!(drawn, include_str!("../data/lesson/tree-template.txt"));
    }

    #[test]
    fn trees_of_any_shape_are_drawn() {
        for width in 0..5 {
            fn any(width: usize, depth: usize) -> Twig {
                let children =
                    (0..if depth == 0 { 0 } else { width }).map(|i| any(i + 1, depth - 1)).collect();
                Twig { children, ..Twig::leaf("x") }
            }
            let tree = any(width, 4);
            let drawn: Vec<String> =
                Picture::of(&tree, Spacing::COMPACT, Signs::JOINED).lines().map(|(row, _)| row).collect();
            let texts = drawn.iter().filter(|row| row.contains('x')).count();
            assert_eq!(texts, count(&tree), "every node has a row of its own");
        }
    }
}
