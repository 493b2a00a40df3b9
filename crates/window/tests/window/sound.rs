//! Traces of every engine in the cabinet make sense, and watching changes nothing.

use kempelen_alphabeta::bench;
use kempelen_engine::{Ask, Engine, Info, Limits, RegistryEntry, Report, Stop};
use kempelen_rules::{AnyGame, AnyPosition, VariantId};
use kempelen_trace::{Event, Header, Keep, Recording, Trace, Why, code};
use kempelen_window::{Findings, Question, Style, Tree, View, open, record, record_to_file, verify};

/// How far an engine looks in these tests.
fn limits(id: &str) -> Limits {
    match id {
        "kempelen" => Limits::depth(7),
        "sargon" | "microchess-improved" | "makruk-ai" => Limits::depth(3),
        "octave" | "sameshi" => Limits::depth(2),
        _ => Limits { nodes: Some(200), ..Limits::depth(2) },
    }
}

fn game(variant: VariantId, fen: &str) -> AnyGame {
    AnyGame::new(AnyPosition::from_fen(variant, fen).expect("a position"))
}

/// A game with some history: knights have gone out and back.
fn with_history(variant: VariantId) -> AnyGame {
    let mut game = AnyGame::new(AnyPosition::start(variant));
    let moves: &[&str] = match variant {
        VariantId::Chess => &["g1f3", "g8f6", "f3g1", "f6g8", "e2e4", "e7e5", "f1c4", "f8c5"],
        _ => &["g1e2", "g8e7", "e2g1", "e7g8", "d3d4", "d6d5", "g1e2", "g8e7"],
    };
    for text in moves {
        game.play(game.position().read_uci(text).expect("a move"));
    }
    game
}

/// Games of every kind: middle games, endings, with history, drawn, lost, and over.
fn games(variant: VariantId) -> Vec<AnyGame> {
    let special: &[&str] = match variant {
        VariantId::Chess => &[
            "7k/5KQ1/8/8/8/8/8/8 b - - 0 1",
            "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1",
            "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
            "8/8/4k3/8/8/3K4/5R2/8 w - - 98 80",
            "4k3/P7/8/8/8/8/7p/4K3 w - - 0 1",
            "8/8/4k3/8/4p3/4K3/8/8 b - - 0 1",
        ],
        // Bare kings are counted against: rooks, a khon and a met, with most of the count used up.
        VariantId::Makruk => &[
            "3k4/8/8/8/8/3K4/4R3/4R3 w - - 12 60",
            "8/3k4/8/8/3S4/3K4/4M3/3R4 w - - 20 60",
            "4k3/8/8/8/8/8/3mK3/8 w - - 0 1",
        ],
        _ => &["3k4/8/8/8/8/3K4/4R3/4R3 w - - 12 60"],
    };
    let usual = bench::positions(variant).iter().chain(special).map(|fen| game(variant, fen));
    usual.chain([with_history(variant)]).collect()
}

fn each(mut visit: impl FnMut(&RegistryEntry, &AnyGame)) {
    let registry = kempelen_cabinet::registry();
    for entry in registry.entries() {
        for &variant in entry.about.variants {
            for game in games(variant) {
                visit(entry, &game);
            }
        }
    }
}

fn recorded(engine: &mut dyn Engine, game: &AnyGame, limits: Limits, keep: Keep) -> Option<Recording> {
    // A machine may refuse a position (it has no room for so many men, say); what it refuses it does not search.
    record(engine, &Question::new(game, limits, &Stop::new()), keep).ok()
}

fn findings(recording: Recording, what: &str) -> Findings {
    View::new(recording).unwrap_or_else(|error| panic!("{what}: {error}")).verify()
}

#[test]
fn traces_of_every_engine_are_sound() {
    let mut checked = std::collections::BTreeMap::new();
    each(|entry, game| {
        let (id, fen) = (entry.about.id, game.position().fen());
        let Some(recording) = recorded(&mut *(entry.make)(), game, limits(id), Keep::whole()) else { return };
        let findings = findings(recording, &format!("{id} on {fen}"));
        assert!(findings.is_sound(), "{id} on {fen}:\n{findings}");
        *checked.entry((id, game.variant())).or_insert(0) += findings.checked;
    });
    let registry = kempelen_cabinet::registry();
    let wanted: usize = registry.entries().iter().map(|entry| entry.about.variants.len()).sum();
    assert_eq!(checked.len(), wanted, "{checked:?}");
    for ((id, variant), nodes) in checked {
        // All of them think, but the one that draws lots.
        assert!(nodes > 200 || id == "mint", "{id} in {variant:?}: {nodes}");
    }
}

