//! Tournaments: machines against each other, played here whether somebody looks or not.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kempelen_engine::{Engine, Limits, RegistryEntry, Stop};
use kempelen_rules::random::SplitMix64;
use kempelen_rules::{AnyGame, AnyPosition, Move};
use kempelen_trace::Keep;
use kempelen_uci::Foreign;
use kempelen_window::{Question, record_and_tell};

use crate::api::file_of;
use crate::app::App;
use crate::pool::SearchNeeds;
use crate::question::Rules;
use crate::question::megabytes;
use crate::refusal::Refusal;

/// Half-moves by lot before each pair of games, so that machines that know no chance play different ones.
const LOTS: usize = 4;
/// Games longer than this, in half-moves, are given up as drawn.
const LONGEST: usize = 400;
/// The most memory for the recordings of one tournament; those of its first games make room.
const RECORDED: usize = 64 << 20;
/// How long to wait when too many others do.
const BUSY: Duration = Duration::from_secs(1);

/// Somebody who takes part.
#[derive(Clone)]
pub(crate) struct Contestant {
    pub(crate) name: String,
    pub(crate) source: ContestantSource,
    pub(crate) settings: Vec<(String, String)>,
    pub(crate) time: Duration,
}

/// Where a contestant comes from.
#[derive(Clone)]
pub(crate) enum ContestantSource {
    /// The cabinet.
    Cabinet(RegistryEntry),
    /// A program that the owner of the server has named.
    Guest(String),
}

/// What a guest's memory is taken for, in megabytes: it says nothing about it.
const GUEST_MB: u32 = 64;

impl Contestant {
    /// What its searches take.
    fn needs(&self) -> SearchNeeds {
        let megabytes = match &self.source {
            ContestantSource::Cabinet(entry) => megabytes(&(entry.make)().options(), &self.settings),
            ContestantSource::Guest(_) => GUEST_MB,
        };
        SearchNeeds { threads: 1, megabytes }
    }

    fn sit(&self) -> Result<Box<dyn Engine>, Refusal> {
        let mut engine: Box<dyn Engine> = match &self.source {
            ContestantSource::Cabinet(entry) => (entry.make)(),
            ContestantSource::Guest(command) => Box::new(Foreign::start(command)?),
        };
        for (name, value) in &self.settings {
            engine.set_option(name, value)?;
        }
        Ok(engine)
    }
}

/// A game of a tournament.
pub(crate) struct HouseGame {
    /// The contestants, by their numbers.
    pub(crate) white: usize,
    pub(crate) black: usize,
    pub(crate) moves: Vec<String>,
    /// `*` while it goes on.
    pub(crate) result: &'static str,
    pub(crate) reason: String,
    /// The file of the search behind each move, where there is one.
    pub(crate) searches: Vec<Option<Arc<Vec<u8>>>>,
}

/// How far a tournament is.
#[derive(Default)]
pub(crate) struct TournamentProgress {
    pub(crate) games: Vec<HouseGame>,
    pub(crate) over: bool,
    pub(crate) trouble: Option<String>,
}

/// A tournament: everybody against everybody, in pairs of games with colours exchanged.
pub(crate) struct HouseTournament {
    pub(crate) id: u64,
    pub(crate) rules: Rules,
    pub(crate) contestants: Vec<Contestant>,
    pub(crate) pairs: usize,
    ended: AtomicBool,
    thinking: Mutex<Stop>,
    progress: Mutex<TournamentProgress>,
}

impl HouseTournament {
    /// How many games there will be.
    pub(crate) fn planned(&self) -> usize {
        let players = self.contestants.len();
        players * (players - 1) * self.pairs
    }

