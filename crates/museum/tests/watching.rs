//! Watching never changes thinking, and what is seen makes sense.

mod common;

use std::fmt::Debug;

use common::{Dice, octave_at, sameshi_at};
use kempelen_museum::limits::Limits;
use kempelen_museum::sameshi::Score;
use kempelen_museum::watch::{Event, Left, Mute, Record};
use kempelen_museum::{octave, sameshi};

const FENS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
    "r1bqkbnr/pp1pp1pp/n1p5/5p2/3P1N2/P7/1PP1PPPP/RNBQKB1R b",
    "r1b1kbnr/pppp1ppp/2n1p3/8/Q1P1P2P/1P1P2P1/P4P2/RNB1KBq1 b",
    "7k/5Q2/6K1/8/8/8/8/8 w",
    "R5k1/5ppp/8/8/8/8/8/4K3 b",
    "K7/1p6/8/5P2/8/5k2/8/8 b",
];

/// Checks that the events nest, and that each node says all it has to say. Returns the number of nodes
/// entered.
///
/// `seen_by_parent` turns a score of a node into the score that its parent sees.
fn check_story<S: Copy + Debug + PartialEq>(events: &[Event<S>], seen_by_parent: fn(S) -> S) -> u64 {
    let mut entered = 0;
    let mut open: Vec<(u16, u8)> = Vec::new();
    let mut tried = None;
    let mut child_score = None;
    for &event in events {
        match event {
            Event::Enter { ply, depth, .. } => {
                assert_eq!(usize::from(ply), open.len());
                assert_eq!(tried.is_some(), ply > 0, "a node below the root is entered by a move");
                if let Some(&(_, parent)) = open.last() {
                    assert_eq!(depth, parent.saturating_sub(1));
                }
                open.push((ply, depth));
                tried = None;
                entered += 1;
            }
            Event::Try { m } => tried = Some(m),
            Event::Best { score, .. } => assert_eq!(child_score.map(seen_by_parent), Some(score)),
            Event::Leave { score, why } => {
                let (_, depth) = open.pop().expect("a node is open");
                if matches!(why, Left::StandPat | Left::Horizon) {
                    assert_eq!(depth, 0);
                }
                if matches!(why, Left::Mate | Left::Stalemate) {
                    assert!(depth > 0);
                }
                child_score = Some(score);
            }
            Event::Static { .. } => assert_eq!(open.last().map(|node| node.1), Some(0)),
            Event::Skip { .. } | Event::Known { .. } => assert!(!open.is_empty()),
        }
    }
    assert!(open.is_empty());
    entered
}

/// The score with which the root was left, and the move that was best there last.
fn conclusion<S: Copy>(events: &[Event<S>]) -> (Option<S>, Option<String>) {
    let mut ply = 0;
    let (mut score, mut best) = (None, None);
    for &event in events {
        match event {
            Event::Enter { .. } => ply += 1,
            Event::Leave { score: left, .. } => {
                ply -= 1;
                score = Some(left);
            }
            Event::Best { m, .. } if ply == 1 => best = Some(m.to_string()),
            _ => {}
        }
    }
    (score, best)
}

#[test]
fn sameshi_thinks_the_same_when_watched() {
    for fen in FENS {
        for depth in 0..=3 {
            let position = sameshi_at(fen);
            let mut record = Record::default();
            let watched = position.think_within(Limits::depth(depth), &mut record);
            assert_eq!(watched, position.think(depth));
            assert_eq!(check_story(&record.events, |score: Score| -score), watched.nodes);
            let (score, best) = conclusion(&record.events);
            assert_eq!((score, best), (Some(watched.score), watched.best.map(|m| m.to_string())));
        }
    }
}

#[test]
fn octave_thinks_the_same_when_watched() {
    for fen in FENS {
        for depth in 0..=3 {
            let position = octave_at(fen);
            let mut record = Record::default();
            let watched = position.think_within(Limits::depth(depth), &mut record);
            assert_eq!(watched, position.think(depth));
            assert_eq!(check_story(&record.events, |value| value), watched.nodes);
            let (value, best) = conclusion(&record.events);
            assert_eq!((value, best), (Some(watched.value), watched.best.map(|m| m.to_string())));
        }
    }
}

#[test]
fn odd_positions_are_watched_without_a_difference() {
    let mut dice = Dice::new(5);
    for men in (0..120).map(|n| n % 30) {
        let placement = dice.odd_placement(men);
        let limits = Limits::depth(2).with_nodes(5000);

        let position = sameshi::Position::from(&placement);
        let mut record = Record::default();
        let report = position.think_within(limits, &mut record);
        assert_eq!(report, position.think_within(limits, &mut Mute));
        // The node at which a search is stopped is entered and left, but not counted.
        assert_eq!(
            check_story(&record.events, |score: Score| -score),
            report.nodes + u64::from(!report.finished)
        );

        let position = octave::Position::from(&placement);
        let mut record = Record::default();
        let report = position.think_within(limits, &mut record);
        assert_eq!(report, position.think_within(limits, &mut Mute));
        assert_eq!(check_story(&record.events, |value| value), report.nodes + u64::from(!report.finished));
    }
}

#[test]
fn every_way_out_of_a_node_is_told() {
    let mut seen = Vec::new();
    for fen in FENS {
        let mut record = Record::default();
        sameshi_at(fen).think_within(Limits::depth(3), &mut record);
        seen.extend(record.events.iter().filter_map(reason));
        let mut record = Record::default();
        octave_at(fen).think_within(Limits::depth(3), &mut record);
        seen.extend(record.events.iter().filter_map(reason));
    }
    for fen in ["7k/8/8/8/8/8/8/8 b", "R5k1/5ppp/8/8/8/8/8/4K3 w"] {
        let mut record = Record::default();
        octave_at(fen).think_within(Limits::depth(1), &mut record);
        seen.extend(record.events.iter().filter_map(reason));
    }
    for why in [
        Left::Cutoff,
        Left::StandPat,
        Left::Horizon,
        Left::Mate,
        Left::OpponentMated,
        Left::Stalemate,
        Left::Exhausted,
    ] {
        assert!(seen.contains(&why), "{why:?}");
    }
}

fn reason<S>(event: &Event<S>) -> Option<Left> {
    match event {
        Event::Leave { why, .. } => Some(*why),
        _ => None,
    }
}
