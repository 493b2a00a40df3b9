//! Microchess behind the door that all engines share, against the figures of the original.

use std::time::{Duration, Instant};

use kempelen_engine::{
    Ask, Details, Engine, EngineError, Figure, Info, Limits, OwnChoice, OwnTerms, Report, Stop,
};
use kempelen_museum::microchess::{self, Color, Level, MicrochessBoard, QUIET, square_named, think};
use kempelen_rules::{AnyGame, AnyPosition, Move, Role, Square, VariantId};
use kempelen_trace::{Event, How, Mute, Trace, Why};
use serde_json::{Value, json};

use super::data::{Case, Game, Session, Step, lines};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn machine(level: &str) -> Box<dyn Engine> {
    let mut engine = (microchess::entry().make)();
    engine.set_option("Level", level).expect("a level");
    engine
}

fn position(fen: &str) -> Option<AnyPosition> {
    AnyPosition::from_fen(VariantId::Chess, fen).ok()
}

fn game(fen: &str) -> AnyGame {
    AnyGame::new(position(fen).unwrap_or_else(|| panic!("{fen} is no position")))
}

fn try_ask(engine: &mut dyn Engine, game: &AnyGame) -> Result<Report, EngineError> {
    engine.think(Ask::new(game, Limits::default(), &Stop::new(), &mut |_| ()))
}

fn ask(engine: &mut dyn Engine, game: &AnyGame) -> Report {
    try_ask(engine, game).expect("an answer")
}

fn own_terms(engine: &mut dyn Engine, question: &OwnTerms) -> Option<Result<Report, EngineError>> {
    engine.think_in_own_terms(question, Limits::default())
}

/// The lists of a golden position.
fn lists(row: &Value) -> OwnTerms {
    let case: Case = serde_json::from_value(row.clone()).expect("a golden position");
    let MicrochessBoard { own, opp: opponent } = case.board();
    OwnTerms::PieceLists { own, opponent, computer: case.computer }
}

/// A figure in the form of the golden data.
fn as_json(figure: &Figure) -> Value {
    match figure {
        Figure::Nothing => Value::Null,
        Figure::Flag(flag) => json!(flag),
        Figure::Whole(number) => json!(number),
        Figure::Real(number) => json!(number),
        Figure::Word(word) => json!(word),
        Figure::List(items) => items.iter().map(as_json).collect(),
        Figure::Group(figures) => figures.iter().map(|(name, figure)| (name, as_json(figure))).collect(),
    }
}

fn golden() -> Vec<Value> {
    let mut rows: Vec<Value> = lines("positions.jsonl.gz");
    rows.extend(lines::<Value>("quirks.jsonl.gz"));
    assert_eq!(rows.len(), 820);
    rows
}

/// The move that the machine itself wants, whatever the laws say.
fn own_move(report: &Report, position: Option<&AnyPosition>) -> Value {
    match (&report.details.own_choice, report.best) {
        (Some(OwnChoice::Alone(wanted) | OwnChoice::Replaced { wanted, .. }), _) => wanted.clone().into(),
        (None, Some(m)) => position.map_or_else(|| m.to_string(), |position| position.uci(m)).into(),
        (None, None) => Value::Null,
    }
}

fn agrees(row: &Value, details: &Details, own: &Value) {
    let id = &row["id"];
    assert_eq!(*own, row["best"]["uci"], "{id}");
    assert_eq!(as_json(&details["raw"]), row["best"], "{id}");
    for name in ["resign", "bestv", "prior", "cycles"] {
        assert_eq!(as_json(&details[name]), row[name], "{id}: {name}");
    }
    let (ours, theirs) = (details["candidates"].as_list(), row["candidates"].as_array());
    let (ours, theirs) = (ours.expect("candidates"), theirs.expect("candidates"));
    assert_eq!(ours.len(), theirs.len(), "{id}");
    for (ours, theirs) in ours.iter().zip(theirs) {
        assert_eq!(as_json(ours), *theirs, "{id}");
    }
}

#[test]
fn every_golden_position_agrees_by_its_lists() {
    for row in golden() {
        let mut engine = machine(row["level"].as_str().expect("a level"));
        let report = own_terms(&mut *engine, &lists(&row)).expect("its own terms").expect("an answer");
        agrees(&row, &report.details, &own_move(&report, None));
        let placement = |fen: Option<&str>| fen.and_then(|fen| fen.split(' ').next()).map(str::to_owned);
        assert_eq!(placement(report.details["fen"].as_word()), placement(row["fen"].as_str()));
    }
}

