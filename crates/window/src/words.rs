//! Reasons in sentences.
//!
//! Wherever people read, scores are seen from White's side: what is good for White is positive. So both ends of a window
//! have a plain meaning too. The lower one is what White has already, the upper one what Black has.

use kempelen_rules::{Color, Move};
use kempelen_trace::{Bound, How, Score, Why};

use crate::position;
use crate::tree::{Ghost, NodeId, Tree};

/// The side's name at the beginning of a sentence and within.
pub(crate) fn side(color: Color) -> &'static str {
    color.pick("White", "Black")
}

impl Tree {
    /// A score of a node as people read it: from White's side.
    pub fn show(&self, id: NodeId, score: Score) -> String {
        self.scale().show(self.from_white(id, score))
    }

    /// The same as a number.
    pub fn from_white(&self, id: NodeId, score: Score) -> Score {
        self.turn(id).pick(score, score.saturating_neg())
    }

    /// A move of a node in words.
    pub fn name_of(&self, id: NodeId, m: Move) -> String {
        position::name(self.position(id).as_ref(), Some(m))
    }

    /// The window of a node: what White has already and what Black has.
    pub fn window(&self, id: NodeId) -> String {
        let node = &self[id];
        let (alpha, beta) = (self.from_white(id, node.alpha), self.from_white(id, node.beta));
        format!("[{}, {}]", self.scale().show(alpha.min(beta)), self.scale().show(alpha.max(beta)))
    }

    /// `exactly 0.31`, `at least 0.31`, `at most 0.31`: a bound of a node, from White's side.
    pub(crate) fn bound(&self, id: NodeId, score: Score, bound: Bound) -> String {
        let words = match (bound, self.turn(id)) {
            (Bound::Exact, _) => "exactly",
            (Bound::Lower, Color::White) | (Bound::Upper, Color::Black) => "at least",
            (Bound::Upper, Color::White) | (Bound::Lower, Color::Black) => "at most",
        };
        format!("{words} {}", self.show(id, score))
    }

    /// What kind of score a node was left with: it may only be one end of what could be.
    pub fn bound_of(&self, id: NodeId) -> Bound {
        let node = &self[id];
        // What the table said may not have been kept.
        if let (Why::Table, Some(known)) = (node.why, self.known(id)) {
            return known.bound;
        }
        match node.why {
            Why::Mate
            | Why::Stalemate
            | Why::Repetition
            | Why::FiftyMoves
            | Why::Counting
            | Why::Material => Bound::Exact,
            _ if node.score >= node.beta => Bound::Lower,
            _ if node.score <= node.alpha => Bound::Upper,
            _ => Bound::Exact,
        }
    }

    /// Why a node was left with its score, as a sentence without its full stop.
    pub fn because(&self, id: NodeId) -> String {
        let node = &self[id];
        let (mover, other) = (side(self.turn(id)), side(!self.turn(id)));
        let score = self.show(id, node.score);
        let already = format!("and {other} already has a line worth {}", self.show(id, node.beta));
        let judged = self.static_score(id).map(|judged| self.show(id, judged));
        let stands = judged.clone().unwrap_or_else(|| "an unknown score".to_owned());
        match node.why {
            Why::Beta => {
                let cut = self.best(id).map_or_else(|| "a move".to_owned(), |(m, _)| self.name_of(id, m));
                format!("cut off: {cut} scores {score}, {already}")
            }
            Why::Searched => self.searched(id),
            Why::Horizon => match (self.best(id), judged) {
                (Some((m, _)), _) => format!("captures go on: {} leads to {score}", self.name_of(id, m)),
                (None, Some(_)) if self.children(id).next().is_some() => {
                    format!("no capture does better than {score}")
                }
                _ => format!("the depth is used up: judged at {score}"),
            },
            Why::StandPat => format!("{mover} need not do anything: it stands at {stands}, {already}"),
            Why::Table => {
                let known = self.known(id);
                let bound = known.map_or(Bound::Exact, |known| known.bound);
                let depth = known.map_or(0, |known| known.depth.max(0));
                let words = self.bound(id, node.score, bound);
                format!("the table knows it already: {words}, from a search to depth {depth}")
            }
            Why::NullMove => format!("cut off: even a pass scores {score}, {already}"),
            Why::ReverseFutility => {
                format!("given up as too good: {mover} stands at {stands} before its move, {already}")
            }
            Why::Razoring => {
                format!("{mover} stands so badly, at {stands}, that only captures were tried: {score}")
            }
            Why::ProbCut => {
                let probe = self.children(id).filter(|&child| self[child].how == How::Probe).last();
                let capture = probe.map_or_else(|| "a capture".to_owned(), |probe| self.name(probe));
                format!("cut off: {capture} is good even with a margin, {already}")
            }
            Why::MultiCut => format!("cut off: more than one move reaches {score}, {already}"),
            Why::MateDistance => "no mate from here can be shorter than one that is known".to_owned(),
            Why::Mate if self.position(id).is_some_and(|position| !position.in_check()) => {
                format!("{mover} has no move, which the machine takes for mate")
            }
            Why::Mate => format!("{mover} is checkmated"),
            Why::Stalemate => format!("{mover} has no move and is not in check: a draw"),
            Why::Repetition => "the position has occurred before: a draw".to_owned(),
            Why::FiftyMoves => "fifty moves without a capture or a pawn move: a draw".to_owned(),
            Why::Counting => "the count has run out: a draw".to_owned(),
            Why::Material => "neither side can mate: a draw".to_owned(),
            Why::Tablebase => format!("an endgame table knows it: {score}"),
            Why::Stopped if !node.is_closed => "the trace ends here".to_owned(),
            Why::Stopped => "the search was stopped here".to_owned(),
            Why::Excluded => "there is no other move".to_owned(),
            Why::KingCaptured => "a king is captured".to_owned(),
            Why::Counted => format!("what comes of it adds up to {score}"),
            Why::Book | Why::Lot => format!("{}; nothing was searched", reason(node.why)),
            Why::LateMove | Why::Futility | Why::Exchange | Why::History | Why::Illegal => {
                format!("left: {}", reason(node.why))
            }
            Why::Expanded | Why::Collision => reason(node.why).to_owned(),
        }
    }

