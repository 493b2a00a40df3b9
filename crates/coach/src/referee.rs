//! What an old machine cannot see, told by a stronger one.

use kempelen_engine::Score;
use kempelen_rules::AnyGame;

use crate::explain::MoveExplanation;
use crate::text::numbered;

/// One more sentence about a move where a machine is blind and a stronger one is not: `1.Qxd7 mates in 2; chess1.m, which
/// looks 2 plies ahead, does not see it.` The explanations are of the same move of the same game, the machine's first.
pub fn blind_spot(game: &AnyGame, told: [&MoveExplanation; 2], names: [&str; 2]) -> Option<String> {
    let [own, better] = told;
    let [machine, referee] = names;
    let plies = if own.own.depth == 1 { "ply" } else { "plies" };
    let blind = format!("{machine}, which looks {} {plies} ahead, does not see it", own.own.depth);
    let name = numbered(&game.position(), own.own.m);
    if let Score::Mate(moves @ 1..) = better.own.score
        && !matches!(own.own.score, Score::Mate(1..))
    {
        let mates = if moves == 1 { "is mate".to_owned() } else { format!("mates in {moves}") };
        return Some(format!("{referee} says: {name} {mates}; {blind}."));
    }
    if better.is_bad() && !own.is_bad() {
        let verdict = better.sentences.first()?.trim_end_matches('.');
        return Some(format!("{referee} says: {verdict}; {blind}."));
    }
    None
}
