//! The thread in which an engine lives.
//!
//! Whatever concerns the engine is a [`Job`], and jobs are done one after the other. So nothing is set while it
//! thinks, and the front end never waits.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use kempelen_engine::{Ask, Engine, EngineError, Info, Limits, Report, Score, ScoredLine, Stop};
use kempelen_rules::uci::Castling;
use kempelen_rules::{AnyGame, AnyPosition, Move, with_position};

use super::Output;
use crate::info;
use crate::spelling::spell;

/// Something to do, in its turn.
pub(super) enum Job {
    /// Another machine takes the place, set like this.
    Engine { make: fn() -> Box<dyn Engine>, engine: Box<dyn Engine>, settings: Vec<(String, String)> },
    /// An option is set.
    Set { name: String, value: String },
    /// A new game begins.
    NewGame,
    /// A move is wanted.
    Think(Box<ThinkJob>),
    /// What the engine thinks of the last position of a game, before it looks ahead, is wanted.
    Judge(Box<AnyGame>),
    /// Lines of play are counted.
    Perft { position: AnyPosition, depth: u32, style: Castling, search: SearchTask },
    /// Something else that takes its time.
    Run(Box<dyn FnOnce(&Output) + Send>),
    /// Everything before this is done: say so.
    Ready,
}

/// What to think about, and how.
pub(super) struct ThinkJob {
    pub(super) game: AnyGame,
    pub(super) limits: Limits,
    pub(super) only: Vec<Move>,
    pub(super) style: Castling,
    /// A move of the book, which spares the thinking.
    pub(super) book: Option<Move>,
    pub(super) search: SearchTask,
}

/// The worker's end of a search.
pub(super) struct SearchTask {
    pub(super) stop: Stop,
    release: Receiver<()>,
    done: Arc<AtomicBool>,
}

impl SearchTask {
    /// Nothing is left to stop. To be said before the last word, since whoever hears that may at once ask for
    /// something else and stop it.
    fn end(&self) {
        self.done.store(true, Ordering::Release);
    }

    /// Whether the move is wanted as soon as it is found.
    fn may_speak(&self, limits: &Limits) -> bool {
        self.stop.is_stopped() || !limits.infinite && (!limits.ponder || self.stop.is_hit())
    }
}

/// The front end's handle on a search.
pub(super) struct Handle {
    stop: Stop,
    release: Sender<()>,
    done: Arc<AtomicBool>,
    /// Whether it ends only when it is told to.
    pub(super) waits: bool,
}

impl Handle {
    /// A search and its handle.
    pub(super) fn new(waits: bool) -> (Self, SearchTask) {
        let (stop, done) = (Stop::new(), Arc::new(AtomicBool::new(false)));
        let (sender, receiver) = channel();
        let search = SearchTask { stop: stop.clone(), release: receiver, done: Arc::clone(&done) };
        (Self { stop, release: sender, done, waits }, search)
    }

    pub(super) fn is_done(&self) -> bool {
        self.done.load(Ordering::Acquire)
    }

    /// Ends the search with what it has.
    pub(super) fn stop(&self) {
        self.stop.stop();
        // The search may have ended long ago and wait for this word; or nobody waits any more.
        let _ = self.release.send(());
    }

    /// The expected move was played.
    pub(super) fn hit(&self) {
        self.stop.hit();
        let _ = self.release.send(());
    }
}

/// A search goes deep, and so does its stack. Only what is used of it costs memory.
const STACK: usize = 64 << 20;

/// The worker as the front end sees it.
pub(super) struct EngineThread {
    jobs: Option<Sender<Job>>,
    ended: Receiver<()>,
}

impl EngineThread {
    pub(super) fn new(output: Output) -> Self {
        let (jobs, queue) = channel();
        let warn = output.clone();
        let (ending, ended) = channel();
        let work = move || {
            EngineDesk { output, engine: None, settings: Vec::new() }.work(&queue);
            drop(ending);
        };
        if thread::Builder::new().name("engine".to_owned()).stack_size(STACK).spawn(work).is_err() {
            warn.remark("there is no thread to think in");
        }
        Self { jobs: Some(jobs), ended }
    }

    pub(super) fn send(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            // The worker lives as long as we do.
            let _ = jobs.send(job);
        }
    }

    /// Waits until everything is done. An engine that does not listen is left behind after a while.
    pub(super) fn finish(&mut self, patience: Duration) {
        self.jobs = None;
        let _ = self.ended.recv_timeout(patience);
    }
}

