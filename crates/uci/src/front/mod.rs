//! Our engines, served to a chess program.

mod output;
mod settings;
mod worker;

pub use output::Output;

use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use kempelen_engine::{About, OptionError, OptionSet, OptionSpec, Registry, RegistryEntry};
use kempelen_rules::random::SplitMix64;
use kempelen_rules::{AnyGame, AnyPosition, Move, VariantId};

use crate::command::{Go, PositionCommand, UciCommand};
use crate::{InputLines, OpeningBook, board, option};
use settings::{FrontSettings, engine_option};
use worker::{EngineThread, Handle, Job, ThinkJob};

/// Whether to read on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Continue {
    /// There may be more to say.
    Yes,
    /// The other side has said `quit`, or is gone.
    Quit,
}

/// What the front end can do only if somebody who knows more helps it.
#[derive(Clone, Default)]
pub struct Hooks {
    /// For `bench`.
    pub bench: Option<BenchHook>,
}

/// Runs a benchmark with the arguments given, and says what it has to say line by line.
pub type BenchHook = Arc<dyn Fn(&str, &mut dyn FnMut(&str)) + Send + Sync>;

/// What can be set in the front end itself, with the defaults. Only the choice of an engine is not among it, since that
/// depends on which there are.
pub fn front_options() -> Vec<OptionSpec> {
    FrontSettings::default().specs()
}

/// The front end: lines in, lines out.
///
/// The engine lives in a thread of its own, so that every line is answered at once, also while it thinks.
///
/// ```
/// use kempelen_engine::Registry;
/// use kempelen_uci::{Continue, Front, Output};
///
/// let mut front = Front::new(Registry::default(), Output::new(std::io::sink()));
/// assert_eq!(front.line("uci"), Continue::Yes);
/// assert_eq!(front.line("quit"), Continue::Quit);
/// ```
pub struct Front {
    registry: Registry,
    output: Output,
    hooks: Hooks,
    worker: EngineThread,
    /// The label and the options of the engine that is in place.
    engine: Option<(About, Vec<OptionSpec>)>,
    settings: FrontSettings,
    /// Whether to say what else might interest who looks for a fault.
    debug: bool,
    /// Everything that was set, for the engine that comes next.
    history: Vec<(String, String)>,
    game: AnyGame,
    /// Searches that may not have ended yet, in the order in which they were asked for.
    searches: Vec<Handle>,
    book: Option<OpeningBook>,
    dice: SplitMix64,
}

impl Front {
    /// A front end for these engines, with the first of them in place.
    pub fn new(registry: Registry, output: Output) -> Self {
        let mut front = Self {
            worker: EngineThread::new(output.clone()),
            registry,
            output,
            hooks: Hooks::default(),
            engine: None,
            settings: FrontSettings::default(),
            debug: false,
            history: Vec::new(),
            game: AnyGame::new(AnyPosition::start(VariantId::Chess)),
            searches: Vec::new(),
            book: None,
            dice: SplitMix64::new(0),
        };
        if let Some(&entry) = front.registry.entries().first() {
            front.install(entry);
        }
        front
    }

    /// The same with helpers.
    #[must_use]
    pub fn with_hooks(mut self, hooks: Hooks) -> Self {
        self.hooks = hooks;
        self
    }

