//! Machines that search to a fixed depth, behind the door that all engines share.
//!
//! A machine has its own board and its own idea of the rules. The referee stands here: it translates positions
//! in and judges moves out. Where the machine's choice is against the laws of chess, it is told so and asked
//! again; where it has no legal answer at all, it resigns and says why.

use std::marker::PhantomData;
use std::time::{Duration, Instant};

use kempelen_engine::{
    About, Ask, Details, Engine, EngineError, Info, Judgement, OptionError, OptionSet, OptionSpec, OwnChoice,
    Report, Score, ScoredLine, options,
};
use kempelen_rules::{AnyGame, Color, Game, Move, MoveList, Position};
use kempelen_trace::{Event, Mute, Observer, Scale, Trace};

use crate::door::{FromAnyGame, Patience, seat};
use crate::limits::MachineLimits;
use crate::plain::OwnScore;
use crate::watch::{RootProgress, Watch};

/// What a machine of this kind has to tell of itself.
pub(crate) trait FixedDepthMachine: Send {
    /// Its label.
    const ABOUT: About;
    /// The depth at which the original plays.
    const DEPTH: u8;
    /// The game it plays.
    type Variant: FromAnyGame;
    /// Its own kind of score.
    type Score: OwnScore;
    /// What its scores mean in a trace.
    const SCALE: Scale;

    /// Thinks about the last position of a game.
    fn search(
        game: &Game<Self::Variant>,
        limits: MachineLimits<'_>,
        watch: &mut impl Watch<Self::Score>,
    ) -> FixedDepthResult<Self::Score>;

    /// What it thinks of a position at its horizon.
    fn judge(position: &Position<Self::Variant>) -> Judgement;

    /// A score as everybody reads it, seen from the side to move.
    fn score(score: Self::Score, mover: Color) -> Score;
}

/// What a machine found.
pub(crate) struct FixedDepthResult<S> {
    pub(crate) best: Option<Move>,
    pub(crate) score: S,
    pub(crate) nodes: u64,
    /// What the original had to say besides, by its own names.
    pub(crate) details: Details,
}

options! {
    /// What can be set. The depth if not set is the machine's own.
    struct FixedDepthOptions {
        /// how many plies it looks ahead
        "Depth" depth: u8 = 1, in 1..=20;
    }
}

/// A machine as an engine.
pub(crate) struct FixedDepth<M> {
    options: FixedDepthOptions,
    machine: PhantomData<M>,
}

impl<M: FixedDepthMachine> FixedDepth<M> {
    const DEFAULTS: FixedDepthOptions = FixedDepthOptions { depth: M::DEPTH };

    pub(crate) fn new() -> Self {
        Self { options: Self::DEFAULTS, machine: PhantomData }
    }
}

impl<M: FixedDepthMachine> Engine for FixedDepth<M> {
    fn about(&self) -> &About {
        &M::ABOUT
    }

    fn options(&self) -> Vec<OptionSpec> {
        self.options.specs_with(&Self::DEFAULTS)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.options.set(name, value)
    }

    fn scale(&self) -> Scale {
        M::SCALE
    }

    fn judge(&self, game: &AnyGame) -> Result<Option<Judgement>, EngineError> {
        Ok(Some(M::judge(seat::<M::Variant>(game, &M::ABOUT)?.position())))
    }

    fn think(&mut self, ask: Ask<'_>) -> Result<Report, EngineError> {
        let case = Case::<M>::new(&ask, self.options.depth)?;
        Ok(case.answer(&mut ProgressTeller::new(&case, ask.tell, Mute)))
    }

    fn think_aloud(&mut self, ask: Ask<'_>, trace: &mut Trace) -> Result<Report, EngineError> {
        let case = Case::<M>::new(&ask, self.options.depth)?;
        Ok(case.answer(&mut ProgressTeller::new(&case, ask.tell, trace)))
    }
}

/// One question, as the machine and the referee see it.
struct Case<'a, M: FixedDepthMachine> {
    game: &'a Game<M::Variant>,
    depth: u8,
    nodes: Option<u64>,
    only: &'a [Move],
    patience: Patience<'a>,
}

