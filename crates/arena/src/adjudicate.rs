use std::fmt;
use std::str::FromStr;

use kempelen_engine::Score;
use kempelen_rules::Color;

use crate::fields::{FieldError, fields, value};
use crate::verdict::GameVerdict;

/// When a game is ended before its end on the board, by what the engines themselves say of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// When a side counts as lost.
    pub resign: Option<ResignRule>,
    /// When a game counts as drawn.
    pub draw: Option<DrawRule>,
    /// After how many half-moves of play a game is drawn in any case.
    pub longest: Option<usize>,
}

/// A side that says so often in a row that it is lost, is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// Moves of that side in a row.
    pub moves: u32,
    /// Hundredths of a pawn it is behind at each of them.
    pub score: i32,
    /// Whether the other side must say so too, as often.
    pub both: bool,
}

/// A game that both sides say so often in a row is level, is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// Moves of each side in a row.
    pub moves: u32,
    /// Hundredths of a pawn it is off level at most.
    pub score: i32,
    /// The move of the game (openings included) from which this holds.
    pub from: u32,
}

/// `moves=4,score=600,both=true`; what is left out is that.
impl FromStr for ResignRule {
    type Err = FieldError;

    fn from_str(text: &str) -> Result<Self, FieldError> {
        let mut rule = Self { moves: 4, score: 600, both: true };
        for (name, text) in fields(text)? {
            match name {
                "moves" => rule.moves = positive(name, text)?,
                "score" => rule.score = value(name, text)?,
                "both" => rule.both = value(name, text)?,
                _ => return Err(FieldError::unknown(name, "moves, score, both")),
            }
        }
        Ok(rule)
    }
}

/// `moves=8,score=10,from=40`; what is left out is that.
impl FromStr for DrawRule {
    type Err = FieldError;

    fn from_str(text: &str) -> Result<Self, FieldError> {
        let mut rule = Self { moves: 8, score: 10, from: 40 };
        for (name, text) in fields(text)? {
            match name {
                "moves" => rule.moves = positive(name, text)?,
                "score" => rule.score = value(name, text)?,
                "from" => rule.from = value(name, text)?,
                _ => return Err(FieldError::unknown(name, "moves, score, from")),
            }
        }
        Ok(rule)
    }
}

/// A rule that holds after no moves at all would end every game before it starts.
fn positive(name: &str, text: &str) -> Result<u32, FieldError> {
    value(name, text).ok().filter(|&number| number > 0).ok_or_else(|| FieldError::value(name, text))
}

impl fmt::Display for ResignRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "moves={} score={} both={}", self.moves, self.score, self.both)
    }
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "moves={} score={} from={}", self.moves, self.score, self.from)
    }
}

/// Listens to the scores of one game.
pub(crate) struct Adjudicator {
    rules: Adjudication,
    plies: usize,
    /// Of each side: moves in a row on which it called itself lost, won, and level.
    lost: [u32; 2],
    won: [u32; 2],
    level: [u32; 2],
}

impl Adjudicator {
    pub(crate) fn new(rules: Adjudication) -> Self {
        Self { rules, plies: 0, lost: [0; 2], won: [0; 2], level: [0; 2] }
    }

    /// Takes note of a move by `side`, the `number`th of the game, and of its score as that side sees it. A side
    /// that gives no score says nothing, and breaks its row.
    pub(crate) fn note(&mut self, side: Color, number: u32, score: Option<Score>) -> Option<GameVerdict> {
        self.plies += 1;
        let cp = score.map(Score::as_cp);
        let us = side.index();
        if let Some(rule) = self.rules.resign {
            extend(&mut self.lost[us], cp.is_some_and(|cp| cp <= -rule.score));
            extend(&mut self.won[us], cp.is_some_and(|cp| cp >= rule.score));
            for loser in Color::ALL {
                let agreed = !rule.both || self.won[(!loser).index()] >= rule.moves;
                if self.lost[loser.index()] >= rule.moves && agreed {
                    return Some(GameVerdict::Decided { winner: !loser });
                }
            }
        }
        if let Some(rule) = self.rules.draw {
            let level = number >= rule.from && cp.is_some_and(|cp| cp.abs() <= rule.score);
            extend(&mut self.level[us], level);
            if self.level.iter().all(|&moves| moves >= rule.moves) {
                return Some(GameVerdict::Level);
            }
        }
        self.rules.longest.is_some_and(|longest| self.plies >= longest).then_some(GameVerdict::TooLong)
    }
}

