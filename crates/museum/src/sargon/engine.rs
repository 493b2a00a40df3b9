//! SARGON behind the door that all engines share.

use std::cell::Cell;

use kempelen_engine::{
    About, Ask, Capability, Details, Engine, EngineError, Figures, Handicap, Info, Judgement, JudgementPart,
    OptionError, OptionSet, OptionSpec, OwnChoice, RegistryEntry, Report, Score, ScoredLine, options,
};
use kempelen_rules::{AnyGame, Chess, Color, Game, Move, Position, VariantId, uci};
use kempelen_trace::{Mute, Scale, Trace};

use super::aloud::{SargonAloud, in_our_words};
use super::watch::{Here, Interfere, SargonEvent, SargonWatch};
use super::{BookUse, PlyMax, Points, Sargon, SargonMove as OwnMove, SargonThought};
use crate::door::{Patience, seat};

/// The machine as the cabinet keeps it.
pub fn entry() -> RegistryEntry {
    RegistryEntry { about: ABOUT, make: || Box::new(SargonEngine::default()) }
}

const ABOUT: About = About {
    id: "sargon",
    name: "SARGON",
    year: 1978,
    authors: &["Dan Spracklen", "Kathe Spracklen"],
    variants: &[VariantId::Chess],
    capabilities: &[
        Capability::PlaysWeaker(Handicap::Depth("PLYMAX")),
        Capability::HasBook,
        Capability::Judges,
    ],
    provenance: "The program of the book \"SARGON, a computer chess program\" (1978) for the Z80: alpha-beta to a fixed \
                 ply, an exchange counted out on every square. Re-created from a description of its behaviour; \
                 moves, scores and evaluation counts are the original's.",
    gaps: &[
        "a pawn always becomes a queen; the opponent's under-promotion makes it forget the game",
        "no repetition, no fifty-move rule, no draw by lack of men",
        "no clock: it searches to its ply, and an impatient guest gets the best move so far",
        "mates carry no distance, so that the first one found is played",
    ],
};

/// The machine and the game it remembers.
#[derive(Default)]
struct SargonEngine {
    options: SargonOptions,
    memory: Option<LastQuestion>,
}

options! {
    /// What can be set. The depth if not set is as deep as tournaments of its time allowed; `Refresh` stands for the Z80's
    /// refresh register, which tosses the coin for White's first move.
    struct SargonOptions {
        /// how many plies it looks ahead
        "PLYMAX" plymax: u8 = 3, in 1..=8;
        /// whether its first move comes from its book
        "Book" book: bool = true;
        /// the coin for White's first move: even for the queen's pawn, odd for the king's
        "Refresh" refresh: u8 = 0, in 0..=255;
    }
}

impl SargonOptions {
    fn book(&self) -> BookUse {
        if self.book { BookUse::Open } else { BookUse::Closed }
    }
}

/// The question it was asked last, and what its own memory was before and after it thought.
///
/// What one search leaves behind (a queen square out of date, old pins) is found by the next one, so that a game
/// has to be played on one machine. The same question asked again starts from the same memory, so that it
/// gets the same answer.
struct LastQuestion {
    start: Position<Chess>,
    moves: Vec<Move>,
    before: Sargon,
    after: Sargon,
}

impl SargonEngine {
    /// The machine with the game on its board.
    fn set_up(&self, game: &Game<Chess>) -> Result<Sargon, EngineError> {
        let (start, moves) = (game.start(), game.moves());
        let known =
            self.memory.as_ref().filter(|memory| memory.start == *start && moves.starts_with(&memory.moves));
        let (mut sargon, played) = match known {
            Some(memory) if memory.moves.len() == moves.len() => (memory.before.clone(), moves.len()),
            Some(memory) => (memory.after.clone(), memory.moves.len()),
            None => (from_position(start, self.options.book())?, 0),
        };
        for (position, &m) in game.positions().iter().zip(moves).skip(played) {
            if sargon.play(&spell(position, m)).is_err() {
                // It does not know the move, but it can be shown where the men stand now.
                return from_position(game.position(), BookUse::Closed);
            }
        }
        Ok(sargon)
    }

