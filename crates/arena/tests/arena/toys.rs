//! Engines that play badly in interesting ways.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use kempelen_arena::openings::{BookSource, BookSpec, OpeningsBook};
use kempelen_arena::{EngineSource, EngineSpec, MatchNews, Pace, Standings, Tournament};
use kempelen_engine::{
    About, Ask, Engine, EngineError, OptionError, OptionSpec, Report, Score, ScoredLine, Stop,
};
use kempelen_rules::{End, GameKind, Move, Role, Square, VariantId, with_position};
use kempelen_trace::Trace;

/// How a toy plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// Any legal move.
    Random,
    /// Mate, the most valuable capture, or any move.
    Greedy,
    /// Panics on its third move.
    Panics,
    /// Reports a failure on its third move.
    Fails,
    /// Plays from a8 to a1, whatever stands there.
    Illegal,
    /// Takes 30 ms for each move, whatever the clock says, unless it is told to stop.
    Slow,
    /// Never comes back.
    Silent,
    /// Gives up on its third move.
    Resigns,
    /// Says that it cannot play the position on its third move.
    Unable,
    /// Always says that it is lost.
    Gloomy,
    /// Always says that it is level.
    Calm,
    /// Plays as its clock tells it: the time left in milliseconds becomes its score.
    Reader,
}

pub(crate) struct Toy {
    style: Style,
    about: About,
    seed: i64,
}

const VARIANTS: &[VariantId] = &[VariantId::Chess, VariantId::Makruk];

impl Toy {
    pub(crate) fn new(style: Style) -> Self {
        let about = About {
            id: "toy",
            name: "Toy",
            year: 2000,
            authors: &[],
            variants: if style == Style::Reader { &VARIANTS[..1] } else { VARIANTS },
            capabilities: &[],
            provenance: "",
            gaps: &[],
        };
        Self { style, about, seed: 1 }
    }

    fn choose(&self, ask: &Ask<'_>) -> Move {
        let position = ask.game.position();
        let moves = position.legal_moves();
        let worth = |role| match role {
            Role::Pawn => 1,
            Role::Queen => 9,
            Role::Rook => 5,
            _ => 3,
        };
        let taken = |m: Move| with_position!(&position, p => p.role_on(m.to()).map_or(0, worth));
        let mates = |m| matches!(position.play(m).end(), Some(End::Checkmate { .. }));
        let captured = |m| if mates(m) { 100 } else { taken(m) };
        let best = match self.style {
            Style::Greedy => moves.iter().map(|&m| captured(m)).max().unwrap_or(0),
            _ => 0,
        };
        let fitting: Vec<Move> =
            moves.iter().copied().filter(|&m| self.style != Style::Greedy || captured(m) == best).collect();
        // The choice depends on the position and the seed alone, so that games can be repeated.
        let number = (position.key() ^ self.seed as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
        fitting[number as usize % fitting.len()]
    }

    fn score(&self, ask: &Ask<'_>) -> Option<Score> {
        match self.style {
            Style::Gloomy => Some(Score::Cp(-2000)),
            Style::Calm => Some(Score::Cp(0)),
            Style::Reader => ask.limits.clock.map(|clock| Score::Cp(clock.remaining.as_millis() as i32)),
            _ => None,
        }
    }
}

impl Engine for Toy {
    fn about(&self) -> &About {
        &self.about
    }

    fn options(&self) -> Vec<OptionSpec> {
        vec![OptionSpec::spin("Seed", 1, 0..=1000, "Which random moves it plays.")]
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let options = self.options();
        let option = options.iter().find(|option| option.is_named(name));
        let option = option.ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        self.seed = option.accept(value)?.parse().unwrap();
        Ok(())
    }

    fn think(&mut self, ask: Ask<'_>) -> Result<Report, EngineError> {
        let late = ask.game.moves().len() >= 4;
        let mut best = Some(self.choose(&ask));
        let mut resigns = None;
        match self.style {
            Style::Panics if late => panic!("this toy breaks"),
            Style::Fails if late => return Err(EngineError::Failed("out of steam".to_owned())),
            Style::Unable if late => return Err(EngineError::Position("too hard".to_owned())),
            Style::Illegal if late => best = Some(Move::new(Square::A8, Square::A1)),
            Style::Resigns if late => (best, resigns) = (None, Some("hopeless".to_owned())),
            Style::Silent if late => loop {
                thread::park();
            },
            Style::Slow => {
                for _ in 0..30 {
                    if !ask.stop.is_stopped() {
                        thread::sleep(Duration::from_millis(1));
                    }
                }
            }
            _ => {}
        }
        let line = ScoredLine {
            pv: best.into_iter().collect(),
            score: self.score(&ask),
            depth: 1,
            ..ScoredLine::default()
        };
        Ok(Report { best, resigns, lines: vec![line], nodes: 7, ..Report::default() })
    }

    fn think_aloud(&mut self, ask: Ask<'_>, _: &mut Trace) -> Result<Report, EngineError> {
        self.think(ask)
    }
}

/// Makes toys and counts them.
#[derive(Default)]
pub(crate) struct Shop {
    made: AtomicUsize,
}

impl Shop {
    pub(crate) fn made(&self) -> usize {
        self.made.load(Ordering::Relaxed)
    }

    pub(crate) fn make(&self, spec: &EngineSpec) -> Result<Box<dyn Engine>, EngineError> {
        self.made.fetch_add(1, Ordering::Relaxed);
        let EngineSource::Cabinet(id) = &spec.source else {
            return Err(EngineError::Failed("no".to_owned()));
        };
        let styles = [
            Style::Random,
            Style::Greedy,
            Style::Panics,
            Style::Fails,
            Style::Illegal,
            Style::Slow,
            Style::Silent,
            Style::Resigns,
            Style::Unable,
            Style::Gloomy,
            Style::Calm,
            Style::Reader,
        ];
        let style = styles.into_iter().find(|style| format!("{style:?}").eq_ignore_ascii_case(id));
        let style = style.ok_or_else(|| EngineError::Failed(format!("there is no {id}")))?;
        Ok(Box::new(Toy::new(style)))
    }
}

/// A match between toys at depth 1, which means nothing to them.
pub(crate) fn toys(specs: &[&str]) -> Tournament {
    toys_at(GameKind::default(), specs)
}

pub(crate) fn toys_at(kind: GameKind, specs: &[&str]) -> Tournament {
    let engines = specs.iter().map(|spec| spec.parse().unwrap()).collect();
    let book = random_book(kind, 1);
    let pace = Pace { depth: Some(1), ..Pace::default() };
    Tournament { kind, ..Tournament::new(engines, book, pace) }
}

/// Openings of two random half-moves.
pub(crate) fn random_book(kind: GameKind, seed: u64) -> OpeningsBook {
    let spec = BookSpec { source: BookSource::Random, seed, plies: Some(2), ..BookSpec::default() };
    OpeningsBook::open(&spec, kind).unwrap()
}

/// Plays it through and gives the standings with the sentence each game ended with.
pub(crate) fn play(tournament: &Tournament) -> (Standings, Vec<String>) {
    let shop = Shop::default();
    let mut verdicts = Vec::new();
    let standings = tournament
        .run(&|spec| shop.make(spec), &Stop::new(), &mut |news, _| {
            if let MatchNews::Finished { record, .. } = news {
                verdicts.push(record.verdict.to_string());
            }
        })
        .unwrap();
    (standings, verdicts)
}
