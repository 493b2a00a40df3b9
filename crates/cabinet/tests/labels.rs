//! What the labels of the machines say is true of the machines.

use std::time::{Duration, Instant};

use kempelen_cabinet::registry;
use kempelen_engine::{
    Ask, Capability, Engine, Handicap, Info, Limits, OptionKind, OptionSpec, OwnTerms, RegistryEntry, Remote,
    Report, Resource, Stop,
};
use kempelen_rules::{AnyGame, AnyPosition, Color};
use kempelen_trace::Trace;

fn machines() -> impl Iterator<Item = (RegistryEntry, Box<dyn Engine>)> {
    registry().entries().to_vec().into_iter().map(|entry| (entry, (entry.make)()))
}

fn start(entry: &RegistryEntry) -> AnyGame {
    AnyGame::new(AnyPosition::start(entry.about.variants[0]))
}

fn think(engine: &mut dyn Engine, game: &AnyGame, limits: Limits, stop: &Stop) -> Report {
    engine.think(Ask::new(game, limits, stop, &mut |_| ())).expect("an answer")
}

fn find(engine: &dyn Engine, name: &str) -> OptionSpec {
    let found = engine.options().into_iter().find(|spec| spec.is_named(name));
    found.unwrap_or_else(|| panic!("{} has no option {name}", engine.about().id))
}

#[test]
fn who_judges_judges_in_every_game_and_it_adds_up() {
    for (entry, engine) in machines() {
        for &variant in entry.about.variants {
            let mut game = AnyGame::new(AnyPosition::start(variant));
            for _ in 0..5 {
                game.play(game.position().legal_moves()[0]);
            }
            let judgement = engine.judge(&game).expect("a position of its game");
            assert_eq!(judgement.is_some(), entry.about.can(Capability::Judges), "{}", entry.about.id);
            let Some(judgement) = judgement else { continue };
            assert!((judgement.sum() - judgement.total).abs() < 1e-9, "{} {judgement:?}", entry.about.id);
            assert!(judgement.parts.iter().all(|part| !part.meaning.is_empty()), "{}", entry.about.id);
        }
    }
}

#[test]
fn handicaps_are_options_of_their_kind() {
    for (entry, engine) in machines() {
        match entry.about.handicap() {
            None => {}
            Some(Handicap::Levels(name)) => {
                assert!(matches!(find(&*engine, name).kind, OptionKind::Combo { .. }), "{name}");
            }
            Some(Handicap::Depth(name)) => {
                assert!(matches!(find(&*engine, name).kind, OptionKind::Spin { min: 1, .. }), "{name}");
            }
            Some(Handicap::Rating { limit, rating }) => {
                assert!(matches!(find(&*engine, limit).kind, OptionKind::Check { default: false }));
                assert!(matches!(find(&*engine, rating).kind, OptionKind::Spin { .. }), "{rating}");
            }
        }
    }
}

/// Those that have a depth of their own are asked for one ply, since here nobody wants to wait for their best.
#[test]
fn only_those_that_say_so_think_until_they_are_stopped() {
    for (entry, mut engine) in machines() {
        let stop = Stop::new();
        if entry.about.can(Capability::ThinksUntilStopped) {
            let other = stop.clone();
            let begun = Instant::now();
            let stopper = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(200));
                other.stop();
            });
            think(&mut *engine, &start(&entry), Limits::default(), &stop);
            assert!(begun.elapsed() >= Duration::from_millis(200), "{}", entry.about.id);
            stopper.join().expect("the stopper ends");
        } else {
            if let Some(Handicap::Depth(option)) = entry.about.handicap() {
                engine.set_option(option, "1").expect("a depth");
            }
            assert!(think(&mut *engine, &start(&entry), Limits::default(), &stop).best.is_some());
        }
    }
}

#[test]
fn who_shows_lines_shows_as_many_as_asked_for() {
    for (entry, mut engine) in machines() {
        let option = engine.options().into_iter().find(|spec| spec.remote == Remote::UpTo(Resource::Lines));
        assert_eq!(option.is_some(), entry.about.can(Capability::ShowsLines), "{}", entry.about.id);
        let Some(option) = option else { continue };
        engine.set_option(&option.name, "3").expect("three lines");
        let report = think(&mut *engine, &start(&entry), Limits::nodes(2000), &Stop::new());
        assert_eq!(report.lines.len(), 3, "{}", entry.about.id);
    }
}

