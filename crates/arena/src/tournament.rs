use std::fmt;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use kempelen_engine::Stop;
use kempelen_rules::{Color, GameKind};

use crate::adjudicate::Adjudication;
use crate::game::{self, GameTerms, MatchGame};
use crate::log::{LogError, MatchLog};
use crate::openings::OpeningsBook;
use crate::pace::Pace;
use crate::player::{Factory, Player, PlayerError};
use crate::schedule::{Fixture, Format, Schedule};
use crate::spec::{EngineSpec, unique_names};
use crate::standings::{GameResult, Standings};
use crate::stats::Sprt;
use crate::verdict::{EngineFault, GameVerdict};

/// A match between two engines or a tournament of several: who plays what, and how.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// What it is called in the record of the games.
    pub event: String,
    /// Who takes part.
    pub engines: Vec<EngineSpec>,
    /// What is played.
    pub kind: GameKind,
    /// Who plays whom.
    pub format: Format,
    /// How many pairs of games each pairing plays.
    pub rounds: usize,
    /// Where the games start.
    pub book: OpeningsBook,
    /// How long an engine may think that has no limits of its own.
    pub pace: Pace,
    /// How late an answer may come; if nothing is said, not at all by a clock and a little for a fixed time.
    pub margin: Option<Duration>,
    /// How long to wait for an answer where no clock ends the wait.
    pub patience: Duration,
    /// When to end games early.
    pub adjudication: Adjudication,
    /// How many games are played at the same time.
    pub concurrency: usize,
    /// A test that ends the match when it has spoken. Only for two engines.
    pub sprt: Option<Sprt>,
    /// Where to write the games.
    pub pgn: Option<PathBuf>,
    /// Whether to go on with the games that this file already has.
    pub resume: bool,
}

/// What happens during a match.
pub enum MatchNews<'a> {
    /// So many games were found in the record and are not played again.
    Resumed {
        /// How many.
        games: usize,
    },
    /// A game begins.
    Started {
        /// Which.
        fixture: Fixture,
    },
    /// A game is over.
    Finished {
        /// Which.
        fixture: Fixture,
        /// How it went.
        record: &'a MatchGame,
    },
}

impl Tournament {
    /// The usual settings for these engines: ten pairs, one game at a time.
    pub fn new(engines: Vec<EngineSpec>, book: OpeningsBook, pace: Pace) -> Self {
        Self {
            event: "Kempelen match".to_owned(),
            engines,
            kind: GameKind::default(),
            format: Format::RoundRobin,
            rounds: 10,
            book,
            pace,
            margin: None,
            patience: Duration::from_mins(10),
            adjudication: Adjudication::default(),
            concurrency: 1,
            sprt: None,
            pgn: None,
            resume: false,
        }
    }

