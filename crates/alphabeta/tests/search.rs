//! What the search must find, and how it must behave.

use std::time::{Duration, Instant};

use kempelen_alphabeta::{Kempelen, bench};
use kempelen_engine::{Ask, Engine, GameClock, Info, Limits, Report, Score, ScoreBound, Stop};
use kempelen_rules::{AnyGame, AnyPosition, Move, VariantId};
use kempelen_testing::left_out;
use kempelen_trace::{Event, Trace, Why};

const CHESS: VariantId = VariantId::Chess;
const MAKRUK: VariantId = VariantId::Makruk;
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn game(variant: VariantId, fen: &str, moves: &str) -> AnyGame {
    let mut game =
        AnyGame::new(AnyPosition::from_fen(variant, fen).unwrap_or_else(|error| panic!("{fen}: {error}")));
    for text in moves.split_whitespace() {
        let m = game.position().read_uci(text).unwrap_or_else(|error| panic!("{error}"));
        game.play(m);
    }
    game
}

fn ask(engine: &mut Kempelen, game: &AnyGame, limits: Limits) -> Report {
    engine.think(Ask::new(game, limits, &Stop::new(), &mut |_: &Info| {})).expect("an answer")
}

fn think(variant: VariantId, fen: &str, depth: u8) -> Report {
    ask(&mut Kempelen::default(), &game(variant, fen, ""), Limits::depth(depth))
}

#[test]
fn mates_are_found_with_their_distance() {
    let cases = [
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 4, 1),
        ("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 8, 2),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 10, 3),
        ("1rr4k/4n1pp/7N/8/8/8/Q4PPP/6K1 w - - 0 1", 8, 2),
    ];
    for (fen, depth, moves) in cases {
        assert_eq!(think(CHESS, fen, depth).score(), Some(Score::Mate(moves)), "{fen}");
    }
    assert_eq!(think(MAKRUK, "7k/R7/6K1/8/8/8/8/8 w - - 0 1", 4).score(), Some(Score::Mate(1)));
}

#[test]
fn a_mate_that_is_asked_for_is_found_in_zugzwang_too() {
    // Paul Morphy's problem: every black move loses, and a pass would not.
    let game = game(CHESS, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "");
    let limits = Limits { mate: Some(2), depth: Some(4), ..Limits::default() };
    let report = ask(&mut Kempelen::default(), &game, limits);
    assert_eq!(report.score(), Some(Score::Mate(2)));
    assert_eq!(report.best.map(|m| m.to_string()).as_deref(), Some("a1a6"));
}

#[test]
fn being_mated_is_told_as_such() {
    let report = think(CHESS, "k7/8/8/8/8/8/R7/1R4K1 b - - 0 1", 6);
    assert_eq!(report.best, None, "mate is on the board already");
    assert_eq!(report.score(), Some(Score::Mate(0)));
    let report = think(CHESS, "7k/8/8/8/8/8/R7/1R4K1 b - - 0 1", 8);
    assert!(matches!(report.score(), Some(Score::Mate(moves)) if moves < 0), "{:?}", report.score());
}

#[test]
fn stalemate_is_avoided_by_the_winner_and_sought_by_the_loser() {
    // Qg6 would be stalemate; anything sensible mates soon.
    let report = think(CHESS, "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", 8);
    assert!(matches!(report.score(), Some(Score::Mate(1))), "{:?}", report.score());
    // Ke6 is stalemate, and every other move gives up the pawn.
    assert_eq!(think(CHESS, "4k3/4P3/3K4/8/8/8/8/8 w - - 0 1", 8).score(), Some(Score::Cp(0)));
    assert_eq!(think(CHESS, "5k2/5P2/5K2/8/8/8/8/8 b - - 0 1", 8).score(), Some(Score::Cp(0)));
}

#[test]
fn a_side_that_is_ahead_does_not_repeat() {
    let start = "6k1/5ppp/8/8/8/5Q2/5PPP/6K1 w - - 0 1";
    let game = game(CHESS, start, "f3d1 g8f8 d1f3 f8g8 f3d1 g8f8 d1f3 f8g8");
    let report = ask(&mut Kempelen::default(), &game, Limits::depth(6));
    assert!(report.score().expect("a score").as_cp() > 300);
    assert_ne!(report.best.map(|m| m.to_string()).as_deref(), Some("f3d1"), "the third time is a draw");
}

