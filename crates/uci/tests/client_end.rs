//! Programs end with those who started them. This looks at all children of the process, so it is a program of its own.

use std::fs;
use std::time::{Duration, Instant};

use kempelen_engine::{Ask, Engine, Limits, Stop};
use kempelen_rules::{AnyGame, AnyPosition, VariantId};
use kempelen_testing::left_out;
use kempelen_uci::{Foreign, ForeignPatience};

/// The children of this process, the dead ones that nobody has buried included; `None` where that cannot be seen.
fn children() -> Option<Vec<String>> {
    let mut children = Vec::new();
    for task in fs::read_dir("/proc/self/task").ok()? {
        let list = fs::read_to_string(task.ok()?.path().join("children")).ok()?;
        children.extend(list.split_whitespace().map(str::to_owned));
    }
    Some(children)
}

fn threads() -> Option<usize> {
    Some(fs::read_dir("/proc/self/task").ok()?.count())
}

/// The processes whose command line has this word.
fn processes_with(word: &str) -> usize {
    let Ok(all) = fs::read_dir("/proc") else { return 0 };
    all.flatten()
        .filter_map(|entry| fs::read(entry.path().join("cmdline")).ok())
        .filter(|line| String::from_utf8_lossy(line).split('\0').any(|part| part == word))
        .count()
}

#[test]
fn nothing_is_left_behind() {
    if children().is_none() {
        left_out("/proc does not tell the children of a process");
        return;
    }
    let before = threads();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/engine.sh");
    let patience =
        ForeignPatience { handshake: Duration::from_millis(500), grace: Duration::from_millis(100) };
    let marker = format!("marker-{}", std::process::id());
    let game = AnyGame::new(AnyPosition::start(VariantId::Chess));
    for manner in ["normal", "crash", "deaf", "illegal", "mute", "dead", "parent"] {
        let started = Foreign::start_with(&format!("sh '{script}' {manner} {marker}"), patience);
        if let Ok(mut engine) = started {
            let limits = Limits::time(Duration::from_millis(5));
            let _ = engine.think(Ask::new(&game, limits, &Stop::new(), &mut |_| ()));
        }
        assert_eq!(children(), Some(Vec::new()), "{manner}");
        assert_eq!(processes_with(&marker), 0, "{manner}");
    }
    // A thread that has ended may be seen for a moment longer.
    let deadline = Instant::now() + Duration::from_secs(2);
    while threads() != before && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(threads(), before);
}
