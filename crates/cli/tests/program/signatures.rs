//! The node counts of every engine are those of `bench.toml`.

use std::process::Command;

#[test]
fn every_engine_searches_as_bench_toml_says() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_kempelen")).args(["bench", "--signatures"]).output().expect("a run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let now = String::from_utf8(output.stdout).expect("text");
    assert_eq!(now, include_str!("../../../../bench.toml"), "`make signatures` writes the file anew");
}