#[test]
fn a_side_that_is_behind_repeats() {
    // Perpetual check is all there is.
    let report = think(CHESS, "6k1/6p1/8/6K1/8/8/1q6/5Q2 w - - 0 1", 10);
    assert!(report.score().expect("a score").as_cp().abs() < 150);
}

#[test]
fn counting_decides_endings_of_makruk() {
    // Mate in one on the last ply of the count is still mate ...
    let report = think(MAKRUK, "6k1/R7/6K1/8/8/8/8/8 w - 32 31 60", 6);
    assert_eq!(report.score(), Some(Score::Mate(1)));
    // ... and one ply later nothing is left to be won.
    let report = think(MAKRUK, "7k/R7/8/5K2/8/8/8/8 w - 32 31 60", 6);
    assert_eq!(report.score(), Some(Score::Cp(0)));
}

#[test]
fn the_same_question_gets_the_same_answer() {
    for (variant, fen) in [(CHESS, KIWIPETE), (MAKRUK, VariantId::Makruk.start())] {
        let game = game(variant, fen, "");
        let mut engine = Kempelen::default();
        for limits in [Limits::depth(9), Limits::nodes(30_000)] {
            let answers: Vec<_> = (0..3)
                .map(|round| {
                    if round == 2 {
                        engine.new_game();
                    }
                    let report = ask(&mut engine, &game, limits);
                    (report.best, report.lines, report.nodes)
                })
                .collect();
            assert_eq!(answers[0], answers[1]);
            assert_eq!(answers[0], answers[2]);
        }
    }
}

#[test]
fn watching_changes_nothing() {
    for (variant, fen) in [(CHESS, KIWIPETE), (MAKRUK, VariantId::Makruk.start())] {
        let game = game(variant, fen, "");
        let alone = ask(&mut Kempelen::default(), &game, Limits::depth(8));
        let mut trace = Trace::new();
        let watched = Kempelen::default()
            .think_aloud(Ask::new(&game, Limits::depth(8), &Stop::new(), &mut |_: &Info| {}), &mut trace)
            .expect("an answer");
        assert_eq!((alone.best, &alone.lines, alone.nodes), (watched.best, &watched.lines, watched.nodes));
        let entered = trace.events().iter().filter(|event| matches!(event, Event::Enter { .. })).count();
        let left = trace.events().iter().filter(|event| matches!(event, Event::Leave { .. })).count();
        assert_eq!(
            (entered, entered as u64),
            (left, watched.nodes),
            "every node is entered once and left once"
        );
    }
}

#[test]
fn node_limits_are_kept() {
    let game = game(CHESS, KIWIPETE, "");
    // The first iteration is always finished, so that there is a move to play.
    let first = ask(&mut Kempelen::default(), &game, Limits::depth(1)).nodes;
    for nodes in [1, 100, 5_000, 77_777] {
        let report = ask(&mut Kempelen::default(), &game, Limits::nodes(nodes));
        assert!(report.best.is_some());
        assert_eq!(report.nodes, nodes.max(first));
    }
}

/// What the search of a root move came to: the score, and the window it fell into or not.
struct Saying {
    m: Option<Move>,
    score: i32,
    window: (i32, i32),
    depth: u8,
}

/// All that was said of root moves, read from the events: each time one was left, with the root's window as it was
/// opened; what other moves have done to its lower end since does not matter for the best one.
fn sayings(trace: &Trace) -> Vec<Saying> {
    let (mut ply, mut window, mut depth, mut said) = (0, (0, 0), 0, Vec::new());
    let mut m = None;
    for event in trace.events() {
        match event {
            Event::Iteration { depth: now } => depth = now,
            Event::Enter { m: entered, alpha, beta, .. } => {
                ply += 1;
                match ply {
                    1 => window = (alpha, beta),
                    2 => m = entered,
                    _ => {}
                }
            }
            Event::Leave { score, why } => {
                if ply == 2 && why != Why::Stopped {
                    said.push(Saying { m, score: -score, window, depth });
                }
                ply -= 1;
            }
            _ => {}
        }
    }
    said
}

