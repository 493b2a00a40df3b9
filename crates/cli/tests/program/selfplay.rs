//! `kempelen selfplay`: runs that are killed, disks that are full, models and shards that are none.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::support::{Folder, in_a_shell, is_a_clear_failure, kempelen, refusal, run, stdout};
use kempelen_testing::left_out;
use serde_json::Value;

fn model(name: &str) -> String {
    format!("{}/../zero/data/models/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// The shards of a folder by name.
fn shards(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let Ok(entries) = fs::read_dir(folder) else { return BTreeMap::new() };
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let shards = paths.filter(|path| path.extension().is_some_and(|extension| extension == "kz"));
    shards
        .map(|path| {
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
            (name, fs::read(&path).expect("a shard"))
        })
        .collect()
}

fn show(folder: &str) -> Value {
    serde_json::from_str(&stdout(&["selfplay", "show", folder, "--json"], b"")).expect("JSON")
}

/// Small games in small shards.
fn quick<'a>(folder: &'a str, games: &'a str) -> Vec<&'a str> {
    let settings = "--games-per-shard 2 --visits 40 --quick-visits 10 --max-plies 40 --seed 7 --tree 1";
    let mut arguments = vec!["selfplay", "--out", folder, "--games", games];
    arguments.extend(settings.split(' '));
    arguments
}

/// Thirty processes and more are killed in the middle of their work, some of them while they write a shard. Whatever they
/// had finished stays as it is, and in the end the run is what it would have been without any of this.
#[test]
fn killed_at_any_time_it_goes_on() {
    const KILLS: usize = 40;
    let folder = Folder::new("selfplay-killed");
    let (whole, broken) = (folder.file("whole"), folder.file("broken"));
    stdout(&quick(&whole, "300"), b"");
    let expected = shards(&whole);
    assert_eq!(expected.len(), 150);

    let mut arguments = quick(&broken, "300");
    arguments.extend(["--threads", "2", "--in-flight", "6"]);
    let (mut kills, mut kept, mut grew) = (0, BTreeMap::new(), 0);
    let mut dice = 12345_u64;
    // How long a process may live, in microseconds: longer where the machine has much else to do.
    let mut life = 40_000;
    while kills < KILLS {
        let mut child =
            kempelen(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program");
        dice = dice.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        std::thread::sleep(Duration::from_micros(2_000 + (dice >> 33) % life));
        child.kill().expect("SIGKILL");
        let status = child.wait().expect("an end");
        if status.success() {
            // The machine was quicker than the dice; the last shards are played once more.
            for name in expected.keys().skip(20) {
                fs::remove_file(Path::new(&broken).join(name)).expect("a shard");
                kept.remove(name);
            }
            continue;
        }
        kills += 1;
        let there = shards(&broken);
        for (name, bytes) in &there {
            assert!(expected.get(name) == Some(bytes), "{name} is not what it should be after kill {kills}");
        }
        assert!(kept.keys().all(|name| there.contains_key(name)), "a shard was lost by kill {kills}");
        if there.len() > kept.len() {
            grew += 1;
            life = 40_000.max(life - life / 4);
        } else {
            life += life / 4;
        }
        kept = there;
    }
    assert!(grew >= 5, "only {grew} of the processes had finished a shard when they were killed");
    stdout(&arguments, b"");
    assert!(shards(&broken) == expected);
    let leftovers: Vec<PathBuf> =
        fs::read_dir(&broken).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    assert_eq!(leftovers.len(), expected.len() + 2, "shards, run.json and a lock: {leftovers:?}");
    assert_eq!(show(&broken)["games"], 300);
}

/// A limit on the size of files stands for a disk that becomes full in the middle of a shard.
#[test]
fn a_shard_that_does_not_fit_is_not_there() {
    let folder = Folder::new("selfplay-limit");
    let (whole, limited) = (folder.file("whole"), folder.file("limited"));
    let mut whole_run = quick(&whole, "64");
    whole_run.extend(["--random-plies", "4"]);
    whole_run[6] = "32";
    let mut arguments = whole_run.clone();
    arguments[2] = &limited;
    stdout(&whole_run, b"");
    let expected = shards(&whole);
    let smallest = expected.values().map(Vec::len).min().expect("shards");
    assert!(smallest > 2048, "a shard must be larger than the limit, not {smallest} bytes");
    arguments[4] = "32";
    stdout(&arguments, b"");
    arguments[4] = "64";
    // Two blocks are one or two kilobytes, as shells go.
    let output = in_a_shell("trap '' XFSZ; ulimit -f 2;", &arguments);
    is_a_clear_failure(&output, "shard-000001.log: File too large");
    let there = shards(&limited);
    assert_eq!(there.keys().collect::<Vec<_>>(), ["shard-000000.kz"]);
    assert!(there["shard-000000.kz"] == expected["shard-000000.kz"]);
    assert!(!Path::new(&limited).join("shard-000001.kz.part").exists());
    stdout(&arguments, b"");
    assert!(shards(&limited) == expected);
    // The same for an export.
    let file = folder.file("games.npz");
    let output = in_a_shell("trap '' XFSZ; ulimit -f 2;", &["selfplay", "export", &limited, "--to", &file]);
    is_a_clear_failure(&output, "File too large");
    assert!(!Path::new(&file).exists() && !Path::new(&format!("{file}.part")).exists());
}

/// A real disk of 64 KB that becomes full, where the system lets us have one.
#[test]
fn a_full_disk_is_told_and_nothing_is_lost() {
    let folder = Folder::new("selfplay-disk");
    let disk = folder.file("disk");
    fs::create_dir_all(&disk).expect("a folder");
    let mount = format!("mount -t tmpfs -o size=64k kempelen {disk} &&");
    let in_a_room = |script: &str| {
        Command::new("unshare")
            .args([
                "--user",
                "--map-root-user",
                "--mount",
                "sh",
                "-c",
                script,
                env!("CARGO_BIN_EXE_kempelen"),
            ])
            .args(quick(&format!("{disk}/run"), "100000"))
            .output()
    };
    if !in_a_room(&format!("{mount} true")).is_ok_and(|output| output.status.success()) {
        left_out("no small disk can be made here");
        return;
    }
    let script =
        format!("{mount} \"$0\" \"$@\"; code=$?; \"$0\" selfplay show {disk}/run; ls {disk}/run; exit $code");
    let output = in_a_room(&script).expect("a shell");
    is_a_clear_failure(&output, "No space left on device");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("Shards") && text.matches("shard-").count() >= 3, "{text}");
    assert!(!text.contains(".part"), "{text}");
}

#[test]
fn output_that_cannot_be_written_is_told() {
    let folder = Folder::new("selfplay-full");
    let games = folder.file("games");
    stdout(&quick(&games, "4"), b"");
    let output = in_a_shell("exec >/dev/full;", &["selfplay", "show", &games]);
    is_a_clear_failure(&output, "No space left on device");
}

#[test]
fn a_run_belongs_to_its_settings_and_shards_are_tested() {
    let folder = Folder::new("selfplay-settings");
    let games = folder.file("games");
    let text = stdout(&quick(&games, "4"), b"");
    assert!(text.starts_with("Played by    uniform (no model)\nGames        4\n"), "{text}");
    let again = stdout(&quick(&games, "4"), b"");
    assert!(again.contains("Games        0 (4 were there before)"), "{again}");
    let mut other = quick(&games, "4");
    other.extend(["--exploration", "2"]);
    assert!(refusal(&other, b"").contains("other settings: exploration is 1.25 there, and 2.0 here"));
    let sum = show(&games);
    assert_eq!((&sum["games"], &sum["shards"]), (&Value::from(4), &Value::from(2)));
    let shard = format!("{games}/shard-000001.kz");
    let bytes = fs::read(&shard).expect("a shard");
    fs::write(&shard, &bytes[..bytes.len() - 20]).expect("a file");
    assert!(refusal(&["selfplay", "show", &games], b"").contains("shard-000001.kz"));
    let out = folder.file("games.bin");
    assert!(refusal(&["selfplay", "export", &games, "--to", &out], b"").contains("is cut off"));
    let said = refusal(&quick(&games, "4"), b"");
    assert!(said.contains("shard-000001.kz is cut off"), "{said}");
    assert!(
        said.contains("remove it, and the selfplay command of its folder plays its games again"),
        "{said}"
    );
    assert!(!Path::new(&out).exists());
    fs::write(&shard, "").expect("a file");
    refusal(&quick(&games, "4"), b"");
    assert_eq!(fs::read(&shard).expect("a file"), b"", "what cannot be understood is left alone");
    fs::write(&shard, &bytes).expect("a file");
    fs::write(&out, "mine").expect("a file");
    assert!(refusal(&["selfplay", "export", &games, "--to", &out], b"").contains("games.bin"));
    assert_eq!(fs::read(&out).expect("a file"), b"mine");
}

/// Whatever games depend on is written down, and a run that would go on with something else is refused.
#[test]
fn a_run_is_known_by_its_network_too() {
    let folder = Folder::new("network");
    let games = folder.file("games");
    let material = model("material.onnx");
    let mut arguments = quick(&games, "2");
    arguments.extend(["--model", &material]);
    stdout(&arguments, b"");
    let path = format!("{games}/run.json");
    let info: Value = serde_json::from_str(&fs::read_to_string(&path).expect("a file")).expect("JSON");
    let settings = &info["settings"];
    for (name, value) in [
        ("backend", "rten"),
        ("precision", "single"),
        ("device", "cpu"),
        ("program", env!("CARGO_PKG_VERSION")),
        ("start", "usual"),
    ] {
        assert_eq!(settings[name], value, "{name}");
    }
    assert_eq!(settings["model"]["bytes"], fs::metadata(&material).expect("a model").len());
    let mut other = arguments.clone();
    other.extend(["--precision", "fast"]);
    assert!(refusal(&other, b"").contains("precision is \"single\" there, and \"fast\" here"));
    let older = fs::read_to_string(&path).expect("a file").replace(env!("CARGO_PKG_VERSION"), "0.0.1");
    fs::write(&path, older).expect("a file");
    assert!(refusal(&arguments, b"").contains("program is \"0.0.1\" there"));
    let mut far = arguments.clone();
    far.extend(["--device", "cuda", "--backend", "rten"]);
    assert!(refusal(&far, b"").contains("no model can run on cuda here"));
}

#[test]
fn chess960_begins_anywhere_and_shards_are_units() {
    let folder = Folder::new("units");
    let (whole, part) = (folder.file("whole"), folder.file("part"));
    let mut arguments = quick(&whole, "6");
    arguments.extend(["--variant", "chess960"]);
    stdout(&arguments, b"");
    let expected = shards(&whole);
    let mut starts = std::collections::HashSet::new();
    for name in expected.keys() {
        let path = Path::new(&whole).join(name);
        let shard = kempelen_zero::dataset::read_shard::<kempelen_rules::Chess>(&path).expect("a shard");
        starts.extend(shard.games.into_iter().map(|game| game.start.expect("a start of its own")));
    }
    assert!(starts.len() >= 5, "{starts:?}");
    let settings = "--games-per-shard 2 --visits 40 --quick-visits 10 --max-plies 40 --seed 7 --tree 1";
    let mut units = vec!["selfplay", "--out", &part, "--variant", "chess960", "--shards", "1..3"];
    units.extend(settings.split(' '));
    stdout(&units, b"");
    let made = shards(&part);
    assert_eq!(made.keys().collect::<Vec<_>>(), ["shard-000001.kz", "shard-000002.kz"]);
    assert!(made.iter().all(|(name, bytes)| expected[name] == *bytes));
    for bad in ["3..3", "4..2", "x", "1.."] {
        units[6] = bad;
        assert!(refusal(&units, b"").contains("two numbers, as in 8..12"), "{bad}");
    }
}

/// The first signal lets the games in flight come to their end; what is over is not played again.
#[test]
fn a_signal_drains_the_run() {
    use rustix::process::{Pid, Signal, kill_process};
    let folder = Folder::new("signal");
    let (whole, broken) = (folder.file("whole"), folder.file("broken"));
    let slow = |folder: &str| -> Vec<String> {
        let text =
            "--games 40 --games-per-shard 20 --visits 2000 --quick-visits 2000 --max-plies 30 --in-flight 7";
        let mut arguments: Vec<String> = text.split(' ').map(str::to_owned).collect();
        arguments.splice(0..0, ["selfplay".to_owned(), "--out".to_owned(), folder.to_owned()]);
        arguments
    };
    let arguments = slow(&broken);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    for signal in [Signal::INT, Signal::TERM] {
        let child =
            kempelen(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program");
        // It listens as soon as the folder is there.
        while !Path::new(&broken).join("run.json").exists() {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(100));
        kill_process(Pid::from_child(&child), signal).expect("a signal");
        let output = child.wait_with_output().expect("an end");
        is_a_clear_failure(&output, "of 40 games; the same command goes on");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("half-moves on average"), "games in flight were played to their end: {text}");
    }
    let rest = stdout(&arguments, b"");
    let before: u64 = rest
        .split_once(" were there before")
        .and_then(|(rest, _)| rest.rsplit_once('('))
        .and_then(|(_, games)| games.parse().ok())
        .expect("games that were there");
    assert!(before >= 14, "two times seven games were in flight: {rest}");
    let arguments = slow(&whole);
    stdout(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), b"");
    assert!(shards(&whole) == shards(&broken));
}

#[test]
fn exports_have_the_positions_to_learn_from() {
    let folder = Folder::new("selfplay-export");
    let games = folder.file("games");
    let mut arguments = quick(&games, "6");
    let material = model("material.onnx");
    arguments.extend(["--model", &material, "--full", "0.5", "--json"]);
    let stats: Value = serde_json::from_str(&stdout(&arguments, b"")).expect("JSON");
    assert_eq!(stats["backend"], "rten, material.onnx");
    let samples = stats["samples"].as_u64().expect("a number");
    assert!(samples > 10);
    let out = folder.file("games.bin");
    let said = stdout(&["selfplay", "export", &games, "--to", &out, "--history-steps", "2"], b"");
    assert!(said.starts_with(&format!("{samples} positions in ")), "{said}");
    let bytes = fs::read(&out).expect("a file");
    assert_eq!(bytes[..8], [&(samples as i32).to_le_bytes()[..], &(35 * 64_i32).to_le_bytes()].concat());
    assert_eq!(bytes.len() as u64, 8 + samples * 4 * (35 * 64 + 4168 + 1));
    let npz = folder.file("games.npz");
    stdout(&["selfplay", "export", &games, "--to", &npz], b"");
    assert_eq!(fs::read(&npz).expect("a file")[..4], *b"PK\x03\x04");
}

#[test]
fn bad_models_and_settings_are_refused() {
    let folder = Folder::new("selfplay-models");
    let games = folder.file("games");
    let said = |more: &[&str]| {
        let mut arguments = quick(&games, "4");
        arguments.extend(more);
        let text = refusal(&arguments, b"");
        assert!(!Path::new(&games).exists(), "nothing is begun");
        text
    };
    assert!(said(&["--model", "no such file"]).contains("no such file: No such file"));
    assert!(said(&["--backend", "rten"]).contains("rten needs a --model"));
    assert!(said(&["--backend", "tpu"]).contains("there is no backend"));
    assert!(said(&["--model", &model("bad-values.onnx")]).contains("not a number"));
    assert!(said(&["--model", &model("bad-input-name.onnx")]).contains("one input, `board`"));
    assert!(said(&["--model", &model("material.onnx"), "--variant", "makruk"]).contains("4096"));
    assert!(said(&["--full", "1.5"]).contains("a share is from 0 to 1"));
    assert!(said(&["--resign", "-0.9", "--resign-times", "0"]).contains("--resign-times"));
    for (kind, variable) in [("onnxruntime", "ORT_DYLIB_PATH"), ("openvino", "OPENVINO_C_LIBRARY")] {
        let mut arguments = quick(&games, "4");
        let material = model("material.onnx");
        arguments.extend(["--model", &material, "--backend", kind]);
        let output = kempelen(&arguments).env(variable, "/no/such/library.so").output().expect("the program");
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(kind) && text.contains("pip install") && text.lines().count() == 1, "{text}");
        assert!(!Path::new(&games).exists());
    }
    let output = run(&["selfplay", "show", &folder.file("")], b"");
    assert_eq!(output.status.code(), Some(2));
}
