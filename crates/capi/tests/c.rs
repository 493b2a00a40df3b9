//! The library as a program in C sees it. Where there is no C compiler this says so and is left out.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use flate2::read::GzDecoder;
use kempelen_testing::left_out;
use serde_json::Value;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Where cargo has put the libraries: beside this very program.
fn library(ending: &str) -> PathBuf {
    let own = std::env::current_exe().expect("a program");
    let folder = own.parent().expect("a folder");
    let found = [folder, folder.parent().unwrap_or(folder)].into_iter().flat_map(|folder| {
        let entries = std::fs::read_dir(folder).expect("a folder");
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            name.starts_with("libkempelen.") || name.starts_with("libkempelen-")
        })
    });
    let newest = found
        .filter(|path| path.extension().is_some_and(|own| own == ending))
        .max_by_key(|path| path.metadata().and_then(|file| file.modified()).expect("a time"));
    newest.unwrap_or_else(|| panic!("there is no libkempelen with {ending} beside {}", own.display()))
}

fn has(program: &str) -> bool {
    let found = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let there = found.is_ok_and(|status| status.success());
    if !there {
        left_out(&format!("there is no {program}"));
    }
    there
}

/// Compiles a program against one of the libraries, as strictly as the compiler can.
fn compile(source: &str, ending: &str) -> PathBuf {
    let stem = Path::new(source).file_stem().expect("a name").to_string_lossy();
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{stem}-{ending}"));
    let library = library(ending);
    let folder = library.parent().expect("a folder");
    let output = Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-g"])
        .arg(format!("-I{ROOT}/include"))
        .arg(format!("{ROOT}/{source}"))
        .arg(&library)
        .arg(format!("-Wl,-rpath,{}", folder.display()))
        .args(["-lpthread", "-ldl", "-lm"])
        .arg("-o")
        .arg(&program)
        .output()
        .expect("a compiler");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    program
}

fn run(command: &mut Command, input: &str) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a program");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().expect("an end");
    writer.join().expect("a writer");
    output
}

fn all_is_well(output: &Output) -> String {
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{:?}\n{out}\n{err}", output.status);
    out.into_owned()
}

#[test]
fn nothing_that_a_careless_caller_does_breaks_it() {
    if !has("cc") {
        return;
    }
    for ending in ["so", "a"] {
        let program = compile("tests/border.c", ending);
        assert_eq!(all_is_well(&run(&mut Command::new(&program), "")), "");
    }
    if has("valgrind") {
        let checks = ["--quiet", "--error-exitcode=9", "--leak-check=full", "--show-leak-kinds=definite"];
        let program = compile("tests/border.c", "so");
        assert_eq!(all_is_well(&run(Command::new("valgrind").args(checks).arg(program), "")), "");
    }
}

#[test]
fn cases_of_the_reference_come_out_of_c_as_well() {
    if !has("cc") {
        return;
    }
    let mut text = String::new();
    GzDecoder::new(&include_bytes!("../../zero/data/zero.jsonl.gz")[..])
        .read_to_string(&mut text)
        .expect("compressed text");
    let cases: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let questions: Vec<String> = cases
        .iter()
        .map(|case| {
            let moves: Vec<&str> =
                case["moves"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
            format!("{}\t{}\t{}\n", case["history_steps"], text_of(&case["start"]), moves.join(" "))
        })
        .collect();
    let answers =
        all_is_well(&run(&mut Command::new(compile("examples/encode.c", "so")), &questions.concat()));
    assert_eq!(answers.lines().count(), 150);
    for (answer, case) in answers.lines().zip(&cases) {
        let fields: Vec<&str> = answer.split('\t').collect();
        assert_eq!(fields.len(), 6, "{answer}");
        // The FEN here names an en-passant square only where somebody can capture, so that it is not compared to the end.
        let board = |fen: &str| fen.split(' ').take(3).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(board(fields[0]), board(text_of(&case["fen"])));
        assert_eq!(fields[1], case["repetitions"].to_string());
        let flags = ["in_check", "checkmate", "stalemate", "draw", "game_over"]
            .map(|name| if case[name] == true { "1" } else { "0" });
        assert_eq!(fields[2], flags.join(" "));
        assert_eq!(fields[3].parse().ok(), case["result"].as_f64());
        let mut policy: Vec<String> = fields[4].split_whitespace().map(str::to_owned).collect();
        let mut expected: Vec<String> = case["policy"]
            .as_object()
            .expect("moves")
            .iter()
            .map(|(m, index)| format!("{m}:{index}"))
            .collect();
        policy.sort();
        expected.sort();
        assert_eq!(policy, expected);
        let runs: Vec<Vec<f64>> = fields[5]
            .split_whitespace()
            .map(|run| run.split(':').map(|number| number.parse().expect("a number")).collect())
            .collect();
        let expected: Vec<Vec<f64>> = serde_json::from_value(case["runs"].clone()).expect("runs");
        assert_eq!(runs, expected);
    }
}

fn text_of(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// `KEMPELEN_WRITE_HEADER=1` writes the header anew, after a change of the library.
#[test]
fn the_header_says_what_the_library_does() {
    let config = cbindgen::Config::from_file(Path::new(ROOT).join("cbindgen.toml")).expect("settings");
    let mut written = Vec::new();
    cbindgen::Builder::new()
        .with_config(config)
        .with_src(Path::new(ROOT).join("src/lib.rs"))
        .generate()
        .expect("a header")
        .write(&mut written);
    let path = Path::new(ROOT).join("include/kempelen.h");
    if std::env::var_os("KEMPELEN_WRITE_HEADER").is_some() {
        std::fs::write(&path, &written).expect("a header");
    }
    let there = std::fs::read(&path).expect("a header");
    assert!(there == written, "include/kempelen.h is not what cbindgen writes");
}

#[test]
fn the_header_is_good_for_cpp_too() {
    if !has("c++") {
        return;
    }
    let output = run(
        Command::new("c++")
            .args(["-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only", "-xc++", "-"])
            .arg(format!("-I{ROOT}/include")),
        "#include \"kempelen.h\"\nint main() { return kempelen_policy_len(nullptr) == KEMPELEN_CODE_NULL ? 0 : 1; }\n",
    );
    all_is_well(&output);
}