#[test]
fn watching_changes_nothing() {
    /// All but the time.
    fn essence(report: &Report) -> impl PartialEq + std::fmt::Debug + use<> {
        (report.best, report.score(), report.pv().to_vec(), report.nodes, report.resigns.clone())
    }
    each(|entry, game| {
        let id = entry.about.id;
        for limits in [limits(id), Limits { nodes: Some(50), ..limits(id) }] {
            let stop = Stop::new();
            let mut nothing = |_: &Info| {};
            let alone = (entry.make)().think(Ask::new(game, limits, &stop, &mut nothing));
            for keep in [Keep::whole(), Keep { memory: Some(1), ..Keep::whole() }] {
                let mut trace = Trace::keeping(keep);
                let aloud =
                    (entry.make)().think_aloud(Ask::new(game, limits, &stop, &mut nothing), &mut trace);
                let fen = game.position().fen();
                match (&alone, &aloud) {
                    (Ok(alone), Ok(aloud)) => assert_eq!(essence(alone), essence(aloud), "{id} on {fen}"),
                    (alone, aloud) => assert!(alone.is_err() && aloud.is_err(), "{id} on {fen}"),
                }
            }
        }
    });
}

#[test]
fn searches_that_are_stopped_or_bounded_are_sound_too() {
    let line = |game: &AnyGame| game.position().legal_moves().iter().take(1).copied().collect();
    each(|entry, game| {
        let (id, fen) = (entry.about.id, game.position().fen());
        let stopped = Limits { nodes: Some(500), ..limits(id) };
        for (limits, keep) in [
            (stopped, Keep::whole()),
            (limits(id), Keep { plies: Some(2), ..Keep::whole() }),
            (limits(id), Keep { sample: Some(3), ..Keep::whole() }),
            (limits(id), Keep { line: line(game), ..Keep::whole() }),
            (limits(id), Keep { memory: Some(1), ..Keep::whole() }),
        ] {
            let what = format!("{id} on {fen}, {keep:?}");
            let Some(recording) = recorded(&mut *(entry.make)(), game, limits, keep) else { return };
            let findings = findings(recording, &what);
            assert!(findings.is_sound(), "{what}:\n{findings}");
        }
    });
}

#[test]
fn several_lines_at_once_are_sound() {
    for variant in VariantId::ALL {
        for fen in bench::positions(variant) {
            let mut engine = kempelen_cabinet::open("kempelen").expect("an engine");
            engine.set_option("MultiPV", "3").expect("an option");
            let game = game(variant, fen);
            let recording = recorded(&mut *engine, &game, Limits::depth(5), Keep::whole()).expect("a trace");
            let findings = findings(recording, fen);
            assert!(findings.is_sound(), "{fen}:\n{findings}");
        }
    }
}

/// The events with one of them put in another's place.
fn altered(recording: &Recording, index: usize, event: Event) -> Recording {
    let mut events = Vec::new();
    for (number, old) in recording.replay().enumerate() {
        code::write(&mut events, if number == index { event } else { old });
    }
    Recording { events, ..recording.clone() }
}

