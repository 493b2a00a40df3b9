//! `kempelen datagen`: runs that are killed, disks that are full, files that are no shards.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Folder, in_a_shell, is_a_clear_failure, kempelen, refusal, stdout};
use kempelen_testing::left_out;
use serde_json::Value;

/// The files of a folder by name, but for the lock.
fn files(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let Ok(entries) = fs::read_dir(folder) else { return BTreeMap::new() };
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths
        .filter(|path| path.extension().is_some())
        .map(|path| {
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
            (name, fs::read(&path).expect("a file"))
        })
        .collect()
}

fn is_shard(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "games")
}

fn show(from: &str) -> Value {
    serde_json::from_str(&stdout(&["datagen", "show", from, "--json"], b"")).expect("JSON")
}

/// Quick games in small shards, none of which ends within a block.
fn quick<'a>(folder: &'a str, games: &'a str) -> Vec<&'a str> {
    let mut arguments = vec!["datagen", "--out", folder, "--games", games];
    arguments.extend("--games-per-shard 40 --nodes 5 --seed 7 --option Hash=1".split(' '));
    arguments
}

/// Processes are killed in the middle of their work, some of them while they write. Whatever they had saved stays as it is,
/// and in the end the run is, to the byte, what it would have been without any of this. `KEMPELEN_KILLS` says how many.
#[test]
fn killed_at_any_time_it_goes_on() {
    let kills_wanted = std::env::var("KEMPELEN_KILLS").map_or(12, |text| text.parse().expect("a number"));
    let folder = Folder::new("datagen-killed");
    let (whole, broken) = (folder.file("whole"), folder.file("broken"));
    let start = Instant::now();
    stdout(&quick(&whole, "400"), b"");
    // How long a process may live, in microseconds, depends on what else the machine has to do.
    let least = (start.elapsed() / 6).as_micros() as u64;
    let expected = files(&whole);
    assert_eq!(expected.len(), 11, "ten shards and run.json");

    let mut arguments = quick(&broken, "400");
    arguments.extend(["--threads", "2"]);
    let (mut kills, mut unfinished, mut grew) = (0, 0, 0);
    let mut kept: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut dice = 2026_u64;
    let mut life = 2 * least;
    while kills < kills_wanted {
        let mut child =
            kempelen(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program");
        dice = dice.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        std::thread::sleep(Duration::from_micros(2_000 + (dice >> 33) % life));
        child.kill().expect("SIGKILL");
        if child.wait().expect("an end").success() {
            // The machine was quicker than the dice: all but the first shard are played once more.
            assert!(files(&broken) == expected);
            for name in expected.keys().filter(|name| is_shard(name)).skip(1) {
                fs::remove_file(Path::new(&broken).join(name)).expect("a shard");
            }
            kept.clear();
            continue;
        }
        kills += 1;
        let there = files(&broken);
        for (name, bytes) in &there {
            // What has its name is whole; what has not is the beginning of it.
            let (own_name, part) =
                name.strip_suffix(".part").map_or((name.as_str(), false), |own| (own, true));
            let right = expected
                .get(own_name)
                .is_some_and(|whole| if part { whole.starts_with(bytes) } else { whole == bytes });
            assert!(right, "{name} is not what it should be after kill {kills}");
            unfinished += usize::from(part && bytes.len() > 1000);
        }
        let lost = kept.keys().find(|&name| is_shard(name) && !there.contains_key(name));
        assert_eq!(lost, None, "lost by kill {kills}");
        let saved = |files: &BTreeMap<String, Vec<u8>>| files.values().map(Vec::len).sum::<usize>();
        // Labels alone are no games.
        let more = saved(&there) > saved(&kept) + 1000;
        grew += usize::from(more);
        life = if more { least.max(life - life / 8) } else { life + life / 4 };
        kept = there;
    }
    assert!(unfinished * 2 >= kills_wanted, "{unfinished} shards were in the making at {kills} kills");
    assert!(grew * 4 >= kills_wanted, "only {grew} of {kills} processes had saved anything");
    println!("{kills} kills; {grew} processes had saved something, {unfinished} shards were in the making");
    stdout(&arguments, b"");
    assert!(files(&broken) == expected);
    assert_eq!(show(&broken)["games"], 400);
}

#[test]
fn a_game_depends_on_its_number_alone() {
    let folder = Folder::new("datagen-number");
    let (all, one) = (folder.file("all"), folder.file("one"));
    for variant in ["chess", "makruk"] {
        let mut arguments = quick(&all, "120");
        arguments.extend(["--variant", variant, "--threads", "2"]);
        stdout(&arguments, b"");
        let mut arguments = quick(&one, "1");
        arguments.extend(["--variant", variant, "--first", "80"]);
        let text = stdout(&arguments, b"");
        assert!(text.starts_with("Games      40\n"), "{text}");
        let (all_files, one_files) = (files(&all), files(&one));
        assert_eq!((all_files.len(), one_files.len()), (4, 2));
        assert!(one_files["000000000080.games"] == all_files["000000000080.games"]);
        assert!(all_files["000000000000.games"] != all_files["000000000040.games"]);
        fs::remove_dir_all(&all).and_then(|()| fs::remove_dir_all(&one)).expect("our own folders");
    }
}

/// A limit on the size of files stands for a disk that becomes full in the middle of a shard.
#[test]
fn what_does_not_fit_is_told_and_can_go_on() {
    let folder = Folder::new("datagen-limit");
    let (whole, limited) = (folder.file("whole"), folder.file("limited"));
    stdout(&quick(&whole, "40"), b"");
    let expected = files(&whole);
    assert!(expected["000000000000.games"].len() > 4096, "a shard must be larger than the limit");
    let arguments = quick(&limited, "40");
    // Four blocks are two or four kilobytes, as shells go.
    let output = in_a_shell("trap '' XFSZ; ulimit -f 4;", &arguments);
    is_a_clear_failure(&output, "000000000000.games: File too large");
    let there = files(&limited);
    assert_eq!(there.keys().collect::<Vec<_>>(), ["000000000000.games.part", "run.json"]);
    assert!(expected["000000000000.games"].starts_with(&there["000000000000.games.part"]));
    stdout(&arguments, b"");
    assert!(files(&limited) == expected);
    // The same for an export, of which nothing is left, and an import.
    for format in ["trainer", "games"] {
        let file = folder.file("games.txt");
        let output = in_a_shell(
            "trap '' XFSZ; ulimit -f 4;",
            &["datagen", "export", &whole, "--to", &file, "--format", format],
        );
        is_a_clear_failure(&output, "File too large");
        assert!(!Path::new(&file).exists() && !Path::new(&format!("{file}.part")).exists());
    }
    let (text, shard) = (folder.file("games.txt"), folder.file("x.games"));
    stdout(&["datagen", "export", &whole, "--to", &text, "--format", "games"], b"");
    let output = in_a_shell("trap '' XFSZ; ulimit -f 4;", &["datagen", "import", &text, "--to", &shard]);
    is_a_clear_failure(&output, "File too large");
    assert!(!Path::new(&shard).exists() && !Path::new(&format!("{shard}.part")).exists());
}

/// A real disk of 64 KB that becomes full, where the system lets us have one.
#[test]
fn a_full_disk_is_told_and_nothing_is_lost() {
    let folder = Folder::new("datagen-disk");
    let disk = folder.file("disk");
    fs::create_dir_all(&disk).expect("a folder");
    let mount = format!("mount -t tmpfs -o size=64k kempelen {disk} &&");
    let in_a_room = |script: &str| {
        let program = env!("CARGO_BIN_EXE_kempelen");
        let mut command = Command::new("unshare");
        command.args(["--user", "--map-root-user", "--mount", "sh", "-c", script, program]);
        command.args(quick(&format!("{disk}/run"), "100000")).output()
    };
    if !in_a_room(&format!("{mount} true")).is_ok_and(|output| output.status.success()) {
        left_out("no small disk can be made here");
        return;
    }
    let script =
        format!("{mount} \"$0\" \"$@\"; code=$?; \"$0\" datagen show {disk}/run; ls {disk}/run; exit $code");
    let output = in_a_room(&script).expect("a shell");
    is_a_clear_failure(&output, "No space left on device");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("Shards     ") && text.matches(".games\n").count() >= 2, "{text}");
}

