//! The three diagrams of orders.

use std::collections::HashMap;

use super::key::{LessonKey, ModelShape};
use crate::lattice::{Picture, Signs, Spacing, Twig};

/// The tree of a shape, the order in which its positions are created, and the order in which they are settled, side by
/// side. Both orders are those of a search without cutoffs.
pub fn orders(shape: &ModelShape) -> String {
    let created: HashMap<LessonKey, usize> = shape.creation_order().into_iter().zip(0..).collect();
    let settled: HashMap<LessonKey, usize> = shape.minimax_order().into_iter().zip(1..).collect();
    let none = HashMap::new();
    let columns = [("Tree structure", &none), ("Creation order", &created), ("Minimax order", &settled)]
        .map(|(title, numbers)| diagram(shape, title, numbers));
    let height = columns.iter().map(Vec::len).max().unwrap_or(0);
    let width = columns.iter().flatten().map(|row| row.chars().count()).max().unwrap_or(0) + 4;
    let mut text = String::new();
    for row in 0..height {
        let [tree, created, settled] =
            columns.each_ref().map(|column| column.get(row).map_or("", String::as_str));
        let line = format!("{tree:<width$}{created:<width$}{settled}");
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn diagram(shape: &ModelShape, title: &str, numbers: &HashMap<LessonKey, usize>) -> Vec<String> {
    let mut rows = vec![title.to_owned(), "=".repeat(title.len()), String::new()];
    let root = Twig { children: twigs(shape, &LessonKey::default(), numbers), ..Twig::leaf("(root)") };
    rows.extend(Picture::of(&root, Spacing::ORDERS, Signs::ASCII).lines().map(|(row, _)| row));
    rows
}

fn twigs(shape: &ModelShape, key: &LessonKey, numbers: &HashMap<LessonKey, usize>) -> Vec<Twig> {
    let children = shape.children(key);
    children
        .map(|child| {
            let number = numbers.get(&child).map_or_else(String::new, |number| format!(" {number}"));
            Twig { children: twigs(shape, &child, numbers), ..Twig::leaf(format!("{child}{number}")) }
        })
        .collect()
}
