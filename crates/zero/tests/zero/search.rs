//! The tree search.

use crate::support::position;
use kempelen_rules::random::SplitMix64;
use kempelen_rules::{Chess, Game, Makruk, Move, Position, uci};
use kempelen_trace::{Event, Mute, Trace};
use kempelen_zero::backend::{Backend, BackendError, Uniform};
use kempelen_zero::search::{DrawRules, GumbelSettings, Noise, Proof, Search, Settings};
use kempelen_zero::{BackendInput, Batch, Cache, Learnable, Likeness, Numbers, RoundResult, SearchDriver};

const EXACT: Likeness = Likeness::Sight { steps: 8 };

/// Searches the last position of a game with so many playouts, in rounds of this size.
fn search_in<V: Learnable>(
    search: &mut Search<V>,
    game: &Game<V>,
    backend: &mut dyn Backend,
    playouts: u64,
    size: usize,
) -> RoundResult {
    let mut cache = Cache::new(0);
    search.begin(game, &[], playouts as usize);
    let mut driver = SearchDriver::new(backend, &mut cache, EXACT);
    let mut round = if search.proof().is_some() { RoundResult::Proven } else { RoundResult::More };
    while round == RoundResult::More && search.counts().playouts < playouts {
        let room = (playouts - search.counts().playouts) as usize;
        round = driver.round(search, size.min(room), &mut Mute).expect("an answer");
    }
    round
}

fn search<V: Learnable>(game: &Game<V>, settings: Settings, seed: u64, playouts: u64) -> Search<V> {
    let mut search = Search::new(settings, seed);
    search_in(&mut search, game, &mut Uniform, playouts, 1);
    search
}

fn game(fen: &str) -> Game<Chess> {
    Game::new(position(fen))
}

/// The least number of moves in which the side to move mates, looked for up to `most`, by trying everything.
fn mate_in<V: Learnable>(position: &Position<V>, most: u32) -> Option<u32> {
    (1..=most).find(|&moves| mates(position, moves))
}

fn mates<V: Learnable>(position: &Position<V>, moves: u32) -> bool {
    moves > 0
        && position.legal_moves().into_iter().any(|m| {
            let after = position.play(m);
            let replies = after.legal_moves();
            if replies.is_empty() {
                return after.in_check();
            }
            moves > 1 && replies.into_iter().all(|reply| mates(&after.play(reply), moves - 1))
        })
}

/// Mates in one, two and three moves, and within how many visits they must be found.
const MATES: [(&str, u32, u64); 10] = [
    ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, 50),
    ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1, 100),
    ("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2", 1, 100),
    ("7k/P7/8/8/8/8/8/K5R1 w - - 0 1", 2, 1000),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, 1000),
    ("r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1", 2, 5000),
    ("6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1", 2, 5000),
    ("4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 1", 2, 5000),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, 20_000),
    ("1k6/ppp5/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1, 100),
];

#[test]
fn mates_are_found_and_proved_without_a_model() {
    for (fen, moves, visits) in MATES {
        let game = game(fen);
        assert_eq!(mate_in(game.position(), 3), Some(moves), "{fen} is no mate in {moves}");
        let search = search(&game, Settings::without_model(), 1, visits);
        let best = search.best().expect("a move");
        let Some(Proof::Win(plies)) = search.proof() else {
            panic!("{fen}: no proof after {visits} visits, best {best}");
        };
        assert!(u32::from(plies) >= 2 * moves - 1, "{fen}: nothing mates in {plies} half-moves");
        // Whatever the distance that was proved, the move keeps the win.
        let after = game.position().play(best);
        let replies = after.legal_moves();
        let most = u32::from(plies).div_ceil(2) - 1;
        assert!(
            if replies.is_empty() {
                after.in_check()
            } else {
                replies.into_iter().all(|r| mates(&after.play(r), most))
            },
            "{fen}: {best} does not mate in {plies}"
        );
        assert!(search.counts().playouts <= visits);
        assert_eq!(search.root_chances().wdl(), [1000, 0, 0]);
    }
}

#[test]
fn mates_of_makruk_are_found() {
    let game = Game::<Makruk>::new(position("k7/8/1K6/8/8/8/8/7R w - 32 6 50"));
    assert_eq!(mate_in(game.position(), 2), Some(1));
    let search = search(&game, Settings::default(), 1, 200);
    assert_eq!(search.proof(), Some(Proof::Win(1)));
    assert_eq!(search.best().map(|m| m.to_string()).as_deref(), Some("h1h8"));
}