#[test]
fn a_folder_belongs_to_its_settings_and_shards_are_tested() {
    let folder = Folder::new("datagen-settings");
    let games = folder.file("games");
    let text = stdout(&quick(&games, "80"), b"");
    assert!(text.starts_with("Games      80\nResults    White "), "{text}");
    assert!(stdout(&quick(&games, "80"), b"").starts_with("Games      0 (80 were there before)\n"));
    let with = |setting: &[&str]| {
        let mut arguments = quick(&games, "80");
        arguments.extend(setting);
        refusal(&arguments, b"")
    };
    assert!(with(&["--random-plies", "6"]).contains("random_plies is 8 there, and 6 here"));
    assert!(with(&["--hard-nodes", "7"]).contains("hard_nodes is 40 there, and 7 here"));
    assert!(with(&["--option", "MultiPV=2"]).contains("other settings"));
    assert!(with(&["--variant", "makruk"]).contains("other settings"));

    let before = files(&games);
    let shard = format!("{games}/000000000040.games");
    let bytes = &before["000000000040.games"];
    let shown = |content: &[u8]| {
        fs::write(&shard, content).expect("a file");
        let told = [
            refusal(&["datagen", "show", &games], b""),
            refusal(&["datagen", "export", &games], b""),
            refusal(&quick(&games, "80"), b""),
        ];
        assert!(told.iter().all(|text| text.contains("000000000040.games: ")), "{told:?}");
        assert_eq!(fs::read(&shard).expect("a file"), content, "what is wrong is left alone");
        told
    };
    assert!(shown(&bytes[..bytes.len() - 20]).iter().all(|text| text.ends_with("its end is missing")));
    assert!(shown(b"").iter().all(|text| text.ends_with("this is no shard of games")));
    assert!(shown(b"PK\x03\x04 something else").iter().all(|text| text.contains("no shard of games")));
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 4;
    assert!(shown(&flipped).iter().all(|text| text.contains("damaged: the checksum")));
    fs::write(&shard, &before["000000000000.games"]).expect("a file");
    assert!(refusal(&quick(&games, "80"), b"").contains("another shard than its name says"));
    assert!(
        refusal(&["datagen", "show", &folder.file("nothing")], b"")
            .ends_with("nothing: there is no such file or folder")
    );
}