/// Where the work is done.
struct EngineDesk {
    output: Output,
    engine: Option<Installed>,
    /// What was set, for the case that the engine has to be made anew.
    settings: Vec<(String, String)>,
}

struct Installed {
    make: fn() -> Box<dyn Engine>,
    engine: Box<dyn Engine>,
}

impl EngineDesk {
    fn work(&mut self, queue: &Receiver<Job>) {
        while let Ok(job) = queue.recv() {
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| self.work_on(job))) {
                self.output.remark(&format!("something has failed: {}", words_of(&*panic)));
                self.replace();
            }
        }
    }

    fn work_on(&mut self, job: Job) {
        match job {
            Job::Engine { make, engine, settings } => {
                self.engine = Some(Installed { make, engine });
                self.settings = settings;
            }
            Job::Set { name, value } => self.set(name, value),
            Job::NewGame => {
                if let Some(installed) = &mut self.engine {
                    installed.engine.new_game();
                }
            }
            Job::Think(question) => self.think(&question),
            Job::Judge(game) => self.judge(&game),
            Job::Perft { position, depth, style, search } => {
                self.perft(&position, depth, style, &search);
            }
            Job::Run(run) => run(&self.output),
            Job::Ready => self.output.say("readyok"),
        }
    }

    fn set(&mut self, name: String, value: String) {
        let Some(installed) = &mut self.engine else { return };
        match installed.engine.set_option(&name, &value) {
            Ok(()) => self.settings.push((name, value)),
            Err(error) => self.output.remark(&error.to_string()),
        }
    }

    fn judge(&self, game: &AnyGame) {
        let Some(installed) = &self.engine else { return self.output.remark("there is no engine") };
        let name = installed.engine.about().name;
        match installed.engine.judge(game) {
            Ok(Some(judgement)) => self.output.say_all(&judgement.table(name, game.position().turn())),
            Ok(None) => self.output.remark(&format!("{name} does not judge positions part by part")),
            Err(error) => self.output.remark(&error.to_string()),
        }
    }

    /// Answers a question: always an `info` line with score and line of play, and then one `bestmove`.
    fn think(&mut self, question: &ThinkJob) {
        let ThinkJob { game, limits, style, search, .. } = question;
        let position = game.position();
        let mut told = ToldSoFar::default();
        let answer = match question.book {
            Some(m) => Ok(book_report(m)),
            None if position.legal_moves().is_empty() => Ok(Report::default()),
            None => self.ask(question, &mut told),
        };
        let report = self.lawful(answer, &position);
        told.make_up(&report, &position);
        for line in told.missing.iter().flat_map(|info| info::write(info, &position, *style)) {
            self.output.say(&line);
        }
        // Nobody wants to hear a move before asking for it.
        while !search.may_speak(limits) && search.release.recv().is_ok() {}
        search.end();
        self.output.say(&best_move(&report, &position, *style));
    }

    /// Asks the engine, and survives it.
    fn ask(&mut self, question: &ThinkJob, told: &mut ToldSoFar) -> Result<Report, ThinkFailure> {
        let ThinkJob { game, limits, only, style, search, .. } = question;
        let Some(installed) = &mut self.engine else {
            return Err(ThinkFailure::Refusal("there is no engine".to_owned()));
        };
        let (output, position) = (&self.output, game.position());
        let mut tell = |info: &Info| {
            for line in info::write(info, &position, *style) {
                output.say(&line);
            }
            told.note(info);
            if output.is_broken() {
                search.stop.stop();
            }
        };
        let ask = Ask { game, limits: *limits, only, stop: &search.stop, tell: &mut tell };
        match catch_unwind(AssertUnwindSafe(|| installed.engine.think(ask))) {
            Ok(answer) => answer.map_err(|error| match error {
                EngineError::IllegalMove(why) | EngineError::Failed(why) => ThinkFailure::Accident(why),
                refusal => ThinkFailure::Refusal(refusal.to_string()),
            }),
            Err(panic) => {
                self.replace();
                Err(ThinkFailure::Accident(format!("the engine has failed: {}", words_of(&*panic))))
            }
        }
    }

    /// Makes the engine anew, as it was set.
    fn replace(&mut self) {
        let Some(installed) = &mut self.engine else { return };
        installed.engine = (installed.make)();
        for (name, value) in &self.settings {
            // What it takes it has taken before.
            let _ = installed.engine.set_option(name, value);
        }
    }

    /// Sees to it that the answer is a move of this position, whatever happened.
    fn lawful(&self, answer: Result<Report, ThinkFailure>, position: &AnyPosition) -> Report {
        let fallback = || Report { best: position.legal_moves().first().copied(), ..Report::default() };
        match answer {
            Ok(report) => match report.best {
                Some(m) if !position.is_legal(m) => {
                    self.output.remark(&format!("the engine wants to play {m}, which is not legal here"));
                    fallback()
                }
                Some(_) => report,
                None => {
                    if let Some(why) = &report.resigns {
                        self.output.remark(&format!("the engine resigns: {why}"));
                    }
                    report
                }
            },
            Err(ThinkFailure::Refusal(why)) => {
                self.output.remark(&why);
                Report::default()
            }
            Err(ThinkFailure::Accident(why)) => {
                self.output.remark(&why);
                fallback()
            }
        }
    }

    /// Counts lines of play below each move.
    fn perft(&self, position: &AnyPosition, depth: u32, style: Castling, search: &SearchTask) {
        let mut total: u64 = u64::from(depth == 0);
        for m in position.legal_moves() {
            if depth == 0 || search.stop.is_stopped() || self.output.is_broken() {
                break;
            }
            let count = perft(&position.play(m), depth - 1, &search.stop);
            self.output.say(&format!("{}: {count}", spell(position, m, style)));
            total += count;
        }
        search.end();
        self.output.say(&format!("Nodes searched: {total}"));
    }
}