/// The defender tries everything by turns; the winner mates in the number of half-moves that was proved, or less.
#[test]
fn a_proven_win_is_never_lost() {
    for settings in [
        Settings::without_model(),
        Settings { noise: Some(Noise::default()), ..Settings::without_model() },
        Settings { gumbel: Some(GumbelSettings::default()), ..Settings::without_model() },
    ] {
        for (fen, _, visits) in MATES.into_iter().filter(|(_, moves, _)| *moves > 1) {
            for defence in 0..6 {
                let mut game = game(fen);
                let mut search = Search::new(settings, 7);
                search_in(&mut search, &game, &mut Uniform, visits, 1);
                let Some(Proof::Win(mut plies)) = search.proof() else {
                    // With noise the proof may take longer; that is not what this test is about.
                    assert!(settings != Settings::without_model(), "{fen}");
                    continue;
                };
                let mut random = SplitMix64::new(defence);
                loop {
                    game.play(search.sample(1.0).expect("a move"));
                    if !game.position().can_move() {
                        break;
                    }
                    let replies = game.position().legal_moves();
                    game.play(replies[random.below(replies.len())]);
                    // One visit: nothing but what was proved before can help.
                    search_in(&mut search, &game, &mut Uniform, 1, 1);
                    match search.proof() {
                        Some(Proof::Win(left)) if left + 2 <= plies => plies = left,
                        other => panic!("{fen}: {other:?} after a win in {plies}"),
                    }
                }
                assert!(game.position().in_check(), "{fen}: no mate in {}", game.position());
            }
        }
    }
}

#[test]
fn draws_by_the_rules_are_known_in_the_tree() {
    // On the hundredth half-move everything draws but mate.
    let drawn = search(&game("7k/8/8/8/8/8/1R6/K7 w - - 99 80"), Settings::default(), 1, 100);
    assert_eq!(drawn.proof(), Some(Proof::Draw));
    assert_eq!(drawn.root_chances().wdl(), [0, 1000, 0]);
    let mate = search(&game("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80"), Settings::default(), 1, 100);
    assert_eq!(mate.proof(), Some(Proof::Win(1)), "mate comes before the draw");
    // The king must take, and nothing is left that could mate.
    let bare = search(&game("8/8/8/8/4k3/8/6q1/6K1 w - - 0 1"), Settings::default(), 1, 50);
    assert_eq!(bare.proof(), Some(Proof::Draw));
    // The third occurrence is reached by going back once more.
    let mut repeated = game("4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1");
    for text in ["a1a2", "e8d8", "a2a1", "d8e8", "a1a2", "e8d8", "a2a1"] {
        let m = uci::read(repeated.position(), text).expect("legal");
        repeated.play(m);
    }
    let spec = search(&repeated, Settings::default(), 1, 400);
    let back = spec.root_moves().into_iter().find(|m| m.m.to_string() == "d8e8").expect("a move");
    assert_eq!(back.proof, Some(Proof::Draw));
    // When two occurrences count, a draw ends the line but proves nothing.
    let mut once = game("4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1");
    for text in ["a1a2", "e8d8", "a2a1"] {
        let m = uci::read(once.position(), text).expect("legal");
        once.play(m);
    }
    let twofold = Settings { draws: DrawRules::Twofold, ..Settings::default() };
    let back = |settings| {
        let search = search(&once, settings, 1, 400);
        search.root_moves().into_iter().find(|m| m.m.to_string() == "d8e8").expect("a move")
    };
    assert_eq!(back(twofold).proof, None);
    assert!(
        back(twofold).chances.is_some_and(|chances| (chances.draw - 1.0).abs() < 1e-6),
        "{:?}",
        back(twofold)
    );
    assert!(back(Settings::default()).chances.is_some_and(|chances| chances.draw < 0.5));
}

/// Visits by move.
fn visits<V: Learnable>(search: &Search<V>) -> Vec<(Move, u32)> {
    let mut visits: Vec<(Move, u32)> = search.root_moves().iter().map(|m| (m.m, m.visits)).collect();
    visits.sort_unstable();
    visits
}

#[test]
fn equal_seeds_give_equal_searches() {
    let game = game("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    for settings in [
        Settings { noise: Some(Noise::default()), ..Settings::default() },
        Settings { gumbel: Some(GumbelSettings::default()), ..Settings::default() },
    ] {
        let once = visits(&search(&game, settings, 5, 600));
        assert_eq!(once, visits(&search(&game, settings, 5, 600)));
        assert_ne!(once, visits(&search(&game, settings, 6, 600)), "another seed, another search");
    }
    assert_eq!(
        visits(&search(&game, Settings::default(), 5, 600)),
        visits(&search(&game, Settings::default(), 6, 600)),
        "without noise there is no chance"
    );
}

