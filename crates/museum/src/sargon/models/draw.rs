//! Models on paper: the board, the tree with its scores, and the log.

use super::{Decision, Fact, Key, Model, Run, ScoredMove};
use std::fmt::Write;

/// The tree before anything is written into it.
const TREE: &str = r"                    AGA
                   / |
                  /  |
                 AG  |
                /|\  |
               / | \ |
              /  |  AGB
             /   |
            A    |
           /|\   |
          / | \  |  AHA
         /  |  \ | / |
        /   |   \|/  |
       /    |    AH  |
      /     |     \  |
     /      |      \ |
    /       |       AHB
   /        |
(root)      |
   \        |
    \       |       BGA
     \      |      / |
      \     |     /  |
       \    |    BG  |
        \   |   /|\  |
         \  |  / | \ |
          \ | /  |  BGB
           \|/   |
            B    |
             \   |
              \  |  BHA
               \ | / |
                \|/  |
                 BH  |
                  \  |
                   \ |
                    BHB
";

/// A score byte in pawns. Byte 0 is the bound from which a search starts, better than anything.
fn pawns(byte: u8) -> String {
    if byte == 0 { "MAX".to_owned() } else { format!("{:.3}", 16.0 - f64::from(byte) / 8.0) }
}

/// The same seen from the other side.
fn negated_pawns(byte: u8) -> String {
    if byte == 0 { "-MAX".to_owned() } else { format!("{:.3}", f64::from(byte) / 8.0 - 16.0) }
}

impl Model {
    /// The pretended position, eight rows with rank 8 first.
    pub fn board(&self) -> String {
        let placement = self.fen.split_ascii_whitespace().next().unwrap_or("");
        let mut board = String::new();
        for letter in placement.chars() {
            match letter.to_digit(10) {
                Some(gap) => board.extend((0..gap).map(|_| '.')),
                None if letter == '/' => board.push('\n'),
                None => board.push(letter),
            }
        }
        board.push('\n');
        board
    }
}

impl Run<'_> {
    /// The moves that were scored, in order.
    pub fn scored(&self) -> impl Iterator<Item = &ScoredMove> {
        self.facts.iter().filter_map(|fact| match fact {
            Fact::Scored(scored) => Some(scored),
            Fact::Created(_) => None,
        })
    }

    /// The tree, with the score of each move that was scored and what came of it. Positions that were cut off
    /// show their line only; those of the principal variation have an asterisk.
    pub fn picture(&self) -> String {
        let mut rows: Vec<Vec<char>> = TREE.lines().map(|row| row.chars().collect()).collect();
        for key in Key::all() {
            let (row, column) = key.place();
            overwrite(&mut rows[row], column, self.model.line(key));
        }
        for (index, scored) in self.scored().enumerate() {
            let (row, column) = scored.key.place();
            let column = column + self.model.line(scored.key).chars().count();
            overwrite(&mut rows[row], column, &format!(" ({}): {}", index + 1, scored.in_picture()));
        }
        for key in &self.pv {
            let (row, column) = key.place();
            overwrite(&mut rows[row], column.saturating_sub(1), "*");
        }
        rows.into_iter().flat_map(|row| row.into_iter().chain(['\n'])).collect()
    }

    /// The sentence about the principal variation.
    pub fn pv_line(&self) -> String {
        let line = self.pv.last().map_or("", |&key| self.model.line(key));
        format!("PV = {line}, note that the PV nodes are asterisked\n")
    }

    /// Everything that happened, sentence by sentence.
    pub fn log(&self) -> String {
        let mut log = String::new();
        for fact in &self.facts {
            let written = match fact {
                Fact::Created(key) => {
                    writeln!(log, "Position {}, \"{}\" created in tree", key.card(), self.model.line(*key))
                }
                Fact::Scored(scored) => {
                    let line = self.model.line(scored.key);
                    write!(log, "Eval (ply {}), {line}\n{}", scored.bytes.ply, scored.in_log())
                }
            };
            debug_assert!(written.is_ok(), "writing to a string cannot fail");
        }
        log
    }

    /// The whole example as "A Window into Sargon" prints it below the heading.
    pub fn example(&self) -> String {
        let Model { before, after, .. } = self.model;
        let (board, picture, pv, log) = (self.model.board(), self.picture(), self.pv_line(), self.log());
        format!("{before}\nWhite to move\n{board}\n{picture}\n{pv}{after}\n\nDetailed log\n{log}")
    }
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

/// Writes a text over a row from a column on. What stands to the right of it stays.
fn overwrite(row: &mut Vec<char>, column: usize, text: &str) {
    for (offset, letter) in text.chars().enumerate() {
        let place = column + offset;
        if place >= row.len() {
            row.resize(place + 1, ' ');
        }
        row[place] = letter;
    }
}