    fn run(&mut self, ask: &mut Ask<'_>, trace: Option<&mut Trace>) -> Result<Report, EngineError> {
        let patience = Patience::new(ask);
        let game: &Game<Chess> = seat(ask.game, &ABOUT)?;
        let plies = ask.limits.depth.unwrap_or(self.options.plymax).clamp(1, 8);
        let plymax = PlyMax::new(plies).unwrap_or(PlyMax::DEFAULT);
        let before = self.set_up(game)?;
        let mut after = before.clone();
        after.set_refresh(self.options.refresh);

        let stopped = Cell::new(false);
        let mut guest = Guest {
            only: ask.only,
            nodes: ask.limits.nodes,
            evaluations: 0,
            patience,
            stopped: &stopped,
            hurries: true,
        };
        let mover = game.position().turn();
        let mut teller = Teller { tell: &mut *ask.tell, patience, plies, mover, evaluations: 0, root: 0 };
        let thought = match trace {
            None => after.think_with(plymax, &mut teller, &mut guest),
            Some(trace) => {
                let mut watch = (SargonAloud::new(trace, plies, &stopped), teller);
                after.think_with(plymax, &mut watch, &mut guest)
            }
        };
        // An answer wanted before there is one: the best move of one ply is better than none.
        let thought = thought.or_else(|| {
            let one = PlyMax::new(1)?;
            guest.hurries = false;
            before.clone().think_with(one, &mut Mute, &mut guest)
        });
        let nodes = guest.evaluations;
        let (start, moves) = (*game.start(), game.moves().to_vec());
        self.memory = Some(LastQuestion { start, moves, before, after });
        let report = thought
            .map_or_else(|| no_thought(game.position()), |thought| report(game.position(), &thought, plies));
        let report = Report { nodes, time: patience.elapsed(), ..report };
        if let Some(line) = report.lines.first().cloned() {
            // What it told before were moves without their lines.
            (ask.tell)(&Info { line: Some((1, line)), nodes, time: report.time, ..Info::default() });
        }
        Ok(report)
    }
}

impl Engine for SargonEngine {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn options(&self) -> Vec<OptionSpec> {
        self.options.specs()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.options.set(name, value)?;
        // A machine set up by another rule is another machine.
        self.memory = None;
        Ok(())
    }

    fn scale(&self) -> Scale {
        super::aloud::SCALE
    }

    fn new_game(&mut self) {
        self.memory = None;
    }

    fn judge(&self, game: &AnyGame) -> Result<Option<Judgement>, EngineError> {
        let sargon = self.set_up(seat(game, &ABOUT)?)?;
        Ok(Some(sargon.evaluate().points.into()))
    }

    fn think(&mut self, mut ask: Ask<'_>) -> Result<Report, EngineError> {
        self.run(&mut ask, None)
    }

    fn think_aloud(&mut self, mut ask: Ask<'_>, trace: &mut Trace) -> Result<Report, EngineError> {
        self.run(&mut ask, Some(trace))
    }
}

/// A half pawn of material is four units, a point of control one.
impl From<Points> for Judgement {
    fn from(points: Points) -> Self {
        let (material, expected) =
            (4 * i32::from(points.material), 4 * i32::from(points.expected_material()));
        let control = i32::from(points.effective_control());
        let total = Points::units(points.expected_material(), points.effective_control());
        Self {
            parts: vec![
                JudgementPart::new(
                    "material",
                    material,
                    "MTRL: men on the board, one that would be lost a little less.",
                ),
                JudgementPart::new(
                    "threats",
                    expected - material,
                    "PTSL, PTSW: what either side would lose by exchanges.",
                ),
                JudgementPart::new(
                    "control",
                    control,
                    "BRDC: attacks on all squares, development and castling.",
                ),
                JudgementPart::new(
                    "limits",
                    total - expected - control,
                    "LIMIT: what is beyond 15 pawns or 6 points of control.",
                ),
            ],
            total: total.into(),
            ..Judgement::in_unit("eighths of a pawn")
        }
    }
}

fn from_position(position: &Position<Chess>, book: BookUse) -> Result<Sargon, EngineError> {
    // Rooks that castle from elsewhere than the corners are beyond it, and so are their letters.
    let fen = position.fen();
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    if let Some(castling) = fields.get_mut(2) {
        castling.retain(|letter| "KQkq".contains(letter));
        if castling.is_empty() {
            castling.push('-');
        }
    }
    Sargon::from_fen(&fields.join(" "), book).map_err(|error| EngineError::Position(error.to_string()))
}

/// A move as the machine reads it.
fn spell(position: &Position<Chess>, m: Move) -> String {
    uci::write(position, m, uci::Castling::Natural)
}