#[test]
fn every_canonical_golden_position_agrees_by_its_fen() {
    let mut refused = 0;
    for row in golden().into_iter().filter(|row| row["canonical"] == true) {
        let fen = row["fen"].as_str().expect("a FEN");
        let mut engine = machine(row["level"].as_str().expect("a level"));
        let report = if let Some(position) = position(fen) {
            assert!(
                own_terms(&mut *engine, &OwnTerms::Fen(fen.to_owned())).is_none(),
                "a lawful FEN needs no other way"
            );
            let report = ask(&mut *engine, &AnyGame::new(position));
            agrees(&row, &report.details, &own_move(&report, Some(&position)));
            assert!(report.best.is_none_or(|m| position.is_legal(m)));
            report
        } else {
            refused += 1;
            let question = OwnTerms::Fen(fen.to_owned());
            let report = own_terms(&mut *engine, &question).expect("its own terms").expect("an answer");
            agrees(&row, &report.details, &own_move(&report, None));
            report
        };
        if report.best.is_some() {
            let cp = report.score().expect("a score").as_cp();
            let value = row["bestv"].as_i64().expect("a value") as i32;
            assert_eq!(cp, (value - i32::from(QUIET)) * 25 / 2);
        }
    }
    assert!(refused > 10, "only {refused} positions are against the laws");
}

/// Here the laws referee, and each move is asked for anew; the opening tape played some first moves.
#[test]
fn golden_games_are_replayed() {
    let games: Vec<Game> = lines("games.jsonl.gz");
    let mut replayed = 0;
    for record in games {
        let mut engine = machine(&record.level.to_string());
        let mut game = game(START);
        for ply in &record.plies {
            let expected = game.position().read_uci(&ply.uci).expect("a legal move");
            let from_tape =
                game.moves().is_empty() && record.opening.as_ref().is_some_and(|name| name.ends_with("_w"));
            if ply.side != "player" && !from_tape {
                let report = ask(&mut *engine, &game);
                assert_eq!(report.best, Some(expected), "{} ply {}", record.id, game.moves().len());
                replayed += 1;
            }
            game.play(expected);
        }
        if record.result.ends_with("resigns (FFFFFF)") {
            let report = ask(&mut *engine, &game);
            let mated = game.position().legal_moves().is_empty();
            assert_eq!((report.best, report.resigns.is_none()), (None, mated), "{}", record.id);
        }
    }
    assert!(replayed > 450, "only {replayed} moves were compared");
}

/// What the display showed after each key PC of a golden session.
fn displays(id: &str) -> Vec<String> {
    let sessions: Vec<Session> = lines("kim.jsonl.gz");
    let session = sessions.into_iter().find(|session| session.id == id).expect("the session");
    let pressed = session.steps.into_iter().filter_map(|step| match step {
        Step::Key(step) if step.key == "PC" => Some(step.display),
        _ => None,
    });
    pressed.collect()
}

/// Plays a session as a game: `moves` are those of both sides, as the laws write them.
fn play_session(id: &str, level: &str, opening: &str, first: usize, moves: &str) {
    let mut engine = machine(level);
    engine.set_option("Opening", opening).expect("an opening");
    let mut shown = displays(id).into_iter();
    let mut game = game(START);
    for (ply, text) in moves.split(' ').enumerate() {
        if ply % 2 == first {
            let report = ask(&mut *engine, &game);
            let raw = &report.details["raw"];
            let word = |name: &str| raw[name].as_word().expect("a square").to_owned();
            let display =
                format!("{:02X}{}{}", raw["piece"].as_whole().expect("a slot"), word("from"), word("to"));
            assert_eq!(Some(display), shown.next(), "{id}: {text}");
            assert_eq!(report.best.map(|m| game.position().uci(m)).as_deref(), Some(text), "{id}");
        }
        game.play(game.position().read_uci(text).expect("a legal move"));
    }
    assert_eq!(shown.count(), 0, "{id}: all of the session was played");
}

#[test]
fn the_book_is_followed_as_in_the_golden_sessions() {
    // The last move is the machine's own: the book is at its end.
    play_session(
        "kim-01",
        "normal",
        "giuoco_w",
        0,
        "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d4 e5d4 c3d4 c5b4 b1c3 f6e4 e1g1 e4c3 b2c3 b4c3 d1e2",
    );
    play_session(
        "kim-03",
        "normal",
        "french_b",
        1,
        "e2e4 e7e6 d2d4 d7d5 b1c3 g8f6 c1g5 f8e7 e4e5 f6d7 g5e7 d8e7 d1d2 e8g8",
    );
    // The player castles with two moves, and the rook's is the last square entered.
    play_session("kim-13", "superblitz", "giuoco_w", 0, "e2e4 e7e5 g1f3 g8f6 f3e5 f8e7 d1f3 e8g8 f1b5");
}

