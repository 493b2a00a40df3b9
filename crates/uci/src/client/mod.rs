//! Somebody else's UCI program as an engine of ours.

mod process;

use std::time::{Duration, Instant};

use kempelen_engine::{
    About, Ask, Capability, Engine, EngineError, Handicap, Info, Limits, OptionError, OptionKind, OptionSpec,
    Report, ScoredLine, Stop,
};
use kempelen_rules::uci::Castling;
use kempelen_rules::{AnyGame, AnyPosition, GameKind, VariantId};
use kempelen_trace::Trace;

use crate::answer::UciAnswer;
use crate::info;
use crate::spelling::{spell, spell_line};
use process::{Heard, Process};

/// How long to wait for a program.
#[derive(Clone, Copy, Debug)]
pub struct ForeignPatience {
    /// For `uciok` and `readyok`.
    pub handshake: Duration,
    /// For `bestmove` after `stop`, and after the time that was given for the move.
    pub grace: Duration,
}

impl Default for ForeignPatience {
    fn default() -> Self {
        Self { handshake: Duration::from_secs(10), grace: Duration::from_secs(5) }
    }
}

/// A UCI program that runs beside us.
///
/// It is started at once, and again when it has died; it ends with this value. Whatever it does wrong (it does not
/// speak, dies, hangs, plays an illegal move) becomes an error that says so.
pub struct Foreign {
    command: String,
    patience: ForeignPatience,
    about: About,
    options: Vec<OptionSpec>,
    /// What was set, for a program that has to be started again.
    settings: Vec<(String, String)>,
    /// Whether it is to be spoken to as in Chess960 also where that is not needed.
    chess960: bool,
    running: Option<Running>,
}

/// A program that runs, and what it has been told.
struct Running {
    process: Process,
    variant: VariantId,
    castling: Castling,
}

impl Foreign {
    /// Starts a program: its path and its arguments, separated by spaces, with quotes where they have spaces.
    ///
    /// # Errors
    /// When it does not start, or does not answer `uci` in time.
    pub fn start(command: &str) -> Result<Self, EngineError> {
        Self::start_with(command, ForeignPatience::default())
    }

    /// The same with another patience.
    ///
    /// # Errors
    /// As for [`start`](Self::start).
    pub fn start_with(command: &str, patience: ForeignPatience) -> Result<Self, EngineError> {
        let mut process = Process::start(command)?;
        let hello = handshake(&mut process, patience)?;
        Ok(Self {
            command: command.to_owned(),
            patience,
            about: hello.about(command),
            options: hello.options,
            settings: Vec::new(),
            chess960: false,
            running: Some(Running { process, variant: VariantId::Chess, castling: Castling::Natural }),
        })
    }

    fn option(&self, name: &str) -> Option<&OptionSpec> {
        self.options.iter().find(|spec| spec.is_named(name))
    }

    /// The program, started again if it has died.
    fn process(&mut self) -> Result<&mut Running, EngineError> {
        if self.running.as_mut().is_none_or(|running| !running.process.is_alive()) {
            self.running = None;
            let mut process = Process::start(&self.command)?;
            handshake(&mut process, self.patience)?;
            for (name, value) in &self.settings {
                process.say(&set_option(name, value))?;
            }
            self.running = Some(Running { process, variant: VariantId::Chess, castling: Castling::Natural });
        }
        self.running.as_mut().ok_or_else(|| EngineError::Failed(format!("{} is gone", self.command)))
    }

    /// Tells the program which game it is, as far as it does not know.
    fn prepare(&mut self, game: &AnyGame) -> Result<(), EngineError> {
        let (name, variant) = (self.about.name.to_owned(), game.variant());
        if !self.about.plays(variant) {
            return Err(EngineError::Variant { engine: name, variant });
        }
        let variant_word = self.option("UCI_Variant").and_then(|spec| spec.accept(variant.name()).ok());
        let has_960 = self.option("UCI_Chess960").is_some();
        let wants_960 = self.chess960 || GameKind::of(&game.start()) == GameKind::Chess960;
        let castling = if wants_960 { Castling::KingTakesRook } else { Castling::Natural };
        let running = self.process()?;
        if running.variant != variant
            && let Some(word) = variant_word
        {
            running.process.say(&set_option("UCI_Variant", &word))?;
            running.variant = variant;
        }
        if running.castling != castling {
            if !has_960 {
                return Err(EngineError::Position(format!("{name} does not play Chess960")));
            }
            let on = castling == Castling::KingTakesRook;
            running.process.say(&set_option("UCI_Chess960", &on.to_string()))?;
            running.castling = castling;
        }
        Ok(())
    }

