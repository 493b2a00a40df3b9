//! Traces in files: read back, cut off, damaged, foreign.

use std::io::Write;
use std::sync::{Arc, Mutex};

use crate::common::Search;
use kempelen_rules::VariantId;
use kempelen_trace::{Answer, Event, FileError, Header, How, Keep, Recording, Scale, Trace, Why};
use proptest::prelude::*;

fn recording(width: u32, depth: u8) -> Recording {
    let mut trace = Trace::new();
    Search { watch: &mut trace, seed: 9, width, nodes: 0 }.run(depth);
    let (events, tally) = trace.into_parts();
    Recording { header: header(), events, tally, answer: Some(answer()), cut: None }
}

fn header() -> Header {
    Header {
        options: vec![
            ("Move Overhead".to_owned(), "20".to_owned()),
            ("Style".to_owned(), "a = b\nc".to_owned()),
        ],
        moves: vec!["e2e4".to_owned(), "e7e5".to_owned()],
        limits: vec![("depth".to_owned(), "8".to_owned())],
        only: vec!["g1f3".to_owned()],
        scale: Scale { per_pawn: 8, infinite: 128, mate: 127, mate_plies: 0, won: 0 },
        kept: "16 MB".to_owned(),
        ..Header::new("sargon", VariantId::Makruk, VariantId::Makruk.start())
    }
}

fn answer() -> Answer {
    Answer {
        best: Some("g1f3".to_owned()),
        pv: vec!["g1f3".to_owned(), "b8c6".to_owned()],
        score: Some("cp -12".to_owned()),
        nodes: 12345,
        milliseconds: 67,
    }
}

fn bytes(recording: &Recording) -> Vec<u8> {
    let mut bytes = Vec::new();
    recording.write(&mut bytes).expect("memory does not fail");
    bytes
}

#[test]
fn what_is_written_is_read() {
    for (width, depth) in [(2, 1), (6, 5)] {
        let recording = recording(width, depth);
        let mut read = Recording::read(&*bytes(&recording)).expect("a trace");
        // A value is one line.
        assert_eq!(read.header.options[1].1, "a = b c");
        read.header.options[1].1 = "a = b\nc".to_owned();
        assert_eq!(read, recording);
    }
}

#[test]
fn a_file_cut_anywhere_reads_up_to_the_cut() {
    let recording = recording(3, 3);
    let all = bytes(&recording);
    // They are few enough for one chunk.
    let start =
        all.windows(recording.events.len()).position(|window| window == recording.events).expect("events");
    let mut last = 0;
    for len in 0..all.len() {
        match Recording::read(&all[..len]) {
            Ok(read) => {
                assert!(read.cut.is_some_and(|cut| cut <= len as u64));
                assert!(recording.events.starts_with(&read.events));
                assert!(read.events.len() >= last, "a longer file says no less");
                // All that is missing of the events is the one that was cut.
                let so_far = len.saturating_sub(start).min(recording.events.len());
                assert!(read.events.len() + 16 > so_far);
                last = read.events.len();
            }
            Err(FileError::Foreign) => assert!(len < 10),
            Err(FileError::Empty) => assert!(len < start),
            Err(error) => panic!("{len}: {error}"),
        }
    }
    assert_eq!(last, recording.events.len());
}

#[test]
fn every_flipped_bit_is_noticed() {
    let recording = recording(2, 2);
    let all = bytes(&recording);
    let whole = Recording::read(&*all).expect("a trace");
    for bit in 0..all.len() * 8 {
        let mut bad = all.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        if let Ok(read) = Recording::read(&*bad) {
            assert!(read.cut.is_some(), "bit {bit} of byte {}", bit / 8);
            assert!(read != whole);
        }
    }
}

#[test]
fn foreign_files_are_refused_in_words() {
    let said = |bytes: &[u8]| Recording::read(bytes).map(|_| ()).map_err(|error| error.to_string());
    for foreign in [&b""[..], b"KTRACE", b"\x7fELF\x02\x01\x01\0\0\0\0\0", b"[Event \"?\"]\n[Site \"?\"]\n"] {
        assert_eq!(said(foreign), Err("this is not a trace of Kempelen".to_owned()));
    }
    let mut later = bytes(&recording(2, 1));
    later[8] = 9;
    let error = said(&later).expect_err("a later version");
    assert!(error.contains("version 9") && error.contains("version 2"), "{error}");
    let mut damaged = bytes(&recording(2, 1));
    damaged[40] ^= 0xFF;
    assert_eq!(said(&damaged), Err("this trace is damaged at byte 10: the checksum is wrong".to_owned()));
}

/// Written by the program as it was when files were of version 1: `window record --depth 18 --max-ply 2` on
/// `8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47`, and `window record --engine zero --nodes 9`.
const TREE_1: &[u8] = include_bytes!("../data/tree-1.ktrace");
const PLAYOUTS_1: &[u8] = include_bytes!("../data/playouts-1.ktrace");

