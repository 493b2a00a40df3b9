//! Somebody else's programs, well behaved and not.

use std::path::Path;
use std::time::{Duration, Instant};

use kempelen_engine::{Ask, Engine, EngineError, GameClock, Info, Limits, OptionKind, Report, Score, Stop};
use kempelen_rules::{AnyGame, AnyPosition, VariantId};
use kempelen_uci::{Foreign, ForeignPatience};

const QUICK: ForeignPatience =
    ForeignPatience { handshake: Duration::from_millis(1500), grace: Duration::from_millis(200) };

fn fake(manner: &str) -> Result<Foreign, EngineError> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/engine.sh");
    Foreign::start_with(&format!("sh \"{script}\" {manner}"), QUICK)
}

fn start() -> AnyGame {
    AnyGame::new(AnyPosition::start(VariantId::Chess))
}

fn think(engine: &mut Foreign, game: &AnyGame, limits: Limits) -> Result<Report, EngineError> {
    engine.think(Ask::new(game, limits, &Stop::new(), &mut |_| ()))
}

fn failure(answer: Result<Report, EngineError>) -> String {
    match answer {
        Err(EngineError::Failed(why)) => why,
        other => panic!("{other:?}"),
    }
}

fn illegal_move(answer: Result<Report, EngineError>) -> String {
    match answer {
        Err(EngineError::IllegalMove(why)) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_program_is_asked_and_answers() {
    let mut engine = fake("normal").unwrap();
    assert_eq!((engine.about().name, engine.about().authors), ("Fake normal", &["Nobody"][..]));
    assert_eq!(engine.about().variants, [VariantId::Chess]);
    let names: Vec<String> = engine.options().into_iter().map(|spec| spec.name).collect();
    assert_eq!(names, ["Hash", "Style Of Play", "Clear Hash"]);
    assert!(
        matches!(&engine.options()[1].kind, OptionKind::Combo { choices, .. } if choices[1] == "Wild At Heart")
    );
    engine.set_option("style of play", "wild at heart").unwrap();
    assert!(engine.set_option("Hash", "65").is_err() && engine.set_option("Nonsense", "1").is_err());

    let mut game = start();
    for text in ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "e1g1", "a7a6"] {
        game.play(game.position().read_uci(text).unwrap());
    }
    let mut game_before = start();
    let mut told = Vec::new();
    let clock = GameClock {
        remaining: Duration::from_mins(1),
        increment: Duration::from_millis(500),
        moves_to_go: Some(12),
    };
    let limits = Limits { clock: Some(clock), nodes: Some(5), ..Limits::depth(9) };
    let report = engine
        .think(Ask::new(&game_before, limits, &Stop::new(), &mut |info| told.push(info.clone())))
        .unwrap();
    assert_eq!(report.best.map(|m| m.to_string()).as_deref(), Some("e2e4"));
    assert_eq!((report.score(), report.nodes), (Some(Score::Cp(20)), 20));
    let text = told[0].text.clone().unwrap();
    assert_eq!(
        text,
        "asked depth 9 nodes 5 wtime 60000 winc 500 btime 60000 binc 500 movestogo 12 at startpos after \
         name Style Of Play value Wild At Heart"
    );
    // The moves of a game are passed on, and an answer that is illegal after them is refused.
    let why = illegal_move(think(&mut engine, &game, Limits::depth(1)));
    assert!(why.contains("Fake normal") && why.contains("\"e2e4\""), "{why}");
    game_before.play(game_before.position().read_uci("e2e3").unwrap());
    assert!(think(&mut engine, &game_before, Limits::depth(1)).is_err());
    assert!(think(&mut engine, &start(), Limits::depth(1)).is_ok(), "it is still there");
}

#[test]
fn the_game_is_passed_on_as_it_was_played() {
    let mut engine = fake("normal").unwrap();
    let fen = "4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1";
    let mut game = AnyGame::new(AnyPosition::from_fen(VariantId::Chess, fen).unwrap());
    let mut heard = String::new();
    let mut ask = |game: &AnyGame| {
        let mut tell = |info: &Info| heard = info.text.clone().unwrap_or(heard.clone());
        let _ = engine.think(Ask::new(game, Limits::time(Duration::from_millis(7)), &Stop::new(), &mut tell));
        heard.clone()
    };
    assert!(ask(&game).starts_with(&format!("asked movetime 7 at fen {fen} after")));
    for text in ["e1g1", "e8d8"] {
        game.play(game.position().read_uci(text).unwrap());
    }
    assert!(ask(&game).starts_with(&format!("asked movetime 7 at fen {fen} moves e1g1 e8d8 after")));
}

#[test]
fn programs_that_do_not_start_or_speak_are_named() {
    let start = |command: &str| Foreign::start_with(command, QUICK).err().expect("it fails").to_string();
    assert!(start("/nowhere/at/all").contains("/nowhere/at/all does not start"));
    assert!(start("").contains("followed by a program"));
    let begun = Instant::now();
    assert!(fake("mute").err().unwrap().to_string().contains("did not answer \"uci\" in time"));
    assert!(begun.elapsed() < Duration::from_secs(5));
    let dead = fake("dead").err().unwrap().to_string();
    assert!(dead.contains("status: 3"), "{dead}");
}

#[test]
fn a_crash_is_reported_and_the_program_started_again() {
    let mut engine = fake("crash").unwrap();
    for _ in 0..2 {
        let why = failure(think(&mut engine, &start(), Limits::depth(1)));
        assert!(why.contains("has ended") && why.contains("status: 7"), "{why}");
    }
}

#[test]
fn a_program_that_hangs_is_ended() {
    let mut engine = fake("deaf").unwrap();
    let begun = Instant::now();
    let why = failure(think(&mut engine, &start(), Limits::time(Duration::from_millis(10))));
    assert!(why.contains("did not stop"), "{why}");
    drop(engine);
    assert!(begun.elapsed() < Duration::from_secs(4));
}

#[test]
fn illegal_moves_and_no_moves_are_told_apart() {
    let why = illegal_move(think(&mut fake("illegal").unwrap(), &start(), Limits::depth(1)));
    assert!(why.contains("\"e2e5\" is not a legal move here"), "{why}");
    let report = think(&mut fake("none").unwrap(), &start(), Limits::depth(1)).unwrap();
    assert!(report.best.is_none() && report.resigns.is_some());
}

#[test]
fn junk_between_the_lines_is_skipped() {
    let report = think(&mut fake("junk").unwrap(), &start(), Limits::depth(1)).unwrap();
    assert_eq!(report.score(), Some(Score::Cp(17)));
    assert_eq!(report.pv().len(), 2);
    assert_eq!(report.ponder.map(|m| m.to_string()).as_deref(), Some("e7e5"));
}

#[test]
fn stop_and_ponderhit_are_passed_on() {
    let mut engine = fake("patient").unwrap();
    for (limits, hit) in [(Limits::default(), false), (Limits { ponder: true, ..Limits::depth(3) }, true)] {
        let (stop, mut said) = (Stop::new(), None);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(50));
                if hit { stop.hit() } else { stop.stop() }
            });
            let game = start();
            let mut tell = |info: &Info| said = info.text.clone().or(said.clone());
            engine.think(Ask::new(&game, limits, &stop, &mut tell)).unwrap();
        });
        assert_eq!(said.as_deref(), Some(if hit { "ponderhit" } else { "stop" }));
    }
}

