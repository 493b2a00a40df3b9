//! What a position of a suite asks for.

use kempelen_rules::epd::Epd;
use kempelen_rules::uci::MoveError;
use kempelen_rules::{AnyPosition, Move};

/// A position with its right and wrong moves, and the points that moves are worth.
pub(super) struct SuiteTask {
    pub(super) id: String,
    pub(super) position: AnyPosition,
    best: Vec<Move>,
    avoid: Vec<Move>,
    points: Vec<(Move, u32)>,
}

/// Why a line of a suite asks for nothing.
#[derive(Debug)]
pub(super) enum TaskError {
    Move(MoveError),
    Nothing,
}

impl std::fmt::Display for TaskError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Move(error) => error.fmt(f),
            Self::Nothing => f.write_str("it has neither bm nor am"),
        }
    }
}

impl SuiteTask {
    /// The task of a line. One without a name is called by its number.
    pub(super) fn of(epd: &Epd, number: usize) -> Result<Self, TaskError> {
        let moves = |opcode| epd.moves(opcode).map_err(TaskError::Move);
        let (best, avoid, points) = (moves("bm")?, moves("am")?, points(epd));
        if best.is_empty() && avoid.is_empty() && points.is_empty() {
            return Err(TaskError::Nothing);
        }
        let id = epd.text("id").map_or_else(|| format!("position {number}"), str::to_owned);
        Ok(Self { id, position: epd.position, best, avoid, points })
    }

    /// Whether a move solves it. Where only points are given, that is the move with the most.
    pub(super) fn is_right(&self, m: Move) -> bool {
        if self.best.is_empty() && self.avoid.is_empty() {
            return Some(self.points(m)) == self.most_points();
        }
        (self.best.is_empty() || self.best.contains(&m)) && !self.avoid.contains(&m)
    }

    pub(super) fn points(&self, m: Move) -> u32 {
        self.points.iter().find(|(graded, _)| *graded == m).map_or(0, |(_, points)| *points)
    }

    /// The most that can be had here, if points are given.
    pub(super) fn most_points(&self) -> Option<u32> {
        self.points.iter().map(|(_, points)| *points).max()
    }

    /// The answer in words.
    pub(super) fn wanted(&self) -> String {
        let names =
            |moves: &[Move]| moves.iter().map(|&m| self.position.san(m)).collect::<Vec<_>>().join(" ");
        match (self.best.is_empty(), self.avoid.is_empty()) {
            (false, true) => format!("bm {}", names(&self.best)),
            (true, false) => format!("am {}", names(&self.avoid)),
            (false, false) => format!("bm {} am {}", names(&self.best), names(&self.avoid)),
            (true, true) => String::new(),
        }
    }

    /// The part of the suite that it belongs to: its name without the number at its end.
    pub(super) fn theme(&self) -> &str {
        let name = self.id.trim_end_matches(|c: char| c.is_ascii_digit());
        name.trim_end_matches(['.', ' ', '#', '-', '_'])
    }
}

/// The points of moves: `c8` and `c9` name points and moves in two lists, `c0` in pairs. A move that cannot be read
/// has no points to give.
fn points(epd: &Epd) -> Vec<(Move, u32)> {
    let read = |text: &str| epd.position.read_move(text).ok();
    if let (Some(points), Some(moves)) = (epd.text("c8"), epd.text("c9")) {
        let pairs = moves.split_whitespace().zip(points.split_whitespace());
        return pairs.filter_map(|(m, points)| Some((read(m)?, points.parse().ok()?))).collect();
    }
    let pairs = epd.text("c0").unwrap_or_default().split(',').filter_map(|pair| pair.rsplit_once('='));
    pairs.filter_map(|(m, points)| Some((read(m.trim())?, points.trim().parse().ok()?))).collect()
}

#[cfg(test)]
mod tests {
    use kempelen_rules::VariantId;

    use super::*;

    const FEN: &str = "1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - -";

    fn task(operations: &str) -> SuiteTask {
        let epd = Epd::read(VariantId::Chess, &format!("{FEN} {operations}")).expect("EPD");
        SuiteTask::of(&epd, 7).expect("a task")
    }

    #[test]
    fn points_are_read_in_both_notations() {
        let pairs = task("bm f5; id \"STS(v1.0) Undermine.001\"; c0 \"f5=100, Bf2=46, Bg4=23\";");
        let lists = task("bm f5; c8 \"100 46 23\"; c9 \"f4f5 d4f2 f3g4\";");
        for task in [&pairs, &lists] {
            for (text, points) in [("f5", 100), ("Bf2", 46), ("Bg4", 23), ("h3", 0)] {
                assert_eq!(task.points(task.position.read_move(text).unwrap()), points, "{text}");
            }
            assert_eq!(task.most_points(), Some(100));
        }
        assert_eq!(pairs.theme(), "STS(v1.0) Undermine");
        assert_eq!((lists.id.as_str(), lists.theme()), ("position 7", "position"));
    }

    #[test]
    fn best_moves_and_moves_to_avoid_decide() {
        let right = |task: &SuiteTask, text: &str| task.is_right(task.position.read_move(text).unwrap());
        let best = task("bm f5 Bf2;");
        assert!(right(&best, "f5") && right(&best, "Bf2") && !right(&best, "h3"));
        let avoid = task("am f5;");
        assert!(!right(&avoid, "f5") && right(&avoid, "h3"));
        assert_eq!((best.wanted().as_str(), avoid.wanted().as_str()), ("bm f5 Bf2", "am f5"));
        let graded = task("c0 \"f5=100, Bf2=46\";");
        assert!(right(&graded, "f5") && !right(&graded, "Bf2"));
    }

    #[test]
    fn a_line_without_an_answer_is_no_task() {
        let epd = Epd::read(VariantId::Chess, &format!("{FEN} id \"x\";")).expect("EPD");
        assert!(matches!(SuiteTask::of(&epd, 1), Err(TaskError::Nothing)));
        let epd = Epd::read(VariantId::Chess, &format!("{FEN} bm e4;")).expect("EPD");
        assert!(matches!(SuiteTask::of(&epd, 1), Err(TaskError::Move(_))));
    }
}
