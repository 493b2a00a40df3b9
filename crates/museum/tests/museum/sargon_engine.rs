//! SARGON behind the door that all engines share, against the figures of the original.

use std::time::{Duration, Instant};

use crate::sargon_data::{Known, SearchRow, StaticRow, json, json_lines, json_lines_gz};
use kempelen_engine::{Ask, Engine, EngineError, Info, Limits, Report, Score, Stop};
use kempelen_museum::sargon;
use kempelen_rules::{AnyGame, AnyPosition, Move, Square, VariantId};
use kempelen_trace::{Event, How, Trace, Why};

/// These searches would last for minutes; so much tells obedience from the lack of it, on a busy machine too.
const PROMPT: Duration = Duration::from_secs(2);

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn game(fen: &str) -> AnyGame {
    AnyGame::new(
        AnyPosition::from_fen(VariantId::Chess, fen).unwrap_or_else(|error| panic!("{fen}: {error}")),
    )
}

fn machine() -> Box<dyn Engine> {
    (sargon::entry().make)()
}

fn ask(engine: &mut dyn Engine, game: &AnyGame, limits: Limits) -> Report {
    engine.think(Ask::new(game, limits, &Stop::new(), &mut |_| ())).expect("an answer")
}

fn rows() -> Vec<SearchRow> {
    let mut rows = json_lines_gz::<SearchRow>("searches.jsonl.gz");
    rows.extend(json_lines_gz::<SearchRow>("adversarial.jsonl.gz"));
    assert_eq!(rows.len(), 810);
    rows
}

fn spelled(game: &AnyGame, moves: &[Move]) -> String {
    let mut game = game.clone();
    let mut words = Vec::new();
    for &m in moves {
        words.push(game.position().uci(m));
        game.play(m);
    }
    words.join(" ")
}

/// The original's value is 128 for an equal position, and less for what is good for the side to move.
#[test]
fn every_golden_evaluation_is_the_sum_of_its_parts() {
    let engine = machine();
    for row in json_lines_gz::<StaticRow>("static.jsonl.gz") {
        let judgement = engine.judge(&game(&row.fen)).expect("an answer").expect("it judges");
        let for_mover = 128 - i32::from(row.points);
        let for_white = if row.color == 0 { for_mover } else { -for_mover };
        // Its figures are whole numbers.
        let [total, material, sum] =
            [judgement.total, judgement.parts[0].value, judgement.parts.iter().map(|part| part.value).sum()]
                .map(|value: f64| value as i32);
        assert_eq!((total, material, sum), (for_white, 4 * i32::from(row.mtrl), total), "{row:?}");
    }
}

/// One machine answers all questions, so that nothing of one position may be left in the next.
#[test]
fn every_golden_search_is_reported_as_the_original_found_it() {
    let mut engine = machine();
    for row in rows() {
        let game = game(&row.fen);
        let report = ask(&mut *engine, &game, Limits::depth(row.plymax));
        let best = report.best.unwrap_or_else(|| panic!("{}: {:?}", row.fen, report.resigns));
        assert_eq!(game.position().uci(best), row.best, "{}", row.fen);
        assert_eq!(report.nodes, row.nodes, "{}", row.fen);
        assert_eq!(spelled(&game, report.pv()), row.pv, "{}", row.fen);
        let raw = &report.details["raw"];
        assert_eq!(raw["score_raw"], row.score_raw.into(), "{}", row.fen);
        assert_eq!(raw["score_cp"], row.score_cp.into(), "{}", row.fen);
        assert_eq!(raw["genmovs"], row.genmovs.into(), "{}", row.fen);
        let for_mover = if row.fen.contains(" w ") { row.score_cp } else { -row.score_cp };
        match report.score() {
            Some(Score::Cp(cp)) => assert_eq!(cp, for_mover, "{}", row.fen),
            Some(Score::Mate(moves)) => {
                assert_eq!(moves.signum() * (6000 - 100 * (moves.abs() - 1)), for_mover, "{}", row.fen);
            }
            None => panic!("{}: no score", row.fen),
        }
    }
}

