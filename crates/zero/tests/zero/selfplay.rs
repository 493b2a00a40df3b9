//! Games of a network, or of none, against itself.

use std::fs;
use std::path::Path;

use crate::support::Folder;
use kempelen_engine::Stop;
use kempelen_rules::{Chess, Game, Makruk, VariantId};
use kempelen_zero::backend::{Backend, BackendError, BackendKind, Model, Precision, Uniform, open};
use kempelen_zero::dataset::{Ending, GameRecord, RunInfo, Store, read_shard};
use kempelen_zero::search::{GumbelSettings, Noise, Settings};
use kempelen_zero::selfplay::{Plant, Resignation, SelfplayError, SelfplayRecipe, SelfplayStats, run};
use kempelen_zero::{BackendInput, Batch, Learnable, status};

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
    run::<V>(recipe, plant, &store(path, recipe, V::ID), &Stop::new(), &mut |_| {})
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

#[test]
fn stop_means_stop() {
    let folder = Folder::new("stop");
    let recipe = SelfplayRecipe { games: 100_000, ..recipe() };
    let store = store(&folder.0, &recipe, VariantId::Chess);
    let stop = Stop::new();
    let mut told = 0;
    let stats = run::<Chess>(&recipe, uniform(2, 8), &store, &stop, &mut |stats| {
        told += 1;
        if stats.shards > 0 {
            stop.stop();
        }
    });
    let stats = stats.expect("stopped in good order");
    assert!(told > 0 && stats.games < 100_000);
    let kept = games::<Chess>(&folder.0).len() as u64;
    assert!(kept >= 4 && kept.is_multiple_of(4));
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
        BackendInput::Planes { steps: 1 }
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
    let error =
        run::<Chess>(&recipe, uniform(1, 4), &store, &Stop::new(), &mut |_| {}).expect_err("no folder");
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
