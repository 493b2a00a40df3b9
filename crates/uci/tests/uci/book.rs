//! Books in files.

use std::path::PathBuf;

use kempelen_rules::random::SplitMix64;
use kempelen_rules::{AnyPosition, VariantId};
use kempelen_uci::OpeningBook;

/// An entry, byte by byte.
fn entry(key: u64, bits: u16, weight: u16) -> Vec<u8> {
    [&key.to_be_bytes()[..], &bits.to_be_bytes(), &weight.to_be_bytes(), &[0; 4]].concat()
}

struct File(PathBuf);

impl File {
    fn new(name: &str, bytes: &[u8]) -> Self {
        let path = std::env::temp_dir().join(format!("kempelen-{}-{name}", std::process::id()));
        std::fs::write(&path, bytes).expect("a file");
        Self(path)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// The key of the start position, from the description of the format.
const START: u64 = 0x463b_9618_1691_fc9c;
const E2E4: u16 = 0x031c;
const D2D4: u16 = 0x02db;
const E2E5: u16 = 0x0324;

#[test]
fn moves_come_with_their_weights_and_illegal_ones_do_not_come() {
    let bytes = [
        entry(1, E2E4, 1),
        entry(START, D2D4, 2),
        entry(START, E2E5, 500),
        entry(START, E2E4, 3),
        entry(START + 1, E2E4, 1),
    ]
    .concat();
    let file = File::new("weights.bin", &bytes);
    let mut book = OpeningBook::open(&file.0).unwrap();
    let start = AnyPosition::start(VariantId::Chess);
    let moves: Vec<(String, u16)> =
        book.moves(&start).unwrap().into_iter().map(|(m, weight)| (m.to_string(), weight)).collect();
    assert_eq!(moves, [("e2e4".to_owned(), 3), ("d2d4".to_owned(), 2)]);

    let mut drawn = [0_u32; 2];
    let mut dice = SplitMix64::new(1);
    for _ in 0..5000 {
        let m = book.pick(&start, &mut dice).unwrap().expect("a move");
        drawn[usize::from(m.to_string() == "d2d4")] += 1;
    }
    assert!((2800..3200).contains(&drawn[0]) && drawn[0] + drawn[1] == 5000, "{drawn:?}");

    let after = start.play(start.read_uci("e2e4").unwrap());
    assert_eq!(book.pick(&after, &mut dice), Ok(None));
    assert_eq!(book.moves(&AnyPosition::start(VariantId::Makruk)), Ok(Vec::new()));
}

#[test]
fn a_move_without_weight_is_never_drawn() {
    let file = File::new("zero.bin", &entry(START, E2E4, 0));
    let mut book = OpeningBook::open(&file.0).unwrap();
    let start = AnyPosition::start(VariantId::Chess);
    assert_eq!(book.moves(&start).unwrap().len(), 1);
    assert_eq!(book.pick(&start, &mut SplitMix64::new(1)), Ok(None));
}

#[test]
fn what_is_no_book_is_named_with_the_reason() {
    for (name, bytes, reason) in [
        ("empty.bin", vec![], "multiple of 16"),
        ("text.bin", b"this is not a book at all".to_vec(), "multiple of 16, not 25"),
        ("unsorted.bin", [entry(9, E2E4, 1), entry(3, E2E4, 1)].concat(), "sorted"),
    ] {
        let file = File::new(name, &bytes);
        let error = OpeningBook::open(&file.0).expect_err(name).to_string();
        assert!(error.contains(name) && error.contains(reason), "{error}");
    }
    assert!(OpeningBook::open(&std::env::temp_dir()).is_err());
    assert!(OpeningBook::open("/nowhere/at/all.bin".as_ref()).is_err());
}

/// A file that shrinks while it is read is an error and no panic.
#[test]
fn a_book_that_goes_away_is_an_error() {
    let file = File::new("shrinks.bin", &[entry(START, E2E4, 1), entry(START, D2D4, 1)].concat());
    let mut book = OpeningBook::open(&file.0).unwrap();
    std::fs::write(&file.0, b"").unwrap();
    assert!(book.moves(&AnyPosition::start(VariantId::Chess)).is_err());
}
