//! Games of a network, or of none, against itself.

use std::fs;
use std::path::Path;

use crate::support::Folder;
use kempelen_rules::{Chess, Game, Makruk, VariantId};
use kempelen_zero::backend::{Backend, BackendError, BackendKind, Model, Precision, Uniform, open, share};
use kempelen_zero::dataset::{Ending, GameRecord, RunInfo, Store, read_shard};
use kempelen_zero::search::{GumbelSettings, Noise, Settings};
use kempelen_zero::selfplay::{
    Plant, Resignation, SelfplayError, SelfplayRecipe, SelfplayStats, SelfplayStop, run,
};
use kempelen_zero::{BackendInput, Batch, Learnable, Numbers, status};

fn recipe() -> SelfplayRecipe {
    SelfplayRecipe {
        games: 12,
        seed: 5,
        visits: 24,
        quick_visits: 8,
        full_share: 0.5,
        search: Settings { noise: Some(Noise::default()), tree_mb: 1, ..Settings::without_model() },
        most_plies: 60,
        ..SelfplayRecipe::default()
    }
}

fn uniform(threads: usize, in_flight: usize) -> Plant {
    let backends = (0..threads).map(|_| Box::new(Uniform) as Box<dyn Backend>).collect();
    Plant { backends, in_flight, batch: 0, cache_mb: 0 }
}

fn store(path: &Path, recipe: &SelfplayRecipe, variant: VariantId) -> Store {
    Store::open(path, RunInfo { variant, games_per_shard: 4, settings: recipe.settings() }).expect("a store")
}

fn play_with<V: Learnable>(
    path: &Path,
    recipe: &SelfplayRecipe,
    plant: Plant,
) -> Result<SelfplayStats, SelfplayError> {
    run::<V>(recipe, plant, &store(path, recipe, V::ID), &SelfplayStop::default(), &mut |_| {})
}

fn games<V: Learnable>(path: &Path) -> Vec<GameRecord> {
    let shards = Store::shards(path).expect("a folder");
    shards.iter().flat_map(|path| read_shard::<V>(path).expect("a shard").games).collect()
}

/// The bytes of all shards.
fn bytes(path: &Path) -> Vec<Vec<u8>> {
    Store::shards(path).expect("a folder").iter().map(|path| fs::read(path).expect("a shard")).collect()
}

fn every_game_is_sound<V: Learnable>(games: &[GameRecord], recipe: &SelfplayRecipe) {
    for (i, record) in games.iter().enumerate() {
        assert_eq!(record.index, i as u64);
        let start =
            record.start.as_deref().map_or_else(kempelen_rules::Position::default, crate::support::position);
        let mut game = Game::<V>::new(start);
        for ply in &record.plies {
            assert!(!status::is_game_over(&game), "nobody plays on after the end");
            let full = !ply.policy.is_empty();
            assert!(ply.visits <= if full { recipe.visits } else { recipe.quick_visits.max(recipe.visits) });
            for (m, weight) in &ply.policy {
                assert!(game.position().is_legal(*m) && *weight > 0);
            }
            game.try_play(ply.m).expect("a legal move");
        }
        match record.ending {
            Ending::Rules(end) => {
                assert!(status::is_game_over(&game));
                let mated = status::game_result(&game) == Some(-1.0);
                assert_eq!(end.winner(), mated.then(|| !game.position().turn()));
            }
            Ending::TooLong => assert_eq!(record.plies.len(), recipe.most_plies),
            Ending::Resigned { .. } => assert!(record.would_resign.is_some()),
        }
    }
}

