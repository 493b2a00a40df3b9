//! A machine's own events, told in the words that all engines share.

use std::marker::PhantomData;

use kempelen_rules::{Color, Move};
use kempelen_trace::{Event as Told, How, Observer, Trace, Why};

use crate::fixed_depth::Machine;
use crate::watch::{Event, Left, Progress, Skipped, Watch};

/// Writes what a machine says into a trace, and passes its progress on.
pub(crate) struct Aloud<'a, M, W> {
    trace: &'a mut Trace,
    /// The side to move at the root.
    root: Color,
    /// How many nodes are open.
    open: usize,
    /// The move that leads to the node to be entered next.
    tried: Option<Move>,
    progress: W,
    machine: PhantomData<M>,
}

impl<'a, M: Machine, W> Aloud<'a, M, W> {
    pub(crate) fn new(trace: &'a mut Trace, root: Color, progress: W) -> Self {
        Self { trace, root, open: 0, tried: None, progress, machine: PhantomData }
    }

    /// A score as the side to move at the innermost open node sees it.
    fn seen(&self, score: M::Score) -> i32 {
        let mover = if self.open % 2 == 1 { self.root } else { !self.root };
        M::traced(score, mover)
    }

    fn enter(&mut self, depth: u8, alpha: M::Score, beta: M::Score) -> Told {
        let how = if self.open == 0 { How::Root } else { M::how(depth) };
        self.open += 1;
        // Where a machine counts from one side only, the other side sees its window from the other end.
        let (alpha, beta) = (self.seen(alpha), self.seen(beta));
        Told::Enter {
            m: self.tried.take(),
            how,
            depth: depth.into(),
            alpha: alpha.min(beta),
            beta: alpha.max(beta),
        }
    }
}

impl<M: Machine, W: Watch<M::Score>> Watch<M::Score> for Aloud<'_, M, W> {
    fn note(&mut self, event: impl FnOnce() -> Event<M::Score>) {
        let told = match event() {
            Event::Enter { depth, alpha, beta, .. } => {
                if self.open == 0 {
                    self.trace.note(|| Told::Iteration { depth });
                }
                self.enter(depth, alpha, beta)
            }
            Event::Static { score } => Told::Static { score: self.seen(score) },
            Event::Known { score, bound, depth, m } => {
                Told::Table { score: self.seen(score), bound, depth: depth.into(), m }
            }
            Event::Skip { m, why } => Told::Skip { m, why: skipped(why) },
            Event::Try { m } => {
                self.tried = Some(m);
                return;
            }
            Event::Best { m, score } => Told::Best { m, score: self.seen(score) },
            Event::Leave { score, why } => {
                let score = self.seen(score);
                self.open -= 1;
                Told::Leave { score, why: left(why) }
            }
        };
        self.trace.note(|| told);
    }

    fn progress(&mut self, progress: Progress<M::Score>) {
        self.progress.progress(progress);
    }
}

fn skipped(why: Skipped) -> Why {
    match why {
        Skipped::Illegal => Why::Illegal,
        Skipped::Forbidden => Why::Excluded,
    }
}

fn left(why: Left) -> Why {
    match why {
        Left::Cutoff => Why::Beta,
        Left::StandPat => Why::StandPat,
        Left::Horizon => Why::Horizon,
        Left::Mate | Left::OpponentMated => Why::Mate,
        Left::Stalemate => Why::Stalemate,
        Left::Table => Why::Table,
        Left::Counting => Why::Counting,
        Left::Material => Why::Material,
        Left::Repetition => Why::Repetition,
        Left::FiftyMoves => Why::FiftyMoves,
        Left::Exhausted => Why::Searched,
        Left::Stopped => Why::Stopped,
    }
}
