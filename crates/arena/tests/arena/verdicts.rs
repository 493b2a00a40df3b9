//! What becomes of a game when an engine does what engines should not.

use std::time::{Duration, Instant};

use super::toys::{Shop, play, toys, toys_at};
use kempelen_arena::stats::ResultTally;
use kempelen_arena::{Adjudication, Faults, MatchNews, Pace, Tournament};
use kempelen_engine::Stop;
use kempelen_rules::{GameKind, VariantId};

/// Plays the first engine against a random mover; it must lose every game, in the way given.
fn loses(tournament: &Tournament, sentence: &str, faults: Faults) {
    let games = tournament.schedule().games() as u32;
    let (standings, verdicts) = play(tournament);
    let [offender, other] = standings.players() else { panic!() };
    assert_eq!(offender.tally(), ResultTally { losses: games, ..ResultTally::default() }, "{verdicts:?}");
    assert_eq!((offender.faults, other.faults), (faults, Faults::default()));
    for verdict in verdicts {
        let rest = verdict.strip_prefix("White ").or(verdict.strip_prefix("Black ")).unwrap();
        assert!(rest.starts_with(sentence), "{rest:?}");
    }
}

fn pairs(rounds: usize, specs: &[&str]) -> Tournament {
    Tournament { rounds, ..toys(specs) }
}

#[test]
fn an_engine_that_panics_loses_and_plays_on_afresh() {
    let crashes = Faults { crashes: 6, ..Faults::default() };
    loses(&pairs(3, &["panics", "random"]), "crashes: it stopped running", crashes);
}

#[test]
fn an_engine_that_fails_loses() {
    let crashes = Faults { crashes: 4, ..Faults::default() };
    loses(&pairs(2, &["fails", "random"]), "crashes: out of steam", crashes);
}

#[test]
fn an_illegal_move_loses() {
    let illegal = Faults { illegal: 4, ..Faults::default() };
    loses(&pairs(2, &["illegal", "random"]), "plays an illegal move: a8a1", illegal);
}

#[test]
fn an_engine_that_resigns_loses_without_a_fault() {
    loses(&pairs(2, &["resigns", "random"]), "resigns: hopeless", Faults::default());
}

#[test]
fn a_machine_with_a_gap_loses_where_it_cannot_go_on() {
    let unable = Faults { unable: 4, ..Faults::default() };
    loses(&pairs(2, &["unable", "random"]), "cannot go on: too hard", unable);
}

#[test]
fn whoever_is_slow_loses_on_time() {
    let mut tournament = pairs(1, &["slow:tc=0.1", "random"]);
    let time = Faults { time: 2, ..Faults::default() };
    loses(&tournament, "loses on time", time);
    tournament.engines[0] = "slow:movetime=5".parse().unwrap();
    tournament.margin = Some(Duration::from_millis(10));
    loses(&tournament, "loses on time", time);
}

#[test]
fn whoever_is_given_a_margin_or_an_increment_does_not() {
    let adjudication = Adjudication { longest: Some(20), ..Adjudication::default() };
    let mut tournament = Tournament { adjudication, ..pairs(1, &["slow:movetime=5", "random"]) };
    tournament.margin = Some(Duration::from_secs(2));
    assert_eq!(play(&tournament).0.players()[0].faults, Faults::default());
    tournament.engines[0] = "slow:tc=2+1".parse().unwrap();
    assert_eq!(play(&tournament).0.players()[0].faults, Faults::default());
}

/// The one that never answers is left behind; a new one takes its seat, and the match ends.
#[test]
fn an_engine_that_never_answers_loses_and_is_abandoned() {
    let shop = Shop::default();
    let tournament = pairs(1, &["silent:tc=0.05+0.05", "random"]);
    let begun = Instant::now();
    let standings = tournament.run(&|spec| shop.make(spec), &Stop::new(), &mut |_, _| {}).unwrap();
    assert_eq!(standings.players()[0].faults, Faults { stalled: 2, ..Faults::default() });
    assert!(begun.elapsed() < Duration::from_secs(20));
    // Two to see whether they can be had, two to play, and one for the seat that fell empty.
    assert_eq!(shop.made(), 5);
}

/// Where there is no clock, patience ends.
#[test]
fn an_engine_without_a_clock_is_waited_for_no_longer_than_said() {
    let mut tournament = pairs(1, &["silent", "random"]);
    tournament.patience = Duration::from_millis(50);
    loses(&tournament, "does not answer", Faults { stalled: 2, ..Faults::default() });
}

