//! Microchess behind the door that all engines share.

use std::thread;
use std::time::{Duration, Instant};

use kempelen_engine::{
    About, Ask, Capability, Details, Engine, EngineError, Figures, Handicap, Limits, OptionChoice,
    OptionError, OptionSet, OptionSpec, OwnChoice, OwnTerms, RegistryEntry, Report, Score, ScoredLine,
    options,
};
use kempelen_rules::{Chess, Color, Game, Move, Position, Role, Variant, VariantId, uci};
use kempelen_trace::{Scale, Trace};

use super::aloud::{MicrochessAloud, score};
use super::board::MicrochessBoard;
use super::clock::Clock;
use super::figures::{of_choice, of_thought};
use super::key::KimKey;
use super::kim::Display;
use super::level::Level;
use super::notation::square_of;
use super::openings::{OPENINGS, Opening};
use super::search::{CountedCandidate, MicrochessThought, RESIGNS_BELOW, START_VALUE};
use super::seat::{Seat, SeatError};
use super::strategy::StrategyMove;
use super::watch::{MicrochessEvent, MicrochessWatch};
use crate::door::{Patience, seat};

/// The machine as the cabinet keeps it.
pub fn entry() -> RegistryEntry {
    RegistryEntry { about: ABOUT, make: || Box::new(Microchess::default()) }
}

const ABOUT: About = About {
    id: "microchess",
    name: "Microchess",
    year: 1976,
    authors: &["Peter R. Jennings"],
    variants: &[VariantId::Chess],
    capabilities: &[
        Capability::PlaysWeaker(Handicap::Levels("Level")),
        Capability::HasBook,
        Capability::HasOwnTerms,
    ],
    provenance: "Chess in 1.1 kilobytes for the KIM-1, sold on tape from 1976 on: candidates, replies, \
                 exchanges of up to five men, and a sum of one byte. Re-created from a description of its \
                 behaviour; candidates, counters, values, keypad and bugs are the original's.",
    gaps: &[
        "no castling but for the king's move of its book",
        "no en passant",
        "no promotion of its own: its owner gives it back its best captured man, and where none has been \
         captured there is no move",
        "one queen, two rooks, two bishops and two knights a side at most",
        "a mate it cannot tell from a stalemate, and neither at the blitz levels",
        "no draws",
        "it resigns where every value is below 0F, with or without a legal move",
    ],
};

/// The machine with its settings. It keeps no memory of a game: its men tell it all.
#[derive(Default)]
struct Microchess {
    options: MicrochessEngineOptions,
}

options! {
    /// What can be set.
    struct MicrochessEngineOptions {
        /// how deeply it looks: about 100, 10 or 3 seconds a move in 1976
        "Level" level: Level = Level::NORMAL;
        /// the tape in its book, for games from the start position; the last letter is the computer's colour
        "Opening" tape: BookTape = BookTape(None);
        /// whether it takes as long as a KIM-1 of one megahertz
        "Real Speed" real_speed: bool = false;
    }
}

impl OptionChoice for Level {
    fn choices() -> Vec<(&'static str, Self)> {
        Self::NAMED.to_vec()
    }
}

/// The tape in the book, if there is one.
#[derive(Clone, Copy, PartialEq, Debug)]
struct BookTape(Option<Opening>);

impl OptionChoice for BookTape {
    fn choices() -> Vec<(&'static str, Self)> {
        let tapes = OPENINGS.iter().map(|opening| (opening.name, Self(Some(*opening))));
        std::iter::once(("none", Self(None))).chain(tapes).collect()
    }
}

impl Microchess {
    /// Thinks about the last position of a game.
    fn run(&self, ask: &Ask<'_>, trace: Option<&mut Trace>) -> Result<Report, EngineError> {
        let patience = Patience::new(ask);
        let game: &Game<Chess> = seat(ask.game, &ABOUT)?;
        let seat = match Seat::at(game, self.options.level, self.options.tape.0) {
            Ok(seat) => seat,
            // A game that it has been able to follow so far is lost, a position brought to it is refused.
            Err(error @ SeatError::Promotion { .. }) => {
                return Ok(Report { resigns: Some(error.to_string()), ..Report::default() });
            }
            Err(error @ SeatError::Start(_)) => return Err(EngineError::Position(error.to_string())),
        };
        let referee = Referee { position: game.position(), seat: &seat, only: ask.only };
        let mut meter = Meter::default();
        let answer = match trace {
            None => referee.ask(&mut meter),
            Some(trace) => referee.ask(&mut (MicrochessAloud::new(trace, seat.computer), &mut meter)),
        };
        if self.options.real_speed {
            wait(&patience, meter.clock.duration());
        }
        let mut report = referee.judge(&answer);
        meter.tell(&mut report);
        report.time = patience.elapsed();
        Ok(report)
    }
}