/// A network of sorts: a fixed opinion on every move and position, unlike each other but always the same.
struct Opinionated;

impl Backend for Opinionated {
    fn name(&self) -> String {
        "opinionated".to_owned()
    }

    fn sight(&self) -> BackendInput {
        BackendInput::Planes { steps: 1, numbers: Numbers::Raw }
    }

    fn evaluate(&mut self, batch: &mut Batch) -> Result<(), BackendError> {
        let mut policy = Vec::new();
        let mut values = Vec::new();
        for board in batch.boards().chunks(21 * 64) {
            let mut hash = board.iter().enumerate().fold(1_u64, |hash, (i, &cell)| {
                hash.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add((cell as u64) << (i % 50))
            });
            let mut next = || {
                hash = hash.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (hash >> 40) as f32 / (1 << 24) as f32
            };
            values.push(next() - 0.5);
            policy.extend((0..4168).map(|_| 4.0 * next()));
        }
        batch
            .answer(&policy, 4168, &values)
            .map_err(|error| BackendError::Answer { backend: self.name(), error })
    }
}

/// Noise that is mixed into a root which already has visits has little say. So a root with noise begins anew, and what
/// follows is exactly what follows without an earlier search.
#[test]
fn tree_reuse_does_not_drown_noise() {
    let settings = Settings { noise: Some(Noise { alpha: 0.3, weight: 0.25 }), ..Settings::default() };
    let mut game = Game::<Chess>::default();
    let mut long = Search::new(settings, 3);
    search_in(&mut long, &game, &mut Opinionated, 3000, 1);
    for _ in 0..2 {
        game.play(long.best().expect("a move"));
        let mut fresh = Search::new(settings, 0);
        for search in [&mut long, &mut fresh] {
            search.seed(SplitMix64::new(99));
            search_in(search, &game, &mut Opinionated, 200, 1);
        }
        assert_eq!(visits(&long), visits(&fresh));
        let moved = long.root_moves().iter().filter(|m| (m.prior - m.noisy_prior).abs() > 0.005).count();
        assert!(moved > 5, "the noise is there");
        assert_eq!(long.root_visits(), 200);
    }
}

#[test]
fn noise_has_its_weight() {
    let settings = Settings { noise: Some(Noise { alpha: 0.3, weight: 0.25 }), ..Settings::default() };
    let search = search(&Game::<Chess>::default(), settings, 4, 50);
    let moves = search.root_moves();
    assert!((moves.iter().map(|m| m.noisy_prior).sum::<f32>() - 1.0).abs() < 1e-4);
    for m in &moves {
        assert!(m.noisy_prior >= 0.75 * m.prior - 1e-6 && m.noisy_prior <= 0.75 * m.prior + 0.25 + 1e-6);
    }
}

/// A child knows its slot and a policy its index; the two orders have nothing in common.
#[test]
fn gumbel_speaks_of_moves_and_not_of_places() {
    let settings = Settings { gumbel: Some(GumbelSettings::default()), ..Settings::default() };
    let game = Game::<Chess>::default();
    for seed in 0..20 {
        let mut gumbel = Search::new(settings, seed);
        search_in(&mut gumbel, &game, &mut Opinionated, 128, 1);
        let moves = gumbel.root_moves();
        let order: Vec<Move> = moves.iter().map(|m| m.m).collect();
        let legal: Vec<Move> = game.position().legal_moves().into_iter().collect();
        assert_ne!(order, legal, "the orders differ, or this test shows nothing");
        // The improved policy, computed by move from what the search tells of its moves.
        let all: u32 = moves.iter().map(|m| m.visits).sum();
        let most = moves.iter().map(|m| m.visits).max().unwrap_or(0) as f32;
        let value = |m: &kempelen_zero::search::RootMove| m.chances.map(|chances| chances.value);
        let (weight, weighted) = moves
            .iter()
            .filter_map(|m| Some((m.prior, m.prior * value(m)?)))
            .fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
        let policy = gumbel.policy();
        let scale = |v: f32| (50.0 + most) * 0.5 * v;
        let raw = own_value(&game);
        let mixed = (raw + all as f32 * weighted / weight) / (1.0 + all as f32);
        let logits: Vec<f32> =
            moves.iter().map(|m| m.prior.ln() + scale(value(m).unwrap_or(mixed))).collect();
        let largest = logits.iter().copied().fold(f32::MIN, f32::max);
        let sum: f32 = logits.iter().map(|logit| (logit - largest).exp()).sum();
        for (m, logit) in moves.iter().zip(&logits) {
            let said = policy.iter().find(|(own, _)| *own == m.m).expect("every move").1;
            assert!((said - (logit - largest).exp() / sum).abs() < 1e-4, "{}: {said}", m.m);
        }
        assert_eq!(all, 127, "all but the first go to moves");
        assert_eq!(moves.iter().filter(|m| m.visits > 0).count(), 16, "as many as are considered");
    }
}

