//! `kempelen train`: runs that are killed, data that is none.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::Duration;

use crate::support::{kempelen, refusal, run};
use kempelen_nnue::NetworkFile;
use kempelen_rules::random::SplitMix64;
use kempelen_rules::{Chess, Color, Position};

struct TrainFolder(PathBuf);

impl TrainFolder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("kempelen-train-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("text").to_owned()
    }

    /// Positions of random games, labelled by the count of their men.
    fn positions(&self, count: usize) -> String {
        let mut random = SplitMix64::new(3);
        let mut position = Position::<Chess>::default();
        let mut lines = String::new();
        for _ in 0..count {
            let moves = position.legal_moves();
            let over = moves.is_empty() || position.draw_count().plies > 30;
            position = if over { Position::default() } else { position.play(*random.pick(&moves)) };
            let men = |side| position.side(side).len() as i32;
            let score = 100 * (men(Color::White) - men(Color::Black));
            writeln!(lines, "{};0.5;{score}", position.fen()).expect("a string takes what is written");
        }
        let path = self.file("positions.txt");
        fs::write(&path, lines).expect("room on the disk");
        path
    }
}

impl Drop for TrainFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_run_that_is_killed_ends_with_the_same_network() {
    let folder = TrainFolder::new("killed");
    let data = folder.positions(6000);
    let (whole, killed) = (folder.file("whole.nnue"), folder.file("killed.nnue"));
    let arguments = |output: &str| {
        let fixed =
            ["train", &data, "--hidden", "64", "--epochs", "60", "--batch", "256", "--output", output];
        fixed.map(str::to_owned)
    };
    let start = |output: &str| {
        let arguments = arguments(output);
        kempelen(&arguments.each_ref().map(String::as_str))
            .env("KEMPELEN_TRAIN_SAVE_MS", "1")
            .spawn()
            .expect("the program")
    };
    let end = start(&whole).wait_with_output().expect("an end");
    assert!(end.status.success(), "{end:?}");
    let mut kills = 0;
    for pause in [150, 250, 350] {
        let mut run = start(&killed);
        sleep(Duration::from_millis(pause));
        kills += u32::from(run.try_wait().expect("a child").is_none());
        let _ = run.kill();
        run.wait().expect("an end");
        if let Ok(bytes) = fs::read(&killed) {
            NetworkFile::read(&bytes).expect("what is there is whole");
        }
    }
    assert!(kills > 0, "it was never alive to be killed");
    let end = start(&killed).wait_with_output().expect("an end");
    assert!(end.status.success(), "{end:?}");
    assert_eq!(fs::read(&killed).expect("a network"), fs::read(&whole).expect("a network"));
    let picture = fs::read_to_string(format!("{killed}.svg")).expect("a picture");
    assert!(picture.starts_with("<svg") && picture.contains("epochs: 60"));
}

#[test]
fn data_that_is_none_is_refused_with_its_line() {
    let folder = TrainFolder::new("refused");
    let output = folder.file("net.nnue");
    let write = |name: &str, text: &str| {
        let path = folder.file(name);
        fs::write(&path, text).expect("room on the disk");
        path
    };
    let refused = |data: &str| refusal(&["train", data, "--output", &output], b"");
    assert!(refused(&folder.file("nothing.txt")).contains("nothing.txt"));
    assert!(refused(&write("a.txt", "1. e4 e5\n")).contains("a.txt, line 1: three fields"));
    let bad_score = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1;1.0;good\n";
    assert!(refused(&write("b.txt", bad_score)).contains("b.txt, line 1: \"good\" is no score"));
    let bad_game = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1;2;e1e5 100\n";
    assert!(refused(&write("c.txt", bad_game)).contains("c.txt, line 1"));
    assert!(refused(&write("d.txt", "")).contains("too few positions"));
    assert!(!fs::exists(&output).expect("a folder"), "nothing was written");
}

#[test]
fn a_checkpoint_of_another_run_is_not_overwritten() {
    let folder = TrainFolder::new("other");
    let (data, output) = (folder.positions(5000), folder.file("net.nnue"));
    let train = |seed: &str| {
        run(&["train", &data, "--hidden", "64", "--epochs", "1", "--seed", seed, "--output", &output], b"")
    };
    assert!(train("1").status.success());
    let kept = fs::read(format!("{output}.checkpoint")).expect("a checkpoint");
    let again = train("2");
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("other settings; --anew"), "{again:?}");
    assert_eq!(fs::read(format!("{output}.checkpoint")).expect("a checkpoint"), kept);
}
