//! Whole matches: results, repetition, the record on disk, and going on after a break.

use std::cell::Cell;
use std::fs;
use std::path::PathBuf;

use super::toys::{Shop, play, random_book, toys};
use kempelen_arena::stats::SprtVerdict;
use kempelen_arena::{Format, MatchNews, Tournament};
use kempelen_engine::Stop;
use kempelen_rules::GameKind;
use kempelen_rules::pgn::{self, Record};
use serde_json::json;

/// A file of this test alone, not there yet.
fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("arena");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    let _ = fs::remove_file(&path);
    path
}

fn read(path: &PathBuf) -> Vec<Record> {
    pgn::read(fs::File::open(path).unwrap()).map(Result::unwrap).collect()
}

#[test]
fn greed_beats_chance() {
    let tournament = Tournament { rounds: 20, ..toys(&["greedy", "random"]) };
    let (standings, _) = play(&tournament);
    let pairing = &standings.pairings()[0];
    assert_eq!((standings.games(), pairing.pairs.total()), (40, 20));
    let elo = pairing.pairs.elo().unwrap();
    assert!(elo.value - elo.error > 0.0, "{elo}");
    assert!(pairing.pairs.likelihood_of_superiority().unwrap() > 0.99);
    let table = standings.table();
    assert!(table.contains("greedy") && table.contains("LOS"), "{table}");
    assert_eq!(
        tournament.json()["engines"][1],
        json!({
            "name": "random", "engine": "random", "options": {}, "limits": "depth=1"
        })
    );
    let json = standings.json();
    assert_eq!(json["games"], 40);
    assert_eq!(json["engines"][0]["name"], "greedy");
    assert_eq!(json["pairings"][0]["pairs"].as_array().unwrap().len(), 5);
}

#[test]
fn several_games_at_once_end_as_one_after_the_other() {
    let tournament = Tournament { rounds: 8, ..toys(&["greedy", "random", "random:Seed=5"]) };
    let alone = play(&tournament).0;
    let together = play(&Tournament { concurrency: 4, ..tournament }).0;
    assert_eq!(alone.pairings(), together.pairings());
}

#[test]
fn a_round_robin_rates_everybody() {
    let tournament = Tournament { rounds: 10, ..toys(&["random:name=ape", "greedy", "illegal"]) };
    let (standings, _) = play(&tournament);
    assert_eq!(standings.games(), 60);
    let ratings = standings.ratings();
    let [ape, greedy, illegal] = [0, 1, 2].map(|player: usize| ratings.elo[player].value);
    assert!(greedy > ape && ape > illegal);
    let table = standings.table();
    let places: Vec<usize> =
        ["\ngreedy", "\nape", "\nillegal"].map(|name| table.find(name).unwrap()).to_vec();
    assert!(places.is_sorted(), "{table}");
    assert!(table.contains("illegal lost 40 by an illegal move"), "{table}");
}

#[test]
fn a_gauntlet_is_run_by_the_first() {
    let tournament =
        Tournament { rounds: 2, format: Format::Gauntlet, ..toys(&["greedy", "random", "random:Seed=3"]) };
    let (standings, _) = play(&tournament);
    let games: Vec<u32> = standings.players().iter().map(|player| player.tally().games()).collect();
    assert_eq!(games, [8, 4, 4]);
}

#[test]
fn a_test_that_has_spoken_ends_the_match() {
    let sprt = "elo0=0 elo1=100 model=logistic".parse().ok();
    let tournament = Tournament { rounds: 500, sprt, concurrency: 2, ..toys(&["greedy", "random"]) };
    let (standings, _) = play(&tournament);
    let (sprt, llr, verdict) = standings.sprt().unwrap();
    assert_eq!(verdict, SprtVerdict::AcceptH1);
    assert!(llr >= sprt.bounds().1 && standings.games() < 500, "{}", standings.games());
}