/// What the opinionated network says of the last position itself.
fn own_value(game: &Game<Chess>) -> f32 {
    let mut batch = Batch::new(Opinionated.sight());
    let line = kempelen_zero::GameLine::from(game);
    batch.add(&line, game.position().legal_moves().into_iter());
    Opinionated.evaluate(&mut batch).expect("an answer");
    batch.evaluation(0).value
}

#[test]
fn a_tree_goes_on_with_the_game() {
    let mut game = Game::<Chess>::default();
    let mut search = Search::new(Settings::default(), 1);
    search_in(&mut search, &game, &mut Opinionated, 2000, 1);
    let best = search.root_moves()[0];
    let line = search.line_of(best.m);
    let nodes = search.nodes();
    game.play(best.m);
    search.begin(&game, &[], 0);
    assert_eq!(search.root_visits(), best.visits);
    assert!(search.nodes() < nodes && search.nodes() <= best.visits as usize);
    assert_eq!(search.best(), line.get(1).copied(), "the answer that was expected");
    let value = best.chances.expect("it was visited").value;
    assert!((search.root_chances().value + value).abs() < 1e-5);
    // Visits of the children and the first visit of the root add up, here and after more playouts.
    let below: u32 = search.root_moves().iter().map(|m| m.visits).sum();
    assert_eq!(below + 1, best.visits);
    search_in(&mut search, &game, &mut Opinionated, 500, 1);
    assert_eq!(search.root_visits(), best.visits + 500);
    // Two moves at once, and a game that went another way.
    let line = search.line_of(search.best().expect("a move"));
    game.play(line[0]);
    game.play(line[1]);
    search.begin(&game, &[], 0);
    assert!(search.root_visits() > 0);
    search.begin(&Game::default(), &[], 0);
    assert_eq!(search.root_visits(), 0);
}

#[test]
fn only_some_moves_may_be_considered() {
    let game = Game::<Chess>::default();
    let only: Vec<Move> =
        ["a2a3", "h2h4"].iter().map(|text| uci::read(game.position(), text).expect("legal")).collect();
    let mut search = Search::<Chess>::new(Settings::default(), 1);
    let mut cache = Cache::new(0);
    search.begin(&game, &only, 0);
    let mut uniform = Uniform;
    let mut driver = SearchDriver::new(&mut uniform, &mut cache, EXACT);
    for _ in 0..100 {
        driver.round(&mut search, 1, &mut Mute).expect("an answer");
    }
    let moves = search.root_moves();
    assert_eq!(moves.len(), 2);
    assert!(moves.iter().all(|m| only.contains(&m.m) && m.visits > 40));
    search.begin(&game, &[], 0);
    assert_eq!(search.root_visits(), 0, "a tree of some moves does not serve for all");
}

/// Playouts that wait count as lost, so that others go elsewhere; when all are back nothing of that is left.
#[test]
fn batches_leave_no_trace() {
    let game = Game::<Chess>::default();
    for size in [2, 8, 32] {
        let mut search = Search::new(Settings::default(), 1);
        search_in(&mut search, &game, &mut Opinionated, 640, size);
        let counts = search.counts();
        assert_eq!((counts.playouts, counts.waiting), (640, 0));
        assert_eq!(counts.asked + counts.cached, 640);
        let moves = search.root_moves();
        assert_eq!(moves.iter().map(|m| m.visits).sum::<u32>() + 1, 640);
        for m in &moves {
            let value = m.chances.map_or(0.0, |chances| chances.value);
            assert!(value.abs() <= 0.5 + 1e-4, "no virtual loss stays behind: {value}");
        }
    }
    // Even so the choice is much the same.
    let mut one = Search::new(Settings::default(), 1);
    search_in(&mut one, &game, &mut Opinionated, 640, 1);
    let mut many = Search::new(Settings::default(), 1);
    search_in(&mut many, &game, &mut Opinionated, 640, 8);
    let top = |search: &Search<Chess>| search.root_moves().iter().take(3).map(|m| m.m).collect::<Vec<_>>();
    assert!(top(&one).iter().any(|m| top(&many).contains(m)));
}

