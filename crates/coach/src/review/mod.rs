//! A whole game, move by move.
//!
//! [`review`] has every move of a game [explained](crate::explain) by one machine, and asks the machines of a museum what
//! they would have played. What comes of it can be written as an annotated game ([`annotated`]), as JSON
//! ([`ReviewShape`]) and as a page that needs nothing else ([`page`]).
//!
//! ```
//! use kempelen_alphabeta::Kempelen;
//! use kempelen_coach::{ReviewQuestion, review};
//! use kempelen_engine::{Limits, Stop};
//! use kempelen_rules::{Color, pgn};
//!
//! let record = pgn::read("1. f3 e5 2. g4 Qh4# 0-1".as_bytes()).next().expect("a game")?;
//! let (stop, limits) = (Stop::new(), Limits::depth(6));
//! let question = ReviewQuestion { record: &record, limits, stop: &stop };
//! let review = review(&mut Kempelen::default(), &mut [], &question, &mut |_| {})?;
//! // 2.g4 lets Black mate; Black did.
//! assert_eq!(review.turning_points(), [2]);
//! assert_eq!(review.accuracy(Color::Black), Some(100.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod annotate;
mod board;
mod figures;
mod page;
mod shape;
mod verdict;

use std::fmt;

use kempelen_engine::{About, Ask, Engine, EngineError, Limits, Score, Stop};
use kempelen_rules::pgn::Record;
use kempelen_rules::{AnyGame, AnyPosition, Color, Move};
use kempelen_window::{Grade, chances_lost};

pub use annotate::annotated;
pub use figures::move_accuracy;
pub use page::page;
pub use shape::{ReviewShape, ReviewedMoveShape};

use crate::explain::{ExplainError, Matter, MoveExplanation, explain};

/// From this loss of chances on a move is a mistake, or worse.
const MISTAKE: f64 = 20.0;
/// So many turning points are told at most.
const TURNING_POINTS: usize = 5;

/// A game to be reviewed.
#[derive(Clone, Copy)]
pub struct ReviewQuestion<'a> {
    /// The game, with what people have said of it.
    pub record: &'a Record,
    /// How long the machine may look for its own choice in each position. About the move that was played it is asked for
    /// as much again at most.
    pub limits: Limits,
    /// How the review can be ended; what is done by then is kept.
    pub stop: &'a Stop,
}

/// A game, and what there is to say of its moves.
#[derive(Clone, Debug)]
pub struct GameReview {
    /// The game.
    pub game: AnyGame,
    /// The machine that judges.
    pub judge: About,
    /// The machines of the museum that were asked, in the order in which they were given.
    pub museum: Vec<About>,
    /// The moves, as far as the review has come.
    pub moves: Vec<ReviewedMove>,
    /// Why the review ends before the game does, if it does.
    pub trouble: Option<String>,
}

/// A move of a reviewed game.
#[derive(Clone, Debug)]
pub struct ReviewedMove {
    /// The position before it.
    pub before: AnyPosition,
    /// The move.
    pub m: Move,
    /// What there is to say of it; nothing where the machine gives no score here, as with a move from its book.
    pub told: Option<MoveExplanation>,
    /// What each machine of the museum would have played, in the museum's order; nothing where it could not say.
    pub choices: Vec<Option<Move>>,
    /// Whether it took back at once what had just been taken.
    is_recapture: bool,
}

impl ReviewedMove {
    /// How much of the chance of winning the move gave away, from 0 to 200.
    pub fn loss(&self) -> f64 {
        self.told.as_ref().map_or(0.0, |told| chances_lost(told.best.score, told.own.score))
    }

    /// Whether it is a mistake or worse.
    pub fn is_mistake(&self) -> bool {
        self.loss() >= MISTAKE
    }

    /// The glyph (NAG) of the move: 4 for `??`, 2 for `?`, 6 for `?!`, and 7 for the only move that does not give three
    /// tenths of the chances away, where that is not simply to take back.
    pub fn glyph(&self) -> Option<u8> {
        let told = self.told.as_ref()?;
        match self.loss() {
            30.0.. => Some(4),
            MISTAKE.. => Some(2),
            10.0.. => Some(6),
            _ if matches!(told.grade, Grade::MissesMate(_)) => Some(6),
            _ if self.is_recapture || told.own.m != told.best.m => None,
            _ => {
                let second = told.runner_up.as_ref()?;
                (chances_lost(told.own.score, second.score) >= 30.0).then_some(7)
            }
        }
    }

    /// White's score after the move, where the game goes on.
    pub fn score_after(&self) -> Option<Score> {
        let told = self.told.as_ref()?;
        if self.before.play(self.m).legal_moves().is_empty() {
            return None;
        }
        let score = match told.own.score {
            // The move itself was one of those.
            Score::Mate(moves @ 1..) => Score::Mate((moves - 1).max(1)),
            score => score,
        };
        Some(self.before.turn().pick(score, score.flip()))
    }