#[test]
fn files_of_version_1_are_read() {
    assert_eq!((TREE_1[8], PLAYOUTS_1[8]), (1, 1));
    let tree = Recording::read(TREE_1).expect("a trace");
    assert_eq!((tree.header.engine.as_str(), tree.header.kept.as_str()), ("kempelen", "down to ply 2"));
    assert_eq!(tree.answer.as_ref().and_then(|answer| answer.best.as_deref()), Some("f5e4"));
    let playouts = Recording::read(PLAYOUTS_1).expect("a trace");
    assert_eq!((playouts.tally.playouts.total(), playouts.cut), (9, None));
    for old in [tree, playouts] {
        // Written anew, it is of this version and says the same.
        let new = bytes(&old);
        assert_eq!(new[8], 2);
        assert_eq!(Recording::read(&*new).expect("a trace"), old);
    }
}

/// Version 1 had one way for two things. The program that wrote the file told in its JSON that there are 193 nodes of
/// that way within two plies of the root, and 1466 altogether. Only a search without the best move passes that move
/// over, or finds that there is no other.
#[test]
fn second_looks_of_version_1_are_told_apart() {
    let tree = Recording::read(TREE_1).expect("a trace");
    let (mut singular, mut verifications) = (0, 0);
    let mut open: Vec<(How, bool)> = Vec::new();
    for event in tree.replay() {
        match event {
            Event::Enter { how, .. } => {
                singular += u64::from(how == How::Singular);
                verifications += u64::from(how == How::Verification);
                open.push((how, false));
            }
            Event::Skip { why: Why::Excluded, .. } => open.last_mut().expect("a node").1 = true,
            Event::Leave { why, .. } => match open.pop().expect("a node") {
                (How::Verification, left_out) => assert!(!left_out && why != Why::Excluded),
                (How::Singular, left_out) => assert!(left_out || why != Why::Searched),
                _ => {}
            },
            _ => {}
        }
    }
    assert_eq!(singular + verifications, 193);
    assert!(verifications > 0);
    let ways = |how: How| tree.tally.ways[how as usize];
    assert_eq!(ways(How::Verification), verifications);
    assert_eq!(ways(How::Singular) + ways(How::Verification), 1466);
    // A file that is cut off is counted anew.
    let cut = Recording::read(&TREE_1[..TREE_1.len() - 1]).expect("a trace");
    assert_eq!(cut.tally.ways[How::Verification as usize], verifications);
}

/// A writer whose bytes can be looked at from outside.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("a lock").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_stream_is_there_while_the_search_runs() {
    let out = Shared::default();
    let mut trace = Trace::streaming(out.clone(), &header()).expect("a stream");
    Search { watch: &mut trace, seed: 9, width: 12, nodes: 0 }.run(6);
    let so_far = Recording::read(&**out.0.lock().expect("a lock")).expect("a trace");
    assert!(so_far.cut.is_some() && so_far.answer.is_none());
    assert!(so_far.tally.nodes() > 1000 && !so_far.tally.is_closed());
    trace.finish(Some(&answer())).expect("an end");
    let streamed = out.0.lock().expect("a lock").clone();
    assert_eq!(streamed, bytes(&recording(12, 6)));
}

#[test]
fn a_stream_that_cannot_be_written_says_so_at_the_end() {
    struct Full(usize);
    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or_else(|| std::io::Error::other("no room"))?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut trace = Trace::streaming(Full(100_000), &header()).expect("a stream");
    Search { watch: &mut trace, seed: 9, width: 12, nodes: 0 }.run(6);
    assert_eq!(trace.finish(None).map_err(|error| error.to_string()), Err("no room".to_owned()));
    assert!(Trace::streaming(Full(4), &header()).is_err());
}

#[test]
fn a_bounded_trace_goes_into_a_file_like_any_other() {
    let mut trace = Trace::keeping(Keep { memory: Some(256 << 10), ..Keep::whole() });
    Search { watch: &mut trace, seed: 9, width: 7, nodes: 0 }.run(6);
    let (events, tally) = trace.into_parts();
    let recording =
        Recording { header: Header::new("x", VariantId::Chess, "y"), events, tally, answer: None, cut: None };
    assert_eq!(Recording::read(&*bytes(&recording)).expect("a trace"), recording);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn no_bytes_make_it_panic(
        noise in proptest::collection::vec(any::<u8>(), 0..300),
        edits in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4u8), 0..8),
        keep_start: bool,
    ) {
        let mut file = bytes(&recording(2, 2));
        for (index, byte, kind) in edits {
            if file.is_empty() {
                break;
            }
            let at = index.index(file.len());
            match kind {
                0 => file[at] = byte,
                1 => file.insert(at, byte),
                2 => drop(file.remove(at)),
                _ => file.truncate(at.max(1)),
            }
        }
        if keep_start {
            file.truncate(10);
            file.extend(noise);
        }
        // An answer or an error, and either can be shown.
        match Recording::read(&*file) {
            Ok(read) => prop_assert!(read.replay().count() <= file.len()),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}
