//! The whole lesson as one text, or as one web page.

use std::fmt::Write;

use super::key::{LessonKey, ModelShape};
use super::model::LessonModel;
use super::orders::orders;
use super::pv::principal_variation;
use crate::html;

/// How wide the lesson's text is.
const WIDTH: usize = 78;

/// The lesson as plain text.
pub fn doc() -> String {
    let mut text = String::new();
    for block in blocks() {
        // Writing to a string does not fail.
        let _ = match block {
            Block::Title(title) => writeln!(text, "{title}\n{}\n", "=".repeat(title.chars().count())),
            Block::Heading(title) => writeln!(text, "{title}\n{}\n", "-".repeat(title.chars().count())),
            Block::Prose(prose) => writeln!(
                text,
                "{}\n",
                crate::Style { width: WIDTH, ..crate::Style::default() }.wrap(&prose, 0)
            ),
            Block::Figure(figure) => writeln!(text, "{}\n", figure.trim_end_matches('\n')),
        };
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// The lesson as a web page that needs nothing else.
pub fn doc_html() -> String {
    let mut body = String::new();
    for block in blocks() {
        let _ = match block {
            Block::Title(title) => writeln!(body, "<h1>{}</h1>", html::escape(&title)),
            Block::Heading(title) => writeln!(body, "<h2>{}</h2>", html::escape(&title)),
            Block::Prose(prose) => writeln!(body, "<p>{}</p>", html::escape(&prose)),
            Block::Figure(figure) => {
                writeln!(body, "<pre>{}</pre>", html::escape(figure.trim_end_matches('\n')))
            }
        };
    }
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>A window into alpha-beta</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )
}

const STYLE: &str = "\
:root { color-scheme: light dark; }
body { margin: 0; font: 17px/1.55 Georgia, serif; background: Canvas; color: CanvasText; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 2rem; margin: 0 0 1rem; }
h2 { font-size: 1.3rem; margin: 2.5rem 0 .5rem; }
pre { font: 13px/1.25 ui-monospace, Menlo, Consolas, monospace; overflow-x: auto; padding: .8rem 1rem;
      background: color-mix(in srgb, CanvasText 6%, Canvas); border-radius: 6px; }
";

/// A piece of the lesson.
enum Block {
    Title(String),
    Heading(String),
    Prose(String),
    Figure(String),
}

fn blocks() -> Vec<Block> {
    let mut blocks = vec![Block::Title("A window into alpha-beta".to_owned())];
    introduction(&mut blocks);
    examples(&mut blocks);
    the_line(&mut blocks);
    own_models(&mut blocks);
    blocks
}

fn prose(blocks: &mut Vec<Block>, text: &str) {
    blocks.push(Block::Prose(text.to_owned()));
}

fn heading(blocks: &mut Vec<Block>, text: &str) {
    blocks.push(Block::Heading(text.to_owned()));
}

fn introduction(blocks: &mut Vec<Block>) {
    prose(
        blocks,
        "How does a chess program find its move? Two ideas carry most of the answer: minimax, by which each side picks \
         what is best for itself, and alpha-beta, by which most of the work can be left undone. On a real position both \
         drown in numbers. So here they are shown on trees that fit on a page, searched by a program of 1978 that does not \
         know it is being watched: SARGON, by Dan and Kathe Spracklen.",
    );
    heading(blocks, "The tree");
    prose(
        blocks,
        "White has two moves, A and B. Whatever White plays, Black has two answers, G and H; and then White has A and B \
         again. That is three plies and, with the root, fifteen positions. A position is named by the moves that lead to it: \
         AHB is the one after A, H and B.",
    );
    blocks.push(Block::Figure(orders(&ModelShape::classic())));
    prose(
        blocks,
        "On the left is the tree itself. In the middle are the positions as the program creates them. At every ply but the \
         last it makes all moves once, judges each position at sight, and sorts the moves by that before it looks any \
         further; so A and B exist before anything follows A. On the right is the order in which they are settled when \
         nothing is cut off: what comes after a position is settled before the position itself.",
    );
    heading(blocks, "The pretence");
    prose(
        blocks,
        "The program is given a pawn ending in which each side has a few pawns that can step forward, and of its moves only \
         those steps are let through; the pawn's file is the letter of the move. Its judgement of a position is thrown away and \
         replaced by a score we make up. Everything else is its own: it sorts, compares, keeps and cuts off as it always did. \
         We, for our part, pretend that the root is an interesting position and that the letters stand for interesting moves, \
         with scores to match.",
    );
    heading(blocks, "How to read the pictures");
    prose(
        blocks,
        "Behind each line of play stands what became of it: its number in the order of decisions, its score, two thresholds \
         in brackets, and the comparison that decided. Scores are in pawns, seen from the side that made the last move of the \
         line. The first threshold is the alpha-beta one, from two plies up the tree: what the opponent can have elsewhere. A \
         move that reaches it is too good to be allowed, and its ply is over. The second is the minimax one: what the mover \
         himself has already. A move that beats it is the best so far; any other is discarded. MAX stands for no threshold \
         yet. Lines without numbers were never looked at: they were cut off.",
    );
}

fn examples(blocks: &mut Vec<Block>) {
    for number in 1..=super::CLASSICS.len() {
        let Some(model) = LessonModel::classic(number) else { continue };
        let run = model.run();
        heading(blocks, &format!("Example {number}"));
        prose(blocks, model.before());
        let turn = model.position().turn().pick("White", "Black");
        blocks.push(Block::Figure(format!("{turn} to move\n{}", model.board())));
        blocks.push(Block::Figure(format!("{}\n{}", run.picture(), run.pv_line())));
        prose(blocks, model.after());
        blocks.push(Block::Figure(format!("Detailed log\n{}", run.log())));
    }
}

fn the_line(blocks: &mut Vec<Block>) {
    heading(blocks, "Finding the line afterwards");
    prose(
        blocks,
        "SARGON remembers the best move and nothing of what is to follow it. The principal variation in the pictures was found \
         from outside. Whenever a move becomes the best so far, its position is written down. In the end the list is read \
         once, from the last entry to the first. The first entry at level 1 is the move to be played, since nothing at that \
         level became best after it. From there on the first entry at level 2 is the answer to it, then one looks for level \
         3, and so on. Entries of other levels that are met on the way belong to branches that came to nothing.",
    );
    prose(
        blocks,
        "Three lists show it. Positions stand in the order in which they are settled, those that were best so far have an \
         asterisk, and the arrows number the entries of the line. In the first list only the first move of every position \
         is ever the best:",
    );
    blocks.push(Block::Figure(marked(&["AGA", "AG", "AHA", "A", "BGA", "BG", "BHA"])));
    prose(
        blocks,
        "In the second, much happens behind B, but B itself never becomes best, so that all of it is passed over:",
    );
    blocks.push(Block::Figure(marked(&["AGA", "AG", "AHA", "A", "BGA", "BGB", "BG", "BHA", "BHB", "BH"])));
    prose(
        blocks,
        "In the third B beats A. Within it BH does not beat BG, and so the line goes through BG and ends with BGB. Behind A \
         nothing is found any more, for a fourth level does not exist:",
    );
    let third = ["AGA", "AG", "AHA", "AHB", "AH", "A", "BGA", "BGB", "BG", "BHA", "BHB", "B"];
    blocks.push(Block::Figure(marked(&third)));
    prose(blocks, "Cutoffs do not disturb this. What they leave out could not have become part of the line.");
}

/// A list in the order of minimax with asterisks and arrows.
fn marked(best: &[&str]) -> String {
    let best: Vec<LessonKey> = best.iter().map(|name| LessonKey::new(name)).collect();
    let line = principal_variation(&best, LessonKey::ply);
    let mut text = String::new();
    for key in ModelShape::classic().minimax_order() {
        let star = if best.contains(&key) { " *" } else { "" };
        let arrow = line
            .iter()
            .position(|&other| *other == key)
            .map_or_else(String::new, |at| format!("<---- {}", at + 1));
        let row = format!("{:<8}{arrow}", format!("{key}{star}"));
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}

fn own_models(blocks: &mut Vec<Block>) {
    heading(blocks, "Models of your own");
    prose(
        blocks,
        "A model is a small text file, and so are the five above. It may have two to four plies with two to four moves each. \
         Write one and run it with: kempelen window model FILE. Here is the fourth:",
    );
    blocks.push(Block::Figure(super::CLASSICS[3].to_owned()));
    prose(
        blocks,
        "A line that begins with # is a comment. The tree says how many moves there are at each ply. Every position has a line \
         with its key, its score in pawns for the side that has just moved, and the move that leads to it. The side that \
         begins has the letters A, B, C and D; the other side has G and H where it has two moves, F to H for three and E to H \
         for four. Scores of positions that are not at the end only decide which moves are tried first.",
    );
}