    /// The games to be played.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.format, self.engines.len(), self.rounds)
    }

    /// The names of the engines in the tables, each of them different.
    pub fn names(&self) -> Vec<String> {
        unique_names(&self.engines)
    }

    /// How long an engine may think.
    pub fn pace_of(&self, engine: usize) -> Pace {
        self.engines[engine].pace.unwrap_or(self.pace)
    }

    /// Plays all games, or as many as the test needs, or until stopped. Games that are not finished then do not
    /// count.
    ///
    /// # Errors
    /// When the settings make no sense, an engine cannot be had at all, or the record cannot be written. What an
    /// engine does wrong in a game is no error but costs it that game.
    pub fn run(
        &self,
        factory: &Factory<'_>,
        stop: &Stop,
        watch: &mut dyn FnMut(MatchNews<'_>, &Standings),
    ) -> Result<Standings, ArenaError> {
        self.check()?;
        let names = self.names();
        for (spec, name) in self.engines.iter().zip(&names) {
            Player::seat(factory, spec, self.kind)
                .map_err(|error| ArenaError::Engine { name: name.clone(), error })?;
        }
        let schedule = self.schedule();
        let mut standings = Standings::new(&names, &schedule, self.sprt);
        let (mut log, played) = MatchLog::open(self)?;
        let mut left: Vec<Fixture> = (0..schedule.games()).filter_map(|i| schedule.fixture(i)).collect();
        for fixture in &left {
            if let Some(&result) = played.get(&fixture.number) {
                standings.count(fixture, result);
            }
        }
        left.retain(|fixture| !played.contains_key(&fixture.number));
        if !played.is_empty() {
            watch(MatchNews::Resumed { games: played.len() }, &standings);
        }
        if standings.is_decided() {
            return Ok(standings);
        }
        self.play_all(left, factory, stop, &mut |fixture, record| {
            let Some(record) = record else {
                watch(MatchNews::Started { fixture }, &standings);
                return Ok(ControlFlow::Continue(()));
            };
            log.add(self, &fixture, record)?;
            standings.count(&fixture, GameResult::of(&record.verdict));
            standings.count_effort(&fixture, record);
            watch(MatchNews::Finished { fixture, record }, &standings);
            Ok(if standings.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        Ok(standings)
    }

    fn check(&self) -> Result<(), ArenaError> {
        if self.engines.len() < 2 {
            return Err(ArenaError::Lonely);
        }
        if self.sprt.is_some() && self.engines.len() != 2 {
            return Err(ArenaError::TestOfMany);
        }
        match (0..self.engines.len()).find(|&engine| self.pace_of(engine).is_endless()) {
            Some(engine) => Err(ArenaError::Endless { name: self.names()[engine].clone() }),
            None => Ok(()),
        }
    }

    /// Plays games on as many threads as wanted, until all are over or the listener or somebody outside has enough.
    fn play_all(
        &self,
        fixtures: Vec<Fixture>,
        factory: &Factory<'_>,
        stop: &Stop,
        hear: &mut Listener<'_>,
    ) -> Result<(), ArenaError> {
        let halt = Stop::new();
        let left = Mutex::new(fixtures.into_iter());
        let (results, finished) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                let (results, halt, left) = (results.clone(), &halt, &left);
                scope.spawn(move || {
                    let mut table = TournamentTable { tournament: self, factory, seats: Vec::new() };
                    let next = || left.lock().ok()?.next().filter(|_| !halt.is_stopped());
                    while let Some(fixture) = next() {
                        let begun = results.send((fixture, None));
                        let record = table.play(&fixture, halt).map(Box::new);
                        if begun.is_err() || record.is_none() || results.send((fixture, record)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(results);
            let mut answer = Ok(());
            loop {
                match finished.recv_timeout(Duration::from_millis(100)) {
                    // What is finished after the decision came too late to count.
                    Ok(_) if halt.is_stopped() => {}
                    Ok((fixture, record)) => match hear(fixture, record.as_deref()) {
                        Ok(ControlFlow::Continue(())) => {}
                        Ok(ControlFlow::Break(())) => halt.stop(),
                        Err(error) => {
                            halt.stop();
                            answer = Err(error);
                        }
                    },
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return answer,
                }
                if stop.is_stopped() {
                    halt.stop();
                }
            }
        })
    }
}

/// Hears of a game when it begins (then there is no record yet) and when it is over, and says when that is enough.
type Listener<'a> = dyn FnMut(Fixture, Option<&MatchGame>) -> Result<ControlFlow<()>, ArenaError> + 'a;

/// A place where one game at a time is played, with the engines that sit there.
struct TournamentTable<'a> {
    tournament: &'a Tournament,
    factory: &'a Factory<'a>,
    seats: Vec<(usize, Player)>,
}

impl TournamentTable<'_> {
    fn play(&mut self, fixture: &Fixture, halt: &Stop) -> Option<MatchGame> {
        let tournament = self.tournament;
        let opening = tournament.book.opening(fixture.round);
        // Others go home; a tournament of many would otherwise fill the memory.
        self.seats.retain(|(engine, _)| fixture.players.contains(engine));
        for color in Color::ALL {
            if let Err(error) = self.fill_seat(fixture.players[color.index()]) {
                let fault = EngineFault::Crashed(format!("it does not start: {error}"));
                let verdict = GameVerdict::Forfeit { loser: color, fault };
                let (game, book_plies) = (opening.game(), opening.moves.len());
                return Some(MatchGame { game, book_plies, thoughts: Vec::new(), verdict });
            }
        }
        self.seats.sort_by_key(|(engine, _)| *engine != fixture.players[0]);
        let [(_, white), (_, black)] = self.seats.as_mut_slice() else { return None };
        let terms = GameTerms {
            paces: fixture.players.map(|engine| tournament.pace_of(engine)),
            margin: tournament.margin,
            patience: tournament.patience,
            adjudication: tournament.adjudication,
        };
        let record = game::play(&opening, [white, black], &terms, halt)?;
        if record.verdict.termination().breaks_engine() {
            let winner = record.verdict.winner().map(|winner| fixture.players[winner.index()]);
            self.seats.retain(|(engine, _)| Some(*engine) == winner);
        }
        Some(record)
    }

    /// Sees to it that an engine sits here.
    fn fill_seat(&mut self, engine: usize) -> Result<(), PlayerError> {
        if self.seats.iter().all(|(seated, _)| *seated != engine) {
            let spec = &self.tournament.engines[engine];
            self.seats.push((engine, Player::seat(self.factory, spec, self.tournament.kind)?));
        }
        Ok(())
    }
}

/// Why a match cannot be played.
#[derive(Clone, PartialEq, Debug)]
pub enum ArenaError {
    /// It takes two.
    Lonely,
    /// A test compares two engines, not more.
    TestOfMany,
    /// An engine has no limit at all.
    Endless {
        /// Its name.
        name: String,
    },
    /// An engine cannot be had.
    Engine {
        /// Its name.
        name: String,
        /// Why.
        error: PlayerError,
    },
    /// The record of the games cannot be read or written.
    Log(LogError),
}

impl From<LogError> for ArenaError {
    fn from(error: LogError) -> Self {
        Self::Log(error)
    }
}

impl fmt::Display for ArenaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lonely => f.write_str("a match takes at least two engines"),
            Self::TestOfMany => f.write_str("an SPRT compares exactly two engines"),
            Self::Endless { name } => write!(f, "{name} has neither a clock nor another limit"),
            Self::Engine { name, error } => write!(f, "{name}: {error}"),
            Self::Log(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ArenaError {}