#[test]
fn without_an_opening_there_is_no_book() {
    let report = ask(&mut *machine("normal"), &game(START));
    assert_eq!(report.details["bestv"], 0xD0.into());
    assert_eq!(report.details["raw"]["piece"], 15.into(), "the men have the slots that key C gives them");
    assert!(!report.details.from_book);
    let mut engine = machine("normal");
    engine.set_option("opening", "queens_indian_w").expect("an opening");
    let report = ask(&mut *engine, &game(START));
    assert_eq!((report.details.from_book, report.nodes), (true, 0));
    assert_eq!(report.best, Some(Move::new(Square::D2, Square::D4)));
}

#[test]
fn its_owner_promotes_for_it() {
    // The golden move is d7d8, without a letter.
    let report = ask(&mut *machine("normal"), &game("8/3P4/4k3/p1K5/8/1P6/8/8 w - - 0 1"));
    assert_eq!(report.best, Some(Move::promotion(Square::D7, Square::D8, Role::Queen)));
    let replaced = OwnChoice::Replaced { wanted: Some("d7d8".into()), plays: Some("d7d8q".into()) };
    assert_eq!(report.details.own_choice, Some(replaced));
    // With the queen still there it gets a rook, and with nobody captured nothing.
    for (men, wanted) in [("Q6K", Some(Role::Rook)), ("QRR4K", Some(Role::Bishop)), ("QRRBBNNK", None)] {
        let only = Role::ALL.map(|role| Move::promotion(Square::D7, Square::D8, role));
        let game = game(&format!("8/3P4/8/6k1/8/8/8/{men} w - - 0 1"));
        let (stop, mut tell) = (Stop::new(), |_: &Info| ());
        let question = Ask { only: &only, ..Ask::new(&game, Limits::default(), &stop, &mut tell) };
        let report = machine("normal").think(question).expect("an answer");
        assert_eq!(report.best.and_then(Move::promoted), wanted, "{men}");
        assert_eq!(report.resigns.is_some(), wanted.is_none(), "{men}");
    }
    let moves = "e2e4 d7d5 e4e5 f7f5 e5f6 d8d6 g1f3 b8c6 f1d3 c8d7 e1g1 e8c8 f6g7 c8b8";
    let mut game = game(START);
    for text in moves.split(' ') {
        game.play(game.position().read_uci(text).expect("a legal move"));
    }
    let report = ask(&mut *machine("superblitz"), &game);
    let refused = OwnChoice::Replaced { wanted: Some("g7h8".into()), plays: None };
    assert_eq!((report.best, report.details.own_choice), (None, Some(refused)));
    let reason =
        "its pawn g7h8 cannot be promoted: none of its men has been captured, whose slot it could take";
    assert_eq!(report.resigns.as_deref(), Some(reason));
}

#[test]
fn men_keep_the_slots_of_the_start() {
    let mut game = game(START);
    let mut board = MicrochessBoard::START;
    for (text, computer) in [("e2e4", Color::White), ("d7d5", Color::Black), ("e4d5", Color::White)] {
        game.play(game.position().read_uci(text).expect("a legal move"));
        let byte = |name| square_named(name, computer).expect("a square");
        let slot = board.entry_on(byte(&text[..2])).expect("a man");
        board = board.after(slot, byte(&text[2..])).exchanged();
    }
    let thought = think(&board, Level::NORMAL, &mut Mute);
    let report = ask(&mut *machine("normal"), &game);
    let slots: Vec<i64> = report.details["candidates"]
        .as_list()
        .expect("candidates")
        .iter()
        .filter_map(|candidate| candidate["piece"].as_whole())
        .collect();
    assert_eq!(slots, thought.candidates.iter().map(|candidate| candidate.slot.into()).collect::<Vec<i64>>());
    assert_eq!(report.details["bestv"], thought.best_value.into());
}