impl<'a, M: FixedDepthMachine> Case<'a, M> {
    fn new(ask: &Ask<'a>, depth: u8) -> Result<Self, EngineError> {
        Ok(Self {
            game: seat(ask.game, &M::ABOUT)?,
            depth: ask.limits.depth.unwrap_or(depth).max(1),
            nodes: ask.limits.nodes,
            only: ask.only,
            patience: Patience::new(ask),
        })
    }

    fn mover(&self) -> Color {
        self.game.position().turn()
    }

    fn search(&self, only: &[Move], watch: &mut impl Watch<M::Score>) -> FixedDepthResult<M::Score> {
        let stop = || self.patience.is_over();
        let limits = MachineLimits {
            nodes: self.nodes,
            only: (!only.is_empty()).then_some(only),
            ..MachineLimits::depth(self.depth).with_stop(&stop)
        };
        M::search(self.game, limits, watch)
    }

    /// Asks the machine, and judges what it says.
    fn answer(&self, watch: &mut impl Watch<M::Score>) -> Report {
        let legal: MoveList = self.game.position().legal_moves();
        let wanted = self.search(self.only, watch);
        let FixedDepthResult { best, score, mut nodes, mut details } = wanted;
        let mut chosen = best.map(|m| (m, score));
        let mut resigns = None;
        match best {
            Some(m) if !legal.contains(&m) => {
                let instead = self.search(&legal, watch);
                nodes += instead.nodes;
                chosen = instead.best.map(|m| (m, instead.score));
                details.own_choice = Some(OwnChoice::Replaced {
                    wanted: Some(m.to_string()),
                    plays: chosen.map(|(m, _)| m.to_string()),
                });
                if chosen.is_none() {
                    resigns = Some(format!("its move {m} is against the laws of chess, and it has no other"));
                }
            }
            None if !legal.is_empty() => {
                resigns = Some("it knows of no move here, though the laws of chess do".to_owned());
            }
            _ => {}
        }
        Report {
            best: chosen.map(|(m, _)| m),
            lines: chosen.map(|(m, score)| self.line(m, score)).into_iter().collect(),
            nodes,
            time: self.patience.elapsed(),
            resigns,
            details,
            ..Report::default()
        }
    }

    fn line(&self, m: Move, score: M::Score) -> ScoredLine {
        line::<M>(m, score, self.depth, self.mover())
    }
}

fn line<M: FixedDepthMachine>(m: Move, score: M::Score, depth: u8, mover: Color) -> ScoredLine {
    ScoredLine {
        pv: vec![m],
        score: Some(M::score(score, mover)),
        depth,
        selective_depth: depth,
        ..ScoredLine::default()
    }
}

/// Tells a listener how far the machine has come, and an observer all the rest.
struct ProgressTeller<'a, M, O> {
    observer: O,
    tell: &'a mut dyn FnMut(&Info),
    start: Instant,
    depth: u8,
    mover: Color,
    told: Option<Move>,
    machine: PhantomData<M>,
}

impl<'a, M: FixedDepthMachine, O> ProgressTeller<'a, M, O> {
    /// Which move is looked at is told only when it takes long enough for someone to ask.
    const SHORT: Duration = Duration::from_millis(500);

    fn new(case: &Case<'_, M>, tell: &'a mut dyn FnMut(&Info), observer: O) -> Self {
        let start = case.patience.start();
        Self {
            observer,
            tell,
            start,
            depth: case.depth,
            mover: case.mover(),
            told: None,
            machine: PhantomData,
        }
    }
}

impl<M, O: Observer> Observer for ProgressTeller<'_, M, O> {
    #[inline]
    fn note(&mut self, event: impl FnOnce() -> Event) {
        self.observer.note(event);
    }
}

impl<M: FixedDepthMachine, O: Observer> Watch<M::Score> for ProgressTeller<'_, M, O> {
    fn progress(&mut self, progress: RootProgress<M::Score>) {
        let time = self.start.elapsed();
        let news = progress.best.filter(|&(m, _)| self.told != Some(m));
        if let Some((m, _)) = news {
            self.told = Some(m);
        }
        let current = (time >= Self::SHORT).then_some(progress.next);
        if news.is_some() || current.is_some() {
            let line = news.map(|(m, score)| (1, line::<M>(m, score, self.depth, self.mover)));
            (self.tell)(&Info { line, current, nodes: progress.nodes, time, ..Info::default() });
        }
    }
}
