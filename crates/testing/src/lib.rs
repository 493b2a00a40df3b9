//! What the tests of all crates share.

use std::env;
use std::fs::OpenOptions;
use std::io::Write;
use std::thread;

/// Says that the test which calls this leaves something out because the machine lacks something.
///
/// It stands in the test's output and, by the name of the test, in the file that `KEMPELEN_LEFT_OUT` names, which
/// `make test` shows at its end: a test that passes must not hide what it did not look at.
///
/// # Panics
///
/// If that file cannot be written.
pub fn left_out(why: &str) {
    let thread = thread::current();
    let test = thread.name().unwrap_or("a test");
    let package = env::var("CARGO_PKG_NAME").unwrap_or_default();
    eprintln!("left out: {why}");
    if let Some(path) = env::var_os("KEMPELEN_LEFT_OUT") {
        let file = OpenOptions::new().create(true).append(true).open(path);
        // One write, so that lines of several tests do not mix.
        file.and_then(|mut file| file.write_all(format!("{package} {test}: {why}\n").as_bytes()))
            .expect("KEMPELEN_LEFT_OUT names a file that can be written");
    }
}
