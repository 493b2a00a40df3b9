//! Games of the engine against itself, as labelled positions to tune evaluations on.

use kempelen_engine::{Ask, Engine, EngineError, Info, Limits, Stop};
use kempelen_rules::random::SplitMix64;
use kempelen_rules::{AnyGame, AnyPosition, Color, End, VariantId};

use crate::Kempelen;

/// A quiet position and what became of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The position.
    pub position: AnyPosition,
    /// The score of the search that chose the next move, seen from White.
    pub score: i32,
    /// Two for a win of White, one for a draw, zero for a loss.
    pub result: u8,
}

/// How the games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// The game.
    pub variant: VariantId,
    /// Nodes for each move.
    pub nodes: u64,
    /// Random moves at the start, or one more.
    pub random_plies: usize,
}

/// Plays the game of a number. The same number gives the same game, whatever was played before.
///
/// The opening is random; after that both sides play their best within the nodes. Positions in check, and those whose
/// best move captures or promotes, are left out: evaluations are for quiet positions.
///
/// # Errors
/// When the engine fails.
pub fn play(engine: &mut Kempelen, recipe: Recipe, seed: u64) -> Result<Vec<Sample>, EngineError> {
    /// Beyond this the winner is clear, if it stays so long.
    const WON: i32 = 1500;
    const WON_PLIES: u32 = 4;
    const MOST_PLIES: usize = 400;
    engine.new_game();
    let mut game = random_opening(recipe, &mut SplitMix64::new(seed));
    let mut samples = Vec::new();
    let (mut won, mut result) = (0, None);
    while result.is_none() {
        let limits = Limits::nodes(recipe.nodes);
        let report = engine.think(Ask::new(&game, limits, &Stop::new(), &mut |_: &Info| {}))?;
        let (Some(best), Some(score)) = (report.best, report.score()) else { break };
        let position = game.position();
        let white_score = position.turn().pick(1, -1) * score.as_cp().clamp(-WON * 2, WON * 2);
        let noisy = best.is_promotion() || kempelen_rules::with_position!(&position, p => p.is_capture(best));
        if !position.in_check() && !noisy && white_score.abs() < WON {
            samples.push(Sample { position, score: white_score, result: 1 });
        }
        won = if white_score.abs() >= WON { won + 1 } else { 0 };
        game.play(best);
        result = if won >= WON_PLIES {
            Some(if white_score > 0 { 2 } else { 0 })
        } else if game.moves().len() >= MOST_PLIES {
            Some(1)
        } else {
            game.outcome().map(points)
        };
    }
    for sample in &mut samples {
        sample.result = result.unwrap_or(1);
    }
    Ok(samples)
}

fn points(end: End) -> u8 {
    match end.winner() {
        Some(Color::White) => 2,
        Some(Color::Black) => 0,
        None => 1,
    }
}

fn random_opening(recipe: Recipe, random: &mut SplitMix64) -> AnyGame {
    loop {
        let mut game = AnyGame::new(AnyPosition::start(recipe.variant));
        let plies = recipe.random_plies + random.below(2);
        for _ in 0..plies {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[random.below(moves.len())]);
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}
