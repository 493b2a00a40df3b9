use std::fs;
use std::path::{Path, PathBuf};

use kempelen_dataset::{LabelledGame, ShardFault, ShardFile, ShardLabel, open_shard, shards, temporary_name};
use kempelen_rules::{Chess, Makruk, VariantId};

use crate::random_games;

/// A folder of a test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn read(path: &Path) -> Vec<LabelledGame<Chess>> {
    let games = open_shard(path).expect("a shard").games::<Chess>().expect("of chess");
    games.collect::<Result<_, _>>().expect("whole")
}

#[test]
fn a_shard_goes_on_wherever_it_was_cut_off() {
    let folder = folder("goes-on");
    let path = folder.join("x.games");
    let label = ShardLabel::new::<Chess>(100);
    let games = random_games::<Chess>(9, 5);
    let mut file = ShardFile::create(&path, &label).expect("a new file");
    for game in &games[..6] {
        file.push(game).expect("room");
        file.save().expect("room");
    }
    drop(file);
    let part = fs::read(temporary_name(&path)).expect("what was saved");
    assert!(!path.exists(), "it has its name only when it is finished");
    let mut seen = [false; 7];
    // Odd steps, since each shard is brought to the disk; the last is all of it.
    for length in (0..part.len()).step_by(17).chain([part.len()]) {
        fs::write(temporary_name(&path), &part[..length]).expect("room");
        let mut file = ShardFile::go_on(&path, &label).expect("it goes on");
        let there = (file.next_number() - 100) as usize;
        seen[there] = true;
        for game in &games[there..] {
            file.push(game).expect("room");
        }
        file.finish().expect("room");
        assert_eq!(read(&path), games, "cut off after {length} bytes");
        fs::remove_file(&path).expect("our own file");
    }
    assert_eq!(seen, [true; 7], "all that was saved is kept");
    fs::remove_dir_all(folder).expect("our own folder");
}

#[test]
fn a_shard_that_only_lacks_its_name_gets_it() {
    let folder = folder("name");
    let path = folder.join("x.games");
    let label = ShardLabel::new::<Chess>(0);
    let games = random_games::<Chess>(3, 6);
    let mut file = ShardFile::create(&path, &label).expect("a new file");
    for game in &games {
        file.push(game).expect("room");
    }
    file.finish().expect("room");
    fs::rename(&path, temporary_name(&path)).expect("as if killed before the name was given");
    let file = ShardFile::<Chess>::go_on(&path, &label).expect("it goes on");
    assert_eq!(file.next_number(), 3);
    file.finish().expect("room");
    assert_eq!(read(&path), games);
    fs::remove_dir_all(folder).expect("our own folder");
}

#[test]
fn nothing_is_overwritten() {
    let folder = folder("nothing");
    let path = folder.join("x.games");
    let label = ShardLabel::new::<Chess>(0);
    let rival = ShardFile::<Chess>::create(&path, &label).expect("a new file");
    fs::write(&path, "somebody's").expect("room");
    assert_eq!(ShardFile::<Chess>::create(&path, &label).map(drop), Err(ShardFault::Exists.at(&path)));
    assert_eq!(ShardFile::<Chess>::go_on(&path, &label).map(drop), Err(ShardFault::Exists.at(&path)));
    assert_eq!(rival.finish(), Err(ShardFault::Exists.at(&path)));
    assert_eq!(fs::read_to_string(&path).expect("a file"), "somebody's");
    assert_eq!(open_shard(&path).map(drop), Err(ShardFault::Foreign.at(&path)));

    // What another run has begun is left alone as well.
    let other = folder.join("y.games");
    let mut file = ShardFile::<Chess>::create(&other, &label).expect("a new file");
    file.push(&random_games(1, 1)[0]).expect("room");
    file.save().expect("room");
    let before = fs::read(temporary_name(&other)).expect("a file");
    let second = ShardLabel::new::<Chess>(1);
    let error = ShardFile::<Chess>::go_on(&other, &second).map(drop).expect_err("another run");
    assert!(matches!(error.fault, ShardFault::OtherRun(_)), "{error}");
    assert_eq!(fs::read(temporary_name(&other)).expect("a file"), before);
    fs::remove_dir_all(folder).expect("our own folder");
}

#[test]
fn shards_are_found_in_order() {
    let folder = folder("order");
    let none = shards(std::slice::from_ref(&folder)).expect_err("nothing yet");
    assert_eq!(none.fault, ShardFault::NoShards);
    for number in [2, 0, 1] {
        let path = folder.join(format!("{number}.games"));
        ShardFile::<Makruk>::create(&path, &ShardLabel::new::<Makruk>(number))
            .expect("new")
            .finish()
            .expect("room");
    }
    fs::write(folder.join("3.games.part"), "unfinished").expect("room");
    let found = shards(std::slice::from_ref(&folder)).expect("three");
    let firsts: Vec<u64> =
        found.iter().map(|path| open_shard(path).expect("a shard").label().first).collect();
    assert_eq!(firsts, [0, 1, 2]);
    assert_eq!(open_shard(&found[0]).expect("a shard").label().variant, VariantId::Makruk);
    fs::remove_dir_all(folder).expect("our own folder");
}
