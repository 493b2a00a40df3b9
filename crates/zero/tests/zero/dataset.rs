//! Shards of games, and what is read out of them.
// Cells and policies are compared with what they were computed from.
#![allow(clippy::float_cmp)]

use std::fs;
use std::path::Path;

use crate::support::{Folder, play, random_game};
use kempelen_rules::random::SplitMix64;
use kempelen_rules::{Chess, Color, End, Game, Makruk, Move};
use kempelen_zero::Learnable;
use kempelen_zero::dataset::export::{Layout, export};
use kempelen_zero::dataset::{
    DataError, Ending, GameRecord, Ply, RunInfo, Samples, Store, read_header, read_shard, write_shard,
};
use kempelen_zero::encode::{board_to_tensor, tensor_len};
use kempelen_zero::policy::move_to_index;
use serde_json::{Map, json};

/// A record of a game with made-up searches: two of three are full ones.
fn record<V: Learnable>(game: &Game<V>, index: u64, start: Option<String>) -> GameRecord {
    let mut random = SplitMix64::new(index);
    let plies = game.positions().iter().zip(game.moves()).enumerate().map(|(i, (position, &m))| {
        let policy: Vec<(Move, u32)> = position
            .legal_moves()
            .into_iter()
            .map(|m| (m, random.below(4) as u32 * random.below(200) as u32))
            .filter(|&(own, weight)| weight > 0 || own == m)
            .map(|(own, weight)| (own, weight.max(1)))
            .collect();
        Ply {
            m,
            value: (random.below(2001) as f32 - 1000.0) / 1000.0,
            visits: random.below(2000) as u32,
            policy: if i % 3 == 2 { Vec::new() } else { policy },
        }
    });
    let ending = match index % 4 {
        0 => Ending::Rules(End::Checkmate { winner: Color::Black }),
        1 => Ending::Resigned { winner: Color::White },
        2 => Ending::TooLong,
        _ => Ending::Rules(End::Threefold),
    };
    let would_resign = (index % 3 == 1).then_some((17, Color::Black));
    GameRecord { index, start, plies: plies.collect(), ending, would_resign }
}

fn records<V: Learnable>(count: u64) -> Vec<GameRecord> {
    (0..count).map(|i| record(&random_game::<V>(i, 10 + i as usize * 3), i, None)).collect()
}

fn settings() -> Map<String, serde_json::Value> {
    let value = json!({"visits": 100, "seed": 7});
    value.as_object().cloned().unwrap_or_default()
}

/// Policies are lists without an order.
fn sorted(mut games: Vec<GameRecord>) -> Vec<GameRecord> {
    for ply in games.iter_mut().flat_map(|game| &mut game.plies) {
        ply.policy.sort_unstable();
    }
    games
}

fn there_and_back<V: Learnable>(folder: &Folder, name: &str, games: Vec<GameRecord>) {
    let path = folder.file(name);
    let header = write_shard::<V>(&path, &games, &settings()).expect("a shard");
    assert_eq!(header, read_header(&path).expect("a header"));
    let shard = read_shard::<V>(&path).expect("a shard");
    assert_eq!(shard.header, header);
    assert_eq!(header.games, games.len() as u64);
    assert_eq!(header.settings, settings());
    assert_eq!(sorted(shard.games), sorted(games));
}

#[test]
fn games_come_back_as_they_were() {
    let folder = Folder::new("round-trip");
    there_and_back::<Chess>(&folder, "chess.kz", records::<Chess>(100));
    there_and_back::<Makruk>(&folder, "makruk.kz", records::<Makruk>(20));
    there_and_back::<Chess>(&folder, "empty.kz", Vec::new());
    let start = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let kiwipete = play::<Chess>(start, ["e1g1", "e8c8", "f3h3"]);
    there_and_back::<Chess>(&folder, "start.kz", vec![record(&kiwipete, 9, Some(start.to_owned()))]);
    let error = read_shard::<Makruk>(&folder.file("chess.kz")).expect_err("another game");
    assert!(error.to_string().ends_with("has games of chess"), "{error}");
}

