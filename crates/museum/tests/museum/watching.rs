//! Watching never changes thinking, and what is seen makes sense.

use crate::common::{Dice, octave_at, sameshi_at};
use kempelen_museum::limits::MachineLimits;
use kempelen_museum::octave::OctaveValue;
use kempelen_museum::{octave, sameshi};
use kempelen_rules::Color;
use kempelen_trace::{Event, How, Mute, Score, Trace, Why};

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
fn check_story(trace: &Trace) -> u64 {
    let mut entered = 0;
    let mut open: Vec<i16> = Vec::new();
    let mut child_score: Option<Score> = None;
    for event in trace.replay() {
        match event {
            Event::Iteration { .. } => assert!(open.is_empty()),
            Event::Enter { m, how, depth, alpha, beta } => {
                assert_eq!(m.is_some(), !open.is_empty(), "a node below the root is entered by a move");
                assert_eq!(how == How::Root, open.is_empty());
                assert!(alpha <= beta);
                if let Some(&parent) = open.last() {
                    assert_eq!(depth, (parent - 1).max(0));
                }
                open.push(depth);
                entered += 1;
            }
            Event::Best { score, .. } => assert_eq!(child_score.map(|score| -score), Some(score)),
            Event::Leave { score, why } => {
                let depth = open.pop().expect("a node is open");
                if matches!(why, Why::StandPat | Why::Horizon) {
                    assert_eq!(depth, 0);
                }
                if matches!(why, Why::Mate | Why::Stalemate) {
                    assert!(depth > 0);
                }
                child_score = Some(score);
            }
            Event::Static { .. } => assert_eq!(open.last(), Some(&0)),
            Event::Skip { .. } | Event::Table { .. } => assert!(!open.is_empty()),
            _ => panic!("{event:?} is not of a tree"),
        }
    }
    assert!(open.is_empty());
    assert_eq!(entered, trace.tally().nodes());
    entered
}

/// The score with which the root was left, and the move that was best there last.
fn conclusion(trace: &Trace) -> (Option<Score>, Option<String>) {
    let mut ply = 0;
    let (mut score, mut best) = (None, None);
    for event in trace.replay() {
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

/// A value of the Octave game, which is from Black's side, in hundredths as the side to move sees it.
fn hundredths(value: OctaveValue, mover: Color) -> Score {
    let black = (value.0 * 100.0).round() as Score;
    mover.pick(-black, black)
}

#[test]
fn sameshi_thinks_the_same_when_watched() {
    for fen in FENS {
        for depth in 0..=3 {
            let position = sameshi_at(fen);
            let mut trace = Trace::new();
            let watched = position.think_within(MachineLimits::depth(depth), &mut trace);
            assert_eq!(watched, position.think(depth));
            assert_eq!(check_story(&trace), watched.nodes);
            let best = watched.best.map(|m| m.to_string());
            assert_eq!(conclusion(&trace), (Some(watched.score.0), best));
        }
    }
}

#[test]
fn octave_thinks_the_same_when_watched() {
    for fen in FENS {
        for depth in 0..=3 {
            let position = octave_at(fen);
            let mut trace = Trace::new();
            let watched = position.think_within(MachineLimits::depth(depth), &mut trace);
            assert_eq!(watched, position.think(depth));
            assert_eq!(check_story(&trace), watched.nodes);
            let best = watched.best.map(|m| m.to_string());
            let score = hundredths(watched.value, position.turn());
            assert_eq!(conclusion(&trace), (Some(score), best));
        }
    }
}

#[test]
fn odd_positions_are_watched_without_a_difference() {
    let mut dice = Dice::new(5);
    for men in (0..120).map(|n| n % 30) {
        let placement = dice.odd_placement(men);
        let limits = MachineLimits::depth(2).with_nodes(5000);

        let position = sameshi::SameshiPosition::from(&placement);
        let mut trace = Trace::new();
        let report = position.think_within(limits, &mut trace);
        assert_eq!(report, position.think_within(limits, &mut Mute));
        // The node at which a search is stopped is entered and left, but not counted.
        assert_eq!(check_story(&trace), report.nodes + u64::from(!report.finished));

        let position = octave::OctavePosition::from(&placement);
        let mut trace = Trace::new();
        let report = position.think_within(limits, &mut trace);
        assert_eq!(report, position.think_within(limits, &mut Mute));
        assert_eq!(check_story(&trace), report.nodes + u64::from(!report.finished));
    }
}

#[test]
fn every_way_out_of_a_node_is_told() {
    let mut seen = Vec::new();
    for fen in FENS {
        let mut trace = Trace::new();
        sameshi_at(fen).think_within(MachineLimits::depth(3), &mut trace);
        seen.extend(trace.replay().filter_map(reason));
        let mut trace = Trace::new();
        octave_at(fen).think_within(MachineLimits::depth(3), &mut trace);
        seen.extend(trace.replay().filter_map(reason));
    }
    for fen in ["7k/8/8/8/8/8/8/8 b", "R5k1/5ppp/8/8/8/8/8/4K3 w"] {
        let mut trace = Trace::new();
        octave_at(fen).think_within(MachineLimits::depth(1), &mut trace);
        seen.extend(trace.replay().filter_map(reason));
    }
    for why in [Why::Beta, Why::StandPat, Why::Horizon, Why::Mate, Why::Stalemate, Why::Searched] {
        assert!(seen.contains(&why), "{why:?}");
    }
}

#[test]
fn a_mate_that_the_opponent_suffers_already_is_told_as_such() {
    // Black is mated though it is White's turn, which the laws of chess do not allow.
    let mut trace = Trace::new();
    let report = octave_at("R5k1/5ppp/8/8/8/8/8/4K3 w").think_within(MachineLimits::depth(1), &mut trace);
    assert_eq!(report.value, OctaveValue::OPPONENT_MATED);
    assert_eq!(trace.tally().left(Why::Mate), 1);
}

fn reason(event: Event) -> Option<Why> {
    match event {
        Event::Leave { why, .. } => Some(why),
        _ => None,
    }
}
