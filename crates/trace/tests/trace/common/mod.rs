//! A small search of a made-up tree that tells what it does.

use kempelen_rules::random::stir;
use kempelen_rules::{Move, Square};
use kempelen_trace::{Event, How, Observer, Score, Why};

const INFINITE: Score = 30_000;

/// A tree whose nodes have made-up scores: the same for the same seed.
pub(crate) struct Search<'o, O> {
    pub(crate) watch: &'o mut O,
    pub(crate) seed: u64,
    pub(crate) width: u32,
    pub(crate) nodes: u64,
}

impl<O: Observer> Search<'_, O> {
    /// Deepens up to a depth, the root twice at each (as after a window that failed).
    pub(crate) fn run(&mut self, depth: u8) {
        for depth in 1..=depth {
            for window in [(-50, 50), (-INFINITE, INFINITE)] {
                self.watch.note(|| Event::Iteration { depth });
                self.node(None, How::Root, depth.into(), window, self.seed);
            }
        }
    }

    fn node(&mut self, m: Option<Move>, how: How, depth: i16, window: (Score, Score), place: u64) -> Score {
        let (mut alpha, beta) = window;
        self.nodes += 1;
        self.watch.note(|| Event::Enter { m, how, depth, alpha, beta });
        let score = (stir(place) % 401) as Score - 200;
        self.watch.note(|| Event::Static { score });
        if depth == 0 {
            self.watch.note(|| Event::Leave { score, why: Why::Horizon });
            return score;
        }
        if how == How::Scout && depth == 2 && stir(place ^ 7).is_multiple_of(5) {
            let null = (-beta, 1 - beta);
            let found = -self.node(None, How::Null, depth - 2, null, stir(place ^ 3));
            if found >= beta {
                self.watch.note(|| Event::Leave { score: found, why: Why::NullMove });
                return found;
            }
        }
        let mut best = -INFINITE;
        let mut why = Why::Searched;
        for number in 0..self.width {
            let m = a_move(number);
            let below = stir(place ^ u64::from(number) << 20);
            if number > 3 && below.is_multiple_of(4) {
                self.watch.note(|| Event::Skip { m, why: Why::LateMove });
                continue;
            }
            let mut found = Score::MAX;
            if number > 0 {
                found = -self.node(Some(m), How::Scout, depth - 1, (-alpha - 1, -alpha), below);
            }
            if found > alpha && (number == 0 || beta - alpha > 1) {
                let how = if number == 0 { How::Full } else { How::Again };
                found = -self.node(Some(m), how, depth - 1, (-beta, -alpha), below);
            }
            best = best.max(found);
            if found > alpha {
                self.watch.note(|| Event::Best { m, score: found });
                alpha = found;
            }
            if alpha >= beta {
                why = Why::Beta;
                break;
            }
        }
        self.watch.note(|| Event::Leave { score: best, why });
        best
    }
}

pub(crate) fn a_move(number: u32) -> Move {
    Move::new(Square::wrap(number as u8), Square::wrap(number as u8 + 8))
}