/// The book of Microchess is a tape, which has to be put in.
#[test]
fn who_has_a_book_plays_from_it() {
    for (entry, mut engine) in machines() {
        if entry.about.id == "microchess" {
            engine.set_option("Opening", "giuoco_w").expect("a tape");
        }
        let limits = Limits { depth: Some(1), nodes: Some(100), ..Limits::default() };
        let report = think(&mut *engine, &start(&entry), limits, &Stop::new());
        assert_eq!(report.details.from_book, entry.about.can(Capability::HasBook), "{}", entry.about.id);
    }
}

#[test]
fn who_counts_playouts_tells_of_playouts() {
    for (entry, mut engine) in machines() {
        let (game, stop, mut trace) = (start(&entry), Stop::new(), Trace::new());
        let mut tell = |_: &Info| ();
        let ask = Ask::new(&game, Limits::nodes(20), &stop, &mut tell);
        engine.think_aloud(ask, &mut trace).expect("an answer");
        let counts = !trace.tally().playouts.is_empty();
        assert_eq!(counts, entry.about.can(Capability::CountsPlayouts), "{}", entry.about.id);
    }
}

#[test]
fn who_has_own_terms_understands_them() {
    let lists = OwnTerms::PieceLists { own: [0x03; 16], opponent: [0x73; 16], computer: Color::White };
    for (entry, mut engine) in machines() {
        let answer = engine.think_in_own_terms(&lists, Limits::default());
        assert_eq!(answer.is_some(), entry.about.can(Capability::HasOwnTerms), "{}", entry.about.id);
    }
}

#[test]
fn the_clock_and_models_are_options_of_who_needs_them() {
    for (entry, engine) in machines() {
        let has = |name: &str| engine.options().iter().any(|spec| spec.is_named(name));
        assert_eq!(has("Move Overhead"), entry.about.can(Capability::UsesClock), "{}", entry.about.id);
        assert_eq!(has("Model"), entry.about.can(Capability::NeedsModel), "{}", entry.about.id);
    }
}

/// Another value for an option than it has now.
fn another(spec: &OptionSpec) -> Option<String> {
    match &spec.kind {
        OptionKind::Check { .. } => Some((spec.value != "true").to_string()),
        OptionKind::Spin { min, max, .. } => {
            Some(if spec.value == min.to_string() { min + 1 } else { *min }.min(*max).to_string())
        }
        OptionKind::Combo { choices, .. } => choices.iter().find(|word| **word != spec.value).cloned(),
        OptionKind::Button | OptionKind::Text { .. } => None,
    }
}

#[test]
fn options_have_their_values_now() {
    for (entry, mut engine) in machines() {
        for spec in engine.options() {
            assert_eq!(spec.value, spec.default_text(), "{} {}", entry.about.id, spec.name);
            assert!(!spec.help.is_empty(), "{} {}", entry.about.id, spec.name);
            let Some(value) = another(&spec) else { continue };
            engine.set_option(&spec.name.to_uppercase(), &value).expect("a value");
            assert_eq!(find(&*engine, &spec.name).value, value, "{} {}", entry.about.id, spec.name);
            assert_eq!(find(&*engine, &spec.name).default_text(), spec.default_text());
        }
    }
}

/// Whoever is far away names no files, and takes no more of the computer than its owner lends.
#[test]
fn options_say_what_they_cost() {
    for (entry, engine) in machines() {
        for spec in engine.options() {
            let label = format!("{} {}", entry.about.id, spec.name);
            let text = matches!(spec.kind, OptionKind::Text { .. });
            assert_eq!(spec.remote == Remote::Never, text, "{label}");
            let megabytes = spec.help.starts_with("Megabytes");
            assert_eq!(spec.remote == Remote::UpTo(Resource::Megabytes), megabytes, "{label}");
            let threads = spec.help.starts_with("Threads");
            assert_eq!(spec.remote == Remote::UpTo(Resource::Threads), threads, "{label}");
        }
    }
}
