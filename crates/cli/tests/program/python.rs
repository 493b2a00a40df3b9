//! The program as python-chess sees it. `make test` brings python-chess; where it is missing, the test says so.

use std::path::Path;
use std::process::Command;

use kempelen_testing::left_out;

#[test]
fn python_chess_plays_analyses_and_changes_machines() {
    let python = std::env::var("VIRTUAL_ENV")
        .map_or_else(|_| "python3".into(), |venv| Path::new(&venv).join("bin/python"));
    let has_chess = Command::new(&python).args(["-c", "import chess.engine"]).output();
    if !has_chess.is_ok_and(|output| output.status.success()) {
        left_out(&format!("{} has no python-chess", python.display()));
        return;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python_chess.py");
    let output =
        Command::new(&python).arg(script).arg(env!("CARGO_BIN_EXE_kempelen")).output().expect("a run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
