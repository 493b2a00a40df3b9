//! A review as one page that needs nothing else: no script, no font, no network.

use std::fmt::Write as _;

use kempelen_rules::pgn::Record;
use kempelen_rules::{Color, Move};
use kempelen_window::{escape, winning_chances};

use super::board::board;
use super::{GameReview, ReviewedMove};
use crate::explain::MoveExplanation;
use crate::text::{numbered, numbered_line, side};

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 200.0;
const PLAYED: &str = "#b3261e";
const BETTER: &str = "#15781b";

/// The page of a reviewed game: the graph of winning chances, the accuracy of both sides, turning points, mistakes to be
/// mended by the reader, the museum's verdict, and all moves.
pub fn page(record: &Record, review: &GameReview) -> String {
    let name = |tag, otherwise: &str| escape(record.tag(tag).unwrap_or(otherwise));
    let title = format!("{} – {}", name("White", "White"), name("Black", "Black"));
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}: a review</title>\n<style>{STYLE}</style></head>\n<body><h1>{title}, {}</h1>\n",
        record.outcome.text()
    );
    let _ = writeln!(
        out,
        "<p>Judged by {}. Scores and chances are White's; accuracy is the mean over a side's moves, from 0 to 100.</p>",
        escape(review.judge.name)
    );
    if let Some(trouble) = &review.trouble {
        let _ = writeln!(out, "<p class=\"trouble\">The review ends early: {}.</p>", escape(trouble));
    }
    accuracy(review, &mut out);
    graph(review, &mut out);
    turning_points(review, &mut out);
    mistakes(review, &mut out);
    museum(review, &mut out);
    moves(review, &mut out);
    out + "</body></html>\n"
}

fn accuracy(review: &GameReview, out: &mut String) {
    out.push_str("<table><tr><th></th><th>accuracy</th><th>??</th><th>?</th><th>?!</th></tr>\n");
    for of in [Color::White, Color::Black] {
        let count = |glyph| review.moves_of(of).filter(|reviewed| reviewed.glyph() == Some(glyph)).count();
        let accuracy = review.accuracy(of).map_or_else(|| "–".to_owned(), |value| format!("{value:.0}"));
        let _ = writeln!(
            out,
            "<tr><th>{}</th><td>{accuracy}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            side(of),
            count(4),
            count(2),
            count(6)
        );
    }
    out.push_str("</table>\n");
}

/// White's chances after a move.
fn chances(reviewed: &ReviewedMove) -> Option<f64> {
    let told = reviewed.told.as_ref()?;
    Some(reviewed.before.turn().pick(1.0, -1.0) * winning_chances(told.own.score))
}

fn graph(review: &GameReview, out: &mut String) {
    let step = WIDTH / review.game.moves().len().max(1) as f64;
    let at = |ply: usize, chances: f64| ((ply + 1) as f64 * step, (100.0 - chances) / 200.0 * HEIGHT);
    let points =
        review.moves.iter().enumerate().filter_map(|(ply, reviewed)| Some(at(ply, chances(reviewed)?)));
    let points: Vec<String> = points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let _ = write!(
        out,
        "<h2>Winning chances</h2>\n<svg class=\"graph\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"White's winning chances move by move\"><line x1=\"0\" y1=\"{0}\" x2=\"{WIDTH}\" y2=\"{0}\"/>\
         <polyline points=\"{1}\"/>",
        HEIGHT / 2.0,
        points.join(" ")
    );
    for ply in review.mistakes() {
        let reviewed = &review.moves[ply];
        let (x, y) = at(ply, chances(reviewed).unwrap_or(0.0));
        let words = escape(&format!("{}{}", numbered(&reviewed.before, reviewed.m), mark(reviewed)));
        let _ = write!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"><title>{words}</title></circle>");
    }
    out.push_str("</svg>\n<p class=\"note\">Above the middle White is better, below it Black; dots are mistakes.</p>\n");
}

fn turning_points(review: &GameReview, out: &mut String) {
    let plies = review.turning_points();
    out.push_str("<h2>Turning points</h2>\n");
    if plies.is_empty() {
        out.push_str("<p>No move was a mistake.</p>\n");
    }
    for ply in plies {
        let reviewed = &review.moves[ply];
        let Some(told) = &reviewed.told else { continue };
        let reply: Vec<(Move, &str)> = told.refutation.first().map(|&m| (m, PLAYED)).into_iter().collect();
        let after = reviewed.before.play(reviewed.m);
        let _ = writeln!(
            out,
            "<section id=\"t{ply}\"><h3>{}{}</h3>{}",
            escape(&numbered(&reviewed.before, reviewed.m)),
            mark(reviewed),
            board(&after, reviewed.before.turn(), &reply)
        );
        sentences(&told.sentences, out);
        out.push_str("</section>\n");
    }
}