#[test]
fn the_record_tells_every_game_as_it_was() {
    let path = scratch("record.pgn");
    let mut tournament =
        Tournament { rounds: 3, pgn: Some(path.clone()), ..toys(&["calm:tc=50+1", "random"]) };
    tournament.adjudication.longest = Some(60);
    let (standings, verdicts) = play(&tournament);
    let records = read(&path);
    assert_eq!(records.len(), 6);
    for (record, verdict) in records.iter().zip(verdicts) {
        let calm_is_white = record.tag("White") == Some("calm");
        assert_eq!(record.tag("Black"), Some(if calm_is_white { "random" } else { "calm" }));
        let control = if calm_is_white { "WhiteTimeControl" } else { "BlackTimeControl" };
        assert_eq!(record.tag(control), Some("50+1"));
        let places: Vec<_> = record.mainline().collect();
        assert_eq!(record.tag("PlyCount"), Some(places.len().to_string().as_str()));
        assert_eq!(record.comments(places[1])[0], "book");
        // Random openings of two half-moves: the third is White's.
        let said = &record.comments(places[if calm_is_white { 2 } else { 3 }])[0];
        assert!(said.starts_with("+0.00/1 0.0") && said.ends_with('s'), "{said}");
        assert_eq!(record.comments(places[places.len() - 1]).last(), Some(&verdict));
    }
    let rounds: Vec<&str> = records.iter().filter_map(|record| record.tag("Round")).collect();
    assert_eq!(rounds, ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2"]);
    let whites: u32 = records.iter().map(|record| u32::from(record.outcome.text() == "1-0")).sum();
    let counted: u32 = standings.players().iter().map(|player| player.by_color[0].wins).sum();
    assert_eq!(whites, counted);
    let refusal =
        tournament.run(&|spec| Shop::default().make(spec), &Stop::new(), &mut |_, _| {}).unwrap_err();
    assert!(refusal.to_string().contains("exists already"), "{refusal}");
}

/// Runs a match until so many games are over.
fn broken_off(tournament: &Tournament, games: usize) {
    let (shop, stop, done) = (Shop::default(), Stop::new(), Cell::new(0));
    tournament
        .run(&|spec| shop.make(spec), &stop, &mut |news, _| {
            if matches!(news, MatchNews::Finished { .. }) {
                done.set(done.get() + 1);
                if done.get() == games {
                    stop.stop();
                }
            }
        })
        .unwrap();
}

#[test]
fn a_match_broken_off_goes_on_to_the_same_end() {
    let whole = Tournament { rounds: 10, ..toys(&["greedy", "random", "illegal"]) };
    let (wanted, _) = play(&whole);
    for (name, torn, concurrency) in [("clean.pgn", "", 1), ("torn.pgn", "[Event \"x\"]\n\n1. e4", 2)] {
        let path = scratch(name);
        let mut tournament = Tournament { pgn: Some(path.clone()), concurrency, ..whole.clone() };
        broken_off(&tournament, 17);
        let mut text = fs::read_to_string(&path).unwrap();
        text.push_str(torn);
        fs::write(&path, text).unwrap();
        tournament.resume = true;
        let before = read_whole(&path, torn).len();
        assert!((17..60).contains(&before), "{before}");
        let mut resumed = 0;
        let shop = Shop::default();
        let standings = tournament
            .run(&|spec| shop.make(spec), &Stop::new(), &mut |news, _| {
                if let MatchNews::Resumed { games } = news {
                    resumed = games;
                }
            })
            .unwrap();
        assert_eq!(resumed, before);
        assert_eq!(standings.pairings(), wanted.pairings());
        assert_eq!(standings.players()[2].faults, wanted.players()[2].faults);
        let records = read(&path);
        let mut rounds: Vec<&str> = records.iter().filter_map(|record| record.tag("Round")).collect();
        rounds.sort_unstable();
        rounds.dedup();
        assert_eq!((records.len(), rounds.len()), (60, 60));
    }
}

fn read_whole(path: &PathBuf, torn: &str) -> Vec<Record> {
    let text = fs::read_to_string(path).unwrap();
    let whole = text.strip_suffix(torn).unwrap();
    pgn::read(whole.as_bytes()).map(Result::unwrap).collect()
}

#[test]
fn the_record_of_another_match_is_not_taken_for_ours() {
    let path = scratch("other.pgn");
    let mut tournament = Tournament { rounds: 2, pgn: Some(path), ..toys(&["greedy", "random"]) };
    play(&tournament);
    tournament.resume = true;
    assert_eq!(play(&tournament).0.games(), 4);
    let others = [
        Tournament { rounds: 1, ..tournament.clone() },
        Tournament { engines: toys(&["greedy", "calm"]).engines, ..tournament.clone() },
        Tournament { engines: toys(&["greedy:nodes=5", "random"]).engines, ..tournament.clone() },
        Tournament { book: random_book(GameKind::default(), 2), ..tournament.clone() },
    ];
    for other in others {
        let refusal =
            other.run(&|spec| Shop::default().make(spec), &Stop::new(), &mut |_, _| {}).unwrap_err();
        assert!(refusal.to_string().contains("is the record of another match"), "{refusal}");
    }
}