#[test]
fn memory_is_kept_within_its_limit() {
    for (megabytes, least) in [(1, 1000), (3, 4000)] {
        let mut search = Search::new(Settings { tree_mb: megabytes, ..Settings::default() }, 1);
        let round = search_in(&mut search, &Game::<Chess>::default(), &mut Uniform, 1_000_000, 1);
        assert_eq!(round, RoundResult::Full);
        assert!(search.bytes() <= megabytes << 20, "{} bytes", search.bytes());
        assert!(search.nodes() > least, "{} nodes", search.nodes());
        assert!(search.best().is_some(), "there is an answer all the same");
        assert_eq!(search.counts().waiting, 0);
    }
    let mut none = Search::new(Settings { tree_mb: 0, ..Settings::default() }, 1);
    assert_eq!(search_in(&mut none, &Game::<Chess>::default(), &mut Uniform, 10, 1), RoundResult::Full);
    assert_eq!(none.best(), None);
}

#[test]
fn the_cache_knows_what_was_said() {
    let game = Game::<Chess>::default();
    let mut cache = Cache::new(16);
    let mut asked = Vec::new();
    let mut found = Vec::new();
    for _ in 0..2 {
        let mut search = Search::<Chess>::new(Settings::default(), 1);
        search.begin(&game, &[], 300);
        let mut opinionated = Opinionated;
        let mut driver = SearchDriver::new(&mut opinionated, &mut cache, EXACT);
        while search.counts().playouts < 300 {
            driver.round(&mut search, 1, &mut Mute).expect("an answer");
        }
        asked.push((search.counts().asked, search.counts().cached));
        found.push(visits(&search));
    }
    assert_eq!(asked[1].0, 0, "the second search asks nothing");
    assert_eq!(asked[0].0, asked[1].1);
    assert_eq!(found[0], found[1], "and finds the same");
}

#[test]
fn chance_obeys_the_temperature() {
    let game = Game::<Chess>::default();
    let mut search = Search::new(Settings::default(), 1);
    search_in(&mut search, &game, &mut Opinionated, 400, 1);
    let moves = search.root_moves();
    for _ in 0..20 {
        assert_eq!(search.sample(0.0), Some(moves[0].m));
    }
    let share = |search: &mut Search<Chess>, temperature: f32| {
        (0..4000).filter(|_| search.sample(temperature) == Some(moves[0].m)).count() as f64 / 4000.0
    };
    let expected = f64::from(moves[0].visits) / moves.iter().map(|m| f64::from(m.visits)).sum::<f64>();
    assert!((share(&mut search, 1.0) - expected).abs() < 0.03);
    assert!(share(&mut search, 0.3) > share(&mut search, 1.0));
    assert!(share(&mut search, 3.0) < share(&mut search, 1.0));
}

#[test]
fn watching_changes_nothing_and_tells_every_playout() {
    let game = Game::<Chess>::default();
    for size in [1, 8] {
        let mut silent = Search::new(Settings::default(), 1);
        search_in(&mut silent, &game, &mut Opinionated, 200, size);
        let mut watched = Search::new(Settings::default(), 1);
        let mut trace = Trace::new();
        let mut cache = Cache::new(0);
        watched.begin(&game, &[], 200);
        let mut opinionated = Opinionated;
        let mut driver = SearchDriver::new(&mut opinionated, &mut cache, EXACT);
        while watched.counts().playouts < 200 {
            let room = (200 - watched.counts().playouts) as usize;
            driver.round(&mut watched, size.min(room), &mut trace).expect("an answer");
        }
        assert_eq!(visits(&silent), visits(&watched));
        let events = trace.events();
        let backups = events.iter().filter(|event| matches!(event, Event::Backup { .. })).count() as u64;
        assert_eq!(backups, 200 + watched.counts().collisions);
        let expansions = events.iter().filter(|event| matches!(event, Event::Expand { .. })).count() as u64;
        assert_eq!(expansions, watched.counts().asked);
        if size == 1 {
            every_step_was_the_best(&events);
        }
    }
}

/// At the root, where all moves are weighed, the one that is followed has the greatest sum.
fn every_step_was_the_best(events: &[Event]) {
    let mut weighed = Vec::new();
    let mut checked = 0;
    for event in events {
        match event {
            Event::Weigh(promise) => weighed.push(*promise),
            Event::Select(promise) if !weighed.is_empty() => {
                // Rounding to ten-thousandths may turn a narrow decision round by as much.
                assert!(weighed.iter().all(|other| other.total().0 <= promise.total().0 + 2), "{promise:?}");
                assert_eq!(weighed.len(), 19);
                checked += 1;
                weighed.clear();
            }
            _ => {}
        }
    }
    assert_eq!(checked, 199);
}