/// Counts, and looks now and then whether it should stop.
fn perft(position: &AnyPosition, depth: u32, stop: &Stop) -> u64 {
    const SHORT: u32 = 3;
    if depth <= SHORT {
        return with_position!(position, p => kempelen_rules::perft::perft(p, depth));
    }
    let moves = position.legal_moves();
    moves
        .into_iter()
        .take_while(|_| !stop.is_stopped())
        .map(|m| perft(&position.play(m), depth - 1, stop))
        .sum()
}

/// Why there is no report.
enum ThinkFailure {
    /// It does not play this.
    Refusal(String),
    /// Something went wrong.
    Accident(String),
}

fn words_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "for no reason given".to_owned())
}

fn book_report(m: Move) -> Report {
    let line = ScoredLine { pv: vec![m], score: Some(Score::Cp(0)), depth: 1, ..ScoredLine::default() };
    Report { best: Some(m), lines: vec![line], ..Report::default() }
}

/// What has been said of the best line so far.
#[derive(Default)]
struct ToldSoFar {
    /// The move and score of the last line, if that was the last thing said.
    last: Option<(Option<Move>, Option<Score>)>,
    /// What should have been said besides.
    missing: Option<Info>,
}

impl ToldSoFar {
    fn note(&mut self, info: &Info) {
        match &info.line {
            Some((1, line)) => self.last = Some((line.pv.first().copied(), line.score)),
            // With several lines, those after the first belong to it.
            Some(_) => {}
            None => self.last = None,
        }
    }

    /// Says the final score and line, unless they were the last thing said.
    fn make_up(&mut self, report: &Report, position: &AnyPosition) {
        let mated = position.in_check() && position.legal_moves().is_empty();
        let score = if mated { Some(Score::Mate(0)) } else { report.score() };
        let said =
            self.last.is_some_and(|(m, told)| m == report.best && told.is_some() && told == score.or(told));
        if said && report.best.is_some() {
            return;
        }
        let mut line = report.lines.first().cloned().unwrap_or_default();
        if line.pv.first() != report.best.as_ref() {
            line.pv = report.best.into_iter().collect();
        }
        line.score = score.or(Some(Score::Cp(0)));
        line.depth = line.depth.max(u8::from(report.best.is_some()));
        let (nodes, time) = (report.nodes, report.time);
        self.missing = Some(Info { line: Some((1, line)), nodes, time, ..Info::default() });
    }
}

/// `bestmove`, with the answer that is expected if there is one.
fn best_move(report: &Report, position: &AnyPosition, style: Castling) -> String {
    let Some(best) = report.best else { return "bestmove (none)".to_owned() };
    let mut text = format!("bestmove {}", spell(position, best, style));
    let next = position.play(best);
    let expected = report.ponder.or_else(|| match report.pv() {
        [first, second, ..] if *first == best => Some(*second),
        _ => None,
    });
    if let Some(m) = expected.filter(|&m| next.is_legal(m)) {
        text.push_str(" ponder ");
        text.push_str(&spell(&next, m, style));
    }
    text
}