#[test]
fn a_shard_that_is_there_is_left_alone() {
    let folder = Folder::new("exists");
    let path = folder.file("shard.kz");
    fs::write(&path, "something else").expect("a file");
    let error = write_shard::<Chess>(&path, &records::<Chess>(1), &settings()).expect_err("it is there");
    assert_eq!(error, DataError::Exists(path.clone()));
    assert_eq!(fs::read(&path).expect("a file"), b"something else");
    let nowhere = folder.file("no/such/folder/shard.kz");
    assert!(matches!(write_shard::<Chess>(&nowhere, &[], &settings()), Err(DataError::Io { .. })));
    let mut illegal = records::<Chess>(1);
    illegal[0].plies.swap(0, 3);
    assert!(write_shard::<Chess>(&folder.file("illegal.kz"), &illegal, &settings()).is_err());
    assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 1, "nothing is left behind");
}

#[test]
fn damage_is_noticed_wherever_it_is() {
    let folder = Folder::new("damage");
    let path = folder.file("whole.kz");
    write_shard::<Chess>(&path, &records::<Chess>(3), &settings()).expect("a shard");
    let whole = fs::read(&path).expect("bytes");
    let bad = folder.file("bad.kz");
    let read = |bytes: &[u8]| {
        fs::write(&bad, bytes).expect("a file");
        read_shard::<Chess>(&bad)
    };
    for len in 0..whole.len() {
        match read(&whole[..len]) {
            Err(DataError::CutOff(_)) if len >= 8 => {}
            Err(DataError::NotAShard(_)) if len < 8 => {}
            other => panic!("cut at {len}: {other:?}"),
        }
    }
    for place in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[place] ^= 1 << (place % 8);
        let error = read(&bytes).expect_err("damaged");
        assert!(!error.to_string().contains('\n'), "{error}");
    }
    let mut longer = whole.clone();
    longer.push(0);
    assert!(matches!(read(&longer), Err(DataError::Damaged { .. })));
    let mut newer = whole;
    newer[8] = 2;
    let error = read(&newer).expect_err("a version to come");
    assert!(error.to_string().contains("version 2"), "{error}");
    assert!(matches!(read(b"PK\x03\x04 an archive"), Err(DataError::NotAShard(_))));
}

/// Bytes that pass every checksum but make no sense: rubbish in place of the games.
#[test]
fn rubbish_is_refused() {
    use std::io::Write;
    let folder = Folder::new("rubbish");
    let path = folder.file("good.kz");
    write_shard::<Chess>(&path, &records::<Chess>(2), &settings()).expect("a shard");
    let whole = fs::read(&path).expect("bytes");
    let header_end = 12 + 8 + u32::from_le_bytes(whole[12..16].try_into().expect("four bytes")) as usize;
    let mut random = SplitMix64::new(1);
    for _ in 0..500 {
        let raw: Vec<u8> =
            (0..=random.below(200)).map(|_| (random.next_u64() >> random.below(60)) as u8).collect();
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(&raw).expect("memory");
        let packed = encoder.finish().expect("memory");
        let mut crc = flate2::Crc::new();
        crc.update(&packed);
        let mut bytes = whole[..header_end].to_vec();
        for number in [raw.len() as u32, packed.len() as u32, crc.sum()] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&packed);
        bytes.extend_from_slice(&whole[whole.len() - 12..]);
        let bad = folder.file("bad.kz");
        fs::write(&bad, bytes).expect("a file");
        assert!(read_shard::<Chess>(&bad).is_err());
    }
}