    /// The same with another seed for the choice among book moves.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.dice = SplitMix64::new(seed);
        self
    }

    /// Puts another machine in place, if there is one of that id.
    #[must_use]
    pub fn with_engine(mut self, id: &str) -> Option<Self> {
        let &entry = self.registry.find(id)?;
        self.install(entry);
        Some(self)
    }

    /// Reads lines until the other side says `quit` or is gone.
    pub fn run(&mut self, input: impl BufRead) {
        for line in InputLines::new(input) {
            if self.line(&line) == Continue::Quit {
                return;
            }
        }
        self.end();
    }

    /// Answers one line.
    pub fn line(&mut self, line: &str) -> Continue {
        self.output.heard(line);
        self.searches.retain(|search| !search.is_done());
        if self.output.is_broken() {
            self.end();
            return Continue::Quit;
        }
        match UciCommand::parse(line) {
            UciCommand::Uci => self.introduce(),
            UciCommand::Debug(on) => self.debug = on,
            UciCommand::IsReady => self.ready(),
            UciCommand::SetOption { name, value } => self.set(&name, &value),
            UciCommand::NewGame => {
                self.game = AnyGame::new(AnyPosition::start(self.settings.game.0));
                self.worker.send(Job::NewGame);
            }
            UciCommand::Position(command) => self.set_position(&command),
            UciCommand::Go(go) => self.go(&go),
            UciCommand::Stop => self.searches.first().into_iter().for_each(Handle::stop),
            UciCommand::PonderHit => self.searches.first().into_iter().for_each(Handle::hit),
            UciCommand::Quit => {
                self.end();
                return Continue::Quit;
            }
            UciCommand::Draw => self.output.say_all(&board::draw(&self.game.position())),
            UciCommand::Eval => self.worker.send(Job::Judge(Box::new(self.game.clone()))),
            UciCommand::Bench(arguments) => self.bench(arguments),
            UciCommand::Flip => self.flip(),
            UciCommand::Help => self.output.say_all(HELP),
            UciCommand::Register | UciCommand::Unknown => {}
            UciCommand::Bad(problem) => self.output.remark(&problem),
        }
        Continue::Yes
    }

    /// Who we are, and what can be set.
    fn introduce(&self) {
        let version = env!("CARGO_PKG_VERSION");
        if let Some((about, _)) = &self.engine {
            self.output.say(&format!("id name {} {} (Kempelen {version})", about.name, about.year));
            self.output.say(&format!("id author {}", about.authors.join(", ")));
        } else {
            self.output.say(&format!("id name Kempelen {version}"));
            self.output.say("id author the Kempelen authors");
        }
        for spec in self.options() {
            self.output.say(&option::write(&spec));
        }
        self.output.say("uciok");
    }

    /// The options of the front end, then those of the engine that are not among them.
    fn options(&self) -> Vec<OptionSpec> {
        let mut options = vec![self.engine_choice()];
        options.extend(self.settings.specs());
        if let Some((_, specs)) = &self.engine {
            for spec in specs {
                if !options.iter().any(|own| own.is_named(&spec.name)) {
                    options.push(spec.clone());
                }
            }
        }
        options
    }

    fn engine_choice(&self) -> OptionSpec {
        engine_option(&self.registry, self.engine.as_ref().map_or("", |(about, _)| about.id))
    }

    /// While a search runs the answer comes at once; otherwise after everything that was asked before.
    fn ready(&self) {
        if self.searches.is_empty() {
            self.worker.send(Job::Ready);
        } else {
            self.output.say("readyok");
        }
    }

    fn set(&mut self, name: &str, value: &str) {
        let is_own = match self.set_own(name, value) {
            Ok(()) => true,
            Err(OptionError::Unknown(_)) => false,
            Err(error) => return self.output.remark(&error.to_string()),
        };
        match self.engine_option(name).map(|spec| spec.accept(value)) {
            Some(Ok(value)) => {
                self.history.retain(|(old, _)| !old.eq_ignore_ascii_case(name));
                self.history.push((name.to_owned(), value.clone()));
                self.worker.send(Job::Set { name: name.to_owned(), value });
            }
            Some(Err(error)) => self.output.remark(&error.to_string()),
            // Some options of ours interest the engine too, but they need not.
            None if is_own => {}
            None => self.output.remark(&OptionError::Unknown(name.to_owned()).to_string()),
        }
    }

    fn engine_option(&self, name: &str) -> Option<&OptionSpec> {
        self.engine.as_ref().and_then(|(_, specs)| specs.iter().find(|spec| spec.is_named(name)))
    }

    /// Sets an option of the front end, and does what follows from it.
    fn set_own(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let choice = self.engine_choice();
        if choice.is_named(name) {
            if let Some(&entry) = self.registry.find(&choice.accept(value)?) {
                self.install(entry);
                self.describe_engine();
            }
            return Ok(());
        }
        let before = self.settings.clone();
        self.settings.set(name, value)?;
        let FrontSettings { game, book_file, log_file, .. } = self.settings.clone();
        if game != before.game {
            self.game = AnyGame::new(AnyPosition::start(game.0));
            self.warn_of_variant();
        }
        if book_file != before.book_file {
            self.set_book(&book_file);
        }
        let file = (!log_file.is_empty()).then(|| Path::new(&log_file));
        if log_file != before.log_file
            && let Err(error) = self.output.keep_log(file)
        {
            self.output.remark(&format!("{log_file}: {error}"));
            self.settings.log_file.clear();
        }
        Ok(())
    }

    /// Puts a machine in place, set as the one before it as far as it has the same options.
    fn install(&mut self, entry: RegistryEntry) {
        let mut engine = (entry.make)();
        let specs = engine.options();
        for (name, value) in &self.history {
            if specs.iter().any(|spec| spec.is_named(name)) {
                // The ranges of two machines may differ; then the new one keeps what it has.
                let _ = engine.set_option(name, value);
            }
        }
        self.engine = Some((entry.about, specs));
        self.worker.send(Job::Engine { make: entry.make, engine, settings: self.history.clone() });
    }

    /// Tells a person what is in place now. A program asks again with `uci`.
    fn describe_engine(&self) {
        let Some((about, specs)) = &self.engine else { return };
        let names: Vec<&str> = specs.iter().map(|spec| spec.name.as_str()).collect();
        self.output.remark(&format!(
            "{} ({}) is in place; its options: {}",
            about.name,
            about.year,
            if names.is_empty() { "none".to_owned() } else { names.join(", ") }
        ));
        self.warn_of_variant();
    }

    fn warn_of_variant(&self) {
        let variant = self.settings.game.0;
        if let Some((about, _)) = &self.engine
            && !about.plays(variant)
        {
            self.output.remark(&format!("{} does not play {variant}", about.name));
        }
    }

    fn set_book(&mut self, file: &str) {
        self.book = None;
        if file.is_empty() {
            return;
        }
        match OpeningBook::open(Path::new(file)) {
            Ok(book) => self.book = Some(book),
            Err(error) => {
                self.output.remark(&format!("{error}; the embedded book takes its place"));
                self.settings.book_file.clear();
            }
        }
    }

    /// A position that is wrong in any part leaves the old one in place.
    fn set_position(&mut self, command: &PositionCommand) {
        let variant = self.settings.game.0;
        let start = match &command.fen {
            None => AnyPosition::start(variant),
            Some(fen) => match AnyPosition::from_fen(variant, fen) {
                Ok(position) => position,
                Err(error) => return self.output.remark(&format!("the position stays as it was: {error}")),
            },
        };
        let mut game = AnyGame::new(start);
        for word in &command.moves {
            match game.position().read_uci(word) {
                Ok(m) => game.play(m),
                Err(error) => return self.output.remark(&format!("the position stays as it was: {error}")),
            }
        }
        self.game = game;
    }

    fn go(&mut self, go: &Go) {
        for problem in &go.problems {
            self.output.remark(problem);
        }
        // Whoever asks for something new no longer waits for a search that would wait for him.
        self.searches.iter().filter(|search| search.waits).for_each(Handle::stop);
        let position = self.game.position();
        let style = self.settings.castling();
        if let Some(depth) = go.perft {
            let (handle, search) = Handle::new(false);
            self.searches.push(handle);
            let depth = depth.clamp(0, 100) as u32;
            return self.worker.send(Job::Perft { position, depth, style, search });
        }
        let limits = go.limits(position.turn());
        if self.debug {
            self.output.remark(&format!("thinking about {} within {limits:?}", position.fen()));
        }
        let only = self.only(&go.search_moves);
        let book = self.book_move(&position, !limits.infinite && !limits.ponder && only.is_empty());
        let (handle, search) = Handle::new(limits.infinite || limits.ponder);
        self.searches.push(handle);
        let game = self.game.clone();
        self.worker.send(Job::Think(Box::new(ThinkJob { game, limits, only, style, book, search })));
    }

    fn only(&self, words: &[String]) -> Vec<Move> {
        let position = self.game.position();
        let mut moves = Vec::new();
        for word in words {
            match position.read_uci(word) {
                Ok(m) => moves.push(m),
                Err(error) => self.output.remark(&format!("searchmoves: {error}")),
            }
        }
        moves
    }

    fn book_move(&mut self, position: &AnyPosition, wanted: bool) -> Option<Move> {
        if !wanted || !self.settings.own_book || self.settings.analyse {
            return None;
        }
        let book = self.book.get_or_insert_with(OpeningBook::openings);
        match book.pick(position, &mut self.dice) {
            Ok(m) => m,
            Err(error) => {
                self.output.remark(&error.to_string());
                None
            }
        }
    }

    fn bench(&mut self, arguments: String) {
        let Some(bench) = self.hooks.bench.clone() else {
            return self.output.remark("there is no benchmark to run");
        };
        self.worker.send(Job::Run(Box::new(move |output| bench(&arguments, &mut |line| output.say(line)))));
    }

    /// Exchanges the colours.
    fn flip(&mut self) {
        self.game = AnyGame::new(self.game.position().mirror());
    }

    /// Stops whatever runs, and waits for it.
    fn end(&mut self) {
        self.searches.iter().for_each(Handle::stop);
        self.searches.clear();
        self.worker.finish(Duration::from_secs(2));
    }
}

impl Drop for Front {
    fn drop(&mut self) {
        self.end();
    }
}

const HELP: &str = "\
Kempelen speaks UCI, the Universal Chess Interface. What it understands:
  uci                              who it is, and what can be set
  setoption name N value V         sets an option; Engine chooses the machine, UCI_Variant the game
  isready                          answers readyok
  ucinewgame                       forgets what was before
  position startpos|fen F [moves M...]
  go [depth N] [nodes N] [movetime MS] [wtime MS btime MS winc MS binc MS movestogo N]
     [mate N] [searchmoves M...] [ponder] [infinite] [perft N]
  stop, ponderhit                  ends the search; turns pondering into thinking
  d                                draws the board
  flip                             exchanges the colours
  eval                             what the machine in place thinks of the position, term by term
  bench                            a benchmark
  quit
A session to try: position startpos moves e2e4 - go depth 5";