    fn answer(&mut self, ask: Ask<'_>) -> Result<Report, EngineError> {
        let position = ask.game.position();
        if position.legal_moves().is_empty() {
            return Ok(Report::default());
        }
        self.prepare(ask.game)?;
        let (patience, name) = (self.patience, self.about.name);
        let running = self.process()?;
        let style = running.castling;
        let process = &mut running.process;
        process.say(&position_command(ask.game, style))?;
        ready(process, patience)?;
        process.say(&go_command(&ask, &position, style))?;
        let mut search = ForeignSearch::new(ask, position, patience);
        let heard = search.listen(process);
        match heard {
            Ok((best, ponder)) => search.judge(name, &best, ponder.as_deref()),
            Err(error) => {
                // A program that does not answer cannot be trusted with the next question.
                self.running = None;
                Err(error)
            }
        }
    }
}

impl Engine for Foreign {
    fn about(&self) -> &About {
        &self.about
    }

    fn options(&self) -> Vec<OptionSpec> {
        self.options.clone()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let spec = self.options.iter_mut().find(|spec| spec.is_named(name));
        let spec = spec.ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let (name, value) = (spec.name.clone(), spec.accept(value)?);
        spec.value.clone_from(&value);
        // Which game it is, and how it is spelled, the program is told with every position.
        if spec.is_named("UCI_Variant") {
            return Ok(());
        }
        if spec.is_named("UCI_Chess960") {
            self.chess960 = value == "true";
            return Ok(());
        }
        if let Some(running) = &mut self.running {
            // A program that has died is told when it is started again.
            let _ = running.process.say(&set_option(&name, &value));
        }
        self.settings.push((name, value));
        Ok(())
    }

    /// Waits until the program has forgotten, so that this does not take time from its first move.
    fn new_game(&mut self) {
        let patience = self.patience;
        if let Some(running) = &mut self.running {
            // If this fails, the next question will tell.
            let _ = running.process.say("ucinewgame").and_then(|()| ready(&mut running.process, patience));
        }
    }

    fn think(&mut self, ask: Ask<'_>) -> Result<Report, EngineError> {
        self.answer(ask)
    }

    /// What goes on inside cannot be seen from here.
    fn think_aloud(&mut self, ask: Ask<'_>, _: &mut Trace) -> Result<Report, EngineError> {
        self.answer(ask)
    }
}

/// What a program said of itself.
#[derive(Default)]
struct Hello {
    name: Option<String>,
    author: Option<String>,
    options: Vec<OptionSpec>,
}

impl Hello {
    /// The label. Labels live for ever; a program's few words are left on the heap for that.
    fn about(&self, command: &str) -> About {
        let keep = |text: &str| -> &'static str { Box::leak(text.to_owned().into_boxed_str()) };
        let author = self.author.as_deref().map_or("unknown", keep);
        let variants: Vec<VariantId> =
            VariantId::ALL.into_iter().filter(|&variant| self.plays(variant)).collect();
        About {
            id: keep(&format!("cmd:{command}")),
            name: keep(self.name.as_deref().unwrap_or(command)),
            year: 0,
            authors: Box::leak(Box::new([author])),
            variants: Box::leak(variants.into_boxed_slice()),
            capabilities: Box::leak(self.capabilities().into_boxed_slice()),
            provenance: "a UCI program that runs beside us",
            gaps: &[],
        }
    }