#[test]
fn a_score_that_does_not_follow_is_found() {
    let game = game(VariantId::Chess, bench::CHESS[1]);
    for (id, depth, step) in [("kempelen", 4, 5), ("sargon", 2, 1), ("octave", 2, 1)] {
        let mut engine = kempelen_cabinet::open(id).expect("an engine");
        let recording =
            recorded(&mut *engine, &game, Limits::depth(depth), Keep::whole()).expect("a recording");
        let (mut changed, mut found) = (0, 0);
        for (index, event) in recording.replay().enumerate() {
            let Event::Leave { score, why } = event else { continue };
            // Others leave some room: a static value far above the window stays far above it.
            if !matches!(why, Why::Searched | Why::Beta | Why::Horizon) || index % step != 0 {
                continue;
            }
            let wrong = altered(&recording, index, Event::Leave { score: score + 3, why });
            changed += 1;
            found += usize::from(!verify(&Tree::new(wrong).expect("a tree")).is_sound());
        }
        assert!(changed > 50, "{id}: {changed}");
        assert_eq!(found, changed, "{id}");
        // So is a reason that is none, a mate that is not there, and an answer from nowhere.
        for why in [Why::Mate, Why::Table, Why::LateMove, Why::NullMove] {
            let leave = recording
                .replay()
                .position(|event| matches!(event, Event::Leave { why: Why::Searched, .. }))
                .expect("a node");
            let wrong = altered(&recording, leave, Event::Leave { score: 0, why });
            assert!(!verify(&Tree::new(wrong).expect("a tree")).is_sound(), "{id}: {why:?}");
        }
        let mut wrong = recording.clone();
        wrong.answer.as_mut().expect("an answer").best = Some("a2a3".to_owned());
        assert!(!verify(&Tree::new(wrong).expect("a tree")).is_sound(), "{id}");
    }
}

#[test]
fn every_reason_is_a_sentence() {
    for why in Why::ALL {
        let mut trace = Trace::new();
        trace.note_at_once(None, 0, why);
        let (events, tally) = trace.into_parts();
        let header = Header::new("x", VariantId::Chess, VariantId::Chess.start());
        let tree = Tree::new(Recording { header, events, tally, answer: None, cut: None }).expect("a tree");
        let sentence = tree.because(tree.last_round().root);
        assert!(!sentence.is_empty() && !sentence.contains(['{', '}']), "{why:?}: {sentence}");
        assert!(!why.words().is_empty() && !why.words().ends_with('.'), "{why:?}");
        assert!(why.name().chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{why:?}");
    }
}

#[test]
fn a_file_holds_what_was_recorded() {
    let directory = std::env::temp_dir().join(format!("kempelen-window-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let path = directory.join("t.ktrace");
    for keep in [Keep::whole(), Keep { sample: Some(4), ..Keep::whole() }] {
        let game = with_history(VariantId::Chess);
        let (stop, mut engine) = (Stop::new(), kempelen_cabinet::open("kempelen").expect("an engine"));
        let question = Question::new(&game, Limits::depth(6), &stop);
        let in_memory = record(&mut *engine, &question, keep.clone()).expect("a recording");
        engine.new_game();
        record_to_file(&mut *engine, &question, keep, &path).expect("a file");
        let mut from_file = open(&path).expect("a trace");
        from_file.answer.as_mut().expect("an answer").milliseconds =
            in_memory.answer.as_ref().expect("an answer").milliseconds;
        assert_eq!(from_file, in_memory);
        assert_eq!(std::fs::read_dir(&directory).expect("a directory").count(), 1, "no drafts are left");
    }
    std::fs::remove_dir_all(&directory).expect("an end");
}

#[test]
fn a_bounded_trace_still_says_why() {
    for variant in VariantId::ALL {
        let positions = bench::positions(variant);
        let game = game(variant, positions.get(1).unwrap_or(&positions[0]));
        let why = |keep: Keep| {
            let mut engine = kempelen_cabinet::open("kempelen").expect("an engine");
            let recording = recorded(&mut *engine, &game, Limits::depth(10), keep).expect("a recording");
            (recording.events.len(), View::new(recording).expect("a view").why(None, &Style::default()))
        };
        let (length, whole) = why(Keep::whole());
        let (short, bounded) = why(Keep { memory: Some(1), ..Keep::whole() });
        assert!(short < length / 2 && short <= Keep::LEAST_MEMORY / 2, "{short} of {length}");
        // The move, its worth, the line it expects, since when, and the closest rival; and the last rows of the table.
        let parts = |text: &str| {
            let (reasons, table) = text.split_once("\n\n").expect("two parts");
            let rows: Vec<String> = table.lines().rev().take(2).map(str::to_owned).collect();
            (reasons.to_owned(), rows)
        };
        assert_eq!(parts(&bounded), parts(&whole));
    }
}