/// A search may be broken off between two windows, where all that is known of the best move is a bound; it must not be
/// told as more.
#[test]
fn a_score_that_is_only_a_bound_is_told_as_one() {
    let game = game(CHESS, KIWIPETE, "");
    let mut bounds = 0;
    for nodes in (2_000..60_000).step_by(4_000) {
        let mut trace = Trace::new();
        let (stop, mut tell) = (Stop::new(), |_: &Info| {});
        let ask = Ask::new(&game, Limits::nodes(nodes), &stop, &mut tell);
        let report = Kempelen::default().think_aloud(ask, &mut trace).expect("an answer");
        let line = &report.lines[0];
        let score = line.score.expect("a score").as_cp();
        let fits = |said: &Saying| {
            let found = match line.bound {
                ScoreBound::Exact => said.window.0 < score && score < said.window.1,
                ScoreBound::Lower => score >= said.window.1,
                ScoreBound::Upper => score <= said.window.0,
            };
            found && said.m == report.best && said.score == score && said.depth == line.depth
        };
        assert!(sayings(&trace).iter().any(fits), "{nodes}: {line:?}");
        bounds += usize::from(line.bound != ScoreBound::Exact);
    }
    assert!(bounds > 0, "none of these searches was broken off between two windows");
}

#[test]
fn soft_node_limits_let_an_iteration_end() {
    for (variant, fen) in [(CHESS, KIWIPETE), (MAKRUK, VariantId::Makruk.start())] {
        let game = game(variant, fen, "");
        let to_depth = |depth| ask(&mut Kempelen::default(), &game, Limits::depth(depth));
        for soft in [1, 250, 5_000] {
            let report = ask(&mut Kempelen::default(), &game, Limits::soft_nodes(soft, 1_000_000));
            let depth = report.lines[0].depth;
            let whole = to_depth(depth);
            assert_eq!((report.best, &report.lines, report.nodes), (whole.best, &whole.lines, whole.nodes));
            assert!(report.nodes >= soft);
            assert!(depth == 1 || to_depth(depth - 1).nodes < soft, "no iteration more than needed");
        }
        // The hard limit holds whatever the soft one says.
        let first = to_depth(1).nodes;
        let report = ask(&mut Kempelen::default(), &game, Limits::soft_nodes(5_000, 2_000));
        assert_eq!(report.nodes, first.max(2_000));
    }
}

#[test]
fn a_stop_is_obeyed_at_once() {
    let game = game(CHESS, KIWIPETE, "");
    let lag = || {
        let stop = Stop::new();
        let handle = stop.clone();
        let limits = Limits { infinite: true, ..Limits::default() };
        let thread = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            handle.stop();
            Instant::now()
        });
        let report =
            Kempelen::default().think(Ask::new(&game, limits, &stop, &mut |_: &Info| {})).expect("an answer");
        let end = Instant::now();
        assert!(report.best.is_some());
        end.saturating_duration_since(thread.join().expect("the clock"))
    };
    // A busy machine may look away, but hardly ten times in a row.
    let lags: Vec<Duration> = (0..10).map(|_| lag()).collect();
    assert!(lags.iter().any(|&lag| lag < Duration::from_millis(5)), "{lags:?}");
}

#[test]
fn a_clock_is_lived_with() {
    let game = game(CHESS, KIWIPETE, "");
    let clock = GameClock { remaining: Duration::from_millis(300), ..GameClock::default() };
    let in_time = (0..5).any(|_| {
        let start = Instant::now();
        let report = ask(&mut Kempelen::default(), &game, Limits { clock: Some(clock), ..Limits::default() });
        assert!(report.best.is_some());
        start.elapsed() < Duration::from_millis(250)
    });
    assert!(in_time);
}