    /// The numbers of the museum's machines that would have played a move.
    pub fn found_by(&self, m: Move) -> impl Iterator<Item = usize> + '_ {
        self.choices.iter().enumerate().filter(move |&(_, &choice)| choice == Some(m)).map(|(index, _)| index)
    }
}

/// Why a game cannot be reviewed.
#[derive(Debug)]
pub enum ReviewError {
    /// It has no moves.
    NoMoves,
    /// The machine cannot judge even its first move, or gives no score anywhere.
    Judge(ExplainError),
}

impl fmt::Display for ReviewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMoves => f.write_str("the game has no moves to review"),
            Self::Judge(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReviewError {}

/// Reviews a game. Whoever listens is shown the review so far after each move.
///
/// The machine keeps what it learned from one move to the next, and begins with a clear head: the same question with a limit
/// by depth or nodes gets the same answer.
///
/// # Errors
/// When there is nothing to review, or the machine cannot judge this game at all. What it has judged before it failed is
/// kept, with the [trouble](GameReview::trouble).
pub fn review(
    engine: &mut dyn Engine,
    museum: &mut [Box<dyn Engine>],
    question: &ReviewQuestion<'_>,
    tell: &mut dyn FnMut(&GameReview),
) -> Result<GameReview, ReviewError> {
    let game = question.record.game();
    if game.moves().is_empty() {
        return Err(ReviewError::NoMoves);
    }
    let mut review = GameReview {
        judge: *engine.about(),
        museum: museum.iter().map(|machine| *machine.about()).collect(),
        moves: Vec::new(),
        trouble: None,
        game,
    };
    engine.new_game();
    let mut taken_on = None;
    for before in games_before(&review.game) {
        let m = review.game.moves()[before.moves().len()];
        match review_move(engine, museum, &before, m, question) {
            _ if question.stop.is_stopped() => {
                review.trouble = Some("the review was ended before the game was".to_owned());
                break;
            }
            Ok(mut reviewed) => {
                reviewed.is_recapture = taken_on == Some(m.to());
                review.moves.push(reviewed);
            }
            Err(error) if review.moves.is_empty() => return Err(ReviewError::Judge(error)),
            Err(error) => {
                review.trouble = Some(error.to_string());
                break;
            }
        }
        taken_on = is_capture(&before.position(), m).then(|| m.to());
        tell(&review);
    }
    if review.trouble.is_none() && review.moves.iter().all(|reviewed| reviewed.told.is_none()) {
        return Err(ReviewError::Judge(ExplainError::Silent(review.judge.name)));
    }
    Ok(review)
}

/// The game before each of its moves.
fn games_before(game: &AnyGame) -> Vec<AnyGame> {
    let mut here = game.clone();
    let mut games = Vec::with_capacity(game.moves().len());
    while here.take_back().is_some() {
        games.push(here.clone());
    }
    games.reverse();
    games
}

fn review_move(
    engine: &mut dyn Engine,
    museum: &mut [Box<dyn Engine>],
    game: &AnyGame,
    m: Move,
    question: &ReviewQuestion<'_>,
) -> Result<ReviewedMove, ExplainError> {
    let matter = Matter { game, m, limits: question.limits, stop: question.stop };
    let told = match explain(engine, &matter) {
        Ok(told) => Some(told),
        Err(ExplainError::Silent(_)) => None,
        Err(error) => return Err(error),
    };
    let choices = museum.iter_mut().map(|machine| choice(machine.as_mut(), game, question.stop)).collect();
    Ok(ReviewedMove { before: game.position(), m, told, choices, is_recapture: false })
}

/// What a machine of the museum would play, as it always plays. Who gives no score has not looked (it draws lots, or has a
/// book), and a position that it cannot hold is none of its.
fn choice(machine: &mut dyn Engine, game: &AnyGame, stop: &Stop) -> Option<Move> {
    machine.new_game();
    let report: Result<_, EngineError> = machine.think(Ask::new(game, Limits::default(), stop, &mut |_| {}));
    let report = report.ok()?;
    report.score().and(report.best)
}

fn is_capture(position: &AnyPosition, m: Move) -> bool {
    let men = |position: &AnyPosition| kempelen_rules::with_position!(position, p => p.occupied().len());
    men(&position.play(m)) < men(position)
}

impl GameReview {
    /// The numbers of the moves (from 0) that gave most away, in the order of the game.
    pub fn turning_points(&self) -> Vec<usize> {
        let mut plies = self.mistakes();
        plies.sort_by(|&a, &b| self.moves[b].loss().total_cmp(&self.moves[a].loss()));
        plies.truncate(TURNING_POINTS);
        plies.sort_unstable();
        plies
    }

    /// The numbers of the moves (from 0) that are mistakes or worse.
    pub fn mistakes(&self) -> Vec<usize> {
        (0..self.moves.len()).filter(|&ply| self.moves[ply].is_mistake()).collect()
    }

    /// The moves of a side.
    fn moves_of(&self, side: Color) -> impl Iterator<Item = &ReviewedMove> {
        self.moves.iter().filter(move |reviewed| reviewed.before.turn() == side)
    }
}