    /// What every UCI program does, and what its options promise under names that the protocol reserves.
    fn capabilities(&self) -> Vec<Capability> {
        let has = |name: &str| self.options.iter().any(|spec| spec.is_named(name));
        let mut capabilities = vec![Capability::ThinksUntilStopped, Capability::UsesClock];
        if has("MultiPV") {
            capabilities.push(Capability::ShowsLines);
        }
        let rating = Handicap::Rating { limit: "UCI_LimitStrength", rating: "UCI_Elo" };
        if has("UCI_LimitStrength") && has("UCI_Elo") {
            capabilities.push(Capability::PlaysWeaker(rating));
        }
        capabilities
    }

    fn plays(&self, variant: VariantId) -> bool {
        let choices = self.options.iter().find(|spec| spec.is_named("UCI_Variant"));
        match choices.map(|spec| &spec.kind) {
            Some(OptionKind::Combo { choices, .. }) => choices.iter().any(|choice| choice == variant.name()),
            _ => variant == VariantId::Chess,
        }
    }
}

fn handshake(process: &mut Process, patience: ForeignPatience) -> Result<Hello, EngineError> {
    process.say("uci")?;
    let deadline = Instant::now() + patience.handshake;
    let mut hello = Hello::default();
    loop {
        match process.hear(deadline)? {
            Heard::Line(line) => match UciAnswer::parse(&line) {
                UciAnswer::Name(name) => hello.name = Some(name),
                UciAnswer::Author(author) => hello.author = Some(author),
                UciAnswer::Option(spec) => hello.options.push(spec),
                UciAnswer::UciOk => return Ok(hello),
                _ => {}
            },
            Heard::Nothing => return Err(process.failure("did not answer \"uci\" in time")),
        }
    }
}

fn ready(process: &mut Process, patience: ForeignPatience) -> Result<(), EngineError> {
    process.say("isready")?;
    let deadline = Instant::now() + patience.handshake;
    loop {
        match process.hear(deadline)? {
            Heard::Line(line) if UciAnswer::parse(&line) == UciAnswer::ReadyOk => return Ok(()),
            Heard::Line(_) => {}
            Heard::Nothing => return Err(process.failure("did not answer \"isready\" in time")),
        }
    }
}

fn set_option(name: &str, value: &str) -> String {
    if value.is_empty() {
        format!("setoption name {name}")
    } else {
        format!("setoption name {name} value {value}")
    }
}

fn position_command(game: &AnyGame, style: Castling) -> String {
    let start = game.start();
    let mut text = if start == AnyPosition::start(game.variant()) {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", start.fen())
    };
    if !game.moves().is_empty() {
        text.push_str(" moves ");
        text.push_str(&spell_line(&start, game.moves(), style));
    }
    text
}

fn go_command(ask: &Ask<'_>, position: &AnyPosition, style: Castling) -> String {
    let Limits { depth, nodes, soft_nodes, time, mate, clock, ponder, infinite } = ask.limits;
    let mut text = "go".to_owned();
    let mut add = |word: &str, number: Option<u128>| {
        if let Some(number) = number {
            text.extend([" ", word, " ", &number.to_string()]);
        }
    };
    add("depth", depth.map(Into::into));
    // UCI has no word for a soft limit; as a hard one it is better than none.
    add("nodes", nodes.or(soft_nodes).map(Into::into));
    add("movetime", time.map(|time| time.as_millis().max(1)));
    add("mate", mate.map(Into::into));
    if let Some(clock) = clock {
        // Only our own clock is known; the other is taken to be the same.
        for (time, increment) in [("wtime", "winc"), ("btime", "binc")] {
            add(time, Some(clock.remaining.as_millis().max(1)));
            add(increment, Some(clock.increment.as_millis()));
        }
        add("movestogo", clock.moves_to_go.map(Into::into));
    }
    let unlimited = Limits { ponder: false, infinite: false, ..ask.limits } == Limits::default();
    if infinite || unlimited {
        text.push_str(" infinite");
    }
    if ponder {
        text.push_str(" ponder");
    }
    if !ask.only.is_empty() {
        text.push_str(" searchmoves");
        for &m in ask.only {
            text.push(' ');
            text.push_str(&spell(position, m, style));
        }
    }
    text
}

