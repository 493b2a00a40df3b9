//! The zero worker as an engine.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use kempelen_engine::{Ask, Engine, EngineError, Figure, GameClock, Info, Limits, Report, Score, Stop};
use kempelen_rules::{AnyGame, AnyPosition, Move, VariantId};
use kempelen_trace::{Event, Trace};
use kempelen_zero::Zero;

fn game(variant: VariantId, fen: &str) -> AnyGame {
    AnyGame::new(AnyPosition::from_fen(variant, fen).expect("a FEN"))
}

fn chess(fen: &str) -> AnyGame {
    game(VariantId::Chess, fen)
}

fn start() -> AnyGame {
    AnyGame::new(AnyPosition::start(VariantId::Chess))
}

fn ask(engine: &mut Zero, game: &AnyGame, limits: Limits) -> Report {
    engine.think(Ask::new(game, limits, &Stop::new(), &mut |_: &Info| {})).expect("an answer")
}

fn engine(options: &[(&str, &str)]) -> Zero {
    let mut engine = Zero::default();
    for (name, value) in options {
        engine.set_option(name, value).expect("an option");
    }
    engine
}

fn model(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/models").join(name).to_string_lossy().into_owned()
}

/// What must be the same when the same is asked again.
fn gist(report: &Report) -> (Option<Move>, u64, String) {
    let details: Vec<_> = report.details.figures.iter().filter(|(name, _)| *name != "tree").collect();
    (report.best, report.nodes, format!("{:?} {details:?}", report.lines))
}

const MIDDLE: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";

#[test]
fn it_says_when_it_plays_without_a_model() {
    let mut said = Vec::new();
    let mut tell = |info: &Info| said.extend(info.text.clone());
    let report = engine(&[])
        .think(Ask::new(&start(), Limits::nodes(100), &Stop::new(), &mut tell))
        .expect("an answer");
    assert!(said.iter().any(|text| text.contains("without a model")), "{said:?}");
    assert!(report.details["plays_with"].as_word().is_some_and(|text| text.contains("without a model")));
    let model = model("material.onnx");
    let report = ask(&mut engine(&[("Model", &model)]), &start(), Limits::nodes(50));
    assert_eq!(report.details["plays_with"], "rten, material.onnx, 1 threads".into());
}

#[test]
fn it_reports_visits_priors_values_and_chances() {
    let report = ask(&mut engine(&[("MultiPV", "3")]), &chess(MIDDLE), Limits::nodes(2000));
    assert_eq!(report.nodes, 2000);
    assert_eq!(report.lines.len(), 3);
    for line in &report.lines {
        let [win, draw, loss] = line.wdl.expect("chances");
        assert_eq!(win + draw + loss, 1000);
        assert!(line.score.is_some() && !line.pv.is_empty() && line.depth > 0);
    }
    assert_eq!(report.best, report.lines[0].pv.first().copied());
    assert_eq!(report.ponder, report.lines[0].pv.get(1).copied());
    let moves = report.details["moves"].as_list().expect("moves");
    assert_eq!(moves.len(), chess(MIDDLE).position().legal_moves().len());
    let visits: i64 = moves.iter().map(|m| m["visits"].as_whole().expect("a number")).sum();
    assert_eq!(visits + 1, 2000);
    let priors: f64 = moves.iter().map(|m| m["prior"].as_real().expect("a number")).sum();
    assert!((priors - 1.0).abs() < 1e-3);
    for name in ["q", "u", "value", "wdl", "proof", "move"] {
        assert!(matches!(&moves[0], Figure::Group(figures) if figures.get(name).is_some()), "{name}");
    }
}

#[test]
fn the_same_question_gets_the_same_answer() {
    let model = model("material.onnx");
    for options in [
        vec![],
        vec![("Model", model.as_str()), ("Batch", "4")],
        vec![("Noise", "true"), ("Temperature", "1000"), ("Seed", "9")],
        vec![("Gumbel", "true")],
    ] {
        let mut zero = engine(&options);
        let first = gist(&ask(&mut zero, &chess(MIDDLE), Limits::nodes(300)));
        assert_eq!(gist(&ask(&mut zero, &chess(MIDDLE), Limits::nodes(300))), first, "twice: {options:?}");
        ask(&mut zero, &start(), Limits::nodes(100));
        assert_eq!(
            gist(&ask(&mut zero, &chess(MIDDLE), Limits::nodes(300))),
            first,
            "after another: {options:?}"
        );
        zero.new_game();
        assert_eq!(gist(&ask(&mut zero, &chess(MIDDLE), Limits::nodes(300))), first, "new game: {options:?}");
        let mut trace = Trace::new();
        let watched = zero
            .think_aloud(
                Ask::new(&chess(MIDDLE), Limits::nodes(300), &Stop::new(), &mut |_: &Info| {}),
                &mut trace,
            )
            .expect("an answer");
        assert_eq!(gist(&watched), first, "watched: {options:?}");
        let backups = trace.events().iter().filter(|event| matches!(event, Event::Backup { .. })).count();
        assert!(backups >= 300, "{backups}");
    }
}

