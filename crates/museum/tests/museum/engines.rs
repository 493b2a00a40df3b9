//! The machines behind the door that all engines share: judged by the laws, told aloud, stopped in time.

use std::time::{Duration, Instant};

use crate::common::{octave_at, sameshi_at};
use kempelen_engine::{
    Ask, Engine, EngineError, GameClock, Info, Limits, OwnChoice, RegistryEntry, Report, Score, Stop,
};
use kempelen_museum::{mint, octave, sameshi};
use kempelen_rules::{AnyGame, AnyPosition, Move, Role, Square, VariantId};
use kempelen_trace::{Event, Trace};

/// These searches would last for minutes; so much tells obedience from the lack of it, on a busy machine too.
const PROMPT: Duration = Duration::from_secs(2);

fn game(fen: &str) -> AnyGame {
    AnyGame::new(
        AnyPosition::from_fen(VariantId::Chess, fen).unwrap_or_else(|error| panic!("{fen}: {error}")),
    )
}

fn think(entry: RegistryEntry, fen: &str, limits: Limits) -> Report {
    (entry.make)().think(Ask::new(&game(fen), limits, &Stop::new(), &mut |_| ())).expect("an answer")
}

const MIDDLE: &str = "r1bqkbnr/pp1pp1pp/n1p5/5p2/3P1N2/P7/1PP1PPPP/RNBQKB1R b KQkq - 0 1";

#[test]
fn reports_say_what_the_machines_found() {
    let report = think(sameshi::entry(), MIDDLE, Limits::default());
    let own = sameshi_at(MIDDLE).think(sameshi::DEPTH);
    assert_eq!((report.best, report.nodes), (own.best, own.nodes));
    assert_eq!(report.score(), Some(Score::Cp(own.score.0 * 100)));
    assert_eq!(report.details["raw"]["score"], own.score.0.into());

    let report = think(octave::entry(), MIDDLE, Limits::depth(2));
    let own = octave_at(MIDDLE).think(2);
    assert_eq!((report.best, report.nodes), (own.best, own.nodes));
    assert_eq!(report.details["raw"]["value"], own.value.0.into());
    assert_eq!(report.details["raw"]["static_eval"], own.static_eval.0.into());
    assert_eq!(report.details["move"], own.best.expect("a move").to_string().into());
}

/// Values of the Octave game are Black's; a report is the mover's.
#[test]
fn scores_are_seen_from_the_mover() {
    let black_is_better = "4k3/8/8/8/8/8/r7/4K3";
    for (turn, sign) in [("w", -1), ("b", 1)] {
        let report = think(octave::entry(), &format!("{black_is_better} {turn} - - 0 1"), Limits::depth(1));
        let Some(Score::Cp(cp)) = report.score() else { panic!("{report:?}") };
        assert!(sign * cp > 300, "{turn} {cp}");
        let value = report.details["raw"]["value"].as_real().unwrap();
        assert_eq!(cp, sign * (value * 100.0).round() as i32);
    }
}

/// The positions and the machine's own moves are the original's.
#[test]
fn sameshi_is_told_where_its_move_is_against_the_laws() {
    for (fen, own) in [
        ("rnbqk2r/p1p2p1p/4p3/1p1p4/3P1p2/P6R/Q3PN2/RN3K2 b - - 0 1", "e6e4"),
        ("8/8/2K5/3P2k1/8/8/2p5/8 b - - 0 1", "c2c1"),
    ] {
        let report = think(sameshi::entry(), fen, Limits::default());
        let played = report.best.expect("it has other moves");
        assert!(game(fen).position().is_legal(played), "{fen} {played}");
        let replaced = OwnChoice::Replaced { wanted: Some(own.to_owned()), plays: Some(played.to_string()) };
        assert_eq!(report.details.own_choice, Some(replaced));
        assert_eq!(report.pv(), [played]);
        assert_eq!(report.resigns, None);
    }
}

#[test]
fn a_machine_without_a_legal_answer_resigns() {
    // The only legal move is a promotion, which sameshi does not know as such.
    let report = think(sameshi::entry(), "k7/6P1/8/8/8/8/5q2/7K w - - 0 1", Limits::default());
    assert_eq!((report.best, report.lines.len()), (None, 0));
    assert!(report.resigns.is_some_and(|why| why.contains("g7g8")), "it says why");
    // The only legal move is to capture in passing, of which the Octave game has never heard.
    let report = think(octave::entry(), "k7/8/3p4/2pP4/8/8/5q2/7K w - c6 0 1", Limits::default());
    assert_eq!(report.best, None);
    assert!(report.resigns.is_some());
}

#[test]
fn a_game_that_is_over_has_no_answer_and_nobody_resigns() {
    for entry in [sameshi::entry(), octave::entry(), mint::entry()] {
        for fen in ["R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
            let report = think(entry, fen, Limits::default());
            assert_eq!((report.best, report.resigns), (None, None), "{} {fen}", entry.about.id);
        }
    }
}

#[test]
fn makruk_is_refused_by_those_who_do_not_play_it() {
    let makruk = AnyGame::new(AnyPosition::start(VariantId::Makruk));
    for entry in [sameshi::entry(), octave::entry(), mint::entry()] {
        let answer = (entry.make)().think(Ask::new(&makruk, Limits::depth(1), &Stop::new(), &mut |_| ()));
        if entry.about.plays(VariantId::Makruk) {
            assert!(answer.is_ok_and(|report| makruk.position().is_legal(report.best.unwrap())));
        } else {
            assert!(matches!(answer, Err(EngineError::Variant { .. })), "{}", entry.about.id);
        }
    }
}