/// Where the laws know a move and the machine does not, it says so.
fn no_thought(position: &Position<Chess>) -> Report {
    let resigns = "it knows of no move here, though the laws of chess do";
    Report { resigns: position.can_move().then(|| resigns.to_owned()), ..Report::default() }
}

/// What the machine has found, as the referee sees it.
fn report(position: &Position<Chess>, thought: &SargonThought, plies: u8) -> Report {
    let raw = Figures::default()
        .with("score_raw", thought.score_raw)
        .with("score_cp", thought.score_cp)
        .with("genmovs", thought.genmovs);
    let wanted = thought.best.to_string();
    let best = uci::read(position, &wanted).ok();
    let resigns = best.is_none().then(|| format!("its move {wanted} is against the laws of chess"));
    let details = Details {
        from_book: thought.from_book,
        own_choice: best.is_none().then_some(OwnChoice::Alone(Some(wanted))),
        figures: Figures::default().with("raw", raw),
    };
    let line = best.map(|best| ScoredLine {
        pv: if thought.pv.is_empty() { vec![best] } else { legal_line(position, &thought.pv) },
        score: Some(score(thought.score_cp, position.turn())),
        depth: plies,
        selective_depth: plies,
        ..ScoredLine::default()
    });
    Report {
        best,
        ponder: line.as_ref().and_then(|line| line.pv.get(1).copied()),
        lines: line.into_iter().collect(),
        resigns,
        details,
        ..Report::default()
    }
}

fn legal_line(position: &Position<Chess>, pv: &[OwnMove]) -> Vec<Move> {
    let mut here = *position;
    let mut line = Vec::new();
    for own in pv {
        let Ok(m) = uci::read(&here, &own.to_string()) else { break };
        here = here.play(m);
        line.push(m);
    }
    line
}

/// The score of a line, seen from the side to move. Mates stand at sixty pawns, less one for each move they are
/// away; nothing else comes near.
fn score(cp: i32, mover: Color) -> Score {
    let seen = mover.pick(cp, -cp);
    match seen {
        5000.. => Score::Mate((6000 - seen) / 100 + 1),
        ..=-5000 => Score::Mate(-((6000 + seen) / 100 + 1)),
        _ => Score::Cp(seen),
    }
}

/// The guest at the board: forbids moves and loses patience.
struct Guest<'a> {
    only: &'a [Move],
    nodes: Option<u64>,
    evaluations: u64,
    patience: Patience<'a>,
    /// Whether the search was ended early.
    stopped: &'a Cell<bool>,
    /// Whether limits count at all.
    hurries: bool,
}

impl Interfere for Guest<'_> {
    fn allows(&mut self, here: Here<'_>, mv: OwnMove) -> bool {
        self.only.is_empty() || !here.path.is_empty() || self.only.contains(&in_our_words(mv))
    }

    fn value(&mut self, _: Here<'_>, points: Points) -> u8 {
        self.evaluations += 1;
        points.value
    }

    fn abandons(&mut self) -> bool {
        let spent = self.nodes.is_some_and(|nodes| self.evaluations >= nodes);
        let abandons = self.hurries && (spent || self.patience.is_over());
        if abandons {
            self.stopped.set(true);
        }
        abandons
    }
}

/// Tells a listener how far the machine has come.
struct Teller<'a> {
    tell: &'a mut dyn FnMut(&Info),
    patience: Patience<'a>,
    plies: u8,
    mover: Color,
    evaluations: u64,
    /// The position on the board in eighths of a pawn, seen from the mover: what its scores are measured against.
    root: i32,
}

impl SargonWatch for Teller<'_> {
    #[inline]
    fn note(&mut self, event: impl FnOnce() -> SargonEvent) {
        match event() {
            SargonEvent::Evaluated { ply, points, .. } => {
                self.evaluations += 1;
                if ply == 0 {
                    let white = Points::units(points.material, points.control);
                    self.root = self.mover.pick(white, -white);
                }
            }
            SargonEvent::Best(comparison) if comparison.ply == 1 => {
                let Some(mv) = comparison.mv else { return };
                let gain = i32::from(comparison.negated()) - 128;
                let line = ScoredLine {
                    pv: vec![in_our_words(mv)],
                    score: Some(Score::Cp((self.root + gain) * 25 / 2)),
                    depth: self.plies,
                    selective_depth: self.plies,
                    ..ScoredLine::default()
                };
                (self.tell)(&Info {
                    line: Some((1, line)),
                    nodes: self.evaluations,
                    time: self.patience.elapsed(),
                    ..Info::default()
                });
            }
            _ => {}
        }
    }
}