impl Engine for Microchess {
    fn scale(&self) -> Scale {
        super::aloud::SCALE
    }

    fn about(&self) -> &About {
        &ABOUT
    }

    fn options(&self) -> Vec<OptionSpec> {
        self.options.specs()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.options.set(name, value)
    }

    fn think(&mut self, ask: Ask<'_>) -> Result<Report, EngineError> {
        self.run(&ask, None)
    }

    fn think_aloud(&mut self, ask: Ask<'_>, trace: &mut Trace) -> Result<Report, EngineError> {
        self.run(&ask, Some(trace))
    }

    /// Positions by the two piece lists, and positions by a FEN that the laws of chess refuse and the machine does not.
    fn think_in_own_terms(&mut self, question: &OwnTerms, _: Limits) -> Option<Result<Report, EngineError>> {
        let (board, computer) = match question {
            OwnTerms::PieceLists { own, opponent, computer } => {
                (MicrochessBoard { own: *own, opp: *opponent }, *computer)
            }
            OwnTerms::Fen(fen) if fen.parse::<Position<Chess>>().is_ok() => return None,
            OwnTerms::Fen(fen) => MicrochessBoard::from_fen(fen).ok()?,
        };
        let start = Instant::now();
        let mut meter = Meter::default();
        let thought = super::think(&board, self.options.level, &mut meter);
        let best = thought.best.and_then(|choice| as_move(choice, computer));
        let mut report = Report {
            best,
            lines: best.map(|m| line(m, Some(&thought))).into_iter().collect(),
            resigns: thought.best.is_none().then(in_despair),
            ..Report::default()
        };
        let fen = format!("{} {} - - 0 1", board.placement(computer), computer.letter());
        let raw = thought.best.map(|choice| of_choice(choice, computer));
        report.details = Details {
            own_choice: Some(OwnChoice::Alone(thought.best.map(|choice| spell(choice, computer)))),
            ..of_thought(&thought, computer).with("fen", fen).with("raw", raw).into()
        };
        meter.tell(&mut report);
        report.time = start.elapsed();
        Some(Ok(report))
    }
}

/// What the machine answers: the move, if it has one, and the thought behind it unless it is from the book.
struct MicrochessAnswer {
    choice: Option<StrategyMove>,
    thought: Option<MicrochessThought>,
}

/// Stands between the machine and the laws of chess.
struct Referee<'a> {
    position: &'a Position<Chess>,
    seat: &'a Seat,
    only: &'a [Move],
}

