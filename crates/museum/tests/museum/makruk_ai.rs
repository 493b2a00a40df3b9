//! The makruk program: the figures of its description, and a plain search to hold it to.

#![allow(clippy::float_cmp, reason = "values are thousandths, and figures are given to the thousandth")]

use std::time::{Duration, Instant};

use kempelen_engine::{Ask, Engine, EngineError, Info, Limits, Report, Score, Stop};
use kempelen_museum::makruk_ai::{
    self, MakrukAiOptions, MakrukAiValue, evaluate, evaluate_fast, evaluate_with_mobility, find_best_move,
    iterative_deepening, minimax, ordering_score,
};
use kempelen_rules::{AnyGame, AnyPosition, Color, Game, Makruk, Move, Position, Square, VariantId, uci};
use kempelen_trace::{Event, Trace, Why};

/// These searches would last for minutes; so much tells obedience from the lack of it, on a busy machine too.
const PROMPT: Duration = Duration::from_secs(2);

fn at(fen: &str) -> Position<Makruk> {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn m(position: &Position<Makruk>, text: &str) -> Move {
    uci::read(position, text).unwrap_or_else(|error| panic!("{error}"))
}

fn game(position: Position<Makruk>) -> AnyGame {
    AnyGame::Makruk(Game::new(position))
}

fn machine() -> Box<dyn Engine> {
    (makruk_ai::entry().make)()
}

fn ask(game: &AnyGame, limits: Limits) -> Report {
    machine().think(Ask::new(game, limits, &Stop::new(), &mut |_| ())).expect("an answer")
}

/// The scores that the original found at depth 1 to 4, with the move d3d4 each time.
const FIRST_MOVE: [f64; 4] = [0.3, 0.0, 0.3, 0.0];

#[test]
fn the_first_move_is_the_originals_at_every_depth() {
    let start = Position::<Makruk>::default();
    let d3d4 = Some(Move::new(Square::D3, Square::D4));
    for (depth, bia) in (1..).zip(FIRST_MOVE) {
        for use_table in [true, false] {
            let found = find_best_move(&start, depth, MakrukAiOptions { use_table });
            assert_eq!((found.best, found.value.bia()), (d3d4, bia), "depth {depth}, table {use_table}");
        }
        let found = iterative_deepening(&start, depth, None);
        assert_eq!((found.best, found.value.bia(), found.depth), (d3d4, bia, depth));
        assert_eq!(minimax(&start, depth, MakrukAiValue::LOWEST, MakrukAiValue::HIGHEST, true).bia(), bia);
        let report = ask(&game(start), Limits::depth(depth));
        assert_eq!((report.best, &report.details["raw"]["score"]), (d3d4, &bia.into()));
        assert_eq!(report.score(), Some(Score::Cp((bia * 100.0) as i32)));
    }
}

#[test]
fn moves_are_ordered_by_the_originals_figures() {
    let position = at("4k3/8/8/2R1r3/3P4/8/1P6/3K4 w - - 0 1");
    let score = |text: &str, from_table| ordering_score(&position, m(&position, text), from_table);
    assert_eq!(score("d4e5", None), 1499.0, "a bia takes a rua");
    assert_eq!(score("c5e5", None), 1495.0, "a rua takes a rua");
    assert_eq!(score("b2b3", None), 0.0);
    assert_eq!(score("b2b3", Some(m(&position, "b2b3"))), 10_000.0);
    let position = at("4k3/8/3m4/4P3/8/8/8/3K4 w - - 0 1");
    assert_eq!(ordering_score(&position, m(&position, "e5e6m"), None), 900.0);
    assert_eq!(ordering_score(&position, m(&position, "e5d6m"), None), 1169.0, "a capture comes first");
}

/// Sums made by hand from the tables.
#[test]
fn positions_are_worth_what_the_tables_say() {
    for (fen, bia) in [
        // Khun a1 0.20 against khun h8 0.20.
        ("7k/8/8/8/8/8/8/K7 w - - 0 1", 0.0),
        // Khun b1 0.30 against khun e5 -0.30 and 0.1 for the centre.
        ("8/8/8/4k3/8/8/8/1K6 w - - 0 1", 0.5),
        // Rua d4: 5 and half of 0.40 and 0.1.
        ("7k/8/8/8/3R4/8/8/K7 w - - 0 1", 5.3),
        // Ma c3 3.25, khon f6 2.85, met g2 1.8, a promoted bia h7 1.75 against bia e4 1 and 0.30 and 0.1.
        ("k7/7M~/5S2/8/4p3/2N5/6M1/7K w - - 0 1", 3.25 + 2.85 + 1.8 + 1.75 - 1.4),
        // A black bia counts its ranks from the other end: c5 is its fourth.
        ("7k/8/8/2p5/8/8/8/K7 b - - 0 1", -1.15),
    ] {
        let value = evaluate_fast(&at(fen)).bia();
        assert!((value - bia).abs() < 1e-9, "{fen}: {value}, not {bia}");
        assert_eq!(evaluate_fast(&at(fen).mirror()).bia(), -value, "{fen}");
    }
}

#[test]
fn the_three_judgements_differ_in_what_they_see() {
    let mate = at("k6R/6R1/8/8/8/8/8/K7 b - - 0 1");
    assert!(!mate.can_move() && mate.in_check());
    assert!(evaluate(&mate).mate().is_some_and(|(winner, plies)| winner == Color::White && plies == 0));
    let stalemate = at("k7/7R/1R6/8/8/8/8/K7 b - - 0 1");
    assert!(!stalemate.can_move() && !stalemate.in_check());
    assert_eq!((evaluate(&stalemate), evaluate_fast(&stalemate).bia() > 9.0), (MakrukAiValue::DRAW, true));
    // The count is 17 of 16 half-moves: drawn, though White has two rua.
    let counted = at("8/8/4k3/8/8/8/8/KRR5 w - 16 17 40");
    assert_eq!(evaluate(&counted), MakrukAiValue::DRAW);
    assert!(evaluate_fast(&counted).bia() > 9.0);

    let start = Position::<Makruk>::default();
    assert_eq!(evaluate_with_mobility(&start).bia(), 0.0);
    let opened = start.play(m(&start, "e3e4"));
    let (black, white) = (opened.count_moves(), opened.pass().count_moves());
    let expected = 0.3 + 0.02 * (white as f64 - black as f64);
    assert!((evaluate_with_mobility(&opened).bia() - expected).abs() < 1e-9);
}

/// Minimax without alpha-beta, table or order. It gives up where captures never seem to end.
fn plain(position: &Position<Makruk>, depth: u8, ply: u16, patience: &mut u32) -> Option<f64> {
    *patience = patience.checked_sub(1)?;
    let moves = position.legal_moves();
    if moves.is_empty() {
        let sign = position.turn().pick(-1.0, 1.0);
        return Some(if position.in_check() { sign * (10_000.0 - f64::from(ply) / 1000.0) } else { 0.0 });
    }
    let us = position.turn();
    let mut best = if depth == 0 { evaluate_fast(position).bia() } else { us.pick(-1e9, 1e9) };
    for m in moves.into_iter().filter(|&m| depth > 0 || position.is_capture(m)) {
        let value = plain(&position.play(m), depth.saturating_sub(1), ply + 1, patience)?;
        best = us.pick(best.max(value), best.min(value));
    }
    Some(best)
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn position(&mut self, plies: usize) -> Position<Makruk> {
        let mut position = Position::default();
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[self.below(moves.len())]);
        }
        position
    }
}