#[test]
fn an_engine_that_does_not_come_back_up_loses_the_rest() {
    let shop = Shop::default();
    let mut verdicts = Vec::new();
    let standings = pairs(2, &["fails", "random"])
        .run(
            &|spec| {
                if shop.made() < 4 { shop.make(spec) } else { shop.make(&"nobody".parse().unwrap()) }
            },
            &Stop::new(),
            &mut |news, _| {
                if let MatchNews::Finished { record, .. } = news {
                    verdicts.push(record.verdict.to_string());
                }
            },
        )
        .unwrap();
    assert_eq!(standings.players()[0].faults.crashes, 4);
    assert!(verdicts[1].contains("does not start: there is no nobody"), "{verdicts:?}");
}

#[test]
fn an_engine_that_panics_while_it_is_made_loses_that_game_alone() {
    let shop = Shop::default();
    let standings = pairs(2, &["fails", "random"])
        .run(
            &|spec| {
                let engine = shop.make(spec);
                assert_ne!(shop.made(), 5, "the fifth does not get made");
                engine
            },
            &Stop::new(),
            &mut |_, _| {},
        )
        .unwrap();
    assert_eq!(standings.players()[0].tally().losses, 4);
}

#[test]
fn scores_end_games_early() {
    let mut tournament = pairs(1, &["gloomy", "random"]);
    tournament.adjudication.resign = Some("moves=3 score=1500 both=false".parse().unwrap());
    loses(&tournament, "wins by adjudication", Faults::default());
    tournament.adjudication.resign = Some("moves=3 score=1500 both=true".parse().unwrap());
    tournament.adjudication.longest = Some(30);
    assert_eq!(play(&tournament).1, ["a draw by adjudication: the game is too long"; 2]);

    let mut calm = pairs(1, &["calm", "calm"]);
    calm.adjudication.draw = Some("moves=4 score=5 from=6".parse().unwrap());
    assert_eq!(play(&calm).1, ["a draw by adjudication"; 2]);
}

/// Our own engines live by the same clock as foreign ones.
#[test]
fn engines_are_told_what_their_clock_says() {
    let mut tournament = pairs(1, &["reader:tc=40/60+1", "random"]);
    tournament.adjudication.longest = Some(12);
    let shop = Shop::default();
    let mut told = Vec::new();
    tournament
        .run(&|spec| shop.make(spec), &Stop::new(), &mut |news, _| {
            if let MatchNews::Finished { record, .. } = news {
                told.push(record.thoughts.iter().filter_map(|said| said.score).collect::<Vec<_>>());
            }
        })
        .unwrap();
    for scores in told {
        let cp: Vec<i32> = scores.iter().map(|score| score.as_cp()).collect();
        assert_eq!((cp[0], cp.len()), (60_000, 6));
        // An increment of a second comes for every move, less the little that was used.
        assert!(cp.windows(2).all(|two| (500..=1000).contains(&(two[1] - two[0]))), "{cp:?}");
    }
}

#[test]
fn makruk_and_chess960_are_played_by_their_own_laws() {
    for kind in [GameKind::Usual(VariantId::Makruk), GameKind::Chess960] {
        let tournament = Tournament { rounds: 5, ..toys_at(kind, &["greedy", "random"]) };
        let (standings, verdicts) = play(&tournament);
        assert_eq!(standings.games(), 10, "{verdicts:?}");
        assert!(standings.players().iter().all(|player| player.faults.total() == 0));
        assert!(standings.players()[0].tally().points() > 5.0);
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let shop = Shop::default();
    let refusal = |tournament: &Tournament| {
        tournament.run(&|spec| shop.make(spec), &Stop::new(), &mut |_, _| {}).unwrap_err().to_string()
    };
    assert_eq!(refusal(&toys(&["random"])), "a match takes at least two engines");
    assert_eq!(refusal(&toys(&["random", "nobody"])), "nobody: there is no nobody");
    assert_eq!(refusal(&toys(&["random", "random:Hash=3"])), "random (2): there is no option \"Hash\"");
    assert_eq!(
        refusal(&toys(&["random", "random:Seed=x"])),
        "random (2): Seed is a whole number from 0 to 1000, not \"x\""
    );
    let makruk = toys_at(GameKind::Usual(VariantId::Makruk), &["random", "reader"]);
    assert_eq!(refusal(&makruk), "reader: Toy does not play makruk");
    let endless = Tournament { pace: Pace::default(), ..toys(&["random", "random"]) };
    assert_eq!(refusal(&endless), "random has neither a clock nor another limit");
    let many = Tournament { sprt: "".parse().ok(), ..toys(&["random", "random", "greedy"]) };
    assert_eq!(refusal(&many), "an SPRT compares exactly two engines");
}