fn extend(row: &mut u32, holds: bool) {
    *row = if holds { *row + 1 } else { 0 };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays scores as each side sees them, White first, and says after how many the game ended, and how.
    fn run(rules: Adjudication, scores: &[Option<i32>]) -> Option<(usize, GameVerdict)> {
        let mut adjudicator = Adjudicator::new(rules);
        scores.iter().enumerate().find_map(|(ply, score)| {
            let side = if ply % 2 == 0 { Color::White } else { Color::Black };
            let verdict = adjudicator.note(side, ply as u32 / 2 + 1, score.map(Score::Cp));
            verdict.map(|verdict| (ply + 1, verdict))
        })
    }

    fn resign(text: &str) -> Adjudication {
        Adjudication { resign: Some(text.parse().unwrap()), ..Adjudication::default() }
    }

    #[test]
    fn a_side_that_calls_itself_lost_is_lost() {
        let white = GameVerdict::Decided { winner: Color::White };
        let scores = [Some(0), Some(-700), Some(900), Some(-700), Some(900), Some(-700)];
        assert_eq!(run(resign("moves=3,score=600,both=false"), &scores), Some((6, white.clone())));
        // With agreement the winner has only said so twice by then.
        assert_eq!(run(resign("moves=3,score=600"), &scores), None);
        let scores = [scores.as_slice(), &[Some(601)]].concat();
        assert_eq!(run(resign("moves=3,score=600"), &scores), Some((7, white)));
    }

    #[test]
    fn a_row_is_broken_by_hope_and_by_silence() {
        for breaker in [Some(-599), None] {
            let scores = [Some(-700), Some(0), breaker, Some(0), Some(-700), Some(0)];
            assert_eq!(run(resign("moves=2,score=600,both=false"), &scores), None);
        }
    }

    #[test]
    fn a_mate_is_beyond_every_score() {
        let mut adjudicator = Adjudicator::new(resign("moves=1,score=3000,both=false"));
        let verdict = adjudicator.note(Color::Black, 1, Some(Score::Mate(-2)));
        assert_eq!(verdict, Some(GameVerdict::Decided { winner: Color::White }));
    }

    #[test]
    fn level_scores_draw_once_the_opening_is_over() {
        let rules =
            Adjudication { draw: Some("moves=2,score=5,from=3".parse().unwrap()), ..Adjudication::default() };
        let level = [Some(5); 20];
        assert_eq!(run(rules, &level), Some((8, GameVerdict::Level)));
        let mut one_sided = level;
        one_sided.iter_mut().step_by(2).for_each(|score| *score = Some(6));
        assert_eq!(run(rules, &one_sided), None);
    }

    #[test]
    fn the_longest_game_is_a_draw() {
        let rules = Adjudication { longest: Some(5), ..Adjudication::default() };
        assert_eq!(run(rules, &[None; 9]), Some((5, GameVerdict::TooLong)));
    }

    #[test]
    fn rules_are_read_and_written() {
        assert_eq!("".parse::<ResignRule>().unwrap().to_string(), "moves=4 score=600 both=true");
        assert_eq!("from=30 moves=5".parse::<DrawRule>().unwrap().to_string(), "moves=5 score=10 from=30");
        assert!("moves=0".parse::<ResignRule>().is_err());
        assert!("count=3".parse::<DrawRule>().is_err());
    }
}
