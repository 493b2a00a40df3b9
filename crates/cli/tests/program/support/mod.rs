//! Runs the program as a user does.

#[cfg(unix)]
pub(crate) mod pty;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// The program, with these arguments.
pub(crate) fn kempelen(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kempelen"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What it does with this input.
pub(crate) fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = kempelen(arguments).spawn().expect("the program");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // The program may stop reading before everything is written.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("an end");
    writer.join().expect("a writer");
    output
}

/// What it prints when all is well.
pub(crate) fn stdout(arguments: &[&str], input: &[u8]) -> String {
    let output = run(arguments, input);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    assert!(output.stderr.is_empty(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The one line with which it refuses.
pub(crate) fn refusal(arguments: &[&str], input: &[u8]) -> String {
    let output = run(arguments, input);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
    let text = String::from_utf8(output.stderr).expect("text");
    assert_eq!(text.lines().count(), 1, "{arguments:?}: {text}");
    assert!(text.len() < 400, "{arguments:?}: {text}");
    text.trim_end().strip_prefix("kempelen: ").expect("our name").to_owned()
}

/// A folder of a test's own that is gone when the test is over.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("kempelen-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("text").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs in a shell that has arranged something before.
pub(crate) fn in_a_shell(arrangement: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{arrangement} exec \"$0\" \"$@\"")).arg(env!("CARGO_BIN_EXE_kempelen"));
    command.args(arguments).output().expect("a shell")
}

/// A failure at run time, told in one line with these words.
pub(crate) fn is_a_clear_failure(output: &Output, words: &str) {
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.starts_with("kempelen: ") && text.contains(words), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
}