#[test]
fn several_lines_are_different_and_in_order() {
    let mut engine = Kempelen::default();
    engine.set_option("MultiPV", "4").expect("an option");
    let report = ask(&mut engine, &game(CHESS, KIWIPETE, ""), Limits::depth(7));
    assert_eq!(report.lines.len(), 4);
    for pair in report.lines.windows(2) {
        assert!(pair[0].score.expect("a score").as_cp() >= pair[1].score.expect("a score").as_cp());
        assert_ne!(pair[0].pv[0], pair[1].pv[0]);
    }
}

#[test]
fn a_weakened_player_tells_no_more_lines_than_were_asked_for() {
    let mut engine = Kempelen::default();
    engine.set_option("UCI_LimitStrength", "true").expect("an option");
    engine.set_option("UCI_Elo", "800").expect("an option");
    let mut told = Vec::new();
    let mut tell = |info: &Info| told.extend(info.line.as_ref().map(|(number, _)| *number));
    let report = engine
        .think(Ask::new(&game(CHESS, KIWIPETE, ""), Limits::depth(3), &Stop::new(), &mut tell))
        .expect("an answer");
    assert_eq!(report.lines.len(), 1);
    assert!(!told.is_empty() && told.iter().all(|&number| number == 1), "{told:?}");
}

#[test]
fn only_the_moves_asked_for_are_considered() {
    let game = game(CHESS, KIWIPETE, "");
    let only = [game.position().read_uci("a2a3").expect("a move")];
    let report = Kempelen::default()
        .think(Ask { only: &only, ..Ask::new(&game, Limits::depth(6), &Stop::new(), &mut |_: &Info| {}) })
        .expect("an answer");
    assert_eq!(report.best, Some(only[0]));
}

#[test]
fn two_threads_agree_on_a_forced_win() {
    let mut engine = Kempelen::default();
    engine.set_option("Threads", "2").expect("an option");
    let report =
        ask(&mut engine, &game(CHESS, "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", ""), Limits::depth(10));
    assert_eq!(report.score(), Some(Score::Mate(3)));
}

#[test]
fn variations_are_legal() {
    for (variant, fen) in [(CHESS, KIWIPETE), (MAKRUK, VariantId::Makruk.start())] {
        let game = game(variant, fen, "");
        let report = ask(&mut Kempelen::default(), &game, Limits::depth(10));
        assert_eq!(game.position().san_line(report.pv()).len(), report.pv().len());
    }
}

/// Endgame tables are large and not ours; where some are at hand, `KEMPELEN_SYZYGY` says where.
#[test]
fn endgame_tables_know_the_way() {
    let Some(path) = std::env::var("KEMPELEN_SYZYGY").ok().filter(|path| !path.is_empty()) else {
        left_out("KEMPELEN_SYZYGY names no endgame tables");
        return;
    };
    let mut engine = Kempelen::default();
    engine.set_option("SyzygyPath", &path).expect("tables");
    // Bishop and knight: won, far beyond the horizon of a shallow search.
    let won = ask(&mut engine, &game(CHESS, "8/8/8/8/3k4/8/8/KBN5 w - - 0 1", ""), Limits::depth(3));
    assert!(won.score().expect("a score").as_cp() > 200, "{:?}", won.score());
    // The defender's king stands before the pawn, and the attacker has no tempo to lose.
    let drawn = ask(&mut engine, &game(CHESS, "8/8/8/8/4k3/4p3/8/4K3 b - - 0 1", ""), Limits::depth(6));
    assert_eq!(drawn.score(), Some(Score::Cp(0)));
    // Played out, bishop and knight mate within the fifty moves.
    let mut game = game(CHESS, "8/8/8/8/3k4/8/8/KBN5 w - - 0 1", "");
    while game.outcome().is_none() {
        let report = ask(&mut engine, &game, Limits::depth(4));
        game.play(report.best.expect("a move"));
    }
    assert_eq!(game.result(), "1-0");
}

#[test]
fn a_path_without_tables_is_refused_with_a_reason() {
    let error = Kempelen::default().set_option("SyzygyPath", "/nowhere/at/all").expect_err("no tables there");
    assert!(error.to_string().contains("/nowhere/at/all"), "{error}");
}