#[test]
fn what_cannot_be_played_is_refused() {
    let mut engine = fake("normal").unwrap();
    let makruk = AnyGame::new(AnyPosition::start(VariantId::Makruk));
    assert!(matches!(think(&mut engine, &makruk, Limits::depth(1)), Err(EngineError::Variant { .. })));
    let chess960 = AnyPosition::from_fen(VariantId::Chess, "4k3/8/8/8/8/8/8/5KR1 w G - 0 1").unwrap();
    let answer = think(&mut engine, &AnyGame::new(chess960), Limits::depth(1));
    assert!(matches!(answer, Err(EngineError::Position(why)) if why.contains("Chess960")));
    let mated = AnyPosition::from_fen(VariantId::Chess, "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").unwrap();
    assert_eq!(think(&mut engine, &AnyGame::new(mated), Limits::depth(1)).unwrap().best, None);
}

/// The strong ones, where they are installed.
#[test]
fn stockfish_plays_chess_and_its_cousin_makruk() {
    const STOCKFISH: &str = "/usr/games/stockfish";
    const FAIRY: &str = "/usr/games/fairy-stockfish";
    if Path::new(STOCKFISH).exists() {
        let mut engine = Foreign::start(STOCKFISH).unwrap();
        engine.set_option("MultiPV", "3").unwrap();
        let mate = AnyPosition::from_fen(VariantId::Chess, "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1").unwrap();
        let report = think(&mut engine, &AnyGame::new(mate), Limits::depth(8)).unwrap();
        assert_eq!(report.best.map(|m| m.to_string()).as_deref(), Some("a1a8"));
        assert_eq!((report.score(), report.lines.len()), (Some(Score::Mate(1)), 3));
        let odd = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
        let odd = AnyGame::new(AnyPosition::from_fen(VariantId::Chess, odd).unwrap());
        let report = think(&mut engine, &odd, Limits::depth(6)).unwrap();
        assert!(odd.position().is_legal(report.best.unwrap()));
        // Castling is understood also where it is written as in Chess960 without need.
        engine.set_option("UCI_Chess960", "true").unwrap();
        let mut castled = start();
        for text in ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "e1g1"] {
            castled.play(castled.position().read_uci(text).unwrap());
        }
        let report = think(&mut engine, &castled, Limits::depth(6)).unwrap();
        assert!(castled.position().is_legal(report.best.unwrap()));
        engine.set_option("UCI_Chess960", "false").unwrap();
        // And back to orthodox chess, where castling is spelled otherwise.
        let report = think(&mut engine, &start(), Limits::nodes(2000)).unwrap();
        assert!(start().position().is_legal(report.best.unwrap()) && report.nodes >= 1000);
    }
    if Path::new(FAIRY).exists() {
        let mut engine = Foreign::start(FAIRY).unwrap();
        assert!(engine.about().plays(VariantId::Makruk) && engine.about().plays(VariantId::Chess));
        let mut game = AnyGame::new(AnyPosition::start(VariantId::Makruk));
        for _ in 0..12 {
            let report = think(&mut engine, &game, Limits::depth(4)).unwrap();
            game.play(report.best.unwrap());
        }
        let report = think(&mut engine, &start(), Limits::depth(4)).unwrap();
        assert!(start().position().is_legal(report.best.unwrap()));
    }
}
