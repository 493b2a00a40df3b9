//! A search by playouts in the same readings as any other.

use crate::common::playouts;
use kempelen_rules::{AnyPosition, VariantId};
use kempelen_trace::{Event, Fixed, Keep, Recording, code};
use kempelen_window::{Part, Style, View};

/// White mates by Ra8 or wanders about.
const MATE: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";

fn mate(count: u32, keep: Keep) -> Recording {
    playouts(&AnyPosition::from_fen(VariantId::Chess, MATE).expect("a position"), count, keep)
}

#[test]
fn every_reading_tells_visits_priors_values_and_the_parts_of_puct() {
    let recording = mate(400, Keep::whole());
    assert_eq!(recording.answer.as_ref().and_then(|answer| answer.best.as_deref()), Some("a1a8"));
    let visits = recording.tally.playouts.moves.iter().map(|root| root.visits).max().expect("moves");
    let view = View::new(recording).expect("a view");
    let style = Style::default();
    let findings = view.verify();
    assert!(findings.is_sound() && findings.checked > 100, "{findings}");

    let why = view.why(None, &style);
    assert!(why.contains("Ra8#") && why.contains(&visits.to_string()), "{why}");
    let rook = view.root_position().read_move("Ra7").expect("a move");
    let why_not = view.why_not(rook, &style);
    assert!(why_not.contains("Ra7") && why_not.contains("Ra8#"), "{why_not}");

    let tree = view.picture(Part { plies: 1, width: 3, depth: None }, &style).expect("a picture");
    assert!(tree.contains("Ra8#") && tree.contains(&visits.to_string()), "{tree}");
    let log = view.log(Part { width: 30, ..Part::default() }, false, &style).expect("a log");
    assert!(log.contains('Q') && log.contains('U') && log.contains("checkmate"), "{log}");
    let line = view.line(&[rook], None, &style).expect("a line");
    assert!(line.contains("Ra7"), "{line}");
    let stats = kempelen_window::stats(view.recording(), &style);
    assert!(stats.contains("400") && stats.contains("mate"), "{stats}");
    let svg = view.svg(Part::default()).expect("a picture");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
    let page = view.page(Part::default()).expect("a page");
    assert!(page.starts_with("<!doctype html>") && page.contains("Ra8#"));
    let other = View::new(mate(50, Keep::whole())).expect("a view");
    let diff = view.diff(&other, &style).expect("a comparison");
    assert!(diff.contains("Ra8#"), "{diff}");
}

#[test]
fn how_the_choice_moved_is_told() {
    let recording = mate(400, Keep::whole());
    let course = &recording.tally.playouts.course;
    assert!(course.len() > 3 && course.last().is_some_and(|choice| choice.visits > 40), "{course:?}");
    let text = View::new(recording.clone()).expect("a view").why(None, &Style::default());
    // At first all moves look the same; the mate comes last in the list.
    let first = AnyPosition::from_fen(VariantId::Chess, MATE).expect("a position").san(course[0].m);
    assert!(text.contains(&first), "{first} in\n{text}");
}

#[test]
fn a_bounded_trace_keeps_the_root_exact() {
    let whole = mate(20_000, Keep::whole());
    let bounded = mate(20_000, Keep { memory: Some(1), ..Keep::whole() });
    assert!(
        bounded.events.len() < whole.events.len() / 4,
        "{} of {}",
        bounded.events.len(),
        whole.events.len()
    );
    assert_eq!(bounded.tally.playouts, whole.tally.playouts);
    let heads = [whole, bounded].map(|recording| {
        let text = View::new(recording).expect("a view").why(None, &Style::default());
        text.lines().next().map(str::to_owned)
    });
    assert_eq!(heads[0], heads[1]);
}

#[test]
fn a_value_that_does_not_follow_is_found() {
    let recording = mate(50, Keep::whole());
    let mut events = Vec::new();
    for (number, event) in recording.replay().enumerate() {
        let wrong = match event {
            // A mean that its playouts do not have.
            Event::Select(promise) if number > 200 && promise.visits > 0 => {
                Event::Select(kempelen_trace::Promise { value: Fixed(promise.value.0 + 500), ..promise })
            }
            event => event,
        };
        code::write(&mut events, wrong);
    }
    assert!(!View::new(Recording { events, ..recording }).expect("a view").verify().is_sound());
}

#[test]
fn trees_and_playouts_do_not_mix() {
    let view = View::new(mate(10, Keep::whole())).expect("a view");
    let game = kempelen_rules::AnyGame::new(*view.root_position());
    let stop = kempelen_engine::Stop::new();
    let question = kempelen_window::Question::new(&game, kempelen_engine::Limits::depth(2), &stop);
    let mut engine = kempelen_cabinet::open("sargon").expect("an engine");
    let tree = kempelen_window::record(&mut *engine, &question, Keep::whole()).expect("a recording");
    let tree = View::new(tree).expect("a view");
    assert!(view.diff(&tree, &Style::default()).is_err() && tree.diff(&view, &Style::default()).is_err());
}