/// A network that counts men, written to a file.
fn network_that_counts(game: &str, name: &str) -> std::path::PathBuf {
    let mut file = kempelen_nnue::NetworkFile::empty(game, 64);
    for input in 0..6 * 64 {
        file.inputs[input * 64] = 10;
    }
    (file.output[0], file.output[64]) = (100, -100);
    let path = std::env::temp_dir().join(format!("kempelen-network-{}-{name}", std::process::id()));
    std::fs::write(&path, file.to_bytes()).expect("room on the disk");
    path
}

#[test]
fn a_network_judges_its_own_game_and_no_other() {
    let path = network_that_counts("makruk", "own");
    let text = path.to_str().expect("text");
    let nodes = |variant, set: &[(&str, &str)]| {
        let mut engine = Kempelen::default();
        for (name, value) in set {
            engine.set_option(name, value).expect("an option");
        }
        bench::run(&mut engine, variant, 5).expect("a bench").nodes
    };
    let by_hand = ("Evaluation", "hand");
    let file = ("EvalFile", text);
    assert_ne!(nodes(MAKRUK, &[file]), nodes(MAKRUK, &[by_hand]));
    assert_eq!(nodes(MAKRUK, &[file, by_hand]), nodes(MAKRUK, &[by_hand]));
    assert_eq!(nodes(MAKRUK, &[file, ("EvalFile", "")]), nodes(MAKRUK, &[]));
    assert_eq!(nodes(CHESS, &[file]), nodes(CHESS, &[]), "chess keeps its own");
    std::fs::remove_file(path).expect("the file");
}

#[test]
fn a_file_that_is_no_network_changes_nothing() {
    let path = network_that_counts("chess", "broken");
    let bytes = std::fs::read(&path).expect("the file");
    let text = path.to_str().expect("text");
    let mut engine = Kempelen::default();
    let before = bench::run(&mut engine, CHESS, 4).expect("a bench").nodes;
    for (bytes, reason) in [
        (&b"1. e4 e5"[..], "no network"),
        (&bytes[..bytes.len() / 2], "cut off"),
        (&[&bytes[..100], &[77], &bytes[101..]].concat(), "damaged"),
    ] {
        std::fs::write(&path, bytes).expect("room on the disk");
        let refusal = engine.set_option("EvalFile", text).expect_err("no network").to_string();
        assert!(refusal.contains(reason) && !refusal.contains('\n'), "{refusal}");
    }
    std::fs::remove_file(&path).expect("the file");
    assert!(engine.set_option("EvalFile", text).is_err(), "there is no such file any more");
    assert!(engine.options().iter().any(|option| option.is_named("EvalFile") && option.value.is_empty()));
    assert_eq!(bench::run(&mut engine, CHESS, 4).expect("a bench").nodes, before);
}

#[test]
fn a_network_is_asked_about_every_man() {
    let path = network_that_counts("chess", "men");
    let mut engine = Kempelen::default();
    engine.set_option("EvalFile", path.to_str().expect("text")).expect("a network");
    std::fs::remove_file(path).expect("the file");
    // Two pawns against one: each man more is worth more, so that White's are worth more together.
    let position = game(CHESS, "4k3/p7/8/8/8/8/PP6/4K3 w - - 0 1", "");
    let by_network = engine.judge(&position).expect("a judgement").expect("it judges");
    assert_eq!(by_network.men.len(), 3, "kings are never away");
    let value =
        |square: &str| by_network.men.iter().find(|man| man.square.to_string() == square).unwrap().value;
    assert!(value("a2") > 0.0 && (value("a2") - value("b2")).abs() < 1e-9 && value("a7") < 0.0);
    assert!((by_network.sum() - by_network.total).abs() < 1e-9 && by_network.total > 0.0);
    let hand = &by_network.beside.as_ref().expect("the other one").judgement;
    assert!(hand.phase.is_some());
    engine.set_option("Evaluation", "hand").expect("an option");
    let by_hand = engine.judge(&position).expect("a judgement").expect("it judges");
    assert_eq!(
        (by_hand.total, by_hand.beside.expect("the network").judgement.total),
        (hand.total, by_network.total)
    );
}