    pub(crate) fn progress(&self) -> MutexGuard<'_, TournamentProgress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends it with the games that are done.
    pub(crate) fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
        self.thinking.lock().unwrap_or_else(PoisonError::into_inner).stop();
    }

    /// Plays all games, one after the other.
    pub(crate) async fn run(self: Arc<Self>, app: Arc<App>) {
        let players = self.contestants.len();
        let pairings = (0..players).flat_map(|one| (one + 1..players).map(move |other| (one, other)));
        let pairings: Vec<(usize, usize)> = pairings.collect();
        'all: for pair in 0..self.pairs {
            for (number, &(one, other)) in pairings.iter().enumerate() {
                let opening = self.opening(pair * pairings.len() + number);
                for (white, black) in [(one, other), (other, one)] {
                    if let Err(refusal) = self.play(&app, white, black, &opening).await {
                        self.progress().trouble = Some(refusal.shape.error.clone());
                        break 'all;
                    }
                    if self.ended.load(Ordering::Relaxed) || *app.closing.borrow() {
                        break 'all;
                    }
                }
            }
        }
        self.progress().over = true;
    }

    /// Some moves by lot, none of which ends the game.
    fn opening(&self, number: usize) -> Vec<Move> {
        let mut lots = SplitMix64::at(self.id, number as u64);
        let mut position = AnyPosition::start(self.rules.variant());
        let mut moves = Vec::new();
        for _ in 0..LOTS {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let m = *lots.pick(&legal);
            let after = position.play(m);
            if after.legal_moves().is_empty() {
                break;
            }
            moves.push(m);
            position = after;
        }
        moves
    }

    async fn play(
        &self,
        app: &Arc<App>,
        white: usize,
        black: usize,
        opening: &[Move],
    ) -> Result<(), Refusal> {
        let mut game = AnyGame::new(AnyPosition::start(self.rules.variant()));
        self.progress().games.push(HouseGame {
            white,
            black,
            moves: Vec::new(),
            result: "*",
            reason: String::new(),
            searches: Vec::new(),
        });
        for &m in opening {
            self.put(&mut game, m, None);
        }
        let mut seats: [Option<Box<dyn Engine>>; 2] = [None, None];
        loop {
            if let Some(end) = game.outcome() {
                self.finish(end.result(), end.to_string());
                return Ok(());
            }
            if game.moves().len() >= LONGEST {
                self.finish("1/2-1/2", "given up as drawn".to_owned());
                return Ok(());
            }
            let turn = game.position().turn();
            let seat = turn.pick(0, 1);
            let contestant = self.contestants[turn.pick(white, black)].clone();
            let turned = self.think(app, contestant, seats[seat].take(), game.clone()).await?;
            if self.ended.load(Ordering::Relaxed) || *app.closing.borrow() {
                self.finish("*", "broken off".to_owned());
                return Ok(());
            }
            seats[seat] = Some(turned.engine);
            let Some(m) = turned.best.filter(|&m| game.position().is_legal(m)) else {
                let result = turn.pick("0-1", "1-0");
                self.finish(result, turned.resigns.unwrap_or_else(|| "no move".to_owned()));
                return Ok(());
            };
            self.put(&mut game, m, Some(turned.search));
        }
    }

    /// Lets a machine think about its move, in turn with everybody else who wants to.
    async fn think(
        &self,
        app: &Arc<App>,
        contestant: Contestant,
        engine: Option<Box<dyn Engine>>,
        game: AnyGame,
    ) -> Result<TournamentMove, Refusal> {
        let needs = contestant.needs();
        let place = loop {
            match app.pool.enter(needs).await {
                Ok(place) => break place,
                Err(refusal) if *app.closing.borrow() => return Err(refusal),
                Err(_) => tokio::time::sleep(BUSY).await,
            }
        };
        // Each move has its own: whoever waits for an answer stops the search when it is there.
        let stop = Stop::new();
        *self.thinking.lock().unwrap_or_else(PoisonError::into_inner) = stop.clone();
        let most = app.config.limits.think_time;
        let job = move |stop: &Stop| {
            let mut engine = engine.map_or_else(|| contestant.sit(), Ok)?;
            let options = &contestant.settings;
            let limits = Limits::time(contestant.time);
            let asked = Question { game: &game, limits, only: &[], options, stop };
            let keep = Keep { memory: Some(Keep::LEAST_MEMORY), ..Keep::default() };
            let (recording, report) = record_and_tell(engine.as_mut(), &asked, keep, &mut |_| {})?;
            let search = file_of(&recording)?;
            Ok(TournamentMove { engine, best: report.best, resigns: report.resigns, search })
        };
        app.pool.run(place, stop, most, job).await?
    }

    /// Plays a move, and keeps the search behind it as long as there is room.
    fn put(&self, game: &mut AnyGame, m: Move, search: Option<Vec<u8>>) {
        let text = self.rules.write(&game.position(), m);
        game.play(m);
        let mut progress = self.progress();
        if let Some(last) = progress.games.last_mut() {
            last.moves.push(text);
            last.searches.push(search.map(Arc::new));
        }
        let weight = |game: &HouseGame| game.searches.iter().flatten().map(|file| file.len()).sum::<usize>();
        let mut all: usize = progress.games.iter().map(weight).sum();
        for old in &mut progress.games {
            if all <= RECORDED {
                break;
            }
            all -= weight(old);
            old.searches.iter_mut().for_each(|search| *search = None);
        }
    }

    fn finish(&self, result: &'static str, reason: String) {
        if let Some(last) = self.progress().games.last_mut() {
            last.result = result;
            last.reason = reason;
        }
    }
}

/// What came of a machine's turn.
struct TournamentMove {
    engine: Box<dyn Engine>,
    best: Option<Move>,
    resigns: Option<String>,
    search: Vec<u8>,
}

/// The tournaments that there are.
#[derive(Default)]
pub(crate) struct TournamentRoom {
    shelf: Mutex<(u64, Vec<Arc<HouseTournament>>)>,
}

impl TournamentRoom {
    /// So many are remembered, the oldest that are over make room.
    const MOST: usize = 8;
    /// So many may be played at the same time.
    const AT_ONCE: usize = 2;

    pub(crate) fn all(&self) -> Vec<Arc<HouseTournament>> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner).1.clone()
    }

    pub(crate) fn find(&self, id: u64) -> Result<Arc<HouseTournament>, Refusal> {
        self.all().into_iter().find(|known| known.id == id).ok_or_else(|| {
            Refusal::new(
                axum::http::StatusCode::NOT_FOUND,
                "unknown_tournament",
                "there is no such tournament here",
            )
        })
    }

    /// Begins a tournament, which then goes on by itself.
    pub(crate) fn begin(
        &self,
        app: &Arc<App>,
        rules: Rules,
        contestants: Vec<Contestant>,
        pairs: usize,
    ) -> Result<Arc<HouseTournament>, Refusal> {
        let mut shelf = self.shelf.lock().unwrap_or_else(PoisonError::into_inner);
        if shelf.1.iter().filter(|known| !known.progress().over).count() >= Self::AT_ONCE {
            let reason = format!("{} tournaments are being played; wait for one to end", Self::AT_ONCE);
            return Err(Refusal::too_much(reason));
        }
        shelf.0 += 1;
        let tournament = Arc::new(HouseTournament {
            id: shelf.0,
            rules,
            contestants,
            pairs,
            ended: AtomicBool::new(false),
            thinking: Mutex::default(),
            progress: Mutex::default(),
        });
        shelf.1.push(Arc::clone(&tournament));
        while shelf.1.len() > Self::MOST {
            let Some(old) = shelf.1.iter().position(|known| known.progress().over) else { break };
            shelf.1.remove(old);
        }
        tokio::spawn(Arc::clone(&tournament).run(Arc::clone(app)));
        Ok(tournament)
    }
}
