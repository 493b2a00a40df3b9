use std::fmt::Write;

use crate::S;

/// One [`S`], or an array of them however deep, seen as a row of cells.
pub trait Cells: Sized {
    /// How many cells there are.
    const COUNT: usize;
    /// Whether this is a list of whole boards.
    const BOARDS: bool;
    /// How many arrays lie in each other.
    const DEPTH: usize;
    /// Appends the cells.
    fn give(&self, out: &mut Vec<S>);
    /// Reads the cells back; where they end too early, zeros follow.
    fn take(cells: &mut impl Iterator<Item = S>) -> Self;
    /// Writes the value as Rust source, its lines so many levels in.
    fn write(&self, out: &mut String, level: usize);
}

impl Cells for S {
    const COUNT: usize = 1;
    const BOARDS: bool = false;
    const DEPTH: usize = 0;

    fn give(&self, out: &mut Vec<S>) {
        out.push(*self);
    }

    fn take(cells: &mut impl Iterator<Item = S>) -> Self {
        cells.next().unwrap_or(S::ZERO)
    }

    fn write(&self, out: &mut String, _: usize) {
        // Writing to a string does not fail.
        let _ = write!(out, "{self:?}");
    }
}

impl<T: Cells, const N: usize> Cells for [T; N] {
    const COUNT: usize = N * T::COUNT;
    const BOARDS: bool = T::COUNT == 64;
    const DEPTH: usize = T::DEPTH + 1;

    fn give(&self, out: &mut Vec<S>) {
        for item in self {
            item.give(out);
        }
    }

    fn take(cells: &mut impl Iterator<Item = S>) -> Self {
        std::array::from_fn(|_| T::take(cells))
    }

    /// Arrays of scores run on, eight to a line; arrays of arrays take a line for each.
    fn write(&self, out: &mut String, level: usize) {
        let long = T::DEPTH > 0 || N > 8;
        out.push('[');
        for (i, item) in self.iter().enumerate() {
            if long && (T::DEPTH > 0 || i % 8 == 0) {
                let _ = write!(out, "\n{}", "    ".repeat(level + 1));
            } else if i > 0 {
                out.push(' ');
            }
            item.write(out, level + 1);
            if long || i + 1 < N {
                out.push(',');
            }
        }
        if long {
            let _ = write!(out, "\n{}", "    ".repeat(level));
        }
        out.push(']');
    }
}
