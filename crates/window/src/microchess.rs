//! Microchess in its own form: no tree, but a machine that goes from state to state, counts, and adds up.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use kempelen_museum::microchess::{
    Bonus, Chain, CountedCandidate, ImportError, JanusState, Level, MicrochessBoard, MicrochessEvent,
    MicrochessTally, MicrochessThought, MicrochessWatch, Ruling, Sign, Strategy, Tables, role_of,
    square_name, think,
};
use kempelen_rules::Color;

use crate::style::{Ink, Style};

/// How much is told.
#[derive(Clone, Debug)]
pub struct MicrochessOptions {
    /// The level of play.
    pub level: Level,
    /// Only this candidate, in UCI's spelling; all if left out.
    pub only: Option<String>,
    /// No sums, only the table of candidates.
    pub brief: bool,
}

/// Why there is nothing to tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MicrochessError {
    /// The machine cannot hold the position.
    Position(ImportError),
    /// It does not know this move here.
    NoCandidate(String),
}

impl fmt::Display for MicrochessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => error.fmt(f),
            Self::NoCandidate(m) => write!(f, "Microchess has no candidate {m:?} here"),
        }
    }
}

impl std::error::Error for MicrochessError {}

/// Tells how Microchess thinks about a position: the states it goes through with what it does in each, the counters, and
/// the sum (STRATGY) behind the value of each candidate.
///
/// # Errors
/// When the machine cannot hold the position, or does not know the one move that is asked for.
pub fn microchess(fen: &str, options: &MicrochessOptions, style: &Style) -> Result<String, MicrochessError> {
    let (board, computer) = MicrochessBoard::from_fen(fen).map_err(MicrochessError::Position)?;
    let mut watch = Diary::default();
    let thought = think(&board, options.level, &mut watch);
    if let Some(only) = &options.only
        && !thought.candidates.iter().any(|c| c.choice().uci(computer).as_ref() == Some(only))
    {
        return Err(MicrochessError::NoCandidate(only.clone()));
    }
    let mut teller = StateTeller { thought: &thought, computer, style, text: String::new() };
    teller.heading(fen, options.level);
    teller.states(&watch);
    teller.prior();
    teller.list();
    for (candidate, work) in thought.candidates.iter().zip(&watch.candidates) {
        let uci = candidate.choice().uci(computer).unwrap_or_default();
        let wanted = options.only.as_ref().is_none_or(|only| *only == uci);
        if wanted && !options.brief {
            teller.candidate(candidate, work);
        }
    }
    Ok(teller.text)
}

/// What happened in each state, over all and for each candidate.
#[derive(Default)]
struct Diary {
    all: BTreeMap<u8, Work>,
    candidates: Vec<BTreeMap<u8, Work>>,
    /// The candidate that is being looked at.
    now: BTreeMap<u8, Work>,
}

/// How much was done in a state.
#[derive(Clone, Copy, Default)]
struct Work {
    /// How often the generator was started in it.
    runs: u64,
    /// Moves it looked at.
    moves: u64,
    /// Captures among them.
    captures: u64,
}

impl Diary {
    fn count(&mut self, state: JanusState, count: impl Fn(&mut Work)) {
        count(self.all.entry(state.code()).or_default());
        count(self.now.entry(state.code()).or_default());
    }
}

impl MicrochessWatch for Diary {
    fn note(&mut self, event: impl FnOnce() -> MicrochessEvent) {
        match event() {
            MicrochessEvent::Enter { state, .. } => self.count(state, |work| work.runs += 1),
            MicrochessEvent::Visit { state, captured, .. } => {
                if state == JanusState::Root {
                    self.now.clear();
                }
                self.count(state, |work| {
                    work.moves += 1;
                    work.captures += u64::from(captured.is_some());
                });
            }
            MicrochessEvent::Judged(_) => self.candidates.push(std::mem::take(&mut self.now)),
            _ => {}
        }
    }
}

/// The states in the order in which a candidate meets them, with what they are for.
const STATES: [(JanusState, &str); 9] = [
    (JanusState::Prior, "counts the computer's moves as things stand (P)"),
    (JanusState::Root, "makes each candidate in turn"),
    (JanusState::CheckTest, "asks whether a king could be taken"),
    (JanusState::Reply, "counts the player's replies (B), and follows captures"),
    (JanusState::Exchange(Chain::Second), "the computer takes back (WCAP1)"),
    (JanusState::Exchange(Chain::Third), "the player takes again (BCAP1)"),
    (JanusState::Exchange(Chain::Fourth), "the computer again (WCAP2)"),
    (JanusState::Exchange(Chain::Fifth), "the player a third time (BCAP2)"),
    (JanusState::Continuation, "counts what the computer could do next (W)"),
];

struct StateTeller<'t> {
    thought: &'t MicrochessThought,
    computer: Color,
    style: &'t Style,
    text: String,
}