/// A search that runs elsewhere.
struct ForeignSearch<'a> {
    stop: &'a Stop,
    tell: &'a mut dyn FnMut(&Info),
    position: AnyPosition,
    limits: Limits,
    patience: ForeignPatience,
    start: Instant,
    /// When the opponent played the expected move.
    hit: Option<Instant>,
    stopped: Option<Instant>,
    lines: Vec<ScoredLine>,
    nodes: u64,
}

impl<'a> ForeignSearch<'a> {
    /// How often to look whether somebody wants it to stop.
    const LOOK: Duration = Duration::from_millis(2);

    fn new(ask: Ask<'a>, position: AnyPosition, patience: ForeignPatience) -> Self {
        let Ask { limits, stop, tell, .. } = ask;
        let start = Instant::now();
        let (hit, stopped, lines, nodes) = (None, None, Vec::new(), 0);
        Self { stop, tell, position, limits, patience, start, hit, stopped, lines, nodes }
    }

    /// Passes on what the program says until it names a move.
    fn listen(&mut self, process: &mut Process) -> Result<(String, Option<String>), EngineError> {
        loop {
            self.signal(process)?;
            match process.hear(Instant::now() + Self::LOOK)? {
                Heard::Nothing => {}
                Heard::Line(line) => match UciAnswer::parse(&line) {
                    UciAnswer::Info(text) => self.note(&text),
                    UciAnswer::BestMove { best, ponder } => return Ok((best, ponder)),
                    _ => {}
                },
            }
        }
    }

    /// Tells the program what it has to know, and loses patience with one that does not listen.
    fn signal(&mut self, process: &mut Process) -> Result<(), EngineError> {
        if self.limits.ponder && self.hit.is_none() && self.stop.is_hit() {
            self.hit = Some(Instant::now());
            process.say("ponderhit")?;
        }
        if self.stopped.is_none() && (self.stop.is_stopped() || self.is_overdue()) {
            self.stopped = Some(Instant::now());
            process.say("stop")?;
        }
        match self.stopped {
            Some(when) if when.elapsed() > self.patience.grace => Err(process.failure("did not stop")),
            _ => Ok(()),
        }
    }

    /// Whether it has thought longer than it was allowed to, with all forbearance.
    fn is_overdue(&self) -> bool {
        let Limits { time, clock, ponder, infinite, .. } = self.limits;
        let Some(allowed) = time.or(clock.map(|clock| clock.remaining)) else { return false };
        let since = if ponder { self.hit } else { Some(self.start) };
        !infinite && since.is_some_and(|since| since.elapsed() > allowed + self.patience.grace)
    }

    fn note(&mut self, text: &str) {
        let info = info::read(text, &self.position);
        self.nodes = self.nodes.max(info.nodes);
        if let Some((number, line)) = &info.line {
            let place = number.saturating_sub(1);
            // A program may name any number; only as many lines as there are moves make sense.
            if place < 256 && !line.pv.is_empty() {
                if self.lines.len() <= place {
                    self.lines.resize(place + 1, ScoredLine::default());
                }
                self.lines[place] = line.clone();
            }
        }
        (self.tell)(&info);
    }

    /// The report, if the move is one.
    fn judge(self, name: &str, best: &str, ponder: Option<&str>) -> Result<Report, EngineError> {
        let Self { position, mut lines, nodes, start, .. } = self;
        let mut report = Report { nodes, time: start.elapsed(), ..Report::default() };
        if matches!(best, "(none)" | "0000" | "NULL" | "none" | "resign") {
            report.resigns = Some(format!("{name} names no move"));
            return Ok(report);
        }
        let m = position.read_uci(best).map_err(|error| {
            EngineError::IllegalMove(format!(
                "{name} answers with a move that cannot be played: {error} ({})",
                position.fen()
            ))
        })?;
        lines.retain(|line| !line.pv.is_empty());
        if let Some(place) = lines.iter().position(|line| line.pv[0] == m) {
            lines.swap(0, place);
        } else {
            lines.insert(0, ScoredLine { pv: vec![m], ..ScoredLine::default() });
        }
        report.ponder = ponder.and_then(|text| position.play(m).read_uci(text).ok());
        report.best = Some(m);
        report.lines = lines;
        Ok(report)
    }
}