#[test]
fn only_the_moves_that_are_asked_for_are_played() {
    let start = game("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let only = [Move::new(Square::H2, Square::H4), Move::new(Square::A2, Square::A3)];
    for entry in [sameshi::entry(), octave::entry(), mint::entry()] {
        let (stop, mut tell) = (Stop::new(), |_: &Info| ());
        let ask = Ask { only: &only, ..Ask::new(&start, Limits::depth(2), &stop, &mut tell) };
        let best = (entry.make)().think(ask).unwrap().best;
        assert!(best.is_some_and(|m| only.contains(&m)), "{} {best:?}", entry.about.id);
    }
}

#[test]
fn options_are_set_in_any_case_and_refused_when_wrong() {
    let mut engine = (sameshi::entry().make)();
    engine.set_option("depth", "2").unwrap();
    let own = sameshi_at(MIDDLE).think(2);
    let report = engine.think(Ask::new(&game(MIDDLE), Limits::default(), &Stop::new(), &mut |_| ())).unwrap();
    assert_eq!(report.nodes, own.nodes);
    assert!(engine.set_option("Depth", "0").is_err() && engine.set_option("Depth", "deep").is_err());
    assert!(engine.set_option("Hash", "16").is_err());
}

#[test]
fn a_stop_and_a_clock_are_obeyed() {
    let deep = Limits::depth(12);
    let kiwipete = game("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    for entry in [sameshi::entry(), octave::entry()] {
        let mut engine = (entry.make)();
        let mut answer = |limits, stop: &Stop| {
            let start = Instant::now();
            let report = engine.think(Ask::new(&kiwipete, limits, stop, &mut |_| ())).unwrap();
            assert!(report.best.is_some_and(|m| kiwipete.position().is_legal(m)));
            start.elapsed()
        };
        let stopped = Stop::new();
        stopped.stop();
        assert!(answer(deep, &stopped) < PROMPT);
        let time = Some(Duration::from_millis(50));
        assert!(answer(Limits { time, ..deep }, &Stop::new()) < PROMPT);
        let clock = Some(GameClock { remaining: Duration::from_secs(1), ..GameClock::default() });
        assert!(answer(Limits { clock, ..deep }, &Stop::new()) < PROMPT);
    }
}

#[test]
fn thinking_aloud_changes_nothing_and_nests() {
    for entry in [sameshi::entry(), octave::entry()] {
        // The second position makes sameshi search twice.
        for fen in [MIDDLE, "8/8/2K5/3P2k1/8/8/2p5/8 b - - 0 1"] {
            let (game, mut trace) = (game(fen), Trace::new());
            let aloud = (entry.make)()
                .think_aloud(Ask::new(&game, Limits::depth(3), &Stop::new(), &mut |_| ()), &mut trace)
                .unwrap();
            let quiet = think(entry, fen, Limits::depth(3));
            assert_eq!((aloud.best, aloud.nodes, aloud.score()), (quiet.best, quiet.nodes, quiet.score()));
            assert_eq!(check_trace(&trace.events()), aloud.nodes, "{} {fen}", entry.about.id);
        }
    }
}

/// Checks that events nest, that windows have their ends in order, and that a best score is what its move came back with, seen
/// from the other side. Returns the number of nodes.
fn check_trace(events: &[Event]) -> u64 {
    let (mut open, mut entered, mut left) = (0, 0, None);
    for event in events {
        match *event {
            Event::Iteration { .. } => assert_eq!(open, 0),
            Event::Enter { m, alpha, beta, .. } => {
                // Two values of the Octave game may differ by less than a trace can say.
                assert!(alpha <= beta && m.is_some() == (open > 0));
                open += 1;
                entered += 1;
            }
            Event::Leave { score, .. } => {
                open -= 1;
                left = Some(score);
            }
            Event::Best { score, .. } => assert_eq!(left, Some(-score)),
            _ => assert!(open > 0),
        }
    }
    assert_eq!(open, 0);
    entered
}

#[test]
fn progress_is_told_and_ends_with_the_best_move() {
    let (game, mut told) = (game(MIDDLE), Vec::new());
    let report = (sameshi::entry().make)()
        .think(Ask::new(&game, Limits::depth(4), &Stop::new(), &mut |info| told.push(info.clone())))
        .unwrap();
    let lines: Vec<_> = told.iter().filter_map(|info| info.line.as_ref()).collect();
    assert!(!lines.is_empty());
    assert!(lines.iter().all(|(_, line)| line.score.is_some() && game.position().is_legal(line.pv[0])));
    assert!(told.iter().all(|info| info.nodes <= report.nodes));
}

#[test]
fn mint_draws_the_same_lot_for_the_same_question() {
    let start = game("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let draw = |engine: &mut dyn Engine| {
        engine.think(Ask::new(&start, Limits::default(), &Stop::new(), &mut |_| ())).unwrap().best.unwrap()
    };
    let mut engine = (mint::entry().make)();
    let first = draw(&mut *engine);
    assert_eq!(draw(&mut *engine), first);
    engine.new_game();
    assert_eq!(draw(&mut *engine), first);
    let drawn: std::collections::BTreeSet<Move> = (0..400)
        .map(|seed: u32| {
            engine.set_option("seed", &seed.to_string()).unwrap();
            draw(&mut *engine)
        })
        .collect();
    assert_eq!(drawn.len(), 20, "all twenty first moves are drawn sooner or later");
}

#[test]
fn mint_makes_queens() {
    let report = think(mint::entry(), "k7/6P1/8/8/8/8/5q2/7K w - - 0 1", Limits::default());
    assert_eq!(report.best, Some(Move::promotion(Square::G7, Square::G8, Role::Queen)));
}
