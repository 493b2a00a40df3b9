//! The game with the coach's remarks, as a record for a PGN file.

use kempelen_engine::Score;
use kempelen_rules::Move;
use kempelen_rules::pgn::{PgnNode, Record};

use super::{GameReview, ReviewedMove};

/// A line of a machine is shown so far at most.
const LONGEST_LINE: usize = 10;
/// Glyphs that judge a move; those of people give way to ours.
const JUDGING: std::ops::RangeInclusive<u8> = 1..=9;

/// The record of a reviewed game with glyphs, scores (`[%eval]`), sentences, the refutation and the better line. What was in
/// it stays (`[%clk]`, remarks, variations), but for judging glyphs and scores of reviewed moves, which are made anew.
pub fn annotated(record: &Record, review: &GameReview) -> Record {
    let mut copy = Record::new(record.start());
    copy.outcome = record.outcome;
    for (name, value) in record.tags() {
        copy.set_tag(name, value);
    }
    copy.set_tag("Annotator", &format!("{} (kempelen review)", review.judge.name));
    let main: Vec<PgnNode> = record.mainline().collect();
    for remark in record.comments(PgnNode::ROOT) {
        copy.add_comment(PgnNode::ROOT, remark);
    }
    let mut tasks: Vec<(PgnNode, PgnNode)> = vec![(PgnNode::ROOT, PgnNode::ROOT)];
    let mut places = vec![None; main.len()];
    while let Some((from, to)) = tasks.pop() {
        for &child in record.children(from) {
            let Some(Ok(place)) = record.last_move(child).map(|m| copy.add(to, m)) else { continue };
            let ply = main.iter().position(|&node| node == child);
            let reviewed = ply.and_then(|ply| review.moves.get(ply));
            if let Some(ply) = ply {
                places[ply] = Some(place);
            }
            copy_remarks((record, child), (&mut copy, place), reviewed);
            tasks.push((child, place));
        }
    }
    for (ply, reviewed) in review.moves.iter().enumerate() {
        add_lines(&mut copy, ply, reviewed, &places);
    }
    copy
}

fn copy_remarks(
    (record, node): (&Record, PgnNode),
    (copy, place): (&mut Record, PgnNode),
    reviewed: Option<&ReviewedMove>,
) {
    let judged = reviewed.is_some_and(|reviewed| reviewed.told.is_some());
    for &glyph in record.glyphs(node).iter().filter(|glyph| !judged || !JUDGING.contains(*glyph)) {
        copy.add_glyph(place, glyph);
    }
    for remark in record.comments_before(node) {
        copy.add_comment_before(place, remark);
    }
    let own = record.comments(node).iter();
    let mut remarks: Vec<String> =
        own.map(|remark| if judged { without_score(remark) } else { remark.clone() }).collect();
    if let Some(reviewed) = reviewed {
        reviewed.glyph().into_iter().for_each(|glyph| copy.add_glyph(place, glyph));
        // Score and clock stand in one remark, where other programs look for them.
        let score = score_remark(reviewed);
        match remarks.first_mut() {
            Some(first) => *first = format!("{score} {first}"),
            None => remarks.push(score),
        }
        let told = reviewed.told.as_ref().filter(|told| told.is_bad());
        remarks.extend(told.map(|told| told.sentences.join(" ")));
    }
    for remark in remarks.iter().map(|remark| remark.trim()).filter(|remark| !remark.is_empty()) {
        copy.add_comment(place, remark);
    }
}

/// `[%eval 0.31,17]`; nothing where there is no score.
fn score_remark(reviewed: &ReviewedMove) -> String {
    let depth = reviewed.told.as_ref().map_or(0, |told| told.own.depth);
    match reviewed.score_after() {
        None => String::new(),
        Some(Score::Cp(cp)) => format!("[%eval {:.2},{depth}]", f64::from(cp) / 100.0),
        Some(Score::Mate(moves)) => format!("[%eval #{moves},{depth}]"),
    }
}

/// A remark without the scores that somebody wrote into it.
fn without_score(remark: &str) -> String {
    let mut rest = remark;
    let mut out = String::new();
    while let Some((before, after)) = rest.split_once("[%eval ") {
        out.push_str(before);
        rest = after.split_once(']').map_or("", |(_, behind)| behind);
    }
    out + rest
}

/// What should have been played instead of a bad move, and how the move is refuted instead of what came next.
fn add_lines(copy: &mut Record, ply: usize, reviewed: &ReviewedMove, places: &[Option<PgnNode>]) {
    let (Some(told), Some(&Some(place))) = (&reviewed.told, places.get(ply)) else { return };
    if !told.is_bad() {
        return;
    }
    if let Some(parent) = copy.parent(place) {
        add_variation(copy, parent, &told.best.line[..told.best.line.len().min(LONGEST_LINE)]);
    }
    // A variation is something else than what was played, so it begins where the two differ; and after the last move of
    // the game there is no room for one, since that would be the game going on.
    let mut here = place;
    for (shared, &m) in told.refutation.iter().enumerate() {
        match copy.children(here).first().copied() {
            Some(next) if copy.last_move(next) == Some(m) => here = next,
            Some(_) => return add_variation(copy, here, &told.refutation[shared..]),
            None => return,
        }
    }
}

/// Adds a line at a place where the game goes on, unless it is there already.
fn add_variation(copy: &mut Record, place: PgnNode, line: &[Move]) {
    let known = |m: Move| copy.children(place).iter().any(|&child| copy.last_move(child) == Some(m));
    if line.first().is_none_or(|&m| known(m)) {
        return;
    }
    let mut here = place;
    for &m in line {
        let Ok(next) = copy.add(here, m) else { return };
        here = next;
    }
}