#[test]
fn games_are_played_and_kept() {
    let folder = Folder::new("selfplay");
    for (name, gumbel) in [("puct", None), ("gumbel", Some(GumbelSettings::default()))] {
        let mut recipe = recipe();
        recipe.search.gumbel = gumbel;
        let path = folder.file(name);
        let stats = play_with::<Chess>(&path, &recipe, uniform(1, 6)).expect("games");
        let games = games::<Chess>(&path);
        assert_eq!((stats.games, games.len(), stats.shards), (12, 12, 3));
        every_game_is_sound::<Chess>(&games, &recipe);
        let plies: u64 = games.iter().map(|game| game.plies.len() as u64).sum();
        assert_eq!((stats.positions, stats.moves), (plies, plies));
        assert_eq!(stats.results.iter().sum::<u64>(), 12);
        assert_eq!(stats.endings.values().sum::<u64>(), 12);
        let full: u64 =
            games.iter().flat_map(|game| &game.plies).filter(|ply| !ply.policy.is_empty()).count() as u64;
        assert_eq!(stats.samples, full);
        let share = full as f64 / plies as f64;
        assert!((0.4..0.6).contains(&share), "half of the searches are full ones, not {share}");
        let starts: std::collections::HashSet<String> = games
            .iter()
            .map(|game| format!("{:?}", game.plies.iter().take(4).map(|ply| ply.m).collect::<Vec<_>>()))
            .collect();
        assert!(starts.len() > 6, "games are not all alike");
    }
}

#[test]
fn makruk_is_played_too() {
    let folder = Folder::new("selfplay-makruk");
    let recipe = SelfplayRecipe { games: 5, random_plies: 4, ..recipe() };
    play_with::<Makruk>(&folder.0, &recipe, uniform(2, 4)).expect("games");
    let games = games::<Makruk>(&folder.0);
    assert_eq!(games.len(), 5);
    assert!(games.iter().all(|game| game.start.is_some()));
    every_game_is_sound::<Makruk>(&games, &recipe);
}

/// Each game's dice follow from the seed and its number, so that it does not matter who plays it, when, and beside what.
#[test]
fn scheduling_changes_no_game() {
    let folder = Folder::new("schedule");
    let recipe = recipe();
    let mut all = Vec::new();
    for (i, (threads, in_flight)) in [(1, 1), (1, 7), (3, 5), (2, 12)].into_iter().enumerate() {
        let path = folder.file(&i.to_string());
        play_with::<Chess>(&path, &recipe, uniform(threads, in_flight)).expect("games");
        all.push(bytes(&path));
    }
    assert!(all.iter().all(|one| *one == all[0]));
    let other = SelfplayRecipe { seed: 6, ..recipe };
    let path = folder.file("other");
    play_with::<Chess>(&path, &other, uniform(1, 4)).expect("games");
    let plies = |path: &Path| games::<Chess>(path).into_iter().map(|game| game.plies).collect::<Vec<_>>();
    assert_ne!(plies(&path), plies(&folder.file("0")), "another seed, other games");
}

#[test]
fn a_run_goes_on_where_it_was() {
    let folder = Folder::new("resume");
    let (whole, broken) = (folder.file("whole"), folder.file("broken"));
    let recipe = recipe();
    play_with::<Chess>(&whole, &recipe, uniform(1, 4)).expect("games");
    play_with::<Chess>(&broken, &SelfplayRecipe { games: 8, ..recipe.clone() }, uniform(1, 4))
        .expect("games");
    fs::remove_file(broken.join("shard-000000.kz")).expect("a shard");
    let stats = play_with::<Chess>(&broken, &recipe, uniform(2, 3)).expect("games");
    assert_eq!((stats.games_before, stats.games), (4, 8));
    assert_eq!(bytes(&whole), bytes(&broken));
    let stats = play_with::<Chess>(&broken, &recipe, uniform(2, 3)).expect("nothing to do");
    assert_eq!((stats.games_before, stats.games), (12, 0));
    // A short last shard cannot become one in the middle.
    let short = folder.file("short");
    play_with::<Chess>(&short, &SelfplayRecipe { games: 6, ..recipe.clone() }, uniform(1, 4)).expect("games");
    assert_eq!(games::<Chess>(&short).len(), 6);
    let error = play_with::<Chess>(&short, &recipe, uniform(1, 4)).expect_err("a short shard");
    assert_eq!(error, SelfplayError::ShortShard { shard: 1, games: 2 });
}

