//! Positions to measure on.

use kempelen_rules::random::SplitMix64;
use kempelen_rules::{Chess, Game};

/// A game of up to 100 random moves.
pub fn random_game(seed: u64) -> Game<Chess> {
    let mut random = SplitMix64::new(seed);
    let mut game = Game::default();
    for _ in 0..20 + random.below(80) {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[random.below(moves.len())]);
    }
    game
}
