//! What the readings say is so, or they say that they do not know.

use crate::common::playouts;
use kempelen_engine::{Engine, Limits, Report, Stop};
use kempelen_rules::{AnyGame, AnyPosition, VariantId};
use kempelen_trace::{Keep, Recording};
use kempelen_window::{
    ExactAnswer, Findings, Question, Style, View, Weighing, exact, record, record_and_tell, same_effort,
    weigh,
};

const POSITIONS: [&str; 4] = [
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "2rq1rk1/pp1bppbp/2np1np1/8/2BNP3/2N1BP2/PPPQ2PP/1K1R3R b - - 5 11",
];

/// White threatens to mate on f7.
const SCHOLAR: &str = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";

fn wide() -> Style {
    Style { width: 2000, ..Style::default() }
}

fn game(fen: &str) -> AnyGame {
    AnyGame::new(AnyPosition::from_fen(VariantId::Chess, fen).expect("a position"))
}

fn searched(id: &str, game: &AnyGame, limits: Limits) -> (Box<dyn Engine>, Recording, Report) {
    let mut engine = kempelen_cabinet::open(id).expect("an engine");
    let stop = Stop::new();
    let question = Question::new(game, limits, &stop);
    let (recording, report) =
        record_and_tell(&mut *engine, &question, Keep::whole(), &mut |_| {}).expect("a recording");
    (engine, recording, report)
}

fn weighed(engine: &mut dyn Engine, game: &AnyGame, report: &Report, asked: Option<&str>) -> Weighing {
    let stop = Stop::new();
    let question = Question::new(game, same_effort(engine, report), &stop);
    let chosen = ExactAnswer::of_report(report).expect("a score");
    let asked = asked.map(|text| game.position().read_move(text).expect("a move"));
    weigh(engine, &question, &chosen, asked).expect("a weighing")
}

#[test]
fn the_second_best_is_second_by_an_open_search_of_every_move() {
    for id in ["sameshi", "microchess-improved", "octave"] {
        for fen in POSITIONS {
            let game = game(fen);
            let (mut engine, recording, report) = searched(id, &game, Limits::depth(2));
            if report.details.from_book {
                // Nothing was searched, so nothing came second.
                continue;
            }
            let weighing = weighed(&mut *engine, &game, &report, None);
            let best = report.best.expect("a move");
            let others: Vec<_> = game.position().legal_moves().into_iter().filter(|&m| m != best).collect();
            let stop = Stop::new();
            let question = Question::new(&game, same_effort(&*engine, &report), &stop);
            let alone = exact(&mut *engine, &question, &others).expect("answers");
            let highest = alone.iter().map(|answer| answer.score.as_cp()).max().expect("an answer");
            let second = weighing.runner_up.clone().expect("a runner-up");
            assert_eq!(second.score.as_cp(), highest, "{id} on {fen}");
            let text = View::new(recording).expect("a view").why_weighed(None, Some(&weighing), &wide());
            let name = game.position().san(second.m);
            assert!(
                text.contains("The second best") && text.contains(&format!("{name} with")),
                "{id}: {name} in\n{text}"
            );
        }
    }
}

#[test]
fn without_asking_nobody_is_called_second() {
    let game = game(POSITIONS[0]);
    let (_, recording, _) = searched("kempelen", &game, Limits::depth(6));
    let text = View::new(recording).expect("a view").why(None, &wide());
    assert!(text.contains("Which of the others comes second the search does not say"), "{text}");
}

