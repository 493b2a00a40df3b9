//! What several tests need: a front end to talk to, and engines that misbehave.
use std::io::Write;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use kempelen_engine::{
    About, Ask, Engine, EngineError, Info, Judgement, JudgementPart, OptionError, OptionSpec, Registry,
    RegistryEntry, Report, Score, ScoredLine,
};
use kempelen_rules::{AnyGame, Move, Square, VariantId};
use kempelen_trace::Trace;
use kempelen_uci::{Front, Output};

/// What the front end has said so far.
#[derive(Clone, Default)]
pub(crate) struct Ear(Arc<(Mutex<Vec<u8>>, Condvar)>);

impl Write for Ear {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.0.lock().unwrap().extend_from_slice(bytes);
        self.0.1.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Ear {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.0.0.lock().unwrap().clone()).expect("the front end writes UTF-8")
    }
}

/// A conversation with a front end.
pub(crate) struct Session {
    pub(crate) front: Front,
    pub(crate) ear: Ear,
    read: usize,
}

impl Session {
    pub(crate) fn new(registry: Registry) -> Self {
        let ear = Ear::default();
        Self { front: Front::new(registry, Output::new(ear.clone())), ear, read: 0 }
    }

    pub(crate) fn with(engine: &str) -> Self {
        let mut session = Self::new(registry());
        session.say(&format!("setoption name Engine value {engine}"));
        session.until("info string");
        session
    }

    pub(crate) fn say(&mut self, lines: &str) {
        for line in lines.lines() {
            self.front.line(line);
        }
    }

    /// Everything up to the first line that starts like this, which has to come soon.
    pub(crate) fn until(&mut self, start: &str) -> Vec<String> {
        let deadline = Instant::now() + Duration::from_secs(10);
        let (text, heard) = &*self.ear.0;
        let mut bytes = text.lock().unwrap();
        loop {
            let mut lines = Vec::new();
            let mut end = self.read;
            for line in String::from_utf8_lossy(&bytes[self.read..]).split_inclusive('\n') {
                if !line.ends_with('\n') {
                    break;
                }
                end += line.len();
                lines.push(line.trim_end_matches('\n').to_owned());
                if line.starts_with(start) {
                    self.read = end;
                    return lines;
                }
            }
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "no line {start:?} but {lines:#?}");
            bytes = heard.wait_timeout(bytes, left).unwrap().0;
        }
    }

    /// What was said since the last look, if nothing more comes for a while.
    pub(crate) fn quiet(&mut self, pause: Duration) -> Vec<String> {
        std::thread::sleep(pause);
        let text = self.ear.text();
        let lines = text[self.read..].lines().map(str::to_owned).collect();
        self.read = text.len();
        lines
    }

    /// Asks for a move, and returns everything said up to it.
    pub(crate) fn best(&mut self, lines: &str) -> Vec<String> {
        self.say(lines);
        self.until("bestmove")
    }

    /// The FEN of the position now.
    pub(crate) fn fen(&mut self) -> String {
        self.say("d");
        let lines = self.until("Checkers:");
        lines.iter().find_map(|line| line.strip_prefix("Fen: ")).expect("a FEN").to_owned()
    }
}

/// Engines for every occasion.
pub(crate) fn registry() -> Registry {
    const CHESS: &[VariantId] = &[VariantId::Chess];
    const BOTH: &[VariantId] = &VariantId::ALL;
    let entry = |id, variants, make| RegistryEntry { about: about(id, variants), make };
    Registry::new(vec![
        entry("quick", BOTH, || Box::new(Test::new("quick", BOTH, Manner::Quick))),
        entry("slow", BOTH, || Box::new(Test::new("slow", BOTH, Manner::Slow))),
        entry("panics", CHESS, || Box::new(Test::new("panics", CHESS, Manner::Panics))),
        entry("cheats", CHESS, || Box::new(Test::new("cheats", CHESS, Manner::Cheats))),
        entry("resigns", CHESS, || Box::new(Test::new("resigns", CHESS, Manner::Resigns))),
        entry("chats", CHESS, || Box::new(Test::new("chats", CHESS, Manner::Chats))),
    ])
}

