//! Models and the files they come from.

use std::collections::BTreeMap;
use std::fmt;

use kempelen_rules::{AnyPosition, Color, VariantId};

use super::key::{LessonKey, ModelShape};

/// A model: a position one pretends to search, and a move and a score for each position of the tree.
///
/// It comes from a small text file:
///
/// ```text
/// # A comment.
/// fen: 8/r5kp/6pr/8/1n1N4/6R1/6PP/3R3K w - - 0 1
/// tree: 2 2 2
/// before: What to say before it is run; a line each.
/// after: What to say afterwards.
///
/// A     0.0    Nf5+
/// AG    0.0    Kg8
/// AGA   5.125  Nxh6+
/// ```
///
/// `tree` says how many moves there are at each ply: two to four plies of two to four moves. Each position has a line: its
/// key, its score in pawns for the side that has just moved (from -16 to 16; the machine counts in eighths), and the
/// move that leads to it. Keys are made of letters: A, B, C, D for the side that begins; for the other side the last
/// letters up to H, so with two moves G and H, with four E to H.
#[derive(Clone, PartialEq, Debug)]
pub struct LessonModel {
    position: AnyPosition,
    shape: ModelShape,
    before: String,
    after: String,
    nodes: BTreeMap<LessonKey, ModelNode>,
}

#[derive(Clone, PartialEq, Debug)]
struct ModelNode {
    /// The line that is pretended to lead here.
    line: String,
    score: f64,
}

/// Why a file is no model, and which of its lines is at fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonModelError {
    /// The line, counted from 1; none if something is missing.
    pub line: Option<usize>,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for LessonModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

impl std::error::Error for LessonModelError {}

/// The greatest score, in pawns.
const MOST_PAWNS: f64 = 16.0;

impl LessonModel {
    /// Reads a model.
    ///
    /// # Errors
    /// When the text is none, with the line at fault.
    pub fn read(text: &str) -> Result<Self, LessonModelError> {
        let mut draft = ModelDraft::default();
        for (index, line) in text.lines().enumerate() {
            draft.take(line).map_err(|what| LessonModelError { line: Some(index + 1), what })?;
            draft.line = index + 1;
        }
        draft.finish()
    }

    /// One of the [five](super::CLASSICS), counted from 1.
    pub fn classic(number: usize) -> Option<Self> {
        let text = super::CLASSICS.get(number.checked_sub(1)?)?;
        Self::read(text).ok()
    }

    /// The position to show.
    pub fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// How many moves there are at each ply.
    pub fn shape(&self) -> &ModelShape {
        &self.shape
    }

    /// What to say before it is run.
    pub fn before(&self) -> &str {
        &self.before
    }

    /// What to say afterwards.
    pub fn after(&self) -> &str {
        &self.after
    }

    /// The line that is pretended to lead to a position: `1.Nxd3 Qd6`.
    pub fn line(&self, key: &LessonKey) -> &str {
        self.nodes.get(key).map_or("", |node| &node.line)
    }

    /// The score of a position in the machine's own terms: 128 is level, low is good for the side that has just moved, an
    /// eighth of a pawn a unit.
    pub fn score_byte(&self, key: &LessonKey) -> u8 {
        let pawns = self.nodes.get(key).map_or(0.0, |node| node.score);
        ((128.0 - 8.0 * pawns) as i32).clamp(2, 254) as u8
    }
}

/// A model while it is read.
#[derive(Default)]
struct ModelDraft {
    position: Option<AnyPosition>,
    shape: Option<ModelShape>,
    before: Vec<String>,
    after: Vec<String>,
    nodes: BTreeMap<LessonKey, (usize, f64, String)>,
    line: usize,
}