    fn searched(&self, id: NodeId) -> String {
        let node = &self[id];
        let mover = side(self.turn(id));
        let score = self.show(id, node.score);
        match self.best(id) {
            Some((m, _)) if node.score > node.alpha => {
                format!("{mover}'s best is {}, worth {score}", self.name_of(id, m))
            }
            _ => {
                let alpha = self.show(id, node.alpha);
                format!("nothing {mover} has beats {score}, and {mover} already has a line worth {alpha}")
            }
        }
    }
}

/// Why a move was passed over, or a node left, in a few words.
pub fn reason(why: Why) -> &'static str {
    match why {
        Why::Searched => "all moves worth it were searched",
        Why::Beta => "a move cut off",
        Why::Table => "the table knew it",
        Why::NullMove => "even a pass is too good",
        Why::ReverseFutility => "far above the window (reverse futility)",
        Why::Razoring => "far below the window (razoring)",
        Why::ProbCut => "a capture is good even with a margin (ProbCut)",
        Why::MultiCut => "several moves would cut off (multi-cut)",
        Why::MateDistance => "a shorter mate is known",
        Why::Horizon => "the depth is used up",
        Why::StandPat => "doing nothing is good enough (stand pat)",
        Why::Mate => "checkmate",
        Why::Stalemate => "stalemate",
        Why::Repetition => "repetition",
        Why::FiftyMoves => "fifty moves",
        Why::Counting => "the count has run out",
        Why::Material => "neither side can mate",
        Why::Tablebase => "an endgame table knew it",
        Why::Stopped => "stopped",
        Why::LateMove => "it comes too late in the list (late move)",
        Why::Futility => "it cannot gain enough (futility)",
        Why::Exchange => "it loses material on its square (bad exchange)",
        Why::History => "it has failed too often before (history)",
        Why::Illegal => "it leaves the king in check",
        Why::Excluded => "it was to be left out",
        Why::KingCaptured => "a king is captured",
        Why::Counted => "its moves were counted, not compared",
        Why::Book => "a book has the move",
        Why::Lot => "the move is drawn by lot",
        Why::Expanded => "a new position, valued by the network",
        Why::Collision => "another playout waits for its value",
    }
}

/// A reason in one word, for tables and programs.
pub fn reason_word(why: Why) -> &'static str {
    match why {
        Why::Searched => "searched",
        Why::Beta => "beta",
        Why::Table => "table",
        Why::NullMove => "null-move",
        Why::ReverseFutility => "reverse-futility",
        Why::Razoring => "razoring",
        Why::ProbCut => "probcut",
        Why::MultiCut => "multi-cut",
        Why::MateDistance => "mate-distance",
        Why::Horizon => "horizon",
        Why::StandPat => "stand-pat",
        Why::Mate => "mate",
        Why::Stalemate => "stalemate",
        Why::Repetition => "repetition",
        Why::FiftyMoves => "fifty-moves",
        Why::Counting => "counting",
        Why::Material => "material",
        Why::Tablebase => "tablebase",
        Why::Stopped => "stopped",
        Why::LateMove => "late-move",
        Why::Futility => "futility",
        Why::Exchange => "exchange",
        Why::History => "history",
        Why::Illegal => "illegal",
        Why::Excluded => "excluded",
        Why::KingCaptured => "king-captured",
        Why::Counted => "counted",
        Why::Book => "book",
        Why::Lot => "lot",
        Why::Expanded => "expanded",
        Why::Collision => "collision",
    }
}

/// How a node was searched, in one word, for tables and programs.
pub fn how_word(how: How) -> &'static str {
    match how {
        How::Root => "root",
        How::Full => "full",
        How::Scout => "scout",
        How::Reduced => "reduced",
        How::Again => "again",
        How::Null => "null",
        How::Probe => "probe",
        How::Verify => "verify",
        How::Quiescence => "quiescence",
        How::Order => "order",
    }
}

/// How a node was searched, in words that fit behind its line; nothing where it was searched in full.
pub(crate) fn how_searched(how: How) -> &'static str {
    match how {
        How::Root | How::Full => "",
        How::Scout => "scout",
        How::Reduced => "reduced scout",
        How::Again => "again",
        How::Null => "pass",
        How::Probe => "probe",
        How::Verify => "without its best move, or without a pass",
        How::Quiescence => "captures only",
        How::Order => "to put moves in order",
    }
}

/// Why nobody looked at a move, in a few words.
pub(crate) fn ghost(ghost: Ghost) -> String {
    match ghost {
        Ghost::AfterCutoff => "never reached: another move had cut off".to_owned(),
        Ghost::Settled(why) => format!("never reached: {}", reason(why)),
        Ghost::Quiet => "no capture, and only captures were tried".to_owned(),
        Ghost::WithTheRest(why) => format!("given up with the rest: {}", reason(why)),
        Ghost::NotAsked => "not asked for".to_owned(),
        Ghost::Stopped => "never reached: the search was stopped".to_owned(),
        Ghost::Unknown => "the machine does not know it".to_owned(),
        Ghost::NotKept => "what became of it was not kept".to_owned(),
    }
}
