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
            why if why.facts().proof.is_game_over() => Bound::Exact,
            _ if node.score >= node.beta => Bound::Lower,
            _ if node.score <= node.alpha => Bound::Upper,
            _ => Bound::Exact,
        }
    }

    /// Why a node was left with its score, as a sentence without its full stop.
    pub fn because(&self, id: NodeId) -> String {
        let node = &self[id];
        let sentence = match node.why {
            Why::Searched if node.score <= node.alpha || self.best(id).is_none() => {
                "nothing {mover} has beats {score}, and {mover} already has a line worth {alpha}"
            }
            Why::Horizon if self.best(id).is_some() => "captures go on: {best} leads to {score}",
            Why::Horizon if self.static_score(id).is_some() && self.children(id).next().is_some() => {
                "no capture does better than {score}"
            }
            Why::Mate if self.position(id).is_some_and(|position| !position.in_check()) => {
                "{mover} has no move, which the machine takes for mate"
            }
            Why::Stopped if !node.is_closed => "the trace ends here",
            why => why.facts().because,
        };
        self.fill_in(id, sentence)
    }

    /// A sentence about a node, with what stands in braces filled in.
    fn fill_in(&self, id: NodeId, sentence: &str) -> String {
        let mut parts = sentence.split(['{', '}']);
        let mut text = parts.next().unwrap_or_default().to_owned();
        while let (Some(name), Some(behind)) = (parts.next(), parts.next()) {
            text.push_str(&self.detail(id, name));
            text.push_str(behind);
        }
        text
    }

    /// What a sentence may mention of a node, by name.
    fn detail(&self, id: NodeId, name: &str) -> String {
        let node = &self[id];
        match name {
            "mover" => side(self.turn(id)).to_owned(),
            "score" => self.show(id, node.score),
            "alpha" => self.show(id, node.alpha),
            "already" => {
                format!("and {} already has a line worth {}", side(!self.turn(id)), self.show(id, node.beta))
            }
            "static" => {
                self.static_score(id).map_or("an unknown score".to_owned(), |score| self.show(id, score))
            }
            "best" => self.best(id).map_or("a move".to_owned(), |(m, _)| self.name_of(id, m)),
            "probe" => {
                let probe = self.children(id).filter(|&child| self[child].how == How::Probe).last();
                probe.map_or("a capture".to_owned(), |probe| self.name(probe))
            }
            "known" => {
                let known = self.known(id);
                let bound = known.map_or(Bound::Exact, |known| known.bound);
                let depth = known.map_or(0, |known| known.depth.max(0));
                format!("{}, from a search to depth {depth}", self.bound(id, node.score, bound))
            }
            "words" => node.why.words().to_owned(),
            // The tests see to it that no sentence mentions anything else.
            _ => format!("{{{name}}}"),
        }
    }
}

/// Why nobody looked at a move, in a few words.
pub(crate) fn ghost(ghost: Ghost) -> String {
    match ghost {
        Ghost::AfterCutoff => "never reached: another move had cut off".to_owned(),
        Ghost::Settled(why) => format!("never reached: {}", why.words()),
        Ghost::Quiet => "no capture, and only captures were tried".to_owned(),
        Ghost::WithTheRest(why) => format!("given up with the rest: {}", why.words()),
        Ghost::NotAsked => "not asked for".to_owned(),
        Ghost::Stopped => "never reached: the search was stopped".to_owned(),
        Ghost::Unknown => "the machine does not know it".to_owned(),
        Ghost::NotKept => "what became of it was not kept".to_owned(),
    }
}
