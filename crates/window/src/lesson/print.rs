//! Models on paper: the board, the tree with its scores, and the log.

use std::collections::HashMap;
use std::fmt::Write;

use kempelen_rules::{Piece, Square, with_position};

use super::key::LessonKey;
use super::model::LessonModel;
use super::run::{Decision, Fact, Run, ScoredMove};
use crate::lattice::{Picture, Signs, Spacing, Twig};
use crate::style::Ink;

/// Trees with more leaves than this are drawn closer together.
const MANY_LEAVES: usize = 27;

impl LessonModel {
    /// The pretended position, eight rows with rank 8 first.
    pub fn board(&self) -> String {
        let mut board = String::new();
        for rank in (0..8).rev() {
            for file in 0..8 {
                let man = with_position!(self.position(), p => p.piece_on(Square::at(file, rank)));
                board.push(man.map_or('.', Piece::letter));
            }
            board.push('\n');
        }
        board
    }
}

impl Run<'_> {
    /// The tree, with the score of each move that was scored and what came of it. Positions that were cut off show their
    /// line only; those of the principal variation have an asterisk.
    pub fn picture(&self) -> String {
        let shape = self.model.shape();
        let leaves: usize = (0..shape.depth()).map(|ply| shape.width(ply)).product();
        let spacing = if leaves > MANY_LEAVES { Spacing::COMPACT } else { Spacing::LESSON };
        let decisions: HashMap<&LessonKey, String> = self
            .scored()
            .enumerate()
            .map(|(index, scored)| (&scored.key, format!(" ({}): {}", index + 1, scored.in_picture())))
            .collect();
        let root = Twig { children: self.twigs(&LessonKey::default(), &decisions), ..Twig::leaf("(root)") };
        Picture::of(&root, spacing, Signs::ASCII).lines().map(|(row, _)| row + "\n").collect()
    }

    fn twigs(&self, key: &LessonKey, decisions: &HashMap<&LessonKey, String>) -> Vec<Twig> {
        let children = self.model.shape().children(key);
        children
            .map(|child| Twig {
                text: format!(
                    "{}{}",
                    self.model.line(&child),
                    decisions.get(&child).map_or("", String::as_str)
                ),
                star: self.pv.contains(&child),
                ink: Ink::Plain,
                children: self.twigs(&child, decisions),
            })
            .collect()
    }

    /// The sentence about the principal variation.
    pub fn pv_line(&self) -> String {
        let line = self.pv.last().map_or("", |key| self.model.line(key));
        format!("PV = {line}, note that the PV nodes are asterisked\n")
    }

    /// Everything that happened, sentence by sentence.
    pub fn log(&self) -> String {
        let cards: HashMap<LessonKey, usize> = self
            .model
            .shape()
            .creation_order()
            .into_iter()
            .enumerate()
            .map(|(card, key)| (key, card))
            .collect();
        let mut log = String::new();
        for fact in &self.facts {
            // Writing to a string does not fail.
            let _ = match fact {
                Fact::Created(key) => {
                    let card = cards.get(key).copied().unwrap_or(0);
                    writeln!(log, "Position {card}, \"{}\" created in tree", self.model.line(key))
                }
                Fact::Scored(scored) => {
                    let line = self.model.line(&scored.key);
                    write!(log, "Eval (ply {}), {line}\n{}", scored.bytes.ply, scored.in_log())
                }
            };
        }
        log
    }

    /// The whole example.
    pub fn example(&self) -> String {
        let Self { model, .. } = self;
        let turn = model.position().turn().pick("White", "Black");
        let (board, picture, pv, log) = (model.board(), self.picture(), self.pv_line(), self.log());
        let (before, after) = (paragraph(model.before()), paragraph(model.after()));
        format!("{before}{turn} to move\n{board}\n{picture}\n{pv}{after}\nDetailed log\n{log}")
    }
}

/// A text with its end of line, or nothing.
fn paragraph(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{text}\n") }
}

/// A score byte in pawns. Byte 0 is the bound from which a search starts, better than anything.
fn pawns(byte: u8) -> String {
    if byte == 0 { "MAX".to_owned() } else { format!("{:.3}", 16.0 - f64::from(byte) / 8.0) }
}

/// The same seen from the other side.
fn negated_pawns(byte: u8) -> String {
    if byte == 0 { "-MAX".to_owned() } else { format!("{:.3}", f64::from(byte) / 8.0 - 16.0) }
}

impl ScoredMove {
    /// The score, the bounds, and the decision, as they stand behind a line in the picture.
    fn in_picture(&self) -> String {
        let score = pawns(self.bytes.score);
        let upper = pawns(self.bytes.two_lower);
        let lower = negated_pawns(self.bytes.one_lower);
        // The picture sets the first bound off from the comparison sign.
        let gap = if self.bytes.one_lower == 0 { " " } else { "" };
        let result = match self.decision {
            Decision::Cutoff => format!(">={upper} so ALPHA BETA CUTOFF"),
            Decision::Discard => format!("<={gap}{lower} so discard"),
            Decision::NewBest => format!(">{gap}{lower} so NEW BEST MOVE"),
        };
        format!("{score} [{upper},{lower}] {score}{result}")
    }

    /// The sentences of the log about the comparison.
    fn in_log(&self) -> String {
        let score = pawns(self.bytes.score);
        let negated = pawns(self.bytes.negated());
        let two_lower = pawns(self.bytes.two_lower);
        let one_lower = pawns(self.bytes.one_lower);
        let no_cutoff =
            format!("No alpha beta cutoff because move value={score} < two lower ply value={two_lower}\n");
        match self.decision {
            Decision::Cutoff => {
                format!("Alpha beta cutoff because move value={score} >= two lower ply value={two_lower}\n")
            }
            Decision::Discard => format!(
                "{no_cutoff}Not best move because negated move value={negated} >= one lower ply value={one_lower}\n"
            ),
            Decision::NewBest => format!(
                "{no_cutoff}Best move because negated move value={negated} < one lower ply value={one_lower}\n\
                 (Confirming best move)\n"
            ),
        }
    }
}