#[test]
fn a_man_without_a_slot_ends_the_game() {
    let mut game = game("7k/P7/8/8/8/8/8/QK6 b - - 0 1");
    game.play(game.position().read_uci("h8g8").expect("a legal move"));
    game.play(game.position().read_uci("a7a8q").expect("a legal move"));
    let report = ask(&mut *machine("normal"), &game);
    assert_eq!(report.best, None);
    let reason = "Microchess has no free slot for the queen that White has made of a pawn";
    assert_eq!(report.resigns.as_deref(), Some(reason));
}

/// The lists after a game must show the position that the laws have.
#[test]
fn the_lists_follow_any_game() {
    let mut seed = 1_u64;
    let mut next = |bound: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % bound
    };
    let (mut castlings, mut in_passing, mut promotions) = (0, 0, 0);
    for _ in 0..60 {
        let mut game = game(START);
        while game.outcome().is_none() && game.moves().len() < 160 {
            let moves = game.position().legal_moves();
            let AnyPosition::Chess(here) = game.position() else { panic!("chess is played") };
            let rare = |m: &Move| here.is_castling(*m) || here.is_en_passant(*m) || m.is_promotion();
            let m = moves.iter().copied().find(|m| rare(m) && next(2) == 0);
            let m = m.unwrap_or_else(|| moves[next(moves.len())]);
            castlings += u32::from(here.is_castling(m));
            in_passing += u32::from(here.is_en_passant(m));
            game.play(m);
            let report = ask(&mut *machine("superblitz"), &game);
            if report.resigns.as_ref().is_some_and(|reason| reason.contains("slot")) {
                break;
            }
            promotions += u32::from(m.is_promotion());
            let candidates = report.details["candidates"].as_list().expect("candidates").to_vec();
            let fresh = ask(&mut *machine("superblitz"), &AnyGame::new(game.position()));
            let fresh = fresh.details["candidates"].as_list().expect("candidates").to_vec();
            let mut sorted = [candidates, fresh].map(|list| {
                let mut words: Vec<String> = list
                    .iter()
                    .map(|candidate| candidate["uci"].as_word().expect("a move").to_owned())
                    .collect();
                words.sort();
                words
            });
            assert_eq!(std::mem::take(&mut sorted[0]), sorted[1], "{}", game.position().fen());
        }
    }
    assert!(castlings > 20 && in_passing > 5 && promotions > 5, "{castlings} {in_passing} {promotions}");
}

#[test]
fn what_it_cannot_hold_is_refused_by_name() {
    let refusal = |fen| try_ask(&mut *machine("normal"), &game(fen)).expect_err("a refusal").to_string();
    assert_eq!(
        refusal("k7/5K2/8/6QQ/8/8/8/8 w - - 0 1"),
        "Microchess has one queen a side: no slot for the white Q on g5"
    );
    assert!(refusal("nnn4k/8/8/8/8/8/8/K7 w - - 0 1").contains("two knights a side"));
    let makruk = AnyGame::new(AnyPosition::start(VariantId::Makruk));
    let refusal = try_ask(&mut *machine("normal"), &makruk).expect_err("a refusal");
    assert_eq!(refusal.to_string(), "Microchess does not play makruk");
    let two_queens = OwnTerms::Fen("QQ5k/8/8/8/8/8/8/K7 w".to_owned());
    assert!(own_terms(&mut *machine("normal"), &two_queens).is_none());
}

#[test]
fn a_lost_game_is_resigned_and_a_game_that_is_over_is_not() {
    for fen in ["R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
        let report = ask(&mut *machine("normal"), &game(fen));
        assert_eq!((report.best, report.resigns), (None, None), "{fen}");
    }
    // The only legal move captures in passing.
    let report = ask(&mut *machine("normal"), &game("k7/8/3p4/2pP4/8/8/5q2/7K w - c6 0 1"));
    assert_eq!(report.resigns.as_deref(), Some("no move is worth 0F to it"));
    assert_eq!((report.best, &report.details["raw"]), (None, &Figure::Nothing));
}

#[test]
fn thinking_aloud_changes_nothing_and_nests() {
    let mut seen = Vec::new();
    for row in golden().iter().filter(|row| row["canonical"] == true).step_by(7) {
        let Some(position) = position(row["fen"].as_str().expect("a FEN")) else { continue };
        let (game, mut trace, stop) = (AnyGame::new(position), Trace::new(), Stop::new());
        let mut engine = machine(row["level"].as_str().expect("a level"));
        let aloud = engine
            .think_aloud(Ask::new(&game, Limits::default(), &stop, &mut |_| ()), &mut trace)
            .expect("an answer");
        let quiet = ask(&mut *engine, &game);
        assert_eq!((aloud.best, &aloud.details, aloud.nodes), (quiet.best, &quiet.details, quiet.nodes));
        check_story(&trace.events(), row, &mut seen);
    }
    for why in [Why::Searched, Why::Counted, Why::Mate, Why::KingCaptured, Why::Illegal] {
        assert!(seen.contains(&why), "{why:?} does not occur");
    }
}