#[test]
fn samples_are_the_positions_with_a_policy() {
    let games = records::<Chess>(12);
    for record in &games {
        let mut game = Game::<Chess>::default();
        let mut samples = Samples::<Chess>::new(record).expect("a game");
        let mut seen = 0;
        for ply in &record.plies {
            if !ply.policy.is_empty() {
                let sample = samples.next().expect("a sample");
                seen += 1;
                let (mut board, mut expected) = (vec![9.0_f32; tensor_len(8)], vec![0.0_f32; tensor_len(8)]);
                sample.board(8, &mut board).expect("room");
                board_to_tensor(&game, 8, &mut expected).expect("room");
                assert!(board == expected);
                let mut policy = vec![9.0; Chess::POLICY_LEN];
                sample.policy(&mut policy);
                assert!((policy.iter().sum::<f32>() - 1.0).abs() < 1e-4);
                let all: u32 = ply.policy.iter().map(|(_, weight)| weight).sum();
                for &(m, weight) in &ply.policy {
                    let share = policy[move_to_index(game.position(), m)];
                    assert!((share - weight as f32 / all as f32).abs() < 1e-6);
                }
                assert_eq!(sample.outcome(), record.ending.value(game.position().turn()));
                assert_eq!((sample.search_value(), sample.visits()), (ply.value, ply.visits));
            }
            game.play(ply.m);
        }
        assert!(samples.next().is_none());
        assert_eq!(seen, Samples::<Chess>::count(record));
    }
    let mut bad = games[0].clone();
    bad.plies.swap(0, 3);
    assert!(Samples::<Chess>::new(&bad).is_err());
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks::<4>().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect()
}

/// What both exports must contain, straight from the records.
fn expected(games: &[GameRecord], steps: usize) -> [Vec<f32>; 4] {
    let [mut states, mut policies, mut values, mut searched] = [const { Vec::new() }; 4];
    for record in games {
        let mut samples = Samples::<Chess>::new(record).expect("a game");
        while let Some(sample) = samples.next() {
            let mut board = vec![0.0; tensor_len(steps)];
            sample.board(steps, &mut board).expect("room");
            states.extend(board);
            let mut policy = vec![0.0; Chess::POLICY_LEN];
            sample.policy(&mut policy);
            policies.extend(policy);
            values.push(sample.outcome());
            searched.push(sample.search_value());
        }
    }
    [states, policies, values, searched]
}

fn two_shards(folder: &Folder) -> (Vec<std::path::PathBuf>, Vec<GameRecord>) {
    let games = records::<Chess>(8);
    let paths = vec![folder.file("shard-000000.kz"), folder.file("shard-000001.kz")];
    write_shard::<Chess>(&paths[0], &games[..5], &settings()).expect("a shard");
    write_shard::<Chess>(&paths[1], &games[5..], &settings()).expect("a shard");
    (paths, games)
}

#[test]
fn the_plain_layout_is_counts_states_policies_values() {
    let folder = Folder::new("plain");
    let (paths, games) = two_shards(&folder);
    let out = folder.file("games.bin");
    let count = export(&paths, 8, Layout::Plain, &out).expect("a file");
    let bytes = fs::read(&out).expect("a file");
    let number = |at: usize| i32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    assert_eq!((number(0) as u64, number(4) as usize), (count, tensor_len(8)));
    let [states, policies, values, _] = expected(&games, 8);
    assert_eq!(values.len() as u64, count);
    let all = floats(&bytes[8..]);
    assert_eq!(all.len(), states.len() + policies.len() + values.len());
    assert!(all[..states.len()] == states);
    assert!(all[states.len()..][..policies.len()] == policies);
    assert!(all[states.len() + policies.len()..] == values);
    assert_eq!(export(&paths, 8, Layout::Plain, &out), Err(DataError::Exists(out.clone())));
}

/// The parts of an archive that is not compressed: name and bytes, with their checksums tested.
fn unzip(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut parts = Vec::new();
    let mut at = 0;
    let short = |at: usize| u16::from_le_bytes(bytes[at..at + 2].try_into().expect("two bytes")) as usize;
    let long = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    while &bytes[at..at + 4] == b"PK\x03\x04" {
        let (crc, size, name) = (long(at + 14), long(at + 18) as usize, short(at + 26));
        let start = at + 30 + name + short(at + 28);
        let content = bytes[start..start + size].to_vec();
        let mut sum = flate2::Crc::new();
        sum.update(&content);
        assert_eq!(sum.sum(), crc);
        parts.push((String::from_utf8(bytes[at + 30..at + 30 + name].to_vec()).expect("a name"), content));
        at = start + size;
    }
    assert_eq!(&bytes[at..at + 4], b"PK\x01\x02", "the table of contents follows");
    let end = bytes.len() - 22;
    assert_eq!(&bytes[end..end + 4], b"PK\x05\x06");
    assert_eq!((short(end + 10), long(end + 16) as usize), (parts.len(), at));
    parts
}