#[test]
fn alpha_beta_and_the_table_find_what_a_plain_search_finds() {
    let mut dice = Dice(7);
    let mut compared = 0;
    for plies in 0..120 {
        let position = dice.position(plies);
        // A draw by the count or for lack of men is known to the machine and not to the plain search.
        if position.end().is_some() || position.draw_count().limit > 0 {
            continue;
        }
        for depth in 1..=2 {
            let Some(expected) = plain(&position, depth, 0, &mut 100_000) else { continue };
            for use_table in [false, true] {
                let value =
                    minimax(&position, depth, MakrukAiValue::LOWEST, MakrukAiValue::HIGHEST, use_table).bia();
                assert!((value - expected).abs() < 1e-9, "{position} depth {depth}: {value}, not {expected}");
            }
            let found = find_best_move(&position, depth, MakrukAiOptions::default());
            let child = position.play(found.best.expect("a move"));
            let best = plain(&child, depth - 1, 1, &mut 100_000).expect("a part of what was searched");
            assert!((best - expected).abs() < 1e-9, "{position} depth {depth}");
            compared += 1;
        }
    }
    assert!(compared > 40, "only {compared} searches were compared");
}

#[test]
fn the_shorter_mate_is_played_and_a_lost_side_still_moves() {
    let position = at("k7/7R/6R1/8/8/8/8/K7 w - - 0 1");
    for depth in 1..=4 {
        let found = find_best_move(&position, depth, MakrukAiOptions::default());
        assert_eq!(found.value.mate(), Some((Color::White, 1)), "depth {depth}");
        let after = position.play(found.best.expect("a move"));
        assert!(after.in_check() && !after.can_move());
    }
    assert_eq!(ask(&game(position), Limits::depth(4)).score(), Some(Score::Mate(1)));
    // Whatever Black does, it is mated next.
    let lost = at("1k6/7R/6R1/8/8/8/8/K7 b - - 0 1");
    let report = ask(&game(lost), Limits::depth(3));
    assert_eq!(report.score(), Some(Score::Mate(-1)));
    assert!(report.best.is_some());
}