#[test]
fn golden_games_are_played_on_one_machine() {
    let games: Vec<crate::sargon_data::Game> = json_lines("games.jsonl");
    assert_eq!(games.len(), 6);
    for record in games {
        let mut engine = machine();
        let mut game = game(START);
        let opening = record.opening.split(' ').count();
        let mut scores = Vec::new();
        for (index, expected) in record.moves.split(' ').enumerate() {
            if index >= opening {
                let plies = if index % 2 == 0 { record.white_ply } else { record.black_ply };
                let report = ask(&mut *engine, &game, Limits::depth(plies));
                let best = report.best.expect("the game goes on");
                assert_eq!(game.position().uci(best), expected, "half-move {index} of {}", record.moves);
                scores.push(report.details["raw"]["score_raw"].as_whole().expect("a score") as u8);
            }
            game.play(game.position().read_uci(expected).expect("a legal move"));
        }
        assert_eq!(scores, record.score_raw);
    }
}

/// In this published game a queen square left behind by an earlier search changes a move, so that the machine must
/// remember the game; and asking it twice must not change what it remembers.
#[test]
fn a_published_game_is_replayed_with_its_memory_carried_over() {
    let known: Known = json("known.json");
    let text = &known.retro_games_expected[6];
    let mut engine = machine();
    let mut game = game(START);
    for (index, san) in text.split(' ').enumerate() {
        let expected = game.position().read_move(san).expect("a legal move");
        if index % 2 == 0 {
            let refresh = u8::from(index == 0 && game.position().uci(expected) == "e2e4");
            if index == 0 {
                engine.set_option("Refresh", &refresh.to_string()).expect("an option");
            }
            let report = ask(&mut *engine, &game, Limits::depth(5));
            assert_eq!(report.best, Some(expected), "half-move {index}: {san}");
            assert_eq!(report.details.from_book, index == 0);
            if index == 50 {
                assert_eq!(ask(&mut *engine, &game, Limits::depth(5)).nodes, report.nodes);
                // Another machine that sees the game for the first time has no such memory.
                assert_ne!(ask(&mut *machine(), &game, Limits::depth(5)).best, Some(expected));
            }
        }
        game.play(expected);
    }
}

#[test]
fn the_first_move_comes_from_the_book_unless_it_is_closed() {
    let mut engine = machine();
    let first = |engine: &mut dyn Engine| ask(engine, &game(START), Limits::depth(1));
    let report = first(&mut *engine);
    assert_eq!((report.best, report.nodes), (Some(Move::new(Square::D2, Square::D4)), 0));
    assert_eq!(first(&mut *engine).best, report.best, "the coin is the caller's");
    engine.set_option("refresh", "1").expect("an option");
    assert_eq!(first(&mut *engine).best, Some(Move::new(Square::E2, Square::E4)));
    engine.set_option("Book", "false").expect("an option");
    assert!(first(&mut *engine).nodes > 20);

    let known: Known = json("known.json");
    let mut answered = 0;
    for test in known.retro_1978_tests.iter().filter(|test| test.book && test.fen.contains(" b ")) {
        let game = game(&test.fen);
        let report = ask(&mut *machine(), &game, Limits::default());
        assert_eq!(game.position().uci(report.best.expect("a book move")), test.best, "{}", test.fen);
        answered += 1;
    }
    assert_eq!(answered, 5);
}

#[test]
fn depth_comes_from_the_option_or_the_question() {
    let row = rows().into_iter().find(|row| row.plymax == 2 && row.nodes < 500).expect("a row");
    let game = game(&row.fen);
    let mut engine = machine();
    engine.set_option("plymax", "2").expect("an option");
    assert_eq!(ask(&mut *engine, &game, Limits::default()).nodes, row.nodes);
    engine.set_option("PLYMAX", "4").expect("an option");
    assert_eq!(ask(&mut *engine, &game, Limits::depth(2)).nodes, row.nodes);
    for bad in ["0", "9", "deep"] {
        assert!(engine.set_option("PLYMAX", bad).is_err(), "{bad}");
    }
    assert!(engine.set_option("Hash", "1").is_err());
}