#[test]
fn numpy_gets_its_arrays() {
    let folder = Folder::new("npz");
    let (paths, games) = two_shards(&folder);
    let out = folder.file("games.npz");
    let count = export(&paths, 2, Layout::Npz, &out).expect("a file");
    let parts = unzip(&fs::read(&out).expect("a file"));
    let shapes = [
        ("states.npy", format!("({count}, 35, 8, 8)")),
        ("policies.npy", format!("({count}, 4168)")),
        ("values.npy", format!("({count},)")),
        ("search_values.npy", format!("({count},)")),
    ];
    for ((part, (name, shape)), numbers) in parts.iter().zip(shapes).zip(expected(&games, 2)) {
        assert_eq!(part.0, name);
        assert_eq!(&part.1[..8], b"\x93NUMPY\x01\x00");
        let header = u16::from_le_bytes([part.1[8], part.1[9]]) as usize;
        assert_eq!((10 + header) % 64, 0);
        let text = str::from_utf8(&part.1[10..10 + header]).expect("text");
        assert_eq!(
            text.trim_end(),
            format!("{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}")
        );
        assert!(floats(&part.1[10 + header..]) == numbers, "{name}");
    }
    let cut = folder.file("shard-000002.kz");
    fs::write(&cut, &fs::read(&paths[0]).expect("a shard")[..100]).expect("a file");
    let bad = export(&[paths[0].clone(), cut], 2, Layout::Npz, &folder.file("bad.npz"));
    assert!(matches!(bad, Err(DataError::CutOff(_))), "{bad:?}");
    assert!(!folder.file("bad.npz").exists() && !folder.file("bad.npz.part").exists());
}

fn info(settings: &serde_json::Value) -> RunInfo {
    let settings = settings.as_object().cloned().unwrap_or_default();
    RunInfo { variant: kempelen_rules::VariantId::Chess, games_per_shard: 4, settings }
}

#[test]
fn a_store_belongs_to_one_run_and_one_process_at_a_time() {
    let folder = Folder::new("store");
    let path = folder.file("run");
    let store = Store::open(&path, info(&json!({"visits": 100, "noise": {"alpha": 0.3}}))).expect("a store");
    let again = Store::open(&path, info(&json!({"visits": 100, "noise": {"alpha": 0.3}})));
    assert_eq!(again.map(|_| ()), Err(DataError::Busy(path.clone())));
    assert!(!store.has(0).expect("an answer"));
    store.write::<Chess>(0, &records::<Chess>(4)).expect("a shard");
    assert!(store.has(0).expect("an answer"));
    // A shard under another's name, and one that was being written when the process ended.
    fs::copy(store.path(0), store.path(1)).expect("a copy");
    assert!(store.has(1).is_err());
    fs::remove_file(store.path(1)).expect("a file");
    fs::write(path.join("shard-000001.kz.part"), "half").expect("a file");
    drop(store);
    let other = Store::open(&path, info(&json!({"visits": 100, "noise": {"alpha": 0.5}})));
    let text = other.map(|_| ()).expect_err("another run").to_string();
    assert!(
        text.ends_with("belongs to a run with other settings: alpha is 0.3 there, and 0.5 here"),
        "{text}"
    );
    let store = Store::open(&path, info(&json!({"visits": 100, "noise": {"alpha": 0.3}}))).expect("a store");
    assert!(!path.join("shard-000001.kz.part").exists(), "what was left half done is swept away");
    assert_eq!(Store::shards(&path).expect("a list"), [store.path(0)]);
    assert!(Store::shards(Path::new("/no/such/folder")).is_err());
    fs::write(path.join("run.json"), "{").expect("a file");
    drop(store);
    assert!(matches!(Store::open(&path, info(&json!({}))), Err(DataError::Damaged { .. })));
}