/// Games that are over stay, whether the others are played to their end or thrown away; and in the end the run is what it
/// would have been.
#[test]
fn stop_keeps_the_games_that_are_over() {
    let folder = Folder::new("stop");
    let recipe = SelfplayRecipe { games: 400, ..recipe() };
    let whole = folder.file("whole");
    play_with::<Chess>(&whole, &recipe, uniform(2, 8)).expect("games");
    for drains in [false, true] {
        let path = folder.file(if drains { "drained" } else { "at once" });
        let (mut told, mut kept) = (0, 0);
        // A shard has four games: until some wait for theirs.
        while kept < 60 || kept % 4 == 0 {
            let store = store(&path, &recipe, VariantId::Chess);
            let stop = SelfplayStop::default();
            let before = kept;
            let stats = run::<Chess>(&recipe, uniform(2, 7), &store, &stop, &mut |stats| {
                told += 1;
                assert_eq!(stats.games_before, before, "what was kept is not played again");
                if stats.games > 5 {
                    (if drains { &stop.after_games } else { &stop.at_once }).stop();
                }
            });
            kept += stats.expect("stopped in good order").games;
        }
        assert!(told > 0 && kept < 400, "{kept}");
        let in_shards = games::<Chess>(&path).len() as u64;
        assert!(in_shards.is_multiple_of(4) && in_shards < kept, "some games wait for their shard");
        play_with::<Chess>(&path, &recipe, uniform(1, 8)).expect("games");
        assert_eq!(bytes(&whole), bytes(&path));
        let others = fs::read_dir(&path).expect("a folder").count() - bytes(&path).len();
        assert_eq!(others, 2, "run.json and the lock, and no log any more");
    }
}

#[test]
fn a_log_that_was_being_written_is_read_as_far_as_it_goes() {
    let folder = Folder::new("log");
    let recipe = recipe();
    let whole = folder.file("whole");
    play_with::<Chess>(&whole, &recipe, uniform(1, 8)).expect("games");
    let games = games::<Chess>(&whole);
    let path = folder.file("run");
    let log = path.join("shard-000000.log");
    {
        let store = store(&path, &recipe, VariantId::Chess);
        for game in &games[..3] {
            store.log::<Chess>(0, game).expect("a note");
        }
        store.log::<Chess>(0, &games[1]).expect("the same once more");
        assert_eq!(store.logged::<Chess>(0).expect("a log"), games[..3]);
        assert!(store.logged::<Chess>(1).expect("no log").is_empty());
    }
    let text = fs::read(&log).expect("a log");
    for end in (0..text.len()).step_by(7) {
        fs::write(&log, &text[..end]).expect("a log");
        let store = store(&path, &recipe, VariantId::Chess);
        let kept = store.logged::<Chess>(0).expect("a log");
        assert_eq!(kept, games[..kept.len()]);
        store.log::<Chess>(0, &games[3]).expect("a note");
        let again = store.logged::<Chess>(0).expect("a log");
        assert_eq!((again.len(), again.last()), (kept.len() + 1, games.get(3)), "cut at {end}");
    }
    // All games of a shard, and no shard: the process ended in between.
    fs::write(&log, &text).expect("a log");
    store(&path, &recipe, VariantId::Chess).log::<Chess>(0, &games[3]).expect("a note");
    let stats = play_with::<Chess>(&path, &recipe, uniform(1, 8)).expect("games");
    assert_eq!((stats.games_before, stats.games), (4, 8));
    assert_eq!(bytes(&whole), bytes(&path));
}