impl Referee<'_> {
    /// Presses key `PC` on a copy of the machine.
    fn ask(&self, watch: &mut impl MicrochessWatch) -> MicrochessAnswer {
        let mut kim = self.seat.kim.clone();
        let mut pressed = kim.press_watched(KimKey::PC, watch);
        if pressed.thought.is_none() {
            let Display([slot, from, to]) = pressed.display;
            let choice = StrategyMove { slot, from, to };
            if self.allows(choice) {
                return MicrochessAnswer { choice: Some(choice), thought: None };
            }
            // A book move that it was told not to play: the book is closed.
            kim = self.seat.kim.clone();
            kim.set_book_pointer(0x00);
            pressed = kim.press_watched(KimKey::PC, watch);
        }
        let thought = pressed.thought.map(|thought| self.restrict(thought));
        MicrochessAnswer { choice: thought.as_ref().and_then(|thought| thought.best), thought }
    }

    fn allows(&self, choice: StrategyMove) -> bool {
        self.only.is_empty() || self.lawful(choice).is_some_and(|m| self.only.contains(&m))
    }

    /// The thought as it would be with the allowed candidates alone.
    fn restrict(&self, mut thought: MicrochessThought) -> MicrochessThought {
        if self.only.is_empty() {
            return thought;
        }
        thought.candidates.retain(|candidate| self.allows(candidate.choice()));
        // Of equal candidates the first is chosen.
        let best = thought.candidates.iter().rev().max_by_key(|candidate| candidate.value);
        let best = best.filter(|candidate| candidate.value >= RESIGNS_BELOW);
        thought.best_value = best.map_or(START_VALUE, |candidate| candidate.value);
        thought.best = best.map(CountedCandidate::choice);
        thought
    }

    /// The machine's move as the laws know it: its owner completes castling and promotion.
    fn lawful(&self, choice: StrategyMove) -> Option<Move> {
        let m = as_move(choice, self.seat.computer)?;
        if self.promotes(m) {
            let m = Move::promotion(m.from(), m.to(), self.seat.promotion()?);
            return self.position.is_legal(m).then_some(m);
        }
        uci::read(self.position, &m.to_string()).ok()
    }

    fn promotes(&self, m: Move) -> bool {
        let zone = Chess::promotion_zone(self.seat.computer);
        self.position.role_on(m.from()) == Some(Role::Pawn) && zone.has(m.to())
    }

    /// Why there is no legal answer.
    fn reason(&self, answer: &MicrochessAnswer) -> String {
        let Some(choice) = answer.choice else {
            return format!("no move is worth {RESIGNS_BELOW:02X} to it");
        };
        let own = spell(choice, self.seat.computer);
        let promotes = as_move(choice, self.seat.computer).is_some_and(|m| self.promotes(m));
        if promotes && self.seat.promotion().is_none() {
            return format!(
                "its pawn {own} cannot be promoted: none of its men has been captured, whose slot it could take"
            );
        }
        format!("its move {own} is against the laws of chess")
    }

    /// The answer as a report, with the machine's own figures.
    fn judge(&self, answer: &MicrochessAnswer) -> Report {
        let computer = self.seat.computer;
        let figures =
            answer.thought.as_ref().map_or_else(Figures::default, |thought| of_thought(thought, computer));
        let best = answer.choice.and_then(|choice| self.lawful(choice));
        let own = answer.choice.map(|choice| spell(choice, computer));
        let resigns = (best.is_none() && self.position.can_move()).then(|| self.reason(answer));
        let raw = answer.choice.map(|choice| of_choice(choice, computer));
        let plays = best.map(|m| uci::write(self.position, m, uci::Castling::Natural));
        let details = Details {
            from_book: answer.thought.is_none(),
            own_choice: (own != plays).then_some(OwnChoice::Replaced { wanted: own, plays }),
            figures: figures.with("raw", raw),
        };
        Report {
            best,
            lines: best.map(|m| line(m, answer.thought.as_ref())).into_iter().collect(),
            resigns,
            details,
            ..Report::default()
        }
    }
}

/// Why the machine itself resigns.
fn in_despair() -> String {
    format!("no move is worth {RESIGNS_BELOW:02X} to it")
}

/// The move between two squares, if both are on the board.
fn as_move(choice: StrategyMove, computer: Color) -> Option<Move> {
    let (from, to) = (square_of(choice.from, computer)?, square_of(choice.to, computer)?);
    (from != to).then(|| Move::new(from, to))
}

/// The move as UCI writes it, or as the machine displays it where a stray book pointer has found it.
fn spell(choice: StrategyMove, computer: Color) -> String {
    let StrategyMove { slot, from, to } = choice;
    choice.uci(computer).unwrap_or_else(|| Display([slot, from, to]).to_string())
}

fn line(m: Move, thought: Option<&MicrochessThought>) -> ScoredLine {
    ScoredLine {
        pv: vec![m],
        // A pawn is worth eight.
        score: thought.map(|thought| Score::Cp(score(thought.best_value) * 25 / 2)),
        depth: 2,
        selective_depth: 2,
        ..ScoredLine::default()
    }
}

/// Waits until the machine has taken so long in all, or somebody loses patience.
fn wait(patience: &Patience<'_>, time: Duration) {
    const GLANCE: Duration = Duration::from_millis(10);
    while patience.elapsed() < time && !patience.is_over() {
        thread::sleep(GLANCE.min(time.saturating_sub(patience.elapsed())));
    }
}

/// Counts positions and the clock cycles of a KIM-1.
#[derive(Default)]
struct Meter {
    clock: Clock,
    /// How often the generator went through all men.
    positions: u64,
}

impl Meter {
    fn tell(&self, report: &mut Report) {
        report.nodes = self.positions;
        if self.positions > 0 {
            report.details.figures.set("cycles", self.clock.cycles());
        }
    }
}

impl MicrochessWatch for Meter {
    #[inline]
    fn note(&mut self, event: impl FnOnce() -> MicrochessEvent) {
        let event = event();
        self.positions += u64::from(matches!(event, MicrochessEvent::Enter { .. }));
        self.clock.note(|| event);
    }
}
