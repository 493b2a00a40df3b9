//! Whether a game is over, by the names and meanings that trainers of this kind use.
//!
//! Everything is seen by the side to move. Mate comes before the draw rules: a mate on the hundredth half-move is a
//! loss for the side to move.

use kempelen_rules::Game;
use kempelen_rules::variant::Draws;

use crate::learnable::Learnable;

/// Whether the side to move is in check.
pub fn is_in_check<V: Learnable>(game: &Game<V>) -> bool {
    game.position().in_check()
}

/// Whether the side to move is in check and has no move.
pub fn is_checkmate<V: Learnable>(game: &Game<V>) -> bool {
    game.position().in_check() && !game.position().can_move()
}

/// Whether the side to move has no move and is not in check.
pub fn is_stalemate<V: Learnable>(game: &Game<V>) -> bool {
    !game.position().in_check() && !game.position().can_move()
}

/// Whether a rule makes the game a draw: in chess 100 half-moves without a capture or a pawn's move, a position that
/// occurred three times, or only kings with a knight, a bishop, or a bishop each on squares of one colour; in makruk a
/// count that has run out, a position that occurred three times, or men that cannot mate.
///
/// It looks at these rules alone. What they mean where a side is mated is for [`game_result`] to say.
pub fn is_draw<V: Learnable>(game: &Game<V>) -> bool {
    V::count_runs_out(game.position(), Draws::Claimed).is_some()
        || V::is_dead(game.position())
        || game.repetitions() >= 3
}

/// Whether the game is over.
pub fn is_game_over<V: Learnable>(game: &Game<V>) -> bool {
    !game.position().can_move() || is_draw(game)
}

/// What the game is worth to the side to move: -1 if it is mated, 0 for any draw, nothing while the game goes on.
pub fn game_result<V: Learnable>(game: &Game<V>) -> Option<f32> {
    if is_checkmate(game) { Some(-1.0) } else { is_game_over(game).then_some(0.0) }
}