/// A seed that were the same for every move and every game would play the same dice again and again.
#[test]
fn dice_differ_from_move_to_move_and_from_seed_to_seed() {
    let noisy = |seed: &str| engine(&[("Noise", "true"), ("Temperature", "1000"), ("Seed", seed)]);
    let firsts: Vec<Option<Move>> = (0..12)
        .map(|seed: i32| ask(&mut noisy(&seed.to_string()), &start(), Limits::nodes(60)).best)
        .collect();
    assert!(firsts.iter().any(|m| *m != firsts[0]), "{firsts:?}");
    // The same position at another ply of the game gets other noise.
    let mut shuffled = start();
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
        let m = shuffled.position().read_uci(text).expect("legal");
        shuffled.play(m);
    }
    let visits = |report: &Report| format!("{:?}", report.details["moves"]);
    let here = ask(&mut noisy("1"), &start(), Limits::nodes(200));
    let there = ask(&mut noisy("1"), &shuffled, Limits::nodes(200));
    assert_ne!(visits(&here), visits(&there));
}

#[test]
fn mates_are_announced() {
    let report = ask(&mut engine(&[]), &chess("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"), Limits::nodes(2000));
    assert_eq!(report.score(), Some(Score::Mate(2)));
    assert_eq!(report.best.map(|m| m.to_string()).as_deref(), Some("a1a6"));
    assert!(report.nodes < 2000, "a proof ends the search");
    assert_eq!(report.lines[0].wdl, Some([1000, 0, 0]));
    // The other side: being mated, with the longest defence first.
    let lost = ask(&mut engine(&[]), &chess("7k/8/5K2/6Q1/8/8/8/8 b - - 0 1"), Limits::nodes(20_000));
    assert!(matches!(lost.score(), Some(Score::Mate(n)) if n < 0), "{:?}", lost.score());
    let enough = Limits { mate: Some(2), ..Limits::default() };
    let report = ask(&mut engine(&[]), &chess("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"), enough);
    assert_eq!(report.score(), Some(Score::Mate(2)));
    let makruk = game(VariantId::Makruk, "k7/8/1K6/8/8/8/8/7R w - 32 6 50");
    assert_eq!(ask(&mut engine(&[]), &makruk, Limits::nodes(300)).score(), Some(Score::Mate(1)));
}

#[test]
fn a_model_decides_where_rules_do_not() {
    let model = model("material.onnx");
    // A queen stands to be taken, by a pawn or by a rook.
    let hanging = chess("4k3/8/8/3q4/4P3/8/8/3RK3 w - - 0 1");
    for backend in ["auto", "rten"] {
        let report =
            ask(&mut engine(&[("Model", &model), ("Backend", backend)]), &hanging, Limits::nodes(200));
        let best = report.best.expect("a move").to_string();
        assert!(best == "e4d5" || best == "d1d5", "{best}");
        assert!(matches!(report.score(), Some(Score::Cp(cp)) if cp > 50), "{:?}", report.score());
    }
    let makruk = game(VariantId::Makruk, "8/3k4/8/3r4/4P3/3R4/8/3K4 w - - 0 1");
    let material = self::model("material-makruk.onnx");
    let best = ask(&mut engine(&[("Model", &material)]), &makruk, Limits::nodes(200)).best;
    assert!(best.is_some_and(|m| m.to().to_string() == "d5"), "{best:?}");
}

#[test]
fn limits_are_kept() {
    let mut zero = engine(&[]);
    for nodes in [1, 2, 10, 777] {
        assert_eq!(ask(&mut zero, &start(), Limits::nodes(nodes)).nodes, nodes);
    }
    assert_eq!(ask(&mut zero, &start(), Limits::depth(4)).nodes, 32 << 4);
    let clock = Instant::now();
    ask(&mut zero, &start(), Limits::time(Duration::from_millis(200)));
    assert!(
        (Duration::from_millis(150)..Duration::from_millis(1500)).contains(&clock.elapsed()),
        "{:?}",
        clock.elapsed()
    );
    let limits = Limits {
        clock: Some(GameClock { remaining: Duration::from_secs(2), ..GameClock::default() }),
        ..Limits::default()
    };
    let clock = Instant::now();
    ask(&mut zero, &start(), limits);
    assert!(clock.elapsed() < Duration::from_millis(1500));
    zero.set_option("Visits", "50").expect("an option");
    assert_eq!(ask(&mut zero, &start(), Limits::nodes(1000)).nodes, 50);
    let mut small = engine(&[("Hash", "1")]);
    let report = ask(&mut small, &start(), Limits::nodes(10_000_000));
    let tree = &report.details["tree"];
    assert!(report.best.is_some() && report.nodes > 1000);
    assert!(tree["bytes_taken"].as_whole().is_some_and(|bytes| bytes <= 1 << 20), "{tree:?}");
}