/// Shards are units of work: each is the same whoever makes it, alone or among others.
#[test]
fn shards_can_be_made_one_by_one() {
    let folder = Folder::new("units");
    let recipe = SelfplayRecipe { shuffled: true, ..recipe() };
    let whole = folder.file("whole");
    play_with::<Chess>(&whole, &recipe, uniform(1, 12)).expect("games");
    let mut parts = Vec::new();
    for (name, shards) in [("first", 0..1), ("others", 1..3)] {
        let path = folder.file(name);
        let part = SelfplayRecipe { shards: Some(shards.clone()), ..recipe.clone() };
        let stats = play_with::<Chess>(&path, &part, uniform(2, 3)).expect("games");
        assert_eq!(stats.games_wanted, 4 * (shards.end - shards.start));
        parts.extend(bytes(&path));
    }
    assert_eq!(parts, bytes(&whole));
    let games = games::<Chess>(&whole);
    every_game_is_sound::<Chess>(&games, &recipe);
    let starts: std::collections::HashSet<&String> =
        games.iter().filter_map(|game| game.start.as_ref()).collect();
    assert!(starts.len() > 9 && starts.iter().all(|fen| fen.contains("/pppppppp/8/8/8/8/PPPPPPPP/")));
    let none = folder.file("none");
    let beyond = SelfplayRecipe { shards: Some(2..4), ..recipe.clone() };
    let error = play_with::<Chess>(&none, &beyond, uniform(1, 1)).expect_err("no such shard");
    assert_eq!(error, SelfplayError::NoSuchShards { asked: 2..4, shards: 3 });
    let error = play_with::<Makruk>(&folder.file("makruk"), &recipe, uniform(1, 1)).expect_err("one start");
    assert_eq!(error.to_string(), "makruk has one start and not 960");
}

/// Says a fixed value of every position, and fails after so many batches.
struct Moody {
    value: f32,
    batches: usize,
}

impl Backend for Moody {
    fn name(&self) -> String {
        "moody".to_owned()
    }

    fn sight(&self) -> BackendInput {
        BackendInput::Planes { steps: 1, numbers: Numbers::Raw }
    }

    fn evaluate(&mut self, batch: &mut Batch) -> Result<(), BackendError> {
        self.batches = self.batches.saturating_sub(1);
        if self.batches == 0 {
            self.value = f32::NAN;
        }
        let policy = vec![0.0; batch.len() * 4168];
        let values = vec![self.value; batch.len()];
        batch
            .answer(&policy, 4168, &values)
            .map_err(|error| BackendError::Answer { backend: self.name(), error })
    }
}

fn moody(value: f32, batches: usize) -> Plant {
    Plant { backends: vec![Box::new(Moody { value, batches })], in_flight: 4, batch: 3, cache_mb: 1 }
}

#[test]
fn sides_give_up_and_some_are_made_to_play_on() {
    let folder = Folder::new("resign");
    // The side to move always thinks that it has lost.
    let recipe = SelfplayRecipe {
        games: 40,
        visits: 1,
        quick_visits: 1,
        resignation: Some(Resignation { below: -0.5, times: 2, play_through: 0.3 }),
        most_plies: 12,
        ..recipe()
    };
    let stats = play_with::<Chess>(&folder.0, &recipe, moody(-0.9, usize::MAX)).expect("games");
    let games = games::<Chess>(&folder.0);
    every_game_is_sound::<Chess>(&games, &recipe);
    let resigned = games.iter().filter(|game| matches!(game.ending, Ending::Resigned { .. })).count() as u64;
    assert_eq!((stats.resigned(), stats.resignations_checked), (resigned, 40 - resigned));
    assert!((5..=20).contains(&stats.resignations_checked), "{}", stats.resignations_checked);
    assert_eq!(
        stats.resignations_wrong, stats.resignations_checked,
        "all of these games were drawn in the end"
    );
    assert!((stats.wrong_resignations() - 1.0).abs() < 1e-9);
    for game in &games {
        // White thinks badly of its first and third position, and gives up at the latter.
        assert_eq!(game.would_resign, Some((2, kempelen_rules::Color::White)));
        let played_on = matches!(game.ending, Ending::TooLong);
        assert_eq!(game.plies.len(), if played_on { 12 } else { 2 });
    }
}