fn check_story(events: &[Event], row: &Value, seen: &mut Vec<Why>) {
    let id = &row["id"];
    let mut open: Vec<How> = Vec::new();
    let (mut candidates, mut left, mut best) = (Vec::new(), None, None);
    for &event in events {
        match event {
            Event::Iteration { .. } => assert!(open.is_empty()),
            Event::Enter { m, how, alpha, beta, .. } => {
                assert!(alpha < beta);
                assert_eq!(m.is_none(), matches!(how, How::Root | How::Null), "{id}");
                assert_eq!(open.is_empty(), how == How::Root, "{id}");
                if how == How::Full {
                    assert_eq!(open, [How::Root], "{id}: a candidate stands below the root");
                    candidates.push(m.expect("a move").to_string());
                }
                open.push(how);
            }
            Event::Static { .. } => assert_eq!(open.last(), Some(&How::Full)),
            Event::Skip { why, .. } => seen.push(why),
            Event::Best { m, score } => {
                assert_eq!((open.len(), left), (1, Some(-score)), "{id}");
                best = Some((m.to_string(), score + i32::from(QUIET)));
            }
            Event::Leave { score, why } => {
                open.pop().expect("a node");
                left = Some(score);
                seen.push(why);
            }
            other => panic!("{id}: {other:?} is not in its vocabulary"),
        }
    }
    assert!(open.is_empty(), "{id}");
    let theirs: Vec<&str> =
        row["candidates"].as_array().expect("candidates").iter().filter_map(|c| c["uci"].as_str()).collect();
    assert_eq!(candidates, theirs, "{id}");
    if let Some(uci) = row["best"]["uci"].as_str() {
        assert_eq!(best, Some((uci.to_owned(), row["bestv"].as_i64().expect("a value") as i32)), "{id}");
    }
}

#[test]
fn only_the_moves_that_are_asked_for_are_played() {
    let start = game(START);
    let only = [Move::new(Square::H2, Square::H4), Move::new(Square::A2, Square::A3)];
    for opening in ["none", "giuoco_w"] {
        let mut engine = machine("blitz");
        engine.set_option("Opening", opening).expect("an opening");
        let (stop, mut tell) = (Stop::new(), |_: &Info| ());
        let question = Ask { only: &only, ..Ask::new(&start, Limits::default(), &stop, &mut tell) };
        let best = engine.think(question).expect("an answer").best;
        assert!(best.is_some_and(|m| only.contains(&m)), "{best:?}");
    }
}

#[test]
fn real_speed_waits_as_long_as_a_kim_1_and_no_longer_than_it_may() {
    let lone = game("8/8/8/8/8/5k2/7p/7K b - - 0 1");
    let mut engine = machine("superblitz");
    let cycles = ask(&mut *engine, &lone).details["cycles"].as_whole().expect("cycles");
    let original = Duration::from_micros(cycles.try_into().expect("a count"));
    assert!(original > Duration::from_millis(50) && original < Duration::from_millis(900), "{original:?}");
    engine.set_option("Real Speed", "true").expect("an option");
    let start = Instant::now();
    ask(&mut *engine, &lone);
    assert!(
        (original..original + Duration::from_secs(2)).contains(&start.elapsed()),
        "{:?}",
        start.elapsed()
    );

    // The first move of a game took 21 seconds.
    engine.set_option("Level", "normal").expect("a level");
    let stop = Stop::new();
    stop.stop();
    let start = Instant::now();
    engine.think(Ask::new(&game(START), Limits::default(), &stop, &mut |_| ())).expect("an answer");
    let limits = Limits::time(Duration::from_millis(100));
    engine.think(Ask::new(&game(START), limits, &Stop::new(), &mut |_| ())).expect("an answer");
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
}

#[test]
fn options_are_refused_when_wrong() {
    let mut engine = machine("normal");
    for (name, value) in [("Level", "hard"), ("Opening", "sicilian"), ("Real Speed", "maybe"), ("Depth", "3")]
    {
        assert!(engine.set_option(name, value).is_err(), "{name} {value}");
    }
    assert_eq!(engine.options().len(), 3);
}