#[test]
fn it_stops_when_told_and_ponders_until_hit() {
    let (stop, game) = (Stop::new(), start());
    let limits = Limits { infinite: true, ..Limits::default() };
    let other = stop.clone();
    let clock = Instant::now();
    let stopper = thread::spawn(move || {
        thread::sleep(Duration::from_millis(150));
        other.stop();
    });
    let report = engine(&[]).think(Ask::new(&game, limits, &stop, &mut |_: &Info| {})).expect("an answer");
    stopper.join().expect("a thread");
    assert!(report.best.is_some());
    assert!((Duration::from_millis(140)..Duration::from_millis(1500)).contains(&clock.elapsed()));
    // Told before it has begun, it still has a move to give, and one of those it may.
    let game = start();
    let stopped = Stop::new();
    stopped.stop();
    let only = [game.position().read_uci("h2h3").expect("legal")];
    let mut tell = |_: &Info| {};
    let ask = Ask { only: &only, ..Ask::new(&game, Limits::nodes(1000), &stopped, &mut tell) };
    assert_eq!(engine(&[]).think(ask).expect("an answer").best, Some(only[0]));
    // Even a proven mate is kept back until the opponent has moved.
    let (stop, game) = (Stop::new(), chess("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"));
    let limits = Limits { ponder: true, ..Limits::time(Duration::from_millis(50)) };
    let other = stop.clone();
    let clock = Instant::now();
    let hitter = thread::spawn(move || {
        thread::sleep(Duration::from_millis(200));
        other.hit();
    });
    let report = engine(&[]).think(Ask::new(&game, limits, &stop, &mut |_: &Info| {})).expect("an answer");
    hitter.join().expect("a thread");
    assert_eq!(report.score(), Some(Score::Mate(1)));
    assert!(clock.elapsed() >= Duration::from_millis(200));
}

#[test]
fn threads_share_one_tree() {
    let model = model("material.onnx");
    for options in [vec![("Threads", "4")], vec![("Threads", "3"), ("Model", model.as_str()), ("Batch", "4")]]
    {
        let report = ask(&mut engine(&options), &chess(MIDDLE), Limits::nodes(1500));
        assert_eq!(report.nodes, 1500);
        let moves = report.details["moves"].as_list().expect("moves");
        let visits: i64 = moves.iter().map(|m| m["visits"].as_whole().expect("a number")).sum();
        assert_eq!(visits + 1, 1500, "no visit is lost or counted twice");
        let report =
            ask(&mut engine(&options), &chess("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), Limits::nodes(5000));
        assert_eq!(report.score(), Some(Score::Mate(1)));
    }
}

#[test]
fn what_cannot_be_played_is_answered() {
    let mated = ask(&mut engine(&[]), &chess("7k/5KQ1/8/8/8/8/8/8 b - - 0 80"), Limits::nodes(10));
    assert_eq!((mated.best, mated.score()), (None, Some(Score::Mate(0))));
    let stale = ask(&mut engine(&[]), &chess("7k/5Q2/6K1/8/8/8/8/8 b - - 0 80"), Limits::nodes(10));
    assert_eq!((stale.best, stale.score()), (None, Some(Score::Cp(0))));
    // A draw by the rules can still be played on.
    assert!(
        ask(&mut engine(&[]), &chess("8/8/4k3/8/8/4K3/8/8 w - - 120 90"), Limits::nodes(10)).best.is_some()
    );
    for (name, wanted) in [
        ("nowhere.onnx", "No such file"),
        ("bad-values.onnx", "not a number"),
        ("make.py", "no model that can be run"),
        ("material-makruk.onnx", "for chess"),
    ] {
        let mut zero = engine(&[("Model", &model(name))]);
        let error = zero.think(Ask::new(&start(), Limits::nodes(10), &Stop::new(), &mut |_: &Info| {}));
        let Err(EngineError::Failed(text)) = error else { panic!("{name} was accepted") };
        assert!(text.contains(wanted), "{text}");
        zero.set_option("Model", "").expect("an option");
        assert!(ask(&mut zero, &start(), Limits::nodes(10)).best.is_some(), "it recovers");
    }
    assert!(Zero::default().set_option("Backend", "tpu").is_err());
}

#[test]
fn a_game_goes_on_from_its_tree() {
    let mut zero = engine(&[]);
    let mut game = start();
    let first = ask(&mut zero, &game, Limits::nodes(3000));
    game.play(first.best.expect("a move"));
    game.play(first.ponder.expect("an answer"));
    let second = ask(&mut zero, &game, Limits::nodes(100));
    assert_eq!(second.nodes, 100);
    assert!(
        second.details["visits"].as_whole().is_some_and(|visits| visits > 100),
        "{:?}",
        second.details["visits"]
    );
}