impl ModelDraft {
    fn take(&mut self, line: &str) -> Result<(), String> {
        let line = line.trim_end();
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            return Ok(());
        }
        match line.split_once(':').map(|(key, value)| (key.trim(), value.strip_prefix(' ').unwrap_or(value)))
        {
            Some(("fen", value)) => self.fen(value.trim()),
            Some(("tree", value)) => self.tree(value),
            Some(("before", value)) => {
                self.before.push(value.to_owned());
                Ok(())
            }
            Some(("after", value)) => {
                self.after.push(value.to_owned());
                Ok(())
            }
            Some((key, _)) if !key.contains(' ') => {
                Err(format!("{key:?} is not a heading; there are fen, tree, before and after"))
            }
            _ => self.node(line),
        }
    }

    fn fen(&mut self, text: &str) -> Result<(), String> {
        if self.position.is_some() {
            return Err("there is a position already".to_owned());
        }
        let position =
            AnyPosition::from_fen(VariantId::guess(text), text).map_err(|error| error.to_string())?;
        self.position = Some(position);
        Ok(())
    }

    fn tree(&mut self, text: &str) -> Result<(), String> {
        if self.shape.is_some() {
            return Err("there is a tree already".to_owned());
        }
        let numbers: Option<Vec<usize>> = text.split_whitespace().map(|word| word.parse().ok()).collect();
        let shape = numbers.and_then(|numbers| ModelShape::new(&numbers));
        let wanted = "a tree is two to four numbers from 2 to 4, the moves at each ply";
        self.shape = Some(shape.ok_or_else(|| format!("{wanted}; {:?} is not", text.trim()))?);
        Ok(())
    }

    fn node(&mut self, line: &str) -> Result<(), String> {
        let shape = self.shape.as_ref().ok_or("the tree must be given before its positions")?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let [key, score, name] = words[..] else {
            return Err("a position has a key, a score and a move".to_owned());
        };
        let fits =
            key.chars().enumerate().all(|(ply, letter)| shape.letters(ply).any(|other| other == letter));
        if !fits {
            return Err(format!("the tree has no position {key:?}"));
        }
        let pawns: f64 = score.parse().map_err(|_| format!("{score:?} is not a score"))?;
        if !(-MOST_PAWNS..=MOST_PAWNS).contains(&pawns) {
            return Err(format!("a score is from -{MOST_PAWNS} to {MOST_PAWNS}, not {score}"));
        }
        // The line at hand has not been counted yet.
        let place = (self.line + 1, pawns, name.to_owned());
        match self.nodes.insert(LessonKey::new(key), place) {
            Some((before, ..)) => Err(format!("position {key} stands in line {before} already")),
            None => Ok(()),
        }
    }

    fn finish(self) -> Result<LessonModel, LessonModelError> {
        let missing = |what: &str| LessonModelError { line: None, what: what.to_owned() };
        let position =
            self.position.ok_or_else(|| missing("there is no position to show; give one as fen: ..."))?;
        let shape = self.shape.ok_or_else(|| missing("there is no tree; give one as tree: 2 2 2"))?;
        let mut nodes: BTreeMap<LessonKey, ModelNode> = BTreeMap::new();
        let mut positions = BTreeMap::from([(LessonKey::default(), position)]);
        // In alphabetical order a position comes before those that follow from it.
        for key in shape.keys() {
            let Some((line, score, name)) = self.nodes.get(&key) else {
                return Err(missing(&format!("position {key} is missing")));
            };
            let parent = LessonKey::new(&key.name()[..key.ply() - 1]);
            let before = nodes.get(&parent).map_or("", |node| &node.line);
            let here = positions[&parent];
            let m = here.read_move(name).map_err(|_| {
                let place =
                    if before.is_empty() { "in the position".to_owned() } else { format!("after {before}") };
                LessonModelError { line: Some(*line), what: format!("{name} is not a move {place}") }
            })?;
            let text = extended(before, parent.ply(), position.turn(), name);
            positions.insert(key.clone(), here.play(m));
            nodes.insert(key, ModelNode { line: text, score: *score });
        }
        let text = |lines: &[String]| lines.join("\n");
        Ok(LessonModel { position, shape, before: text(&self.before), after: text(&self.after), nodes })
    }
}

/// A line with one move more, numbered from 1.
fn extended(line: &str, ply: usize, first: Color, name: &str) -> String {
    let half_moves = ply + usize::from(first == Color::Black);
    let number = half_moves / 2 + 1;
    let move_text = match (half_moves.is_multiple_of(2), line.is_empty()) {
        (true, _) => format!("{number}.{name}"),
        (false, true) => format!("{number}...{name}"),
        (false, false) => name.to_owned(),
    };
    if line.is_empty() { move_text } else { format!("{line} {move_text}") }
}
