//! The positions of a model and their names.

use std::fmt;

/// How many moves there are at each ply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModelShape(Vec<usize>);

impl ModelShape {
    /// Two moves at each of three plies, as in the classic models.
    pub fn classic() -> Self {
        Self(vec![2; 3])
    }

    /// A shape, or none unless there are two to four plies of two to four moves.
    pub fn new(moves: &[usize]) -> Option<Self> {
        let fits = (2..=4).contains(&moves.len()) && moves.iter().all(|moves| (2..=4).contains(moves));
        fits.then(|| Self(moves.to_vec()))
    }

    /// How many plies there are.
    pub fn depth(&self) -> usize {
        self.0.len()
    }

    /// How many moves there are at a ply, counted from 0.
    pub fn width(&self, ply: usize) -> usize {
        self.0.get(ply).copied().unwrap_or(0)
    }

    /// The letters of the moves at a ply, counted from 0: the files of the pawns that really move. The side that begins has
    /// the first files of the board, the other the last.
    pub fn letters(&self, ply: usize) -> impl DoubleEndedIterator<Item = char> + use<> {
        let width = self.width(ply) as u8;
        let first = if ply.is_multiple_of(2) { b'A' } else { b'A' + 8 - width };
        (first..first + width).map(char::from)
    }

    /// Every position but the root, in alphabetical order.
    pub fn keys(&self) -> Vec<LessonKey> {
        let mut keys = Vec::new();
        self.below(&LessonKey::default(), &mut keys);
        keys
    }

    fn below(&self, key: &LessonKey, keys: &mut Vec<LessonKey>) {
        for child in self.children(key) {
            keys.push(child.clone());
            self.below(&child, keys);
        }
    }

    /// The positions after a position.
    pub fn children(&self, key: &LessonKey) -> impl Iterator<Item = LessonKey> + use<> {
        let key = key.clone();
        self.letters(key.ply()).map(move |letter| key.then(letter))
    }

    /// Positions in the order in which a search without cutoffs creates them, the root first: all moves of a position
    /// are looked at before the first of them is searched.
    pub fn creation_order(&self) -> Vec<LessonKey> {
        let mut keys = vec![LessonKey::default()];
        self.create(&LessonKey::default(), &mut keys);
        keys
    }

    fn create(&self, key: &LessonKey, keys: &mut Vec<LessonKey>) {
        let children: Vec<LessonKey> = self.children(key).collect();
        keys.extend(children.iter().cloned());
        for child in &children {
            self.create(child, keys);
        }
    }

    /// Positions in the order in which a search without cutoffs settles them: what comes after a position before the
    /// position itself.
    pub fn minimax_order(&self) -> Vec<LessonKey> {
        let mut keys = Vec::new();
        self.settle(&LessonKey::default(), &mut keys);
        keys
    }

    fn settle(&self, key: &LessonKey, keys: &mut Vec<LessonKey>) {
        for child in self.children(key) {
            self.settle(&child, keys);
            keys.push(child);
        }
    }
}

/// A position of a model, named after the moves that lead to it: `AHB`. The root has no letters.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct LessonKey(String);

impl LessonKey {
    /// The position of a name.
    pub fn new(name: &str) -> Self {
        Self(name.to_owned())
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.0
    }

    /// How many moves lead to it.
    pub fn ply(&self) -> usize {
        self.0.len()
    }

    /// The position after one more move.
    #[must_use]
    pub fn then(&self, letter: char) -> Self {
        Self(format!("{}{letter}", self.0))
    }
}

impl fmt::Display for LessonKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