#[test]
fn the_same_question_gets_the_same_answer() {
    let mut engine = machine();
    for row in rows().into_iter().step_by(23).filter(|row| row.nodes < 20_000) {
        let game = game(&row.fen);
        let first = ask(&mut *engine, &game, Limits::depth(row.plymax));
        let again = ask(&mut *engine, &game, Limits::depth(row.plymax));
        engine.new_game();
        let later = ask(&mut *engine, &game, Limits::depth(row.plymax));
        for other in [again, later] {
            assert_eq!((other.best, other.nodes, &other.details), (first.best, first.nodes, &first.details));
        }
    }
}

#[test]
fn thinking_aloud_changes_nothing_and_nests() {
    let mut seen = Vec::new();
    for row in rows().into_iter().filter(|row| row.nodes < 2000) {
        let (game, mut trace) = (game(&row.fen), Trace::new());
        let (stop, mut tell) = (Stop::new(), |_: &Info| ());
        let question = Ask::new(&game, Limits::depth(row.plymax), &stop, &mut tell);
        let report = machine().think_aloud(question, &mut trace).expect("an answer");
        assert_eq!((report.nodes, game.position().uci(report.best.expect("a move"))), (row.nodes, row.best));
        check_story(&trace.events(), &game, &report, &mut seen);
    }
    for why in [Why::Searched, Why::Beta, Why::Horizon, Why::Mate, Why::Stalemate, Why::MateDistance] {
        assert!(seen.contains(&why), "{why:?} does not occur");
    }
}

/// Checks that events nest and legal moves lead from node to node, that each evaluation is told, and that a best score
/// is what its move came back with.
fn check_story(events: &[Event], game: &AnyGame, report: &Report, seen: &mut Vec<Why>) {
    let mut path = Vec::new();
    let (mut statics, mut left, mut best_at_root) = (0, None, None);
    for &event in events {
        match event {
            Event::Iteration { .. } => assert!(path.is_empty()),
            Event::Enter { m, how, alpha, beta, .. } => {
                assert!(alpha < beta || how != How::Root);
                let position = match (path.last(), m) {
                    (None, None) => game.position(),
                    (Some(above), Some(m)) => {
                        let above: &AnyPosition = above;
                        assert!(above.is_legal(m), "{m} in {}", above.fen());
                        above.play(m)
                    }
                    _ => panic!("{event:?}"),
                };
                path.push(position);
            }
            Event::Static { .. } => statics += 1,
            Event::Skip { m, why } => {
                assert_eq!(why, Why::Illegal);
                assert!(!path.last().expect("a node").is_legal(m));
            }
            Event::Best { m, score } => {
                assert_eq!(left, Some(-score));
                if path.len() == 1 {
                    best_at_root = Some((m, score));
                }
            }
            Event::Leave { score, why } => {
                let position = path.pop().expect("a node");
                left = Some(score);
                seen.push(why);
                if matches!(why, Why::Mate | Why::Stalemate) {
                    assert!(position.legal_moves().is_empty());
                    assert_eq!(position.in_check(), why == Why::Mate);
                }
            }
            other => panic!("{other:?} is not in its vocabulary"),
        }
    }
    assert!(path.is_empty());
    assert_eq!(statics, report.nodes);
    let raw = report.details["raw"]["score_raw"].as_whole().expect("a score") as i32;
    assert_eq!(best_at_root, report.best.map(|best| (best, raw - 128)));
}