const fn about(id: &'static str, variants: &'static [VariantId]) -> About {
    About {
        id,
        name: id,
        year: 2000,
        authors: &["Ann", "Bob"],
        variants,
        capabilities: &[],
        provenance: "",
        gaps: &[],
    }
}

enum Manner {
    /// Answers at once and says nothing.
    Quick,
    /// Thinks until it is stopped, or its time is up.
    Slow,
    /// Fails whenever it is asked for something.
    Panics,
    /// Plays a move that is not legal.
    Cheats,
    /// Gives up.
    Resigns,
    /// Says many things, the last of them in words, and what it thinks of positions too.
    Chats,
}

struct Test {
    about: About,
    manner: Manner,
    hash: i64,
}

impl Test {
    fn new(id: &'static str, variants: &'static [VariantId], manner: Manner) -> Self {
        Self { about: about(id, variants), manner, hash: 16 }
    }

    fn hash() -> OptionSpec {
        OptionSpec::spin("Hash", 16, 1..=64, "megabytes")
    }
}

impl Engine for Test {
    fn about(&self) -> &About {
        &self.about
    }

    fn options(&self) -> Vec<OptionSpec> {
        vec![Self::hash(), OptionSpec::button("Clear Hash", "forgets")]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if name.eq_ignore_ascii_case("clear hash") {
            return Ok(());
        }
        if !Self::hash().is_named(name) {
            return Err(OptionError::Unknown(name.to_owned()));
        }
        self.hash = Self::hash().accept(value)?.parse().unwrap();
        Ok(())
    }

    fn judge(&self, _: &AnyGame) -> Result<Option<Judgement>, EngineError> {
        let part = JudgementPart::new("hash", self.hash as f64, "What was set.");
        let judgement = Judgement { parts: vec![part], total: part.value, ..Judgement::in_unit("megabytes") };
        Ok(matches!(self.manner, Manner::Chats).then_some(judgement))
    }

    fn new_game(&mut self) {
        assert!(!matches!(self.manner, Manner::Panics), "not again");
    }

    fn think(&mut self, ask: Ask<'_>) -> Result<Report, EngineError> {
        let position = ask.game.position();
        if !self.about.plays(position.variant()) {
            return Err(EngineError::Variant { engine: self.about.id.into(), variant: position.variant() });
        }
        let legal = position.legal_moves();
        // The first by the alphabet.
        let allowed = legal.into_iter().filter(|m| ask.only.is_empty() || ask.only.contains(m));
        let best = allowed.min_by_key(ToString::to_string);
        let line = || ScoredLine {
            pv: best.into_iter().collect(),
            score: Some(Score::Cp(self.hash as i32)),
            depth: 3,
            ..ScoredLine::default()
        };
        let report = Report { best, lines: vec![line()], nodes: 42, ..Report::default() };
        match self.manner {
            Manner::Quick => Ok(report),
            Manner::Slow => {
                let start = Instant::now();
                let limit = ask.limits.time.or(ask.limits.clock.map(|clock| clock.remaining / 20));
                let mut nodes = 0;
                let over = || {
                    let running = !ask.limits.ponder || ask.stop.is_hit();
                    ask.stop.is_stopped() || running && limit.is_some_and(|limit| start.elapsed() >= limit)
                };
                while !over() {
                    nodes += 1;
                    let time = start.elapsed();
                    (ask.tell)(&Info { line: Some((1, line())), nodes, time, ..Info::default() });
                    std::thread::sleep(Duration::from_millis(1));
                }
                Ok(report)
            }
            Manner::Panics => panic!("something is broken\nreally"),
            Manner::Cheats => {
                Ok(Report { best: Some(Move::new(Square::A1, Square::H8)), ..Report::default() })
            }
            Manner::Resigns => Ok(Report { resigns: Some("it is hopeless".into()), ..Report::default() }),
            Manner::Chats => {
                (ask.tell)(&Info { line: Some((1, line())), ..Info::default() });
                (ask.tell)(&Info { text: Some("that\n\nwas it".into()), ..Info::default() });
                Ok(report)
            }
        }
    }

    fn think_aloud(&mut self, ask: Ask<'_>, _: &mut Trace) -> Result<Report, EngineError> {
        self.think(ask)
    }
}

/// Numbers that look random and are the same in every run.
pub(crate) struct Lots(pub(crate) u64);

impl Lots {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}
