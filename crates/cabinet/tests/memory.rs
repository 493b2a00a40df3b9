//! What a stranger may set costs no more memory than what the owner lends.

use std::time::Duration;

use allocation_counter::measure;
use kempelen_cabinet::registry;
use kempelen_engine::{Ask, Engine, Limits, OptionKind, OptionSpec, Remote, Stop};
use kempelen_rules::{AnyGame, AnyPosition};

/// Bytes that a machine may take as it comes, its tables included: the tree of the zero engine has 256 MB, its cache 64.
const MOST: u64 = 400 << 20;

/// The ends of what an option accepts.
fn extremes(spec: &OptionSpec) -> Vec<String> {
    match &spec.kind {
        OptionKind::Check { .. } => vec!["true".to_owned(), "false".to_owned()],
        OptionKind::Spin { min, max, .. } => vec![min.to_string(), max.to_string()],
        OptionKind::Combo { choices, .. } => choices.clone(),
        OptionKind::Text { .. } | OptionKind::Button => Vec::new(),
    }
}

/// Thinks for a moment without any other limit, and says how much memory was held at once.
fn most_bytes(engine: &mut dyn Engine, game: &AnyGame) -> u64 {
    let limits = Limits { time: Some(Duration::from_millis(40)), ..Limits::default() };
    let stop = Stop::new();
    let other = stop.clone();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(60));
        other.stop();
    });
    let used = measure(|| {
        // A backend that is not installed, say, is refused; that takes no memory either.
        let _ = engine.think(Ask::new(game, limits, &stop, &mut |_| ()));
    });
    stopper.join().expect("the stopper ends");
    used.bytes_max
}

#[test]
fn no_option_from_elsewhere_takes_memory_without_bounds() {
    for entry in registry().entries() {
        let game = AnyGame::new(AnyPosition::start(entry.about.variants[0]));
        let free = (entry.make)().options().into_iter().filter(|spec| spec.remote == Remote::Free);
        for spec in free {
            for value in extremes(&spec) {
                let mut engine = (entry.make)();
                if engine.set_option(&spec.name, &value).is_err() {
                    continue;
                }
                let bytes = most_bytes(&mut *engine, &game);
                assert!(bytes < MOST, "{} with {} {value}: {bytes} bytes", entry.about.id, spec.name);
            }
        }
    }
}