#[test]
fn a_model_that_fails_ends_the_run_and_nothing_is_lost() {
    let folder = Folder::new("fails");
    let recipe = recipe();
    let error = play_with::<Chess>(&folder.0, &recipe, moody(0.1, 2000)).expect_err("not a number");
    assert!(error.to_string().contains("moody: the value of position 0"), "{error}");
    let before = bytes(&folder.0);
    let stats = play_with::<Chess>(&folder.0, &recipe, moody(0.1, usize::MAX)).expect("games");
    assert_eq!(stats.games_before + stats.games, 12);
    assert_eq!(bytes(&folder.0)[..before.len()], before);
    // The folder goes away while games are played.
    let gone = folder.file("gone");
    let store = store(&gone, &recipe, VariantId::Chess);
    fs::remove_dir_all(&gone).expect("our own folder");
    let error = run::<Chess>(&recipe, uniform(1, 4), &store, &SelfplayStop::default(), &mut |_| {})
        .expect_err("no folder");
    assert!(matches!(error, SelfplayError::Data(_)), "{error}");
}

#[test]
fn a_real_model_plays_and_its_positions_are_small() {
    let folder = Folder::new("model");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/models/material.onnx");
    let model = Model::read(&path, VariantId::Chess).expect("a model");
    let backend = open(BackendKind::Rten, &model, Precision::Single).expect("rten");
    let recipe = SelfplayRecipe {
        games: 8,
        visits: 60,
        full_share: 1.0,
        search: Settings { noise: Some(Noise::default()), tree_mb: 1, ..Settings::default() },
        most_plies: 80,
        ..recipe()
    };
    let plant = Plant { backends: vec![backend], in_flight: 8, batch: 0, cache_mb: 8 };
    assert_eq!(plant.most_megabytes(&recipe), 16);
    let stats = play_with::<Chess>(&folder.0, &recipe, plant).expect("games");
    every_game_is_sound::<Chess>(&games::<Chess>(&folder.0), &recipe);
    assert!(stats.bytes_per_position() < 40.0, "{} bytes a position", stats.bytes_per_position());
    assert!(stats.evaluations > stats.batches && stats.cached > 0);
    assert_eq!(stats.full_trees, 0);
}

/// A network with random weights, whose answers depend on the last bit of its arithmetic.
fn random_network() -> Box<dyn Backend> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/models/random.onnx");
    let model = Model::read(&path, VariantId::Chess).expect("a model");
    open(BackendKind::Rten, &model, Precision::Single).expect("rten")
}

/// With a network too, a game is the same in whatever company it is valued, also alone.
#[test]
fn no_game_depends_on_its_company() {
    let folder = Folder::new("company");
    let recipe = SelfplayRecipe { games: 4, visits: 10, quick_visits: 4, most_plies: 16, ..recipe() };
    let plants = [
        Plant { backends: vec![random_network()], in_flight: 4, batch: 0, cache_mb: 4 },
        Plant { backends: vec![random_network()], in_flight: 1, batch: 0, cache_mb: 0 },
        Plant { backends: vec![random_network(), random_network()], in_flight: 3, batch: 2, cache_mb: 1 },
        Plant { backends: share(random_network()).into(), in_flight: 4, batch: 0, cache_mb: 1 },
    ];
    let mut all = Vec::new();
    for (i, plant) in plants.into_iter().enumerate() {
        let path = folder.file(&i.to_string());
        play_with::<Chess>(&path, &recipe, plant).expect("games");
        all.push(bytes(&path));
    }
    for (i, one) in all.iter().enumerate() {
        assert!(*one == all[0], "plant {i}");
    }
}