#[test]
fn what_it_expects_is_the_line_it_gave() {
    for id in ["kempelen", "sargon", "octave"] {
        for fen in POSITIONS {
            let game = game(fen);
            let depth = if id == "kempelen" { 8 } else { 2 };
            let (_, recording, report) = searched(id, &game, Limits::depth(depth));
            let text = View::new(recording).expect("a view").why(None, &wide());
            let told = text.split("It expects ").nth(1).and_then(|rest| rest.split(". ").next());
            let told = told.map(|line| line.trim_end_matches('.')).unwrap_or_default();
            let moves: Vec<&str> = told
                .split(' ')
                .map(|word| word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.'))
                .collect();
            let line: Vec<String> = game.position().san_line(report.pv()).into_iter().take(16).collect();
            assert_eq!(moves, line, "{id} on {fen}:\n{text}");
        }
    }
}

#[test]
fn a_mate_that_was_found_is_not_forgotten_at_the_next_depth() {
    let game = game(SCHOLAR);
    let (_, recording, _) = searched("kempelen", &game, Limits::depth(14));
    let bishop = game.position().read_move("Be7").expect("a move");
    let text = View::new(recording).expect("a view").why_not(bishop, &wide());
    let rows: Vec<&str> = text.lines().skip_while(|line| !line.contains("depth  best")).skip(1).collect();
    let rows: Vec<&str> =
        rows.into_iter().filter(|row| row.trim_start().starts_with(|c: char| c.is_ascii_digit())).collect();
    let first = rows.iter().position(|row| row.contains("#1")).expect("a mate");
    assert!(first < 4 && rows.len() >= 14, "{text}");
    for row in &rows[first..] {
        assert!(row.contains("#1") || row.contains("not searched"), "{row}\n{text}");
    }
    assert!(text.starts_with("why not 3...Be7: #1"), "{text}");
}

#[test]
fn a_bound_that_says_nothing_is_not_told_as_a_mate() {
    for fen in POSITIONS.into_iter().chain([SCHOLAR]) {
        let game = game(fen);
        let (_, recording, _) = searched("kempelen", &game, Limits::depth(9));
        let view = View::new(recording).expect("a view");
        for m in game.position().legal_moves() {
            let text = view.why_not(m, &wide());
            for empty in ["at most #", "at least -#", "max"] {
                assert!(!text.contains(empty), "{empty} in\n{text}");
            }
        }
    }
}

#[test]
fn the_verdict_is_of_one_depth_and_by_size() {
    let game = game(SCHOLAR);
    let (mut engine, recording, report) = searched("kempelen", &game, Limits::depth(8));
    let weighing = weighed(&mut *engine, &game, &report, Some("Be7"));
    let bishop = game.position().read_move("Be7").expect("a move");
    let text = View::new(recording).expect("a view").why_not_weighed(bishop, Some(&weighing), &wide());
    assert!(text.starts_with("why not 3...Be7: it allows mate in 1\n"), "{text}");
    assert!(text.contains("with an open window, to depth 8, it gives #1."), "{text}");
    assert!(text.contains("Black expects") || text.contains("White expects 3...Be7 4.Qxf7#."), "{text}");
}

#[test]
fn what_hangs_at_once_is_lost_at_once() {
    let told = |fen: &str, depth: u8, text: &str| {
        let game = game(fen);
        let (mut engine, recording, report) = searched("kempelen", &game, Limits::depth(depth));
        let weighing = weighed(&mut *engine, &game, &report, Some(text));
        let m = game.position().read_move(text).expect("a move");
        View::new(recording).expect("a view").why_not_weighed(m, Some(&weighing), &wide())
    };
    let text = told("4k3/8/2p5/8/8/8/3R4/4K3 w - - 0 1", 6, "Rd5");
    assert!(text.contains("White loses material worth 5.0 pawns at once."), "{text}");
    // The knight's check comes first, and wins the queen.
    let text = told("3r2k1/p4ppp/8/8/3n4/8/5PPP/R1Q3K1 w - - 0 1", 7, "Rxa7");
    assert!(text.contains("It falls behind with 1...Ne2+"), "{text}");
}

#[test]
fn a_trace_that_is_cut_off_does_not_speak_for_the_engine() {
    let game = game(POSITIONS[1]);
    let (_, mut recording, _) = searched("kempelen", &game, Limits::depth(6));
    recording.answer = None;
    recording.cut = Some(1000);
    let view = View::new(recording).expect("a view");
    let text = view.why(None, &wide());
    assert!(text.contains("cut off before kempelen gave its answer"), "{text}");
    assert!(!text.contains("takes it for the best"), "{text}");
    let m = game.position().read_move("a3").expect("a move");
    let text = view.why_not(m, &wide());
    assert!(text.contains("cut off before kempelen gave its answer") && !text.contains("chose"), "{text}");
}

#[test]
fn a_fresh_search_by_playouts_is_checked() {
    let game = game(SCHOLAR);
    let mut engine = kempelen_cabinet::open("zero").expect("an engine");
    let stop = Stop::new();
    let keep = Keep { memory: Some(64 << 20), ..Keep::whole() };
    let recording =
        record(&mut *engine, &Question::new(&game, Limits::nodes(500), &stop), keep).expect("a recording");
    let findings = View::new(recording).expect("a view").verify();
    assert!(findings.is_sound() && findings.checked > 500 && findings.unchecked == 0, "{findings}");
    // Where there is nothing to check, nothing is called sound.
    assert!(!Findings::default().to_string().ends_with("\nsound\n"));
}

#[test]
fn playouts_tell_a_proven_mate() {
    let game = game(SCHOLAR);
    let mut engine = kempelen_cabinet::open("zero").expect("an engine");
    let stop = Stop::new();
    let question = Question::new(&game, Limits::nodes(3000), &stop);
    let recording = record(&mut *engine, &question, Keep::whole()).expect("a recording");
    let view = View::new(recording).expect("a view");
    let bishop = game.position().read_move("Be7").expect("a move");
    let text = view.why_not(bishop, &wide());
    assert!(text.contains("That it loses is certain: White mates in 1, with 4.Qxf7#."), "{text}");
}

#[test]
fn values_of_playouts_have_one_sign() {
    // Black mates by Ra1, or wanders about.
    let position =
        AnyPosition::from_fen(VariantId::Chess, "r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 1").expect("a position");
    let view = View::new(playouts(&position, 2000, Keep::whole())).expect("a view");
    let text = view.why(None, &wide());
    assert!(text.contains("That is certain: it is mate."), "{text}");
    let row = text.lines().find(|line| line.starts_with("Ra1#")).expect("a row");
    let words: Vec<&str> = row.split_whitespace().collect();
    // Move, visits, share, %, value, prior, Q, U.
    let number = |index: usize| words[index].parse::<f64>().expect("a number");
    assert!(number(4) < -0.9 && number(6) < -0.9, "{row}");
}