#[test]
fn games_go_through_text_and_back() {
    let folder = Folder::new("datagen-text");
    let games = folder.file("games");
    stdout(&quick(&games, "40"), b"");
    let sum = show(&games);
    let lines = |format: &str, more: &[&str]| {
        stdout(&[&["datagen", "export", games.as_str(), "--format", format], more].concat(), b"")
    };
    let text = lines("games", &[]);
    assert_eq!(text.lines().count(), 40);
    let shard = folder.file("again.games");
    stdout(&["datagen", "import", "-", "--to", &shard], text.as_bytes());
    assert_eq!(stdout(&["datagen", "export", &shard, "--format", "games"], b""), text);
    assert_eq!(show(&shard)["plies"], sum["plies"]);
    assert!(refusal(&["datagen", "import", "-", "--to", &shard], b"").contains("there already"));

    let all = ["--in-check", "--tactical", "--from-ply", "0", "--score-limit", "32767"];
    assert_eq!(Value::from(lines("trainer", &all).lines().count()), sum["plies"]);
    let (trainer, tuner) = (lines("trainer", &[]), lines("tuner", &[]));
    assert_eq!(Value::from(trainer.lines().count()), sum["positions"]);
    for (trainer, tuner) in trainer.lines().zip(tuner.lines()) {
        let [fen, score, points] = trainer.split(" | ").collect::<Vec<_>>()[..] else { panic!("{trainer}") };
        assert_eq!(tuner, format!("{fen};{points};{score}"));
        assert!(["0.0", "0.5", "1.0"].contains(&points) && score.parse::<i16>().is_ok(), "{trainer}");
    }

    let bad = folder.file("bad.games");
    let line = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;1;e2e4 20 e7e4 3";
    let told = refusal(&["datagen", "import", "-", "--to", &bad], format!("{text}{line}\n").as_bytes());
    assert!(told.contains("game 41: ") && told.contains("e7e4"), "{told}");
    assert!(!Path::new(&bad).exists() && !Path::new(&format!("{bad}.part")).exists());
}

#[test]
fn games_start_where_they_are_told_to() {
    let folder = Folder::new("datagen-starts");
    let (games, starts) = (folder.file("games"), folder.file("starts.txt"));
    // A start of Chess960 with both castlings at hand.
    fs::write(&starts, "1r3k1r/pppppppp/8/8/8/8/PPPPPPPP/1R3K1R w KQkq - 0 1\n\n").expect("room");
    let mut arguments = quick(&games, "40");
    arguments.extend(["--starts", &starts]);
    stdout(&arguments, b"");
    let text = stdout(&["datagen", "export", &games, "--format", "games"], b"");
    let boards: Vec<&str> = text.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(boards.len(), 40);
    assert!(
        boards.iter().all(|board| board.contains('K') && !board.contains(['Q', 'N', 'B', 'q', 'n', 'b']))
    );
    fs::write(&starts, "1r3k1r/pppppppp/8/8/8/8/PPPPPPPP/1R3K1R w KQkq - 0 1\nnonsense\n").expect("room");
    assert!(refusal(&arguments, b"").contains("starts.txt, line 2: "));
}
