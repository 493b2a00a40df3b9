//! What is known of a search that runs.

use std::time::Duration;

use kempelen_engine::{Info, Limits, ScoredLine};
use kempelen_rules::{AnyPosition, Move};

use crate::words;

/// What an engine has said about a search so far. Times are counted from its begin.
#[derive(Clone, Debug)]
pub(super) struct ThoughtSoFar {
    pub(super) position: AnyPosition,
    limits: Limits,
    /// How many moves there are to look at.
    moves: usize,
    /// The best line, as far as one is known.
    pub(super) line: Option<ScoredLine>,
    pub(super) nodes: u64,
    /// The move that is looked at, its number, and since when that is known.
    pub(super) current: Option<(Move, usize, Duration)>,
}

/// How far a search is, by what will end it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct ThoughtProgress {
    /// From 0 to 1.
    pub(super) ratio: f64,
    /// What was counted: `move 7 of 20`.
    pub(super) label: String,
}

impl ThoughtSoFar {
    pub(super) fn new(position: AnyPosition, limits: Limits) -> Self {
        let moves = position.legal_moves().len();
        Self { position, limits, moves, line: None, nodes: 0, current: None }
    }

    /// Takes note of what the engine says; whether it found something new.
    pub(super) fn note(&mut self, info: &Info, elapsed: Duration) -> bool {
        if let Some((m, number)) = info.current {
            self.current = Some((m, number, elapsed));
        }
        self.nodes = self.nodes.max(info.nodes);
        let Some((1, line)) = &info.line else { return false };
        if line.pv.is_empty() || self.line.as_ref() == Some(line) {
            return false;
        }
        self.line = Some(line.clone());
        true
    }

    /// Takes the line that the engine answers with. Some answer with less of it than they told before.
    pub(super) fn settle(&mut self, answer: &ScoredLine) {
        let told = self.line.take().filter(|line| line.pv.starts_with(&answer.pv)).map(|line| line.pv);
        let pv = told.unwrap_or_else(|| answer.pv.clone());
        self.line = Some(ScoredLine { pv, ..answer.clone() });
    }

    /// Depth, score and line, or nothing.
    pub(super) fn found(&self) -> String {
        let Some(line) = &self.line else { return String::new() };
        let score = line.score.map_or(String::new(), |score| format!("{}  ", words::score(score)));
        format!("depth {}  {score}{}", line.depth, words::san_line(&self.position, &line.pv))
    }

    /// How long it may take to look at the other moves, if each takes as long as those before.
    pub(super) fn left(&self, elapsed: Duration) -> Option<Duration> {
        let (_, number, since) = self.current?;
        let done = u32::try_from(number.checked_sub(1)?).ok().filter(|&done| done > 0)?;
        let rest = u32::try_from(self.moves.saturating_sub(number) + 1).ok()?;
        Some((since / done * rest).saturating_sub(elapsed.saturating_sub(since)))
    }

    /// How far it is: in its time, its nodes or its depth where one of them ends it; otherwise, as with machines that
    /// have a depth of their own, in the moves at the root.
    pub(super) fn progress(&self, elapsed: Duration) -> Option<ThoughtProgress> {
        if let Some(time) = self.limits.time {
            let label = format!("{} of {}", words::time(elapsed.min(time)), words::time(time));
            return Some(ThoughtProgress::new(elapsed.as_secs_f64() / time.as_secs_f64().max(0.001), label));
        }
        if let Some(nodes) = self.limits.nodes {
            return Some(ThoughtProgress::new(self.nodes as f64 / nodes as f64, format!("of {nodes} nodes")));
        }
        if let Some((_, number, _)) = self.current {
            let done = number.saturating_sub(1) as f64 / self.moves.max(1) as f64;
            return Some(ThoughtProgress::new(done, format!("move {number} of {}", self.moves)));
        }
        let (depth, line) = (self.limits.depth?, self.line.as_ref()?);
        Some(ThoughtProgress::new(
            f64::from(line.depth) / f64::from(depth),
            format!("depth {} of {depth}", line.depth),
        ))
    }
}

impl ThoughtProgress {
    fn new(ratio: f64, label: String) -> Self {
        Self { ratio: ratio.clamp(0.0, 1.0), label }
    }
}

#[cfg(test)]
mod tests {
    use kempelen_engine::Score;
    use kempelen_rules::VariantId;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn thought(limits: Limits) -> ThoughtSoFar {
        ThoughtSoFar::new(AnyPosition::start(VariantId::Chess), limits)
    }

    fn line(thought: &ThoughtSoFar, depth: u8) -> Info {
        let pv = vec![thought.position.read_uci("e2e4").unwrap()];
        let line = ScoredLine { pv, score: Some(Score::Cp(31)), depth, ..ScoredLine::default() };
        Info { line: Some((1, line)), nodes: 1000, ..Info::default() }
    }

    #[test]
    fn only_what_is_new_is_news() {
        let mut thought = thought(Limits::default());
        assert_eq!(thought.found(), "");
        let info = line(&thought, 3);
        assert!(thought.note(&info, SECOND));
        assert!(!thought.note(&info, 2 * SECOND));
        assert_eq!(thought.found(), "depth 3  +0.31  1. e4");
    }

    #[test]
    fn machines_of_a_fixed_depth_are_measured_by_their_moves() {
        let mut thought = thought(Limits::default());
        assert_eq!(thought.progress(SECOND), None, "nothing was said yet");
        let m = thought.position.read_uci("e2e4").unwrap();
        thought.note(&Info { current: Some((m, 6)), ..Info::default() }, 5 * SECOND);
        let progress = thought.progress(5 * SECOND).unwrap();
        assert_eq!(progress, ThoughtProgress { ratio: 0.25, label: "move 6 of 20".into() });
        assert_eq!(thought.left(5 * SECOND), Some(15 * SECOND));
        assert_eq!(thought.left(7 * SECOND), Some(13 * SECOND));
    }

    #[test]
    fn others_by_what_ends_them() {
        let timed = thought(Limits::time(4 * SECOND));
        assert_eq!(
            timed.progress(SECOND).unwrap(),
            ThoughtProgress { ratio: 0.25, label: "1.0 s of 4.0 s".into() }
        );
        assert!((timed.progress(9 * SECOND).unwrap().ratio - 1.0).abs() < 1e-9);
        let mut deep = thought(Limits::depth(4));
        deep.note(&line(&deep, 3), SECOND);
        assert_eq!(
            deep.progress(SECOND).unwrap(),
            ThoughtProgress { ratio: 0.75, label: "depth 3 of 4".into() }
        );
        let mut counted = thought(Limits::nodes(2000));
        counted.note(&line(&counted, 3), SECOND);
        assert!((counted.progress(SECOND).unwrap().ratio - 0.5).abs() < 1e-9);
    }
}
