//! Shards of games: what was written comes back, and what is wrong is found.

mod files;
mod play;
mod positions;
mod shards;
mod texts;

use kempelen_dataset::{HowEnded, LabelledGame, LabelledMove, ShardFault, ShardReader, WhiteResult};
use kempelen_rules::random::SplitMix64;
use kempelen_rules::{Chess, Move, Position, Variant};

/// A game of chance from a start, with scores that wander and leap.
fn random_game_from<V: Variant>(start: Position<V>, random: &mut SplitMix64) -> LabelledGame<V> {
    let mut game = LabelledGame::new(start, *random.pick(&WhiteResult::ALL));
    game.ended = *random.pick(&HowEnded::ALL);
    let mut position = start;
    let mut draw = |random: &mut SplitMix64| -> Option<Move> {
        let moves = position.legal_moves();
        let m = (!moves.is_empty()).then(|| moves[random.below(moves.len())])?;
        position.make(m);
        Some(m)
    };
    game.opening = (0..random.below(10)).map_while(|_| draw(random)).collect();
    for _ in 0..random.below(60) {
        let Some(m) = draw(random) else { break };
        let score = match random.below(8) {
            0 => random.next_u64() as i16,
            1 => *random.pick(&[i16::MIN, i16::MAX, 0]),
            _ => random.below(200) as i16 - 100,
        };
        game.moves.push(LabelledMove { m, score });
    }
    game
}

fn random_games<V: Variant>(count: usize, seed: u64) -> Vec<LabelledGame<V>> {
    let mut random = SplitMix64::new(seed);
    (0..count)
        .map(|_| {
            let game = random_game_from(Position::default(), &mut random);
            if random.chance(0.5) {
                return game;
            }
            // A start from somewhere within a game.
            let start = game.first_position().fen().parse().expect("our own FEN");
            random_game_from(start, &mut random)
        })
        .collect()
}

/// Two starts of Chess960, where castling is not as usual.
fn fischer_games() -> Vec<LabelledGame<Chess>> {
    let starts =
        ["bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", "4k3/8/8/8/8/8/P7/RK5R w KQ - 0 1"];
    let mut random = SplitMix64::new(960);
    let start = |i: usize| starts[i % 2].parse().expect("a FEN");
    (0..40).map(|i| random_game_from(start(i), &mut random)).collect()
}

fn read_all<V: Variant>(bytes: &[u8]) -> Result<Vec<LabelledGame<V>>, ShardFault> {
    ShardReader::new(bytes)?.games()?.collect()
}