#[test]
fn a_stop_a_clock_and_a_node_limit_are_obeyed() {
    let kiwipete = game("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let mut engine = machine();
    let mut answer = |limits, stop: &Stop| {
        let start = Instant::now();
        let report = engine.think(Ask::new(&kiwipete, limits, stop, &mut |_| ())).expect("an answer");
        assert!(report.best.is_some_and(|m| kiwipete.position().is_legal(m)));
        (report, start.elapsed())
    };
    let stopped = Stop::new();
    stopped.stop();
    assert!(answer(Limits::depth(8), &stopped).1 < PROMPT);
    let time = Some(Duration::from_millis(50));
    let (_, taken) = answer(Limits { time, ..Limits::depth(8) }, &Stop::new());
    assert!(taken < PROMPT, "{taken:?}");
    // A list of moves is sorted as a whole before anybody is asked.
    let (report, _) = answer(Limits { nodes: Some(3000), ..Limits::depth(8) }, &Stop::new());
    assert!((3000..3400).contains(&report.nodes), "{}", report.nodes);
}

#[test]
fn an_abandoned_search_says_so_in_its_trace() {
    let (game, mut trace, stop) = (game("8/pp4k1/8/8/8/8/PP4K1/8 w - - 0 30"), Trace::new(), Stop::new());
    let limits = Limits { nodes: Some(400), ..Limits::depth(6) };
    machine().think_aloud(Ask::new(&game, limits, &stop, &mut |_| ()), &mut trace).expect("an answer");
    let depth = trace.events().iter().fold(0, |depth: i32, event| match event {
        Event::Enter { .. } => depth + 1,
        Event::Leave { .. } => depth - 1,
        _ => depth,
    });
    assert_eq!(depth, 0);
    assert!(matches!(trace.events().last(), Some(Event::Leave { why: Why::Stopped, .. })));
}

#[test]
fn only_the_moves_that_are_asked_for_are_played() {
    let start = game(START);
    let only = [Move::new(Square::H2, Square::H4), Move::new(Square::A2, Square::A3)];
    let (stop, mut tell) = (Stop::new(), |_: &Info| ());
    let question = Ask { only: &only, ..Ask::new(&start, Limits::depth(2), &stop, &mut tell) };
    let best = machine().think(question).expect("an answer").best;
    assert!(best.is_some_and(|m| only.contains(&m)), "{best:?}");
}

#[test]
fn progress_is_told() {
    let (game, mut told) =
        (game("r1b1kb1r/pppp1ppp/2n1q2n/1B2p1B1/3PP3/2P2N2/PP3PPP/RN1QK2R w KQkq - 3 7"), Vec::new());
    let report = machine()
        .think(Ask::new(&game, Limits::depth(3), &Stop::new(), &mut |info: &Info| told.push(info.clone())))
        .expect("an answer");
    let last = told.last().and_then(|info| info.line.clone()).expect("a line");
    assert_eq!(last.1.pv.first().copied(), report.best);
    assert!(told.iter().all(|info| info.nodes <= report.nodes));
}

#[test]
fn castling_en_passant_and_promotion_are_replayed_and_underpromotion_too() {
    let mut game = game("r3k2r/1P6/8/4pP2/8/8/6pP/R3K3 w Qkq e6 0 20");
    let mut engine = machine();
    for text in ["f5e6", "g2g1n", "e1c1", "e8g8", "b7a8q", "f8a8"] {
        let report = ask(&mut *engine, &game, Limits::depth(1));
        assert!(report.best.is_some_and(|m| game.position().is_legal(m)), "{:?}", report.resigns);
        game.play(game.position().read_uci(text).expect("a legal move"));
    }
    let fresh = AnyGame::new(game.position());
    let [played, shown] = [&game, &fresh].map(|game| ask(&mut *machine(), game, Limits::depth(2)));
    assert_eq!((played.best, played.nodes), (shown.best, shown.nodes));
}

#[test]
fn games_that_are_over_and_games_it_does_not_play_have_no_answer() {
    for fen in ["R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
        let report = ask(&mut *machine(), &game(fen), Limits::default());
        assert_eq!((report.best, report.resigns), (None, None), "{fen}");
    }
    let makruk = AnyGame::new(AnyPosition::start(VariantId::Makruk));
    let answer = machine().think(Ask::new(&makruk, Limits::default(), &Stop::new(), &mut |_| ()));
    let error = answer.expect_err("a refusal");
    assert!(matches!(error, EngineError::Variant { .. }));
    assert_eq!(error.to_string(), "SARGON does not play makruk");
}

#[test]
fn chess960_does_not_upset_it() {
    let game = game("nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w GBgb - 0 1");
    let report = ask(&mut *machine(), &game, Limits::depth(2));
    assert!(report.best.is_some_and(|m| game.position().is_legal(m)));
}