impl StateTeller<'_> {
    fn row(&mut self, text: &str, ink: Ink) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{}", self.style.line(text, ink));
    }

    fn heading(&mut self, fen: &str, level: Level) {
        self.row(fen, Ink::Head);
        let computer = self.computer.pick("White", "Black");
        let best = match self.thought.best {
            Some(choice) => format!("plays {}", choice.uci(self.computer).unwrap_or_default()),
            None => "resigns".to_owned(),
        };
        let value = self.thought.best_value;
        self.row(
            &format!("Microchess has {computer}, level {level}: it {best}. Its best value is {value:02X}."),
            Ink::Plain,
        );
        self.row("Numbers are hexadecimal, as on its display. A pawn is worth 02, knight and bishop 04, rook 06, queen 0A, king 0B.", Ink::Faint);
    }

    fn states(&mut self, diary: &Diary) {
        self.text.push('\n');
        self.row(
            &format!("{:<5} {:>8} {:>8} {:>9}  what it is for", "state", "runs", "moves", "captures"),
            Ink::Head,
        );
        for (state, what) in STATES {
            let work = diary.all.get(&state.code()).copied().unwrap_or_default();
            let (state, Work { runs, moves, captures }) = (state.to_string(), work);
            let row = format!("{state:<5} {runs:>8} {moves:>8} {captures:>9}  {what}");
            self.row(&row, if work.runs == 0 { Ink::Faint } else { Ink::Plain });
        }
    }

    fn prior(&mut self) {
        self.text.push('\n');
        let prior = tally("P", self.thought.prior);
        self.row(&format!("before any move: {prior}"), Ink::Plain);
    }

    /// The candidates with their counters, in the order in which the machine meets them.
    fn list(&mut self) {
        self.text.push('\n');
        let head = format!(
            "{:<6} {:<3} {:>5} {:>4}  {:<17} {:<17} {:<35}",
            "move",
            "man",
            "value",
            "raw",
            "B mob maxc cc",
            "W mob maxc cc",
            "WCAP0 BCAP0 WCAP1 BCAP1 WCAP2 BCAP2"
        );
        self.row(&head, Ink::Head);
        for candidate in &self.thought.candidates {
            let c = &candidate.counters;
            let set = |tally: &MicrochessTally| {
                format!("{:02X}    {:02X}   {:02X}", tally.mobility, tally.best_capture, tally.capture_sum)
            };
            let row = format!(
                "{:<6} {:<3} {:>5} {:>4}  {:<17} {:<17} {:02X}    {:02X}    {:02X}    {:02X}    {:02X}    {:02X}",
                candidate.choice().uci(self.computer).unwrap_or_default(),
                role_of(candidate.slot),
                format!("{:02X}", candidate.value),
                format!("{:02X}", candidate.raw),
                set(&c.reply),
                set(&c.continuation),
                c.wcap0,
                c.bcap0,
                c.wcap1,
                c.bcap1,
                c.wcap2,
                c.bcap2,
            );
            let is_best = self.thought.best == Some(candidate.choice());
            self.row(&row, if is_best { Ink::Main } else { Ink::Plain });
        }
    }

    /// One candidate: its way through the states, and its sum.
    fn candidate(&mut self, candidate: &CountedCandidate, work: &BTreeMap<u8, Work>) {
        let uci = candidate.choice().uci(self.computer).unwrap_or_default();
        self.text.push('\n');
        self.row(&format!("{uci}: value {:02X}", candidate.value), Ink::Head);
        for (state, what) in STATES {
            if let Some(work) = work.get(&state.code())
                && state != JanusState::Root
            {
                let row = format!(
                    "  state {state}: {} runs, {} moves, {} captures: {what}",
                    work.runs, work.moves, work.captures
                );
                self.row(&row, Ink::Plain);
            }
        }
        let victim = candidate.counters.reply.best_victim;
        if candidate.counters.reply.best_capture > 0 {
            let square = self.square_of(victim, candidate);
            self.row(
                &format!(
                    "  the player would most like to take the {}{square}, which is left out of W",
                    role_of(victim)
                ),
                Ink::Plain,
            );
        }
        let strategy = self.thought.strategy(candidate, &Tables::ORIGINAL);
        self.sum(&strategy);
    }

    /// Where a man of the computer's stands after a candidate.
    fn square_of(&self, slot: u8, candidate: &CountedCandidate) -> String {
        if slot != candidate.slot {
            return String::new();
        }
        square_name(candidate.to, self.computer).map_or_else(String::new, |name| format!(" on {name}"))
    }

    fn sum(&mut self, strategy: &Strategy) {
        for stage in 1..=3u8 {
            let weight = ["a quarter", "a half", "full"][usize::from(stage - 1)];
            self.row(&format!("  stage {stage} (its terms weigh {weight})"), Ink::Plain);
            for term in strategy.stage(stage) {
                let sign = if term.sign == Sign::Plus { '+' } else { '-' };
                let carried = if term.carried { " and the carry" } else { "" };
                let wrapped = if term.wrapped { ", past the end of a byte" } else { "" };
                let row = format!(
                    "    {sign} {:02X} {:<9}= {:02X}{carried}{wrapped}",
                    term.amount, term.name, term.sum
                );
                self.row(&row, Ink::Plain);
            }
            if stage == 1 && strategy.clamped {
                self.row("    below zero, held at 00", Ink::Plain);
            }
            let result = strategy.stages[usize::from(stage - 1)];
            let halved = if stage < 3 { "halved: " } else { "the sum: " };
            self.row(&format!("    {halved}{result:02X}"), Ink::Plain);
        }
        let bonus = match strategy.bonus {
            Some(Bonus::GoodSquare) => "  + 02 for one of its four good squares",
            Some(Bonus::Development) => "  + 02 for a man that leaves the first rank",
            None => "  no bonus",
        };
        self.row(bonus, Ink::Plain);
        let ruling = match strategy.ruling {
            Ruling::Sum => format!("  value {:02X}", strategy.value),
            Ruling::KingHangs => {
                format!("  {:02X}, but the player could take the king: value 00", strategy.raw)
            }
            Ruling::Mate => format!(
                "  {:02X}, but the player has no move: value FF, it takes that for mate",
                strategy.raw
            ),
        };
        self.row(&ruling, Ink::Plain);
    }
}

fn tally(name: &str, tally: MicrochessTally) -> String {
    let MicrochessTally { mobility, best_capture, capture_sum, .. } = tally;
    format!("{name}MOB {mobility:02X}, {name}MAXC {best_capture:02X}, {name}CC {capture_sum:02X}")
}
