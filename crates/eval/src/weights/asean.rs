//! The weights of ASEAN chess, by hand: makruk's, but for the pawns, which go as far as those of chess and become rooks.
//! Not tuned.

use super::{Weights, chess, makruk};
use crate::s;

/// The weights of ASEAN chess.
pub static WEIGHTS: Weights = {
    let [_, queen, bishop, knight, rook] = makruk::WEIGHTS.material;
    let [_, queen_places, bishop_places, knight_places, rook_places, king_places] = makruk::WEIGHTS.places;
    Weights {
        material: [s(130, 130), queen, bishop, knight, rook],
        places: [
            chess::WEIGHTS.places[0],
            queen_places,
            bishop_places,
            knight_places,
            rook_places,
            king_places,
        ],
        phalanx: chess::WEIGHTS.phalanx,
        supported: chess::WEIGHTS.supported,
        candidate: chess::WEIGHTS.candidate,
        passed: chess::WEIGHTS.passed,
        passed_protected: chess::WEIGHTS.passed_protected,
        passed_own_king: chess::WEIGHTS.passed_own_king,
        passed_enemy_king: chess::WEIGHTS.passed_enemy_king,
        passed_free: chess::WEIGHTS.passed_free,
        passed_safe: chess::WEIGHTS.passed_safe,
        passed_guarded: chess::WEIGHTS.passed_guarded,
        passed_rook: chess::WEIGHTS.passed_rook,
        passed_runs: chess::WEIGHTS.passed_runs,
        ..makruk::WEIGHTS
    }
};
