//! Games of an engine against itself, to be learned from.

use kempelen_engine::{Ask, Engine, EngineError, Info, Limits, Stop};
use kempelen_rules::random::{SplitMix64, stir};
use kempelen_rules::{AnyGame, AnyPosition, Move, Position, Variant};
use serde_json::{Map, Value, json};

use crate::{HowEnded, LabelledGame, LabelledMove, WhiteResult, code};

/// How games are played. A game depends on the recipe, the engine and its own number alone, whoever plays it after
/// whatever else.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRecipe<V: Variant> {
    /// The seed of all dice.
    pub seed: u64,
    /// The first positions, of which each game draws one; none for the usual one.
    pub starts: Vec<Position<V>>,
    /// Random moves after that, or one more.
    pub random_plies: usize,
    /// An opening is drawn anew if the first search thinks more than this of either side.
    pub opening_limit: i32,
    /// Nodes after which no deeper iteration begins.
    pub soft_nodes: u64,
    /// Nodes at which a search is broken off.
    pub hard_nodes: u64,
    /// A side has won when so many scores in a row were at least as high.
    pub won: (i32, u32),
    /// A game is drawn when so many scores in a row were no further from 0...
    pub level: (i32, u32),
    /// ...and so many half-moves were played.
    pub level_from: usize,
    /// A game of so many half-moves is broken off.
    pub most_plies: usize,
}

impl<V: Variant> GameRecipe<V> {
    /// How much further than the soft limit the hard one lies.
    pub const HARD_FACTOR: u64 = 8;

    /// The usual recipe for a soft limit of nodes.
    pub fn new(seed: u64, soft_nodes: u64) -> Self {
        Self {
            seed,
            starts: Vec::new(),
            random_plies: 8,
            opening_limit: 1000,
            soft_nodes,
            hard_nodes: soft_nodes.saturating_mul(Self::HARD_FACTOR),
            won: (2000, 4),
            level: (5, 12),
            level_from: 80,
            most_plies: 400,
        }
    }

    /// The recipe as names and values, for labels.
    pub fn settings(&self) -> Map<String, Value> {
        let starts: Vec<String> = self.starts.iter().map(Position::fen).collect();
        let settings = json!({
            "seed": self.seed,
            "starts": if starts.is_empty() { Value::Null } else { crc32fast::hash(starts.join("\n").as_bytes()).into() },
            "random_plies": self.random_plies,
            "opening_limit": self.opening_limit,
            "soft_nodes": self.soft_nodes,
            "hard_nodes": self.hard_nodes,
            "won": [self.won.0, self.won.1 as i32],
            "level": [self.level.0, self.level.1 as i32],
            "level_from": self.level_from,
            "most_plies": self.most_plies,
        });
        settings.as_object().cloned().unwrap_or_default()
    }

    /// Plays the game of a number. How often an opening was drawn in vain is told too.
    ///
    /// # Errors
    /// When the engine fails.
    pub fn play(&self, engine: &mut dyn Engine, number: u64) -> Result<(LabelledGame<V>, u32), EngineError> {
        // Numbers that follow each other must not give dice that do.
        let mut random = SplitMix64::new(stir(stir(self.seed).wrapping_add(number)));
        let mut dropped = 0;
        loop {
            let (start, opening) = self.draw_opening(&mut random);
            if let Some(game) = self.play_from(engine, start, opening)? {
                return Ok((game, dropped));
            }
            dropped += 1;
        }
    }

    /// A number that tells engines apart: of a game that is not among those of any run. Another engine, or one with other
    /// options, most likely has another.
    ///
    /// # Errors
    /// When the engine fails.
    pub fn fingerprint(&self, engine: &mut dyn Engine) -> Result<u32, EngineError> {
        let mut bytes = Vec::new();
        code::write(&mut bytes, &self.play(engine, u64::MAX)?.0);
        Ok(crc32fast::hash(&bytes))
    }