fn mistakes(review: &GameReview, out: &mut String) {
    let plies = review.mistakes();
    if plies.is_empty() {
        return;
    }
    out.push_str("<h2>Find the better move</h2>\n");
    for ply in plies {
        let reviewed = &review.moves[ply];
        let Some(told) = &reviewed.told else { continue };
        let (before, turn) = (&reviewed.before, reviewed.before.turn());
        let _ = writeln!(
            out,
            "<section id=\"m{ply}\"><p>{} to move. In the game came {}{}.</p>{}\n<details><summary>Answer</summary>\
             <p><b>{}</b></p>{}",
            side(turn),
            escape(&numbered(before, reviewed.m)),
            mark(reviewed),
            board(before, turn, &[(reviewed.m, PLAYED)]),
            escape(&numbered_line(before, &told.best.line)),
            board(before, turn, &[(told.best.m, BETTER)])
        );
        sentences(&told.sentences, out);
        review.better_found(reviewed).into_iter().for_each(|words| sentences(&[words], out));
        out.push_str("</details></section>\n");
    }
}

fn museum(review: &GameReview, out: &mut String) {
    let verdict = review.museum_verdict();
    if verdict.is_empty() {
        return;
    }
    out.push_str("<h2>The museum's verdict</h2>\n<table><tr><th>machine</th><th>year</th><th>White's moves</th><th>Black's moves</th></tr>\n");
    for index in review.by_year() {
        let about = &review.museum[index];
        let [white, black] = [Color::White, Color::Black].map(|of| review.tally(index, of));
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{} of {}</td><td>{} of {}</td></tr>",
            escape(about.name),
            about.year,
            white.found,
            white.asked,
            black.found,
            black.asked
        );
    }
    out.push_str("</table>\n");
    sentences(&verdict, out);
}

fn moves(review: &GameReview, out: &mut String) {
    out.push_str("<h2>All moves</h2>\n<table><tr><th>move</th><th>score</th><th>verdict</th><th>better</th><th>first found in</th></tr>\n");
    for reviewed in &review.moves {
        let told = reviewed.told.as_ref();
        let score = told
            .map_or_else(String::new, |told| crate::text::for_white(told.own.score, reviewed.before.turn()));
        let verdict = told.map_or_else(|| "no score".to_owned(), MoveExplanation::verdict);
        let better = told.filter(|told| told.best.m != reviewed.m);
        let better = better.map_or_else(String::new, |told| reviewed.before.san(told.best.m));
        let oldest = review.oldest(reviewed);
        let oldest = oldest.map_or_else(String::new, |about| format!("{} ({})", about.year, about.name));
        let _ = writeln!(
            out,
            "<tr><td>{}{}</td><td>{score}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            escape(&numbered(&reviewed.before, reviewed.m)),
            mark(reviewed),
            escape(&verdict),
            escape(&better),
            escape(&oldest)
        );
    }
    out.push_str("</table>\n");
}

fn sentences(sentences: &[String], out: &mut String) {
    for sentence in sentences {
        let _ = writeln!(out, "<p>{}</p>", escape(sentence));
    }
}

/// The mark that players put behind a move.
fn mark(reviewed: &ReviewedMove) -> &'static str {
    match reviewed.glyph() {
        Some(4) => "??",
        Some(2) => "?",
        Some(6) => "?!",
        Some(7) => " □",
        _ => "",
    }
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}\
.board{width:20rem;max-width:100%;display:block;margin:.5rem 0}.dark{fill:#b58863}.light{fill:#f0d9b5}\
.board text{font:34px sans-serif;text-anchor:middle;stroke:#000;stroke-width:1;paint-order:stroke}\
.board g{stroke-width:6;fill:none;opacity:.8}.graph{width:100%;background:#eee}\
.graph line{stroke:#999}.graph polyline{fill:none;stroke:#222;stroke-width:2}.graph circle{fill:#b3261e}\
table{border-collapse:collapse}th,td{padding:.1rem .6rem;text-align:left;border-bottom:1px solid #ddd}\
.note,.trouble{color:#555}summary{cursor:pointer}\
@media(prefers-color-scheme:dark){body{color:#ddd;background:#1b1b1b}.graph{background:#2a2a2a}.graph polyline{stroke:#ddd}th,td{border-color:#444}.note,.trouble{color:#aaa}}";