#[test]
fn stalemate_is_a_draw_and_a_khon_gives_check_straight_ahead() {
    // To stalemate is all that a bare rua down can hope for; White avoids it.
    let position = at("k7/8/7R/8/8/8/1R6/K7 w - - 0 1");
    let found = find_best_move(&position, 1, MakrukAiOptions::default());
    let after = position.play(found.best.expect("a move"));
    assert!(after.can_move() || after.in_check());
    let checked = at("4k3/4S3/8/8/8/8/8/3K4 b - - 0 1");
    assert!(checked.in_check());
    let best = find_best_move(&checked, 1, MakrukAiOptions::default()).best.expect("a move");
    assert!(!checked.play(best).pass().in_check());
}

#[test]
fn thinking_aloud_changes_nothing_and_nests() {
    let mut dice = Dice(3);
    let mut seen = Vec::new();
    let mut positions: Vec<_> = [0, 10, 25, 40, 60, 90].map(|plies| dice.position(plies)).into();
    positions.push(at("8/8/4k3/8/8/8/8/KRR5 w - 16 15 40"));
    positions.push(at("k7/7R/6R1/8/8/8/8/K7 w - - 0 1"));
    for position in positions.into_iter().filter(Position::can_move) {
        let (game, mut trace, stop) = (game(position), Trace::new(), Stop::new());
        let mut tell = |_: &Info| ();
        // Where nothing has been captured the table has most to say.
        let limits = Limits::depth(if position.occupied().len() == 32 { 4 } else { 3 });
        let aloud =
            machine().think_aloud(Ask::new(&game, limits, &stop, &mut tell), &mut trace).expect("an answer");
        let quiet = ask(&game, limits);
        assert_eq!((aloud.best, aloud.nodes, aloud.score()), (quiet.best, quiet.nodes, quiet.score()));
        let (mut open, mut entered, mut left, mut best) = (0, 0, None, None);
        for event in trace.events() {
            match event {
                Event::Enter { alpha, beta, .. } => {
                    assert!(alpha < beta);
                    open += 1;
                    entered += 1;
                }
                Event::Leave { score, why } => {
                    open -= 1;
                    left = Some(score);
                    seen.push(why);
                }
                Event::Best { m, score } => {
                    assert_eq!(left, Some(-score));
                    if open == 1 {
                        best = Some(m);
                    }
                }
                _ => {}
            }
        }
        assert_eq!((open, entered, best), (0, aloud.nodes, aloud.best));
    }
    for why in [Why::Searched, Why::Beta, Why::Table, Why::StandPat, Why::Horizon, Why::Mate, Why::Counting] {
        assert!(seen.contains(&why), "{why:?} does not occur");
    }
}

#[test]
fn limits_are_obeyed() {
    let start = game(Position::default());
    let stop = Stop::new();
    stop.stop();
    let begun = Instant::now();
    let report = machine().think(Ask::new(&start, Limits::depth(12), &stop, &mut |_| ())).expect("an answer");
    assert!(report.best.is_some() && begun.elapsed() < PROMPT);
    let limits = Limits { time: Some(Duration::from_millis(60)), ..Limits::depth(12) };
    let begun = Instant::now();
    let report = machine().think(Ask::new(&start, limits, &Stop::new(), &mut |_| ())).expect("an answer");
    assert!(report.best.is_some() && begun.elapsed() < PROMPT);
    assert_eq!(ask(&start, Limits { nodes: Some(500), ..Limits::depth(9) }).nodes, 500);
    let found = iterative_deepening(&Position::default(), 30, Some(Duration::from_millis(1)));
    assert!(found.best.is_some() && found.depth < 8);

    let only = [Move::new(Square::H3, Square::H4)];
    let (stop, mut tell) = (Stop::new(), |_: &Info| ());
    let question = Ask { only: &only, ..Ask::new(&start, Limits::depth(2), &stop, &mut tell) };
    assert_eq!(machine().think(question).expect("an answer").best, Some(only[0]));
}

#[test]
fn chess_is_refused() {
    let chess = AnyGame::new(AnyPosition::start(VariantId::Chess));
    let answer = machine().think(Ask::new(&chess, Limits::depth(1), &Stop::new(), &mut |_| ()));
    let error = answer.expect_err("a refusal");
    assert!(matches!(error, EngineError::Variant { .. }));
    assert_eq!(error.to_string(), "Makruk AI does not play chess");
}