    fn draw_opening(&self, random: &mut SplitMix64) -> (Position<V>, Vec<Move>) {
        loop {
            let start = match self.starts.len() {
                0 => Position::default(),
                count => self.starts[random.below(count)],
            };
            let plies = self.random_plies + random.below(2);
            let (mut position, mut opening) = (start, Vec::with_capacity(plies));
            for _ in 0..plies {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let m = moves[random.below(moves.len())];
                position.make(m);
                opening.push(m);
            }
            if opening.len() == plies && position.end().is_none() {
                return (start, opening);
            }
        }
    }

    /// The game after an opening, or nothing if that is too far from even.
    fn play_from(
        &self,
        engine: &mut dyn Engine,
        start: Position<V>,
        opening: Vec<Move>,
    ) -> Result<Option<LabelledGame<V>>, EngineError> {
        engine.new_game();
        let mut game = begin(start)?;
        for &m in &opening {
            game.play(m);
        }
        let mut labelled = LabelledGame { opening, ..LabelledGame::new(start, WhiteResult::Drawn) };
        let mut referee = GameReferee::default();
        loop {
            if let Some(end) = game.outcome() {
                labelled.result = WhiteResult::of_winner(end.winner());
                labelled.ended = HowEnded::Laws;
                return Ok(Some(labelled));
            }
            let limits = Limits::soft_nodes(self.soft_nodes, self.hard_nodes);
            let report = engine.think(Ask::new(&game, limits, &Stop::new(), &mut |_: &Info| {}))?;
            let (Some(m), Some(score)) = (report.best, report.score()) else {
                return Err(EngineError::Failed(format!("no move and score for {}", game.position().fen())));
            };
            let score = game.position().turn().pick(1, -1) * score.as_cp().clamp(-HIGHEST, HIGHEST);
            if labelled.moves.is_empty() && score.abs() > self.opening_limit {
                return Ok(None);
            }
            labelled.moves.push(LabelledMove { m, score: score as i16 });
            game.play(m);
            if let Some((result, ended)) = referee.look(self, score, game.moves().len()) {
                // A mate on the board needs no referee.
                if game.outcome().is_none() {
                    (labelled.result, labelled.ended) = (result, ended);
                    return Ok(Some(labelled));
                }
            }
        }
    }
}

/// No score is higher; a mate has this.
const HIGHEST: i32 = 30_000;

/// A game from a start. FENs are the way from a type to a value that holds for all games.
fn begin<V: Variant>(start: Position<V>) -> Result<AnyGame, EngineError> {
    let start = AnyPosition::from_fen(V::ID, &start.fen());
    Ok(AnyGame::new(start.map_err(|error| EngineError::Position(error.to_string()))?))
}

/// Ends games that have nothing more to teach.
#[derive(Default)]
struct GameReferee {
    /// Scores in a row that were high for White, and for Black.
    won: [u32; 2],
    level: u32,
}

impl GameReferee {
    fn look<V: Variant>(
        &mut self,
        recipe: &GameRecipe<V>,
        score: i32,
        plies: usize,
    ) -> Option<(WhiteResult, HowEnded)> {
        for (won, score) in self.won.iter_mut().zip([score, -score]) {
            *won = if score >= recipe.won.0 { *won + 1 } else { 0 };
        }
        self.level = if score.abs() <= recipe.level.0 { self.level + 1 } else { 0 };
        if self.won[0] >= recipe.won.1 {
            Some((WhiteResult::Won, HowEnded::Decided))
        } else if self.won[1] >= recipe.won.1 {
            Some((WhiteResult::Lost, HowEnded::Decided))
        } else if self.level >= recipe.level.1 && plies >= recipe.level_from {
            Some((WhiteResult::Drawn, HowEnded::Level))
        } else if plies >= recipe.most_plies {
            Some((WhiteResult::Drawn, HowEnded::TooLong))
        } else {
            None
        }
    }
}
